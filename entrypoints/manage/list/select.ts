import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import { type EventOf, type ListPart, type ListState, shownRows } from './state.ts';

/**
 * Whether a record may stay selected. `seen`: its row when it was selected. `now`: its present row. False if the record
 * has no row any more, is read-only, has another domain now, or may have been deleted since (`notListed`).
 */
const stands = (seen: SlimRow, now: SlimRow | undefined): boolean =>
  now !== undefined &&
  domainOf(now) === domainOf(seen) &&
  !now.locked &&
  (now.notListed === undefined || seen.notListed !== undefined);

/**
 * Removes an account's records that may not stay selected (see `stands`) from the selection. `rows`: the account's
 * present rows.
 */
export function leftSelection(
  { selection }: ListState,
  account: string,
  rows: readonly SlimRow[],
): ListState['selection'] {
  const gone = new Set([...selection.values()].flatMap((row) => (row.account === account ? row.key : [])));
  if (!gone.size) return selection;
  for (const row of rows) {
    const seen = selection.get(row.key);
    if (seen && stands(seen, row)) gone.delete(row.key);
  }
  return gone.size ? new Map([...selection].filter(([key]) => !gone.has(key))) : selection;
}

/**
 * Returns the rows that Shift selects: those from the key `from` to the key `to`, or only the row `to` if there is no
 * row `from`. Leaves out records that may have been deleted (`notListed`), except `to` itself.
 */
function stretch(rows: readonly SlimRow[], from: string | undefined, to: string): readonly SlimRow[] {
  const end = rows.findIndex(({ key }) => key === to);
  const begin = from === undefined ? -1 : rows.findIndex(({ key }) => key === from);
  if (end < 0) return [];
  return rows
    .slice(begin < 0 ? end : Math.min(begin, end), Math.max(begin, end) + 1)
    .filter(({ key, notListed }) => key === to || notListed === undefined);
}

/**
 * Selects or deselects shown rows. Shown rows may be outdated while a query is being computed, so each is compared with
 * its present row before it is selected (see `stands`).
 */
export function select(state: ListState, shown: readonly SlimRow[], isOn: boolean): ListState {
  const now = isOn && state.viewing && new Map(state.rows.map((row) => [row.key, row]));
  const selection = new Map(state.selection);
  for (const row of shown) {
    if (isOn && stands(row, now ? now.get(row.key) : row)) selection.set(row.key, row);
    else selection.delete(row.key);
  }
  return { ...state, selection };
}

export function selected(state: ListState, event: EventOf<'selected'>): ListState {
  const { key, isOn } = event;
  const touched = stretch(shownRows(state), event.extends ? state.lastSelected : undefined, key);
  return { ...select(state, touched, isOn), lastSelected: key };
}

export const keptShown = (state: ListState): ListState => {
  const shown = new Set(shownRows(state).map(({ key }) => key));
  return { ...state, selection: new Map([...state.selection].filter(([key]) => shown.has(key))) };
};

export const deselected = (state: ListState, account: string | undefined): ListState => ({
  ...state,
  selection: new Map(account === undefined ? [] : [...state.selection].filter(([, row]) => row.account !== account)),
});

export interface Batch {
  part: ListPart;
  rows: readonly SlimRow[];
}

/** A summary of the selection, for the bar of bulk actions and the check box in the table's head. */
export interface Picked {
  /** The selected websites by connection. Those that match the query come first, in the order of the table. */
  batches: readonly Batch[];
  /** `selectable`: how many rows Select all would select. `selected`: how many of these are selected. */
  selectable: number;
  selected: number;
  /** How many selected rows do not match the query. */
  notShown: number;
}

/** Summarises the selection. Looks up each row only once, because looking up 100,000 rows takes as long as a frame. */
export function pickedOf(
  { view, selection }: Pick<ListState, 'view' | 'selection'>,
  parts: readonly ListPart[],
): Picked {
  const shown: SlimRow[] = [];
  let [selectable, selected] = [0, 0];
  for (const { key, locked, notListed } of shownRows({ view })) {
    const seen = selection.get(key);
    if (seen) shown.push(seen);
    if (locked || notListed !== undefined) continue;
    selectable++;
    if (seen) selected++;
  }
  const notShown = selection.size - shown.length;
  const rows = notShown ? [...new Set([...shown, ...selection.values()])] : shown;
  return { batches: batchesOf(rows, parts), selectable, selected, notShown };
}

function batchesOf(rows: readonly SlimRow[], parts: readonly ListPart[]): Batch[] {
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  return parts.flatMap((part) => {
    const rows = byAccount.get(part.service.account);
    return rows ? [{ part, rows }] : [];
  });
}
