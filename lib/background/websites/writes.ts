import { hostOf, standsFor } from '../../hosts/hostOf.ts';
import { endCreate } from '../../jobs/openCreates.ts';
import { settleCreate } from '../../jobs/wishes.ts';
import type { Input } from '../../messages/ask.ts';
import { ApiError, type InputOf, type Problem, type Website } from '../../services/index.ts';
import { changedSince, unappliedFields } from '../../websites/conflict.ts';
import { isCertain, requestProblem } from '../problems.ts';
import { announce } from '../records/change.ts';
import { dropProject, dropWebsite } from '../records/keepAnswer.ts';
import { type BoundContext, isConnected, prepareCall, request, type SendCall, serviceOf } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { findHost, forgetLookUps } from './lookUp.ts';
import { createUnderWay, inTurn, placeOf, turnsAt } from './turns.ts';

type Update = Readonly<Record<string, unknown>>;

/**
 * Whether a later update sets everything that an earlier one sets. It does not have to set the password if it sets a
 * privacy that takes none.
 */
const supersedes = (later: Update, earlier: Update) =>
  Object.keys(earlier).every(
    (name) => name in later || (name === 'password' && 'privacy' in later && later.privacy !== 2),
  );

/**
 * Throws the error of a sent write. If the service may still have carried it out, the error gets the code
 * `unconfirmed`.
 */
const failed = (error: unknown): never => {
  const problem = requestProblem(error);
  throw isCertain(problem) ? error : new ApiError({ ...problem, code: 'unconfirmed' });
};

/** Throws the error of a write that was not sent. */
const cancelled = (): never => {
  throw new ApiError({ kind: 'cancelled' });
};

type Removed = { outcome: 'deleted' | 'gone' };

/** Called right before a request. Notes that it is being sent, and resolves to whether it may be sent. */
type Begin = () => Promise<boolean>;

/**
 * Sends a deletion. A record that is already gone counts as a success. Some services report a record as gone although
 * they have refused to delete it, and some answers do not tell what was done, so `isThere` then asks the service once
 * more. Rejects with code `still-there` if the record is still there, `unconfirmed` if the outcome is unknown.
 */
async function removed(begin: Begin, send: () => Promise<unknown>, isThere: () => Promise<boolean>): Promise<Removed> {
  try {
    if (!(await begin())) cancelled();
    await send();
    return { outcome: 'deleted' };
  } catch (error) {
    const problem = requestProblem(error);
    // The answer does not tell what was done.
    if (problem.kind === 'shape' && !(await isThere().catch(() => true))) return { outcome: 'deleted' };
    if (problem.kind !== 'missing') return failed(error);
    if (await isThere().catch(failed)) throw new ApiError({ ...problem, code: 'still-there' });
    return { outcome: 'gone' };
  }
}

type Updated = Promise<Website | undefined>;
type UpdateFields = Omit<InputOf<'websites.update'>, 'id'>;

/**
 * Sends an update (`send`), and resolves to the record after it, or to undefined if the record cannot be read. Calls
 * `settle` (see `UpdateOptions`) if the update was, or may have been, carried out.
 */
async function sendUpdate(
  send: SendCall<'websites.update'>,
  input: InputOf<'websites.update'>,
  context: BoundContext,
  settle: UpdateOptions['settle'],
): Updated {
  // A failure of `settle` changes nothing about this update.
  const override = () => settle(input).catch(() => {});
  const answer = await send(input).catch(async (error) => {
    if (!isCertain(requestProblem(error))) await override();
    return failed(error);
  });
  await override();
  forgetLookUps();
  // If the answer lacks the record or has old values, the service may have applied the update, so the record is read.
  const isOpen = !answer || unappliedFields(input, answer).length;
  const website = isOpen ? await request('websites.show', { id: input.id }, context).catch(() => answer) : answer;
  if (!tracesOf(context).stored || !(await isConnected(context.account))) return website;
  const { password, ...sent } = input;
  // A new privacy may change the public address. If the answer lacks the new address, pages must not show the old one.
  const shared = sent.privacy === undefined ? {} : { share_url: null };
  await announce(context.account, {
    kind: 'website',
    website: { ...sent, ...(password ? { has_password: true } : {}), ...shared, ...website },
  });
  return website;
}

/** What the caller knows about a record: what the person saw of it, and what Waymark sent earlier (`sent`). */
export type KnownRecord = Partial<Pick<Input<'websites.delete'>, 'domain' | 'sent' | 'still'>>;

interface UpdateOptions {
  /** The fields that the update sets, if it is made by hand and not by a job. */
  fields?: Update;
  known?: KnownRecord | undefined;
  /**
   * Called right before the request, with the record if it has just been read. Resolves to the fields to send, or to
   * undefined if nothing may be sent.
   */
  begin: (seen: Website | undefined) => Promise<UpdateFields | undefined>;
  /**
   * Called with the sent fields if the update was, or may have been, carried out. Keeps older updates from overwriting
   * these fields.
   */
  settle: (sent: Update) => Promise<void>;
}

/**
 * Updates a website after the earlier writes to it, and announces the result to the pages. Updates by hand go before a
 * job's update. If an update by hand sets all fields of an earlier one that still waits, the earlier one is not sent
 * and resolves to the later answer. Rejects with ApiError. Code `unconfirmed`: the outcome is unknown. With
 * `known.domain`, reads the record first, and sends nothing if it is gone (kind `missing`), its id belongs to another
 * website now (code `other-site`), or it would overwrite a changed setting of `known.sent` (code `changed-since`).
 */
export async function updateWebsite(
  id: string,
  context: BoundContext,
  { fields, known = {}, begin, settle }: UpdateOptions,
): Updated {
  const { account } = context;
  const { domain, sent } = known;
  const { url } = await serviceOf('analytics', account);
  const place = placeOf(url, 'record', id);
  const before = fields && turnsAt(place).findLast((one) => one.fields && !one.isBegun);
  const answer = inTurn(place, { account, ...(fields ? { fields } : {}) }, async ({ by }) => {
    // If the later update has failed, this one fails, too, because it was never sent.
    if (by) return () => by.catch(cancelled);
    if (!fields && turnsAt(place).some((one) => one.fields))
      return () => updateWebsite(id, context, { known, begin, settle });
    const seen = domain ? await beforeUpdate({ id, domain, sent }, context, fields) : undefined;
    const send = await prepareCall('websites.update', context);
    const left = await begin(seen);
    // `begin` has not allowed the update. If it is made by hand, this must not be reported as a success.
    if (fields && !left) cancelled();
    const website = left && (await sendUpdate(send, { ...left, id }, context, settle));
    return async () => website;
  }).then((next) => next());
  if (before?.fields && fields && supersedes(fields, before.fields)) before.by = answer;
  return answer;
}

/**
 * Returns the record as the service has it now, or undefined if it is gone. Services that only have lists answer a
 * request for one record with 404, so after a 404, the list decides. Rejects with code `unseen` if the list lacks the
 * record but may be incomplete.
 */
export async function seenNow(
  { id, domain }: Input<'websites.delete'>,
  context: BoundContext,
): Promise<Website | undefined> {
  let missing: Problem;
  try {
    return await request('websites.show', { id }, context);
  } catch (error) {
    missing = requestProblem(error);
    if (missing.kind !== 'missing') throw error;
  }
  const host = hostOf(domain);
  const list = host ? await findHost({ host }, context) : undefined;
  const found = list?.items.find((one) => one.id === id);
  if (!found && !list?.complete) throw new ApiError({ ...missing, code: 'unseen' });
  return found;
}

/**
 * Returns the record as it is now, or undefined if it is gone. Rejects as `seenNow` does, and with kind `conflict` in
 * these cases:
 * - The id belongs to another website now (code: the value of `otherCode`).
 * - The record differs from what the person saw, `seen.still` (code `changed-since`).
 * - The record differs from what Waymark sent earlier, `seen.sent` (code `changed-since`). With `wanted`, only settings
 *   that the update would change count: another may have its new value from an earlier try with a lost answer.
 */
async function unchanged(
  seen: Input<'websites.delete'>,
  context: BoundContext,
  otherCode: 'other-site' | 'other-record',
  wanted?: Update,
): Promise<Website | undefined> {
  const { still, sent = {}, domain } = seen;
  const now = await seenNow(seen, context);
  if (!now) return undefined;
  if (!standsFor(now, domain)) throw new ApiError({ kind: 'conflict', code: otherCode });
  const unset = wanted && unappliedFields(wanted, now);
  const isOther = unappliedFields(sent, now).some((name) => unset?.includes(name) ?? true);
  if ((still && changedSince(still, now, sent)) || isOther)
    throw new ApiError({ kind: 'conflict', code: 'changed-since' });
  return now;
}

/**
 * Returns the present state of a record that is about to be updated. Rejects as `unchanged` does, and with kind
 * `missing` if the record is gone.
 */
async function beforeUpdate(
  seen: Input<'websites.delete'>,
  context: BoundContext,
  wanted: Update | undefined,
): Promise<Website> {
  const now = await unchanged(seen, context, 'other-site', wanted);
  if (!now) throw new ApiError({ kind: 'missing' });
  return now;
}

/**
 * Returns the present state of a record that is about to be deleted, or undefined if it is gone. Rejects as `unchanged`
 * does, and with code `unseen` if the service cannot show the record.
 */
const beforeDelete = (seen: Input<'websites.delete'>, context: BoundContext): Promise<Website | undefined> =>
  unchanged(seen, context, 'other-record').catch((error) => {
    const problem = requestProblem(error);
    throw isCertain(problem) ? error : new ApiError({ ...problem, code: 'unseen' });
  });

/** Whether the service still shows a record after an attempt to delete it. */
const isShown = (input: Input<'websites.delete'>, context: BoundContext): Promise<boolean> =>
  seenNow(input, context).then(
    (now) => now !== undefined && standsFor(now, input.domain),
    (error) => {
      if (requestProblem(error).code === 'unseen') return false;
      throw error;
    },
  );

/**
 * Deletes a website after the earlier writes to it, if it is still the website that the person saw. Also removes it
 * from the store. Rejects with ApiError. Code `unconfirmed`: the outcome is unknown. With these codes, nothing was
 * deleted: `other-record` (the id belongs to another website now), `changed-since` (the website has changed), `unseen`
 * (the service does not show the website), `still-there` (the service refused).
 */
export async function deleteWebsite(
  input: Input<'websites.delete'>,
  context: BoundContext,
  begin: (seen: Website) => Promise<boolean>,
): Promise<Removed> {
  const { account } = context;
  const { url } = await serviceOf('analytics', account);
  return inTurn(placeOf(url, 'record', input.id), { account }, async () => {
    const seen = await beforeDelete(input, context);
    if (seen) await settleUnanswered(account, hostOf(input.domain) ?? '');
    const send = await prepareCall('websites.delete', context);
    const done: Removed = seen
      ? await removed(
          () => begin(seen),
          () => send({ id: input.id }),
          () => isShown(input, context),
        )
      : { outcome: 'gone' };
    forgetLookUps();
    await dropWebsite(account, input.id);
    return done;
  });
}

/**
 * Marks an unanswered create of a host as carried out, because the host's record proves it. Called before this record
 * is deleted. Does nothing while a create of the host is being sent.
 */
async function settleUnanswered(account: string, host: string): Promise<void> {
  if (!createUnderWay(account, host)) await Promise.allSettled([settleCreate(account, host), endCreate(account, host)]);
}

/** Whether the service's list has a project. Rejects with code `unconfirmed` if that cannot be decided. */
export async function listsProject({ project }: InputOf<'projects.delete'>, context: BoundContext): Promise<boolean> {
  // Asks for the list: a 404 for the project may also come from a proxy whose service is down, but then the list fails,
  // too.
  const { items, more, unread } = await request('projects.list', { search: project, per_page: 100 }, context);
  const isListed = items.some((one) => one.project === project);
  // The project may be on a later page, because some services ignore `search`, or its name may be unreadable.
  if (!isListed && (more || unread || !items.every((one) => one.project)))
    throw new ApiError({ kind: 'missing', code: 'unconfirmed' });
  return isListed;
}

/**
 * Deletes a project, and removes it from the store. Rejects with ApiError: code `still-there` if the service still
 * lists it, `unconfirmed` if the outcome is unknown.
 */
export async function deleteProject(
  input: InputOf<'projects.delete'>,
  context: BoundContext,
  begin: Begin,
): Promise<Removed> {
  const send = await prepareCall('projects.delete', context);
  const isListed = () => listsProject(input, context);
  const done = await removed(begin, () => send(input), isListed);
  await dropProject(context.account, input.project);
  return done;
}
