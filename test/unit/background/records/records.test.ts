import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ApiError, ListOutput, Problem, Website } from '@/lib/services/index.ts';
import { connections, set } from '@/lib/storage/settings.ts';
import { noDatabase } from '../../util/noDatabase.ts';

const base = 'https://stats.example.net';
const elsewhere = 'https://numbers.example.org';
const site = (domain: string, more: Partial<Website> = {}): Website => ({ id: domain, domain, ...more });

type Page = Partial<ListOutput<Website>> | Problem;
const service = { url: base, pages: [] as Page[], asked: [] as unknown[], operations: [] as string[] };

vi.mock('@/lib/background/request.ts', async (original) => ({
  ...(await original<object>()),
  changeAccount: () => {},
  serviceOf: async (keeper: string, only?: string) => {
    await checkAccount(only);
    return { id: 'main', url: service.url, account: service.url, list: keeper === 'seo' ? 'projects' : 'websites' };
  },
  request: async (name: string, input: unknown, { account: only }: { account?: string } = {}) => {
    await checkAccount(only);
    service.asked.push(input);
    service.operations.push(name);
    const page = service.pages.shift() ?? { items: [] };
    if ('kind' in page) throw await apiError(page);
    return { items: [], more: false, ...page };
  },
}));
// The worker's modules are loaded anew for each test, and with them the class.
const apiError = async (problem: Problem) =>
  new (await import('@/lib/services/index.ts')).ApiError(problem) as ApiError;

async function checkAccount(account = service.url): Promise<void> {
  if (account !== service.url) throw await apiError({ kind: 'setup', code: 'other-service' });
}

/** The worker with which the test began, or the last new one. */
let worker: Awaited<ReturnType<typeof load>>;

/** Begins a new worker: nothing in memory, storage as it was. */
async function wake(): Promise<void> {
  worker = await load();
}

async function load() {
  vi.resetModules();
  const [known, keep, changes, write, seed, refresh, alarm, runner, keepTo, { get }, state] = await Promise.all([
    import('@/lib/background/records/records.ts'),
    import('@/lib/background/records/keepAnswer.ts'),
    import('@/lib/background/records/change.ts'),
    import('@/lib/records/write.ts'),
    import('../../records/seed.ts'),
    import('@/lib/background/websites/sync.ts'),
    import('@/lib/background/jobs/alarm.ts'),
    import('@/lib/background/jobs/runner.ts'),
    import('@/lib/background/keepToConnections.ts'),
    import('@/lib/storage/settings.ts'),
    import('@/lib/storage/refresh.ts'),
  ]);
  const { wake: goOn } = runner;
  return { ...known, ...keep, ...changes, ...write, ...seed, ...refresh, ...alarm, goOn, ...keepTo, ...state, get };
}

beforeEach(async () => {
  Object.assign(service, { url: base, pages: [], asked: [], operations: [] });
  await set(connections, { list: [{ id: 'main', analyticsUrl: base, account: base }] });
  await wake();
});

describe('what is known of sites', () => {
  test('a host of two records stays known when one of them is deleted', async () => {
    await worker.putWebsites(base, [site('a.example', { id: '1' }), site('a.example', { id: '2' })]);
    await worker.dropWebsite(base, '2');
    expect(await worker.siteStatus(base, 'a.example')).toMatchObject({ site: { website: { id: '1' } } });
    await worker.dropWebsite(base, '1');
    expect((await worker.siteStatus(base, 'a.example'))?.site).toBeUndefined();
  });

  test('several at once, and whether the whole list was read', async () => {
    await worker.putHosts(base, ['c.example', 'www.c.example', 'b.example']);
    await worker.putWebsites(elsewhere, [site('d.example')]);
    expect(await worker.siteStatus(base, 'c.example')).toMatchObject({
      site: { website: { domain: 'c.example' } },
      variant: { website: { domain: 'www.c.example' } },
      isWhole: false,
    });
    expect(await worker.siteStatus(base, 'd.example')).toEqual({ isWhole: false });
    await worker.wasRead(base);
    expect(await worker.siteStatus(base, 'd.example')).toEqual({ isWhole: true });
    expect(await worker.knownHosts(base)).toEqual(['b.example', 'c.example', 'www.c.example']);
  });

  test.each<[since: object, isWhole: boolean]>([
    [{ total: 3, counted: 3 }, true],
    [{ total: 4, counted: 3 }, false],
    [{ why: 'unreadable-row' }, false],
  ])('no list is whole of which the service has more by now: %j', async (since, isWhole) => {
    await worker.wasRead(base, 5, since);
    expect(await worker.siteStatus(base, 'd.example')).toEqual({ isWhole });
  });

  test('a store that cannot be opened reads as empty', async () => {
    globalThis.indexedDB = {
      open: () => {
        throw new Error('no');
      },
    } as never;
    expect([
      await worker.knownSite(base, 'a'),
      await worker.siteStatus(base, 'a'),
      await worker.knownHosts(base),
      await worker.recordCount('websites', base),
    ]).toEqual([undefined, undefined, [], 0]);
  });

  test('where the browser gives us no database, they live in the worker’s memory', async () => {
    globalThis.indexedDB = noDatabase;
    await wake();
    await worker.putHosts(base, ['a.example']);
    expect(await worker.knownSite(base, 'a.example')).toMatchObject({ host: 'a.example' });
    await wake();
    expect(await worker.knownSite(base, 'a.example')).toBeUndefined();
  });

  test('pages hear of each account whose records have changed', async () => {
    for (const account of ['a', 'b', 'a']) await worker.change(account, async () => {});
    const { recordChanges } = await import('@/lib/records/changes.ts');
    await vi.waitFor(async () => expect(await worker.get(recordChanges)).toMatchObject({ a: 1, b: 1 }));
    await worker.change('b', async () => {});
    await vi.waitFor(async () => expect(await worker.get(recordChanges)).toMatchObject({ a: 1, b: 2 }));
  });
});

describe('reading the whole list', () => {
  const settled = (state: string) =>
    vi.waitFor(async () => {
      const now = worker.refreshOf(await worker.get(worker.refreshesNow), base);
      expect(now.state).toBe(state);
      return now;
    });

  test('one request for each page; what is not there any more is forgotten', async () => {
    await worker.putHosts(base, ['old.example', 'a.example']);
    service.pages = [
      { items: [site('a.example')], more: true, next: 'page=2' },
      { items: [site('b.example')], total: 2 },
    ];
    expect(await worker.refreshAll()).toMatchObject({ state: 'running', read: 0 });
    expect(await settled('done')).toMatchObject({ read: 2, pages: 2 });
    expect(service.asked).toEqual([
      { per_page: 100, sort: 'asc', sort_by: 'id' },
      { per_page: 100, sort: 'asc', sort_by: 'id', cursor: 'page=2' },
    ]);
    expect(await worker.storedHosts(base)).toEqual(['a.example', 'b.example']);
    expect(await worker.readAt(base)).toBeGreaterThan(0);
  });

  test('asked twice, it reads once', async () => {
    service.pages = [{ items: [site('a.example')] }];
    await Promise.all([worker.refreshAll(), worker.refreshAll()]);
    await settled('done');
    expect(service.asked).toHaveLength(1);
  });

  test('another service meanwhile ends it', async () => {
    service.pages = [{ items: [site('a.example')], more: true, next: 'page=2' }];
    await worker.refreshAll();
    service.url = elsewhere;
    await settled('stopped');
    await vi.waitFor(async () => expect(await fakeBrowser.alarms.get(worker.jobsAlarm)).toBeFalsy());
    expect(service.asked.length).toBeLessThanOrEqual(2);
  });

  test('by itself: once, then on a changed total, and not for a day after a stop', async () => {
    const pages = (total: number) => [
      { items: [site('a.example')], total: total - 1, more: true, next: 'page=2' },
      { items: [site('b.example')], total },
    ];
    const due = async (total: number | undefined, state: string) => {
      await worker.refreshIfDue('websites', base, total);
      await settled(state);
      return service.asked.length;
    };
    service.pages = pages(2);
    expect(await due(2, 'done')).toBe(2);
    expect(await due(2, 'done')).toBe(2);
    expect(await due(undefined, 'done')).toBe(2);
    // Not again at once: some services count the page.
    expect(await due(3, 'done')).toBe(2);
    const soon = Date.now() + 600_000;
    vi.spyOn(Date, 'now').mockImplementation(() => soon);
    service.pages = [{ kind: 'busy', retryAfter: 60 }];
    expect(await due(3, 'waiting')).toBe(3);
    await worker.stopRefresh();
    expect(await due(4, 'stopped')).toBe(3);
    // Also after the browser was started again.
    await worker.goOn();
    await fakeBrowser.storage.session.clear();
    await wake();
    await worker.refreshIfDue('websites', base, 4);
    expect(service.asked).toHaveLength(3);
    service.pages = pages(2);
    await worker.refreshAll();
    await settled('done');
    expect(service.asked).toHaveLength(5);
  });

  test.each(['websites', 'projects'] as const)('by itself: the whole list of %s, once', async (list) => {
    const name = worker.readingOf({ account: base, list });
    for (const _ of [1, 2]) {
      await worker.refreshIfDue(list, base, 0);
      await vi.waitFor(async () => expect(await worker.refreshNow(name)).toMatchObject({ state: 'done' }));
    }
    expect(service.operations).toEqual([`${list}.list`]);
    expect((await worker.provedFacts(list, base))?.whole).toBeDefined();
  });

  test('by itself: no projects that day, where a person has stopped that', async () => {
    const both = { analyticsUrl: base, account: base, seoUrl: base, seoAccount: base };
    await set(connections, { list: [{ id: 'main', ...both }] });
    const state = async () => (await worker.refreshNow(worker.readingOf({ account: base, list: 'projects' }))).state;
    const page = { items: [{ project: 'a.example' }] as never, more: true, next: 'page=2' };
    service.pages = [page, { kind: 'busy', retryAfter: 60 }];
    await worker.refreshIfDue('projects', base, 300);
    await vi.waitFor(async () => expect(await state()).toBe('waiting'));
    await worker.stopRefresh();
    const soon = Date.now() + 660_000;
    vi.spyOn(Date, 'now').mockImplementation(() => soon);
    await worker.refreshIfDue('projects', base, 300);
    expect([await state(), service.operations.length]).toEqual(['stopped', 2]);
  });

  test('by itself: nothing, where the account is not connected', async () => {
    service.url = elsewhere;
    await worker.refreshIfDue('websites', base, 2);
    expect([service.asked, await worker.readAt(base)]).toEqual([[], undefined]);
  });

  test('a press of Refresh makes a reading by itself the person’s', async () => {
    service.pages = [{ kind: 'busy', retryAfter: 60 }];
    await worker.refreshIfDue('websites', base, 2);
    expect(await settled('waiting')).toMatchObject({ unasked: true });
    const now = await worker.refreshAll();
    expect([now.state, now.unasked, now.until]).toEqual(['running', undefined, undefined]);
  });
});
