import { isNoAnswer } from '../audit/look.ts';
import type { Problem } from '../services/index.ts';
import { isPause } from '../services/limitHeaders.ts';
import { isAhead } from '../util/moments.ts';
import {
  endlessClaims,
  type ItemEnd,
  isFinal,
  isUnready,
  lookTimes,
  maxLost,
  maxUnanswered,
  type RetryDecision,
  repeatAfter,
  retryDecision,
  troubleAfter,
} from './retryPolicy.ts';
import type { Item, ItemState, Job, Noted } from './types.ts';

/** A job and one of its items, both after the same change. */
export interface JobStep {
  job: Job;
  item: Item;
}

/** The values that a job is started with, and those of each of its items. */
export type JobStart = Pick<
  Job,
  'id' | 'kind' | 'fields' | 'press' | 'list' | 'private' | 'awaited' | 'password' | 'speed' | 'isRepeat' | 'isWhole'
> & { items: readonly Pick<Item, 'key' | 'id' | 'from' | 'absentAt' | 'despiteUnknown' | 'before' | 'resend'>[] };

/** The `counts` of a job without items: 0 for each state. */
export const noCounts = { waiting: 0, sending: 0, done: 0, failed: 0, unknown: 0, skipped: 0 };

/** Returns a new job with its items, which all wait to be sent. */
export function newJob(
  { items, ...given }: JobStart,
  { id: connection, url, account }: { id?: string; url: string; account: string },
  now: number,
): { job: Job; items: Item[] } {
  const total = items.length;
  return {
    job: {
      ...given,
      serviceUrl: url,
      account,
      ...(connection === undefined ? {} : { connection }),
      state: total ? 'running' : 'done',
      total,
      counts: { ...noCounts, waiting: total },
      outcomes: {},
      secrets: 0,
      ...(given.kind === 'audit' ? { holdsAccess: true as const } : {}),
      started: now,
      troubles: 0,
      streak: 0,
      run: { from: now, ended: 0 },
    },
    items: items.map((item, at) => ({ ...item, job: given.id, at, state: 'waiting' })),
  };
}

const isOpen = ({ waiting, sending }: Job['counts']) => waiting + sending > 0;
const isEnd = (state: ItemState) => state !== 'waiting' && state !== 'sending';

/** Whether an earlier request for an item may have been carried out. Ignores any request under way. */
const isDoubtful = ({ lost, resend }: Item): boolean => !!lost || !!resend;

/** Removes `open` and `create` from an item that enters a state, unless its request may still be carried out. */
function closedIn(state: ItemState, item: Item): Item {
  if (state === 'sending' || state === 'unknown' || (state !== 'done' && isDoubtful(item))) return item;
  const { open: _, create: __, ...closed } = item;
  return closed;
}

/** Moves an item to another state, and updates the job's counts. The job ends with its last item. */
function move(job: Job, item: Item, state: ItemState, now: number): JobStep {
  const counts = { ...noCounts, ...job.counts };
  counts[item.state]--;
  counts[state]++;
  const ended = isEnd(state) && !isEnd(item.state) ? job.run.ended + 1 : job.run.ended;
  const next: Job = { ...job, counts, run: { ...job.run, ended } };
  return { job: isOpen(counts) ? next : close(next, now), item: { ...closedIn(state, item), state } };
}

const noTrouble = { until: undefined, problem: undefined, problemSite: undefined };

const close = (job: Job, now: number): Job => ({
  ...job,
  ...noTrouble,
  state: job.state === 'cancelled' ? 'cancelled' : 'done',
  ended: job.ended ?? now,
});

/** Whether a job has items to send or to look up. A cancelled job still looks up the items that it has sent. */
export const isJobActive = (job: Job): boolean =>
  job.state === 'running' || (job.state === 'cancelled' && job.counts.sending > 0);

/**
 * Returns when a job's wait ends (milliseconds since 1970), or 0 if the job does not wait. After a single failure, a
 * wait that the service asked for ends early once a request sent later (at the time `reached`) has succeeded. After
 * several failures in a row, it does not end early, because the service may refuse only writes.
 */
export function waitsUntil({ until = 0, since = 0, problem, troubles }: Job, reached: number, now: number): number {
  const isOver = problem && isPause(problem) && troubles <= 1 && reached > since;
  return isOver || isAhead(since, now) ? 0 : until;
}

/** What a job's run does next: work on this item, wait until this moment, or do nothing. */
export type Next = { item: Item } | { wait: number } | { idle: true };

/**
 * Returns what a job's run does next. `sent`: the items in the state `sending` that have no request under way.
 * `waiting`: the first waiting item. Items in `sent` come first, because a look-up also shows whether the service is
 * back. For `reached`, see `waitsUntil`.
 */
export function next(job: Job, sent: readonly Item[], waiting: Item | undefined, now: number, reached = 0): Next {
  if (!isJobActive(job)) return { idle: true };
  const until = waitsUntil(job, reached, now);
  if (until > now) return { wait: until };
  const due = sent.find(({ again = 0, sent: at }) => again <= now || isAhead(at, now));
  if (due) return { item: due };
  if (waiting && job.state === 'running') return { item: waiting };
  return sent.length ? { wait: Math.min(...sent.map(({ again = 0 }) => again)) } : { idle: true };
}

/** Claims an item for the job's run. Store the result before sending any request for the item. */
export function claimItem(job: Job, item: Item, now: number): JobStep {
  const { absentAt: _, again: __, lostAt: ___, claims = 0, ...rest } = item;
  return move({ ...job, until: undefined }, { ...rest, sent: now, unsent: true, claims: claims + 1 }, 'sending', now);
}

/** Marks a claimed item as sent. Store the result before the request is sent: from then on, the outcome is unknown. */
export function sentItem({ unsent: _, resend: __, awaits: ___, ...item }: Item, noted: Noted = {}): Item {
  return { ...item, ...noted };
}

const untroubled = (job: Job): Job => ({ ...job, ...noTrouble, troubles: 0 });
/** Ends a job's wait, because its service has answered. A paused job still shows the reason for its pause. */
const afterAnswer = (job: Job): Job => (job.state === 'paused' ? job : untroubled(job));

/** Whether an audit is waiting or paused because no site answers. */
export const isHeldUp = ({ problem, state, until }: Job): boolean =>
  problem?.code === 'no-answers' && (state === 'paused' || until !== undefined);

/**
 * Whether an audit discards a failed examination of a site's page: no site answers now, or the examination began before
 * the audit was resumed.
 */
const isVoid = (job: Job, { sent = 0 }: Item, now: number): boolean =>
  isHeldUp(job) || (!!job.heldUp && job.state === 'running' && sent < job.run.from && job.run.from <= now);

/** Ends an item that succeeded. If an audit discards the result (see `isVoid`), its site waits to be examined again. */
export function itemSettled(job: Job, item: Item, ended: ItemEnd, now: number): JobStep {
  if (isNoAnswer(ended.look?.why) && isVoid(job, item, now))
    return move(job, { ...item, problem: { kind: 'setup', code: 'no-answers' } }, 'waiting', now);
  const { problem: _, again: __, claims: ___, unsent: ____, resend: _____, ...rest } = item;
  const { outcome, secret } = ended;
  const answered: Job = {
    ...afterAnswer(job),
    streak: 0,
    unanswered: 0,
    outcomes: { ...job.outcomes, [outcome]: (job.outcomes[outcome] ?? 0) + 1 },
    secrets: job.secrets + (secret ? 1 : 0),
  };
  return move(answered, { ...rest, ...ended }, 'done', now);
}

function unsentState({ state }: Job, item: Item): ItemState {
  if (state !== 'cancelled') return 'waiting';
  return isDoubtful(item) ? 'unknown' : 'skipped';
}

/** Releases an unsent item. It ends if its job is cancelled or after too many claims, and otherwise waits again. */
function unsentAgain(job: Job, item: Item, now: number): JobStep {
  const problem = endlessClaims(job, item);
  if (!problem || job.state === 'cancelled') return move(afterAnswer(job), item, unsentState(job, item), now);
  return move(afterAnswer(job), { ...item, claims: undefined, problem }, isDoubtful(item) ? 'unknown' : 'failed', now);
}

/**
 * Handles a look-up that could not tell whether an item was carried out. An item that was never sent waits again. Any
 * other is looked up again at growing intervals or, with `mayRepeat`, sent again. In the end, its outcome is unknown.
 */
export function itemUnfound(job: Job, item: Item, now: number, mayRepeat: boolean): JobStep {
  const { again: _, ...rest } = item;
  if (item.unsent) return unsentAgain(job, rest, now);
  // If the clock was set back, stored moments may be in the future, and the look-ups would never end.
  const [sent, lostAt] = [item.sent, item.lostAt].map((moment = now) => Math.min(moment, now)) as [number, number];
  // Without `lostAt`, the worker stopped before the answer came. That answer counts as lost, too.
  const lost = (item.lost ?? 0) + (item.lostAt === undefined ? 1 : 0);
  const kept = { ...rest, sent, lost, lostAt };
  const mayResend = mayRepeat && job.state !== 'cancelled' && !item.lookOnly;
  const isRepeated = mayResend && lost < maxLost && now >= lostAt + repeatAfter;
  if (isRepeated) return move(afterAnswer(job), kept, 'waiting', now);
  const next = lookTimes.find((time) => lostAt + time > now);
  if (next !== undefined) return { job: afterAnswer(job), item: { ...kept, again: lostAt + next } };
  const { problem = { kind: 'timeout', code: 'unconfirmed' } } = item;
  return move(afterAnswer(job), { ...kept, problem }, 'unknown', now);
}

/**
 * Returns a job and its item after a failed attempt. The item fails or is tried again, or the job pauses until a person
 * acts. A paused job keeps its reason, because another reason might let it continue by itself. `isLookUp`: whether the
 * attempt was a look-up. `isPast`: whether the job was resumed after the attempt began; it then neither pauses nor
 * waits again.
 */
export function itemRefused(
  job: Job,
  item: Item,
  problem: Problem,
  now: number,
  isLookUp = false,
  isPast = false,
): JobStep {
  const decision = retryDecision(job, item, problem, isLookUp);
  const tried = triedItem(item, problem, decision, now);
  if (decision.is === 'fail') return fail(job, tried, decision, now);
  // Nobody waits for a cancelled job, so it must end even if its service never answers again.
  if (isLookUp && job.state === 'cancelled') return itemUnfound(job, tried, now, false);
  const unanswered = (job.unanswered ?? 0) + (decision.lost ? 1 : 0);
  const kept = decision.uncertain
    ? { job: { ...job, unanswered }, item: tried }
    : move(job, tried, unsentState(job, item), now);
  if (isPast || kept.job.ended || kept.job.state === 'paused') return kept;
  const isStopped = decision.is === 'stop' || (decision.lost && unanswered >= maxUnanswered);
  if (isStopped && kept.job.state !== 'cancelled') return { ...kept, job: stop(kept.job, problem) };
  const troubles = job.troubles + 1;
  // After a lost answer, nothing is sent until the look-up, which also shows whether the service is back.
  const wait = Math.max(troubleAfter(troubles, problem), decision.lost ? lookTimes[0] : 0);
  return { ...kept, job: { ...kept.job, troubles, problem, since: now, until: now + wait } };
}

/** Marks an item's answer as lost, so that its outcome is looked up before it is sent again. */
const lostItem = (item: Item, now: number): Item => ({
  ...item,
  lost: (item.lost ?? 0) + 1,
  lostAt: now,
  again: now + lookTimes[0],
});

function triedItem(
  { claims: _, ...item }: Item,
  problem: Problem,
  { lost, uncertain }: RetryDecision,
  now: number,
): Item {
  if (lost) return lostItem({ ...item, problem }, now);
  if (isUnready(item, problem)) return { ...item, problem, unready: (item.unready ?? 0) + 1 };
  if (!uncertain || problem.code !== 'still-unconfirmed') return { ...item, problem };
  // An earlier create of the host may still be carried out, so this item is looked up as if it had been sent itself.
  return { ...sentItem(item), problem, awaits: !item.create };
}

/** Makes an item fail, unless an earlier try may have succeeded. After `streak` failures in a row, the job pauses. */
function fail(job: Job, item: Item, { isOpen, uncertain, streak: maxStreak }: RetryDecision, now: number): JobStep {
  // If the service refuses a look-up or a repeated write, that does not tell what became of the first write.
  if (isOpen && uncertain && job.state !== 'cancelled') return itemUnfound(job, item, now, false);
  if (isOpen) return move(job, item, 'unknown', now);
  if (item.lost) return { job: afterAnswer(job), item: lostItem(sentItem(item), now) };
  const streak = job.streak + 1;
  const refused = (job.refused ?? 0) + (isFinal(job, item) ? 1 : 0);
  const failed = move({ ...afterAnswer(job), streak, refused, unanswered: 0 }, item, 'failed', now);
  const goesOn = streak < maxStreak || failed.job.state !== 'running';
  return goesOn ? failed : { ...failed, job: { ...stop(failed.job, item.problem), problemSite: item.key } };
}

const stop = (job: Job, problem?: Problem): Job => ({ ...job, ...noTrouble, state: 'paused', problem, streak: 0 });

/** Pauses a job if it is running. Requests under way are not interrupted. */
export const paused = (job: Job): Job => (job.state === 'running' ? stop(job) : job);

/** Gives a job another account, if the job's API key was refused or is missing, or its account is not connected. */
export function rebound(job: Job, account: string | undefined): Job {
  const { kind, code = '' } = job.problem ?? {};
  const isOwnKeyGone = kind === 'auth' || ['no-address', 'other-service', 'no-key'].includes(code);
  return account && isOwnKeyGone && job.account !== account ? { ...job, account, rebound: true, undo: undefined } : job;
}

/** Makes a paused or waiting job continue at once. `meant`: when a person last started or resumed it. */
export function resumed(job: Job, now: number, meant = now): Job {
  if (job.state !== 'paused' && job.state !== 'running') return job;
  return { ...untroubled(job), state: 'running', unanswered: 0, run: { from: now, ended: 0, meant } };
}

/**
 * Cancels a job, and returns it with the changed items. A waiting item is skipped or, if an earlier request for it may
 * have succeeded, gets an unknown outcome. Items that were sent are still looked up.
 */
export function cancelled(job: Job, waiting: readonly Item[], now: number): { job: Job; items: Item[] } {
  if (job.ended) return { job, items: [] };
  const over: Job = { ...untroubled(job), state: 'cancelled' };
  const items = waiting.map((item): Item => ({ ...item, state: unsentState(over, item) }));
  const counts = { ...noCounts, ...job.counts, waiting: 0 };
  for (const { state } of items) counts[state]++;
  const cancelled: Job = { ...over, counts };
  return { job: isOpen(counts) ? cancelled : close(cancelled, now), items };
}
