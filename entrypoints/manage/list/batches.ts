import type { SlimRow } from '@/lib/records/slim.ts';
import { type ListPart, type ListState, shownRows } from './state.ts';

/** The selected websites of a connection. */
export interface Batch {
  part: ListPart;
  rows: readonly SlimRow[];
}

/** Returns the selected websites by connection. Those that match search and filters come first, in their order. */
export function batchesOf(
  { view, selection }: Pick<ListState, 'view' | 'selection'>,
  parts: readonly ListPart[],
): Batch[] {
  if (!selection.size) return [];
  const shown = shownRows({ view }).flatMap(({ key }) => selection.get(key) ?? []);
  const selected = Map.groupBy(new Set([...shown, ...selection.values()]), ({ account }) => account);
  return parts.flatMap((part) => {
    const rows = selected.get(part.service.account);
    return rows ? [{ part, rows }] : [];
  });
}
