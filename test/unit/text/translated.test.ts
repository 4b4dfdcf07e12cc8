import { expect, test } from 'vitest';
import { marked, type Origins, readTranslations, stale } from '../../tools/translated.ts';

const languages = ['de', 'fr'];

test.each<[what: string, origins: Origins, behind: string[]]>([
  ['made from the English of now', { a: 'now' }, []],
  ['the English was changed since', { a: 'before' }, ['a: de fr']],
  ['one language has caught up', { a: { de: 'now', fr: 'before' } }, ['a: fr']],
  ['a key that nobody has recorded', {}, ['a: de fr']],
])('%s', (_what, origins, behind) => {
  expect(stale(origins, { a: 'now' }, languages)).toEqual(behind);
});

test.each<[what: string, origins: Origins, caught: string[], keys: string[] | undefined, after: Origins]>([
  ['a new key counts as translated', {}, [], undefined, { a: '1', b: '2' }],
  ['a key that is gone is dropped', { a: '1', b: '2', c: '3' }, [], undefined, { a: '1', b: '2' }],
  ['who is not named stays behind', { a: '0', b: '2' }, ['fr'], undefined, { a: { de: '0', fr: '1' }, b: '2' }],
  ['the last language catches up', { a: { de: '0', fr: '1' }, b: '2' }, ['de'], undefined, { a: '1', b: '2' }],
  ['only the named keys', { a: '0', b: '0' }, languages, ['b'], { a: '0', b: '2' }],
])('marking: %s', (_what, origins, caught, keys, after) => {
  expect(marked(origins, { a: '1', b: '2' }, languages, caught, keys)).toEqual(after);
});

test('every translation was made from the English of now: else mend it, then `npm run translated <languages> <keys>`', async () => {
  const { origins, english, languages } = await readTranslations();
  expect(stale(origins, english, languages)).toEqual([]);
});
