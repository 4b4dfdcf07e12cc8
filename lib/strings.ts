import { type GeneratedI18nStructure, i18n } from '#i18n';

/** Every sentence a person reads, by its key in assets/locales. */
export const t = i18n.t;

type PluralStem<K> = K extends `${infer Stem}_other` ? Stem : never;

/** A key that has a form for each plural category a language needs: `stem_one`, `stem_few`, …, `stem_other`. */
export type PluralKey = PluralStem<keyof GeneratedI18nStructure>;

/** The language the sentences are really in: the browser's, or English where it is not translated. */
export const language = (): string => t('language');

const rawText = t as unknown as (key: string, values: Record<string, string | number>) => string;

/** A sentence about `count` things, in the plural form of the reader's language. */
export function plural(key: PluralKey, count: number, values: Record<string, string | number> = {}): string {
  const category = new Intl.PluralRules(language()).select(count);
  return rawText(`${key}_${category}`, { count: count.toLocaleString(language()), ...values });
}
