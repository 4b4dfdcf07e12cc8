import type { Privacy } from '../services/index.ts';
import { eachField, type FieldKind, type FieldName, fieldNames, type StoredFields } from '../services/websiteFields.ts';

/** How a person edits each kind of field: with a check box, or as one text with an entry a line. */
interface EditedKinds {
  flag: boolean;
  lines: string;
}

/** The fields of a website as a person edits them; undefined is "not reported". */
export type WebsiteFields = { privacy: Privacy | undefined; password: string } & {
  [F in FieldName]: EditedKinds[FieldKind<F>] | undefined;
};

/** A website's writable fields as the interface takes them. */
export type WrittenFields = { privacy?: Privacy; password?: string } & Partial<StoredFields>;

/** The fields that can be read back; a password cannot. */
export type ReadableField = Exclude<keyof WebsiteFields, 'password'>;
export const readableFields: readonly ReadableField[] = ['privacy', ...fieldNames];

/** The values of a new website. */
export const initialFields = (): StoredFields =>
  eachField((_, { initial }) => structuredClone(initial)) as StoredFields;

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

function toStored(value: unknown, kind: keyof EditedKinds): unknown {
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

/** The fields of a form as they are sent. */
export const written = (fields: WebsiteFields): WrittenFields =>
  ({
    privacy: fields.privacy,
    password: fields.privacy === 2 && fields.password ? fields.password : undefined,
    ...eachField((name, { kind }) => toStored(fields[name], kind)),
  }) as WrittenFields;

/** The fields that a person changed in a form, so that they can be applied to other fields. */
export const edits = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof T])) as Partial<T>;

/** Everything that a create sends; an empty list or password is left out. */
export function complete(fields: WebsiteFields): WrittenFields {
  const entries = Object.entries(written(fields)).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as WrittenFields;
}
