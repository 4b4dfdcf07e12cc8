import { addTexts, language } from './i18n.ts';

const files = import.meta.glob<Record<string, string>>('/assets/locales/*.yml', { import: 'default' });

/** Loads the texts of the settings and the lists in the reader's language. Call it before their first `t`. */
export async function loadPageTexts(): Promise<void> {
  const load = files[`/assets/locales/${language().replace('-', '_')}.yml`];
  if (load) addTexts(await load());
}
