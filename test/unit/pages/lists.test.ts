import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useExport } from '@/entrypoints/manage/list/useExport.ts';
import { type ListRead, useLinks } from '@/entrypoints/manage/list/useLinks.ts';
import { useList } from '@/entrypoints/manage/list/useList.ts';
import { useReportListRead } from '@/entrypoints/manage/list/useListsRead.ts';
import { useDelete } from '@/entrypoints/manage/list/useRecords.ts';
import { useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import { useWebsites } from '@/entrypoints/manage/websites/useWebsites.ts';
import { lastChange } from '@/lib/messages/changes.ts';
import type { Project, Website } from '@/lib/services/index.ts';
import { type ConnectionAddress, set } from '@/lib/storage/settings.ts';
import { defaultQuery, type Query, type RecordKind } from '@/lib/websites/query.ts';
import { type Row, websiteRows } from '@/lib/websites/rows.ts';
import { clearRecords, putProjects } from '../records/seed.ts';
import { asked, failed, hooked, later, openPage, settled, tell, worker } from './hooked.ts';
import { base, other, page, tabProps, website } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
// The page is in the worker's own store.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));

const query: Query = { ...defaultQuery('websites'), search: 'shop' };
const saved = { names: [] as string[], texts: [] as Promise<string>[] };

beforeEach(() => {
  openPage();
  globalThis.indexedDB = new IDBFactory();
  Object.assign(saved, { names: [], texts: [] });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.texts.push((blob as Blob).text());
    return 'blob:file';
  });
});

describe('a list', () => {
  const listOf = (first: Query) => hooked((now: Query) => useList('websites', now, base), first);
  const domains = ({ list }: { list: { items: Website[] } }) => list.items.map(({ domain }) => domain);

  test('the answer to a search that was given up is never shown', async () => {
    const [first, second] = [later(), later()];
    worker.answers['websites.list'] = ({ search }) => (search === 'shop' ? first.promise : second.promise);
    const hook = await listOf(query);
    await hook.show({ ...query, search: 'blog' });
    second.answer(page([website('blog')]));
    await settled();
    first.answer(page([website('shop')]));
    await settled();
    expect(domains(hook.now())).toEqual(['blog.example']);
    expect(worker.asked[0]?.signal?.aborted).toBe(true);
  });

  test('what failed without a network is asked for again when it is back', async () => {
    worker.answers['websites.list'] = () => failed('network');
    const hook = await listOf(query);
    await settled();
    expect(hook.now().list.problem?.kind).toBe('network');
    worker.answers['websites.list'] = () => page([website('shop')]);
    await tell('online');
    await settled();
    expect(domains(hook.now())).toEqual(['shop.example']);
  });
});

describe('what is not in the other list is not linked only where all of that list is kept here', () => {
  const locked = { locked: 'inexact-id' } as const;
  const rows: [what: string, kind: RecordKind, items: (Website | Project)[], more: object, complete: boolean][] = [
    ['all websites', 'websites', [website('a')], {}, true],
    ['all projects, one of them read-only', 'projects', [{ project: 'a.example/b', locked: 'unsafe-id' }], {}, true],
    ['a read-only website', 'websites', [website('a', locked)], {}, false],
    ['one that may not be changed', 'websites', [website('a', { locked: 'not-allowed' })], {}, true],
    ['a project without a name', 'projects', [{ project: '', id: '7', locked: 'no-name' }], {}, false],
    ['a row that is not listed', 'websites', [website('a')], { unread: 1 }, false],
  ];
  test.each(rows)('%s', async (_what, kind, items, more, complete) => {
    await clearRecords();
    worker.answers[`${kind}.list`] = () => page(items as Website[], { total: items.length, ...more });
    const told: ListRead[] = [];
    await hooked(() => {
      const { list } = useList(kind, defaultQuery(kind), base);
      useReportListRead(kind, defaultQuery(kind), list as never, (_kind, read) => told.push(read));
    }, undefined);
    await settled();
    const noted: ListRead[] = [];
    const unread = { complete: false };
    const links = await hooked(
      () => useLinks(kind, base, ['a.example'], unread, (read) => noted.push(read)),
      undefined,
    );
    await act(() => links.now().check());
    expect([told.at(-1)?.complete, noted.at(-1)?.complete]).toEqual([complete, complete]);
  });
});

test.each<[string, Partial<Query>, answer: object, told: ListRead[]]>([
  ['the whole of it', {}, { total: 1 }, [{ total: 1, complete: true }]],
  ['the whole of it, without a number', {}, {}, [{ total: undefined, complete: true }]],
  ['the first page', {}, { total: 9, more: true }, [{ total: 9, complete: false }]],
  ['the first page, without a number', {}, { more: true }, []],
  ['a later page', { cursor: '2' }, { total: 9 }, []],
  ['what matches a search', { search: 'a' }, { total: 1 }, []],
  ['what matches no letter', { search: ' ' }, { total: 1 }, [{ total: 1, complete: true }]],
])('what an answer shows of a list: %s', async (_what, change, answer, told) => {
  worker.answers['websites.list'] = () => page([website('a')], answer);
  const reads: ListRead[] = [];
  const asks = { ...defaultQuery('websites'), ...change };
  await hooked(() => {
    const { list } = useList('websites', asks, base);
    useReportListRead('websites', asks, list, (_kind, read) => reads.push(read));
  }, undefined);
  expect(reads).toEqual([]);
  await settled();
  expect(reads).toEqual(told);
});

describe('an export of all pages', () => {
  const exportOf = (now: Query) =>
    hooked(
      () => useExport('websites', now, base, { listed: [], matches: () => true, changed: (items) => items }),
      undefined,
    );

  test('asks for what was searched, from the first page on, whatever page is shown', async () => {
    worker.answers['websites.list'] = ({ cursor }) =>
      cursor ? page([website('b')]) : page([website('a')], { more: true, next: '2' });
    const hook = await exportOf({ ...query, cursor: '9', from: 90 });
    await act(() => hook.now().run('all', 'json'));
    const sent = asked('websites.list');
    expect(sent.map(({ search, cursor }) => [search, cursor])).toEqual([
      ['shop', undefined],
      ['shop', '2'],
    ]);
    const [text] = await Promise.all(saved.texts);
    expect(JSON.parse(text ?? '').map(({ id }: Website) => id)).toEqual(['a', 'b']);
  });

  test('that fails midway saves no file and says why', async () => {
    worker.answers['websites.list'] = ({ cursor }) =>
      cursor ? failed('server') : page([website('a')], { more: true, next: '2' });
    const hook = await exportOf(query);
    await act(() => hook.now().run('all', 'json'));
    expect([saved.texts.length, hook.now().exporting?.problem?.kind]).toEqual([0, 'server']);
  });

  test('that is closed midway saves no file', async () => {
    const first = later();
    worker.answers['websites.list'] = () => first.promise;
    const hook = await exportOf(query);
    const run = hook.now().run('all', 'json');
    await act(() => hook.now().close());
    first.answer(page([website('a')]));
    await act(() => run);
    expect([saved.texts.length, hook.now().exporting]).toEqual([0, undefined]);
  });
});

describe('deleting', () => {
  const [row] = websiteRows([website('a')]) as [Row<Website>];

  test('pressed twice, one is sent', async () => {
    const answer = later();
    const remove = vi.fn(() => answer.promise as never);
    const hook = await hooked(() => useDelete<Website>(remove, { onDeleted: () => {}, say: () => {} }), undefined);
    await act(() => hook.now().open(row));
    void hook.now().run();
    await settled();
    void hook.now().run();
    await settled();
    expect(remove).toHaveBeenCalledTimes(1);
  });

  test.each(['deleted', 'gone'] as const)('what the service calls %s is taken off the list', async (outcome) => {
    const deleted = vi.fn();
    const remove = async () => ({ ok: true as const, value: { outcome } });
    const hook = await hooked(() => useDelete<Website>(remove, { onDeleted: deleted, say: () => {} }), undefined);
    await act(() => hook.now().open(row));
    await act(() => hook.now().run());
    expect([deleted.mock.calls.length, hook.now().deleting]).toEqual([1, undefined]);
  });
});

describe('the websites', () => {
  const locked = { locked: 'no-id' } as unknown as Partial<Website>;
  const listed = async (answer: ReturnType<typeof page>, change: Partial<Query> = {}) => {
    worker.answers['websites.list'] = () => answer;
    const hook = await hooked((given) => useWebsites({ ...given, drafts: useDrafts() }), tabProps(change));
    await settled();
    return hook;
  };
  const selected = ({ selection }: ReturnType<typeof useWebsites>) => [...selection.selection.keys()];

  test('Select all leaves out what is read-only', async () => {
    const hook = await listed(page([website('a'), website('b', locked), website('c')]));
    await act(() => hook.now().selection.all(true));
    expect(selected(hook.now())).toEqual(['a', 'c']);
  });

  test.each(['onSelect', 'onEdit', 'onDelete'] as const)('%s of a read-only row does nothing', async (action) => {
    const hook = await listed(page([website('a'), website('b', locked)]));
    const key = hook.now().records.rows[1]?.key ?? '';
    await act(() => hook.now().actions[action](key, true, false));
    const { edit, records } = hook.now();
    expect([selected(hook.now()), edit.editing, records.deletion.deleting]).toEqual([[], undefined, undefined]);
  });

  test('what is deleted elsewhere is no longer selected', async () => {
    const hook = await listed(page([website('a'), website('b')]));
    await act(() => hook.now().selection.all(true));
    await set(lastChange, { account: base, at: 1, kind: 'website-gone', id: 'a' });
    await settled();
    expect(selected(hook.now())).toEqual(['b']);
  });

  test.each<[string, Partial<Query>, string[]]>([
    ['selected', {}, ['a', 'b', 'c']],
    ['not selected once another search is shown', { search: 'b' }, ['a']],
    ['not selected once another filter is shown', { filter: 'public' }, ['a']],
  ])('what every page has is read, and %s', async (_what, change, expected) => {
    const every = later();
    worker.answers['websites.list'] = () => page([website('a')], { more: true, next: '2', total: 3 });
    const all = { ...tabProps().all, read: async () => (await every.promise) as never };
    const hook = await hooked((given) => useWebsites({ ...given, drafts: useDrafts() }), { ...tabProps(), all });
    await settled();
    await act(() => hook.now().selection.all(true));
    await act(() => hook.now().every?.select());
    await hook.show({ ...tabProps(change), all });
    await settled();
    every.answer({
      account: base,
      search: '',
      items: ['a', 'b', 'c'].map((id) => website(id)),
      complete: true,
      at: 1,
    } as never);
    await settled();
    expect(selected(hook.now())).toEqual(expected);
  });

  test.each<[string, Partial<Query>, object, read: number, turned: number]>([
    ['the first of several is read again', {}, { more: true, next: '2', total: 3 }, 2, 0],
    ['the last of several is left for that before', { cursor: '2', from: 10 }, { total: 11 }, 1, 1],
    ['the only one is empty', {}, {}, 1, 0],
  ])('of which nothing is left, %s', async (_page, change, more, read, turned) => {
    const previous = vi.fn();
    worker.answers['websites.list'] = () => page([website('a')], more);
    const given = tabProps(change);
    const hook = await hooked((all) => useWebsites({ ...all, drafts: useDrafts() }), {
      ...given,
      route: { ...given.route, previous },
    });
    await settled();
    worker.answers['websites.list'] = () => page([], more);
    await set(lastChange, { account: base, at: 1, kind: 'website-gone', id: 'a' });
    await settled();
    await settled();
    expect([asked('websites.list').length, previous.mock.calls.length]).toEqual([read, turned]);
    expect(hook.now().records.rows).toEqual([]);
  });

  const seo = { seoUrl: other, seoAccount: other };
  test.each<[string, Partial<Query>, boolean, string[], object]>([
    ['all of them once both lists are known', { link: 'linked' }, true, ['a', 'c'], { part: false, every: 2 }],
    ['those without one, too', { link: 'unlinked' }, true, ['b', 'd'], { part: false, every: 2 }],
    ['both filters at once', { link: 'linked', filter: 'public' }, true, ['c'], { part: false, every: 1 }],
    ['fewer than come before the page', { filter: 'public', from: 50 }, true, ['c'], { part: false, every: 1 }],
    ['only this page while the projects are not', { link: 'linked' }, false, ['a'], { part: true }],
  ])(
    'a filter lists %s',
    async (_what, change, complete, expected, { part, every }: { part?: boolean; every?: number }) => {
      await clearRecords();
      await putProjects(other, ['a.example', 'c.example']);
      const all = ['d', 'c', 'b', 'a'].map((id) => website(id, { privacy: id === 'c' ? 0 : 1 }));
      const given = tabProps({ sort_by: 'domain', sort: 'asc', ...change });
      const connection = { ...given.start.connection, ...seo } as ConnectionAddress;
      worker.answers['websites.list'] = () => page([website('a'), website('b')], { more: true, next: '2', total: 4 });
      const hook = await hooked((now) => useWebsites({ ...now, drafts: useDrafts() }), {
        ...given,
        start: { ...given.start, connection },
        listsRead: { websites: { complete: false }, projects: { complete } },
        all: { ...given.all, of: () => ({ account: base, search: '', items: all, complete: true, at: 1 }) },
      });
      await settled();
      await settled();
      const { records } = hook.now();
      expect(records.shown.map(({ key }) => key)).toEqual(expected);
      expect([records.isPart, records.every?.length]).toEqual([part, every]);
      await act(() => hook.now().selection.all(true));
      // What a filter did not look at is never selected with the rest.
      expect([hook.now().every, selected(hook.now())]).toEqual([undefined, expected]);
    },
  );

  test.each<[string, Partial<Query>, object, boolean]>([
    ['the only page', {}, {}, false],
    ['the first of several', {}, { more: true, next: '2' }, true],
    ['the last of several', { cursor: '2', from: 10 }, {}, true],
  ])('all pages can be exported from %s', async (_page, change, more, paged) => {
    const hook = await listed(page([website('a')], more), change);
    expect(hook.now().records.pager.paged).toBe(paged);
  });
});
