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

/** Whether the later update sets everything that the earlier one would. A new privacy replaces the password, too. */
const supersedes = (later: Update, earlier: Update) =>
  Object.keys(earlier).every((name) => name in later || (name === 'password' && 'privacy' in later));

/** The error of a write that was sent; code `unconfirmed`: it may have been carried out all the same. */
const failed = (error: unknown): never => {
  const problem = requestProblem(error);
  throw isCertain(problem) ? error : new ApiError({ ...problem, code: 'unconfirmed' });
};

type Removed = { outcome: 'deleted' | 'gone' };

/** Called right before the request; false: it must not be sent. */
type Begin = () => Promise<boolean>;

/**
 * Sends a deletion; what is already gone counts as success. Some services answer so where they refuse: `isThere` looks. Rejects
 * with code `still-there`, or `unconfirmed` where the outcome is not known.
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

/** Sends an update. `settle`: called unless it was certainly not carried out. */
async function sendUpdate(
  input: InputOf<'websites.update'>,
  context: BoundContext,
  settle: UpdateOptions['settle'],
): Updated {
  const { account } = context;
  // The service has the values, whatever the store says.
  const override = () => settle(input).catch(() => {});
  const website = await request('websites.update', input, context).catch(async (error) => {
    if (!isCertain(requestProblem(error))) await override();
    return failed(error);
  });
  await override();
  forgetLookUps();
  if (!tracesOf(context).stored || !(await isConnected(account))) return website;
  const { password, ...sent } = input;
  // Unless the answer reports one, the public address that pages hold may lead nowhere by now.
  const shared = sent.privacy === undefined ? {} : { share_url: null };
  await announce(account, {
    kind: 'website',
    website: { ...sent, ...(password ? { has_password: true } : {}), ...shared, ...website },
  });
  return website;
}

/** What the person knew of a record who changes or deletes it. */
export type KnownRecord = Partial<Pick<Input<'websites.delete'>, 'domain' | 'sent' | 'still'>>;

export interface UpdateOptions {
  /** Of an update by hand: the fields that it sets. */
  fields?: Update;
  known?: KnownRecord | undefined;
  /**
   * Called right before the request, with the record if it was looked at first. Resolves to the fields that are left to send, or
   * to undefined if it must not be sent.
   */
  begin: (seen: Website | undefined) => Promise<UpdateFields | undefined>;
  /** Called with what was sent, unless it was certainly not carried out: nothing older is sent over it from then on. */
  settle: (sent: Update) => Promise<void>;
}

/**
 * Updates a website in its turn, and announces the result to the pages. An update of a job gives way to those by hand that
 * wait. One by hand that a later one supersedes by then is not sent, and gets the later one's answer. Rejects with ApiError;
 * code `unconfirmed`: it may have been carried out all the same. Where a `domain` is known, nothing was sent with kind `missing`
 * (it is gone), code `other-site` (it is another website by now) or `changed-since` (it has other settings than were `sent`).
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
    const left = await begin(domain ? await unlessRefused({ id, domain, sent }, context) : undefined);
    // A job's item was settled meanwhile; who pressed must not take it for saved.
    if (fields && !left) throw new ApiError({ kind: 'cancelled' });
    const website = left && (await sendUpdate({ ...left, id }, context, settle));
    return async () => website;
  }).then((next) => next());
  if (before?.fields && fields && supersedes(fields, before.fields)) before.by = answer;
  return answer;
}

/** The answer of the update that superseded one. That it failed does not say how this one would have. */
const answerOf = (later: Updated, show: () => Updated): Updated =>
  later.then(
    (website) => website ?? show(),
    () => {
      throw new ApiError({ kind: 'cancelled' });
    },
  );

/**
 * The record as the service has it now; undefined: it is gone. Some services only support lists, so a 404 proves nothing
 * while the list contains the record. Rejects with code `unseen` if neither is conclusive.
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

/** What became of the record that the person saw: ids are reused, and records renamed. Rejects as `seenNow` does. */
const fateOf = async (seen: Input<'websites.delete'>, context: BoundContext) =>
  fateIn(seen, await seenNow(seen, context));

function fateIn(
  { still, sent = {}, domain }: Input<'websites.delete'>,
  now: Website | undefined,
): 'gone' | 'other' | 'changed' | 'same' {
  if (!now) return 'gone';
  if (!standsFor(now, domain)) return 'other';
  return (still && changedSince(still, now)) || unappliedFields(sent, now).length ? 'changed' : 'same';
}

/** The record as it is now, unless it is no longer what the person saw. */
async function unlessRefused(seen: Input<'websites.delete'>, context: BoundContext): Promise<Website | undefined> {
  const now = await seenNow(seen, context);
  const fate = fateIn(seen, now);
  if (fate === 'gone') throw new ApiError({ kind: 'missing' });
  if (fate === 'other') throw new ApiError({ kind: 'conflict', code: 'other-site' });
  if (fate === 'changed') throw new ApiError({ kind: 'conflict', code: 'changed-since' });
  return now;
}

/** The record, if it is still the one the person confirmed; undefined: it is gone. */
async function confirmed(input: Input<'websites.delete'>, context: BoundContext): Promise<Website | undefined> {
  const now = await seenNow(input, context).catch((error) => {
    const problem = requestProblem(error);
    throw isCertain(problem) ? error : new ApiError({ ...problem, code: 'unseen' });
  });
  const fate = fateIn(input, now);
  if (fate === 'other') throw new ApiError({ kind: 'conflict', code: 'other-record' });
  if (fate === 'changed') throw new ApiError({ kind: 'conflict', code: 'changed-since' });
  return now;
}

/** Whether the service has the record, after it said that it has not. */
const isShown = (input: Input<'websites.delete'>, context: BoundContext): Promise<boolean> =>
  fateOf(input, context).then(
    (fate) => fate === 'same' || fate === 'changed',
    (error) => {
      if (requestProblem(error).code === 'unseen') return false;
      throw error;
    },
  );

/**
 * Deletes a website in its turn if it is still the one the person confirmed, and forgets it here. Rejects with ApiError;
 * nothing was deleted with code `other-record` (it is another record by now), `changed-since` (it differs from `still` and
 * `sent`), `unseen` (the service does not show it) or `still-there` (the service refused); `unconfirmed`: it is not known.
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
    const seen = await confirmed(input, context);
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

/** A record that is about to be deleted shows that a create of its host was carried out, unless one is just being sent. */
async function settleUnanswered(account: string, host: string): Promise<void> {
  if (!createUnderWay(account, host)) await Promise.allSettled([settleCreate(account, host), endCreate(account, host)]);
}

/** Whether a service lists a project. Rejects with code `unconfirmed` where that is not known. */
export async function listsProject({ project }: InputOf<'projects.delete'>, context: BoundContext): Promise<boolean> {
  // A proxy whose service is down answers 404, too, but then the list fails as well.
  const { items, more } = await request('projects.list', { search: project }, context);
  const isListed = items.some((one) => one.project === project);
  // Some services ignore the search.
  if (!isListed && more) throw new ApiError({ kind: 'missing', code: 'unconfirmed' });
  return isListed;
}

/** Deletes a project, also from what is stored. Rejects with ApiError: `still-there` and `unconfirmed` as with a website. */
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
