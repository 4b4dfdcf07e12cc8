import type { Website } from '../services/index.ts';
import { hasNewList } from '../services/websiteFields.ts';
import { changed } from './changed.ts';
import { type ReadableField, readableFields, toFields, type WebsiteFields, type WrittenFields } from './fields.ts';
import { toLines } from './written.ts';

/** The fields of a website that its service may report, besides those that identify the record. */
export type Reported = Pick<Website, ReadableField | 'name' | 'hosts'>;

/** Returns a value as text, so that it can be compared (see `isSameValue`). */
const comparable = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? toLines(value.join('\n').replaceAll(',', '\n')).sort() : value);

/**
 * Whether two values of a field mean the same. Ignores the order of a list, and its empty and repeated entries. A line
 * with commas counts as several entries, because some services store lists with commas.
 */
export const isSameValue = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other);

/**
 * Returns the names of the fields in `sent` that the service now reports with another value (`now`). Leaves out fields
 * that the service does not report, and the password.
 */
export function unappliedFields(sent: WrittenFields, now: Website | undefined): string[] {
  if (!now) return [];
  const { password: _, ...fields } = sent;
  return Object.entries(fields)
    .filter(([name, value]) => {
      const reported = now[name as keyof Website];
      return reported !== undefined && !isSameValue(reported, value);
    })
    .map(([name]) => name);
}

/**
 * Whether a website has changed at the service since the record `before` was read. A field that is no longer reported
 * counts as changed. A list that `before` lacks counts as changed if it now has entries, unless Waymark has sent it
 * meanwhile (`sent`).
 */
export function changedSince(before: Reported, now: Website, sent: WrittenFields = {}): boolean {
  const isOther = (field: keyof Reported) => !isSameValue(before[field], now[field]);
  return (
    isOther('name') ||
    [...readableFields, 'hosts' as const].some((field) => field in before && isOther(field)) ||
    hasNewList({ ...sent, ...before }, now)
  );
}

/** A field whose value in the form (`ours`) differs from the value that the service reports now (`theirs`). */
export interface Conflict {
  field: ReadableField;
  theirs: WebsiteFields[ReadableField];
  ours: WebsiteFields[ReadableField];
  /** Whether the person has edited this field in the form. A typed password counts as an edit of `privacy`. */
  touched: boolean;
}

/** The value to keep for a conflicting field: that of the form (`ours`) or that of the service (`theirs`). */
export type ConflictChoice = 'ours' | 'theirs';
export type ConflictChoices = Partial<Record<ReadableField, ConflictChoice>>;

/**
 * Returns the fields that have changed at the service since the form was opened, and that now differ from the form.
 * `opened`: the record at that time. Leaves out fields that `opened` or `now` lacks, with one exception: a list that
 * only `opened` lacks is returned if it has entries in `now` and the person has typed into it.
 */
export function conflicts(opened: Website, now: Website, form: WebsiteFields): Conflict[] {
  const before = toFields(opened);
  const after = toFields(now);
  const edited = changed(before, form);
  const isTypedOver = (field: ReadableField) =>
    typeof after[field] === 'string' && after[field] && form[field] !== undefined;
  return readableFields
    .filter((field) => before[field] !== undefined || isTypedOver(field))
    .filter((field) => after[field] !== undefined && before[field] !== after[field] && form[field] !== after[field])
    .map((field) => ({ field, theirs: after[field], ours: form[field], touched: field in edited }));
}

/**
 * Returns the initial choice for each conflicting field: the form's value if the person has edited it, else the
 * service's.
 */
export const defaultChoices = (found: readonly Conflict[]): ConflictChoices =>
  Object.fromEntries(found.map(({ field, touched }) => [field, touched ? 'ours' : 'theirs']));

/**
 * Returns the form with the service's value in each field for which the person has chosen `theirs`. If `privacy` is one
 * of these fields, also removes a typed password, which belongs to the form's privacy.
 */
export function resolve(form: WebsiteFields, found: readonly Conflict[], choices: ConflictChoices): WebsiteFields {
  const taken = found.filter(({ field }) => choices[field] === 'theirs').map(({ field, theirs }) => [field, theirs]);
  return { ...form, ...(choices.privacy === 'theirs' ? { password: '' } : {}), ...Object.fromEntries(taken) };
}
