import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publicSuffixOf } from '../../../lib/hosts/publicSuffix.ts';

/** The public suffix list's own cases (public domain): a host and its registrable domain, or `null`. */
const cases = readFileSync(new URL('../data/psl-tests.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line && !line.startsWith('//'))
  .map((line) => line.split(/\s+/) as [string, string]);

describe("the list's own cases", () => {
  it('are all there', () => expect(cases).toHaveLength(78));
  it.each(cases)('%s: %s', (host, registrable) =>
    expect(publicSuffixOf(host === 'null' ? '' : host).registrable ?? 'null').toBe(registrable),
  );
});

describe('suffixOf', () => {
  it.each([
    ['co.uk', { publicSuffix: 'icann' }],
    ['com', { publicSuffix: 'icann' }],
    ['ck', { publicSuffix: 'icann' }],
    ['CO.UK', { publicSuffix: 'icann' }],
    ['co.uk.', { publicSuffix: 'icann' }],
    ['onion', { publicSuffix: 'icann' }],
    ['github.io', { publicSuffix: 'private' }],
    ['uk.com', { publicSuffix: 'private' }],
    ['foo.github.io', { registrable: 'foo.github.io' }],
    ['abc.onion', { registrable: 'abc.onion' }],
    ['localhost', {}],
    ['1.2.3.4', {}],
    ['[::1]', {}],
    ['', {}],
    ['.com', {}],
    ['a..com', {}],
    ['__proto__', {}],
    ['a.constructor', { registrable: 'a.constructor', unknown: true }],
  ])('%s: %j', (host, expected) => expect(publicSuffixOf(host)).toEqual(expected));
});

it.each([
  'a.com',
  'a.zip',
  'a.com.kh',
  'a.b.ck',
  'www.ck',
  'xn--e1afmkfd.xn--p1ai',
  'a.xn--fiqs8s',
  'a.xn--wgbh1c',
  'me.github.io',
  'a.onion',
])('the ending of %s is known', (host) => expect(publicSuffixOf(host).unknown).toBeUndefined());
