import type { Privacy } from '../services/index.ts';

interface FieldKinds {
  /** Stored as 0 or 1, edited as a check box. */
  flag: { stored: 0 | 1; edited: boolean };
  /** Stored as a list, edited as one text with an entry a line. */
  lines: { stored: string[]; edited: string };
}

interface FieldRow {
  kind: keyof FieldKinds;
  /** What a new website starts with (interface, Website resource). */
  initial: 0 | 1 | readonly string[];
}

/** The fields of a website besides its domain, privacy and password: one row each, in the order in which they are shown. */
export const fieldTable = {
  email: { kind: 'flag', initial: 0 },
  exclude_bots: { kind: 'flag', initial: 1 },
  exclude_params: { kind: 'lines', initial: [] },
  exclude_ips: { kind: 'lines', initial: [] },
} as const satisfies Record<string, FieldRow>;

export type FieldName = keyof typeof fieldTable;
type ValueOf<F extends FieldName> = FieldKinds[(typeof fieldTable)[F]['kind']];

/** The rows of the table, as a list. */
export const fieldRows = Object.entries(fieldTable) as [FieldName, FieldRow][];

/** What is stored for each field of the table. */
export type StoredFields = { [F in FieldName]: ValueOf<F>['stored'] };

/** The fields of a website as a person edits them; undefined is "not reported". */
export type WebsiteFields = { privacy: Privacy | undefined; password: string } & {
  [F in FieldName]: ValueOf<F>['edited'] | undefined;
};

/** A website's writable fields as the interface takes them. */
export type WrittenFields = { privacy?: Privacy; password?: string } & Partial<StoredFields>;

/** The fields that can be read back; a password cannot. */
export type ReadableField = Exclude<keyof WebsiteFields, 'password'>;
export const readableFields: readonly ReadableField[] = ['privacy', ...fieldRows.map(([name]) => name)];

/** A value for each field of the table, made from its row. */
export const eachField = (value: (name: FieldName, row: FieldRow) => unknown): Record<FieldName, unknown> =>
  Object.fromEntries(fieldRows.map(([name, row]) => [name, value(name, row)])) as Record<FieldName, unknown>;

/** What a new website starts with. */
export const initialFields = (): StoredFields =>
  eachField((_, { initial }) => (Array.isArray(initial) ? [...initial] : initial)) as StoredFields;

/** A text's lines as entries, without blank and repeated ones. */
export const toLines = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const toEdited = (value: unknown) => (Array.isArray(value) ? value.join('\n') : value === 1);

function toStored(value: unknown, { kind }: FieldRow): unknown {
  if (value === undefined) return undefined;
  return kind === 'lines' ? toLines(String(value)) : value ? 1 : 0;
}

/** A record's (or the defaults') fields, ready to be edited. */
export const toFields = (website: { privacy?: Privacy | undefined } & Partial<StoredFields>): WebsiteFields =>
  ({
    privacy: website.privacy,
    password: '',
    ...eachField((name) => (website[name] === undefined ? undefined : toEdited(website[name]))),
  }) as WebsiteFields;

const written = (fields: WebsiteFields): WrittenFields =>
  ({
    privacy: fields.privacy,
    password: fields.privacy === 2 && fields.password ? fields.password : undefined,
    ...eachField((name, row) => toStored(fields[name], row)),
  }) as WrittenFields;

/** What a person changed in a form, as it is edited: it can be laid over other fields. */
export const edits = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof T])) as Partial<T>;

const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Only what differs from `before`, ready to be sent: never a field that was neither reported nor edited. */
export function changed(before: WebsiteFields, after: WebsiteFields): WrittenFields {
  const old = written(before);
  const entries = Object.entries(written(after)).filter(
    ([name, value]) => value !== undefined && !sameValue(value, old[name as keyof WrittenFields]),
  );
  const result = Object.fromEntries(entries) as WrittenFields;
  // A password takes effect only beside privacy 2, so both travel together.
  return result.password ? { privacy: 2, ...result } : result;
}

/** Everything that a create sends; an empty list or password is left out. */
export function complete(fields: WebsiteFields): WrittenFields {
  const entries = Object.entries(written(fields)).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as WrittenFields;
}
