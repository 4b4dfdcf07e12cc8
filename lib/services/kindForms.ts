import type { CodeForms } from './codeForms.ts';
import { matomoForms } from './matomo/codeForms.ts';
import { umamiForms } from './umami/codeForms.ts';

/** The code of the kinds whose code is known in all its forms. Of the others, the person's template says what to look for. */
export const kindForms: readonly CodeForms[] = [matomoForms, umamiForms];

/** Their words, as one pattern's source. */
export const formMarks = kindForms.map(({ marks }) => marks).join('|');

/** The form that a template has, if it is a known one. */
export const formOf = (template: string): CodeForms | undefined =>
  kindForms.find(({ marks }) => new RegExp(marks, 'i').test(template));
