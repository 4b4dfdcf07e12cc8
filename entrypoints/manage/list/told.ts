import { aloneRow, type Beside, type SlimRow, withBeside } from '@/lib/records/slim.ts';
import { isSame } from '@/lib/util/isSame.ts';

/**
 * By slot, the records from a service's answers, which might not be stored (as in a private window). `row`: the record
 * in the answer; `over`: the row that was stored in this slot when the answer came.
 */
export type Told = ReadonlyMap<string, { row: SlimRow; over: SlimRow | undefined }>;

const isStill = (over: SlimRow | undefined, now: SlimRow | undefined) =>
  over && now ? isSame(aloneRow(over), aloneRow(now)) : over === now;

/** Returns those records of `told` that are still newer than the store: their stored rows have not changed since. */
export function stillTold(told: Told, stored: readonly SlimRow[]): Told {
  if (!told.size) return told;
  const bySlot = new Map(stored.flatMap((row) => (told.has(row.slot) ? [[row.slot, row] as const] : [])));
  return new Map([...told].filter(([slot, { over }]) => isStill(over, bySlot.get(slot))));
}

/** Returns the stored rows, updated from `told`: each record in `told` replaces its stored row, or else is added. */
export function withTold(stored: readonly SlimRow[], told: Told, beside: Beside): readonly SlimRow[] {
  if (!told.size) return stored;
  const slots = new Set(stored.map(({ slot }) => slot));
  const more = [...told.values()].flatMap(({ row }) => (slots.has(row.slot) ? [] : row));
  return withBeside([...stored.map((row) => told.get(row.slot)?.row ?? row), ...more], beside);
}
