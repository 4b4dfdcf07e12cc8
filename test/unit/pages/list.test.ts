import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListState } from '@/entrypoints/manage/list/listState.ts';
import { useList } from '@/entrypoints/manage/list/useList.ts';
import { useTurning } from '@/entrypoints/manage/list/useTurning.ts';
import { sentDeletions } from '@/lib/messages/changes.ts';
import type { Website } from '@/lib/services/index.ts';
import { set } from '@/lib/storage/settings.ts';
import { defaultQuery, type Query } from '@/lib/websites/query.ts';
import { does, failed, held, hooked, later, openPage, questions, settled, tell, worker } from './hooked.ts';
import { base, other, page, website } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const clock = { now: 7 };
const query = defaultQuery('websites');
const [a, b] = [website('a'), website('b')];

beforeEach(() => {
  openPage();
  clock.now = 7;
  vi.spyOn(Date, 'now').mockImplementation(() => clock.now);
});

type Given = Partial<Query> & { account?: string };
const open = (first: Given = {}) =>
  hooked(({ account = base, ...change }: Given) => useList('websites', { ...query, ...change }, account), first);
/** With an answer to the first question. */
const listed = async (answer: ReturnType<typeof page>, first: Given = {}) => {
  worker.answers['websites.list'] = () => answer;
  const hook = await open(first);
  await settled();
  return hook;
};

test('before the first answer it is empty and loading; then it is what the service listed, and when', async () => {
  const answer = held('websites.list');
  const hook = await open({ search: ' Shop ', cursor: 'x', from: 50, filter: 'public', link: 'linked' });
  expect(hook.now().list).toStrictEqual({ state: 'loading', items: [], more: false, from: 0, load: 0, at: 0 });
  await answer.settle(page([a], { more: true, next: 'y', total: 70, unread: 1 }));
  expect(hook.now().list).toStrictEqual({
    state: 'ready',
    items: [a],
    more: true,
    next: 'y',
    total: 70,
    unread: 1,
    from: 50,
    load: 1,
    at: 7,
    read: 1,
  });
  const input = { search: 'Shop', search_by: 'domain', sort_by: 'id', sort: 'desc', per_page: 50, cursor: 'x' };
  expect(questions()).toEqual([['websites.list', input, base]]);
});

test('without a cursor it is the first page, whatever place the address names', async () => {
  expect((await listed(page([a]), { from: 50 })).now().list.from).toBe(0);
});

test('while another page is read, the one before is shown', async () => {
  const hook = await listed(page([a]));
  const answer = held('websites.list');
  await hook.show({ search: 'b' });
  expect(hook.now().list).toMatchObject({ state: 'refreshing', items: [a], load: 1 });
  clock.now = 9;
  await answer.settle(page([b]));
  expect(hook.now().list).toMatchObject({ state: 'ready', items: [b], load: 2, at: 9 });
});

test('what changes while a page is read is not undone by its answer', async () => {
  const answer = held('websites.list');
  const hook = await open();
  await act(() => hook.now().patch((items) => items.filter(({ id }) => id !== 'b')));
  await answer.settle(page([a, b], { total: 2 }));
  expect(hook.now().list).toMatchObject({ items: [a], total: 1, load: 1 });
  worker.answers['websites.list'] = () => page([a, b], { total: 2 });
  await does(() => hook.now().refresh());
  expect(hook.now().list).toMatchObject({ items: [a, b], total: 2 });
});

test.each<[string, Given, number]>([
  ['a filter, which only hides rows', { filter: 'public' }, 1],
  ['another page', { cursor: 'x' }, 2],
  ['another account', { account: other }, 2],
])('%s', async (_what, change, times) => {
  const hook = await listed(page([a]));
  await hook.load(change);
  expect(worker.asked).toHaveLength(times);
  expect(worker.asked.at(-1)?.account).toBe(change.account ?? base);
});

test('where the same is asked again and fails, the records stay; where another is, none do', async () => {
  const hook = await listed(page([a], { total: 1 }));
  worker.answers['websites.list'] = () => failed('server');
  await does(() => hook.now().refresh());
  const problem = { kind: 'server' };
  expect(hook.now().list).toMatchObject({ state: 'problem', problem, items: [a], total: 1, load: 1 });
  await hook.load({ search: 'b' });
  expect(hook.now().list).toStrictEqual({ state: 'problem', problem, items: [], more: false, from: 0, load: 3, at: 0 });
  worker.answers['websites.list'] = () => page([b]);
  await does(() => hook.now().refresh());
  expect(hook.now().list).toMatchObject({ state: 'ready', items: [b] });
  expect(hook.now().list.problem).toBeUndefined();
});

test.each<[string, string, 'network' | 'access' | 'server', number]>([
  ['online', 'the network was missing', 'network', 2],
  ['online', 'access was missing', 'access', 1],
  ['online', 'the service failed', 'server', 1],
  ['access', 'access was missing', 'access', 2],
  ['access', 'the service failed', 'server', 1],
])('%s, after a failure because %s: asked again only where that helps', async (event, _what, kind, times) => {
  worker.answers['websites.list'] = () => failed(kind);
  const hook = await open();
  await settled();
  worker.answers['websites.list'] = () => page([a]);
  await tell(event);
  await settled();
  await tell(event);
  await settled();
  expect(worker.asked).toHaveLength(times);
  await hook.end();
  await tell(event);
  expect(worker.asked).toHaveLength(times);
});

test('left, it no longer waits for the answer', async () => {
  worker.answers['websites.list'] = () => later().promise;
  const hook = await open();
  expect(worker.asked[0]?.signal?.aborted).toBe(false);
  await hook.end();
  expect(worker.asked[0]?.signal?.aborted).toBe(true);
});

test.each<[string, object, (items: Website[]) => Website[], object]>([
  ['a record is taken off', { total: 9 }, (items) => items.slice(1), { items: [b], total: 8 }],
  ['a record is added', { total: 9 }, (items) => [website('c'), ...items], { total: 10 }],
  ['the last one is taken off', { total: 9 }, () => [], { items: [], total: 7, isEmptied: true }],
  ['the total is not known', {}, () => [a], { items: [a] }],
])('a known change: %s', async (_what, told, change, expected) => {
  const hook = await listed(page([a, b], told));
  const before = hook.now().list;
  await act(() => hook.now().patch((items) => items));
  expect(hook.now().list).toBe(before);
  await act(() => hook.now().patch(change));
  expect(hook.now().list).toMatchObject(expected);
  for (const name of ['total', 'isEmptied']) expect(name in hook.now().list).toBe(name in expected);
  expect(worker.asked).toHaveLength(1);
});

const last = { cursor: 'x', from: 2 };
test.each<[string, object, Given, elsewhere: { by: number | undefined; movesUp?: boolean }, object]>([
  ['one is gone', { total: 9, more: true }, {}, { by: -1 }, { total: 8, from: 0 }],
  ['one is made', { total: 9, more: true }, {}, { by: 1 }, { total: 10, from: 0 }],
  ['one before these is gone', { total: 9, more: true }, last, { by: -1, movesUp: true }, { total: 8, isShort: true }],
  ['one before the last is gone', { total: 4 }, last, { by: -1, movesUp: true }, { total: 3, from: 1, isShort: true }],
  ['it is not known whether one is gone', { total: 9 }, {}, { by: undefined }, { isUncounted: true }],
  ['the total is not known', {}, last, { by: -1, movesUp: true }, { isUncounted: true, isShort: true, from: 2 }],
])('a change on another page: %s', async (_what, told, given, elsewhere, expected) => {
  const hook = await listed(page([a, b], told), given);
  const patch = () => act(() => hook.now().patch((items) => items, { key: 'it', ...elsewhere }));
  await patch();
  // Heard of once more, it is the same one.
  await patch();
  expect(hook.now().list).toMatchObject({ items: [a, b], ...expected });
  for (const name of ['total', 'isShort', 'isUncounted']) expect(name in hook.now().list).toBe(name in expected);
});

test('how many there are without what was being deleted as they were listed is not known', async () => {
  await set(sentDeletions, [{ id: 'd', account: base, at: Date.now() }]);
  const answer = held('websites.list');
  const hook = await open();
  await settled();
  await answer.settle(page([a, b], { total: 9 }));
  await act(() => hook.now().patch((items) => items, { key: 'it', by: -1 }));
  expect(hook.now().list).toMatchObject({ items: [a, b], isUncounted: true });
  expect(hook.now().list).not.toHaveProperty('total');
});

test('what an answer counts of a change on another page while it was awaited is not known', async () => {
  const answer = held('websites.list');
  const hook = await open();
  await act(() => hook.now().patch((items) => items, { key: 'it', by: -1 }));
  await answer.settle(page([a, b], { total: 2 }));
  expect(hook.now().list).toMatchObject({ items: [a, b], isUncounted: true });
  expect('total' in hook.now().list).toBe(false);
});

test('until another search is answered, the list is of the one before', async () => {
  worker.answers['websites.list'] = () => page([a]);
  const hook = await open({ search: 'a' });
  expect(hook.now().isOfSearch).toBe(false);
  await settled();
  expect(hook.now().isOfSearch).toBe(true);
  worker.answers['websites.list'] = () => later().promise;
  await hook.show({ search: 'a', cursor: 'x', from: 50 });
  expect(hook.now().isOfSearch).toBe(true);
  await hook.show({ search: 'b' });
  expect(hook.now().isOfSearch).toBe(false);
  await hook.show({ search: ' a' });
  expect(hook.now().isOfSearch).toBe(true);
});

describe('Next', () => {
  const [next, refresh] = [vi.fn(), vi.fn()];
  beforeEach(() => {
    vi.clearAllMocks();
    vi.stubGlobal('CSS', { escape: (text: string) => text });
  });
  const state = (load: number, more: Partial<ListState<unknown>> = {}): ListState<unknown> => ({
    state: 'ready',
    items: [],
    more: true,
    from: 0,
    load,
    at: 0,
    ...more,
  });
  const turning = (list: ListState<unknown>, keys: string, asks = query): Parameters<typeof useTurning>[0] => {
    const rows = [...keys].map((key) => ({ key }));
    return { list, rows, query: asks, account: base, next, previous: () => {}, mayMove: () => false, refresh };
  };
  const calls = () => [refresh.mock.calls.length, next.mock.calls.length];

  test('goes to the next page where no record was removed', async () => {
    const hook = await hooked(useTurning, turning(state(1), 'ab'));
    hook.now().onNext();
    await hook.show(turning(state(2), 'ab'));
    expect(calls()).toEqual([0, 1]);
  });

  test('asks for this page again while a deletion may be carried out', async () => {
    const hook = await hooked(useTurning, { ...turning(state(1), 'ab'), mayMove: () => true });
    hook.now().onNext();
    expect(calls()).toEqual([1, 0]);
  });

  test('does not go on, once asked again, where it could not be read', async () => {
    const hook = await hooked(useTurning, turning(state(1, { isShort: true }), 'ab'));
    hook.now().onNext();
    await hook.show(turning(state(1, { isShort: true, state: 'refreshing' }), 'ab'));
    await hook.show(turning(state(1, { isShort: true, state: 'problem' }), 'ab'));
    await hook.show(turning(state(2), 'ab'));
    expect(calls()).toEqual([1, 0]);
  });

  test.each<[string, ReturnType<typeof turning>, times: number]>([
    ['goes on where nothing has moved up', turning(state(2), 'ab'), 1],
    ['stays where something has', turning(state(2), 'bc'), 0],
    ['stays where more may have since', turning(state(2, { isShort: true }), 'ab'), 0],
    ['stays on the last page', { ...turning(state(2), 'ab'), next: undefined }, 0],
    ['stays where something else is listed by now', turning(state(2), 'a', { ...query, search: 'a' }), 0],
    ['stays where it cannot be read', turning(state(2, { state: 'problem' }), ''), 0],
  ])('asks for this page again where a record was removed, and %s', async (_what, then, times) => {
    const hook = await hooked(useTurning, turning(state(1, { isShort: true }), 'ab'));
    hook.now().onNext();
    expect(calls()).toEqual([1, 0]);
    await hook.show(then);
    await hook.show({ ...then, list: { ...then.list, load: 3 } });
    expect(calls()).toEqual([1, times]);
  });
});
