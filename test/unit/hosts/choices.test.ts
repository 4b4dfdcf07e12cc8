import { describe, expect, it } from 'vitest';
import { hostChoices } from '../../../lib/hosts/choices.ts';
import { publicSuffixOf } from '../../../lib/hosts/publicSuffix.ts';
import { preferredHost, relatedHosts } from '../../../lib/hosts/variants.ts';

describe('hostChoices', () => {
  it.each([
    ['example.com', ['seen example.com']],
    ['www.example.com', ['seen www.example.com', 'bare example.com']],
    ['shop.example.com', ['seen shop.example.com', 'registrable example.com']],
    ['a.www.example.com', ['seen a.www.example.com', 'registrable example.com']],
    ['www.shop.example.com', ['seen www.shop.example.com', 'bare shop.example.com', 'registrable example.com']],
    ['www.co.uk', ['seen www.co.uk']],
    ['www.www.ck', ['seen www.www.ck', 'bare www.ck']],
    ['www.github.io', ['seen www.github.io']],
    ['foo.github.io', ['seen foo.github.io']],
    ['www.foo.github.io', ['seen www.foo.github.io', 'bare foo.github.io']],
    ['wwwexample.com', ['seen wwwexample.com']],
    ['www.xn--85x722f.xn--55qx5d.cn', ['seen www.xn--85x722f.xn--55qx5d.cn', 'bare xn--85x722f.xn--55qx5d.cn']],
    ['intranet', ['seen intranet']],
    ['[::1]', ['seen [::1]']],
  ])('%s: %j', (host, expected) => {
    const choices = hostChoices(host, publicSuffixOf(host).registrable);
    expect(choices.map((one) => `${one.choice} ${one.host}`)).toEqual(expected);
  });

  it.each([
    ['www.example.com', undefined],
    ['www.example.com', 'other.com'],
    ['www.notexample.com', 'example.com'],
  ])('%s with the registrable domain %s offers only itself', (host, registrable) =>
    expect(hostChoices(host, registrable)).toEqual([{ choice: 'seen', host }]),
  );
});

describe('preferredHost', () => {
  it.each([
    ['www.example.com', 'seen', 'www.example.com'],
    ['www.example.com', 'bare', 'example.com'],
    ['www.example.com', 'registrable', 'example.com'],
    ['www.a.example.com', 'bare', 'a.example.com'],
    ['www.a.example.com', 'registrable', 'example.com'],
    ['a.example.com', 'bare', 'a.example.com'],
    ['www.co.uk', 'bare', 'www.co.uk'],
    ['www.co.uk', 'registrable', 'www.co.uk'],
    ['[::1]', 'bare', '[::1]'],
  ] as const)('%s, %s: %s', (host, choice, expected) =>
    expect(preferredHost(host, choice, publicSuffixOf(host))).toBe(expected),
  );
});

describe('relatedHosts', () => {
  it.each([
    ['example.com', ['www.example.com']],
    ['www.example.com', ['example.com']],
    ['a.b.example.com', ['www.a.b.example.com', 'b.example.com', 'example.com']],
    ['www.a.example.com', ['a.example.com', 'example.com']],
    ['www2.example.com', ['www.www2.example.com', 'example.com']],
    ['foo.github.io', ['www.foo.github.io']],
    ['www.co.uk', []],
    ['co.uk', []],
    ['github.io', []],
    ['[::1]', []],
  ])('%s: %j', (host, expected) => expect(relatedHosts(host, publicSuffixOf(host).registrable)).toEqual(expected));

  it('finds no end in a foreign domain', () => expect(relatedHosts('a.example.com', 'other.com')).toEqual([]));
});
