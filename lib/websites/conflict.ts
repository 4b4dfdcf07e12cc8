import type { Website } from '../services/index.ts';
import { hasNewList } from '../services/websiteFields.ts';
import { changed } from './changed.ts';
import { type ReadableField, readableFields, toFields, type WebsiteFields, type WrittenFields } from './fields.ts';
import { toLines } from './written.ts';

/** The fields of a website that its service may report, apart from those that identify the record. */
export type Reported = Pick<Website, ReadableField | 'name' | 'hosts'>;

/** Converts a value to a text that is equal for values with the same meaning (see `isSameValue`). */
const comparable = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? toLines(value.join('\n').replaceAll(',', '\n')).sort() : value);

/**
 * Whether two values of a field mean the same. In a list, the order and any empty or repeated entries do not matter. A
 * line with commas counts as several entries, because some services store lists with commas.
 */
export const isSameValue = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other);

/**
 * Returns the names of the fields in `sent` for which the service now reports another value (`now`). Leaves out the
 * password, and fields that the service does not report.
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
 * counts as changed. So does a list that `before` lacks and that now has entries, unless Waymark has sent it meanwhile
 * (`sent`).
 */
export function changedSince(before: Reported, now: Website, sent: WrittenFields = {}): boolean {
  const isOther = (field: keyof Reported) => !isSameValue(before[field], now[field]);
  return (
    isOther('name') ||
    [...readableFields, 'hosts' as const].some((field) => field in before && isOther(field)) ||
    hasNewList({ ...sent, ...before }, now)
  );
}

/** A field whose value in the form (`ours`) differs from the one that the service reports now (`theirs`). */
export interface Conflict {
  field: ReadableField;
  theirs: WebsiteFields[ReadableField];
  ours: WebsiteFields[ReadableField];
  /** Whether the person has edited this field in the form. A typed password counts as an edit of `privacy`. */
  touched: boolean;
}

/** Which value of a conflicting field to keep: the form's (`ours`) or the service's (`theirs`). */
export type ConflictChoice = 'ours' | 'theirs';
export type ConflictChoices = Partial<Record<ReadableField, ConflictChoice>>;

/**
 * Returns the fields that have changed at the service since the form was opened and that now differ from the form.
 * `opened`: the record at that time. Leaves out fields that `opened` or `now` lacks. One exception: a list that only
 * `opened` lacks is returned if it has entries in `now` and the person has typed into it.
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
 * Returns the initial choice for each conflicting field: the form's value if the person has edited it, otherwise the
 * service's.
 */
export const defaultChoices = (found: readonly Conflict[]): ConflictChoices =>
  Object.fromEntries(found.map(({ field, touched }) => [field, touched ? 'ours' : 'theirs']));

/**
 * Returns the form with the service's value in each field where the person has chosen `theirs`. If `privacy` is among
 * them, also clears a typed password, which belongs to the form's privacy.
 */
export function resolve(form: WebsiteFields, found: readonly Conflict[], choices: ConflictChoices): WebsiteFields {
  const taken = found.filter(({ field }) => choices[field] === 'theirs').map(({ field, theirs }) => [field, theirs]);
  return { ...form, ...(choices.privacy === 'theirs' ? { password: '' } : {}), ...Object.fromEntries(taken) };
}
