import type { Problem } from '../services/index.ts';
import { readableFields, type WebsiteFields } from './fields.ts';

export type FormField = keyof WebsiteFields | 'domain';
export type FieldErrors = Partial<Record<FormField, string>>;

const shownError: readonly FormField[] = ['domain', 'password', ...readableFields];

/** What a refusal says of which field of the form, the first text of each; what names none of them is not in it. */
export function fieldErrors(problem: Problem): FieldErrors {
  const named = Object.entries(problem.fields ?? {}).map(([name, texts]) => [name.split('.')[0], texts[0]] as const);
  return Object.fromEntries(named.filter(([name, text]) => text && shownError.includes(name as FormField)).reverse());
}
