import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newJob } from '@/lib/jobs/state.ts';
import type { ItemState, Job } from '@/lib/jobs/types.ts';
import { jobStore } from './left.ts';

const base = 'https://stats.example.net';
const broken = {
  open: () => {
    throw new Error('no');
  },
} as never;

// The page is in the worker's own store.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));

/** Nothing in memory, storage as it was. */
async function load() {
  vi.resetModules();
  const [watching, store, settings] = await Promise.all([
    import('@/lib/jobs/watch.ts'),
    jobStore(),
    import('@/lib/storage/settings.ts'),
  ]);
  return { ...watching, ...store, ...settings };
}

const start = { kind: 'create', items: [{ key: 'a' }, { key: 'b' }], fields: {}, speed: 'fast' } as const;
const job = (id: string, at: number) => newJob({ id, ...start }, { url: base, account: base }, at);

describe('watching jobs', () => {
  const told: string[][] = [];
  const note = (jobs: Job[]) => void told.push(jobs.map(({ id }) => id));
  beforeEach(() => void told.splice(0));

  test('at once those that are stored, oldest first; then what the worker tells; then nothing', async () => {
    const { watchJobs, addJob, set, jobsNow } = await load();
    for (const { job: one, items } of [job('late', 9), job('early', 1)]) await addJob(one, items);
    const stop = watchJobs(note);
    await vi.waitFor(() => expect(told).toEqual([['early', 'late']]));
    await set(jobsNow, [job('now', 5).job]);
    expect(told).toEqual([['early', 'late'], ['now']]);
    stop();
    await set(jobsNow, []);
    expect(told).toHaveLength(2);
  });

  test('what the worker told meanwhile is newer than what is stored', async () => {
    const { watchJobs, set, jobsNow, openJobStore } = await load();
    await openJobStore();
    watchJobs(note);
    await set(jobsNow, [job('now', 5).job]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told).toEqual([['now']]);
  });

  test('a store that cannot be read holds no job, and is tried anew', async () => {
    const { watchJobs, allJobs } = await load();
    const working = globalThis.indexedDB;
    globalThis.indexedDB = broken;
    watchJobs(note);
    await vi.waitFor(() => expect(told).toEqual([[]]));
    globalThis.indexedDB = working;
    expect(await allJobs()).toEqual([]);
  });
});

test('the items of a job, of one state and of one job with an id', async () => {
  const { addJob, itemsOf, jobWith } = await load();
  const { job: one, items } = job('j', 1);
  expect([await addJob(one, items), await addJob(one, items)]).toEqual([true, false]);
  expect([await itemsOf('j', 'waiting'), await itemsOf('j', 'done'), await jobWith('k')]).toMatchObject([
    [{ key: 'a' }, { key: 'b' }],
    [],
    undefined,
  ]);
});

test.each<[ItemState[] | undefined, number, number, number[]]>([
  [undefined, 0, 3, [0, 1, 2]],
  [undefined, 2, 9, [2, 3, 4, 5, 6]],
  [['failed'], 0, 9, [0, 6]],
  [['failed'], 1, 9, [6]],
  [['failed'], 2, 9, []],
  [['skipped'], 0, 9, []],
  [['sending', 'waiting'], 0, 9, [4, 1, 2, 5]],
  [['sending', 'waiting'], 1, 2, [1, 2]],
  [['sending', 'waiting'], 3, 9, [5]],
  [['sending', 'waiting'], 9, 9, []],
  [['skipped', 'done'], 0, 1, [3]],
])('%j from %i, %i at most', async (states, from, count, places) => {
  const { addJob, someItemsOf } = await load();
  const { job: one } = job('j', 1);
  const all: ItemState[] = ['failed', 'waiting', 'waiting', 'done', 'sending', 'waiting', 'failed'];
  const itemsOf = (id: string) => all.map((state, at) => ({ job: id, at, key: `${at}`, state }));
  for (const id of ['i', 'j', 'k']) await addJob({ ...one, id }, itemsOf(id));
  const found = await someItemsOf('j', states, from, count);
  expect(found.map(({ at }) => at)).toEqual(places);
  expect(found.every((item) => item.job === 'j')).toBe(true);
});
