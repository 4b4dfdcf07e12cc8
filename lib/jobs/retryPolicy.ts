import type { SiteLook } from '../audit/look.ts';
import type { Problem, ProblemKind } from '../services/index.ts';
import { maxWait } from '../services/limitHeaders.ts';
import type { Item, ItemOutcome, Job } from './types.ts';

/**
 * How an item succeeded. `secret`: whether its generated password has still to be copied. `look`: the result of an
 * audit.
 */
export interface ItemEnd {
  outcome: ItemOutcome;
  secret?: boolean;
  look?: SiteLook;
}

/**
 * The outcome of a look-up that did not find the result of a write. `mayRepeat`: whether the write may be sent again
 * without asking a person.
 */
export interface Unfound {
  outcome?: undefined;
  mayRepeat: boolean;
}

/** Whether preparing an item's request failed for an unknown reason. */
export const isUnready = ({ unsent }: Item, { code }: Problem): boolean => !!unsent && code === 'unconfirmed';

/** An item fails after its request could not be prepared this many times. */
const maxUnready = 3;

/** After this many lost answers an item is not sent again. */
export const maxLost = 3;

/** After this many lost answers in a row the job pauses. */
export const maxUnanswered = 3;

/** Whether a job is paused because several answers in a row were lost. A person then decides how it continues. */
export const isUnanswered = ({ state, unanswered = 0 }: Job): boolean =>
  state === 'paused' && unanswered >= maxUnanswered;

/**
 * When a write is looked up (milliseconds after its answer was lost). A service may carry out a write minutes after the
 * client's time limit.
 */
export const lookTimes = [2_000, 6_000, 20_000, 60_000, 180_000, 600_000] as const;

/** How long we look for a write before we send it again, if it may be repeated (milliseconds). */
export const repeatAfter = 20_000;

/** An item fails when this many workers in a row have stopped while working on it, since the item may be the cause. */
const maxClaims = 3;

/** Returns why an item is not claimed again, or undefined if it may be claimed. */
export const endlessClaims = ({ kind }: Job, { claims = 0 }: Item): Problem | undefined =>
  claims < maxClaims ? undefined : { kind: 'cancelled', ...(kind === 'audit' ? { code: 'stopped' as const } : {}) };

/**
 * After this many temporary failures in a row, a rate limit refusal stops the job, because a single item then takes
 * more requests than the service allows.
 */
const maxBusy = 20;

type Rule = 'fail' | 'wait' | 'stop';

/**
 * What a failed attempt leads to. fail: the item is at fault. wait: the service or the network has a temporary problem.
 * stop: a person must act.
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

/** After this many failed items in a row the items are not the cause, so the job pauses. */
const streaks: Partial<Record<ProblemKind, number>> = { forbidden: 3 };
const defaultStreak = 10;

export interface RetryDecision {
  is: Rule;
  /** Whether the write may have been carried out. It is then looked up before it is sent again. */
  uncertain: boolean;
  /** Whether the answer to this attempt was lost. */
  lost: boolean;
  /**
   * Whether the outcome of an earlier write is still unknown, since this attempt was a look-up, or ended before it
   * could send the write again.
   */
  isOpen: boolean;
  /** The job pauses after this many failures in a row. */
  streak: number;
}

/**
 * Decides what follows from a failed attempt. `asked`: whether the attempt only looked up an earlier write. Code
 * `unconfirmed`: the write was sent and its outcome is unknown. Code `still-unconfirmed`: nothing was sent, because the
 * outcome of an earlier write is unknown.
 */
export function retryDecision(job: Job, item: Item, problem: Problem, asked: boolean): RetryDecision {
  const lost = problem.code === 'unconfirmed' && !asked && !item.unsent;
  const given = {
    uncertain: asked || lost || problem.code === 'still-unconfirmed',
    lost,
    isOpen: item.unsent ? !!item.resend : asked,
    streak: streaks[problem.kind] ?? defaultStreak,
  };
  // A person who pressed a button hears of the failure at once and may press again. If the write may have been carried
  // out, it is looked up all the same.
  const ofPress = asked || lost ? 'wait' : 'fail';
  return { ...given, is: job.press ? ofPress : ruleOf(job, item, problem, { asked, lost }) };
}

function ruleOf(job: Job, item: Item, problem: Problem, { asked, lost }: { asked: boolean; lost: boolean }): Rule {
  const isEndless = problem.kind === 'busy' && job.troubles >= maxBusy;
  const rule = isEndless ? 'stop' : retryRules[problem.kind];
  const isOver = job.state === 'cancelled';
  if (isUnready(item, problem) && (item.unready ?? 0) + 1 >= maxUnready) return 'fail';
  // A refused look-up does not mean that the write was refused.
  if (asked && rule === 'fail') return isOver ? 'fail' : 'stop';
  if (rule === 'stop' && isOver) return lost ? 'wait' : 'fail';
  return rule;
}

/** Whether a create was refused because of its domain. Retrying the same domain is then pointless. */
export const isFinal = ({ kind: job }: Job, { problem }: Item): boolean =>
  job === 'create' && (problem?.kind === 'conflict' || (problem?.kind === 'rejected' && !!problem.fields?.domain));

const backoffSeconds = [1, 2, 4, 8, 15, 30, 60, 120, 300];
/**
 * The longest wait after a network failure (seconds). It is short, because retries cost the service nothing while the
 * computer is offline, and no event says when it is online again.
 */
const maxOfflineWait = 30;

/** Returns how long a job waits after this many failed requests in a row (milliseconds). */
export function troubleAfter(troubles: number, { kind, retryAfter }: Problem): number {
  if (retryAfter !== undefined) return Math.min(Math.max(retryAfter, 1) * 1000, maxWait);
  const delay = backoffSeconds[Math.min(troubles, backoffSeconds.length) - 1] ?? 1;
  if (kind === 'busy') return Math.max(delay, 30) * 1000;
  return (kind === 'network' ? Math.min(delay, maxOfflineWait) : delay) * 1000;
}
