import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { TabProps } from '@/entrypoints/manage/tab.ts';
import { useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import { useWebsites } from '@/entrypoints/manage/websites/useWebsites.ts';
import { lastChange } from '@/lib/messages/changes.ts';
import type { Website } from '@/lib/services/index.ts';
import { type ConnectionAddress, set } from '@/lib/storage/settings.ts';
import type { Query } from '@/lib/websites/query.ts';
import { clearRecords, putProjects } from '../records/seed.ts';
import { asked, does, failed, hooked, later, loaded, ok, settled, worker } from './hooked.ts';
import { base, openList, other, page, paint, route, say, tabProps, website } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
// The page is in the worker's own store.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));
const focusRow = vi.hoisted(() => vi.fn());
vi.mock('@/entrypoints/manage/list/focus.ts', async (original) => ({ ...(await original<object>()), focusRow }));

const read = vi.fn();

beforeEach(() => {
  openList();
  read.mockReset();
});

const known = (items: Website[], search = '', complete = true) => ({ account: base, search, items, complete, at: 5 });
interface Given {
  query?: Partial<Query>;
  /** What was read of the whole list before. */
  all?: Website[];
  /** There may be others. */
  isPart?: boolean;
  reading?: { read: number };
  statisticsUrl?: string;
}
const propsOf = ({ query, all, isPart, reading, statisticsUrl = '' }: Given = {}) => {
  const given = tabProps(query);
  return {
    ...given,
    route: { ...given.route, ...route } as never,
    start: { ...given.start, preferences: { ...given.start.preferences, statisticsUrl } },
    all: { ...given.all, of: () => all && known(all, '', !isPart), read, reading } as TabProps['all'],
    say,
  };
};
const open = async (items: Website[], more = {}, given: Given = {}) => {
  worker.answers['websites.list'] = () => page(items, more);
  const hook = await loaded((now: Given) => useWebsites({ ...propsOf(now), drafts: useDrafts() }), given);
  const selected = () => [...hook.now().selection.selection.keys()];
  const shown = () => hook.now().records.shown.map(({ key }) => key);
  const select = (key: string, on = true, extend = false) => act(() => hook.now().actions.onSelect(key, on, extend));
  return { ...hook, selected, shown, select };
};
const few = ['a', 'b', 'c', 'd', 'e'].map((id) => website(id, id === 'c' ? { locked: 'inexact-id' } : {}));
const several = { more: true, next: '2', total: 9 };

describe('selecting', () => {
  test('one by one, and from the last one to another, without what is read-only', async () => {
    const { selected, select, now } = await open(few);
    await select('b');
    expect([selected(), now().selection.selection.get('b')]).toEqual([['b'], few[1]]);
    await select('e', true, true);
    expect(selected()).toEqual(['b', 'd', 'e']);
    await select('d', false);
    expect(selected()).toEqual(['b', 'e']);
    await select('a', false, true);
    expect(selected()).toEqual(['e']);
    await act(() => now().selection.clear());
    expect(selected()).toEqual([]);
  });

  test('stays while another page is shown', async () => {
    const { selected, select, load } = await open(few, several);
    await select('a');
    worker.answers['websites.list'] = () => page([website('x')]);
    await load({ query: { cursor: '2', from: 5 } });
    await select('x');
    expect(selected()).toEqual(['a', 'x']);
  });

  test('its ways stay the same, so that no row is shown anew', async () => {
    const { now, select } = await open(few);
    const { actions, selection, statisticsUrl } = now();
    await select('a');
    expect(now().actions).toBe(actions);
    expect(now().statisticsUrl).toBe(statisticsUrl);
    for (const name of ['toggle', 'all', 'drop', 'clear'] as const) expect(now().selection[name]).toBe(selection[name]);
  });
});

describe('selecting what other pages have, too', () => {
  test.each<[string, object, Given, count: number | undefined | 'not offered']>([
    ['of several pages', several, {}, 9],
    ['where the service does not say how many', { more: true, next: '2' }, {}, undefined],
    ['of one page', { total: 9 }, {}, 'not offered'],
    ['while they are read', several, { reading: { read: 1 } }, 'not offered'],
    ['where no more are known', { ...several, total: 1 }, {}, 'not offered'],
    ['with a filter, whose count is not known', several, { query: { filter: 'unknown' } }, undefined],
    ['with all of them known', several, { all: few }, 5],
    ['with those known that were read, of which there may be more', several, { all: few, isPart: true }, undefined],
  ])('%s', async (_what, more, given, count) => {
    const { now, select } = await open(few, more, given);
    expect(now().every).toBeUndefined();
    await select('a');
    const { every } = now();
    expect(every ? every.count : 'not offered').toBe(count);
  });

  test('all that are known are selected without reading, none that is read-only', async () => {
    const { now, select, selected } = await open(few.slice(0, 2), several, { all: few });
    await select('a');
    await does(() => now().every?.select());
    expect([selected(), read.mock.calls]).toEqual([['a', 'b', 'd', 'e'], []]);
  });

  test('they are read by the search, and those that match the filter are selected', async () => {
    read.mockResolvedValue(known([website('shop', { privacy: 0 }), website('shop2', { privacy: 1 })]));
    const query = { search: 'shop', filter: 'public' } as const;
    const { now, select, selected } = await open([website('a', { privacy: 0 })], several, { query });
    await select('a');
    await does(() => now().every?.select());
    expect([selected(), read.mock.calls]).toEqual([['shop'], [['shop']]]);
  });

  test('are not offered while another search is not answered, nor is their number', async () => {
    const { now, select, show } = await open(few, several);
    await select('a');
    worker.answers['websites.list'] = () => later().promise;
    await show({ query: { search: 'b' } });
    expect([now().every, now().records.exportable.total]).toEqual([undefined, undefined]);
    await show({});
    expect([now().every?.count, now().records.exportable.total]).toEqual([9, 9]);
  });

  test('where reading is stopped, the selection stays', async () => {
    read.mockResolvedValue(undefined);
    const { now, select, selected } = await open(few, several);
    await select('a');
    await does(() => now().every?.select());
    expect(selected()).toEqual(['a']);
  });
});

describe('how many there are of each privacy', () => {
  const items = [website('a', { privacy: 0 }), website('b', { privacy: 2 })];
  const counts = { all: 2, public: 1, private: 0, password: 1, unknown: 0 };
  const countsOfA = { ...counts, all: 1, password: 0 };
  test.each<[string, object, Given, counts: object, isPart: boolean]>([
    ['of the only page', {}, {}, counts, false],
    ['of the first page', several, {}, counts, true],
    ['of the last page', {}, { query: { cursor: '2', from: 50 } }, counts, true],
    ['of all that were read', several, { all: [...items, website('c')] }, { ...counts, all: 3, unknown: 1 }, false],
    ['of those that match the search', several, { all: items, query: { search: 'a.ex' } }, countsOfA, false],
  ])('%s', async (_what, more, given, expected, isPart) => {
    const { now } = await open(items, more, given);
    expect([now().counts, now().isPart]).toEqual([expected, isPart]);
  });

  test.each<[string, Given, object]>([
    ['hides rows of this page', {}, { filter: 'public' }],
    ['begins at the first page where all are known', { all: items }, { filter: 'public', cursor: undefined, from: 0 }],
  ])('choosing one of them %s', async (_what, given, change) => {
    const { now } = await open(items, several, given);
    now().onFilter('public');
    expect(route.change.mock.calls).toStrictEqual([[change]]);
  });
});

/** Every third one is public. */
const all = Array.from({ length: 30 }, (_, at) =>
  website(`s${String(at).padStart(2, '0')}`, { privacy: at % 3 === 0 ? 0 : 1 }),
);

describe('with all of them known', () => {
  const filtered: Partial<Query> = { filter: 'private', per_page: 10, sort_by: 'domain', sort: 'asc' };

  test('a filter has pages of its own', async () => {
    const { now, show, shown } = await open([], {}, { all, query: { ...filtered, from: 10 } });
    expect(shown().slice(0, 2)).toEqual(['s16', 's17']);
    expect(now().records.list).toMatchObject({ state: 'ready', total: 20, more: false, from: 10, at: 5 });
    expect(now().records.pager).toMatchObject({ paged: true, hasPrevious: true, hasNext: false });
    await show({ all, query: filtered });
    expect(shown()).toHaveLength(10);
    expect(now().records.pager).toMatchObject({ paged: true, hasPrevious: false, hasNext: true });
    now().records.pager.onNext();
    expect(route.next.mock.calls).toEqual([[undefined, 10]]);
    expect([now().records.isKept, now().records.isPart, now().records.every?.length]).toEqual([true, false, 20]);
  });

  test('of which there may be more, no total is claimed', async () => {
    const { now } = await open([], {}, { all, isPart: true, query: { ...filtered, from: 10 } });
    const { list, exportable, pager } = now().records;
    expect(list).toMatchObject({ more: false, from: 10, isUncounted: true });
    expect(['total' in list, exportable.total, pager.hasNext]).toEqual([false, undefined, false]);
  });

  test('rows and counts follow what is known and what is asked for', async () => {
    const some = all.slice(0, 6);
    const { now, show, shown } = await open([], {}, { all: some, query: { ...filtered, filter: 'all' } });
    await show({ all: some, query: filtered });
    expect([shown().join(' '), now().counts.public]).toEqual(['s01 s02 s04 s05', 2]);
    await show({ all, query: { ...filtered, search: 's1' } });
    expect([shown().join(' '), now().counts.public]).toEqual(['s10 s11 s13 s14 s16 s17 s19', 3]);
  });

  test('reading again reads all of them, without a filter only the page', async () => {
    const { now, load } = await open([], {}, { all, query: { ...filtered, search: 's' } });
    const before = asked('websites.list').length;
    await act(() => now().records.refresh());
    expect([read.mock.calls, asked('websites.list').length]).toEqual([[['s']], before]);
    await load({ all, query: { search: 's' } });
    expect(now().records.isKept).toBe(false);
    const shown = asked('websites.list').length;
    await act(() => now().records.refresh());
    expect([read.mock.calls.length, asked('websites.list').length]).toEqual([1, shown + 1]);
    now().all.read();
    expect(read.mock.calls).toEqual([['s'], ['s']]);
  });
});

describe('with another service', () => {
  const paged: Partial<Query> = { per_page: 10, sort_by: 'domain', sort: 'asc' };
  const onListRead = vi.fn();
  /** Every second website has a project. */
  const linked = async (query: Partial<Query>, areAllRead: boolean, areProjectsRead: boolean) => {
    await clearRecords();
    await putProjects(
      other,
      all.filter((_, at) => at % 2 === 0).map(({ domain }) => domain),
    );
    worker.answers['websites.list'] = () => page(all.slice(0, 4), several);
    const given = propsOf({ query: { ...paged, ...query }, ...(areAllRead ? { all } : {}) });
    const connection = { ...given.start.connection, seoUrl: other, seoAccount: other } as ConnectionAddress;
    const props = {
      ...given,
      onListRead,
      start: { ...given.start, connection },
      listsRead: { websites: { complete: false }, projects: { complete: areProjectsRead } },
    };
    const hook = await hooked(() => useWebsites({ ...props, drafts: useDrafts() }));
    // The list is asked for, then the cache is looked into.
    await settled();
    return hook.now;
  };

  const keys = (rows: { key: string }[]) => rows.map(({ key }) => key).join(' ');
  const linkedTen = 's00 s02 s04 s06 s08 s10 s12 s14 s16 s18';
  test.each<[string, Partial<Query>, string, total: number, from: number, pager: [boolean, boolean]]>([
    ['the first page', { link: 'linked' }, linkedTen, 15, 0, [false, true]],
    ['the last page', { link: 'linked', from: 10 }, 's20 s22 s24 s26 s28', 15, 10, [true, false]],
    ['a page behind the last one', { link: 'unlinked', from: 30 }, 's21 s23 s25 s27 s29', 15, 10, [true, false]],
    ['both filters', { link: 'linked', filter: 'public' }, 's00 s06 s12 s18 s24', 5, 0, [false, false]],
  ])('of all those with the wanted link, %s', async (_what, query, shown, total, from, [hasPrevious, hasNext]) => {
    const now = await linked(query, true, true);
    const { records } = now();
    expect([keys(records.rows), keys(records.shown)]).toEqual([shown, shown]);
    expect(records.list).toMatchObject({ total, from, at: 5 });
    expect(records.pager).toMatchObject({ hasPrevious, hasNext });
    expect([records.isPart, records.every?.length]).toEqual([false, total]);
  });

  test.each<[string, Partial<Query>, areAllRead: boolean, shown: string, isPart: boolean]>([
    ['by privacy', { filter: 'public' }, false, 's00 s03', true],
    ['by link', { link: 'linked' }, false, 's00 s02', true],
    ['by link, though all websites are known', { link: 'linked' }, true, 's00 s02', true],
    ['by both', { link: 'linked', filter: 'private' }, false, 's02', true],
    ['none', {}, false, 's00 s01 s02 s03', false],
  ])('where only a page is known, a filter hides rows of it: %s', async (_what, query, areAllRead, shown, isPart) => {
    const now = await linked(query, areAllRead, false);
    const { records, selection } = now();
    expect([records.rows.length, keys(records.shown)]).toEqual([4, shown]);
    expect([records.isPart, records.every]).toEqual([isPart, undefined]);
    await act(() => selection.all(true));
    // What a filter did not look at is never selected with the rest.
    expect([...now().selection.selection.keys()].join(' ')).toBe(shown);
    if (query.link) expect(now().every).toBeUndefined();
  });

  test.each<[string, areAllRead: boolean, areProjectsRead: boolean, change: object]>([
    ['begins at the first page where both lists are known', true, true, { cursor: undefined, from: 0 }],
    ['stays on the page where the projects are not', true, false, {}],
    ['stays on the page where the websites are not', false, true, {}],
  ])('choosing by link %s', async (_what, areAllRead, areProjectsRead, more) => {
    // All websites are known by their filter.
    const now = await linked({ filter: 'private' }, areAllRead, areProjectsRead);
    now().records.onLink('linked');
    expect(route.change.mock.calls).toStrictEqual([[{ link: 'linked', ...more }]]);
  });

  test('how much was read of the other list is told as its own', async () => {
    worker.answers['projects.list'] = () => page([{ project: 's00.example' }], { total: 1 });
    const now = await linked({ link: 'linked' }, false, false);
    await act(() => now().records.links?.check());
    expect(onListRead.mock.calls.at(-1)).toEqual(['projects', { complete: true }]);
  });
});

describe('one of them', () => {
  test('is deleted by its id and domain, and no longer selected', async () => {
    worker.answers['websites.delete'] = () => ok({ outcome: 'deleted' });
    const { now, select, selected, shown } = await open(few);
    await select('a');
    await act(() => now().actions.onDelete('a'));
    await act(() => now().records.deletion.run());
    paint();
    const sent = worker.asked.filter(({ name }) => name === 'websites.delete');
    expect(sent.map(({ input, account }) => [input, account])).toEqual([[{ id: 'a', domain: 'a.example' }, base]]);
    expect([selected(), shown(), focusRow.mock.calls]).toEqual([[], ['b', 'c', 'd', 'e'], [[base, 'b']]]);
  });

  /** Opens the first one's sheet, chooses another privacy there, and saves that. */
  const publish = async ({ now, does }: Awaited<ReturnType<typeof open>>) => {
    await act(() => now().actions.onEdit('a'));
    const { fields } = now().edit.editing as NonNullable<ReturnType<typeof useWebsites>['edit']['editing']>;
    await act(() => now().edit.setFields({ ...fields, privacy: 0 }));
    await does(({ edit }) => edit.save());
    paint();
  };

  test('is changed in the list once it is saved', async () => {
    worker.answers['websites.show'] = () => ok({ id: 'a', domain: 'a.example', privacy: 1 });
    worker.answers['websites.update'] = () => ok({ id: 'a', domain: 'a.example', privacy: 0 });
    const hook = await open([website('a', { privacy: 1 })]);
    await publish(hook);
    expect(hook.now().records.rows.map(({ record }) => record)).toEqual([website('a', { privacy: 0 })]);
    expect(say.mock.calls).toEqual([['manage_saved {domain}a.example']]);
  });

  test('that is gone when it is to be saved is taken off, and that is said', async () => {
    worker.answers['websites.show'] = () => failed('missing');
    const hook = await open([website('a', { privacy: 1 }), website('b')]);
    await publish(hook);
    expect([hook.shown(), say.mock.calls]).toEqual([['b'], [['popup_already_deleted a.example{name}']]]);
    expect(focusRow.mock.calls).toEqual([[base, 'b']]);
  });

  test.each<[string, object | undefined, string[], focused: unknown[][]]>([
    ['shown on top, and focused', { id: 'n', domain: 'n.example' }, ['n', 'a'], [[base, 'n']]],
    ['only said where the service does not show it', undefined, ['a'], []],
  ])('that is registered is %s', async (_what, made, expected, focused) => {
    worker.answers['websites.create'] = () => ok({ outcome: 'created', website: made });
    const { now, shown } = await open([website('a')]);
    await act(() => now().creation.open());
    await act(() => now().creation.patch({ typed: 'n.example' }));
    await does(() => now().creation.create());
    paint();
    const said = [['registration_created n.example{name}']];
    expect([shown(), say.mock.calls, focusRow.mock.calls]).toEqual([expected, said, focused]);
  });

  test('that is registered elsewhere is shown on top; what is changed at another service is none of it', async () => {
    const { shown } = await open([website('a')]);
    const created = { kind: 'website', created: true, website: website('n') } as const;
    await does(() => set(lastChange, { account: other, at: 1, ...created }));
    expect(shown()).toEqual(['a']);
    await does(() => set(lastChange, { account: base, at: 2, ...created }));
    expect(shown()).toEqual(['n', 'a']);
  });

  test.each<[string, string, Partial<Website>, string | undefined]>([
    ['the template', '{base_url}/of/{domain}/{id}', {}, 'https://stats.example/of/a.example/a'],
    ['none without a domain', '{base_url}/of/{id}', { domain: '' }, undefined],
    ['none without a template', '', {}, undefined],
  ])('has statistics by %s', async (_what, statisticsUrl, more, expected) => {
    const { now, show } = await open([], {}, { statisticsUrl: 'https://before.example/' });
    await show({ statisticsUrl });
    expect(now().statisticsUrl(website('a', more))).toBe(expected);
  });
});

test('what is read of all of them can be stopped, and says how far it is and why it failed', async () => {
  const stop = vi.fn();
  const problem = { kind: 'server' } as const;
  worker.answers['websites.list'] = () => later().promise;
  const all = { ...tabProps().all, reading: { read: 3 }, problem, stop };
  const hook = await hooked(() => useWebsites({ ...propsOf(), all, drafts: useDrafts() }));
  expect(hook.now().all).toMatchObject({ known: undefined, reading: { read: 3 }, problem });
  hook.now().all.stop();
  expect(stop).toHaveBeenCalledOnce();
});
