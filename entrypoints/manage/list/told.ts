import type { SlimRow } from '@/lib/records/slim.ts';
import { isSame } from '@/lib/util/isSame.ts';

/**
 * Records that a service has reported, by their keys (`Row.slot`). They might not be stored, for example in a private
 * window. `row`: the reported record. `over`: the row that was stored at that time, if any.
 */
export type Told = ReadonlyMap<string, { row: SlimRow; over: SlimRow | undefined }>;

/** Returns the reported records whose stored rows have not changed since the report. */
export function stillTold(told: Told, stored: readonly SlimRow[]): Told {
  if (!told.size) return told;
  const bySlot = new Map(stored.flatMap((row) => (told.has(row.slot) ? [[row.slot, row] as const] : [])));
  return new Map([...told].filter(([slot, { over }]) => isSame(over, bySlot.get(slot))));
}

/** Returns when a reported record was requested or written (milliseconds since 1970). For a stored row, returns 0. */
export const toldAt = ({ told }: SlimRow): number => told?.at ?? 0;

/** Returns the records that were requested or written at this moment or later (milliseconds since 1970). */
export const toldSince = (told: Told, from: number): Told =>
  new Map([...told].filter(([, { row }]) => toldAt(row) >= from));

/**
 * Returns the stored rows and the reported records. A reported record replaces its stored row, or is added if it has
 * none.
 */
export function withTold(stored: readonly SlimRow[], told: Told): readonly SlimRow[] {
  if (!told.size) return stored;
  const slots = new Set(stored.map(({ slot }) => slot));
  const more = [...told.values()].flatMap(({ row }) => (slots.has(row.slot) ? [] : row));
  return [...stored.map((row) => told.get(row.slot)?.row ?? row), ...more];
}
