import { isKind } from '../services/traits.ts';
import { isRecord } from '../util/isRecord.ts';
import type { Fields, Row, Table } from './fields.ts';
import type { TellUnread } from './setting.ts';

type Read<T> = (entry: unknown) => T | undefined;

/**
 * Returns the readable entries of a stored list, or undefined if the value is not a list. Calls `tell` for each of the
 * others.
 */
export function readList<T>(value: unknown, read: Read<T>, tell?: TellUnread): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry, index) => {
    const one = read(entry);
    if (one === undefined) tell?.(`[${index}]`, entry);
    return one === undefined ? [] : [one];
  });
}

/**
 * Returns the readable entries of a stored table, or undefined if the value is not an object. Calls `tell` for each of
 * the others.
 */
export function readTable<T>(value: unknown, read: Read<T>, tell?: TellUnread): Record<string, T> | undefined {
  if (!isRecord(value)) return undefined;
  const rows = Object.entries(value).flatMap(([name, entry]) => {
    const one = read(entry);
    if (one === undefined && entry !== undefined) tell?.(name, entry);
    return one === undefined ? [] : [[name, one] as const];
  });
  return Object.fromEntries(rows);
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the entries of a stored list that are texts, or undefined if the value is not a list. */
export const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter(isText) : undefined;

/**
 * Whether a stored value is an address to which requests can be sent. This check is less strict than that of typed
 * addresses, which may become stricter in a new release: stored addresses must stay readable.
 */
export function isWebAddress(value: unknown): value is string {
  if (!isText(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return /^https?:$/.test(protocol) && !hostname.includes('*');
}

const some = (value: unknown) => textsIn(value)?.length;

/** Whether a stored or written value can be the id of a connection. */
export const isConnectionId = (value: unknown): value is string => isText(value) && /^[\w-]{1,64}$/.test(value);

const isSwitch = (value: unknown) => typeof value === 'boolean';

/** For each type of field, a test whether a stored value can be read. An empty list counts as unreadable. */
const can: Record<Row['type'], (value: unknown, row: Row) => unknown> = {
  switch: isSwitch,
  permission: isSwitch,
  flag: (value) => value === 0 || value === 1,
  choice: (value, { choices }) => choices?.includes(value),
  typed: isText,
  template: (value, { was }) => isText(value) && value !== was,
  text: (value) => isText(value) && value,
  lines: some,
  rules: some,
  address: isWebAddress,
  id: isConnectionId,
  kind: isKind,
  record: isRecord,
};

function readField(row: Row, stored: unknown): unknown {
  if (!can[row.type](stored, row)) return undefined;
  return row.fields ? readFields(row.fields, stored) : (textsIn(stored) ?? stored);
}

/**
 * Reads the fields of a table from a stored value. An unreadable field gets its initial value, if it has one. Returns
 * undefined if the value is not an object or lacks a required field. Calls `tell` for each unreadable value that a
 * person had set.
 */
export function readFields<T extends Table>(table: T, value: unknown, tell?: TellUnread): Fields<T> | undefined {
  if (!isRecord(value)) return undefined;
  const read: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<Row>(table)) {
    const stored = value[name];
    const own = readField(row, stored);
    const base = row.from ? read[row.from] : row.initial;
    const found = row.from && !base ? base : (own ?? base);
    if (found !== undefined) read[name] = found;
    else if (row.required) return undefined;
    // An empty text or list is not reported, because nothing in it could be lost.
    if (own === undefined && stored && !row.only && (stored as { length?: number }).length !== 0) tell?.(name, stored);
  }
  return read as Fields<T>;
}

/** Returns the fields that `table` describes, with their initial values. */
export const initialOf = <T extends Table>(table: T): Fields<T> => readFields(table, {}) as Fields<T>;
