import { mayHaveMore } from '@/lib/records/known.ts';
import { domainOf, type SlimRow, withLinks } from '@/lib/records/slim.ts';
import type { ViewQuery } from '@/lib/records/view.ts';
import { isRefreshActive } from '@/lib/storage/refresh.ts';
import { gridReduce, keptFocus, soughtFocus } from './grid.ts';
import { type ListCommand, type ListEvent, type ListState, noPart, type Part, shownRows, type Turn } from './state.ts';

const stay = (state: ListState): Turn => ({ state, commands: [] });
const all = (accounts: readonly string[], type: 'open' | 'refresh' | 'stop'): ListCommand[] =>
  accounts.map((account) => ({ type, account }));

export const isSameQuery = (one: ViewQuery, other: ViewQuery): boolean =>
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

/** Finds out what the query shows, unless that is under way: rows that come meanwhile have to wait for the end of that. */
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

/** Whether a record that a person saw is still that one, may be changed, and is no less certain to be there. */
const stands = (seen: SlimRow, now: SlimRow | undefined): boolean =>
  now !== undefined &&
  domainOf(now) === domainOf(seen) &&
  !now.locked &&
  (now.notListed === undefined || seen.notListed !== undefined);

/** The selection without the records of an account that are not what was selected any more. */
function leftSelection({ selection }: ListState, account: string, rows: readonly SlimRow[]): ListState['selection'] {
  const gone = new Set([...selection.values()].flatMap((row) => (row.account === account ? row.key : [])));
  if (!gone.size) return selection;
  for (const row of rows) {
    const seen = selection.get(row.key);
    if (seen && stands(seen, row)) gone.delete(row.key);
  }
  return gone.size ? new Map([...selection].filter(([key]) => !gone.has(key))) : selection;
}

const withPart = (state: ListState, account: string, change: Partial<Part>): ListState => ({
  ...state,
  parts: new Map([...state.parts, [account, { ...partOf(state, account), ...change }]]),
});

/** The records of an account are these by now. */
function withRows(state: ListState, account: string, rows: readonly SlimRow[], change: Partial<Part> = {}): Turn {
  const next = withPart(state, account, { ...change, rows });
  return viewed(stay({ ...next, selection: leftSelection(next, account, rows), rows: allRows(next) }));
}

const allRows = ({ accounts, parts }: ListState): readonly SlimRow[] => {
  const [first, ...others] = accounts.map((account) => parts.get(account)?.rows ?? []);
  return others.length ? [first ?? [], ...others].flat() : (first ?? []);
};

/** Puts what is stored by now in the place of what was. */
function changed(rows: readonly SlimRow[], slots: readonly string[], now: readonly SlimRow[]): readonly SlimRow[] {
  const touched = new Set(slots);
  const bySlot = new Map(now.map((row) => [row.slot, row]));
  const there = new Set(rows.map(({ slot }) => slot));
  const kept = rows.flatMap((row) => (touched.has(row.slot) ? (bySlot.get(row.slot) ?? []) : row));
  return [...kept, ...now.filter(({ slot }) => !there.has(slot))];
}

/** Asks the services of these accounts, too, for what is searched for, where not all may be known. */
const searched = ({ state, commands }: Turn, accounts = state.accounts): Turn => {
  const { search } = state.query;
  const isUnwhole = (account: string) => mayHaveMore(partOf(state, account).facts);
  const unwhole = search ? accounts.filter(isUnwhole) : [];
  const searches = unwhole.map((account): ListCommand => ({ type: 'search', account, search }));
  return { state, commands: [...commands, ...searches] };
};

function asked(state: ListState, query: ViewQuery): Turn {
  if (isSameQuery(state.query, query)) return stay(state);
  const turn = viewed(stay({ ...state, query, sought: undefined }));
  return query.search === state.query.search ? turn : searched(turn);
}

/** What was found out is shown. The focus stays with its record, or goes to the one that is sought. */
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

/** A reading fails while somebody looks on; that one has failed before says nothing of now. */
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

/** From one row to another, both included; without the first, the second alone. On the way are none that may be gone. */
function stretch(rows: readonly SlimRow[], from: string | undefined, to: string): readonly SlimRow[] {
  const end = rows.findIndex(({ key }) => key === to);
  const begin = rows.findIndex(({ key }) => key === from);
  if (end < 0) return [];
  return rows
    .slice(begin < 0 ? end : Math.min(begin, end), Math.max(begin, end) + 1)
    .filter(({ key, notListed }) => key === to || notListed === undefined);
}

/** Selects rows that are shown. While another view is found out, some may not be what they were. */
function select(state: ListState, shown: readonly SlimRow[], isOn: boolean): ListState {
  const now = isOn && state.viewing && new Map(state.rows.map((row) => [row.key, row]));
  const selection = new Map(state.selection);
  for (const row of shown) {
    if (isOn && stands(row, now ? now.get(row.key) : row)) selection.set(row.key, row);
    else selection.delete(row.key);
  }
  return { ...state, selection };
}

function selected(state: ListState, event: Extract<ListEvent, { type: 'selected' }>): ListState {
  const { key, isOn } = event;
  const touched = stretch(shownRows(state), event.extends ? state.lastSelected : undefined, key);
  return { ...select(state, touched, isOn), lastSelected: key };
}

const keptShown = (state: ListState): ListState => {
  const shown = new Set(shownRows(state).map(({ key }) => key));
  return { ...state, selection: new Map([...state.selection].filter(([key]) => shown.has(key))) };
};

const deselected = (state: ListState, account: string | undefined): ListState => ({
  ...state,
  selection: new Map(account === undefined ? [] : [...state.selection].filter(([, row]) => row.account !== account)),
});

function opened(state: ListState, accounts: readonly string[]): Turn {
  const isOpen = (account: string) => state.accounts.includes(account);
  const gone = state.accounts.filter((account) => !accounts.includes(account));
  // Something may have been heard of one before it is shown.
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

function answered(state: ListState, { account, problem, rows }: Extract<ListEvent, { type: 'answered' }>): Turn {
  const next = withPart(state, account, { isAsked: false, problem });
  // Where nothing can be stored, or read, the answer is all that there is.
  return rows && partOf(state, account).unread ? withRows(next, account, rows, { isRead: true }) : stay(next);
}

function arrived(state: ListState, event: Extract<ListEvent, { type: 'arrived' }>): Turn {
  const { rows, isRead, links } = partOf(state, event.account);
  // What was read before is shown until all of it was read again. A first reading that broke off begins again.
  return isRead
    ? stay(state)
    : withRows(
        state,
        event.account,
        changed(
          rows,
          event.rows.map(({ slot }) => slot),
          withLinks(event.rows, links),
        ),
      );
}

function read(state: ListState, { account, rows, at, facts }: Extract<ListEvent, { type: 'read' }>): Turn {
  const before = partOf(state, account);
  const turn = withRows(state, account, withLinks(rows, before.links), { isRead: true, at, facts, unread: undefined });
  // A search may be older than what is known of the list, as where the page was opened with it.
  return before.isRead && mayHaveMore(before.facts) ? turn : searched(turn, [account]);
}

/** What a person does with the rows. */
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
      // One that may be gone is selected by itself, if at all.
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

/** What is heard of the store and of the services. */
function heard(state: ListState, event: ListEvent): Turn | undefined {
  switch (event.type) {
    case 'arrived':
      return arrived(state, event);
    case 'read':
      return read(state, event);
    case 'changed': {
      const { rows, links } = partOf(state, event.account);
      return withRows(state, event.account, changed(rows, event.slots, withLinks(event.rows, links)));
    }
    case 'linked':
      return withRows(state, event.account, withLinks(partOf(state, event.account).rows, event.links), {
        links: event.links,
      });
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

/** The state after an event, and what is to be done for it. */
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
