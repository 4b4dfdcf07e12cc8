import { parseAddress } from '../connections/address.ts';
import { parsePattern } from '../connections/rules.ts';
import { type TemplateName, templateProblem } from '../connections/urlTemplates.ts';
import { hostSpellings } from '../hosts/parse.ts';
import { isKind, type Kind } from '../services/traits.ts';
import { byKind } from '../services/websiteFields.ts';
import { inputLimits } from '../util/inputLimits.ts';
import { isRecord } from '../util/isRecord.ts';
import type { Preset } from './presets.ts';
import type { ConnectionAddress, Defaults, Preferences, Templates } from './settings.ts';

/** What may be wrong with a setting in a file or policy. */
export type FaultReason =
  | 'unknown'
  | 'missing'
  | 'expected'
  | 'size'
  | 'value'
  | 'address'
  | 'rule'
  | 'template'
  | 'twice';

/** What is wrong, and where: `connections[1].analyticsUrl`. Never contains the value, which may be a key. */
export interface Fault {
  place: string;
  reason: FaultReason;
  /** For `expected`: which type, in JSON's terms. */
  wanted?: string;
}

type TellFault = (fault: Fault) => undefined;

/** Reads one value: its usable part, or undefined; calls back with every fault. */
export interface Reader<T> {
  /** JSON Schema, as far as browsers need it to pass a policy on: they drop values that do not fit. */
  schema: object;
  read(value: unknown, place: string, tell: TellFault): T | undefined;
}

const reader = <T>(
  schema: { type: string; [more: string]: unknown },
  is: (value: unknown) => boolean,
  read: (value: never, place: string, tell: TellFault) => T | undefined,
): Reader<T> => ({
  schema,
  read: (value, place, tell) =>
    is(value) ? read(value as never, place, tell) : tell({ place, reason: 'expected', wanted: schema.type }),
});

const text = (reason: FaultReason, accepted: (text: string) => string | undefined): Reader<string> =>
  reader(
    { type: 'string' },
    (value) => typeof value === 'string',
    (value: string, place, tell) => accepted(value) ?? tell({ place, reason }),
  );

export const flag: Reader<boolean> = reader(
  { type: 'boolean' },
  (value) => typeof value === 'boolean',
  (value: boolean) => value,
);

/** One of some texts or numbers. */
export const oneOf = <T extends string | number>(...values: readonly T[]): Reader<T> => {
  const type = typeof values[0] === 'number' ? 'integer' : 'string';
  const wanted = values.map((value) => JSON.stringify(value)).join(' | ');
  return {
    schema: { type },
    read: (value, place, tell) =>
      values.includes(value as T) ? (value as T) : tell({ place, reason: 'expected', wanted }),
  };
};

/** A list without its unusable entries. `name`: must be unique among them. `most`: a longer list is unusable as a whole. */
export const list = <T>(item: Reader<T>, name?: (one: T) => unknown, most: number = inputLimits.lines): Reader<T[]> =>
  reader({ type: 'array', items: item.schema }, Array.isArray, (values: unknown[], place, tell) => {
    if (values.length > most) return tell({ place, reason: 'size' });
    const seen = new Set<unknown>();
    return values.flatMap((value, index) => {
      const at = `${place}[${index}]`;
      const one = item.read(value, at, tell);
      if (one === undefined) return [];
      if (name && seen.has(name(one))) return tell({ place: at, reason: 'twice' }) ?? [];
      seen.add(name?.(one));
      return [one];
    });
  });

export type Readers<T> = { [K in keyof T]-?: Reader<NonNullable<T[K]>> };

/** An arbitrary name as part of a place. */
const clippedName = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

/** The usable part of an object; unusable as a whole without its `required` fields. */
export const object = <T extends object>(table: Readers<T>, ...required: (keyof T & string)[]): Reader<Partial<T>> => {
  const rows = Object.entries(table) as [string, Reader<unknown>][];
  const schema = { type: 'object', properties: Object.fromEntries(rows.map(([name, row]) => [name, row.schema])) };
  return reader(schema, isRecord, (value: Record<string, unknown>, place, tell) => {
    const at = (name: string) => (place ? `${place}.${clippedName(name)}` : clippedName(name));
    for (const name of Object.keys(value))
      if (!Object.hasOwn(table, name)) tell({ place: at(name), reason: 'unknown' });
    const usable = rows.flatMap(([name, row]) => {
      const read = Object.hasOwn(value, name) ? row.read(value[name], at(name), tell) : undefined;
      return read === undefined ? [] : [[name, read]];
    });
    const missing = required.filter((name) => !Object.hasOwn(value, name));
    for (const name of missing) tell({ place: at(name), reason: 'missing' });
    const result = Object.fromEntries(usable);
    return required.every((name) => Object.hasOwn(result, name)) ? (result as Partial<T>) : undefined;
  });
};

const within = (typed: string, least: number, most: number) =>
  typed.length >= least && typed.length <= most ? typed : undefined;

const shortText = text('size', (typed) => within(typed.trim(), 1, inputLimits.text));
const lines = list(shortText, (line) => line);

const address = text('address', (typed) => {
  const parsed = parseAddress(typed);
  return 'url' in parsed ? parsed.url : undefined;
});

const rules = list(
  text('rule', (typed) => {
    const parsed = parsePattern(typed);
    return 'pattern' in parsed ? parsed.pattern : undefined;
  }),
  (pattern) => pattern,
);

/** Empty: the default of the kind of service. */
const template = (which: TemplateName) =>
  text('template', (typed) => (typed === '' || !templateProblem(which, typed) ? typed : undefined));

/** The fields of new websites; their password is a secret. */
export type WrittenDefaults = Omit<Defaults, 'hasPassword'>;

export const defaultsTable: Readers<WrittenDefaults> = {
  privacy: oneOf(0, 1, 2),
  ...byKind({ flag: oneOf(0, 1), lines }),
};

const templatesTable: Readers<Templates> = {
  statisticsUrl: template('statisticsUrl'),
  trackingCode: template('trackingCode'),
  accountUrl: template('accountUrl'),
};

/** The fields of a connection that can be written: no secrets, and nothing that is detected at the service. */
export interface WrittenConnection extends Pick<ConnectionAddress, 'name' | 'analyticsUrl' | 'seoUrl' | 'rules'> {
  defaults?: Partial<WrittenDefaults>;
  templates?: Partial<Templates>;
}

export const connectionTable: Readers<WrittenConnection> = {
  name: shortText,
  analyticsUrl: address,
  seoUrl: address,
  rules,
  defaults: object(defaultsTable),
  templates: object(templatesTable),
};

/** A connection in a file, with its id in the browser that wrote it. */
export interface FiledConnection extends WrittenConnection {
  id?: string;
  kind?: Kind;
}

export const filedConnectionTable: Readers<FiledConnection> = {
  id: text('value', (typed) => (/^[\w-]{1,64}$/.test(typed) ? typed : undefined)),
  ...connectionTable,
  kind: text('value', (typed) => (isKind(typed) ? typed : undefined)) as Reader<Kind>,
};

export const presetTable: Readers<Preset> = {
  name: shortText,
  ...defaultsTable,
  password: oneOf('each', 'common'),
};

/** The preferences that can be written; which of them are fixed, only a policy says. */
export type WrittenPreferences = Omit<Preferences, 'fixedTemplates'>;

export const preferencesTable: Readers<WrittenPreferences> = {
  hostChoice: oneOf(...hostSpellings),
  ...templatesTable,
  contextMenu: flag,
  notifications: flag,
  badge: flag,
};
