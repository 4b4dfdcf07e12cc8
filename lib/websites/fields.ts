import type { Privacy } from '../services/index.ts';
import { eachField, type FieldKind, type FieldName, fieldNames, type StoredFields } from '../services/websiteFields.ts';

/** The controls for each kind of field: a check box, or a text with one entry per line. */
interface EditedKinds {
  flag: boolean;
  lines: string;
}

/** The editable fields of a website. A field that the service did not report is undefined. */
export type WebsiteFields = { privacy: Privacy | undefined; password: string } & {
  [F in FieldName]: EditedKinds[FieldKind<F>] | undefined;
};

/** A website's writable fields in the form that the interface expects. */
export type WrittenFields = { privacy?: Privacy; password?: string } & Partial<StoredFields>;

/** The fields that can be read back; a password cannot. */
export type ReadableField = Exclude<keyof WebsiteFields, 'password'>;
export const readableFields: readonly ReadableField[] = ['privacy', ...fieldNames];

/** Returns the values of a new website. */
export const initialFields = (): StoredFields =>
  eachField((_, { initial }) => structuredClone(initial)) as StoredFields;

/** Returns the lines of a text as entries, without empty and repeated lines. */
export const toLines = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const toEdited = (value: unknown) => (Array.isArray(value) ? value.join('\n') : value === 1);

function toStored(value: unknown, kind: keyof EditedKinds): unknown {
  if (value === undefined) return undefined;
  return kind === 'lines' ? toLines(String(value)) : value ? 1 : 0;
}

/** Returns the fields of a record, or the default fields, ready to be edited. */
export const toFields = (website: { privacy?: Privacy | undefined } & Partial<StoredFields>): WebsiteFields =>
  ({
    privacy: website.privacy,
    password: '',
    ...eachField((name) => (website[name] === undefined ? undefined : toEdited(website[name]))),
  }) as WebsiteFields;

/**
 * Whether privacy 2 lacks its password. `hasOther`: whether the record or the settings already have a password, so that
 * none must be typed.
 */
export const lacksPassword = (
  { privacy, password }: { privacy?: Privacy | undefined; password?: unknown },
  hasOther = false,
): boolean => privacy === 2 && !password && !hasOther;

/** Returns the fields of a form, as they are sent. */
export const written = (fields: WebsiteFields): WrittenFields =>
  ({
    privacy: fields.privacy,
    password: fields.privacy === 2 && fields.password ? fields.password : undefined,
    ...eachField((name, { kind }) => toStored(fields[name], kind)),
  }) as WrittenFields;

/** Returns the values of `after` that differ from `before`, such as the fields that a person changed in a form. */
export const edits = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof T])) as Partial<T>;

/** Returns all fields of a create. Empty lists and an empty password are left out. */
export function complete(fields: WebsiteFields): WrittenFields {
  const entries = Object.entries(written(fields)).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as WrittenFields;
}
