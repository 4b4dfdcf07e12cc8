import {
  hostPart,
  isObject,
  type JsonObject,
  own,
  toCount,
  toFlag,
  toNumber,
  toStringList,
  toText,
} from '../coerce.ts';
import { inexact } from '../json.ts';
import type { Locked, Privacy, Project, Website } from '../types.ts';
import { eachField, type StoredFields } from '../websiteFields.ts';

/**
 * How to read one type of record. `one`, `many`: the names of the fields in which an answer may hold a record or a
 * list.
 */
export interface RecordShape<T> {
  one: string;
  many: string;
  /**
   * Converts a raw object to a record. Returns undefined if the object has neither a name nor an id. `key`: the
   * object's key, if the list is an object with ids as keys.
   */
  read(raw: JsonObject, key?: string): T | undefined;
  nameOf(record: T): string;
}

/** Matches characters that end a URL path segment, or that a proxy may decode to such a character. */
const unsafe = /[/\\?#%;]/;
const maxIdLength = 200;

/** Reads an id or a name. `locked`: why the id must not be sent in a URL path. */
export function identity(value: unknown): { id: string; locked?: Locked } {
  const rounded = inexact(value);
  if (rounded !== undefined) return { id: toText(rounded, maxIdLength) ?? '', locked: 'inexact-id' };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { id: String(value) } : { id: String(value), locked: 'inexact-id' };
  if (typeof value !== 'string' || value === '') return { id: '', locked: 'no-id' };
  const seen = toText(value, maxIdLength) ?? '';
  const safe = seen === value && !unsafe.test(value) && value !== '.' && value !== '..';
  return safe ? { id: value } : { id: seen, locked: 'unsafe-id' };
}

const isPrivacy = (value: number | undefined): value is Privacy => value === 0 || value === 1 || value === 2;

function privacy(value: unknown): Privacy | undefined {
  const seen = toNumber(value);
  return isPrivacy(seen) ? seen : undefined;
}

function unknownPrivacy(value: unknown): string | undefined {
  const scalar = typeof value === 'boolean' ? String(value) : value;
  return privacy(value) === undefined ? toText(scalar, 20) : undefined;
}

/** Whether a password is set, if that is known. Older services send the password itself, which is dropped. */
function isSet(value: unknown): boolean | undefined {
  const known = toFlag(value);
  if (known !== undefined) return known === 1;
  return typeof value === 'string' ? value !== '' : undefined;
}

/** For each field, its possible names in answers and the function that reads its value. */
type FieldNames<T> = {
  [F in keyof T]: readonly [names: readonly string[], read: (value: unknown) => T[F] | undefined];
};

const kindReaders = { flag: toFlag, lines: toStringList };

const websiteFields: FieldNames<
  Required<Omit<Website, 'id' | 'locked' | 'name' | 'hosts' | 'share_url' | 'team' | 'team_name'>>
> = {
  domain: [['domain'], hostPart],
  privacy: [['privacy'], privacy],
  privacy_raw: [['privacy'], unknownPrivacy],
  ...(eachField((name, { kind }) => [[name], kindReaders[kind]]) as FieldNames<StoredFields>),
  has_password: [['has_password', 'password'], isSet],
  created_at: [['created_at'], toText],
  updated_at: [['updated_at'], toText],
};

const projectFields: FieldNames<Required<Pick<Project, 'reports' | 'result' | 'created_at'>>> = {
  reports: [['reports'], toCount],
  result: [['result'], toNumber],
  created_at: [['created_at'], toText],
};

function readFields<T>(raw: JsonObject, fields: FieldNames<T>): Partial<T> {
  const record: Partial<T> = {};
  for (const field in fields) {
    const [names, read] = fields[field];
    const value = names.map((name) => read(own(raw, name))).find((seen) => seen !== undefined);
    if (value !== undefined) record[field] = value;
  }
  return record;
}

/** Flattens a record in the form of JSON:API (`{type, id, attributes}`). Returns any other record unchanged. */
function withoutJsonApi(raw: JsonObject, name: string): JsonObject {
  const attributes = own(raw, 'attributes');
  return isObject(attributes) && !Object.hasOwn(raw, name) ? { ...attributes, id: own(raw, 'id') ?? null } : raw;
}

export const website: RecordShape<Website> = {
  one: 'website',
  many: 'websites',
  nameOf: ({ domain }) => domain,
  read(given, key) {
    const raw = withoutJsonApi(given, 'domain');
    const { id, locked } = identity(own(raw, 'id') ?? key);
    // Older services call the domain `url`. This is used only if the object has an id; otherwise, `url` may be any
    // address.
    const older = id && (own(raw, 'domain') ?? '') === '' ? hostPart(own(raw, 'url')) : undefined;
    const { domain = older ?? '', ...fields } = readFields(raw, websiteFields);
    if (!domain && !id) return undefined;
    const lock = locked ?? (domain ? undefined : 'no-name');
    return { id, domain, ...fields, ...(lock ? { locked: lock } : {}) };
  },
};

export const project: RecordShape<Project> = {
  one: 'project',
  many: 'projects',
  nameOf: ({ project }) => project,
  read(given, key) {
    const raw = withoutJsonApi(given, 'project');
    const { id: name, locked } = identity(own(raw, 'project'));
    const { id } = identity(own(raw, 'id') ?? key);
    if (!name && !id) return undefined;
    return {
      project: name,
      ...(id ? { id } : {}),
      ...readFields(raw, projectFields),
      ...(locked ? { locked } : {}),
    };
  },
};

/** Returns the record in a value, or undefined if the value is not a record with a name. */
export function readNamed<T>(kind: RecordShape<T>, value: unknown): T | undefined {
  const record = isObject(value) ? kind.read(value) : undefined;
  return record && kind.nameOf(record) ? record : undefined;
}
