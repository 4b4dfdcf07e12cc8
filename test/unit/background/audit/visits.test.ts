import { expect, test, vi } from 'vitest';
import { type SiteState, siteStates, stateOf } from '@/lib/audit/look.ts';
import type { Hits, InputOf, Problem } from '@/lib/services/index.ts';
import { stats } from '../../data/pages/page.ts';
import {
  account,
  audit,
  closed,
  hosts,
  newWorker,
  reported,
  runAudit,
  setUp,
  shown,
  type Worker,
} from './auditWorker.ts';

const day = 86_400_000;
const service = vi.hoisted(() => ({
  asked: [] as string[],
  answer: (_input: unknown): unknown => [],
}));

vi.mock('@/lib/background/request.ts', async (original) => ({
  ...(await original<object>()),
  request: async (_name: string, input: InputOf<'websites.hits'>, { unasked }: { unasked?: boolean }) => {
    service.asked.push(`${unasked ? '' : 'at once '}${input.last ? 'last' : 'week'} ${input.ids}`);
    return service.answer(input);
  },
}));

setUp();

/** What the service counts of each website: the visits of the week, and days since the last one. */
type Counted = Record<string, { week?: number; ago?: number | null }>;
const hitsOf = (id: string, { week, ago }: Counted[string] = {}, isLast = false): Hits => ({
  id,
  ...(isLast && ago !== undefined ? { last: ago === null ? null : Date.now() - ago * day } : {}),
  ...(isLast || week === undefined ? {} : { week }),
});
/** Answers for each website alone, or for the week of all at once. */
const answers = (counted: Counted, isOfAll = false) => {
  service.answer = (input) => {
    const { ids, last } = input as InputOf<'websites.hits'>;
    const named = isOfAll && !last ? Object.keys(counted) : ids;
    return named.map((id) => hitsOf(id, counted[id], last));
  };
};

async function workerOf(kind?: 'umami' | 'matomo'): Promise<Worker> {
  service.asked = [];
  const worker = await newWorker();
  const { connections, set } = await import('@/lib/storage/settings.ts');
  const one = { id: 'main', analyticsUrl: stats, account, ...(kind ? { kind } : {}) };
  await set(connections, { list: [one], active: 'main' });
  return worker;
}

const statesNow = async (worker: Worker, id = 'a') =>
  (await worker.itemsOf(id)).map(({ look }) => look && stateOf(look));
const kept = async (worker: Worker) => (await worker.pastAudits(account)).at(-1)?.sites.map(([, at]) => siteStates[at]);
test.each<[string, kind: 'umami' | 'matomo', isOfAll: boolean, asked: string[]]>([
  ['one by one', 'umami', false, ['week 0', 'week 1', 'last 1', 'week 2', 'last 2', 'week 3', 'last 3', 'week 4']],
  ['of all at once', 'matomo', true, ['week 0', 'last 1,2,3']],
])('a service that tells of visits %s is asked as little as that allows', async (_how, kind, isOfAll, asked) => {
  const worker = await workerOf(kind);
  answers(
    { 0: { week: 3 }, 1: { week: 0, ago: 9 }, 2: { week: 4, ago: 0.1 }, 3: { week: 0, ago: null }, 4: {} },
    isOfAll,
  );
  const { kinds } = await import('@/lib/background/jobs/jobKinds.ts');
  const states = ['tracking', 'tracking', 'missing', 'unsure', 'silent'] as const;
  const send = vi.spyOn(kinds.audit, 'send').mockImplementation(async (_job, { at }) => {
    const state = states[at] ?? 'tracking';
    return { outcome: state, look: { state, trackers: [] } };
  });
  await audit(worker, hosts(5));
  const job = await closed(worker);
  send.mockRestore();
  expect(service.asked).toEqual(asked);
  const expected: SiteState[] = ['tracking', 'quiet', 'counted', 'unsure', 'silent'];
  expect(await statesNow(worker)).toEqual(expected);
  expect(await kept(worker)).toEqual(expected);
  expect(job.outcomes).toMatchObject({ tracking: 1, quiet: 1, counted: 1, unsure: 1, silent: 1, missing: 0 });
  expect((await worker.itemsOf('a')).map(({ look }) => look?.visits)).toMatchObject([
    { week: 3 },
    { week: 0, is: 'quiet' },
    { week: 4, is: 'counted' },
    { week: 0, last: null },
    { at: expect.any(Number) },
  ]);
});

test('a service that tells of none is not asked', async () => {
  const worker = await workerOf();
  const job = await runAudit(worker, hosts(2));
  expect([service.asked, job.asksVisits]).toEqual([[], undefined]);
});

test.each<[string, Problem]>([
  ['refuses', { kind: 'forbidden' }],
  ['cannot be asked', { kind: 'setup', code: 'no-key' }],
])('where the service %s, the looks count alone, and it is asked once', async (_what, problem) => {
  const worker = await workerOf('umami');
  const { ApiError } = await import('@/lib/services/index.ts');
  service.answer = () => Promise.reject(new ApiError(problem));
  await audit(worker, hosts(3));
  await closed(worker);
  expect([service.asked.length, new Set(await statesNow(worker)).size]).toEqual([1, 1]);
  expect((await worker.itemsOf('a')).some(({ look }) => look?.visits)).toBe(false);
});

test('where ten in a row may not be known, no other is asked for', async () => {
  const worker = await workerOf('umami');
  answers({});
  await audit(worker, hosts(15));
  await closed(worker);
  expect(service.asked).toHaveLength(10);
});

test('a worker that ends meanwhile leaves the rest to the next', async () => {
  let first: Worker | undefined = await workerOf('matomo');
  service.answer = () => new Promise(() => {});
  await audit(first, hosts(2));
  await reported(first);
  await vi.waitFor(() => expect(service.asked).toHaveLength(1));
  first = undefined;
  const second = await workerOf('matomo');
  answers({ 0: { week: 1 }, 1: { week: 2 } }, true);
  const { wake } = await import('@/lib/background/jobs/runner.ts');
  void wake();
  await closed(second);
  expect((await second.itemsOf('a')).map(({ look }) => look?.visits?.week)).toEqual([1, 2]);
});

test('half of the limit is used by others: nothing is asked now, and the report is there', async () => {
  const { rateLimitsNow } = await import('@/lib/jobs/watch.ts');
  const worker = await workerOf('umami');
  const { set } = await import('@/lib/storage/settings.ts');
  const sent = Array.from({ length: 27 }, () => Date.now());
  await set(rateLimitsNow, { [new URL(stats).origin]: { sent } as never });
  answers({ 0: { week: 1 } });
  await audit(worker, hosts(1));
  expect(await reported(worker)).toMatchObject({ asksVisits: true });
  expect([service.asked, await statesNow(worker)]).toEqual([[], [expect.any(String)]]);
  // It would wait for its turn beyond the end of this test.
  await worker.dismissJob({ id: 'a' });
});

test('what an opened page shows is joined with what was told of its visits', async () => {
  const worker = await workerOf('matomo');
  answers({ 0: { week: 0, ago: null } }, true);
  await audit(worker, hosts(1));
  await closed(worker);
  const { writeJob } = await import('@/lib/jobs/write.ts');
  await writeJob('a', ['done'], (job, items) => ({
    job,
    items: items.map((item) => ({
      ...item,
      look: { state: 'unsure', trackers: [], visits: { at: Date.now(), last: null, week: 0 } },
    })),
  }));
  await worker.noteLook({
    id: 'a',
    at: 0,
    look: { state: 'tracking', trackers: [], visits: { at: 1, is: 'counted' } },
  });
  expect(await statesNow(worker)).toEqual(['quiet']);
  expect(await kept(worker)).toEqual(['quiet']);
});

test('a repeat tells of visits that have stopped once they are known, together with all else', async () => {
  const worker = await workerOf('matomo');
  const sites = ['s0', 's1'].map((name): [string, number] => [`${name}.shop.example.com`, 7]);
  await worker.keepAudit({ id: 'before', account, at: Date.now() - day, sites });
  answers({ 0: { week: 0, ago: 7.5 }, 1: { week: 0 } }, true);
  const { kinds } = await import('@/lib/background/jobs/jobKinds.ts');
  const send = vi.spyOn(kinds.audit, 'send').mockImplementation(async (_job, { at }) => {
    const state = at ? 'missing' : 'tracking';
    return { outcome: state, look: { state, trackers: [] } };
  });
  await audit(worker, hosts(2), { isRepeat: true });
  await closed(worker);
  send.mockRestore();
  expect(shown.map(([, { message }]) => message)).toEqual(['audit_lost\naudit_stopped']);
});
