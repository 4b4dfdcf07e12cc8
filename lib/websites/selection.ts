/** The records that were selected, by key; they stay selected while the person pages. */
export type Selection<T> = ReadonlyMap<string, T>;

interface Selectable<T> {
  key: string;
  record: T;
}

const withoutKeys = <T>(selection: Selection<T>, keys: readonly string[]) =>
  new Map([...selection].filter(([key]) => !keys.includes(key)));

/** Selects or deselects rows. */
export function select<T>(selection: Selection<T>, rows: readonly Selectable<T>[], on: boolean): Selection<T> {
  if (!on)
    return withoutKeys(
      selection,
      rows.map(({ key }) => key),
    );
  return new Map([...selection, ...rows.map(({ key, record }) => [key, record] as const)]);
}

/** The rows from the one that was last clicked to this one, both included; without a last one, this one. */
export function range<T extends { key: string }>(rows: readonly T[], last: string | undefined, key: string): T[] {
  const to = rows.findIndex((row) => row.key === key);
  const from = rows.findIndex((row) => row.key === last);
  if (to < 0) return [];
  return rows.slice(from < 0 ? to : Math.min(from, to), Math.max(from, to) + 1);
}

/** Whether all, none or some of these rows are selected. */
export function selectedOf(
  selection: ReadonlyMap<string, unknown>,
  rows: readonly { key: string }[],
): 'all' | 'some' | 'none' {
  const count = rows.filter(({ key }) => selection.has(key)).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
}
