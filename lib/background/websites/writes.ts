import { hostOf, standsFor } from '../../hosts/hostOf.ts';
import { endCreate } from '../../jobs/openCreates.ts';
import { overrideUpdates, settleCreate, type Wish } from '../../jobs/wishes.ts';
import type { Input } from '../../messages/ask.ts';
import { pendingDeletions, type SentDeletion, sentDeletions } from '../../messages/changes.ts';
import { ApiError, type InputOf, type Problem, type Website } from '../../services/index.ts';
import { update } from '../../storage/settings.ts';
import { queueByKey } from '../../util/queue.ts';
import { changedSince, unappliedFields } from '../../websites/conflict.ts';
import { isCertain, requestProblem } from '../problems.ts';
import { announce } from '../records/change.ts';
import { dropProject, dropWebsite } from '../records/keep.ts';
import { type BoundContext, isConnected, request, serviceOf } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { findHost, forgetLookUps } from './lookUp.ts';

type Update = Readonly<Record<string, unknown>>;
type Updated = Promise<Website | undefined>;

/** An update that waits for its turn; `by`: the answer of a later one that sets all of its fields too. */
interface Waiting {
  fields: Update;
  by?: Updated;
}

/** One write of a record at a time; otherwise the last to arrive would win. */
const inTurn = queueByKey();
/** For each record, the last update by hand that waits. */
const waiting = new Map<string, Waiting>();

/** Names a record by its service's address, since two connections may be one account there. */
async function recordOf({ account }: BoundContext, id: string): Promise<{ key: string; url: string }> {
  const { url } = await serviceOf('analytics', account);
  return { key: JSON.stringify([url, id]), url };
}

/** Whether the later update sets everything that the earlier one would. A new privacy replaces the password, too. */
const supersedes = (later: Update, earlier: Update) =>
  Object.keys(earlier).every((name) => name in later || (name === 'password' && 'privacy' in later));

/** Throws the error of an update that was superseded by one that failed: the other's error is not its own. */
const superseded = () => {
  throw new ApiError({ kind: 'cancelled' });
};

type Removed = { outcome: 'deleted' | 'gone' };

/** Throws the error of a write, and says so where it may have been carried out all the same. */
const orMaybe =
  (code: 'maybe-changed' | 'maybe-deleted') =>
  (error: unknown): never => {
    const problem = requestProblem(error);
    throw isCertain(problem) ? error : new ApiError({ ...problem, code });
  };
const unsettled = orMaybe('maybe-deleted');

/**
 * Sends a deletion; what is already gone counts as success. Some services answer so where they refuse: `isThere` looks. Who
 * reads a list meanwhile is told, until the outcome is known, that others may move to pages that were read. Rejects with code
 * `still-there`, or `maybe-deleted` where the outcome is not known.
 */
async function removed(
  account: string,
  send: () => Promise<unknown>,
  isThere: () => Promise<boolean>,
): Promise<Removed> {
  const sent: SentDeletion = { id: crypto.randomUUID(), account, at: Date.now() };
  const tell = (more: SentDeletion[]) =>
    update(sentDeletions, (all) => [...pendingDeletions(all).filter(({ id }) => id !== sent.id), ...more]).catch(
      () => {},
    );
  await tell([sent]);
  try {
    await send();
    await tell([]);
    return { outcome: 'deleted' };
  } catch (error) {
    const problem = requestProblem(error);
    if (isCertain(problem)) await tell([]);
    if (problem.kind !== 'missing') return unsettled(error);
    if (await isThere().catch(unsettled)) throw new ApiError({ ...problem, code: 'still-there' });
    return { outcome: 'gone' };
  }
}

/**
 * Sends an update in its turn, so that no other comes in between. Unless it was certainly not carried out, jobs that began
 * before leave its fields alone from then on: nothing older is sent over it.
 */
async function sendUpdate(input: InputOf<'websites.update'>, context: BoundContext, wish: Wish): Updated {
  const { account } = context;
  const { url } = await recordOf(context, input.id);
  // The service has the values, whatever the store says.
  const override = () => overrideUpdates(url, input.id, input, wish).catch(() => {});
  const website = await request('websites.update', input, context).catch(async (error) => {
    if (!isCertain(requestProblem(error))) await override();
    throw error;
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

/**
 * Updates a website by hand in its turn, and announces the result to the pages. If a later update supersedes it by
 * then, it is not sent and gets the later one's answer, or asks for the record if that has none. Rejects with ApiError; code
 * `maybe-changed`: it may have been carried out all the same. Where a `domain` was given, nothing was sent with kind `missing`
 * (it is gone), code `other-site` (it is another website by now) or `changed-since` (it has other settings than were `sent`).
 */
export async function updateWebsite(
  { domain, sent, ...input }: Input<'websites.update'>,
  context: BoundContext,
): Updated {
  const wish = { at: Date.now() };
  const { key } = await recordOf(context, input.id);
  const before = waiting.get(key);
  const own: Waiting = { fields: input };
  waiting.set(key, own);
  const turn = inTurn(key, async () => {
    if (waiting.get(key) === own) waiting.delete(key);
    if (own.by) return undefined;
    if (domain) await refuseUpdate({ id: input.id, domain, sent }, context);
    return sendUpdate(input, context, wish).catch(orMaybe('maybe-changed'));
  });
  const show = () => request('websites.show', { id: input.id }, context);
  const answer = turn.then((sent) => own.by?.then((website) => website ?? show()).catch(superseded) ?? sent);
  if (before && supersedes(input, before.fields)) before.by = answer;
  return answer;
}

/**
 * Updates a website for a job in its turn, after all updates by hand that wait. `begin`: called right before the request;
 * resolves to the fields that are left to send, or undefined. Rejects with ApiError.
 */
export async function updateForJob(
  id: string,
  context: BoundContext,
  wish: Wish,
  begin: () => Promise<Omit<InputOf<'websites.update'>, 'id'> | undefined>,
): Promise<void> {
  const { key } = await recordOf(context, id);
  const send = async (): Promise<boolean> => {
    if (waiting.has(key)) return false;
    const fields = await begin();
    if (fields) await sendUpdate({ ...fields, id }, context, wish);
    return true;
  };
  while (!(await inTurn(key, send)));
}

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
async function fateOf(
  { still, sent = {}, ...seen }: Input<'websites.delete'>,
  context: BoundContext,
): Promise<'gone' | 'other' | 'changed' | 'same'> {
  const now = await seenNow(seen, context);
  if (!now) return 'gone';
  if (!standsFor(now, seen.domain)) return 'other';
  return (still && changedSince(still, now)) || unappliedFields(sent, now).length ? 'changed' : 'same';
}

async function refuseUpdate(seen: Input<'websites.delete'>, context: BoundContext): Promise<void> {
  const fate = await fateOf(seen, context);
  if (fate === 'gone') throw new ApiError({ kind: 'missing' });
  if (fate === 'other') throw new ApiError({ kind: 'conflict', code: 'other-site' });
  if (fate === 'changed') throw new ApiError({ kind: 'conflict', code: 'changed-since' });
}

/** Checks that the record is still the one the person confirmed. False: it is gone. */
async function confirmed(input: Input<'websites.delete'>, context: BoundContext): Promise<boolean> {
  const fate = await fateOf(input, context).catch((error) => {
    const problem = requestProblem(error);
    throw isCertain(problem) ? error : new ApiError({ ...problem, code: 'unseen' });
  });
  if (fate === 'other') throw new ApiError({ kind: 'conflict', code: 'other-record' });
  if (fate === 'changed') throw new ApiError({ kind: 'conflict', code: 'changed-since' });
  return fate === 'same';
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
 * Deletes a website if it is still the one the person confirmed, and forgets it here. Rejects with ApiError;
 * nothing was deleted with code `other-record` (it is another record by now), `changed-since` (it differs from `still` and
 * `sent`), `unseen` (the service does not show it) or `still-there` (the service refused); `maybe-deleted`: it is not known.
 * `begin`: of a job's item, called right before the request; false: it must not be sent.
 */
export async function deleteWebsite(
  input: Input<'websites.delete'>,
  context: BoundContext,
  begin: () => Promise<boolean> = async () => true,
): Promise<Removed> {
  const { id } = input;
  const { account } = context;
  const send = async () => {
    if (!(await begin())) throw new ApiError({ kind: 'cancelled' });
    return request('websites.delete', { id }, context);
  };
  return inTurn((await recordOf(context, id)).key, async () => {
    const isThere = await confirmed(input, context);
    if (isThere) await settleUnanswered(account, hostOf(input.domain) ?? '');
    const done: Removed = isThere ? await removed(account, send, () => isShown(input, context)) : { outcome: 'gone' };
    forgetLookUps();
    await dropWebsite(account, id);
    return done;
  });
}

/** A record that is about to be deleted shows that a create of its host was carried out. */
const settleUnanswered = (account: string, host: string) =>
  Promise.allSettled([settleCreate(account, host), endCreate(account, host)]);

/** Deletes a project, also from what is stored. Rejects with ApiError: `still-there` and `maybe-deleted` as with a website. */
export async function deleteProject(input: InputOf<'projects.delete'>, context: BoundContext): Promise<Removed> {
  const { project } = input;
  const done = await removed(
    context.account,
    () => request('projects.delete', input, context),
    async () => {
      // A proxy whose service is down answers 404, too, but then the list fails as well.
      const { items, more } = await request('projects.list', { search: project }, context);
      const isListed = items.some((one) => one.project === project);
      // Some services ignore the search.
      if (!isListed && more) throw new ApiError({ kind: 'missing', code: 'maybe-deleted' });
      return isListed;
    },
  );
  await dropProject(context.account, input.project);
  return done;
}
