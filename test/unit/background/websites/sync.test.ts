import { describe, expect, test } from 'vitest';
import type { ListOutput, Problem, Website } from '@/lib/services/index.ts';
import { afterPage, afterProblem, beginRefresh, isRefreshActive, type Refresh } from '@/lib/storage/refresh.ts';

const now = 1_800_000_000_000;
const started = beginRefresh('https://stats.example.net', now);
const sites = (count: number): Website[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${i}`, domain: `a${i}.example` }));
const page = (part: Partial<ListOutput<Website>>): ListOutput<Website> => ({ items: sites(100), more: false, ...part });

describe('after a page of the list', () => {
  test.each<[name: string, before: Partial<Refresh>, page: Partial<ListOutput<Website>>, after: Partial<Refresh>]>([
    ['the only page', {}, {}, { state: 'done', read: 100, pages: 1 }],
    ['an empty list', {}, { items: [], total: 0 }, { state: 'done', read: 0 }],
    [
      'more to come',
      {},
      { more: true, next: 'page=2', total: 250 },
      { state: 'running', read: 100, total: 250, cursor: 'page=2' },
    ],
    [
      'the last of several',
      { read: 200, cursor: 'page=3', pages: 2 },
      { items: sites(50), total: 250 },
      { state: 'done', read: 250 },
    ],
    [
      'fewer than the service says there are',
      { read: 200 },
      { items: sites(49), total: 250 },
      { state: 'done', bounded: true },
    ],
    ['more, and no way to it', {}, { more: true }, { state: 'done', bounded: true, read: 100 }],
    [
      'the same page again',
      { cursor: 'page=2', pages: 1 },
      { more: true, next: 'page=2' },
      { state: 'done', bounded: true },
    ],
    [
      'a read-only record, which is not kept',
      {},
      { items: [...sites(1), { id: '9', domain: 'b.example', locked: 'inexact-id' }] },
      { state: 'done', bounded: true },
    ],
    ['one on a page before', { bounded: true }, {}, { state: 'done', bounded: true }],
    [
      'an empty page that says there is more',
      { pages: 1 },
      { items: [], more: true, next: 'page=3' },
      { state: 'done', bounded: true },
    ],
    [
      'pages without end',
      { pages: 1999, cursor: 'page=1999' },
      { more: true, next: 'page=2000' },
      { state: 'done', bounded: true },
    ],
    ['after a wait', { state: 'waiting', until: now + 1, tries: 2 }, {}, { state: 'done', tries: 0 }],
  ])('%s', (_name, before, answer, after) => {
    const result = afterPage({ ...started, ...before }, page(answer));
    expect(result).toMatchObject(after);
    expect(result.bounded).toBe(after.bounded);
    expect(result.until).toBeUndefined();
  });
});

describe('after a page that did not come', () => {
  test.each<[name: string, before: Partial<Refresh>, problem: Problem, after: Partial<Refresh>]>([
    [
      'asked to wait',
      {},
      { kind: 'busy', status: 429, retryAfter: 60 },
      { state: 'waiting', until: now + 60_000, tries: 1 },
    ],
    ['asked to wait again and again', { tries: 19 }, { kind: 'busy', retryAfter: 60 }, { state: 'failed', tries: 20 }],
    ['asked to wait, not how long', {}, { kind: 'busy' }, { state: 'waiting', until: now + 30_000 }],
    [
      'asked to wait for a year',
      {},
      { kind: 'busy', retryAfter: 31_536_000 },
      { state: 'waiting', until: now + 900_000 },
    ],
    ['asked to wait for no time', {}, { kind: 'busy', retryAfter: 0 }, { state: 'waiting', until: now + 1000 }],
    ['offline', {}, { kind: 'network' }, { state: 'waiting', until: now + 3000, tries: 1 }],
    [
      'a problem of the service, again',
      { tries: 1 },
      { kind: 'server', status: 502 },
      { state: 'waiting', until: now + 6000, tries: 2 },
    ],
    [
      'a problem of the service, too often',
      { tries: 3 },
      { kind: 'server', status: 502 },
      { state: 'failed', problem: { kind: 'server', status: 502 } },
    ],
    ['the key is refused', {}, { kind: 'auth', status: 401 }, { state: 'failed' }],
    ['an answer that cannot be read', {}, { kind: 'shape' }, { state: 'failed' }],
    ['a redirect', {}, { kind: 'redirect' }, { state: 'failed' }],
  ])('%s', (_name, before, problem, after) => {
    const result = afterProblem({ ...started, ...before, cursor: 'page=4' }, problem, now);
    expect(result).toMatchObject({ ...after, cursor: 'page=4' });
    expect(isRefreshActive(result)).toBe(after.state === 'waiting');
  });
});
