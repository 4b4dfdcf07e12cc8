import { claimItem, type JobStep, type Next, next } from './state.ts';
import type { Item, Job } from './types.ts';

/** An item's outcome, as a change to apply to the item and its job as they are stored by then. */
export interface End {
  at: number;
  apply: (job: Job, item: Item) => JobStep;
}

/** What a runner has to do: send an item (already stored as claimed), look up an outcome, wait until a moment, or nothing. */
export type Todo = { send: Item; absentAt?: number } | { ask: Item } | { wait: number } | { idle: true };

function todoOf(job: Job, found: Next, now: number): { job: Job; todo: Todo; claimed?: Item } {
  if (!('item' in found)) return { job, todo: found };
  const { item } = found;
  if (item.state === 'sending') return { job, todo: { ask: item } };
  const step = claimItem(job, item, now);
  const { absentAt } = item;
  return { job: step.job, todo: { send: step.item, ...(absentAt ? { absentAt } : {}) }, claimed: step.item };
}

const placeOf = (todo: Todo): number | undefined =>
  'send' in todo ? todo.send.at : 'ask' in todo ? todo.ask.at : undefined;

/** What the rate limit says: no request before `from`; the last one that succeeded was sent at `reached`. */
export interface Allowed {
  from: number;
  reached: number;
}

/** One of the items that a run works on at the same time. */
export interface Lane {
  /** The places of the items that the run is working on, kept up to date. */
  running: Set<number>;
  /** Only what a worker claimed and did not end, one item after the other. */
  claimed: boolean;
}

/** What is stored of a job when a runner takes its next step. */
export interface Stored {
  job: Job | undefined;
  /** The previous item, whose outcome is known now. */
  ended: Item | undefined;
  /** All that were claimed or sent. */
  sent: readonly Item[];
  /** The first two that wait. */
  waiting: readonly Item[];
}

/** A runner's step: what it has to do, the job as it is then, the items that changed, and the one that ended. */
export interface Claim {
  job: Job;
  todo: Todo;
  items: Item[];
  ended: Item | undefined;
}

/**
 * One step of a runner: applies the previous item's outcome, finds the next item, and claims it. `allowed`: what the rate
 * limit says. Undefined: there is no such job.
 */
export function claimStep(
  { job: found, ended, sent, waiting }: Stored,
  end: End | undefined,
  now: number,
  allowed: Allowed,
  { running, claimed }: Lane,
): Claim | undefined {
  if (!found) return undefined;
  const step = end && ended && end.apply(found, ended);
  const job = step?.job ?? found;
  const others = [...sent, ...waiting].filter(({ at }) => at !== end?.at && !running.has(at));
  const candidates = step ? [step.item, ...others] : others;
  const open = claimed ? candidates.filter(({ claims }) => claims).slice(0, 1) : candidates;
  const first = open.find(({ state }) => state === 'waiting');
  const unknown = open.filter(({ state }) => state === 'sending');
  const upcoming = next(job, unknown, first, now, allowed.reached);
  const chosen: Next = 'item' in upcoming && allowed.from > now ? { wait: allowed.from } : upcoming;
  const result = todoOf(job, chosen, now);
  if (end) running.delete(end.at);
  const begun = placeOf(result.todo);
  if (begun !== undefined) running.add(begun);
  const items = [step?.item, result.claimed].filter((item) => item !== undefined);
  return { job: result.job, todo: result.todo, items, ended: step?.item };
}
