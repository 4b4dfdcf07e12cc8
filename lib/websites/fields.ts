import type { Privacy } from '../services/index.ts';
import { eachField, type FieldKind, type FieldName, fieldNames, type StoredFields } from '../services/websiteFields.ts';

/** The type of a field's value in a form. `flag`: a check box. `lines`: a text with one entry on each line. */
interface EditedKinds {
  flag: boolean;
  lines: string;
}

/** A website's fields as they are edited in a form. A field is undefined if the service did not report it. */
export type WebsiteFields = { privacy: Privacy | undefined; password: string } & {
  [F in FieldName]: EditedKinds[FieldKind<F>] | undefined;
};

/** A website's fields as they are sent to a service. */
export type WrittenFields = { privacy?: Privacy; password?: string } & Partial<StoredFields>;

/** The fields that a service can report. A password is never reported. */
export type ReadableField = Exclude<keyof WebsiteFields, 'password'>;
export const readableFields: readonly ReadableField[] = ['privacy', ...fieldNames];

/** Returns the default settings of a new website. */
export const initialFields = (): StoredFields =>
  eachField((_, { initial }) => structuredClone(initial)) as StoredFields;

const toEdited = (value: unknown) => (Array.isArray(value) ? value.join('\n') : value === 1);

/** Converts a website's fields, or the default settings, to the fields of a form. */
export const toFields = (website: { privacy?: Privacy | undefined } & Partial<StoredFields>): WebsiteFields =>
  ({
    privacy: website.privacy,
    password: '',
    ...eachField((name) => (website[name] === undefined ? undefined : toEdited(website[name]))),
  }) as WebsiteFields;

/**
 * Returns the fields of `after` whose values differ from those in `before`, such as the fields that a person has
 * edited.
 */
export const edits = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof T])) as Partial<T>;
