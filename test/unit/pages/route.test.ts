import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type Route, useOwnPage, useRoute } from '@/entrypoints/manage/useRoute.ts';
import { lastConnection, perPage } from '@/entrypoints/manage/useStart.ts';
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
const there = to('tracking', 'b');
const searched: Step = (route) => route.search('x');
const sorted: Step = (route) => route.change({ sort: 'desc' });
const returned = [projects, web, choose('b'), back, projects];
const left = [choose('b'), projects, web, back, back, back, projects];
test.each<[string, string, Step[], string]>([
  ['from all to one of them, and again to all', '?connection=all', [there, web], '?connection=all'],
  ['the same, where the address names none', '', [there, web], ''],
  ['and again to that one', '', [there, web, to('tracking')], '?tab=tracking&connection=b'],
  ['to one, where another was chosen', '', [there, choose('c'), web], '?connection=c'],
  ['to a tab that was not open yet', '?connection=a', [projects], '?tab=projects&connection=a'],
  ['back to one of another', '?connection=a', returned, '?tab=projects&connection=a'],
  ['the same, where that tab was left at the other one', '?connection=a', left, '?tab=projects&connection=a'],
  ['what was searched, after going back in another', '?search=shop', [projects, searched, back, web], '?search=shop'],
  ['what was searched, after a choice in another', '?search=shop', [projects, sorted, web], '?search=shop'],
])('between tabs: %s', async (_what, first, steps, last) => {
  address.search = first;
  const route = await hooked(() => useRoute(50));
  for (const step of steps) await act(async () => void (await step(route.now())));
  expect(address.search).toBe(last);
});

describe('pages of a list', () => {
  /** The browser's history: what the page pushed, and what it replaced. */
  const entries: { state: unknown; url: string; how: string }[] = [];
  const open = async (search = '', state: unknown = null) => {
    entries.length = 0;
    address.search = search;
    const go = (how: string) => (to: unknown, _title: string, url: string) => {
      entries.push({ state: to, url, how });
      address.search = url.startsWith('?') ? url : '';
    };
    vi.stubGlobal('history', { state, pushState: go('push'), replaceState: go('replace') });
    const hook = await hooked(() => useRoute(50));
    const does = (step: Step) => act(() => void step(hook.now()));
    const place = () => [hook.now().query.cursor, hook.now().query.from];
    return { ...hook, does, place };
  };
  const byDomain: Step = (route) => route.change({ sort_by: 'domain' });
  const filtered: Step = (route) => route.change({ filter: 'public' });

  test('turned forward and back, also after a reload', async () => {
    const first = await open();
    await first.does((route) => route.next('two', 50));
    await first.does((route) => route.next('three', 50));
    await first.does((route) => route.next('four', 50));
    expect(first.place()).toEqual(['four', 150]);
    const { state } = entries.at(-1) ?? {};
    const trail = [{ from: 0 }, { cursor: 'two', from: 50 }, { cursor: 'three', from: 100 }];
    expect(state).toMatchObject({ trail, from: 150 });
    const again = await open('?cursor=four&from=150', state);
    for (const place of [
      ['three', 100],
      ['two', 50],
      [undefined, 0],
      [undefined, 0],
    ]) {
      await again.does((route) => route.previous());
      expect(again.place()).toEqual(place);
    }
  });

  test.each<[string, unknown, number]>([
    ['a place in a list that was read', { trail: [], from: 150 }, 150],
    ['no number', { from: '150' }, 0],
    ['nothing', null, 0],
    ['a trail that is none', { trail: [null], from: 0 }, 0],
    ['one that begins with nothing', { trail: [null, { from: 50 }], from: 0 }, 0],
    ['one without numbers', { trail: [{ from: '50' }], from: 0 }, 0],
  ])('of what the history holds, %s', async (_what, state, from) => {
    const { place, does } = await open('', state);
    expect(place()).toEqual([undefined, from]);
    await does((route) => route.previous());
    expect(place()).toEqual([undefined, 0]);
  });

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
    expect(entries.map(({ state }) => state)).toEqual(Array(3).fill({ trail: [], from: 0 }));
  });

  test('what is chosen is kept for the next time, and the same again is no new entry', async () => {
    const { does } = await open();
    await does((route) => route.change({ per_page: 25 }));
    await does((route) => route.change({ connection: 'b' }));
    await does((route) => route.change({ connection: 'b' }));
    await does(filtered);
    expect(entries).toHaveLength(3);
    expect([await get(perPage), await get(lastConnection)]).toEqual([25, 'b']);
  });

  describe('of one of several lists', () => {
    const query = { ...defaultQuery('websites'), cursor: 'x', from: 9 };
    const opened: unknown[] = [];
    const change = vi.fn();
    const openTab = (...to: unknown[]) => opened.push(to);
    const open = async () => {
      change.mockClear();
      const hook = await hooked(
        (more: object) => useOwnPage({ query: { ...query, ...more }, change, openTab } as never, 'b'),
        {},
      );
      const place = () => [hook.now().query.cursor, hook.now().query.from];
      await act(() => hook.now().next('two', 50));
      expect(place()).toEqual(['two', 50]);
      return { ...hook, place };
    };
    const firstPage = [undefined, 0];

    test('are its own, from the first on, and forward to the next', async () => {
      const { now, place } = await open();
      await act(() => now().next('three', 100));
      expect(place()).toEqual(['three', 150]);
      await act(() => now().previous());
      expect(place()).toEqual(['two', 50]);
      await act(() => now().previous());
      expect(place()).toEqual(firstPage);
      now().openTab('projects');
      expect(opened).toEqual([['projects', 'b']]);
    });

    test.each<[string, object, place: unknown[]]>([
      ['another search', { search: 'shop' }, firstPage],
      ['a filter by privacy, with which another list may be shown', { filter: 'public' }, firstPage],
      ['a filter by links, which only hides rows', { link: 'linked' }, ['two', 50]],
    ])('with %s', async (_what, more, expected) => {
      const { show, place, now } = await open();
      await show(more);
      expect(place()).toEqual(expected);
      expect(now().query).toMatchObject(more);
      if (expected !== firstPage) return;
      await act(() => now().next('other', 50));
      await show({});
      expect(place()).toEqual(firstPage);
    });

    test('end with a change that leads to the first page', async () => {
      const { now, place } = await open();
      await act(() => now().change({ link: 'linked' }));
      expect(place()).toEqual(['two', 50]);
      await act(() => now().change({ link: 'linked', cursor: undefined, from: 0 }));
      expect([place(), change.mock.calls.length]).toEqual([firstPage, 2]);
    });
  });

  test.each<[string, Step[], string]>([
    ['another order begins at the first page', [byDomain], '?sort_by=domain&sort=asc'],
    ['a filter stays on the page', [filtered], '?cursor=two&from=50&filter=public'],
    ['a search begins at the first page', [(route) => route.search('shop')], '?search=shop'],
    ['nothing that differs from what is there', [(route) => route.change({ filter: 'all' })], ''],
    ['back to what the page shows by itself', [searched, (route) => route.search('')], ''],
  ])('in the address: %s', async (_what, steps, url) => {
    const { does } = await open();
    await does((route) => route.next('two', 50));
    entries.length = 0;
    for (const step of steps) await does(step);
    const query = (text: string) => Object.fromEntries(new URLSearchParams(text));
    expect(query(entries.at(-1)?.url.replace('/manage.html', '') ?? '')).toEqual(query(url));
  });

  test('a filter keeps the pages before, and what is listed anew has none', async () => {
    const { does, place } = await open();
    await does((route) => route.next('two', 50));
    await does(filtered);
    expect(entries.at(-1)?.state).toEqual({ trail: [{ cursor: undefined, from: 0 }], from: 50 });
    await does((route) => route.previous());
    expect([place(), entries.at(-1)?.state]).toEqual([[undefined, 0], { trail: [], from: 0 }]);
    await does((route) => route.next('two', 50));
    await does((route) => route.change({ per_page: 25 }));
    expect(entries.at(-1)?.state).toEqual({ trail: [], from: 0 });
    // Pages of a list that was read have a place, and no cursor.
    await does((route) => route.next(undefined, 25));
    await does((route) => route.change({ filter: 'private', from: 0 }));
    expect(entries.at(-1)?.state).toEqual({ trail: [], from: 0 });
  });

  test('the address names a size of pages only where it is another than this page began with', async () => {
    const { does } = await open('?per_page=25');
    await does(filtered);
    expect(entries.at(-1)?.url).toBe('?per_page=25&filter=public');
    await does((route) => route.change({ per_page: 50, filter: 'all' }));
    expect(entries.at(-1)?.url).toBe('/manage.html');
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
    expect(entries.at(-1)?.state).toEqual({ trail: [], from: 0 });
    await does((route) => route.openTab('websites'));
    expect(now().query).toEqual({ ...defaultQuery('websites'), search: 'shop' });
    // Of another connection it means nothing.
    await does((route) => route.openTab('projects'));
    await does((route) => route.change({ connection: 'b' }));
    await does((route) => route.openTab('websites'));
    expect(now().query).toEqual({ ...defaultQuery('websites'), connection: 'b' });
  });

  test('what cannot be kept for the next time is chosen all the same', async () => {
    const store = vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(new Error('the disk is full'));
    onTestFinished(() => store.mockRestore());
    const { does, now } = await open();
    await does((route) => route.change({ per_page: 25, connection: 'b' }));
    expect(now().query).toMatchObject({ per_page: 25, connection: 'b' });
  });

  test('left, the page no longer follows the history', async () => {
    const { now, end } = await open();
    await end();
    address.search = '?search=x';
    await tell('popstate');
    expect(now().query.search).toBe('');
  });
});
