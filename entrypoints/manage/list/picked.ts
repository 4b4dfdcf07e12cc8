import type { SlimRow } from '@/lib/records/slim.ts';
import { type ListPart, type ListState, shownRows } from './state.ts';

export interface Batch {
  part: ListPart;
  rows: readonly SlimRow[];
}

/** A summary of the selection, for the bar of bulk actions and the check box in the table's head. */
export interface Picked {
  /** The selected websites by connection. Those that match the query come first, in the order of the table. */
  batches: readonly Batch[];
  /** `selectable`: how many rows Select all would select; `selected`: how many of these are selected. */
  selectable: number;
  selected: number;
  /** How many selected rows do not match the query. */
  notShown: number;
}

/**
 * Returns a summary of the selection. Looks up each row only once, because looking up 100,000 rows takes as long as a
 * frame.
 */
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
