import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseMessagesFile } from '@wxt-dev/i18n/build';

/** By key, the hash of the English text that all translations were made from, or the hash for each language. */
export type Origins = Record<string, string | Record<string, string>>;
type Hashes = Record<string, string>;

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'assets/locales');
const file = join(root, 'test/unit/data/translated-from.json');

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
const originOf = (origin: Origins[string] | undefined, language: string) =>
  typeof origin === 'object' ? origin[language] : origin;

/** Returns the keys of which some translations are older than the English text, each with the languages concerned. */
export const stale = (origins: Origins, english: Hashes, languages: readonly string[]): string[] =>
  Object.entries(english).flatMap(([key, now]) => {
    const behind = languages.filter((language) => originOf(origins[key], language) !== now);
    return behind.length ? [`${key}: ${behind.join(' ')}`] : [];
  });

/** Marks the translations of these languages (`caught`) and keys as up to date. A new key has all its translations. */
export function marked(
  origins: Origins,
  english: Hashes,
  languages: readonly string[],
  caught: readonly string[],
  keys: readonly string[] = Object.keys(english),
): Origins {
  const mark = (key: string, now: string) => {
    const has = (language: string) => !(key in origins) || (caught.includes(language) && keys.includes(key));
    const each = languages.map((language) => [language, has(language) ? now : originOf(origins[key], language)]);
    return each.every(([, origin]) => origin === each[0]?.[1]) ? each[0]?.[1] : Object.fromEntries(each);
  };
  return Object.fromEntries(Object.entries(english).map(([key, now]) => [key, mark(key, now)]));
}

/** Reads the recorded hashes, and the present texts of the locales. */
export async function readTranslations() {
  const messages = await parseMessagesFile(join(folder, 'en.yml'));
  const english: Hashes = Object.fromEntries(
    messages.flatMap((one) => (one.type === 'simple' ? [[one.key.join('.'), hash(one.message)]] : [])),
  );
  const languages = readdirSync(folder)
    .map((name) => basename(name, '.yml'))
    .filter((name) => name !== 'en')
    .sort();
  const origins: Origins = JSON.parse(readFileSync(file, 'utf8'));
  return { origins, english, languages };
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const { origins, english, languages } = await readTranslations();
  const named = args.filter((arg) => languages.includes(arg));
  const keys = args.filter((arg) => arg in english);
  const caught = args.includes('all') ? languages : named;
  const next = marked(origins, english, languages, caught, keys.length ? keys : undefined);
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`);
  process.stdout.write(
    stale(next, english, languages)
      .map((line) => `Behind: ${line}\n`)
      .join(''),
  );
}
