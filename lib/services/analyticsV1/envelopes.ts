import { isObject, type JsonObject, own } from '../coerce.ts';
import { identity, type RecordShape, readNamed } from './records.ts';

/** Common names of fields that may hold records. Records may also be in fields named like `website` and `websites`. */
const wrappers = ['data', 'result', 'record', 'item', 'items', 'results', 'records'];
/** Names of fields in an answer that never hold records. */
const besideList = ['links', 'meta', 'pagination', 'errors', 'error', 'message', 'status', 'success'];
const maxNames = 50;

/** The maximum number of rows that are read from an answer. */
export const maxRows = 10_000;

/**
 * A value in an answer that may be a record or a list. `within`: the objects around the value, innermost first.
 * `known`: whether the value is the whole body, or every field on the path to it has a known name (`recordKeys`).
 */
interface EnvelopePlace {
  value: unknown;
  within: JsonObject[];
  known: boolean;
}

const recordKeys = <T>({ one, many }: RecordShape<T>) => [many, one, ...wrappers];

function inside({ value, within, known }: EnvelopePlace, names: readonly string[]): EnvelopePlace[] {
  if (!isObject(value)) return [];
  const others = Object.keys(value).slice(0, maxNames);
  return [...new Set([...names, ...others])]
    .filter((name) => Object.hasOwn(value, name) && !besideList.includes(name))
    .map((name) => ({ value: value[name], within: [value, ...within], known: known && names.includes(name) }));
}

/** Returns the values in an answer that may hold records, down to the second level. The most likely ones come first. */
function places(body: unknown, names: readonly string[]): EnvelopePlace[] {
  const whole: EnvelopePlace = { value: body, within: [], known: true };
  const first = inside(whole, names);
  const all = [whole, ...first, ...first.flatMap((place) => inside(place, names))];
  return [...all.filter(({ known }) => known), ...all.filter(({ known }) => !known)];
}

type EnvelopeRow = [raw: unknown, key?: string];

const isKeyed = ([key, raw]: [string, unknown]) =>
  isObject(raw) && (/^\d+$|^[\da-f-]{20,}$/i.test(key) || identity(own(raw, 'id')).id === key);

/**
 * Returns the raw records at a place in an answer, or undefined if it holds no list. In a list that is an object with
 * ids as keys, each record comes with its key.
 */
function rowsAt({ value, within, known }: EnvelopePlace): EnvelopeRow[] | undefined {
  if (Array.isArray(value)) return value.length || known ? value.map((raw): EnvelopeRow => [raw]) : undefined;
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  // An empty object under a known name is an empty list. But an empty object that is the whole body may be anything, so
  // it does not count as a list.
  if (!entries.length) return known && within.length ? [] : undefined;
  if (!entries.every(isKeyed)) return undefined;
  // A key `0` shows that the keys are positions in the list, not ids.
  return entries.map(([key, raw]): EnvelopeRow => (Object.hasOwn(value, '0') ? [raw] : [raw, key]));
}

/**
 * A list found in an answer. `items`: the records that could be read. `rows`: how many rows the list has, readable or
 * not. `within`: the objects around the list, which may hold paging information.
 */
export interface Rows<T> {
  items: T[];
  rows: number;
  within: JsonObject[];
}

/**
 * Finds the list in an answer, at most two levels down: an array, or an object with ids as keys. A list counts only if
 * it is empty or at least one of its rows has a name. Rows that have only an id become `locked` records. Undefined if
 * there is no list.
 */
export function listIn<T>(kind: RecordShape<T>, body: unknown): Rows<T> | undefined {
  for (const place of places(body, recordKeys(kind))) {
    const rows = rowsAt(place);
    if (!rows) continue;
    const read = rows.slice(0, maxRows).map(([raw, key]) => (isObject(raw) ? kind.read(raw, key) : undefined));
    const items = read.filter((record) => record !== undefined);
    if (!rows.length || items.some(kind.nameOf)) return { items, rows: rows.length, within: place.within };
  }
  return undefined;
}

/**
 * Finds the record in an answer: the whole body, or a value under a known name, at most two levels down. Undefined if
 * there is none.
 */
export function recordIn<T>(kind: RecordShape<T>, body: unknown): T | undefined {
  for (const { value, known } of places(body, recordKeys(kind))) {
    const record = known ? readNamed(kind, value) : undefined;
    if (record) return record;
  }
  return undefined;
}
