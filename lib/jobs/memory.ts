import { get, type Setting, update } from '../storage/settings.ts';
import { type Allowed, type Claim, claimStep, type End, type Lane } from './claim.ts';
import { isForgotten } from './kept.ts';
import type { Item, ItemState, Job } from './types.ts';

/** A single write by hand: a job and its only item. Also used for one item of a bulk job (see `openWrites`). */
export interface Press {
  job: Job;
  item: Item;
}

/**
 * The single writes that are in memory only: those from private windows, and those that the database could not store.
 * They are lost when the browser closes.
 */
const presses: Setting<Press[]> = { key: 'presses', area: 'session', fallback: [] };

/** The prefix of the ids of single writes that are in memory only. */
const mark = 'memory ';
export const idInMemory = (name: string): string => mark + name;
export const isInMemory = (id: string): boolean => id.startsWith(mark);

export const pressesInMemory = (): Promise<Press[]> => get(presses);

export const addPress = async (job: Job, item: Item): Promise<void> => {
  await update(presses, (all) => [...all, { job, item }]);
};

/**
 * Changes a single write in memory, or deletes it if it is no longer needed (see `isForgotten`). Resolves to the
 * `result` from `apply`, or to undefined if no write has this id.
 */
async function change<T>(id: string, apply: (press: Press) => { press: Press | undefined; result: T }) {
  let result: T | undefined;
  await update(presses, (all) =>
    all.flatMap((one) => {
      if (one.job.id !== id) return [one];
      const changed = apply(one);
      result = changed.result;
      return changed.press && !isForgotten(changed.press.job) ? [changed.press] : [];
    }),
  );
  return result;
}

/**
 * Changes a single write in memory, as `writeJob` does for a stored job. `apply` gets the item only if it is in one of
 * `states`.
 */
export const writePress = (
  id: string,
  states: readonly ItemState[],
  apply: (job: Job, items: Item[]) => { job: Job; items: Item[] },
): Promise<Job | undefined> =>
  change(id, ({ job: before, item }) => {
    const { job, items } = apply(before, states.includes(item.state) ? [item] : []);
    return { press: { job, item: items.at(-1) ?? item }, result: job };
  });

/** Takes the next step of a single write in memory (see `claimStep`). For stored jobs, `claimNext` does this. */
export const claimPress = (
  id: string,
  end: End | undefined,
  now: number,
  allowed: Allowed,
  lane: Lane,
): Promise<Claim | undefined> =>
  change(id, (press) => {
    const { job, item } = press;
    const inState = (state: ItemState) => (item.state === state ? [item] : []);
    const stored = { job, ended: end && item, sent: inState('sending'), waiting: inState('waiting') };
    const step = claimStep(stored, end, now, allowed, lane);
    return { press: step ? { job: step.job, item: step.items.at(-1) ?? item } : press, result: step };
  });

export const forgetPress = (id: string): Promise<undefined> =>
  change(id, () => ({ press: undefined, result: undefined }));
