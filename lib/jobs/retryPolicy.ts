import type { SiteLook } from '../audit/look.ts';
import type { Problem, ProblemKind, Website } from '../services/index.ts';
import { maxWait } from '../services/limitHeaders.ts';
import type { Item, ItemOutcome, Job } from './types.ts';

/**
 * The result of an item that succeeded. `secret`: whether the person still has to copy the item's generated password.
 * `look`: the audit's result. `id`: the id of the record that the result is about.
 */
export interface ItemEnd {
  outcome: ItemOutcome;
  secret?: boolean;
  look?: SiteLook;
  id?: string;
}

/**
 * The result of a look-up that could not tell whether a write was carried out. `mayRepeat`: whether Waymark may send
 * the write again without asking the person. `website`: the record, if the look-up has read it.
 */
export interface Unfound {
  outcome?: undefined;
  mayRepeat: boolean;
  website?: Website | undefined;
}

/** Makes the result of a look-up that could not tell whether a write was carried out (see `Unfound`). */
export const unfound = (mayRepeat: boolean, website?: Website): Unfound => ({ mayRepeat, website });

/** Whether an item's request could not even be prepared, for an unknown reason. */
export const isUnready = ({ unsent }: Item, { code }: Problem): boolean => !!unsent && code === 'unconfirmed';

/** An item fails once its request could not be prepared this many times. */
const maxUnready = 3;

/** An item is not sent again after this many of its answers were lost. */
export const maxLost = 3;

/** A job pauses after this many lost answers in a row. */
export const maxUnanswered = 3;

/** Whether a job is paused because several answers in a row were lost. A person then decides how it continues. */
export const isUnanswered = ({ state, unanswered = 0 }: Job): boolean =>
  state === 'paused' && unanswered >= maxUnanswered;

/**
 * When a write is looked up after its answer was lost (milliseconds after the loss). A service may carry out a write
 * minutes after Waymark has stopped waiting for the answer.
 */
export const lookTimes = [2_000, 6_000, 20_000, 60_000, 180_000, 600_000] as const;

/** How long after a lost answer a write may be sent again if no look-up has found it (milliseconds). */
export const repeatAfter = 20_000;

/** An item fails once this many workers in a row have stopped while working on it, because it may be the reason. */
const maxClaims = 3;

/** Returns a problem if too many workers in a row have stopped while working on an item, otherwise undefined. */
export const endlessClaims = ({ kind }: Job, { claims = 0 }: Item): Problem | undefined =>
  claims < maxClaims ? undefined : { kind: 'cancelled', ...(kind === 'audit' ? { code: 'stopped' as const } : {}) };

/**
 * If a service refuses a request because of its rate limit after this many temporary failures in a row, the job pauses.
 * The service probably allows fewer requests than a single item needs.
 */
const maxBusy = 20;

/** The HTTP status "Method Not Allowed": the service lacks this operation, so waiting does not help. */
export const methodRefused = 405;

type Rule = 'fail' | 'wait' | 'stop';

/**
 * What follows from a failed attempt, by kind of problem. `fail`: the item fails, because the fault is in the item.
 * `wait`: the job tries again later, because the service or the network has a temporary problem. `stop`: the job
 * pauses, because a person must act.
 */
const retryRules: Record<ProblemKind, Rule> = {
  rejected: 'fail',
  conflict: 'fail',
  missing: 'fail',
  forbidden: 'fail',
  busy: 'wait',
  server: 'wait',
  network: 'wait',
  timeout: 'wait',
  shape: 'wait',
  cancelled: 'wait',
  setup: 'stop',
  access: 'stop',
  auth: 'stop',
  redirect: 'stop',
};

/**
 * A job pauses after this many failed items in a row, because the cause is probably not in the items. `streaks`: the
 * number for some kinds of problem. `defaultStreak`: the number for all other kinds.
 */
const streaks: Partial<Record<ProblemKind, number>> = { forbidden: 3 };
const defaultStreak = 10;

/** The decision about a job and its item after a failed attempt. `is`: what happens next (see `retryRules`). */
export interface RetryDecision {
  is: Rule;
  /** Whether the write may have been carried out. If so, it is looked up before it is sent again. */
  uncertain: boolean;
  /** Whether the answer of this attempt was lost. */
  lost: boolean;
  /**
   * Whether the outcome of an earlier request for the item is still unknown. True after the look-up of a sent item, and
   * for an unsent item that the person wants to send again (`Item.resend`).
   */
  isOpen: boolean;
  /** The number of failed items in a row after which the job pauses. */
  streak: number;
}

/**
 * Decides how a job continues after a failed attempt. `isLookUp`: whether the attempt only looked up an earlier write.
 * Code `unconfirmed` means that the write was sent and its outcome is unknown, except for an unsent item (see
 * `isUnready`). Code `still-unconfirmed` means that nothing was sent, because the outcome of an earlier write is
 * unknown.
 */
export function retryDecision(job: Job, item: Item, problem: Problem, isLookUp: boolean): RetryDecision {
  const lost = problem.code === 'unconfirmed' && !isLookUp && !item.unsent;
  const given = {
    uncertain: isLookUp || lost || problem.code === 'still-unconfirmed',
    lost,
    isOpen: item.unsent ? !!item.resend : isLookUp,
    streak: streaks[problem.kind] ?? defaultStreak,
  };
  // A failed single write is not retried, because the person sees the failure and can retry it. If the write may have
  // been carried out, it is only looked up.
  const ofPress = isLookUp || lost ? 'wait' : 'fail';
  return { ...given, is: job.press ? ofPress : ruleOf(job, item, problem, lost) };
}

function ruleOf(job: Job, item: Item, problem: Problem, lost: boolean): Rule {
  const isEndless = problem.kind === 'busy' ? job.troubles >= maxBusy : problem.status === methodRefused;
  const rule = isEndless ? 'stop' : retryRules[problem.kind];
  const isOver = job.state === 'cancelled';
  if (isUnready(item, problem) && (item.unready ?? 0) + 1 >= maxUnready) return 'fail';
  if (rule === 'stop' && isOver) return lost ? 'wait' : 'fail';
  return rule;
}

/** Whether a create failed because its domain was refused, or is or may be taken. Retrying it is pointless. */
export const isFinal = ({ kind: job }: Job, { problem }: Item): boolean =>
  job === 'create' && (problem?.kind === 'conflict' || (problem?.kind === 'rejected' && !!problem.fields?.domain));

const backoffSeconds = [1, 2, 4, 8, 15, 30, 60, 120, 300];
/**
 * The longest wait after a network failure (seconds). It is short, because a retry without a network costs the service
 * nothing, and browsers do not always notice that the network is back.
 */
const maxOfflineWait = 30;

/**
 * Returns how long a job waits after `troubles` temporary failures in a row (milliseconds). This is the time that the
 * service has asked for (`retryAfter`) or, if it has not asked, a time that grows with the failures.
 */
export function troubleAfter(troubles: number, { kind, retryAfter }: Problem): number {
  if (retryAfter !== undefined) return Math.min(Math.max(retryAfter, 1) * 1000, maxWait);
  const delay = backoffSeconds[Math.min(troubles, backoffSeconds.length) - 1] ?? 1;
  if (kind === 'busy') return Math.max(delay, 30) * 1000;
  return (kind === 'network' ? Math.min(delay, maxOfflineWait) : delay) * 1000;
}
