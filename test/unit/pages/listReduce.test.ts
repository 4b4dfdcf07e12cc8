import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reduce } from '@/entrypoints/manage/list/reduce.ts';
import { pickedOf } from '@/entrypoints/manage/list/select.ts';
import type { ListCommand, ListEvent, ListPart, ListState } from '@/entrypoints/manage/list/state.ts';
import { firstState, shownParts, shownRows } from '@/entrypoints/manage/list/state.ts';
import { listSums } from '@/entrypoints/manage/list/sums.ts';
import { keyOf, type SlimRow, withBeside } from '@/lib/records/slim.ts';
import type { ListFacts } from '@/lib/records/types.ts';
import type { ViewQuery } from '@/lib/records/view.ts';
import type { Refresh } from '@/lib/storage/refresh.ts';
import { ended, view } from '../records/viewSteps.ts';

const none: ReadonlySet<string> = new Set();

const rowOf = (account: string, slot: string, more: Partial<SlimRow> = {}): SlimRow => ({
  key: keyOf(account, slot),
  account,
  slot,
  id: slot,
  name: `${slot}.example`,
  hosts: [`${slot}.example`],
  privacy: 'private',
  ...more,
});
const rowsOf = (account: string, ...slots: string[]) => slots.map((slot) => rowOf(account, slot));
/** A record that might not be stored. */
const toldAt = (at: number, slot: string, more: Partial<SlimRow> = {}) =>
  rowOf('a', slot, { ...more, told: { record: { id: slot, domain: `${slot}.example` }, at } });
const byName: ViewQuery = { search: '', order: 'host' };
const facts = (more: Partial<ListFacts> = {}): ListFacts => ({ account: 'a', list: 'websites', ...more });

const factsOf = (one: number | undefined | Partial<ListFacts>) =>
  typeof one === 'object' ? facts(one) : one === undefined ? undefined : facts({ whole: one });

/** What is known once all that a service has was read, but for what cannot be. */
const readAt = (at: number) => facts({ tried: at, pass: at, ended: at, why: 'unreadable-row' });

/** What is stored of an account was read. */
const readOf = (
  rows: readonly SlimRow[],
  more: { account?: string; at?: number; facts?: ListFacts } = {},
): ListEvent => ({ type: 'read', account: 'a', rows: [...rows], at: 5, facts: undefined, ...more });
type Of<T> = Omit<Extract<ListEvent, { type: T }>, 'type'>;
const event = <T extends ListEvent['type']>(type: T, more: Of<T>) => ({ type, ...more }) as unknown as ListEvent;
const arrived = (account: string, ...slots: string[]) => event('arrived', { account, rows: rowsOf(account, ...slots) });
const changed = (slots: string[], rows: SlimRow[]): ListEvent => ({ type: 'changed', account: 'a', slots, rows });
const beside = (found: Of<'beside'>['beside']) => event('beside', { account: 'a', beside: found });
const linksTo = (hosts: string[], isWhole = true) => beside({ links: { hosts: new Set(hosts), isWhole } });

/** A list whose views are found out at once, unless they are `held`. */
function listOf(...accounts: string[]) {
  let isHeld = false;
  let state: ListState = firstState(byName);
  let commands: ListCommand[] = [];
  const send = (...events: ListEvent[]): void => {
    for (const event of events) {
      const turn = reduce(state, event);
      state = turn.state;
      commands.push(...turn.commands);
      for (const command of turn.commands) if (command.type === 'view' && !isHeld) viewed(command);
    }
  };
  const viewed = ({ number, rows, beside, query }: Extract<ListCommand, { type: 'view' }>) =>
    send({ type: 'viewed', number, shown: ended(view(ended(withBeside(rows, beside)), query)), shared: none });
  send({ type: 'opened', accounts });
  const list = {
    send,
    state: () => state,
    shown: () => shownRows(state).map(({ key }) => key),
    selected: () => [...state.selection.keys()],
    /** No view is found out from now on. */
    hold: () => {
      isHeld = true;
    },
    part: (account = accounts[0] ?? '') => state.parts.get(account),
    /** What was asked for since it was last looked at, but for views. */
    asked: () => {
      const now = commands.filter(({ type }) => type !== 'view');
      commands = [];
      return now;
    },
    read: (account: string, slots: string[], whole?: number) =>
      send(readOf(rowsOf(account, ...slots), { account, ...(whole === undefined ? {} : { facts: facts({ whole }) }) })),
  };
  return list;
}

/** A list of one account with these records. */
function read(...slots: string[]) {
  const list = listOf('a');
  list.read('a', slots, 7);
  list.asked();
  return list;
}
const select = (slot: string, isOn = true, isLong = false) =>
  event('selected', { key: keyOf('a', slot), isOn, extends: isLong });
const search = (text: string, more: Partial<ViewQuery> = {}) =>
  event('asked', { query: { ...byName, search: text, ...more } });
const selectAll = (isOn = true): ListEvent => ({ type: 'selected-all', isOn });
const answered = (more: object = {}): ListEvent => ({ type: 'answered', account: 'a', ...more });
/** What the service finds for “shop”. */
const foundAt = (more: object = { rows: [] }): ListEvent => ({ type: 'found', account: 'a', search: 'shop', ...more });

describe('opened', () => {
  test('each service is asked once, also where others are shown later, and none that is shown no longer', () => {
    const list = listOf('a', 'b');
    expect(list.asked()).toEqual([
      { type: 'open', account: 'a' },
      { type: 'open', account: 'b' },
    ]);
    list.send({ type: 'opened', accounts: ['b', 'c'] });
    expect(list.asked()).toEqual([{ type: 'open', account: 'c' }]);
    expect(shownParts(list.state()).map(({ account }) => account)).toEqual(['b', 'c']);
  });

  test('what is heard of one that is shown no longer is forgotten, also if it is shown again', () => {
    const list = listOf('a', 'b');
    list.send({ type: 'opened', accounts: ['b'] }, answered({ rows: rowsOf('a', '1') }));
    list.send({ type: 'opened', accounts: ['a', 'b'] });
    expect([list.shown(), list.part('a')?.isAsked]).toEqual([[], true]);
  });

  test('what is stored is shown as it arrives, and once it was read, until it has been read again', () => {
    const list = listOf('a');
    list.send(arrived('a', '2'));
    expect([list.shown(), listSums(list.state()).isLoading]).toEqual([['a 2'], false]);
    list.send(arrived('a', '1'));
    list.read('a', ['1', '2']);
    list.send(arrived('a', '3'));
    expect(list.shown()).toEqual(['a 1', 'a 2']);
    list.read('a', ['3']);
    expect(list.shown()).toEqual(['a 3']);
  });

  test('nothing is called empty before it was asked for, nor while the first rows are being put in order', () => {
    const isLoading = (state: ListState) => listSums(state).isLoading;
    expect(isLoading(firstState(byName))).toBe(true);
    const list = listOf('a');
    expect(isLoading(list.state())).toBe(true);
    list.read('a', [], 7);
    list.send(answered());
    expect(isLoading(list.state())).toBe(false);
    list.hold();
    list.read('a', ['1'], 8);
    expect([list.shown(), isLoading(list.state())]).toEqual([[], true]);
  });

  test.each<[string, Partial<ViewQuery>, ListEvent]>([
    ['projects', { linked: true }, linksTo([])],
    ['checks', { tracking: 'missing' }, beside({ checks: new Map() })],
  ])('nothing is said to match no filter before what it goes by was read: %s', (_what, query, event) => {
    const list = read('1');
    list.send(answered(), search('', query));
    expect([list.shown(), listSums(list.state()).isLoading]).toEqual([[], true]);
    list.send(event);
    expect([list.shown(), listSums(list.state()).isLoading]).toEqual([[], false]);
  });

  test('nothing found stays said while rows change, until something is found', () => {
    const list = read('1');
    list.send(answered(), search('nosuch'));
    list.hold();
    list.send(changed(['1'], rowsOf('a', '1')));
    expect([list.shown(), listSums(list.state()).isLoading]).toEqual([[], false]);
    list.send(search('nosuch as well'));
    expect(listSums(list.state()).isLoading).toBe(true);
  });

  test('nothing is said to match no filter before all that is stored was read', () => {
    const list = listOf('a', 'b');
    list.read('a', ['1'], 7);
    list.send(search('', { privacy: 'public' }));
    expect([list.shown(), listSums(list.state()).isLoading]).toEqual([[], true]);
    list.read('b', ['2'], 7);
    expect([list.shown(), listSums(list.state()).isLoading]).toEqual([[], false]);
  });

  test('of several, the first rows are shown together, more once it is twice as much, and when the last one cannot be read', () => {
    const list = listOf('a', 'b');
    const shown = () => list.shown().length;
    list.send(arrived('a', '1'));
    list.send(beside({ links: undefined }));
    expect([shown(), list.state().rows.length]).toEqual([0, 0]);
    list.send(arrived('b', '1'));
    expect(shown()).toBe(2);
    list.send(arrived('a', '2'));
    expect([shown(), list.state().rows.length]).toEqual([2, 2]);
    list.send(arrived('b', '2'));
    expect(shown()).toBe(4);
    list.read('a', ['1', '2', '3']);
    expect(shown()).toBe(4);
    list.send({ type: 'unread', account: 'b', problem: { kind: 'setup', code: 'fault' } });
    expect(shown()).toBe(5);
  });

  test('of several, what is sought is shown as soon as it arrives, also if the search came after it', () => {
    const list = listOf('a', 'b', 'c');
    list.read('a', ['1', '2', '3', '4']);
    list.send(arrived('c', '8'));
    list.send(search('5'));
    list.send(arrived('b', '5'));
    expect(list.shown()).toEqual(['b 5']);
    list.send(search(''));
    list.send(arrived('c', '6'));
    expect(list.shown()).not.toContain('c 6');
    list.send(search('6'));
    expect(list.shown()).toEqual(['c 6']);
    list.hold();
    list.send(search('7'));
    list.send(arrived('c', '7'));
    expect(list.state().rows).toHaveLength(8);
  });

  test('a first reading that broke off and begins again shows each record once', () => {
    const list = listOf('a');
    for (const slots of [['1', '2'], ['1'], ['2', '3', '4']]) list.send(arrived('a', ...slots));
    expect(list.shown()).toEqual(['a 1', 'a 2', 'a 3', 'a 4']);
  });
});

describe('what changes', () => {
  test('rows that come while a view is found out wait for its end; another question does not', () => {
    let { state } = reduce(firstState(byName), { type: 'opened', accounts: ['a'] });
    const numbers: number[] = [];
    const send = (event: ListEvent) => {
      const turn = reduce(state, event);
      state = turn.state;
      for (const one of turn.commands) if (one.type === 'view') numbers.push(one.number);
    };
    for (const slot of ['1', '2']) send(arrived('a', slot));
    // That of the opening is still under way.
    expect(numbers).toEqual([]);
    const shown = { rows: [], of: 0, counts: {} as never };
    send({ type: 'viewed', number: 1, shown, shared: none });
    expect(numbers).toEqual([2]);
    send(search('x'));
    expect(numbers).toEqual([2, 3]);
    // What was found out for the question before is not shown.
    const found = { rows: rowsOf('a', '1'), of: 1, counts: {} as never };
    send({ type: 'viewed', number: 2, shown: found, shared: none });
    expect(state.view?.shown).toBe(shown);
    send({ type: 'viewed', number: 3, shown: found, shared: none });
    expect([state.view?.shown, state.view?.query.search]).toEqual([found, 'x']);
  });

  test('whether the other list has a record is told of rows that are there and of those that come', () => {
    const list = read('1', '2');
    const linked = () => shownRows(list.state()).map((row) => row.linked);
    expect(linked()).toEqual([undefined, undefined]);
    list.send(linksTo(['www.1.example'], false));
    expect(linked()).toEqual([true, undefined]);
    list.send(linksTo(['1.example']), changed(['3'], rowsOf('a', '3')));
    expect(linked()).toEqual([true, false, false]);
    list.read('a', ['4', '1']);
    expect(linked()).toEqual([true, false]);
    list.send(beside({ links: undefined }));
    expect(linked()).toEqual([undefined, undefined]);
  });

  test('what a person has just changed stays as it was told where only its check is new', () => {
    const list = read('1');
    list.send({ type: 'told', account: 'a', rows: [rowOf('a', '1', { privacy: 'public' })] });
    list.send(beside({ checks: new Map([['1.example', { state: 'missing', at: 1 }]]) }));
    const check = { state: 'missing', at: 1 } as const;
    expect(shownRows(list.state())).toEqual([rowOf('a', '1', { privacy: 'public', check })]);
  });
});

describe('asked', () => {
  test.each<[string, whole: number | undefined | 'nothing yet', ListEvent, asked: ListCommand[]]>([
    ['for a search of all that there is, nobody', 7, search('1'), []],
    ['for a search of what may not be all', undefined, search('1'), [{ type: 'search', account: 'a', search: '1' }]],
    ['for a search of what is still being read, nobody', 'nothing yet', search('1'), []],
  ])('%s: is its service asked?', (_what, whole, event, asked) => {
    const list = listOf('a');
    if (whole === 'nothing yet') list.send(arrived('a', '1', '2'));
    else list.read('a', ['1', '2'], whole);
    list.asked();
    list.send(event);
    expect(list.asked()).toEqual(asked);
  });

  const unread = { type: 'unread', account: 'a', problem: { kind: 'server' } } as const;
  test.each<[string, known: (number | undefined | typeof unread)[]]>([
    ['not all may be: its service, once', [undefined, undefined]],
    ['more is heard of later: its service', [7, undefined]],
    ['what is stored cannot be read: its service, once', [unread, unread]],
  ])('opened with a search, %s', (_what, known) => {
    const begun = reduce(firstState({ ...byName, search: '1' }), { type: 'opened', accounts: ['a'] });
    const commands: ListCommand[] = [];
    known.reduce((state, whole) => {
      const facts = whole === unread ? undefined : factsOf(whole as number | undefined);
      const turn = reduce(state, whole === unread ? unread : readOf(rowsOf('a', '1'), facts ? { facts } : {}));
      commands.push(...turn.commands.filter(({ type }) => type !== 'view'));
      return turn.state;
    }, begun.state);
    expect(commands).toEqual([{ type: 'search', account: 'a', search: '1' }]);
  });
});

describe('selecting', () => {
  test('one by one, and from the last one to another, without what is read-only', () => {
    const list = listOf('a');
    const rows = ['1', '2', '3', '4', '5'].map((slot) => rowOf('a', slot, slot === '3' ? { locked: 'no-id' } : {}));
    list.send(readOf(rows), select('2'));
    expect(list.selected()).toEqual(['a 2']);
    list.send(select('5', true, true));
    expect(list.selected()).toEqual(['a 2', 'a 4', 'a 5']);
    list.send(select('4', false));
    list.send(select('1', false, true));
    expect(list.selected()).toEqual(['a 5']);
    list.send(select('3'));
    expect(list.selected()).toEqual(['a 5']);
    list.send(selectAll());
    expect(list.selected()).toHaveLength(4);
    list.send({ type: 'deselected' });
    expect(list.selected()).toEqual([]);
  });

  test('all takes none that may be gone; by itself it can be selected, and let go with all', () => {
    const list = listOf('a');
    const rows = [rowOf('a', '1'), rowOf('a', '2', { notListed: 5 })];
    list.send(readOf(rows), selectAll());
    expect(list.selected()).toEqual(['a 1']);
    list.send(select('2'));
    expect(list.selected()).toEqual(['a 1', 'a 2']);
    list.send(selectAll(false));
    expect(list.selected()).toEqual([]);
  });

  test('stays over search and order, is said to be out of sight, and goes with what is gone', () => {
    const list = read('1', '2', '12');
    list.send(selectAll(), search('1'));
    expect([list.shown(), list.selected().length]).toEqual([['a 1', 'a 12'], 3]);
    list.send(changed(['2'], []));
    expect(list.selected()).toEqual(['a 1', 'a 12']);
    list.send(search('12'), selectAll(false));
    expect(list.selected()).toEqual(['a 1']);
    list.send(search('12'), selectAll(), { type: 'kept-shown' });
    expect(list.selected()).toEqual(['a 12']);
    list.read('a', ['1'], 8);
    expect(list.selected()).toEqual([]);
  });

  test.each<[string, now: SlimRow[]]>([
    ['its id is another website’s', [rowOf('a', '1', { name: 'other.example' })]],
    ['a reading has not shown it', [rowOf('a', '1', { notListed: 5 })]],
    ['it is gone', []],
  ])('goes once %s, and does not come again with what has its id', (_what, now) => {
    const list = read('1', '2');
    list.send(selectAll());
    list.send(changed(['1'], now));
    expect(list.selected()).toEqual(['a 2']);
    list.read('a', ['1', '2']);
    expect(list.selected()).toEqual(['a 2']);
  });

  test('from the last one to another takes none on the way that may be gone', () => {
    const list = listOf('a');
    const rows = ['1', '2', '3', '4'].map((slot) => rowOf('a', slot, +slot % 2 ? {} : { notListed: 5 }));
    list.send(readOf(rows), select('1'), select('4', true, true));
    expect(list.selected()).toEqual(['a 1', 'a 3', 'a 4']);
  });

  test.each<[string, ListEvent]>([
    ['it is gone', changed(['1'], [])],
    ['its connection is gone', { type: 'opened', accounts: ['b'] }],
  ])('takes nothing that is shown although %s, until the next view is found out', (_what, event) => {
    const list = listOf('a', 'b');
    list.read('a', ['1']);
    list.read('b', ['2']);
    list.hold();
    list.send(event, select('1'), selectAll());
    expect(list.selected()).toEqual(['b 2']);
  });
});

describe('what is changed at once', () => {
  const parts = ['a', 'b'].map((account) => ({ service: { account } }) as ListPart);
  const batches = (state: ListState) =>
    pickedOf(state, parts).batches.map(({ part, rows }) => [part.service.account, rows.map(({ slot }) => slot)]);

  test('is what is selected of each connection: first what is shown, in its order', () => {
    const list = listOf('a', 'b');
    list.read('a', ['2', '12', '1']);
    list.read('b', ['1']);
    list.send(selectAll());
    expect(batches(list.state())).toEqual([
      ['a', ['1', '12', '2']],
      ['b', ['1']],
    ]);
    list.send({ type: 'deselected', account: 'b' }, search('2'));
    expect(batches(list.state())).toEqual([['a', ['12', '2', '1']]]);
  });

  test('is counted: what can be selected, what of that is, and what is not visible', () => {
    const list = listOf('a');
    list.send(readOf([...rowsOf('a', '1', '12', '2'), rowOf('a', '13', { notListed: 5 })]));
    list.send(select('1'), select('13'), select('2'));
    expect(pickedOf(list.state(), parts)).toMatchObject({ selectable: 3, selected: 2, notShown: 0 });
    list.send(search('1'));
    expect(pickedOf(list.state(), parts)).toMatchObject({ selectable: 2, selected: 1, notShown: 1 });
  });

  test('names each record once, also one that was read again since it was shown', () => {
    const list = read('1', '2');
    list.send(selectAll());
    const { state } = reduce(list.state(), readOf(rowsOf('a', '1', '2'), { at: 6 }));
    expect(state.rows[0]).not.toBe(shownRows(state)[0]);
    expect(batches(state)).toEqual([['a', ['1', '2']]]);
  });
});

describe('a service', () => {
  const problem = { kind: 'network' } as const;
  const refresh = (state: Refresh['state'], more: Partial<Refresh> = {}) =>
    ({ type: 'progressed', account: 'a', refresh: { state, read: 0, started: 1, ...more } as Refresh }) as const;

  test('that cannot be reached keeps its rows and their age; Try again asks it again', () => {
    const list = listOf('a', 'b');
    list.read('a', ['1'], 7);
    list.read('b', []);
    list.send(answered({ problem }), answered({ account: 'b' }));
    list.asked();
    expect(list.part('a')).toMatchObject({ problem, isAsked: false, facts: { whole: 7 } });
    expect([list.shown(), list.part('b')?.problem]).toEqual([['a 1'], undefined]);
    expect(listSums(list.state()).isWell).toBe(false);
    list.send({ type: 'retried', account: 'a' });
    expect([list.asked(), list.part('a')?.isAsked]).toEqual([[{ type: 'open', account: 'a' }], true]);
    list.send(answered());
    expect(listSums(list.state()).isWell).toBe(true);
  });

  test.each<[string, 'network' | 'access', asked: number]>([
    ['there is a network again', 'network', 1],
    ['access was granted', 'access', 0],
  ])('is asked again by itself once %s: %#', (_what, what, asked) => {
    const list = read('1');
    list.send(answered({ problem }), { type: 'mended', what });
    expect(list.asked()).toHaveLength(asked);
  });

  test.each<[string, ListEvent]>([
    ['Try again', { type: 'retried', account: 'a' }],
    ['a network that is back', { type: 'mended', what: 'network' }],
  ])('that could not search is asked to search again by %s', (_what, event) => {
    const list = listOf('a');
    list.read('a', ['1']);
    list.send(answered(), search('shop'));
    list.send(foundAt({ problem }));
    list.asked();
    list.send(event);
    expect(list.asked()).toEqual([{ type: 'search', account: 'a', search: 'shop' }]);
    expect(list.part('a')?.search).toEqual({ text: 'shop', isAsked: true, problem });
    list.send(foundAt({}));
    expect(list.part('a')?.search).toEqual({ text: 'shop', isAsked: false });
  });

  test('is read as a whole on Refresh, and until it is stopped', () => {
    const list = read('1');
    list.send({ type: 'refreshed' });
    expect(list.asked()).toEqual([{ type: 'refresh', account: 'a' }]);
    list.send({ type: 'stopped' });
    expect(list.asked()).toEqual([]);
    list.send(refresh('running', { read: 4200, total: 25_000 }));
    expect(listSums(list.state())).toMatchObject({ reading: { read: 4200, total: 25_000 }, isWanted: true });
    list.send(refresh('running', { unasked: true }));
    expect(listSums(list.state())).toMatchObject({ reading: { total: undefined }, isWanted: false });
    list.send({ type: 'stopped' });
    expect(list.asked()).toEqual([{ type: 'stop', account: 'a' }]);
    list.send(refresh('stopped'));
    expect(listSums(list.state()).reading).toBeUndefined();
  });

  test('and others are counted on when one of their readings ends; Refresh is offered while any is not being read', () => {
    const list = listOf('a', 'b');
    const reads = (account: string, state: Refresh['state'], read: number, total?: number) =>
      list.send({ ...refresh(state, { read, total }), account });
    reads('a', 'running', 100, 300);
    expect(listSums(list.state()).isWanted).toBe(false);
    reads('b', 'running', 30);
    expect(listSums(list.state())).toMatchObject({ reading: { read: 130, total: undefined }, isWanted: true });
    reads('b', 'done', 40);
    expect(listSums(list.state()).reading).toEqual({ read: 140, total: 340 });
    reads('a', 'done', 300, 300);
    expect(listSums(list.state()).reading).toBeUndefined();
  });

  const refused = answered({ problem: { kind: 'auth', status: 401 } });
  const heard = (at: number) => readOf(rowsOf('a', '1'), { at });
  test.each<[string, ListEvent[], asks: number]>([
    ['nothing new is stored', [heard(5)], 0],
    ['a newer record is stored', [heard(6)], 1],
    ['it finds something that is stored', [heard(6), foundAt()], 1],
    ['a search is refused, too', [foundAt({ problem })], 0],
  ])('that refused the key is asked again once it lets it in: %s', (_what, events, asks) => {
    const list = read('1');
    list.send(heard(5), refused);
    list.asked();
    list.send(...events);
    expect(list.asked()).toEqual(Array(asks).fill({ type: 'open', account: 'a' }));
    expect(list.part()?.problem).toEqual({ kind: 'auth', status: 401 });
  });

  test('that cannot be reached says so, although a reading was done before the page was opened', () => {
    const list = read('1');
    list.send(answered({ problem }), refresh('done'));
    expect(list.part()?.problem).toEqual(problem);
  });

  test.each<[string, Refresh['state'][], shown: object | undefined]>([
    ['fails while somebody looks on', ['running', 'failed'], problem],
    ['had failed before the page was opened', ['failed'], undefined],
    ['fails, and the next one does not', ['running', 'failed', 'running', 'done'], undefined],
  ])('whose reading %s', (_what, states, shown) => {
    const list = read('1');
    for (const state of states) list.send(refresh(state, state === 'failed' ? { problem } : {}));
    expect(list.part()?.problem).toEqual(shown);
  });

  const unread: ListEvent = { type: 'unread', account: 'a', problem: { kind: 'setup', code: 'no-database' } };
  const answer = (...slots: string[]): ListEvent => answered({ rows: rowsOf('a', ...slots) });
  const stored = (...slots: string[]) => readOf(rowsOf('a', ...slots));
  const gone = (slot: string) => changed([slot], []);
  test.each<[string, ListEvent[], shown: string[]]>([
    ['nobody can read what is stored', [unread, answer('1')], ['a 1']],
    ['it is stored later, and gone then', [stored('1'), answer('2'), stored('1', '2'), stored('1')], ['a 1']],
    ['one was deleted', [stored('1'), answer('2'), gone('2')], ['a 1']],
    ['one was deleted before it came', [stored('1', '2'), gone('2'), answer('1', '2')], ['a 1']],
    ['no id names what it shows', [stored('1'), answer('\n0')], ['a 1']],
  ])('whose answer is not stored is shown all the same: %s', (_what, events, shown) => {
    const list = listOf('a');
    list.send(...events);
    expect(list.shown()).toEqual(shown);
  });

  test.each<[string, privacy: SlimRow['privacy'], asked: number, saved?: number]>([
    ['is as old as what is stored', 'private', 5],
    ['is not stored, so that it is newer than what is', 'public', 6],
    ['was asked for before the person saved it', 'password', 6, 7],
    ['was asked for after the person saved it', 'public', 7, 6],
  ])('whose answer %s: %s', (_what, privacy, asked, saved) => {
    const list = read('1');
    if (saved) list.send({ type: 'told', account: 'a', rows: [toldAt(saved, '1', { privacy: 'password' })] });
    list.send(answered({ rows: [toldAt(asked, '1', { privacy: 'public' })] }));
    expect(shownRows(list.state())[0]?.privacy).toBe(privacy);
  });

  test('that all that can be read was read since ends what was told before that reading began', () => {
    const list = listOf('a');
    list.send(stored('1'), answer('2'), { type: 'told', account: 'a', rows: [toldAt(9, '3'), toldAt(8, '4')] });
    list.send(readOf(rowsOf('a', '1'), { facts: readAt(9) }));
    expect(list.shown()).toEqual(['a 1', 'a 3']);
  });

  test('of which no record has an id shows each once, also when all was read since', () => {
    const list = listOf('a');
    list.send(readOf([]), answer('\n0', '\n1'));
    expect(list.shown()).toEqual(['a \n0', 'a \n1']);
    list.send(readOf(rowsOf('a', '\n9.0', '\n9.1'), { facts: readAt(9) }));
    expect(list.shown()).toEqual(['a \n9.0', 'a \n9.1']);
  });

  test('what a person has made or changed is shown until what is stored has changed, too', () => {
    const list = read('1');
    const row = (privacy: SlimRow['privacy']) => rowOf('a', '1', { privacy });
    const privacies = () => shownRows(list.state()).map(({ privacy }) => privacy);
    list.send({ type: 'told', account: 'a', rows: [row('public'), ...rowsOf('a', '2')] });
    expect([list.shown(), privacies()]).toEqual([
      ['a 1', 'a 2'],
      ['public', 'private'],
    ]);
    list.send(linksTo(['1.example']));
    list.read('a', ['1'], 7);
    expect([privacies(), shownRows(list.state())[0]?.linked]).toEqual([['public', 'private'], true]);
    list.send(changed(['1'], [row('password')]));
    expect(privacies()).toEqual(['password', 'private']);
  });

  test.each<[string, ListEvent[], isNone: boolean]>([
    ['all was read', [readOf([], { facts: facts({ whole: 7 }) })], true],
    ['what was there was lost', [readOf(rowsOf('a', '1'), { facts: facts({ whole: 7 }) }), stored()], false],
  ])('has nothing, where that is known: %s', (_what, events, isNone) => {
    const list = listOf('a');
    list.send(...events);
    expect(listSums(list.state()).isNone).toBe(isNone);
  });

  test.each<[string, now: Partial<ListFacts> | undefined, left: string[], asked: number]>([
    ['lost, but for what was stored since', undefined, ['3', '4'], 1],
    ['there, and more', undefined, ['1', '2', '3', '4'], 0],
    ['read anew', { whole: 8 }, ['2'], 0],
    ['forgotten by the person', { stopped: 6 }, [], 0],
  ])('is asked again where what was stored is %s', (_what, now, left, count) => {
    const list = read('1', '2', '3');
    list.send(readOf(rowsOf('a', ...left), { at: 0, ...(now && { facts: facts(now) }) }));
    expect(list.asked()).toHaveLength(count);
  });

  test.each<[string, ListEvent[], isLoading: boolean, isSearched: boolean]>([
    ['has answered', [foundAt()], false, true],
    ['has answered to another search', [foundAt({ search: 'other', rows: [] })], true, false],
    ['cannot be asked', [foundAt({ problem })], false, false],
    ['cannot be asked, and nothing is searched any more', [foundAt({ problem }), search('')], false, true],
  ])('that was asked what it finds %s', (_what, events, isLoading, isSearched) => {
    const list = listOf('a');
    list.read('a', ['1']);
    list.send(search('shop'), ...events);
    expect(listSums(list.state())).toMatchObject({ isLoading, isSearched });
  });

  test.each<[string, facts: Partial<ListFacts>, ListEvent[], isProved: boolean]>([
    ['all was read', { whole: 7 }, [], true],
    ['not all was read', {}, [], false],
    ['the service finds nothing', {}, [search('shop'), foundAt()], true],
    ['the service lists a part of what it finds', {}, [search('shop'), foundAt({ rows: [], isPart: true })], false],
    ['the service is still asked', {}, [search('shop')], false],
  ])('that no row matches is proved where %s', (_what, of, events, isProved) => {
    const list = listOf('a');
    list.send(readOf([], { facts: facts(of) }), ...events);
    expect(listSums(list.state()).isProved).toBe(isProved);
  });

  test('shows what it finds and what cannot be stored, and is asked for a search in the address once what is stored was read', () => {
    const list = listOf();
    list.send(search('shop'), { type: 'opened', accounts: ['a'] });
    list.asked();
    list.read('a', ['1']);
    expect(list.asked()).toEqual([{ type: 'search', account: 'a', search: 'shop' }]);
    list.send(foundAt({ rows: [rowOf('a', 'shop')] }));
    expect(list.shown()).toEqual(['a shop']);
  });

  test.each<[string, wholes: (number | undefined | Partial<ListFacts>)[], isOpen: boolean, whole: number | undefined]>([
    ['all were read', [7, 5], false, 5],
    ['one was not', [7, undefined], true, undefined],
    ['one has more since', [7, { whole: 5, total: 3, counted: 1 }], true, undefined],
  ])('there may be more than is known, and since when not: %s', (_what, wholes, isOpen, whole) => {
    const list = listOf('a', 'b');
    for (const [at, account] of ['a', 'b'].entries())
      list.send({ type: 'read', account, rows: [], at: 1, facts: factsOf(wholes[at]) });
    expect(listSums(list.state())).toMatchObject({ isOpen, whole });
  });
});

test('whatever happens, what is selected is there, and what is shown is of the accounts that are shown', () => {
  const account = fc.constantFrom('a', 'b', 'c');
  const slots = fc.uniqueArray(fc.constantFrom('1', '2', '3', '12'), { maxLength: 4 });
  const anyEvent: fc.Arbitrary<ListEvent> = fc.oneof(
    fc.uniqueArray(account, { minLength: 1 }).map((accounts) => ({ type: 'opened' as const, accounts })),
    fc.constantFrom('', '1', '12').map((text) => search(text)),
    fc.tuple(account, slots).map(([of, some]) => arrived(of, ...some)),
    fc.tuple(account, slots).map(([of, some]) => readOf(rowsOf(of, ...some), { account: of })),
    fc.tuple(account, slots, slots).map(([of, some, there]) => {
      const rows = rowsOf(of, ...there.filter((slot) => some.includes(slot)));
      return event('changed', { account: of, slots: some, rows });
    }),
    fc.tuple(slots, fc.boolean(), fc.boolean()).map(([some, on, long]) => select(some[0] ?? '1', on, long)),
    fc.boolean().map((isOn): ListEvent => ({ type: 'selected-all', isOn })),
    fc.constantFrom<ListEvent>({ type: 'kept-shown' }, { type: 'deselected' }),
  );
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 25 }), (events) => {
      const list = listOf('a');
      list.read('a', ['1', '2']);
      for (const one of events) {
        list.send(one);
        const keys = new Set(list.state().rows.map(({ key }) => key));
        expect(list.selected().filter((key) => !keys.has(key))).toEqual([]);
        expect(list.shown().filter((key) => !keys.has(key))).toEqual([]);
      }
    }),
  );
});
