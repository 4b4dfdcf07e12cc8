import type { Finding } from '../tracking/finding.ts';
import { t } from './i18n.ts';

/**
 * Returns a text from a page in a form that is safe inside a sentence: between marks (U+2068, U+2069), so that its
 * writing direction does not affect the sentence, and without control and invisible characters.
 */
export const isolated = (text = '') => `\u2068${text.replace(/[\p{Cc}\p{Cf}]/gu, '')}\u2069`;

/** Returns the sentence with this key, which may have a place for `about`. */
export const sentence = (key: string, about: string | undefined): string =>
  (t as (key: string, values: Record<string, string>) => string)(key, { about: isolated(about) });

/** Returns the sentence that describes a finding about a page. */
export const findingText = ({ kind, about }: Finding): string =>
  sentence(`tracking.find_${kind.replaceAll('-', '_')}`, about);
