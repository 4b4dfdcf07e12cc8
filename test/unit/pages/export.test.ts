import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { useExport } from '@/entrypoints/manage/list/useExport.ts';
import { type Change, lastChange, sentDeletions } from '@/lib/messages/changes.ts';
import type { Project, Website } from '@/lib/services/index.ts';
import { set } from '@/lib/storage/settings.ts';
import { defaultQuery, type Query, type RecordKind } from '@/lib/websites/query.ts';
import { changedProjects, changedWebsites } from '@/lib/websites/rows.ts';
import { asked, does, failed, held, hooked, later, openPage, questions, settled, worker } from './hooked.ts';
import { base, page, website } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
const saveFile = vi.hoisted(() => vi.fn());
vi.mock('@/lib/util/saveFile.ts', () => ({ saveFile }));

type Given = {
  kind?: RecordKind;
  query?: Partial<Query>;
  listed?: (Website | Project)[];
  kept?: Website[];
  isWhole?: boolean;
  matches?: (record: Website) => boolean;
};

beforeEach(() => {
  openPage();
  saveFile.mockClear();
});

const open = async ({ kind = 'websites', query = {}, listed = [], ...given }: Given = {}) => {
  const asks = { ...defaultQuery(kind), ...query };
  const changed = kind === 'websites' ? changedWebsites : changedProjects;
  const hook = await hooked(() =>
    useExport(kind, asks, base, {
      listed,
      matches: () => true,
      ...given,
      changed: changed as typeof changedWebsites,
    }),
  );
  expect(hook.now().exporting).toBeUndefined();
  await act(() => hook.now().open());
  expect(hook.now().exporting).toStrictEqual({});
  return hook;
};
/** Two pages of the whole list, each of which is answered when the test says so. */
const heldPages = () => {
  const pages = [later(), later()] as const;
  worker.answers['websites.list'] = ({ cursor }) => pages[cursor ? 1 : 0].promise;
  return pages;
};
const idsIn = (text: string) => JSON.parse(text).map(({ id }: Website) => id);
const listedWebsites: Given = { listed: [website('a')] };
const listedProjects: Given = { kind: 'projects', listed: [{ project: 'a.example/b' }] };
const savedIds = () => saveFile.mock.calls.map(([, , text]) => idsIn(text));

test.each<[string, Given, kind: string, 'csv' | 'json', type: string, text: RegExp]>([
  ['the listed websites', listedWebsites, 'websites', 'csv', 'text/csv', /^\ufeff?domain,.*\r?\na\.example,/s],
  ['the same', listedWebsites, 'websites', 'json', 'application/json', /"domain": "a\.example"/],
  ['the listed projects', listedProjects, 'projects', 'csv', 'text/csv', /^\ufeff?project,.*\r?\na\.example\/b,/s],
])('%s %j as a file, without a question, and the dialog is closed', async (_what, given, kind, format, type, text) => {
  const hook = await open(given);
  await act(() => hook.now().run('listed', format));
  const name = expect.stringMatching(new RegExp(`^waymark-${kind}-[\\d-]{10}\\.${format}$`));
  expect(saveFile.mock.calls).toEqual([[name, type, expect.stringMatching(text)]]);
  expect([hook.now().exporting, worker.asked]).toEqual([undefined, []]);
});

test('all that were read before are saved as they are', async () => {
  const hook = await open({ listed: [website('a')], kept: [website('a'), website('b')] });
  await act(() => hook.now().run('all', 'json'));
  expect([savedIds(), hook.now().exporting, worker.asked]).toEqual([[['a', 'b']], undefined, []]);
  await act(() => hook.now().open());
  await act(() => hook.now().run('listed', 'json'));
  expect(savedIds()[1]).toEqual(['a']);
});

test('all that were read before are told from all that there are', async () => {
  const hook = await open({ kept: [website('a'), website('b')], isWhole: false });
  await act(() => hook.now().run('all', 'json'));
  expect([savedIds(), hook.now().exporting]).toEqual([[['a', 'b']], { incomplete: 2 }]);
});

test('of all that are read, those that pass the filter', async () => {
  worker.answers['websites.list'] = async () => page([website('a'), website('b'), website('c')]);
  const hook = await open({ query: { filter: 'public' }, matches: ({ domain }) => domain !== 'b.example' });
  await act(() => hook.now().run('all', 'json'));
  expect([hook.now().exporting, savedIds()]).toEqual([undefined, [['a', 'c']]]);
});

test.each<[string, number | undefined]>([
  ['how many there are', 3],
  ['not how many there are', undefined],
])('while all are read, where the service says %s, one sees how far it is', async (_what, total) => {
  const told = total === undefined ? {} : { total };
  const [first, rest] = heldPages();
  const hook = await open({ query: { search: ' shop ', cursor: '9', from: 90, filter: 'public' } });
  const run = hook.now().run('all', 'json');
  await settled();
  expect(hook.now().exporting).toStrictEqual({ soFar: 0 });
  await first.settle(page([website('a'), website('b')], { more: true, next: 'x', ...told }));
  expect(hook.now().exporting).toStrictEqual({ soFar: 2, ...told });
  expect(saveFile).not.toHaveBeenCalled();
  rest.answer(page([website('c')], told));
  await act(() => run);
  expect([hook.now().exporting, savedIds()]).toEqual([undefined, [['a', 'b', 'c']]]);
  const sent = { search: 'shop', search_by: 'domain', sort_by: 'id', sort: 'desc', per_page: 100 };
  expect(questions()).toEqual([
    ['websites.list', sent, base],
    ['websites.list', { ...sent, cursor: 'x' }, base],
  ]);
});

test('what changes while all are read is in the file as it is in the end', async () => {
  const [first, rest] = heldPages();
  const hook = await open({ query: { sort_by: 'domain', sort: 'asc' } });
  hook.now().know({ kind: 'website-gone', id: 'c' });
  const run = hook.now().run('all', 'json');
  await first.settle(page([website('a'), website('b')], { more: true, next: 'x' }));
  hook.now().know({ kind: 'website-gone', id: 'b' });
  hook.now().know({ kind: 'website', created: true, website: website('new') });
  hook.now().know({ kind: 'website', website: { id: 'a', privacy: 0 } });
  rest.answer(page([website('c')]));
  await act(() => run);
  expect(savedIds()).toEqual([['new', 'a', 'c']]);
  expect(JSON.parse(saveFile.mock.calls[0]?.[2])[1]).toMatchObject({ id: 'a', privacy: 0 });
});

test.each<[string, Partial<Change>, told: object, last: boolean, incomplete: number | undefined]>([
  ['deleted here', {}, {}, false, 2],
  ['deleted here, where the total shows whether one is missing', {}, { total: 2 }, false, undefined],
  ['deleted here, where there is one page', {}, {}, true, undefined],
  ['deleted in another account', { account: 'another' }, {}, false, undefined],
  ['changed', { kind: 'website', website: { id: 'a' } } as Change, {}, false, undefined],
])(
  'one is %s while all are read: another may have moved to a page that was read',
  async (_what, change, told, last, incomplete) => {
    const [first, rest] = heldPages();
    const hook = await open();
    const run = hook.now().run('all', 'json');
    first.answer(page([website('a')], last ? {} : { more: true, next: 'x', ...told }));
    await does(() => set(lastChange, { account: base, at: 1, kind: 'website-gone', id: 'z', ...change } as Change));
    rest.answer(page([website('c')], told));
    await act(() => run);
    expect(hook.now().exporting).toEqual(incomplete && { incomplete });
  },
);

test('a deletion that is sent while all are read may move others to pages that were read', async () => {
  const [first, rest] = heldPages();
  const hook = await open();
  const run = hook.now().run('all', 'json');
  first.answer(page([website('a')], { more: true, next: 'x' }));
  await set(sentDeletions, [{ id: 'd', account: base, at: Date.now() }]);
  await set(sentDeletions, []);
  rest.answer(page([website('c')]));
  await act(() => run);
  expect(hook.now().exporting).toEqual({ incomplete: 2 });
});

test.each([
  ['just now', 0, 2],
  ['three minutes ago', 180_000, 2],
  ['eleven minutes ago', 660_000, undefined],
])('a deletion that was sent %s may still move others to pages that were read', async (_when, age, incomplete) => {
  worker.answers['websites.list'] = ({ cursor }) =>
    cursor ? page([website('c')]) : page([website('a')], { more: true, next: 'x' });
  await set(sentDeletions, [{ id: 'd', account: base, at: Date.now() - age }]);
  const hook = await open();
  await act(() => hook.now().run('all', 'json'));
  expect(hook.now().exporting).toEqual(incomplete && { incomplete });
});

test('projects are asked for as projects', async () => {
  worker.answers['projects.list'] = () => page([{ project: 'a.example/b' }]);
  const hook = await open({ kind: 'projects' });
  await act(() => hook.now().run('all', 'csv'));
  expect(asked('projects.list')).toEqual([{ sort_by: 'created_at', sort: 'desc', per_page: 100 }]);
  expect(saveFile).toHaveBeenCalledOnce();
});

test('a list that is not shown to its end is saved, and said not to be all', async () => {
  worker.answers['websites.list'] = () => page([website('a')], { more: true });
  const hook = await open();
  await act(() => hook.now().run('all', 'json'));
  expect([savedIds(), hook.now().exporting]).toEqual([[['a']], { incomplete: 1 }]);
});

test('a failure midway is told instead of how far it was, without a file, and the next try begins anew', async () => {
  worker.answers['websites.list'] = ({ cursor }) =>
    cursor ? failed('server') : page([website('a')], { more: true, next: '2' });
  const hook = await open();
  await act(() => hook.now().run('all', 'json'));
  expect([hook.now().exporting, savedIds()]).toStrictEqual([{ problem: { kind: 'server' } }, []]);
  worker.answers['websites.list'] = () => page([website('a')]);
  await act(() => hook.now().run('all', 'json'));
  expect([savedIds(), hook.now().exporting]).toEqual([[['a']], undefined]);
});

test.each(['closed', 'left'] as const)('reading ends when the page is %s', async (how) => {
  const answer = held('websites.list');
  const hook = await open();
  void hook.now().run('all', 'json');
  await settled();
  const { signal } = worker.asked[0] ?? {};
  expect(signal?.aborted).toBe(false);
  await (how === 'left' ? hook.end() : act(() => hook.now().close()));
  expect(signal?.aborted).toBe(true);
  await answer.settle(page([website('a')]));
  expect(saveFile).not.toHaveBeenCalled();
  if (how === 'closed') expect(hook.now().exporting).toBeUndefined();
});

test('closed before anything was read, nothing happens', async () => {
  const hook = await open();
  await act(() => hook.now().close());
  expect(hook.now().exporting).toBeUndefined();
});

test('its ways stay the same, so that what shows them need not be shown anew', async () => {
  const hook = await open();
  const { open: before, close } = hook.now();
  await hook.show(undefined);
  expect([hook.now().open === before, hook.now().close === close]).toEqual([true, true]);
});
