import { parseAddress } from '../connections/address.ts';
import { parsePattern } from '../connections/rules.ts';
import { type TemplateName, templateProblem } from '../connections/urlTemplates.ts';
import { isKind } from '../services/traits.ts';
import { inputLimits } from '../util/inputLimits.ts';
import { isRecord } from '../util/isRecord.ts';
import type { Row, Written } from './fields.ts';
import { isConnectionId } from './readParts.ts';

/**
 * Why a setting in a file or a policy cannot be used. `unknown`: it is not allowed here. `missing`: it is required but
 * missing. `expected`: it has the wrong type, or is not one of the choices. `size`: it is too long or empty. `value`:
 * this value is not allowed. `address`, `rule`, `template`: it is not a valid address, rule or template. `twice`: it
 * repeats an earlier entry of the list.
 */
type Reason = 'unknown' | 'missing' | 'expected' | 'size' | 'value' | 'address' | 'rule' | 'template' | 'twice';

/**
 * A part of a file or policy that cannot be used. `place`: its path, such as `connections[1].analyticsUrl`. Never
 * contains the value, which may be a key.
 */
export interface Fault {
  place: string;
  reason: Reason;
  /** With reason `expected`: the expected type or choices, in the terms of JSON. */
  wanted?: string;
}

type Home = 'file' | 'policy';

/**
 * Describes a field of a file or a policy, as `Row` describes a field of a stored setting. There are two more types:
 * `rule` and `list`. `of`: describes the entries of a list.
 */
export interface WrittenRow extends Omit<Row, 'type' | 'fields'> {
  type: Row['type'] | 'rule' | 'list';
  fields?: WrittenTable;
  of?: WrittenRow;
  /** Returns the part of an entry that must be unique in the list. If left out, the whole entry must be unique. */
  key?: (entry: never) => unknown;
  /** The maximum number of entries in a list. A longer list is ignored. */
  most?: number;
}
export type WrittenTable = Readonly<Record<string, WrittenRow>>;

/** Returns the fields that an object in a file or a policy (`home`) may have, each with its description. */
export const rowsIn = ({ fields = {} }: WrittenRow, home: Home): [string, WrittenRow][] =>
  Object.entries(fields).filter(([, { only }]) => !only || only === home);

/** Returns the description of a list's entries, or undefined if the field is not a list. */
export const entryOf = ({ type, of }: WrittenRow): WrittenRow | undefined =>
  type === 'lines' ? { type: 'text' } : type === 'rules' ? { type: 'rule' } : of;

const choicesOf = ({ type, choices }: WrittenRow): readonly unknown[] | undefined =>
  type === 'flag' ? [0, 1] : choices;

/** Returns the type of a row's values in the terms of JSON Schema. */
export function jsonType(row: WrittenRow): string {
  const choices = choicesOf(row);
  if (choices) return typeof choices[0] === 'number' ? 'integer' : 'string';
  if (row.type === 'switch' || row.type === 'permission') return 'boolean';
  return row.fields ? 'object' : entryOf(row) ? 'array' : 'string';
}

/** Returns the type or choices that a field must have, or undefined if its value is valid. */
function expected(row: WrittenRow, value: unknown): string | undefined {
  const choices = choicesOf(row);
  if (choices) return choices.includes(value) ? undefined : choices.map((one) => JSON.stringify(one)).join(' | ');
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return type === jsonType(row) ? undefined : jsonType(row);
}

function trimmed(typed: string): string | undefined {
  const text = typed.trim();
  return text && text.length <= inputLimits.text ? text : undefined;
}

function addressOf(typed: string): string | undefined {
  const parsed = parseAddress(typed);
  return 'url' in parsed ? parsed.url : undefined;
}

function patternOf(typed: string): string | undefined {
  const parsed = parsePattern(typed);
  return 'pattern' in parsed ? parsed.pattern : undefined;
}

/**
 * Returns a template in usable form, or undefined if it is not valid. `was`: a value that counts as no template (see
 * `Row`).
 */
function templateOf(typed: string, name: string, was: unknown): string | undefined {
  if (typed === was) return '';
  return typed && templateProblem(name as TemplateName, typed) ? undefined : typed;
}

type ReadText = (typed: string, name: string, was: unknown) => string | undefined;

/**
 * For each type of text: the reason to report if it is unusable, and a function that returns its usable form, or
 * undefined if there is none.
 */
const texts: Partial<Record<WrittenRow['type'], [Reason, ReadText]>> = {
  text: ['size', trimmed],
  address: ['address', addressOf],
  rule: ['rule', patternOf],
  template: ['template', templateOf],
  id: ['value', (typed) => (isConnectionId(typed) ? typed : undefined)],
  kind: ['value', (typed) => (isKind(typed) ? typed : undefined)],
};

/**
 * Reads a file or a policy (`value`), given a table of its fields. Returns the usable parts, and the faults of the
 * others.
 */
export function readWritten<T extends WrittenTable>(fields: T, value: unknown, home: Home) {
  const faults: Fault[] = [];
  const tell = (place: string, reason: Reason, wanted?: string) =>
    void faults.push({ place, reason, ...(wanted && { wanted }) });

  function readRecord(row: WrittenRow, value: Record<string, unknown>, place: string) {
    // Shortened, because a file may contain names of any length.
    const at = (name: string) => (place && `${place}.`) + (name.length > 60 ? `${name.slice(0, 60)}…` : name);
    const rows = new Map(rowsIn(row, home));
    const read: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries(value)) {
      const row = rows.get(name);
      const one = row ? readRow(row, entry, at(name), name) : tell(at(name), 'unknown');
      if (one !== undefined) read[name] = one;
    }
    const required = [...rows].flatMap(([name, { required, only }]) => (required && !only ? [name] : []));
    for (const name of required) if (!Object.hasOwn(value, name)) tell(at(name), 'missing');
    return required.every((name) => Object.hasOwn(read, name)) ? read : undefined;
  }

  function readEntries(row: WrittenRow, values: readonly unknown[], place: string) {
    const { key = (entry: unknown) => entry, most = inputLimits.lines } = row;
    if (values.length > most) return tell(place, 'size');
    const seen = new Set<unknown>();
    return values.flatMap((value, index) => {
      const one = readRow(entryOf(row) as WrittenRow, value, `${place}[${index}]`);
      if (one === undefined) return [];
      if (seen.has(key(one as never))) return tell(`${place}[${index}]`, 'twice') ?? [];
      seen.add(key(one as never));
      return [one];
    });
  }

  function readRow(row: WrittenRow, value: unknown, place: string, name = ''): unknown {
    const wanted = expected(row, value);
    if (wanted) return tell(place, 'expected', wanted);
    if (isRecord(value)) return readRecord(row, value, place);
    if (Array.isArray(value)) return readEntries(row, value, place);
    if (value === true && row.type === 'permission' && home === 'policy') return tell(place, 'value');
    const [reason, read] = texts[row.type] ?? [];
    return reason && read ? (read(value as string, name, row.was) ?? tell(place, reason)) : value;
  }

  return { read: (readRow({ type: 'record', fields }, value, '') ?? {}) as Written<T>, faults };
}
