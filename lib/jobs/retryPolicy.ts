import type { Problem, ProblemKind } from '../services/index.ts';
import type { Item, ItemOutcome, Job } from './types.ts';

/** How an item ended well; `secret`: its generated password waits to be copied. */
export interface ItemEnd {
  outcome: ItemOutcome;
  secret?: boolean;
}

/** A request that was sent this long ago can no longer be under way (milliseconds; the client gives up after 15 s). */
const maxRequestAge = 21_000;
/** An item fails after this many lost answers, each looked up without finding the record. */
const maxLost = 3;

type Rule = 'fail' | 'wait' | 'stop';

/** fail: it is this item's. wait: it is the service's or the network's, and passes. stop: a person must act. */
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

/** This many refusals in a row are not about single items: the job pauses. */
const streaks: Partial<Record<ProblemKind, number>> = { forbidden: 3 };
const defaultStreak = 10;

export interface RetryDecision {
  is: Rule;
  /** Whether it may have been carried out: to be looked up, never just sent again. */
  uncertain: boolean;
  /** Whether an answer was lost by this attempt. */
  lost: boolean;
  /** This many failures in a row stop the job. */
  streak: number;
}

/**
 * What a failed attempt means. Problems with code `unconfirmed` say that the write was sent and its end is unknown;
 * `asked`: nothing was sent this time, only asked what became of it.
 */
export function retryDecision(job: Job, item: Item, problem: Problem, asked: boolean): RetryDecision {
  const unconfirmed = problem.code === 'unconfirmed';
  const lost = unconfirmed && !asked;
  const rule = retryRules[problem.kind];
  const given = { uncertain: asked || unconfirmed, lost, streak: streaks[problem.kind] ?? defaultStreak };
  if (lost && (item.lost ?? 0) + 1 >= maxLost) return { ...given, is: 'fail' };
  // A look-up that is refused says nothing of the item.
  if (asked && rule === 'fail') return { ...given, is: job.state === 'cancelled' ? 'fail' : 'stop' };
  if (rule === 'stop' && job.state === 'cancelled') return { ...given, is: 'fail' };
  return { ...given, is: rule };
}

/** Whether a create was refused for its domain: only with another one may it end in another way. */
export const isFinal = ({ kind: job }: Job, { problem }: Item): boolean =>
  job === 'create' && (problem?.kind === 'conflict' || (problem?.kind === 'rejected' && !!problem.fields?.domain));

/** When an item that a look-up did not find may be sent again. */
export const sureAfter = (sent: number | undefined): number => (sent ?? 0) + maxRequestAge;

const backoffSeconds = [1, 2, 4, 8, 15, 30, 60, 120, 300];
/** Being offline costs the service nothing, and ends without notice. */
const maxOfflineWait = 30;
const maxWait = 900;

/** How long a job waits after the service could not be asked so many times in a row (milliseconds). */
export function troubleAfter(troubles: number, { kind, retryAfter }: Problem): number {
  if (retryAfter !== undefined) return Math.min(Math.max(retryAfter, 1), maxWait) * 1000;
  const delay = backoffSeconds[Math.min(troubles, backoffSeconds.length) - 1] ?? 1;
  if (kind === 'busy') return Math.max(delay, 30) * 1000;
  return (kind === 'network' ? Math.min(delay, maxOfflineWait) : delay) * 1000;
}
