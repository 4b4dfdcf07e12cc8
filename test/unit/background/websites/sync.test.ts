import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { beginListReading } from '@/lib/background/websites/siteCache.ts';
import { resumeRefresh, stopRefresh } from '@/lib/background/websites/sync.ts';
import { ApiError, type ListOutput, type Problem, type Website } from '@/lib/services/index.ts';
import { beginRefresh, isRefreshActive, type Refresh, refreshNow } from '@/lib/storage/refresh.ts';
import { get, set } from '@/lib/storage/settings.ts';
import { listReadAt, openSiteCache } from '@/lib/storage/siteCache.ts';

const now = 1_800_000_000_000;
const base = 'https://stats.example.net';
const sites = (count: number): Website[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${i}`, domain: `a${i}.example` }));
const service = { answers: [] as (Partial<ListOutput<Website>> | Problem)[], asked: [] as unknown[] };

vi.mock('@/lib/background/request.ts', () => ({
  request: async (_name: string, { cursor }: { cursor?: string }) => {
    service.asked.push(cursor);
    const answer = service.answers.shift() ?? { kind: 'auth' };
    if ('kind' in answer) throw new ApiError(answer);
    return { items: sites(100), more: false, ...answer };
  },
}));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now });
  fakeBrowser.reset();
  const store = await openSiteCache();
  await Promise.all([store.clear('walks'), store.clear('sites')]);
});
afterEach(async () => {
  await stopRefresh();
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
});

/** A worker goes on with a reading that has come so far, until it is in this state. */
async function goOn(before: Partial<Refresh>, answers: typeof service.answers, state: Refresh['state']) {
  Object.assign(service, { answers, asked: [] });
  await beginListReading(base, now);
  await set(refreshNow, { ...beginRefresh({ url: base, account: base }, now), ...before });
  const ended = resumeRefresh();
  await vi.waitFor(async () => expect(await get(refreshNow)).toMatchObject({ state }), { timeout: 5000 });
  if (state !== 'waiting') await ended;
  return get(refreshNow);
}

describe('after a page of the list', () => {
  test.each<[string, Partial<Refresh>, (typeof service.answers)[number], Partial<Refresh>]>([
    ['the only page', {}, {}, { read: 100, pages: 1 }],
    ['an empty list', {}, { items: [], total: 0 }, { read: 0 }],
    [
      'the last of several',
      { read: 200, cursor: 'page=3', pages: 2 },
      { items: sites(50), total: 250 },
      { read: 250, pages: 3 },
    ],
    ['fewer than there are', { read: 200 }, { items: sites(49), total: 250 }, { why: 'changed' }],
    ['more, and no way to it', {}, { more: true }, { why: 'no-way-on', read: 100 }],
    ['the same page again', { cursor: 'page=2', pages: 1 }, { more: true, next: 'page=2' }, { why: 'repeats' }],
    [
      'a read-only record, which is not kept',
      {},
      { items: [...sites(1), { id: '9', domain: 'b.example', locked: 'inexact-id' }] },
      { why: 'unreadable-row' },
    ],
    ['one on a page before', { why: 'unreadable-row' }, {}, { why: 'unreadable-row' }],
    ['an empty page that says more', { pages: 1 }, { items: [], more: true, next: 'page=3' }, { why: 'no-way-on' }],
    ['pages without end', { pages: 1999, cursor: '9' }, { more: true, next: 'page=2000' }, { why: 'too-many' }],
    ['after a wait', { state: 'waiting', until: now - 1, waits: 2, failures: 2 }, {}, {}],
  ])('%s', async (_name, before, answer, after) => {
    const result = await goOn(before, [answer], 'done');
    expect(result).toMatchObject(after);
    expect(result.why).toBe(after.why);
    expect([result.until, result.waits, result.failures]).toEqual([undefined, undefined, undefined]);
    expect(await listReadAt(base)).toBe(after.why ? undefined : now);
    expect(service.asked).toEqual([before.cursor]);
  });
});

test('a site that was learnt while the clock was ahead is forgotten with the others that are gone', async () => {
  const store = await openSiteCache();
  await store.put('sites', { base, host: 'gone.example', id: '900', learnt: now + 86_400_000 });
  await goOn({}, [{ items: sites(2) }], 'done');
  expect((await store.getAll('sites')).map(({ host }) => host)).toEqual(['a0.example', 'a1.example']);
});

describe('after a page that did not come', () => {
  const server: Problem = { kind: 'server', status: 502 };
  test.each<[string, Partial<Refresh>, Problem, seconds: number | 'failed', Partial<Refresh>]>([
    ['asked to wait', {}, { kind: 'busy', status: 429, retryAfter: 60 }, 60, { waits: 1 }],
    ['asked to wait again and again', { waits: 20 }, { kind: 'busy', retryAfter: 60 }, 'failed', {}],
    ['asked to wait, not how long', {}, { kind: 'busy' }, 30, {}],
    ['asked to wait for a year', {}, { kind: 'busy', retryAfter: 31_536_000 }, 900, {}],
    ['asked to wait for no time', {}, { kind: 'busy', retryAfter: 0 }, 1, {}],
    ['asked to wait by 503', {}, { kind: 'server', status: 503, retryAfter: 60 }, 60, { waits: 1 }],
    ['offline', {}, { kind: 'network' }, 3, { failures: 1 }],
    ['a problem of the service, again', { waits: 1, failures: 1 }, server, 6, { failures: 2 }],
    ['a problem of the service, too often', { waits: 3, failures: 3 }, server, 'failed', { problem: server }],
    ['the key is refused', {}, { kind: 'auth', status: 401 }, 'failed', {}],
    ['an answer that cannot be read', {}, { kind: 'shape' }, 'failed', {}],
    ['a redirect', {}, { kind: 'redirect' }, 'failed', {}],
  ])('%s', async (_name, before, problem, seconds, after) => {
    const from = { cursor: 'page=4', pages: 3, read: 300 };
    const result = await goOn({ ...from, ...before }, [problem], seconds === 'failed' ? 'failed' : 'waiting');
    expect(result).toMatchObject({ ...from, ...after });
    expect(isRefreshActive(result)).toBe(seconds !== 'failed');
    if (seconds !== 'failed') expect(Math.abs((result.until ?? 0) - now - seconds * 1000)).toBeLessThan(900);
    expect(service.asked).toEqual(['page=4']);
  });
});
