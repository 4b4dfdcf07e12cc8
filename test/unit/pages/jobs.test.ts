import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { statusText } from '@/entrypoints/manage/jobs/jobTexts.ts';
import {
  type ItemFilter,
  jobCsv,
  useItems,
  useJobActions,
  useJobs,
  useWork,
} from '@/entrypoints/manage/jobs/useJobs.ts';
import { useOpenJob } from '@/entrypoints/popup/site/useOpenJob.ts';
import { openJobStore } from '@/lib/jobs/database.ts';
import { newJob } from '@/lib/jobs/state.ts';
import type { Item, ItemState, Job, JobKind } from '@/lib/jobs/types.ts';
import { jobsNow, rateLimitsNow } from '@/lib/jobs/watch.ts';
import { addJob, forgetJob } from '@/lib/jobs/write.ts';
import { set } from '@/lib/storage/settings.ts';
import { asked, does, hooked, loaded, openPage, worker } from './hooked.ts';

// The page is in the worker's own store.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));
vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const base = 'https://stats.example';
const jobOf = (id: string, kind: JobKind, change: Partial<Job> = {}): Job => ({
  ...newJob({ id, kind, items: [{ key: 'a.example' }], fields: {}, speed: 'careful' }, { url: base, account: base }, 1)
    .job,
  ...change,
});
const over: Partial<Job> = { state: 'done', ended: 5 };
const counts = { waiting: 0, sending: 0, done: 0, failed: 0, skipped: 0 };

beforeEach(async () => {
  openPage();
  await forgetJob('j');
});
afterEach(() => void vi.useRealTimers());

/** The worker tells the pages how its jobs stand. */
const tellJobs = async (...jobs: Job[]) => {
  await does(() => set(jobsNow, jobs));
};

describe('the jobs of a tab', () => {
  const every = [jobOf('c', 'create'), jobOf('u', 'update'), jobOf('d', 'delete'), jobOf('a', 'audit')];
  test.each([
    ['add', ['c']],
    ['websites', ['d', 'u']],
  ] as const)('%s: its own, the newest first', async (tab, ids) => {
    const hook = await hooked(useJobs, tab);
    expect(hook.now().jobs).toBeUndefined();
    await tellJobs(...every);
    expect(hook.now().jobs?.map(({ id }) => id)).toEqual(ids);
    await hook.show('add');
    await tellJobs(...every);
    expect(hook.now().jobs?.map(({ id }) => id)).toEqual(['c']);
  });

  const clocked = async (...jobs: Job[]) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const hook = await hooked(() => useJobs('add'));
    await tellJobs(...jobs);
    return hook;
  };
  const pass = (time: number) => act(async () => void (await vi.advanceTimersByTimeAsync(time)));

  test('a running one keeps the worker awake and its clock going, until the page is left', async () => {
    const hook = await clocked(jobOf('c', 'create'));
    const { now } = hook.now();
    expect(asked('jobs.ping')).toEqual([{ seen: 'add' }]);
    await pass(25_000);
    expect([asked('jobs.ping').length, hook.now().now - now]).toEqual([3, 25_000]);
    await hook.end();
    await pass(25_000);
    expect(asked('jobs.ping')).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['one that has ended is said to be seen, once', [jobOf('c', 'create', over)], 1],
    ['where there is none the worker is let sleep', [], 0],
  ])('%s', async (_what, jobs, pings) => {
    await clocked(...jobs);
    await pass(25_000);
    expect(asked('jobs.ping')).toHaveLength(pings);
  });

  test('in the background, no outcome is said to be seen until it is shown', async () => {
    Object.assign(document, { hidden: true });
    const hook = await clocked(jobOf('c', 'create', over));
    Object.assign(document, { hidden: false });
    const shows = () => document.dispatchEvent(new window.Event('visibilitychange'));
    shows();
    await hook.end();
    shows();
    expect(asked('jobs.ping')).toEqual([{}, { seen: 'add' }]);
  });

  const now = 1_800_000_000_000;
  test.each<[string, Partial<Job>, object, says: string]>([
    ['a limit that is not known', {}, {}, 'time_left_minutes_one'],
    ['the same, in haste', { speed: 'fast' }, {}, 'job_running'],
    ['a stated limit', {}, { limit: 20 }, 'time_left_minutes_other'],
    ['an audit, which sends nothing there', { kind: 'audit' }, { blocked: now + 9000 }, 'time_left_minutes_one'],
  ])('under %s: how long the rest takes', async (_what, change, limit, says) => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    await set(rateLimitsNow, { [base]: { sent: [], ...limit } });
    const hook = await loaded(() => useJobs('add'));
    const job = jobOf('c', 'create', { ...change, serviceUrl: `${base}/stats` });
    const left = { ...job, counts: { ...counts, waiting: 70, sending: 30 } };
    const status = () => statusText(left, now, hook.now().rateLimitOf(left));
    expect(status()).toBe(`addmany_${says}`);
    await act(() => set(rateLimitsNow, {}));
    expect(status()).toBe(`addmany_${change.speed ? says : 'time_left_minutes_one'}`);
  });
});

describe('what is under way', () => {
  const running = jobOf('c', 'create');
  const paused = jobOf('a', 'audit', { state: 'paused' });
  const add = 'addmany_job_title_one';
  test.each<[string, Job[], object]>([
    ['what has ended', [jobOf('c', 'create', over)], {}],
    ['a paused one too', [running, paused], { add, tracking: 'audit_job · addmany_job_paused' }],
  ])('is said on its tab: %s', async (_what, jobs, work) => {
    const hook = await hooked(useWork);
    expect(hook.now()).toEqual({});
    await tellJobs(...jobs);
    const before = hook.now();
    expect(before).toEqual(work);
    // The same again draws nothing anew.
    await tellJobs(...structuredClone(jobs));
    expect(hook.now()).toBe(before);
  });

  test.each<[string, Job[], string | undefined]>([
    ['one that has ended', [jobOf('o', 'create', over)], undefined],
    ['a paused one', [jobOf('o', 'create', over), paused], 'a'],
    ['a running one before a paused one', [paused, running], 'c'],
  ])('in the popup: %s', async (_what, jobs, id) => {
    const hook = await hooked(useOpenJob);
    await tellJobs(...jobs);
    expect(hook.now()?.id).toBe(id);
  });
});

test('the worker is asked what was pressed, of this job', async () => {
  const hook = await hooked(() => useJobActions(jobOf('j', 'create')));
  const { onCommand, onAgain } = hook.now().actions;
  onCommand('dismiss')();
  onAgain({ rest: true, password: 'made-up' });
  const sent = worker.asked.map(({ name, input }) => [name, input]);
  expect(sent).toEqual([
    ['jobs.dismiss', { id: 'j' }],
    ['jobs.retry', { id: 'j', rest: true, password: 'made-up' }],
  ]);
});

describe('the items of a job', () => {
  const states: ItemState[] = ['waiting', 'failed', 'sending', 'done', 'failed', 'skipped'];
  const items = states.map((state, at): Item => ({ job: 'j', at, key: `${at}.example`, state }));
  const job = jobOf('j', 'create', { total: 6, counts: { waiting: 1, sending: 1, done: 1, failed: 2, skipped: 1 } });
  const open = async (of: Job) => {
    await addJob(of, items);
    return hooked((now: Job) => useItems(now), of);
  };
  const see = async ({ now }: Awaited<ReturnType<typeof open>>, first: number, last: number) => {
    await does(() => now().onWindow(first, last));
    return Array.from({ length: 7 }, (_, index) => now().itemAt(index)?.at);
  };
  const none = undefined;

  test.each<[string, Partial<Job>, ItemFilter]>([
    ['all of one that runs', {}, 'all'],
    ['all of one that has ended well', { ...over, counts: { ...counts, done: 6 } }, 'all'],
  ])('at first shows %s', async (_what, change, filter) => {
    expect((await open({ ...job, ...change })).now().filter).toBe(filter);
  });

  test.each<[ItemFilter, number, (number | undefined)[]]>([
    ['all', 6, [0, 1, 2, 3, 4, 5, none]],
    ['failed', 2, [1, 4, none, none, none, none, none]],
  ])('chosen: %s', async (filter, count, seen) => {
    const hook = await open(job);
    await act(() => hook.now().onFilter(filter));
    expect([hook.now().count, await see(hook, 0, 6)]).toEqual([count, seen]);
  });

  test('only what is in view is read, and again when something has changed', async () => {
    const hook = await open(job);
    expect(await see(hook, 2, 3)).toEqual([none, none, 2, 3, none, none, none]);
    await act(() => hook.now().onFilter('done'));
    // What was read belongs to another filter.
    expect(hook.now().itemAt(2)).toBeUndefined();
    await act(() => hook.now().onFilter('all'));
    await see(hook, 0, 1);
    await (await openJobStore()).put('items', { job: 'j', at: 0, key: '0.example', state: 'done' });
    await hook.load({ ...job, counts: { ...job.counts, waiting: 0, done: 2 } });
    expect(hook.now().itemAt(0)?.state).toBe('done');
  });
});

test('the report has a line for each site, and says what was to be read there', async () => {
  const job = jobOf('j', 'create');
  await addJob(job, [
    { job: 'j', at: 0, key: 'a.example', state: 'done', outcome: 'already' },
    { job: 'j', at: 1, key: 'b.example', state: 'failed', problem: { kind: 'server' } },
  ]);
  const lines = (await jobCsv(job)).slice(1).trimEnd().split('\r\n');
  expect(lines).toEqual([
    'domain,outcome,in_words,reason',
    'a.example,already,addmany_item_already,',
    'b.example,failed,addmany_item_failed,problem_server_plain',
  ]);
});
