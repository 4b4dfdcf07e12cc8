import { addTexts, language } from './i18n.ts';

const files = import.meta.glob<Record<string, string>>('/assets/locales/*.yml', { import: 'default' });

/** Loads the texts that only the options and manage pages show. Call this before such a page first calls `t`. */
export async function loadPageTexts(): Promise<void> {
  const load = files[`/assets/locales/${language().replace('-', '_')}.yml`];
  if (load) addTexts(await load());
}
