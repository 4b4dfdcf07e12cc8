import { inState, ofJob, openJobStore, type Secret } from './database.ts';
import type { Item, ItemState, Job } from './types.ts';

/**
 * Returns all bulk jobs that the person has not dismissed, oldest first. Like every function in this file, rejects if
 * the database cannot be opened.
 */
export async function allJobs(): Promise<Job[]> {
  const jobs = (await (await openJobStore()).getAll('jobs')).filter(({ press }) => !press);
  return jobs.sort((a, b) => a.started - b.started);
}

/** Returns the bulk job with this id, or undefined if there is none or the person has dismissed it. */
export async function jobWith(id: string): Promise<Job | undefined> {
  const job = await (await openJobStore()).get('jobs', id);
  return job?.press ? undefined : job;
}

/** Returns the items of a job in order. With `state`, returns only the items in this state. */
export async function itemsOf(job: string, state?: ItemState): Promise<Item[]> {
  const store = await openJobStore();
  return state ? store.getAllFromIndex('items', 'state', inState(job, state)) : store.getAll('items', ofJob(job));
}

/**
 * Returns at most `count` items of a job in order, after skipping the first `from`. With `states`, returns only items
 * in these states: first all items in the first state, then those in the next, and so on.
 */
export async function someItemsOf(
  job: string,
  states: readonly ItemState[] | undefined,
  from: number,
  count: number,
): Promise<Item[]> {
  const { store } = (await openJobStore()).transaction('items');
  if (!states) return store.getAll(IDBKeyRange.bound([job, from], [job, from + count - 1]));
  const index = store.index('state');
  const found: Item[] = [];
  let skip = from;
  for (const state of states) {
    const range = inState(job, state);
    const cursor = await index.openKeyCursor(range);
    const first = cursor && skip ? await cursor.advance(skip) : cursor;
    if (first) found.push(...(await index.getAll(IDBKeyRange.bound(first.key, range.upper), count - found.length)));
    if (found.length >= count) break;
    skip = first ? 0 : skip - (cursor ? await index.count(range) : 0);
  }
  return found;
}

/** Returns the common password of a job, or the seed of its generated passwords. Undefined if neither is stored. */
export async function secretOf(job: string): Promise<Secret | undefined> {
  return (await openJobStore()).get('secrets', job);
}
