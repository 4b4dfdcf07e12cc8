import type { SiteLook } from '../audit/look.ts';
import type { Problem, ProblemKind } from '../services/index.ts';
import { maxWait } from '../services/limitHeaders.ts';
import type { Item, ItemOutcome, Job } from './types.ts';

/** How an item succeeded; `secret`: its generated password has not been copied yet. */
export interface ItemEnd {
  outcome: ItemOutcome;
  secret?: boolean;
  look?: SiteLook;
}

/** What a look-up that does not find the result says: whether the write may be sent again without a person's consent. */
export interface Unfound {
  outcome?: undefined;
  mayRepeat: boolean;
}

/** Whether an item could not be made ready to be sent, for a reason that we do not know. */
export const isUnready = ({ unsent }: Item, { code }: Problem): boolean => !!unsent && code === 'unconfirmed';

/** After this many times it fails. */
const maxUnready = 3;

/** An item is not repeated after this many lost answers. */
export const maxLost = 3;

/** After this many lost answers in a row the job pauses. */
export const maxUnanswered = 3;

/** Whether a job is paused because of that, so that a person decides. */
export const isUnanswered = ({ state, unanswered = 0 }: Job): boolean =>
  state === 'paused' && unanswered >= maxUnanswered;

/**
 * When a write is looked for (milliseconds after its answer was lost). A service may carry it out minutes after the client's
 * time limit.
 */
export const lookTimes = [2_000, 6_000, 20_000, 60_000, 180_000, 600_000] as const;

/** A write that may be repeated is looked for until then first. */
export const repeatAfter = 20_000;

/** An item fails after this many workers in a row stopped while they worked on it: it may be what stops them. */
const maxClaims = 3;

/** Why an item is not claimed again; undefined: it may be. */
export const endlessClaims = ({ kind }: Job, { claims = 0 }: Item): Problem | undefined =>
  claims < maxClaims ? undefined : { kind: 'cancelled', ...(kind === 'audit' ? { code: 'stopped' as const } : {}) };

/** After this many rate limit refusals in a row, one item takes more requests than the service allows. */
const maxBusy = 20;

type Rule = 'fail' | 'wait' | 'stop';

/** fail: the problem is the item's. wait: it is the service's or the network's, and temporary. stop: a person must act. */
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

/** After this many refusals in a row the cause is not the items: the job pauses. */
const streaks: Partial<Record<ProblemKind, number>> = { forbidden: 3 };
const defaultStreak = 10;

export interface RetryDecision {
  is: Rule;
  /** Whether the write may have been carried out: it is looked up before it is sent again. */
  uncertain: boolean;
  /** Whether this attempt lost an answer. */
  lost: boolean;
  /** Whether an earlier write was sent whose outcome this attempt does not tell: it was a look-up, or did not get to send again. */
  isOpen: boolean;
  /** The job stops after this many failures in a row. */
  streak: number;
}

/**
 * What a failed attempt means. Code `unconfirmed`: the write was sent and its outcome is unknown; `still-unconfirmed`: that of
 * an earlier one is, so this one was not sent; `asked`: nothing was sent this time, the outcome of an earlier write was looked up.
 */
export function retryDecision(job: Job, item: Item, problem: Problem, asked: boolean): RetryDecision {
  const lost = problem.code === 'unconfirmed' && !asked && !item.unsent;
  const given = {
    uncertain: asked || lost || problem.code === 'still-unconfirmed',
    lost,
    isOpen: item.unsent ? !!item.resend : asked,
    streak: streaks[problem.kind] ?? defaultStreak,
  };
  // Who pressed is told at once, and may press again; what may have been carried out is looked for all the same.
  const ofPress = asked || lost ? 'wait' : 'fail';
  return { ...given, is: job.press ? ofPress : ruleOf(job, item, problem, { asked, lost }) };
}

function ruleOf(job: Job, item: Item, problem: Problem, { asked, lost }: { asked: boolean; lost: boolean }): Rule {
  const isEndless = problem.kind === 'busy' && job.troubles >= maxBusy;
  const rule = isEndless ? 'stop' : retryRules[problem.kind];
  const isOver = job.state === 'cancelled';
  if (isUnready(item, problem) && (item.unready ?? 0) + 1 >= maxUnready) return 'fail';
  // A refused look-up says nothing about the item.
  if (asked && rule === 'fail') return isOver ? 'fail' : 'stop';
  if (rule === 'stop' && isOver) return lost ? 'wait' : 'fail';
  return rule;
}

/** Whether a create was refused for its domain, so that trying again with the same one is useless. */
export const isFinal = ({ kind: job }: Job, { problem }: Item): boolean =>
  job === 'create' && (problem?.kind === 'conflict' || (problem?.kind === 'rejected' && !!problem.fields?.domain));

const backoffSeconds = [1, 2, 4, 8, 15, 30, 60, 120, 300];
/** Retrying while offline costs the service nothing, and nothing says when it ends. */
const maxOfflineWait = 30;

/** How long a job waits after this many failed requests in a row (milliseconds). */
export function troubleAfter(troubles: number, { kind, retryAfter }: Problem): number {
  if (retryAfter !== undefined) return Math.min(Math.max(retryAfter, 1) * 1000, maxWait);
  const delay = backoffSeconds[Math.min(troubles, backoffSeconds.length) - 1] ?? 1;
  if (kind === 'busy') return Math.max(delay, 30) * 1000;
  return (kind === 'network' ? Math.min(delay, maxOfflineWait) : delay) * 1000;
}
