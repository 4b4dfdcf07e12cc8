import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ApiError, ListOutput, Problem, Website } from '@/lib/services/index.ts';
import { connections, set } from '@/lib/storage/settings.ts';
import type { CachedSite } from '@/lib/storage/siteCache.ts';
import { fromCached } from '@/lib/websites/record.ts';

const base = 'https://stats.example.net';
const elsewhere = 'https://numbers.example.org';
const site = (domain: string, more: Partial<Website> = {}): Website => ({ id: domain, domain, ...more });

const service = {
  url: base,
  pages: [] as (Partial<ListOutput<Website>> | Problem)[],
  asked: [] as unknown[],
};

vi.mock('@/lib/background/request.ts', async (original) => ({
  ...(await original<object>()),
  changeAccount: () => {},
  serviceOf: async () => ({ id: 'main', url: service.url, account: service.url }),
  request: async (_name: string, input: unknown, { account: only = service.url }: { account?: string } = {}) => {
    if (only !== service.url) throw await apiError({ kind: 'setup', code: 'other-service' });
    service.asked.push(input);
    const page = service.pages.shift() ?? { items: [] };
    if ('kind' in page) throw await apiError(page);
    return { items: [], more: false, ...page };
  },
}));
// The worker's modules are loaded anew for each test, and with them the class.
const apiError = async (problem: Problem) =>
  new (await import('@/lib/services/index.ts')).ApiError(problem) as ApiError;

/** A new worker: nothing in memory, storage as it was. */
async function wake() {
  vi.resetModules();
  const [cache, known, refresh, { get }, state] = await Promise.all([
    import('@/lib/background/websites/siteCache.ts'),
    import('@/lib/storage/siteCache.ts'),
    import('@/lib/background/websites/sync.ts'),
    import('@/lib/storage/settings.ts'),
    import('@/lib/storage/refresh.ts'),
  ]);
  return { ...cache, ...known, ...refresh, ...state, get };
}

afterEach(() => {
  vi.useRealTimers();
});
beforeEach(async () => {
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
  Object.assign(service, { url: base, pages: [], asked: [] });
  await set(connections, { list: [{ id: 'main', analyticsUrl: base, account: base }] });
});

describe('what is known of sites', () => {
  test('is exact: neither variants nor parents nor other services', async () => {
    const { putSites, cachedSite } = await wake();
    await putSites(base, [site('shop.example.com', { privacy: 0 })]);
    expect(await cachedSite(base, 'shop.example.com')).toMatchObject({ id: 'shop.example.com', privacy: 0 });
    for (const host of ['www.shop.example.com', 'example.com', 'op.example.com'])
      expect(await cachedSite(base, host)).toBeUndefined();
    expect(await cachedSite(elsewhere, 'shop.example.com')).toBeUndefined();
  });

  test('a field that is not reported keeps its last known value', async () => {
    const { putSites, cachedSite } = await wake();
    await putSites(base, [site('a.example', { privacy: 2, has_password: true })]);
    await putSites(base, [site('a.example', { id: '9' })]);
    expect(await cachedSite(base, 'a.example')).toMatchObject({ id: '9', privacy: 2, hasPassword: true });
  });

  test.each<[what: string, then: (cache: Awaited<ReturnType<typeof wake>>) => Promise<unknown>, at: number]>([
    ['reported again', ({ putSites }) => putSites(base, [site('a.example', { privacy: 1 })]), 2_000],
    [
      'reported without its privacy, which is of the first time',
      ({ putSites }) => putSites(base, [site('a.example')]),
      1_000,
    ],
    ['changed here', ({ putUpdate }) => putUpdate(base, 'a.example', { privacy: 1 }), 2_000],
  ])('and when it was last reported: %s', async (_what, then, at) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const cache = await wake();
    vi.setSystemTime(1_000);
    await cache.putSites(base, [site('a.example', { privacy: 0 })]);
    vi.setSystemTime(2_000);
    await then(cache);
    expect((await cache.cachedSite(base, 'a.example'))?.at).toBe(at);
  });

  const one = site('a.example', { id: '1' });
  const other = site('a.example', { id: '2' });
  test.each<[what: string, read: Website[][], isWhole: boolean]>([
    ['one record', [[one], [one]], true],
    ['a double, read at once', [[one, other]], false],
    ['a double, read later', [[one], [other]], false],
    ['a double, read again and again', [[one], [other], [other]], false],
  ])('a host whose last cached record is deleted is absent only if no other stood for it: %s', async (...row) => {
    const [, read, isWhole] = row;
    const { putSites, dropId, beginListReading, endListReading, cachedStatusOf } = await wake();
    const began = Date.now();
    await beginListReading(base, began);
    for (const some of read) await putSites(base, some);
    await endListReading(base, began);
    await dropId(base, read.at(-1)?.at(-1)?.id ?? '');
    expect(await cachedStatusOf(base, 'a.example', 'www.a.example')).toEqual({ isWhole });
  });

  test.each([-86_400_000, -3_600_000, 0, 3_600_000])(
    'what is read in one reading is kept, and nothing else, with the clock set by %i ms meanwhile and back again',
    async (by) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const { putSites, beginListReading, endListReading, cachedHosts } = await wake();
      await putSites(base, [site('gone.example')]);
      const began = Date.now();
      await beginListReading(base, began);
      await putSites(base, [site('a.example')]);
      vi.setSystemTime(began + by);
      await putSites(base, [site('a.example'), site('b.example')]);
      vi.setSystemTime(began);
      expect(await endListReading(base, began)).toBe(true);
      expect([...(await cachedHosts(base))]).toEqual(['a.example', 'b.example']);
    },
  );

  test('an id found in two records of one reading: records may have moved meanwhile, so nothing is called absent', async () => {
    const { putSites, beginListReading, endListReading, cachedHosts, cachedStatusOf } = await wake();
    await putSites(base, [site('missed.example')]);
    const began = Date.now();
    await beginListReading(base, began);
    await putSites(base, [site('a.example', { id: '1' })]);
    await putSites(base, [site('b.example', { id: '1' })]);
    expect(await endListReading(base, began)).toBe('changed');
    expect(await cachedHosts(base)).toContain('missed.example');
    expect(await cachedStatusOf(base, 'c.example', 'www.c.example')).toMatchObject({ isWhole: false });
  });

  test('read-only records and names that are no host are not kept', async () => {
    const { putSites, cachedSiteCount } = await wake();
    await putSites(base, [site('a.example', { locked: 'no-id' }), site('not a host'), site('')]);
    expect(await cachedSiteCount('sites', base)).toBe(0);
  });

  test('what the account may not change is kept so, until it may', async () => {
    const { putSites, cachedSite } = await wake();
    await putSites(base, [site('a.example', { locked: 'not-allowed' })]);
    expect(fromCached((await cachedSite(base, 'a.example')) as CachedSite)).toEqual(
      site('a.example', { locked: 'not-allowed' }),
    );
    await putSites(base, [site('a.example')]);
    expect(await cachedSite(base, 'a.example')).not.toHaveProperty('locked');
  });

  test('several at once, and all of them page by page', async () => {
    const { putSites, cachedStatusOf, cachedSitesPage, cachedSiteCount } = await wake();
    await putSites(
      base,
      ['c.example', 'a.example', 'b.example'].map((name) => site(name)),
    );
    await putSites(elsewhere, [site('d.example')]);
    expect(await cachedStatusOf(base, 'b.example', 'a.example')).toMatchObject({
      site: { host: 'b.example' },
      variant: { host: 'a.example' },
    });
    expect(await cachedStatusOf(base, 'd.example', 'x.example')).toEqual({ isWhole: false });
    const first = await cachedSitesPage(base, '', 2);
    const second = await cachedSitesPage(base, first.at(-1)?.host, 2);
    expect([first, second].map((page) => page.map(({ host }) => host))).toEqual([
      ['a.example', 'b.example'],
      ['c.example'],
    ]);
    expect(await cachedSiteCount('sites', base)).toBe(3);
  });

  test('only what belongs to connected services is kept', async () => {
    const { putSites, putProjects, dropOtherAccounts, cachedSiteCount } = await wake();
    for (const one of [base, elsewhere, 'https://a.example', 'https://z.example']) {
      await putSites(one, [site('a.example'), site('b.example')]);
      await putProjects(one, [{ project: 'a.example' }]);
    }
    await dropOtherAccounts([elsewhere]);
    const counts = (list: 'sites' | 'projects') =>
      Promise.all([base, elsewhere, 'https://z.example'].map((one) => cachedSiteCount(list, one)));
    expect([await counts('sites'), await counts('projects')]).toEqual([
      [0, 2, 0],
      [0, 1, 0],
    ]);
  });

  test('a store that cannot be opened reads as empty', async () => {
    globalThis.indexedDB = {
      open: () => {
        throw new Error('no');
      },
    } as never;
    const { cachedSite, cachedStatusOf, cachedSitesPage, cachedSiteCount } = await wake();
    expect([
      await cachedSite(base, 'a'),
      await cachedStatusOf(base, 'a', 'b'),
      await cachedSitesPage(base),
      await cachedSiteCount('sites', base),
    ]).toEqual([undefined, undefined, [], 0]);
  });
});

describe('reading the whole list', () => {
  const settled = (state: string, worker: Awaited<ReturnType<typeof wake>>) =>
    vi.waitFor(async () => {
      const now = worker.refreshOf(await worker.get(worker.refreshesNow), base);
      expect(now.state).toBe(state);
      return now;
    });

  test('one request for each page; what is not there any more is forgotten', async () => {
    const worker = await wake();
    await worker.putSites(base, [site('old.example'), site('a.example')]);
    await new Promise((resolve) => setTimeout(resolve, 2));
    service.pages = [
      { items: [site('a.example')], more: true, next: 'page=2' },
      { items: [site('b.example')], total: 2 },
    ];
    expect(await worker.refreshAll()).toMatchObject({ state: 'running', read: 0 });
    expect(await settled('done', worker)).toMatchObject({ read: 2, pages: 2 });
    expect(service.asked).toEqual([
      { per_page: 100, sort: 'asc', sort_by: 'id' },
      { per_page: 100, sort: 'asc', sort_by: 'id', cursor: 'page=2' },
    ]);
    expect((await worker.cachedSitesPage(base)).map(({ host }) => host)).toEqual(['a.example', 'b.example']);
    expect(await worker.listReadAt(base)).toBeGreaterThan(0);
  });

  test('a part of the list forgets nothing', async () => {
    const worker = await wake();
    await worker.putSites(base, [site('old.example')]);
    service.pages = [{ items: [site('a.example')], more: true }];
    await worker.refreshAll();
    expect(await settled('done', worker)).toMatchObject({ why: expect.any(String) });
    expect(await worker.cachedSiteCount('sites', base)).toBe(2);
    expect(await worker.listReadAt(base)).toBeUndefined();
  });

  test('waits where it is asked to, and another worker goes on from there', async () => {
    const worker = await wake();
    service.pages = [
      { items: [site('a.example')], more: true, next: 'page=2' },
      { kind: 'busy', retryAfter: 90 },
    ];
    await worker.refreshAll();
    expect(await settled('waiting', worker)).toMatchObject({ read: 1, cursor: 'page=2' });
    await worker.resumeRefresh();
    expect(service.asked).toHaveLength(2);
    expect(await fakeBrowser.alarms.get(worker.refreshAlarm)).toBeTruthy();

    const later = await wake();
    vi.setSystemTime(Date.now() + 91_000);
    service.pages = [{ items: [site('b.example')] }];
    await later.resumeRefresh();
    expect(await settled('done', later)).toMatchObject({ read: 2 });
    expect(service.asked[2]).toMatchObject({ cursor: 'page=2' });
  });

  test('asked twice, it reads once', async () => {
    const worker = await wake();
    service.pages = [{ items: [site('a.example')] }];
    await Promise.all([worker.refreshAll(), worker.refreshAll()]);
    await settled('done', worker);
    expect(service.asked).toHaveLength(1);
  });

  test.each([
    { name: 'a refused key ends it', page: { kind: 'auth' as const, status: 401 }, url: base, state: 'failed' },
    { name: 'another service meanwhile ends it', page: { items: [] }, url: elsewhere, state: 'stopped' },
  ])('$name', async ({ page, url, state }) => {
    const worker = await wake();
    service.pages = [{ items: [site('a.example')], more: true, next: 'page=2' }, page];
    const before = service.asked.length;
    await worker.refreshAll();
    service.url = url;
    await settled(state, worker);
    await vi.waitFor(async () => expect(await fakeBrowser.alarms.get(worker.refreshAlarm)).toBeFalsy());
    expect(service.asked.length).toBeLessThanOrEqual(before + 2);
  });

  test('stopped, it asks no more', async () => {
    const worker = await wake();
    service.pages = [{ kind: 'busy', retryAfter: 60 }];
    await worker.refreshAll();
    await settled('waiting', worker);
    expect((await worker.stopRefresh()).state).toBe('stopped');
    await worker.resumeRefresh();
    expect(service.asked).toHaveLength(1);
  });

  test('another account at the same address begins with nothing', async () => {
    const worker = await wake();
    await worker.putSites(base, [site('a.example')]);
    service.pages = [{ items: [site('a.example')] }];
    await worker.refreshAll();
    await settled('done', worker);
    await worker.keepToConnections({ list: [{ id: 'main', analyticsUrl: base, account: 'another' }] });
    for (const account of [base, 'another']) {
      expect(await worker.cachedSiteCount('sites', account)).toBe(0);
      expect(await worker.listReadAt(account)).toBeUndefined();
    }
  });
});
