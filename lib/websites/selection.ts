import type { Website } from '../services/index.ts';
import type { FlagField } from '../services/websiteFields.ts';
import type { WrittenFields } from './fields.ts';

/** The records that were selected, by key; they stay selected while the person pages. */
export type Selection<T> = ReadonlyMap<string, T>;

interface Selectable<T> {
  key: string;
  record: T;
}

/** Selects or deselects rows. */
export function select<T>(selection: Selection<T>, rows: readonly Selectable<T>[], on: boolean): Selection<T> {
  const after = new Map(selection);
  for (const { key, record } of rows) {
    if (on) after.set(key, record);
    else after.delete(key);
  }
  return after;
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

/** One change for many websites; with privacy 2, one password for all or a generated one each. */
export interface BulkChange {
  fields: Pick<WrittenFields, 'privacy' | FlagField>;
  password?: { way: 'each' } | { way: 'common'; password: string };
}

interface JobItem {
  key: string;
  id: string;
  before?: BulkChange['fields'];
}

/**
 * The selected websites as a job's items, with what is shown of the fields that it changes. A read-only record is never one.
 */
export const jobItems = (websites: Iterable<Website>, fields: BulkChange['fields'] = {}): JobItem[] =>
  [...websites].flatMap((website) => {
    const { id, domain, locked } = website;
    if (locked || !id) return [];
    const shown = Object.keys(fields).map((name) => [name, website[name as keyof Website]] as const);
    const before = Object.fromEntries(shown.filter(([, value]) => value !== undefined));
    return [{ key: domain, id, ...(Object.keys(before).length ? { before } : {}) }];
  });
