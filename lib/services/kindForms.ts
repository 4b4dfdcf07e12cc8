import type { CodeForms } from './codeForms.ts';
import { matomoForms } from './matomo/codeForms.ts';
import { umamiForms } from './umami/codeForms.ts';

/** The kinds whose code is known in all its forms. For all others, the person's template describes the code. */
export const kindForms: readonly CodeForms[] = [matomoForms, umamiForms];

/** The words of all these kinds, as the source of one pattern. */
export const formMarks = kindForms.map(({ marks }) => marks).join('|');

/** Returns the form of code that a template has, or undefined if it is not the code of a known kind. */
export const formOf = (template: string): CodeForms | undefined =>
  kindForms.find(({ marks }) => new RegExp(marks, 'i').test(template));
