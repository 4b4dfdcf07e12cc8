import type { Website } from '../services/index.ts';
import { hasNewList } from '../services/websiteFields.ts';
import { type ReadableField, readableFields, toFields, type WebsiteFields, type WrittenFields } from './fields.ts';
import { toLines } from './written.ts';

/** The fields that a service may report, besides those that identify the record. */
export type Reported = Pick<Website, ReadableField | 'name' | 'hosts'>;

/** The order of a list, and entries that are empty or repeated, do not matter. */
const comparable = (value: unknown) => JSON.stringify(Array.isArray(value) ? toLines(value.join('\n')).sort() : value);

/**
 * Returns the fields that the service accepted but reports with another value. A field that it does not report counts
 * as applied.
 */
export function unappliedFields(sent: WrittenFields, now: Website | undefined): string[] {
  if (!now) return [];
  const { password: _, ...fields } = sent;
  return Object.entries(fields)
    .filter(([name, value]) => {
      const reported = now[name as keyof Website];
      return reported !== undefined && comparable(reported) !== comparable(value);
    })
    .map(([name]) => name);
}

/**
 * Whether a record has changed since `before` was read. A field that is no longer reported counts as changed, and so do
 * entries of a list that was neither reported before nor `sent`.
 */
export function changedSince(before: Reported, now: Website, sent: WrittenFields = {}): boolean {
  const isOther = (field: keyof Reported) => comparable(before[field]) !== comparable(now[field]);
  return (
    isOther('name') ||
    [...readableFields, 'hosts' as const].some((field) => field in before && isOther(field)) ||
    hasNewList({ ...sent, ...before }, now)
  );
}

export interface Conflict {
  field: ReadableField;
  /** The service's value. */
  theirs: WebsiteFields[ReadableField];
  /** The form's value. */
  ours: WebsiteFields[ReadableField];
  /** Whether the person edited this field, too. */
  touched: boolean;
}

export type ConflictChoice = 'ours' | 'theirs';
export type ConflictChoices = Partial<Record<ReadableField, ConflictChoice>>;

/**
 * Returns the fields that changed at the service since the form was opened, and differ from the form. A field counts
 * only if it was reported both times, or if the person has typed into a list that was not reported: it has entries now.
 */
export function conflicts(opened: Website, now: Website, form: WebsiteFields): Conflict[] {
  const before = toFields(opened);
  const after = toFields(now);
  const isTypedOver = (field: ReadableField) => typeof after[field] === 'string' && after[field] && form[field];
  return readableFields
    .filter((field) => before[field] !== undefined || isTypedOver(field))
    .filter((field) => after[field] !== undefined && before[field] !== after[field] && form[field] !== after[field])
    .map((field) => ({ field, theirs: after[field], ours: form[field], touched: form[field] !== before[field] }));
}

/** Returns the initial choice for each field: the person's own edit, else the service's value. */
export const defaultChoices = (found: readonly Conflict[]): ConflictChoices =>
  Object.fromEntries(found.map(({ field, touched }) => [field, touched ? 'ours' : 'theirs']));

/** Returns the form with the service's value in each field for which the person chose `theirs`. */
export function resolve(form: WebsiteFields, found: readonly Conflict[], choices: ConflictChoices): WebsiteFields {
  const taken = found.filter(({ field }) => choices[field] === 'theirs').map(({ field, theirs }) => [field, theirs]);
  return { ...form, ...Object.fromEntries(taken) };
}
