import { claimItem, type JobStep, type Next, next, paused } from './state.ts';
import type { Item, Job } from './types.ts';

/**
 * The outcome of the item at the position `at`. `apply`: applies this outcome to the job and the item as they are
 * stored now, because they may have changed since the item was sent.
 */
export interface End {
  at: number;
  apply: (job: Job, item: Item) => JobStep;
}

/**
 * What a job's run does next. `send`: send this item, which is already stored as claimed (see `claimItem`). `absentAt`:
 * the value that claiming the item has removed from it. `ask`: look up whether this item was carried out. `wait`: wait
 * until this moment (milliseconds since 1970). `idle`: nothing is left to do.
 */
type Todo = { send: Item; absentAt?: number } | { ask: Item } | { wait: number } | { idle: true };

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

/**
 * What decides when the next request to a service may be sent. `from`: when the rate limit allows it. `reached`: when
 * the latest successful request was sent. Both are milliseconds since 1970.
 */
export interface Allowed {
  from: number;
  reached: number;
}

/** A lane of a run. Each lane works on one item at a time. The lanes of a run work in parallel. */
export interface Lane {
  /** The positions of the items that lanes are working on. All lanes of a run share this set. */
  running: Set<number>;
  /** Whether the lane takes only items that an earlier worker left unfinished (see `claims` in `Item`). */
  claimed: boolean;
}

/**
 * How long a bulk job goes on writing after a person has started or resumed it (milliseconds). It then pauses, because
 * the computer may have slept for days while others changed the records.
 */
const meantFor = 7 * 86_400_000;

/** Whether a job may go on without a person resuming it (see `meantFor`). */
export const mayGoOn = ({ press, kind, run }: Job, now: number): boolean =>
  !!press || kind === 'audit' || now - (run.meant ?? run.from) < meantFor;

/** The stored data that a job's run needs for its next step. */
export interface Stored {
  job: Job | undefined;
  /** The lane's previous item, if its outcome has just become known. */
  ended: Item | undefined;
  /** All items in the state `sending`. */
  sent: readonly Item[];
  waiting: readonly Item[];
}

/** The result of one step of a job's run: the job, the changed items, and what to do next (`todo`). */
export interface Claim {
  job: Job;
  todo: Todo;
  items: Item[];
}

/**
 * Takes the next step in a lane of a job (see `Lane`). First applies the previous item's outcome (`end`). Then decides
 * what to do next, and claims the item if it is to be sent. Returns undefined if the job is not stored.
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
  const after = step?.job ?? found;
  const job = mayGoOn(after, now) ? after : paused(after);
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
  return { job: result.job, todo: result.todo, items };
}
