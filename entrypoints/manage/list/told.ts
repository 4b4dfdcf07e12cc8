import type { SlimRow } from '@/lib/records/slim.ts';
import { isSame } from '@/lib/util/isSame.ts';

/**
 * Rows made from a service's reports, by their keys (`Row.slot`). The page keeps them because they might not be stored,
 * for example in a private window. `row`: the reported row. `over`: the row that was stored at that time, if any.
 */
export type Told = ReadonlyMap<string, { row: SlimRow; over: SlimRow | undefined }>;

/** Returns the reported rows whose stored rows have not changed since the report. */
export function stillTold(told: Told, stored: readonly SlimRow[]): Told {
  if (!told.size) return told;
  const bySlot = new Map(stored.flatMap((row) => (told.has(row.slot) ? [[row.slot, row] as const] : [])));
  return new Map([...told].filter(([slot, { over }]) => isSame(over, bySlot.get(slot))));
}

/**
 * Returns when the record of a reported row was requested or written (milliseconds since 1970), or 0 for a stored row.
 */
export const toldAt = ({ told }: SlimRow): number => told?.at ?? 0;

/** Returns the reported rows with a `toldAt` of at least `from`. */
export const toldSince = (told: Told, from: number): Told =>
  new Map([...told].filter(([, { row }]) => toldAt(row) >= from));

/**
 * Returns the stored rows, with those replaced that have a reported row of the same key. Adds the other reported rows.
 */
export function withTold(stored: readonly SlimRow[], told: Told): readonly SlimRow[] {
  if (!told.size) return stored;
  const slots = new Set(stored.map(({ slot }) => slot));
  const more = [...told.values()].flatMap(({ row }) => (slots.has(row.slot) ? [] : row));
  return [...stored.map((row) => told.get(row.slot)?.row ?? row), ...more];
}
