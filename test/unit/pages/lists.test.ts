import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type ListRead, useLinks } from '@/entrypoints/manage/list/useLinks.ts';
import { useList } from '@/entrypoints/manage/list/useList.ts';
import { useReportListRead } from '@/entrypoints/manage/list/useListsRead.ts';
import { useDelete } from '@/entrypoints/manage/list/useRecords.ts';
import { useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import { useWebsites } from '@/entrypoints/manage/websites/useWebsites.ts';
import { lastChange } from '@/lib/messages/changes.ts';
import type { Project, Website } from '@/lib/services/index.ts';
import { set } from '@/lib/storage/settings.ts';
import { defaultQuery, type Query, type RecordKind } from '@/lib/websites/query.ts';
import { type Row, websiteRows } from '@/lib/websites/rows.ts';
import { clearRecords } from '../records/seed.ts';
import { does, failed, hooked, later, loaded, ok, openPage, settled, worker } from './hooked.ts';
import { base, page, tabProps, website } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
// The page is in the worker's own store.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));

const query: Query = { ...defaultQuery('websites'), search: 'shop' };

beforeEach(() => {
  openPage();
  globalThis.indexedDB = new IDBFactory();
  vi.stubGlobal('requestAnimationFrame', () => 0);
});

describe('a list', () => {
  const listOf = (first: Query) => hooked((now: Query) => useList('websites', now, base), first);
  const domains = ({ list }: { list: { items: Website[] } }) => list.items.map(({ domain }) => domain);

  test('the answer to a search that was given up is never shown', async () => {
    const [first, second] = [later(), later()];
    worker.answers['websites.list'] = ({ search }) => (search === 'shop' ? first.promise : second.promise);
    const hook = await listOf(query);
    await hook.show({ ...query, search: 'blog' });
    await second.settle(page([website('blog')]));
    await first.settle(page([website('shop')]));
    expect(domains(hook.now())).toEqual(['blog.example']);
    expect(worker.asked[0]?.signal?.aborted).toBe(true);
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
    });
    await settled();
    const noted: ListRead[] = [];
    const unread = { complete: false };
    const links = await hooked(() => useLinks(kind, base, ['a.example'], unread, (read) => noted.push(read)));
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
  });
  expect(reads).toEqual([]);
  await settled();
  expect(reads).toEqual(told);
});

describe('deleting', () => {
  const [row] = websiteRows([website('a')]) as [Row<Website>];

  test('pressed twice, one is sent', async () => {
    const answer = later();
    const remove = vi.fn(() => answer.promise as never);
    const hook = await hooked(() => useDelete<Website>(remove, { onDeleted: () => {}, say: () => {} }));
    await act(() => hook.now().open(row));
    void hook.now().run();
    await settled();
    void hook.now().run();
    await settled();
    expect(remove).toHaveBeenCalledTimes(1);
  });

  test('neither closes the dialog of another, nor tells its failure in it', async () => {
    const told = { onDeleted: vi.fn(), say: vi.fn() };
    const ends = [later(), later()] as const;
    const [one, two] = websiteRows([website('a'), website('b')]) as [Row<Website>, Row<Website>];
    const hook = await hooked(() => useDelete<Website>(({ id }) => ends[id === 'a' ? 0 : 1].promise as never, told));
    for (const each of [one, two]) {
      await act(() => hook.now().open(each));
      await hook.does((now) => now.run());
    }
    await ends[0].settle(failed('network'));
    expect(hook.now().deleting).toEqual({ row: two, busy: true, problem: undefined });
    expect(told.say).toHaveBeenCalledOnce();
    await act(() => hook.now().open(one));
    await ends[1].settle(ok({ outcome: 'deleted' }));
    expect(hook.now().deleting?.row).toBe(one);
    expect(told.onDeleted).toHaveBeenCalledExactlyOnceWith(two, 'popup_deleted');
  });
});

describe('the websites', () => {
  const locked = { locked: 'no-id' } as unknown as Partial<Website>;
  const listed = async (answer: ReturnType<typeof page>) => {
    worker.answers['websites.list'] = () => answer;
    return loaded((given) => useWebsites({ ...given, drafts: useDrafts() }), tabProps());
  };
  const selected = ({ selection }: ReturnType<typeof useWebsites>) => [...selection.selection.keys()];

  test('Select all leaves out what is read-only, and none is selected once that is taken back', async () => {
    const hook = await listed(page([website('a'), website('b', locked), website('c')]));
    await act(() => hook.now().selection.all(true));
    expect(selected(hook.now())).toEqual(['a', 'c']);
    await act(() => hook.now().selection.all(false));
    expect(selected(hook.now())).toEqual([]);
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
    await does(() => set(lastChange, { account: base, at: 1, kind: 'website-gone', id: 'a' }));
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
    const hook = await loaded((given) => useWebsites({ ...given, drafts: useDrafts() }), { ...tabProps(), all });
    await act(() => hook.now().selection.all(true));
    await act(() => hook.now().every?.select());
    await hook.load({ ...tabProps(change), all });
    const items = ['a', 'b', 'c'].map((id) => website(id));
    await every.settle({ account: base, search: '', items, complete: true, at: 1 } as never);
    expect(selected(hook.now())).toEqual(expected);
  });
});
