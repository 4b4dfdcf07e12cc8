import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKey } from '../../../lib/connections/key.ts';
import { anySign } from '../util/anySign.ts';
import { forMany } from '../util/forAny.ts';

const key = 'made-up+KEY/0123=|x';

describe('a key', () => {
  it.each([
    ['as it is', key],
    ['of eight characters', 'abcdefgh'],
    ['of 4096 characters', 'x'.repeat(4096)],
    ['that begins like a word of the header', 'bearertoken'],
    ['with every sign there is', '!#$%&()*+,-./0:;<=>?@[\\]^_{|}~'],
  ])('%s needs no correction', (_what, text) => expect(parseKey(text)).toEqual({ key: text, corrected: false }));

  it.each([
    ['a line break after it', `${key}\r\n`],
    ['Bearer', `Bearer ${key}`],
    ['bearer and more space', `bearer   ${key}`],
    ['the header', `Authorization: Bearer ${key}`],
    ['the header without Bearer', `authorization:${key}`],
    ['a header assigned', `Authorization = "Bearer ${key}"`],
    ['double quotes', `"${key}"`],
    ['single quotes', `'${key}'`],
    ['backticks', `\`${key}\``],
    ['printed quotes', `“${key}”`],
    ['quotes and a comma', `"${key}",`],
    ['a quoted header', `'Authorization: Bearer ${key}'`],
    ['a byte-order mark', `\ufeff${key}`],
    ['zero-width characters within', `${key.slice(0, 4)}\u200b\u2060${key.slice(4)}`],
    ['a soft hyphen within', `${key.slice(0, 4)}\u00ad${key.slice(4)}`],
    ['a no-break space after it', `${key}\u00a0`],
  ])('with %s is corrected', (_what, text) => expect(parseKey(text)).toEqual({ key, corrected: true }));
});

describe('no key', () => {
  it.each([
    ['nothing', '', { refused: 'empty' }],
    ['only what cannot be seen', '\u200b\ufeff', { refused: 'empty' }],
    ['Bearer alone', 'Bearer ', { refused: 'empty' }],
    ['the header alone', 'Authorization: Bearer', { refused: 'empty' }],
    ['seven characters', 'abcdefg', { refused: 'short' }],
    ['4097 characters', 'x'.repeat(4097), { refused: 'long' }],
    ['20,000 characters', 'x'.repeat(20_000), { refused: 'long' }],
    ['dots that hide it', '••••••••', { refused: 'masked' }],
    ['asterisks', '************', { refused: 'masked' }],
    ['full stops', '............', { refused: 'masked' }],
    ['an address', 'https://stats.example.com/account/api', { refused: 'url' }],
    ['an address without its scheme', '//stats.example.com', { refused: 'url' }],
    ['a www address', 'www.example.com', { refused: 'url' }],
    ['a quoted address', '"https://stats.example.com"', { refused: 'url' }],
    ['a space within', 'abcd efghijkl', { refused: 'space', position: 5 }],
    ['a line break within', 'abcd\r\nefghijkl', { refused: 'space', position: 5 }],
    ['two keys', 'Bearer abcdefgh ijklmnop', { refused: 'space', position: 9 }],
    ['an accent', 'abcdéfgh', { refused: 'character', position: 5 }],
    ['an emoji, counted as one', '🔑🔑abcdefgh', { refused: 'character', position: 1 }],
    ['a character after an emoji', 'abc🔑defgh', { refused: 'character', position: 4 }],
    ['DEL', 'abcdefgh\u007f', { refused: 'character', position: 9 }],
    ['half a surrogate pair', 'abcdefgh\ud83d', { refused: 'character', position: 9 }],
  ])('%s', (_what, text, expected) => expect(parseKey(text)).toEqual(expected));
});

describe('any text', () => {
  const pieces = 'bearer Authorization: " \' “ , \u200b • * é abcdefgh //'.split(' ').concat('Bearer ', ' ', '\n');
  const text = fc.oneof(
    fc.string({ unit: anySign, maxLength: 40 }),
    fc.string({ minLength: 6, maxLength: 40 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
  );

  it('is a key that comes back unchanged and that a header takes, or a reason without its value', () =>
    forMany(2000, [text], (input) => {
      const read = parseKey(input);
      if ('refused' in read) {
        expect(JSON.stringify(read)).toMatch(/^\{"refused":"[a-z]+"(,"position":\d+)?\}$/);
        return;
      }
      expect(read.key).toMatch(/^[\x21-\x7e]{8,4096}$/);
      expect(parseKey(read.key)).toEqual({ key: read.key, corrected: false });
      expect(new Headers({ Authorization: `Bearer ${read.key}` }).get('authorization')).toBe(`Bearer ${read.key}`);
    }));
});
