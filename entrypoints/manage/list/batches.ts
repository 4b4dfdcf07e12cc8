import type { SlimRow } from '@/lib/records/slim.ts';
import type { ListPart } from './state.ts';
import { type ListState, shownRows } from './state.ts';

/** The selected websites of a connection. */
export interface Batch {
  part: ListPart;
  rows: readonly SlimRow[];
}

/** What is selected, by connection. A row that was read again since it was shown is one with that. */
export function batchesOf(state: ListState, parts: readonly ListPart[]): Batch[] {
  const { selection } = state;
  if (!selection.size) return [];
  // In the order in which they are shown, then those that are not.
  const shown = shownRows(state).filter(({ key }) => selection.has(key));
  // Most often all that is selected is shown.
  const keys = shown.length < selection.size ? new Set(shown.map(({ key }) => key)) : undefined;
  const others = keys ? state.rows.filter(({ key }) => selection.has(key) && !keys.has(key)) : [];
  const selected = Map.groupBy([...shown, ...others], ({ account }) => account);
  return parts.flatMap((part) => {
    const rows = selected.get(part.service.account);
    return rows ? [{ part, rows }] : [];
  });
}
