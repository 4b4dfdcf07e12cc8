import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseMessagesFile } from '@wxt-dev/i18n/build';
import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { language, type PluralKey, plural } from '@/lib/text/i18n.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'assets/locales');
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

type Texts = ReadonlyMap<string, string>;

const read = async (file: string): Promise<[string, Texts]> => {
  const messages = await parseMessagesFile(join(folder, file));
  const texts = messages.flatMap((one) => (one.type === 'simple' ? [[one.key.join('.'), one.message] as const] : []));
  return [basename(file, '.yml'), new Map(texts.filter(([key]) => !key.startsWith('@@')))];
};

const all = new Map(await Promise.all(readdirSync(folder).map(read)));
const locales = [...all.keys()];
const textsOf = (locale: string): Texts => all.get(locale) ?? new Map();
const en = textsOf('en');

const rulesOf = (locale: string) => new Intl.PluralRules(locale.replace('_', '-'));
const formsOf = (locale: string) => [...new Set([...rulesOf(locale).resolvedOptions().pluralCategories, 'other'])];

/** The sentences that have plural forms: English has one for one, and one for others. */
const stems = [...en.keys()].flatMap((key) => {
  const [, stem = ''] = /^(.*)_one$/.exec(key) ?? [];
  return en.has(`${stem}_other`) ? [stem] : [];
});
const stemsByKey = new Map(stems.flatMap((stem) => categories.map((form) => [`${stem}_${form}`, stem])));
const stemOf = (key: string) => stemsByKey.get(key);
/** The English sentences that a key of another language may say: of a plural, any form. */
const sourcesOf = (key: string) =>
  (stemOf(key) ? [`${stemOf(key)}_other`, `${stemOf(key)}_one`] : [key]).map((source) => en.get(source) ?? '');
const sourceOf = (key: string) => sourcesOf(key)[0] ?? '';

const keysOf = (locale: string) => [
  ...[...en.keys()].filter((key) => !stemOf(key)),
  ...stems.flatMap((stem) => formsOf(locale).map((form) => `${stem}_${form}`)),
];

const placesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
const counts = [...Array(201).keys(), 1_000_000];
/** A form for one number only may say that number in words. */
const speltFormsOf = (locale: string) => {
  const rules = rulesOf(locale);
  const byForm = Map.groupBy(counts, (count) => rules.select(count));
  return [...byForm].filter(([, of]) => of.length === 1).map(([form]) => `_${form}`);
};

function arePlacesWrong(key: string, text: string, spelt: string[]): boolean {
  const isSpelt = stemOf(key) !== undefined && spelt.some((form) => key.endsWith(form));
  const places = (one: string) => placesIn(isSpelt ? one.replace('{count}', '') : one).join(' ');
  return !sourcesOf(key).some((source) => places(source) === places(text));
}

/** What no text of any language has in it. */
const blemishes: [name: string, pattern: RegExp][] = [
  ['empty, or a space at either end', /^$|^\s|\s$/],
  ['two spaces', /\s\s/],
  ['a straight quote', /["'`]/],
  ['three dots in place of …', /\.\./],
  ['a hyphen in place of a dash', / -+ /],
  ['markup', /[<>]|&#?\w+;/],
  ['a dollar sign, which browsers read as a place', /\$/],
  ['a brace that belongs to no place', /\{(?!\w+\})|(?<!\{\w+)\}/],
  ['letters not composed, or invisible', /\p{Mn}(?<=[a-zA-Z]\p{Mn})|[\u200B-\u200F\u202A-\u202E\uFEFF\uFFFD]/u],
];

const endings = [/(?<!www)[.。]$/, /…$/, /[?？؟]$/, /[!！]$/];
const endingOf = (text: string) => endings.findIndex((ending) => ending.test(text));
/** After an address or a place, a full stop is each language's own choice. */
const endsFreely = (text: string) => /[/})]$/.test(text);

/** What is said the same way in every language. */
const fixed =
  /Waymark|https?:\/\/[\w.]*|[\w.]*example\.com|www\.|\bhttps?\b|functions\.php|noscript|nomodule|\bCSP\b|\bAPI\b|\bIP\b/g;
const fixedIn = (text: string) => [...new Set(text.match(fixed))].sort().join(' ');

const words = /\p{L}{2,}/gu;
const wordsIn = (text: string) =>
  text
    .replaceAll(/\{\w+\}/g, '')
    .replaceAll(fixed, '')
    .match(words)?.length ?? 0;

/** The keys whose text is wrong in the way that `isWrong` tells, with the text. */
const wrong = (locale: string, isWrong: (key: string, text: string) => boolean) =>
  [...textsOf(locale)].filter(([key, text]) => isWrong(key, text)).map(([key, text]) => `${key}: ${text}`);

const spoken = 'ar de en es fr he it ja ko nl pl pt_BR ru tr uk zh_CN'.split(' ');

test('the languages that Waymark speaks', () => {
  expect(locales.sort()).toEqual(spoken);
});

const speak = (texts: Iterable<readonly [string, string]>) => {
  const messages = new Map([...texts].map(([key, text]) => [key.replaceAll('.', '_'), text]));
  const message = (name: string) => messages.get(name) ?? '';
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(message as never);
};

test('a category that a language has no form for reads as the general one', () => {
  speak([
    ['language', 'en'],
    ['manage.selected_other', '{count} of them'],
  ]);
  expect([1, 2].map((count) => plural('manage.selected', count))).toEqual(['1 of them', '2 of them']);
});

describe.each(locales)('%s', (locale) => {
  const texts = textsOf(locale);

  test('has every key of English and no other, with the plural forms it needs', () => {
    expect([...texts.keys()].sort()).toEqual(keysOf(locale).sort());
  });

  test('has the same places in each text', () => {
    const spelt = speltFormsOf(locale);
    expect(wrong(locale, (key, text) => arePlacesWrong(key, text, spelt))).toEqual([]);
  });

  test.each(blemishes)('has nowhere %s', (_name, pattern) => {
    expect(wrong(locale, (_key, text) => pattern.test(text))).toEqual([]);
  });

  test('ends a sentence where English does', () => {
    const differs = (key: string, text: string) =>
      !endsFreely(sourceOf(key)) && endingOf(text) !== endingOf(sourceOf(key));
    expect(wrong(locale, differs)).toEqual([]);
  });

  test('keeps names, addresses and abbreviations', () => {
    expect(wrong(locale, (key, text) => fixedIn(text) !== fixedIn(sourceOf(key)))).toEqual([]);
  });

  if (locale !== 'en') {
    test('leaves no sentence in English', () => {
      expect(wrong(locale, (key, text) => wordsIn(text) > 2 && text === sourceOf(key))).toEqual([]);
    });
  }

  test('writes a number that may be "1+" as a number, for a word would claim that it is all', () => {
    const isOpen = (key: string) =>
      ['options.websites', 'options.projects', 'tracking.known'].includes(stemOf(key) ?? '');
    expect(wrong(locale, (key, text) => isOpen(key) && !text.includes('{count}'))).toEqual([]);
  });

  test('says Undo by another word than the Cancel beside it', () => {
    expect([texts.get('popup.cancel'), texts.get('addmany.cancel')]).not.toContain(texts.get('popup.undo'));
  });

  test('names itself, and fits the manifest', () => {
    expect(texts.get('language')).toBe(locale);
    expect(texts.get('extension.name')).toBe('Waymark');
    expect(texts.get('extension.description')?.length).toBeLessThanOrEqual(132);
  });

  test('has a whole sentence for any count', () => {
    speak(texts);
    expect(language()).toBe(locale.replace('_', '-'));
    for (const stem of stems as PluralKey[]) {
      const places = Object.fromEntries(placesIn(sourceOf(`${stem}_other`)).map((place) => [place.slice(1, -1), 'x']));
      const { count: _, ...values } = places;
      for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000, 1.5])
        expect(plural(stem, count, values), `${stem} ${count}`).toMatch(/^[^{}]+$/);
    }
  });
});

/** Words for saving or signing up. A site is registered by one verb, which is another. */
const otherVerbs: [locale: string, verb: RegExp][] = [
  ['fr', /enregistr/i],
  ['tr', /kayde[dt]/i],
  ['zh_CN', /注册/],
];

test.each(otherVerbs)('%s registers a site by the same verb everywhere', (locale, verb) => {
  expect(wrong(locale, (key, text) => /\bregister/i.test(sourceOf(key)) && verb.test(text))).toEqual([]);
});

/** Its values are mostly Latin, and it stands in a `bdi`, whose direction is that of its first letter. */
test.each(['ar', 'he'])('%s says first what a value was, read from the right', (locale) => {
  expect(textsOf(locale).get('options.file_becomes')).toMatch(/^(?:\p{Script=Arabic}|\p{Script=Hebrew})/u);
});

test('French sets narrow no-break spaces inside quotes and before double marks', () => {
  const breaks = /[^\u202F][:;!?»](?!\/\/)|«(?!\u202F)/;
  expect(wrong('fr', (_key, text) => breaks.test(text))).toEqual([]);
});

const codeOf = (rooms: string[], isMeant: (name: string) => boolean = () => true) =>
  rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
    )
    .filter((name) => /\.tsx?$/.test(name) && isMeant(name))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
const code = `${codeOf(['entrypoints', 'components', 'lib'])}\n${readFileSync(join(root, 'wxt.config.ts'), 'utf8')}`;

const groups = [...new Set([...en.keys()].filter((key) => key.includes('.')).map((key) => key.split('.')[0]))].join(
  '|',
);
const matches = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, found = '']) => found);
const named = new Set([
  'language',
  ...matches(new RegExp(`'((?:${groups})\\.\\w+)'`, 'g')),
  ...matches(/__MSG_(\w+)__/g).map((name) => name.replace('_', '.')),
]);
/** What is said by a key that is put together: `note.${note}`, `fields.${name}_hint`. */
const families = [...code.matchAll(new RegExp(`\`((?:${groups})\\.\\w*)\\$\\{[^}]*\\}(\\w*)\``, 'g'))].map(
  ([, before = '', after = '']) => ({ before, after }),
);
const between = ({ before, after }: (typeof families)[number], key: string) =>
  key.startsWith(before) && key.endsWith(after) ? key.slice(before.length, key.length - after.length) : undefined;
const inCode = (word: string) => new RegExp(`['"]${word}['"]|\\b${word}:`).test(code);

describe('the code and the words', () => {
  test('a sentence of ours is no name of its own direction', () => {
    expect(matches(/(<bdi[^>]*>\{(?:t\(|plural\(|detail).*)/g)).toEqual([]);
  });

  test('no colon is written after a text: French wants a space before it', () => {
    expect(matches(/(\b(?:t|plural)\('[^)]*\)\}:)/g)).toEqual([]);
  });

  test('every key that the code names is there', () => {
    const paths = ['record.created_at'];
    expect([...named].filter((key) => !en.has(key) && !stems.includes(key))).toEqual(paths);
  });

  test('every key that the code puts together has words', () => {
    expect(families.filter((family) => ![...en.keys()].some((key) => between(family, key)))).toEqual([]);
    expect(families.length).toBeGreaterThan(3);
  });

  test('the popup and the worker name no text that only pages have', () => {
    const shared = codeOf(['entrypoints/popup', 'components', 'lib'], (name) => !name.endsWith('text/dates.ts'));
    const texts = [...shared.matchAll(/['"`]((?:options|manage|addmany)\.(?!badge_)\w+)/g)].map(([, key]) => key);
    expect(texts).toEqual([]);
    expect(shared).toContain("'addmany.badge_");
  });

  test('every key is used', () => {
    const isPutTogether = (key: string) =>
      families.some((family) => {
        const word = between(family, key);
        return word && (inCode(word) || inCode(word.replaceAll('_', '-')));
      });
    expect([...en.keys()].filter((key) => !named.has(stemOf(key) ?? key) && !isPutTogether(key))).toEqual([]);
  });
});
