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

const toEdited = (value: unknown) => (Array.isArray(value) ? value.join('\n') : value === 1);

/** Returns the fields of a record, or the default fields, ready to be edited. */
export const toFields = (website: { privacy?: Privacy | undefined } & Partial<StoredFields>): WebsiteFields =>
  ({
    privacy: website.privacy,
    password: '',
    ...eachField((name) => (website[name] === undefined ? undefined : toEdited(website[name]))),
  }) as WebsiteFields;

/** Returns the values of `after` that differ from `before`, such as the fields that a person changed in a form. */
export const edits = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof T])) as Partial<T>;
