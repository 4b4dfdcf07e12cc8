import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type PageState, type SiteState, siteStates, stateOf, type Visits } from '@/lib/audit/look.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import type { Hits, InputOf, Problem } from '@/lib/services/index.ts';
import type { Kind } from '@/lib/services/traits.ts';
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
  until,
  worker,
} from './auditWorker.ts';

const [minute, day] = [60_000, 86_400_000];
const service = vi.hoisted(() => ({ asked: [] as string[], answer: (_input: unknown): unknown => [] }));
/** How long each of the worker's pauses was meant to be (milliseconds). */
const slept = vi.hoisted(() => [] as number[]);

vi.mock('@/lib/util/sleep.ts', async (original) => {
  const { sleep } = await original<typeof import('@/lib/util/sleep.ts')>();
  return {
    sleep: (...given: Parameters<typeof sleep>) => {
      slept.push(given[0]);
      return sleep(...given);
    },
  };
});

vi.mock('@/lib/background/request.ts', async (original) => ({
  ...(await original<object>()),
  request: async (_name: string, input: InputOf<'websites.hits'>, { unasked }: { unasked?: boolean }) => {
    service.asked.push(`${unasked ? '' : 'at once '}${input.last ? 'last' : 'week'} ${input.ids}`);
    return service.answer(input);
  },
}));

// Most services that tell of visits are asked for each website alone.
setUp('umami');
beforeEach(() => {
  service.asked = [];
  slept.length = 0;
});

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

async function answerWith(problem: Problem): Promise<void> {
  const error = new (await import('@/lib/services/index.ts')).ApiError(problem);
  service.answer = () => Promise.reject(error);
}
/** Answers so of the second website, and of each other one with its visits of the week. */
async function answerBut(problem: Problem, last?: true): Promise<void> {
  await answerWith(problem);
  const fail = service.answer;
  service.answer = (input) => {
    const { ids, last: isLast } = input as InputOf<'websites.hits'>;
    const [id = ''] = ids;
    return id === '1' && isLast === last ? fail(input) : [{ id, week: 5 }];
  };
}
/** Each look of the sites finds the state in its place, or the code. */
async function finding(...states: (PageState | undefined)[]) {
  const { kinds } = await import('@/lib/background/jobs/jobKinds.ts');
  vi.spyOn(kinds.audit, 'send').mockImplementation(async (_job, { at }) => {
    const state = states[at] ?? 'tracking';
    return { outcome: state, look: { state, trackers: [] } };
  });
}
async function wakeNow(): Promise<void> {
  void (await import('@/lib/background/jobs/runner.ts')).wake();
}
const answerNothing = () => answerWith({ kind: 'server', status: 503 });
/** An audit whose service has told of all visits that it knows. */
async function audited(count: number, how: Parameters<typeof audit>[1] = {}): Promise<Job> {
  await audit(hosts(count), how);
  return closed();
}
/** What is stored of an audit's sites is changed. */
const changeItems = (change: (item: Item) => Item, from = 0, to?: number) =>
  worker.writeJob('a', ['done'], (job, items) => ({ job, items: items.slice(from, to).map(change) }));
/** The look of a site, and what was told of its visits then. */
const seen =
  (state: PageState, visits: Visits) =>
  (item: Item): Item => ({ ...item, look: { state, trackers: [], visits } });
/** An audit whose service has not answered yet. */
async function askingAudit(count: number, how: Parameters<typeof audit>[1] = {}): Promise<void> {
  await answerNothing();
  await audit(hosts(count), how);
  await until('a', ({ troubles, asksVisits }) => !!asksVisits && troubles > 0);
}
/** The day before, so many sites were found to be tracked. */
const trackedBefore = (count: number) =>
  worker.keepAudit({ id: 'before', account, at: Date.now() - day, sites: hosts(count).map((host) => [host, 7]) });
const weeksNow = async (id = 'a') =>
  (await worker.itemsOf(id)).map(({ key, look }) => [key.split('.')[0], look?.visits?.week]);

const statesNow = async (id = 'a') => (await worker.itemsOf(id)).map(({ look }) => look && stateOf(look));
const kept = async () => (await worker.pastAudits(account)).at(-1)?.sites.map(([, at]) => siteStates[at]);
const oneByOne = 'week 0,week 1,last 1,week 2,last 2,week 3,last 3,week 4,week 5,last 5,week 6'.split(',');
test.each<[string, kind: Kind, isOfAll: boolean, asked: string[]]>([
  ['one by one', 'umami', false, oneByOne],
  ['of all at once', 'matomo', true, ['week 0', 'last 1,2,3,5']],
])('a service that tells of visits %s is asked as little as that allows', async (_how, kind, isOfAll, asked) => {
  await newWorker(kind);
  answers(
    {
      ...{ 0: { week: 3 }, 1: { week: 0, ago: 9 }, 2: { week: 4, ago: 0.1 }, 3: { week: 0, ago: null }, 4: {} },
      ...{ 5: { week: 0, ago: 0 }, 6: { week: 2 } },
    },
    isOfAll,
  );
  await finding('tracking', 'tracking', 'missing', 'unsure', 'silent', 'silent', 'silent');
  await audited(7);
  expect(service.asked).toEqual(asked);
  const expected: SiteState[] = ['tracking', 'quiet', 'counted', 'unsure', 'silent', 'silent', 'silent'];
  expect(await statesNow()).toEqual(expected);
  expect(await kept()).toEqual(expected);
  expect((await worker.itemsOf('a')).map(({ outcome }) => outcome)).toEqual(expected);
  const looks = (await worker.itemsOf('a')).flatMap(({ look = [] }) => look);
  expect(looks.map(({ visits }) => visits)).toMatchObject([
    { week: 3 },
    { week: 0, is: 'quiet' },
    { week: 4, is: 'counted' },
    { week: 0, last: null },
    { at: expect.any(Number) },
    // A service may count only some kinds of visits for the week, and still have had one just now.
    { week: 0, last: expect.any(Number) },
    { week: 2 },
  ]);
});

test('a service that tells of none is not asked', async () => {
  await newWorker();
  const job = await runAudit(hosts(2));
  expect([service.asked, job.asksVisits]).toEqual([[], undefined]);
});

test.each<[string, Problem]>([
  ['refuses', { kind: 'forbidden' }],
  ['cannot be asked', { kind: 'setup', code: 'no-key' }],
])('where the service %s, the looks count alone, and it is asked once', async (_what, problem) => {
  await answerWith(problem);
  await audited(3);
  expect([service.asked.length, new Set(await statesNow()).size]).toEqual([1, 1]);
  expect((await worker.itemsOf('a')).some(({ look }) => look?.visits)).toBe(false);
});

test.each<[string, Problem]>([
  ['cannot be read', { kind: 'shape', status: 200 }],
  ['make the service fail', { kind: 'server', status: 500 }],
])('one website whose visits %s is left out', async (_what, problem) => {
  await answerBut(problem);
  await audited(4);
  expect((await weeksNow()).map(([, week]) => week)).toEqual([5, undefined, 5, 5]);
});

test.each<[string, Problem, last?: true]>([
  ['take too long', { kind: 'timeout' }],
  ['take too long for the server before it', { kind: 'server', status: 504 }],
  ['take too long where the last one is asked for', { kind: 'timeout' }, true],
])(
  'one website whose visits %s holds up no other, though each pause is longer than a worker lives',
  async (_what, problem, last) => {
    await answerBut(problem, last);
    await finding('tracking', 'missing');
    await audit(hosts(4));
    await reported();
    const waitsOrEnded = () => until('a', ({ asksVisits, until = 0 }) => !asksVisits || until > Date.now());
    while ((await waitsOrEnded()).asksVisits) {
      await worker.writeJob('a', [], (job) => ({ job: { ...job, until: 0 }, items: [] }));
      await newWorker('umami');
      await answerBut(problem, last);
      await wakeNow();
    }
    expect((await weeksNow()).map(([, week]) => week)).toEqual([5, undefined, 5, 5]);
  },
);

test('after each failure nothing is asked for longer, by any worker, until the looks count alone', async () => {
  await askingAudit(2);
  const asked = service.asked.length;
  await newWorker('umami');
  await answerNothing();
  const { run } = await reported();
  for (const [failures, pause] of [1, 3, 10].entries()) {
    const job = await until('a', ({ troubles }) => troubles === failures + 1);
    expect((job.until ?? 0) - (job.since ?? 0)).toBe(pause * minute);
    service.asked = [];
    await wakeNow();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(service.asked).toEqual([]);
    await worker.writeJob('a', [], (now) => ({ job: { ...now, until: 0 }, items: [] }));
    await wakeNow();
  }
  const job = await closed();
  expect(job).not.toHaveProperty('until');
  expect([asked, service.asked.length]).toEqual([1, 1]);
  // Pages read the report again, which says that visits are being asked for.
  expect(job.run.ended).toBeGreaterThan(run.ended);
});

test('a check of one site meanwhile goes on with the questions about the others', async () => {
  await askingAudit(3);
  await changeItems((item) => ({ ...item, sent: Date.now() - 25 * 60 * minute }), 2);
  service.answer = (input) => (input as InputOf<'websites.hits'>).ids.map((id) => ({ id, week: 5 }));
  await audit(['z.example'], { id: 'b' });
  await closed('b');
  // A page may have changed since a look of the day before.
  expect(await weeksNow('b')).toEqual([
    ['z', 5],
    ['s0', 5],
    ['s1', 5],
    ['s2', undefined],
  ]);
});

test.each<[string, hosts: string[], SiteState]>([
  ['with other hosts may be those of these', ['s0.shop.example.com', 'b.example'], 'missing'],
  ['with www beside it are its own', ['s0.shop.example.com', 'www.s0.shop.example.com'], 'counted'],
])('the visits of a website %s', async (_what, names, expected) => {
  await newWorker('matomo');
  await worker.putWebsites(account, [{ id: '0', domain: 's0.shop.example.com', hosts: names }]);
  answers({ 0: { week: 4, ago: 0.1 }, 1: { week: 1 } }, true);
  await finding('missing');
  await audited(1);
  expect(await statesNow()).toEqual([expected]);
});

test('an update is installed while visits are requested', async () => {
  await askingAudit(1);
  Object.assign(fakeBrowser.runtime, { getContexts: async () => [{ contextType: 'BACKGROUND' }] });
  const reload = vi.spyOn(fakeBrowser.runtime, 'reload').mockImplementation(() => {});
  const { updateWaits } = await import('@/lib/background/deferUpdate.ts');
  await worker.set(updateWaits, true);
  await wakeNow();
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(await worker.jobWith('a')).toMatchObject({ asksVisits: true });
});

test('where ten in a row may not be known, no other is asked for', async () => {
  answers({});
  await audited(15);
  expect(service.asked).toHaveLength(10);
});

test('a worker that ends meanwhile leaves the rest to the next', async () => {
  service.answer = () => new Promise(() => {});
  await audit(hosts(2));
  await reported();
  await vi.waitFor(() => expect(service.asked).toHaveLength(1));
  await newWorker('umami');
  answers({ 0: { week: 1 }, 1: { week: 2 } });
  await wakeNow();
  await closed();
  expect((await weeksNow()).map(([, week]) => week)).toEqual([1, 2]);
});

test('half of the limit is used by others: nothing is asked now, and the report is there', async () => {
  const { rateLimitsNow } = await import('@/lib/jobs/watch.ts');
  const sent = Array.from({ length: 27 }, () => Date.now());
  await worker.set(rateLimitsNow, { [new URL(stats).origin]: { sent } as never });
  answers({ 0: { week: 1 } });
  await audit(hosts(1));
  expect(await reported()).toMatchObject({ asksVisits: true });
  await vi.waitFor(() => expect(Math.max(...slept)).toBeGreaterThan(minute / 2));
  expect([service.asked, await statesNow()]).toEqual([[], [expect.any(String)]]);
  // It would wait for its turn beyond the end of this test.
  await worker.dismissJob({ id: 'a' });
});

test('what an opened page shows is joined with what was told of its visits', async () => {
  await newWorker('matomo');
  answers({ 0: { week: 0, ago: null } }, true);
  await audited(1);
  await changeItems(seen('unsure', { at: Date.now(), last: null, week: 0 }));
  const visits = { at: 1, is: 'counted' } as const;
  await worker.noteLook({ id: 'a', at: 0, look: { state: 'tracking', trackers: [], visits } });
  expect(await statesNow()).toEqual(['quiet']);
  expect(await kept()).toEqual(['quiet']);
});

test('the visits of a site are requested anew once its page is opened long after', async () => {
  answers({ 0: { week: 0, ago: null }, 1: { week: 2 } });
  await finding('unsure', 'unsure');
  await audited(2);
  await changeItems(seen('unsure', { at: Date.now() - 5 * day, last: null, week: 0 }), 0, 1);
  // A site that could not be looked at has no visits either.
  const unseen = ({ look: _, ...item }: Item): Item => ({ ...item, state: 'failed', problem: { kind: 'network' } });
  await changeItems(unseen, 1);
  service.asked = [];
  answers({ 0: { week: 3 }, 1: { week: 2 } });
  for (const at of [0, 1]) {
    await worker.noteLook({ id: 'a', at, look: { state: 'tracking', trackers: [] } });
    expect((await statesNow())[at]).toBe('tracking');
    await closed();
  }
  expect(await weeksNow()).toEqual([
    ['s0', 3],
    ['s1', 2],
  ]);
  expect(service.asked).toEqual(['week 0', 'week 1']);
});

test.each<[string, counted: Counted[string], messages: string[]]>([
  ['and of visits that have stopped once they are known', { week: 0, ago: 7.5 }, ['audit_lost\naudit_stopped']],
  ['and of nothing more where visits arrive', { week: 3 }, []],
])('a repeat tells of lost code at once, %s', async (_what, counted, messages) => {
  await newWorker('matomo');
  await trackedBefore(2);
  answers({ 0: counted, 1: { week: 0 } }, true);
  await finding('tracking', 'missing');
  const job = await audited(2, { isRepeat: true });
  expect(shown.map(([id, { message }]) => [id, message])).toEqual(
    ['audit_lost', ...messages].map((message) => ['?tab=tracking&connection=main&audit=a', message]),
  );
  // It tells of nothing again when more is heard later.
  expect(job).not.toHaveProperty('isRepeat');
});

test('a repeat whose questions another check goes on with tells of what it has heard', async () => {
  await trackedBefore(3);
  await finding('missing', 'tracking');
  await askingAudit(3, { isRepeat: true });
  expect(shown.map(([, { message }]) => message)).toEqual(['audit_lost']);
  const visits = { at: Date.now(), last: Date.now() - 7.5 * day, week: 0, is: 'quiet' } as const;
  await changeItems(seen('tracking', visits), 1, 2);
  answers({ 0: { week: 0 }, 2: { week: 1 } });
  await audit(['z.example'], { id: 'b' });
  await closed('b');
  expect(shown.slice(1)).toMatchObject([
    ['?tab=tracking&connection=main&audit=a', { message: 'audit_lost\naudit_stopped' }],
  ]);
});

test('what another check hears of the sites of a repeat is told as the repeat would', async () => {
  await trackedBefore(1);
  await finding('tracking');
  await askingAudit(1, { isRepeat: true });
  answers({ 0: { week: 0, ago: 7.5 } });
  await audit(['z.example'], { id: 'b' });
  await closed('b');
  expect((await statesNow('b'))[1]).toBe('quiet');
  expect(shown).toMatchObject([['?tab=tracking&connection=main&audit=b', { message: 'audit_stopped' }]]);
  expect(await kept()).toContain('quiet');
});

test('a site that is opened while the last question is under way is asked for, too', async () => {
  answers({ 0: { week: 1 }, 1: { week: 1 } });
  await finding('unsure', 'unsure');
  await audited(2);
  await changeItems(seen('unsure', { at: Date.now() - 2 * 60 * minute, week: 1 }));
  service.asked = [];
  const { promise, resolve } = Promise.withResolvers<Hits[]>();
  service.answer = () => promise;
  await worker.noteLook({ id: 'a', at: 0, look: { state: 'tracking', trackers: [] } });
  await vi.waitFor(() => expect(service.asked).toEqual(['week 0']));
  await worker.noteLook({ id: 'a', at: 1, look: { state: 'tracking', trackers: [] } });
  answers({ 1: { week: 2 } });
  resolve([{ id: '0', week: 3 }]);
  await closed();
  expect((await weeksNow()).map(([, week]) => week)).toEqual([3, 2]);
});

test('a site whose code names another record of its host has the visits of that record', async () => {
  answers({ 0: { week: 0 }, 9: { week: 4 } });
  await finding('unsure');
  await audited(1);
  await worker.noteLook({ id: 'a', at: 0, look: { state: 'tracking', trackers: [] }, record: '9' });
  await closed();
  expect((await worker.itemsOf('a')).map(({ id, look }) => [id, look?.visits?.week])).toEqual([['9', 4]]);
});

test('a look of days before is not joined with the visits of today', async () => {
  await finding('missing');
  await askingAudit(1);
  const before = Date.now() - 3 * day;
  await worker.writeJob('a', ['done'], (job, items) => ({
    job: { ...job, ended: before, until: 0 },
    items: items.map((item) => ({ ...item, sent: before })),
  }));
  answers({ 0: { week: 5, ago: 0 } });
  await wakeNow();
  await closed();
  expect(await statesNow()).toEqual(['missing']);
});
