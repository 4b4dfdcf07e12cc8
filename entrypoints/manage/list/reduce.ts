import { mayHaveMore } from '@/lib/records/known.ts';
import { type Beside, type SlimRow, withBeside } from '@/lib/records/slim.ts';
import type { ViewQuery } from '@/lib/records/view.ts';
import { isRefreshActive } from '@/lib/storage/refresh.ts';
import { gridReduce, keptFocus, soughtFocus } from './grid.ts';
import { deselected, keptShown, leftSelection, select, selected } from './select.ts';
import { type ListCommand, type ListEvent, type ListState, noPart, type Part, shownRows, type Turn } from './state.ts';
import { stillTold, withTold } from './told.ts';

const stay = (state: ListState): Turn => ({ state, commands: [] });
const all = (accounts: readonly string[], type: 'open' | 'refresh' | 'stop'): ListCommand[] =>
  accounts.map((account) => ({ type, account }));

const isSameQuery = (one: ViewQuery, other: ViewQuery): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (name) => one[name as keyof ViewQuery] === other[name as keyof ViewQuery],
  );

const partOf = ({ parts }: ListState, account: string): Part => parts.get(account) ?? noPart;

const gridRows = (state: ListState) => {
  const rows = shownRows(state);
  return {
    count: rows.length,
    keyAt: (index: number) => rows[index]?.key ?? '',
    indexOf: (key: string) => rows.findIndex((row) => row.key === key),
  };
};

/** Starts computing the query. If that is under way already, notes that it has to be repeated with the present rows. */
function viewed({ state, commands }: Turn): Turn {
  const { viewing, query, rows } = state;
  if (viewing && isSameQuery(viewing.query, query))
    return { state: { ...state, viewing: { ...viewing, isOld: true } }, commands };
  const number = state.last + 1;
  return {
    state: { ...state, last: number, viewing: { number, query, isOld: false } },
    commands: [...commands, { type: 'view', number, rows, query }],
  };
}

const withPart = (state: ListState, account: string, change: Partial<Part>): ListState => ({
  ...state,
  parts: new Map([...state.parts, [account, { ...partOf(state, account), ...change }]]),
});

/** Sets the rows of an account: the stored ones, changed by newer answers that could not be stored. */
function withRows(state: ListState, account: string, stored: readonly SlimRow[], change: Partial<Part> = {}): Turn {
  const part = { ...partOf(state, account), ...change };
  const told = stillTold(part.told, stored);
  const next = withPart(state, account, { ...change, stored, told, rows: withTold(stored, told, part) });
  return viewed(
    stay({ ...next, selection: leftSelection(next, account, partOf(next, account).rows), rows: allRows(next) }),
  );
}

const allRows = ({ accounts, parts }: ListState): readonly SlimRow[] => {
  const [first, ...others] = accounts.map((account) => parts.get(account)?.rows ?? []);
  return others.length ? [first ?? [], ...others].flat() : (first ?? []);
};

/** Replaces the rows of these slots by those in `now`. Slots without a row in `now` were removed. */
function changed(rows: readonly SlimRow[], slots: readonly string[], now: readonly SlimRow[]): readonly SlimRow[] {
  const touched = new Set(slots);
  const bySlot = new Map(now.map((row) => [row.slot, row]));
  const there = new Set(rows.map(({ slot }) => slot));
  const kept = rows.flatMap((row) => (touched.has(row.slot) ? (bySlot.get(row.slot) ?? []) : row));
  return [...kept, ...now.filter(({ slot }) => !there.has(slot))];
}

/** Sends the search to each service whose stored list may be incomplete. */
function searched(turn: Turn, accounts: readonly string[]): Turn {
  const { search } = turn.state.query;
  return accounts.reduce((now, account): Turn => {
    const isAsked = search !== '' && mayHaveMore(partOf(now.state, account).facts);
    const state = withPart(now.state, account, { search: isAsked ? { text: search, isAsked } : undefined });
    return { state, commands: isAsked ? [...now.commands, { type: 'search', account, search }] : now.commands };
  }, turn);
}

function asked(state: ListState, query: ViewQuery): Turn {
  if (isSameQuery(state.query, query)) return stay(state);
  const turn = viewed(stay({ ...state, query, sought: undefined }));
  return query.search === state.query.search ? turn : searched(turn, state.accounts);
}

/** Shows the result of a query. The focus stays with its record, or goes to the sought record if that has appeared. */
function show(state: ListState, { number, shown }: Extract<ListEvent, { type: 'viewed' }>): Turn {
  const { viewing, sought } = state;
  if (viewing?.number !== number) return stay(state);
  const next: ListState = { ...state, view: { query: viewing.query, shown }, viewing: undefined };
  const rows = gridRows(next);
  const found = sought === undefined ? undefined : soughtFocus(next.focus, sought, rows);
  const kept = {
    ...next,
    focus: found ?? keptFocus(next.focus, rows),
    ...(found ? { sought: undefined } : {}),
  };
  return viewing.isOld ? viewed(stay(kept)) : stay(kept);
}

/** Notes the progress of a reading. Its failure is shown only if it happened while this page was open. */
function progressed(state: ListState, { account, refresh }: Extract<ListEvent, { type: 'progressed' }>): Turn {
  const before = partOf(state, account).refresh;
  const hasFailed = before && isRefreshActive(before) && refresh.state === 'failed';
  const isDone = refresh.state === 'done' && before?.state !== 'done';
  return stay(
    withPart(state, account, {
      refresh,
      ...(hasFailed ? { problem: refresh.problem } : isDone ? { problem: undefined } : {}),
    }),
  );
}

function opened(state: ListState, accounts: readonly string[]): Turn {
  const isOpen = (account: string) => state.accounts.includes(account);
  const gone = state.accounts.filter((account) => !accounts.includes(account));
  // An event may concern an account before the account is on the page.
  const partAt = (account: string): Part => ({
    ...partOf(state, account),
    ...(isOpen(account) ? {} : { isAsked: true }),
  });
  const parts = new Map(accounts.map((account) => [account, partAt(account)]));
  const left = gone.reduce(deselected, state);
  const next = { ...left, accounts, parts };
  const commands = all(
    accounts.filter((account) => !isOpen(account)),
    'open',
  );
  return viewed({ state: { ...next, rows: allRows(next) }, commands });
}

function ask(state: ListState, accounts: readonly string[]): Turn {
  const next = accounts.reduce((now, account) => withPart(now, account, { isAsked: true }), state);
  return { state: next, commands: all(accounts, 'open') };
}

/** Notes answers about records that may not be stored. Each one is shown until the stored row changes. */
function told(state: ListState, account: string, rows: readonly SlimRow[]): Turn {
  const part = partOf(state, account);
  const stored = new Map(part.stored.map((row) => [row.slot, row]));
  const more = rows.map((row) => [row.slot, { row, over: stored.get(row.slot) }] as const);
  return withRows(withPart(state, account, { told: new Map([...part.told, ...more]) }), account, part.stored);
}

function answered(state: ListState, event: Extract<ListEvent, { type: 'answered' }>): Turn {
  const { account, problem, rows = [], isNone = false } = event;
  const next = withPart(state, account, { isAsked: false, problem, isNone });
  return toldOf(next, account, rows);
}

/** Shows the records of an answer that were not stored. For those that were, the stored rows are just as new. */
function toldOf(state: ListState, account: string, rows: readonly SlimRow[]): Turn {
  const { stored, gone } = partOf(state, account);
  const there = new Set([...stored.map(({ slot }) => slot), ...gone]);
  // A record without an id is stored in a slot that is unknown here, so each stored row may be that record.
  const missing = rows.filter(({ slot }) => (slot.startsWith('\n') ? !stored.length : !there.has(slot)));
  return missing.length ? told(state, account, missing) : stay(state);
}

function found(state: ListState, event: Extract<ListEvent, { type: 'found' }>): Turn {
  const { account, problem, rows = [] } = event;
  const { search } = partOf(state, account);
  const isNow = search?.text === event.search;
  const next = isNow ? withPart(state, account, { search: { ...search, isAsked: false, problem } }) : state;
  return toldOf(next, account, rows);
}

function arrived(state: ListState, event: Extract<ListEvent, { type: 'arrived' }>): Turn {
  const part = partOf(state, event.account);
  // Only until all rows have been read once. Later readings replace the rows at their end.
  if (part.isRead) return stay(state);
  const slots = event.rows.map(({ slot }) => slot);
  return withRows(state, event.account, changed(part.stored, slots, withBeside(event.rows, part)));
}

function read(state: ListState, { account, rows, at, facts }: Extract<ListEvent, { type: 'read' }>): Turn {
  const before = partOf(state, account);
  const isReadAnew = facts?.whole !== before.facts?.whole;
  const change = { isRead: true, at, facts, unread: undefined, ...(isReadAnew ? { told: noPart.told } : {}) };
  const turn = withRows(state, account, withBeside(rows, before), change);
  const { search } = turn.state.query;
  // A search may be older than the rows, for example if the page was opened with it.
  const isLater = !before.isRead || (!mayHaveMore(before.facts) && mayHaveMore(facts));
  if (search && !before.search && isLater) return searched(turn, [account]);
  // Lost rows are requested again, but not those that the person has removed from this computer.
  const isLost = before.stored.length > 0 && !rows.length && mayHaveMore(facts) && facts?.stopped === undefined;
  if (!isLost) return turn;
  const asking = ask(turn.state, [account]);
  return { state: asking.state, commands: [...turn.commands, ...asking.commands] };
}

function changedNow(state: ListState, event: Extract<ListEvent, { type: 'changed' }>): Turn {
  const { account, slots, rows } = event;
  const part = partOf(state, account);
  const { stored, told: before, gone } = part;
  const there = new Set(rows.map(({ slot }) => slot));
  const left = slots.filter((slot) => !there.has(slot));
  const kept = new Map([...before].filter(([slot]) => !left.includes(slot)));
  return withRows(state, account, changed(stored, slots, withBeside(rows, part)), {
    told: kept,
    gone: new Set([...[...gone].filter((slot) => !there.has(slot)), ...left]),
  });
}

function knownBeside(state: ListState, account: string, beside: Beside): Turn {
  const part = partOf(state, account);
  return withRows(state, account, withBeside(part.stored, { ...part, ...beside }), beside);
}

/** Handles events from the person. */
function acted(state: ListState, event: ListEvent): ListState {
  switch (event.type) {
    case 'grid': {
      const focus = gridReduce(state.focus, event.event, gridRows(state));
      return { ...state, focus, ...(event.event.type === 'left' ? {} : { sought: undefined }) };
    }
    case 'sought': {
      const focus = soughtFocus(state.focus, event.key, gridRows(state));
      return focus ? { ...state, focus, sought: undefined } : { ...state, sought: event.key };
    }
    case 'selected':
      return selected(state, event);
    case 'selected-all':
      // Records that may be gone can only be selected one by one.
      return select(
        state,
        shownRows(state).filter(({ notListed }) => !event.isOn || notListed === undefined),
        event.isOn,
      );
    case 'kept-shown':
      return keptShown(state);
    case 'deselected':
      return deselected(state, event.account);
    default:
      return state;
  }
}

/** Handles events from the store and the services. Returns undefined for other events. */
function heard(state: ListState, event: ListEvent): Turn | undefined {
  switch (event.type) {
    case 'arrived':
      return arrived(state, event);
    case 'read':
      return read(state, event);
    case 'changed':
      return changedNow(state, event);
    case 'told':
      return told(state, event.account, event.rows);
    case 'found':
      return found(state, event);
    case 'linked':
      return knownBeside(state, event.account, { links: event.links });
    case 'checked':
      return knownBeside(state, event.account, { checks: event.checks });
    case 'visited':
      return knownBeside(state, event.account, { hits: event.hits });
    case 'unread':
      return stay(withPart(state, event.account, { unread: event.problem }));
    case 'answered':
      return answered(state, event);
    case 'progressed':
      return progressed(state, event);
    case 'mended':
      return ask(
        state,
        state.accounts.filter((account) => partOf(state, account).problem?.kind === event.what),
      );
    default:
      return undefined;
  }
}

/** The accounts whose list is being read. */
const reading = ({ accounts, parts }: ListState) =>
  accounts.filter((account) => {
    const refresh = parts.get(account)?.refresh;
    return refresh && isRefreshActive(refresh);
  });

/** The state after an event, and the commands that follow from it. */
export function reduce(state: ListState, event: ListEvent): Turn {
  switch (event.type) {
    case 'opened':
      return opened(state, event.accounts);
    case 'asked':
      return asked(state, event.query);
    case 'viewed':
      return show(state, event);
    case 'refreshed':
      return { state, commands: all(state.accounts, 'refresh') };
    case 'retried':
      return ask(state, [event.account]);
    case 'stopped':
      return { state, commands: all(reading(state), 'stop') };
    default:
      return heard(state, event) ?? stay(acted(state, event));
  }
}
