import { mayHaveMore } from '@/lib/records/known.ts';
import type { SlimRow } from '@/lib/records/slim.ts';
import { isRefreshActive } from '@/lib/storage/refresh.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { deselected, keptShown, leftSelection, select, selected } from './select.ts';
import {
  type EventOf,
  isHeld,
  isReading,
  type ListCommand,
  type ListEvent,
  type ListState,
  noPart,
  type Part,
  partOf,
  rowsByAccount,
  shownRows,
  type Turn,
} from './state.ts';
import { stillTold, toldAt, toldSince, withTold } from './told.ts';

const stay = (state: ListState): Turn => ({ state, commands: [] });
const all = (accounts: readonly string[], type: 'open' | 'refresh' | 'stop'): ListCommand[] =>
  accounts.map((account) => ({ type, account }));

/**
 * Adds the command that computes which rows match the query. If such a computation is already under way, only marks it
 * as outdated, so that it is repeated.
 */
function viewed({ state, commands }: Turn): Turn {
  const { viewing, query, rows, beside } = state;
  if (viewing && isSame(viewing.query, query))
    return { state: { ...state, viewing: { ...viewing, isOld: true } }, commands };
  const number = state.lastViewNumber + 1;
  return {
    state: { ...state, lastViewNumber: number, viewing: { number, query, isOld: false } },
    commands: [...commands, { type: 'view', number, rows, beside, query }],
  };
}

const withPart = (state: ListState, account: string, change: Partial<Part>): ListState => ({
  ...state,
  parts: new Map([...state.parts, [account, { ...partOf(state, account), ...change }]]),
});

/** Sets an account's stored rows, and updates the rows to show and the selection accordingly. */
function partRows(state: ListState, account: string, stored: readonly SlimRow[], change: Partial<Part>): ListState {
  const told = stillTold(change.told ?? partOf(state, account).told, stored);
  const next = withPart(state, account, { ...change, stored, told, rows: withTold(stored, told) });
  return { ...next, selection: leftSelection(next, account, partOf(next, account).rows) };
}

function gathered(state: ListState): Turn {
  const [first = [], ...others] = rowsByAccount(state);
  return viewed(stay({ ...state, rows: others.length ? [first, ...others].flat() : first }));
}

/** Shows the rows of all accounts, unless new rows must wait (see `isHeld`). */
const gatheredNow = (state: ListState): Turn => (isHeld(state) ? stay(state) : gathered(state));

const withRows = (state: ListState, account: string, stored: readonly SlimRow[], change: Partial<Part> = {}): Turn =>
  gathered(partRows(state, account, stored, change));

/** Returns the rows after the records in `slots` have changed. `now`: the present rows of those that still exist. */
function replaced(rows: readonly SlimRow[], slots: readonly string[], now: readonly SlimRow[]): readonly SlimRow[] {
  const touched = new Set(slots);
  const added = new Map(now.map((row) => [row.slot, row]));
  const kept = rows.flatMap((row) => {
    if (!touched.has(row.slot)) return row;
    const present = added.get(row.slot);
    added.delete(row.slot);
    return present ?? [];
  });
  return [...kept, ...added.values()];
}

/**
 * Sends the search to services whose stored list may be incomplete. If an account's stored rows are still being read,
 * its service gets the search afterwards (see `read`).
 */
function searched(turn: Turn, accounts: readonly string[]): Turn {
  const { search } = turn.state.query;
  return accounts.reduce((now, account): Turn => {
    const { isRead, unread, facts, search: before } = partOf(now.state, account);
    const isAsked = search !== '' && !!(isRead || unread) && mayHaveMore(facts);
    // While the same search is tried again, the problem of the last try stays visible.
    const tried = before?.text === search ? before : { text: search };
    const state = withPart(now.state, account, { search: isAsked ? { ...tried, isAsked } : undefined });
    return { state, commands: isAsked ? [...now.commands, { type: 'search', account, search }] : now.commands };
  }, turn);
}

function asked(state: ListState, { query }: EventOf<'asked'>): Turn {
  if (isSame(state.query, query)) return stay(state);
  const next = { ...state, query };
  const turn = isReading(next) ? gathered(next) : viewed(stay(next));
  return query.search === state.query.search ? turn : searched(turn, state.accounts);
}

function show(state: ListState, { number, shown, shared }: EventOf<'viewed'>): Turn {
  const { viewing } = state;
  if (viewing?.number !== number) return stay(state);
  const turn = stay({ ...state, view: { query: viewing.query, shown, shared }, viewing: undefined });
  return viewing.isOld ? viewed(turn) : turn;
}

/** Notes the progress of reading a whole list. A failure is shown only if it happened while this page was open. */
function progressed(state: ListState, { account, refresh }: EventOf<'progressed'>): Turn {
  const before = partOf(state, account).refresh;
  const hasFailed = before && isRefreshActive(before) && refresh.state === 'failed';
  // A reading that ends while the page is open clears the problem. One that had already ended does not, because it is
  // older than the problem.
  const isDone = before && before.state !== 'done' && refresh.state === 'done';
  return stay(
    withPart(state, account, {
      refresh,
      ...(hasFailed ? { problem: refresh.problem } : isDone ? { problem: undefined } : {}),
    }),
  );
}

function opened(state: ListState, { accounts }: EventOf<'opened'>): Turn {
  const gone = state.accounts.filter((account) => !accounts.includes(account));
  const added = accounts.filter((account) => !state.accounts.includes(account));
  const parts = new Map(accounts.map((account) => [account, state.parts.get(account) ?? { ...noPart, isAsked: true }]));
  const left = gone.reduce(deselected, state);
  const beside = new Map([...state.beside].filter(([account]) => accounts.includes(account)));
  const turn = gathered({ ...left, accounts, parts, beside });
  return { ...turn, commands: [...all(added, 'open'), ...turn.commands] };
}

function ask({ state, commands }: Turn, accounts: readonly string[]): Turn {
  const next = accounts.reduce((now, account) => withPart(now, account, { isAsked: true }), state);
  return { state: next, commands: [...commands, ...all(accounts, 'open')] };
}

function askAgain(state: ListState, accounts: readonly string[]): Turn {
  const parts = accounts.map((account) => ({ account, ...partOf(state, account) }));
  const failed = parts.flatMap(({ account, problem, unread }) => (problem || unread ? account : []));
  const unsearched = parts.flatMap(({ account, search }) => (search?.problem ? account : []));
  return searched(ask(stay(state), failed), unsearched);
}

/** Returns the stored rows of these records, by their keys (`Row.slot`). */
function among(stored: readonly SlimRow[], rows: readonly SlimRow[]): ReadonlyMap<string, SlimRow> {
  const slots = new Set(rows.map(({ slot }) => slot));
  return new Map(stored.filter(({ slot }) => slots.has(slot)).map((row) => [row.slot, row]));
}

/** Shows reported rows, which might not be stored, until their stored rows change. */
function noteUnstored(state: ListState, account: string, rows: readonly SlimRow[]): Turn {
  const { stored, told } = partOf(state, account);
  const over = among(stored, rows);
  const more = rows.map((row) => [row.slot, { row, over: over.get(row.slot) }] as const);
  return withRows(withPart(state, account, { told: new Map([...told, ...more]) }), account, stored);
}

/**
 * Shows the records in a service's answer. Leaves out records that were removed, records with a newer report, and
 * records whose stored rows are as new as the answer.
 */
function showUnstored(state: ListState, account: string, rows: readonly SlimRow[] = []): Turn {
  const { stored, told, gone, at } = partOf(state, account);
  const there = among(stored, rows);
  const missing = rows.filter((row) => {
    const { slot } = row;
    const asked = toldAt(row);
    // A record without an id cannot be matched with its stored row, so it is shown only if no row is stored.
    if (slot.startsWith('\n')) return !stored.length;
    const isLatest = asked >= toldAt(told.get(slot)?.row ?? row);
    // An answer that was requested after `at`, the time of the latest stored report, is newer than the stored row.
    return isLatest && !gone.has(slot) && (asked > at || !there.has(slot));
  });
  return missing.length ? noteUnstored(state, account, missing) : stay(state);
}

/**
 * Requests the newest records again if the service had refused the key. Called when another request has succeeded,
 * which shows that the key is now accepted.
 */
function letIn(turn: Turn, account: string): Turn {
  const { problem, isAsked } = partOf(turn.state, account);
  return problem?.kind === 'auth' && !isAsked ? ask(turn, [account]) : turn;
}

function found(state: ListState, { account, search: text, problem, rows, isPart }: EventOf<'found'>): Turn {
  const { search } = partOf(state, account);
  const answered = { text, isAsked: false, problem, ...(isPart ? { isPart } : {}) };
  const next = search?.text === text ? withPart(state, account, { search: answered }) : state;
  return problem ? showUnstored(next, account, rows) : letIn(showUnstored(next, account, rows), account);
}

function arrived(state: ListState, { account, rows }: EventOf<'arrived'>): Turn {
  const part = partOf(state, account);
  // Ignored unless the rows are being read for the first time. A later reading replaces all rows when it ends.
  if (part.isRead) return stay(state);
  const slots = rows.map(({ slot }) => slot);
  return gatheredNow(partRows(state, account, replaced(part.stored, slots, rows), {}));
}

function read(state: ListState, { account, rows, at, facts }: EventOf<'read'>): Turn {
  const before = partOf(state, account);
  const isReadAnew = facts?.ended !== before.facts?.ended;
  // After the service's whole list was read again, reported rows are newer than the stored ones only if they were
  // reported since that reading began, for example by a save.
  const told = isReadAnew ? toldSince(before.told, facts?.tried ?? Number.POSITIVE_INFINITY) : before.told;
  const change = { isRead: true, at, facts, unread: undefined, told };
  const next = partRows(state, account, rows, change);
  const isFewer = rows.length < before.stored.length;
  // Added rows may have to wait (see `isHeld`). The removal of rows is shown at once.
  const turn = before.isRead || isFewer ? gathered(next) : gatheredNow(next);
  // Sends a search that the person entered before the list was known to be incomplete, for example one in the URL.
  const isLater = !before.isRead || (!mayHaveMore(before.facts) && mayHaveMore(facts));
  const known = !before.search && isLater ? searched(turn, [account]) : turn;
  // Lost rows are requested again, unless the person has removed them from this computer (or stopped a reading).
  const isLost = isFewer && mayHaveMore(facts) && facts?.stopped === undefined;
  if (isLost) return ask(known, [account]);
  return at > before.at ? letIn(known, account) : known;
}

function changed(state: ListState, { account, slots, rows }: EventOf<'changed'>): Turn {
  const part = partOf(state, account);
  const { stored, told: before, gone } = part;
  const there = new Set(rows.map(({ slot }) => slot));
  const left = slots.filter((slot) => !there.has(slot));
  const kept = new Map([...before].filter(([slot]) => !left.includes(slot)));
  return withRows(state, account, replaced(stored, slots, rows), {
    told: kept,
    gone: new Set([...[...gone].filter((slot) => !there.has(slot)), ...left]),
  });
}

const reading = ({ accounts, parts }: ListState) =>
  accounts.filter((account) => {
    const refresh = parts.get(account)?.refresh;
    return refresh && isRefreshActive(refresh);
  });

const handlers: { [T in ListEvent['type']]: (state: ListState, event: EventOf<T>) => Turn } = {
  opened,
  asked,
  arrived,
  read,
  changed,
  beside: (state, { account, beside }) => {
    const now = { ...state.beside.get(account), ...beside };
    const next = stay({ ...state, beside: new Map([...state.beside, [account, now]]) });
    return isHeld(state) ? next : viewed(next);
  },
  unread: (state, { account, problem }) => {
    const { unread, search } = partOf(state, account);
    const turn = gatheredNow(withPart(state, account, { unread: problem }));
    return unread || search ? turn : searched(turn, [account]);
  },
  answered: (state, { account, problem, rows, isNone = false }) =>
    showUnstored(withPart(state, account, { isAsked: false, problem, isNone }), account, rows),
  found,
  told: (state, { account, rows }) => noteUnstored(state, account, rows),
  progressed,
  mended: (state, { what }) =>
    askAgain(
      state,
      state.accounts.filter((account) => {
        const { problem, search } = partOf(state, account);
        return problem?.kind === what || search?.problem?.kind === what;
      }),
    ),
  refreshed: (state) => ({ state, commands: all(state.accounts, 'refresh') }),
  retried: (state, { account }) => askAgain(state, [account]),
  stopped: (state) => ({ state, commands: all(reading(state), 'stop') }),
  viewed: show,
  selected: (state, event) => stay(selected(state, event)),
  'selected-all': (state, { isOn }) => {
    // Records that may have been deleted can only be selected one by one.
    const rows = shownRows(state).filter(({ notListed }) => !isOn || notListed === undefined);
    return stay(select(state, rows, isOn));
  },
  'kept-shown': (state) => stay(keptShown(state)),
  deselected: (state, { account }) => stay(deselected(state, account)),
};

/** Returns the state after an event, and the commands to run. Ignores events of accounts that are no longer shown. */
export function reduce(state: ListState, event: ListEvent): Turn {
  const isLate = 'account' in event && event.account !== undefined && !state.accounts.includes(event.account);
  return isLate ? stay(state) : handlers[event.type](state, event as never);
}
