import { browser } from 'wxt/browser';
import type { GeneratedI18nStructure, i18n } from '#i18n';

type Values = Readonly<Record<string, string | number>>;

/** The right-to-left languages of assets/locales. `@@bidi_dir` is for the browser's language, which may not be ours. */
const rightToLeft = ['ar', 'he'];

let pageTexts: Readonly<Record<string, string>> = {};

/** Sets the texts that `_locales` does not have, because only some pages show them. From now on `t` finds them, too. */
export function addTexts(texts: Readonly<Record<string, string>>): void {
  pageTexts = texts;
}

const message = (name: string) => pageTexts[name] ?? (browser.i18n.getMessage as (name: string) => string)(name);

/**
 * Formats a value for a sentence. In a right-to-left language, text is put between marks (U+2068, U+2069) that keep its
 * own direction; otherwise `example.com.` would show as `.example.com`.
 */
function numberFormat(value: string | number): string {
  if (typeof value === 'number') return numberText(value);
  return direction() === 'rtl' ? `\u2068${value}\u2069` : value;
}

/** Removes the marks of writing direction from a text that was copied or taken from a sentence. */
export const unmarked = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/**
 * Like `t`, but without type-checked keys. Placeholders such as `{name}` are filled from `values`; unknown ones stay as
 * they are.
 */
const rawText = (key: string, values: Values = {}): string =>
  message(key.replaceAll('.', '_')).replace(/\{(\w+)\}/g, (place, name) =>
    Object.hasOwn(values, name) && values[name] !== undefined ? numberFormat(values[name]) : place,
  );

/** The text for a key of assets/locales, with its placeholders filled in. */
export const t = rawText as typeof i18n.t;

type PluralStem<K> = K extends `${infer Stem}_other` ? Stem : never;

/** A key with one form for each plural category that a language needs: `stem_one`, `stem_few`, …, `stem_other`. */
export type PluralKey = PluralStem<keyof GeneratedI18nStructure>;

/**
 * Returns the language of the texts, as a tag for `Intl` and `lang`: the browser's, or English if there is no
 * translation.
 */
export const language = (): string => t('language').replace('_', '-');

/** Formats a number as the reader's language does. */
export const numberText = (value: number): string => value.toLocaleString(language());

/** Joins names as the reader's language does. */
export const listText = (names: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);

/** Returns what separates the entries of a list without a final "and" in the reader's language: `, ` in English. */
export const comma = (): string =>
  new Intl.ListFormat(language(), { style: 'narrow' }).formatToParts(['a', 'b', 'c'])[1]?.value ?? ', ';

/** Formats a share from 0 to 1 in percent, rounded down. */
export const percentText = (share: number): string =>
  (Math.floor(share * 100) / 100).toLocaleString(language(), { style: 'percent' });

/** Formats a moment of today as a time, to the minute. */
export const timeText = (moment: number): string =>
  new Date(moment).toLocaleTimeString(language(), { timeStyle: 'short' });

/** Formats a moment as a time of day, to the second. */
export const clockText = (moment: number): string =>
  new Date(moment).toLocaleTimeString(language(), { timeStyle: 'medium' });

/** Returns the writing direction of the texts' language. */
export const direction = (): 'ltr' | 'rtl' => (rightToLeft.includes(language()) ? 'rtl' : 'ltr');

/** Returns a sentence about `count` things, in the plural form of the reader's language. */
export function plural(key: PluralKey, count: number, values: Values = {}): string {
  const category = new Intl.PluralRules(language()).select(count);
  const filled = { count: numberText(count), ...values };
  // Browsers know different categories. A category without a form of its own uses `other`.
  return rawText(`${key}_${category}`, filled) || rawText(`${key}_other`, filled);
}

/** Sets a page's language, direction and title, for the browser and screen readers. */
export function setPageLanguage(title?: string): void {
  const root = document.documentElement;
  root.lang = language();
  root.dir = direction();
  if (title) document.title = title;
}
