import { isObject, type JsonObject, own } from '../coerce.ts';
import { identity, type RecordShape, readNamed } from './records.ts';

/** Names under which answers hold records, besides the record kind's own names. */
const wrappers = ['data', 'result', 'record', 'item', 'items', 'results', 'records'];
/** Names of metadata, whose arrays and objects are not records. */
const besideList = ['links', 'meta', 'pagination', 'errors', 'error', 'message', 'status', 'success'];
const maxNames = 50;

/** How many rows of an answer are read. */
export const maxRows = 10_000;

/**
 * A place in an answer where records may be. `within`: the objects around the place, innermost first. `known`: whether
 * the name of the place says that it holds records.
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

/** Returns every place of an answer down to the second level, the likeliest first. */
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
 * Returns the raw records of a place, each with its key if the place is an object keyed by id, or undefined if the
 * place is no list.
 */
function rowsAt({ value, within, known }: EnvelopePlace): EnvelopeRow[] | undefined {
  if (Array.isArray(value)) return value.length || known ? value.map((raw): EnvelopeRow => [raw]) : undefined;
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  // An empty object as the whole body may be anything; under a known name it is an empty list.
  if (!entries.length) return known && within.length ? [] : undefined;
  if (!entries.every(isKeyed)) return undefined;
  // Keys that count from 0 are positions, not ids.
  return entries.map(([key, raw]): EnvelopeRow => (Object.hasOwn(value, '0') ? [raw] : [raw, key]));
}

/** A list in an answer: its records, the number of rows, and the objects that may hold paging information. */
export interface Rows<T> {
  items: T[];
  rows: number;
  within: JsonObject[];
}

/**
 * Finds the list in an answer: a bare array, an array under a known or any other name, or an object keyed by id, at
 * most two levels down. Rows with an id but no name are kept, locked. A list in which no row has a name does not count.
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

/** Finds the one record in an answer: bare, or under a known name at most two levels down. */
export function recordIn<T>(kind: RecordShape<T>, body: unknown): T | undefined {
  for (const { value, known } of places(body, recordKeys(kind))) {
    const record = known ? readNamed(kind, value) : undefined;
    if (record) return record;
  }
  return undefined;
}
