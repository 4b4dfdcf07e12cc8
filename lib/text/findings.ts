import type { Finding } from '../tracking/finding.ts';
import { t } from './i18n.ts';

/**
 * Makes a text from a page safe to use in a sentence. Puts marks (U+2068, U+2069) around it, so that its writing
 * direction does not affect the sentence. Removes control and invisible characters.
 */
export const isolated = (text = '') => `\u2068${text.replace(/[\p{Cc}\p{Cf}]/gu, '')}\u2069`;

/** Returns the text for `key`, with `about` in place of the placeholder `{about}`. */
export const sentence = (key: string, about: string | undefined): string =>
  (t as (key: string, values: Record<string, string>) => string)(key, { about: isolated(about) });

/** Returns the sentence that describes a finding about a page. */
export const findingText = ({ kind, about }: Finding): string =>
  sentence(`tracking.find_${kind.replaceAll('-', '_')}`, about);
