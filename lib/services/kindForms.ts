import type { CodeForms } from './codeForms.ts';
import { matomoForms } from './matomo/codeForms.ts';
import { umamiForms } from './umami/codeForms.ts';

/**
 * The kinds of service whose tracking code is recognised in all its forms. For other kinds, the person's template
 * describes the code.
 */
export const kindForms: readonly CodeForms[] = [matomoForms, umamiForms];

/** The `marks` of all entries of `kindForms`, as the source of one regular expression. */
export const formMarks = kindForms.map(({ marks }) => marks).join('|');

/** Returns the entry of `kindForms` whose tracking code a template contains, or undefined if there is none. */
export const formOf = (template: string): CodeForms | undefined =>
  kindForms.find(({ marks }) => new RegExp(marks, 'i').test(template));
