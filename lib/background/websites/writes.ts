import { hostOf, standsFor } from '../../hosts/hostOf.ts';
import { endCreate } from '../../jobs/openCreates.ts';
import { settleCreate } from '../../jobs/wishes.ts';
import type { Input } from '../../messages/ask.ts';
import { ApiError, type InputOf, type Problem, type Website } from '../../services/index.ts';
import { changedSince, unappliedFields } from '../../websites/conflict.ts';
import { isCertain, requestProblem } from '../problems.ts';
import { announce } from '../records/change.ts';
import { dropProject, dropWebsite } from '../records/keep.ts';
import { type BoundContext, isConnected, request, serviceOf } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { findHost, forgetLookUps } from './lookUp.ts';
import { createUnderWay, inTurn, placeOf, turnsAt } from './turns.ts';

type Update = Readonly<Record<string, unknown>>;

/** Whether the later update sets everything that the earlier one would. A new privacy also replaces the password. */
const supersedes = (later: Update, earlier: Update) =>
  Object.keys(earlier).every((name) => name in later || (name === 'password' && 'privacy' in later));

/**
 * Throws the error of a write that was sent. It has the code `unconfirmed` if the write may have been carried out all
 * the same.
 */
const failed = (error: unknown): never => {
  const problem = requestProblem(error);
  throw isCertain(problem) ? error : new ApiError({ ...problem, code: 'unconfirmed' });
};

type Removed = { outcome: 'deleted' | 'gone' };

/** Called right before the request. Resolves to false if the request must not be sent. */
type Begin = () => Promise<boolean>;

/**
 * Sends a deletion. A record that is already gone counts as success. Some services also report a record as gone when
 * they refuse to delete it, so `isThere` checks. Rejects with code `still-there`, or `unconfirmed` if the outcome is
 * unknown.
 */
async function removed(begin: Begin, send: () => Promise<unknown>, isThere: () => Promise<boolean>): Promise<Removed> {
  try {
    if (!(await begin())) throw new ApiError({ kind: 'cancelled' });
    await send();
    return { outcome: 'deleted' };
  } catch (error) {
    const problem = requestProblem(error);
    if (problem.kind !== 'missing') return failed(error);
    if (await isThere().catch(failed)) throw new ApiError({ ...problem, code: 'still-there' });
    return { outcome: 'gone' };
  }
}

type Updated = Promise<Website | undefined>;
type UpdateFields = Omit<InputOf<'websites.update'>, 'id'>;

/** Sends an update. `settle` is called unless it was certainly not carried out. */
async function sendUpdate(
  input: InputOf<'websites.update'>,
  context: BoundContext,
  settle: UpdateOptions['settle'],
): Updated {
  const { account } = context;
  // The service has the values, even if storing this fails.
  const override = () => settle(input).catch(() => {});
  const website = await request('websites.update', input, context).catch(async (error) => {
    if (!isCertain(requestProblem(error))) await override();
    return failed(error);
  });
  await override();
  forgetLookUps();
  if (!tracesOf(context).stored || !(await isConnected(account))) return website;
  const { password, ...sent } = input;
  // Unless the answer reports a public address, the one in open pages may lead nowhere by now.
  const shared = sent.privacy === undefined ? {} : { share_url: null };
  await announce(account, {
    kind: 'website',
    website: { ...sent, ...(password ? { has_password: true } : {}), ...shared, ...website },
  });
  return website;
}

/** The record in the state that the person saw before changing or deleting it. */
export type KnownRecord = Partial<Pick<Input<'websites.delete'>, 'domain' | 'sent' | 'still'>>;

interface UpdateOptions {
  /** The fields that an update made by hand sets. */
  fields?: Update;
  known?: KnownRecord | undefined;
  /**
   * Called right before the request, with the record if it was read first. Resolves to the fields that remain to be
   * sent, or to undefined if nothing must be sent.
   */
  begin: (seen: Website | undefined) => Promise<UpdateFields | undefined>;
  /**
   * Called with the sent fields, unless the update was certainly not carried out. From then on no older update
   * overwrites them.
   */
  settle: (sent: Update) => Promise<void>;
}

/**
 * Updates a website in its turn, and announces the result to the pages. A job's update gives way to waiting updates by
 * hand. An update by hand is not sent if a later one supersedes it by then; it gets the later one's answer. Rejects
 * with ApiError. With code `unconfirmed`, the update may have been carried out all the same. With a known `domain`,
 * nothing was sent if it rejects with kind `missing` (the record is gone), code `other-site` (the id belongs to another
 * website by now) or `changed-since` (the record has other settings than `sent`).
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
    if (by) return () => answerOf(by, () => request('websites.show', { id }, context));
    if (!fields && turnsAt(place).some((one) => one.fields))
      return () => updateWebsite(id, context, { known, begin, settle });
    const left = await begin(domain ? await beforeUpdate({ id, domain, sent }, context) : undefined);
    // Nothing is left to send, because the item was settled meanwhile. For a press this must not look like success.
    if (fields && !left) throw new ApiError({ kind: 'cancelled' });
    const website = left && (await sendUpdate({ ...left, id }, context, settle));
    return async () => website;
  }).then((next) => next());
  if (before?.fields && fields && supersedes(fields, before.fields)) before.by = answer;
  return answer;
}

/**
 * Returns the answer of the update that superseded this one. If that update failed, rejects, because this one might
 * still have succeeded.
 */
const answerOf = (later: Updated, show: () => Updated): Updated =>
  later.then(
    (website) => website ?? show(),
    () => {
      throw new ApiError({ kind: 'cancelled' });
    },
  );

/**
 * Returns the record as the service has it now, or undefined if it is gone. Some services only have lists, and answer
 * 404 to a request for one record, so after a 404 the list decides. Rejects with code `unseen` if the list is
 * incomplete and lacks the record.
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
 * Returns the present record, or undefined if it is gone. Rejects with kind `conflict` if it is no longer the one that
 * the person saw: with code `other` if the id belongs to another website by now, with `changed-since` if the record
 * differs from `still` or `sent`. Also rejects as `seenNow` does.
 */
async function unchanged(
  seen: Input<'websites.delete'>,
  context: BoundContext,
  other: 'other-site' | 'other-record',
): Promise<Website | undefined> {
  const { still, sent = {}, domain } = seen;
  const now = await seenNow(seen, context);
  if (!now) return undefined;
  if (!standsFor(now, domain)) throw new ApiError({ kind: 'conflict', code: other });
  if ((still && changedSince(still, now, sent)) || unappliedFields(sent, now).length)
    throw new ApiError({ kind: 'conflict', code: 'changed-since' });
  return now;
}

/** Returns the record that is about to be updated. Rejects as `unchanged` does, and with kind `missing` if it is gone. */
async function beforeUpdate(seen: Input<'websites.delete'>, context: BoundContext): Promise<Website> {
  const now = await unchanged(seen, context, 'other-site');
  if (!now) throw new ApiError({ kind: 'missing' });
  return now;
}

/**
 * Returns the record that is about to be deleted, or undefined if it is gone. Rejects as `unchanged` does, and with code
 * `unseen` if the service cannot show it.
 */
const beforeDelete = (seen: Input<'websites.delete'>, context: BoundContext): Promise<Website | undefined> =>
  unchanged(seen, context, 'other-record').catch((error) => {
    const problem = requestProblem(error);
    throw isCertain(problem) ? error : new ApiError({ ...problem, code: 'unseen' });
  });

/** Whether the service shows a record after it answered that it does not have it. */
const isShown = (input: Input<'websites.delete'>, context: BoundContext): Promise<boolean> =>
  seenNow(input, context).then(
    (now) => now !== undefined && standsFor(now, input.domain),
    (error) => {
      if (requestProblem(error).code === 'unseen') return false;
      throw error;
    },
  );

/**
 * Deletes a website in its turn if it is still the one that the person confirmed, and forgets it here. Rejects with
 * ApiError. With these codes nothing was deleted: `other-record` (it is another record by now), `changed-since` (it
 * differs from `still` and `sent`), `unseen` (the service does not show it), `still-there` (the service refused). With
 * code `unconfirmed` the outcome is unknown.
 */
export async function deleteWebsite(
  input: Input<'websites.delete'>,
  context: BoundContext,
  begin: (seen: Website) => Promise<boolean>,
): Promise<Removed> {
  const { id } = input;
  const { account } = context;
  const { url } = await serviceOf('analytics', account);
  const send = () => request('websites.delete', { id }, context);
  return inTurn(placeOf(url, 'record', id), { account }, async () => {
    const seen = await beforeDelete(input, context);
    if (seen) await settleUnanswered(account, hostOf(input.domain) ?? '');
    const done: Removed = seen
      ? await removed(
          () => begin(seen),
          send,
          () => isShown(input, context),
        )
      : { outcome: 'gone' };
    forgetLookUps();
    await dropWebsite(account, id);
    return done;
  });
}

/**
 * Settles an unanswered create of a host whose record is about to be deleted, because the record proves that it was
 * carried out. Leaves a create alone that is being sent right now.
 */
async function settleUnanswered(account: string, host: string): Promise<void> {
  if (!createUnderWay(account, host)) await Promise.allSettled([settleCreate(account, host), endCreate(account, host)]);
}

/** Whether a service lists a project. Rejects with code `unconfirmed` if that cannot be decided. */
export async function listsProject({ project }: InputOf<'projects.delete'>, context: BoundContext): Promise<boolean> {
  // A proxy also answers 404 if its service is down, but then the list fails, too.
  const { items, more } = await request('projects.list', { search: project }, context);
  const isListed = items.some((one) => one.project === project);
  // Some services ignore the search.
  if (!isListed && more) throw new ApiError({ kind: 'missing', code: 'unconfirmed' });
  return isListed;
}

/** Deletes a project, also from the store. Rejects with ApiError: `still-there` and `unconfirmed` as for a website. */
export async function deleteProject(
  input: InputOf<'projects.delete'>,
  context: BoundContext,
  begin: Begin,
): Promise<Removed> {
  const send = () => request('projects.delete', input, context);
  const done = await removed(begin, send, () => listsProject(input, context));
  await dropProject(context.account, input.project);
  return done;
}
