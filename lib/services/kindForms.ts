import type { CodeForms } from './codeForms.ts';
import { matomoForms } from './matomo/codeForms.ts';
import { umamiForms } from './umami/codeForms.ts';

/** How to recognise tracking code of these kinds. Any other code is recognised only by the template `trackingCode`. */
export const kindForms: readonly CodeForms[] = [matomoForms, umamiForms];

/** The `marks` of all entries of `kindForms`, as the source of one regular expression. */
export const formMarks = kindForms.map(({ marks }) => marks).join('|');

/** Returns the entry of `kindForms` for the tracking code in a template, or undefined if there is none. */
export const formOf = (template: string): CodeForms | undefined =>
  kindForms.find(({ marks }) => new RegExp(marks, 'i').test(template));
