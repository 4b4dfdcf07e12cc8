import { browser } from 'wxt/browser';
import type { GeneratedI18nStructure, i18n } from '#i18n';

type Values = Readonly<Record<string, string | number>>;

/**
 * The languages in assets/locales that are written from right to left. `@@bidi_dir` cannot be used: it is about the
 * browser's language, for which there may be no translation.
 */
const rightToLeft = ['ar', 'he'];

let pageTexts: Readonly<Record<string, string>> = {};

/** Adds texts that are not in `_locales` because only some pages show them. Afterwards, `t` finds them, too. */
export function addTexts(texts: Readonly<Record<string, string>>): void {
  pageTexts = texts;
}

const message = (name: string) => pageTexts[name] ?? (browser.i18n.getMessage as (name: string) => string)(name);

/**
 * Returns a value as it is shown in a sentence. In right-to-left languages, adds marks (U+2068, U+2069) around a text
 * to keep its own direction; otherwise `example.com.` would be shown as `.example.com`.
 */
function shownValue(value: string | number): string {
  if (typeof value === 'number') return numberText(value);
  return direction() === 'rtl' ? `\u2068${value}\u2069` : value;
}

/** Removes direction marks, which a text may contain if it was copied or taken from a sentence. */
export const unmarked = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/** Like `t`, but accepts any string as key. Placeholders (`{name}`) without a value stay as they are. */
const rawText = (key: string, values: Values = {}): string =>
  message(key.replaceAll('.', '_')).replace(/\{(\w+)\}/g, (place, name) =>
    Object.hasOwn(values, name) && values[name] !== undefined ? shownValue(values[name]) : place,
  );

/** Returns the text for a key of assets/locales, with its placeholders filled in. */
export const t = rawText as typeof i18n.t;

type PluralStem<K> = K extends `${infer Stem}_other` ? Stem : never;

/**
 * The stem of the keys for a text that depends on a number. Each plural category of a language has its own key:
 * `stem_one`, `stem_few`, …, `stem_other`.
 */
export type PluralKey = PluralStem<keyof GeneratedI18nStructure>;

/** Returns the language of the texts as a tag for `Intl` and `lang`. This is English if there is no translation. */
export const language = (): string => t('language').replace('_', '-');

/** Formats a number for the language of the texts. */
export const numberText = (value: number): string => value.toLocaleString(language());

/** Joins names as in a sentence in the language of the texts: `a, b and c`. */
export const listText = (names: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);

/** Returns the separator for a list without a final "and", in the language of the texts: `, ` in English. */
export const comma = (): string =>
  new Intl.ListFormat(language(), { style: 'narrow' }).formatToParts(['a', 'b', 'c'])[1]?.value ?? ', ';

/** Formats a percentage for the language of the texts: `42%` in English. `percent`: from 0 to 100. */
export const percentText = (percent: number): string =>
  (percent / 100).toLocaleString(language(), { style: 'percent' });

/** Returns the writing direction of the language of the texts. */
export const direction = (): 'ltr' | 'rtl' => (rightToLeft.includes(language()) ? 'rtl' : 'ltr');

/** Returns the text for `key` in the plural form for `count`, with its placeholders filled in. */
export function plural(key: PluralKey, count: number, values: Values = {}): string {
  const category = new Intl.PluralRules(language()).select(count);
  const filled = { count: numberText(count), ...values };
  // If the texts have no form for this category, `other` is used. Browsers know different categories.
  return rawText(`${key}_${category}`, filled) || rawText(`${key}_other`, filled);
}

/** Sets a page's language and writing direction, for the browser and for screen readers. */
export function setPageLanguage(): void {
  const root = document.documentElement;
  root.lang = language();
  root.dir = direction();
}
