import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Route, useRoute } from '@/entrypoints/manage/useRoute.ts';
import { lastConnection } from '@/entrypoints/manage/useStart.ts';
import { get } from '@/lib/storage/settings.ts';
import { defaultQuery } from '@/lib/websites/query.ts';
import { hooked, openPage, tell } from './hooked.ts';

const pages: string[] = [];
const address = { pathname: '/manage.html', search: '' };

beforeEach(() => {
  openPage();
  pages.length = 0;
  const go = (_state: unknown, _title: string, url: string) => {
    address.search = url.startsWith('?') ? url : '';
  };
  const pushState: typeof go = (...given) => {
    pages.push(address.search);
    go(...given);
  };
  vi.stubGlobal('location', address);
  vi.stubGlobal('history', { pushState, replaceState: go });
});

const back = async () => {
  address.search = pages.pop() ?? '';
  await tell('popstate');
};

type Step = (route: Route) => unknown;
const to =
  (tab: 'websites' | 'projects' | 'tracking' | 'add', connection?: string): Step =>
  (route) =>
    route.openTab(tab, connection);
const choose =
  (connection: string): Step =>
  (route) =>
    route.change({ connection });

const [web, projects] = [to('websites'), to('projects')];
const searched: Step = (route) => route.search('x');
const sorted: Step = (route) => route.change({ sort: 'desc' });
const returned = [projects, web, choose('b'), back, projects];
const left = [choose('b'), projects, web, back, back, back, projects];
test.each<[string, string, Step[], string]>([
  ['back to one of another', '?connection=a', returned, '?tab=projects&connection=a'],
  ['the same, where that tab was left at the other one', '?connection=a', left, '?tab=projects&connection=a'],
  ['what was searched, after going back in another', '?search=shop', [projects, searched, back, web], '?search=shop'],
  ['what was searched, after a choice in another', '?search=shop', [projects, sorted, web], '?search=shop'],
])('between tabs: %s', async (_what, first, steps, last) => {
  address.search = first;
  const route = await hooked(() => useRoute());
  for (const step of steps) await act(async () => void (await step(route.now())));
  expect(address.search).toBe(last);
});

describe('what is asked of a list', () => {
  /** The browser's history: what the page pushed, and what it replaced. */
  const entries: { url: string; how: string }[] = [];
  const open = async (search = '') => {
    entries.length = 0;
    address.search = search;
    const go = (how: string) => (_state: unknown, _title: string, url: string) => {
      entries.push({ url, how });
      address.search = url.startsWith('?') ? url : '';
    };
    vi.stubGlobal('history', { pushState: go('push'), replaceState: go('replace') });
    const hook = await hooked(() => useRoute());
    return { ...hook, does: (step: Step) => act(() => void step(hook.now())) };
  };
  const filtered: Step = (route) => route.change({ filter: 'public' });

  test('a search that is typed is one entry of the history, and the next is another', async () => {
    const { does } = await open();
    for (const text of ['s', 'sh']) await does((route) => route.search(text));
    await does((route) => route.searchDone());
    await does((route) => route.search('b'));
    expect(entries.map(({ how, url }) => [how, url])).toEqual([
      ['push', '?search=s'],
      ['replace', '?search=sh'],
      ['push', '?search=b'],
    ]);
  });

  test('of keys that are pressed before the page is drawn again, none is lost', async () => {
    const { does, now } = await open();
    await does((route) => {
      route.search('s');
      route.change({ filter: 'public' });
    });
    expect(now().query).toMatchObject({ search: 's', filter: 'public' });
  });

  test('what is chosen is kept for the next time, and the same again is no new entry', async () => {
    const { does } = await open();
    await does((route) => route.change({ connection: 'b' }));
    await does((route) => route.change({ connection: 'b' }));
    await does(filtered);
    expect(entries).toHaveLength(2);
    await vi.waitFor(async () => expect(await get(lastConnection)).toBe('b'));
  });

  test.each<[string, Step[], string]>([
    ['nothing that differs from what is there', [(route) => route.change({ filter: 'all' })], ''],
    ['back to what the page shows by itself', [searched, (route) => route.search('')], ''],
  ])('in the address: %s', async (_what, steps, url) => {
    const { does } = await open();
    for (const step of steps) await does(step);
    const query = (text: string) => Object.fromEntries(new URLSearchParams(text));
    expect(query(entries.at(-1)?.url.replace('/manage.html', '') ?? '')).toEqual(query(url));
  });

  test.each<[string, Step]>([
    ['a choice', filtered],
    ['another tab', (route) => route.openTab('projects')],
    ['going back', () => tell('popstate')],
  ])('%s ends the entry that a search was typed into', async (_what, step) => {
    const { does, now } = await open();
    await does((route) => route.search('s'));
    await act(async () => void (await step(now())));
    await does((route) => route.search('b'));
    expect(entries.at(-1)?.how).toBe('push');
  });

  test('a tab that is shown already is not opened, and what was searched in one is there again', async () => {
    const { does, now } = await open('?search=shop&cursor=two&from=50');
    await does((route) => route.openTab('websites'));
    expect(entries).toEqual([]);
    await does((route) => route.openTab('projects'));
    expect([now().query.tab, now().query.search]).toEqual(['projects', '']);
    await does((route) => route.openTab('websites'));
    expect(now().query).toEqual({ ...defaultQuery('websites'), search: 'shop' });
    // Of another connection it means nothing.
    await does((route) => route.openTab('projects'));
    await does((route) => route.change({ connection: 'b' }));
    await does((route) => route.openTab('websites'));
    expect(now().query).toEqual({ ...defaultQuery('websites'), connection: 'b' });
  });

  test('left, the page no longer follows the history', async () => {
    const { now, end } = await open();
    await end();
    address.search = '?search=x';
    await tell('popstate');
    expect(now().query.search).toBe('');
  });
});
