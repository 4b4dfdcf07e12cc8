import { describe, expect, test } from 'vitest';
import {
  below,
  hostInUrl,
  isAtHome,
  isLoopback,
  maxAddress,
  parseUrl,
  relationOf,
  shortBase,
  shownUrl,
} from '@/lib/tracking/address.ts';

const url = (text: string) => new URL(text);

describe('an address found on a page', () => {
  test.each<[text: string, shown: string | undefined]>([
    ['https://Stats.Example./a//b/?q#f', 'https://stats.example/a/b'],
    ['http://user:word@stats.example:81', 'http://stats.example:81'],
    ['ftp://stats.example', undefined],
    ['xhttp://stats.example', undefined],
    ['httpx://stats.example', undefined],
    ['blob:https://stats.example/1', undefined],
    ['stats.example', undefined],
  ])('%s is shown as %s', (text, expected) => {
    const read = parseUrl(text);
    expect(read && shownUrl(read)).toBe(expected);
    expect(hostInUrl(text)).toBe(read ? 'stats.example' : '');
  });

  test.each([
    ['https://stats.example/a/', 'same'],
    ['https://stats.example./a', 'same'],
    ['https://www.stats.example/a', 'www'],
    ['http://stats.example/a', 'scheme'],
    ['http://www.stats.example:80/a', 'scheme-www'],
    ['http://stats.example:443/a', 'other'],
    ['https://stats.example', 'path'],
    ['https://stats.example:8443/a', 'other'],
    ['https://www.www.stats.example/a', 'other'],
    ['https://a.www.stats.example/a', 'other'],
    ['https://stats.www.example/a', 'other'],
    ['https://other.example/a', 'other'],
  ])('%s beside https://stats.example/a: %s', (text, relation) => {
    expect(relationOf(url(text), url('https://stats.example/a'))).toBe(relation);
  });

  test.each([
    ['https://stats.example/a/js/s.js', '/js/s.js'],
    ['https://stats.example./a/s.js', '/s.js'],
    ['https://stats.example/a/', '/'],
    ['https://stats.example/a', undefined],
    ['https://stats.example/ab/s.js', undefined],
    ['http://stats.example/a/s.js', undefined],
    ['https://www.stats.example/a/s.js', undefined],
    ['https://stats.example:8443/a/s.js', undefined],
  ])('%s is %s below https://stats.example/a', (text, rest) => {
    expect(below(url(text), url('https://stats.example/a'))).toBe(rest);
  });

  test.each([
    ['https://stats.example', true],
    ['http://www.stats.example:81', true],
    ['https://docs.stats.example', true],
    ['https://mystats.example', false],
    ['https://example', false],
    [undefined, false],
  ])('a page of %s is the service’s own: %s', (page, expected) => {
    for (const base of ['https://stats.example', 'https://www.stats.example'])
      expect(isAtHome(page === undefined ? undefined : url(page), url(base))).toBe(expected);
  });

  test.each([
    ['localhost', true],
    ['shop.localhost', true],
    ['127.0.0.1', true],
    ['127.100.200.255', true],
    ['[::1]', true],
    ['mylocalhost', false],
    ['localhost.example', false],
    ['a127.0.0.1.example', false],
    ['[::1:1]', false],
    ['192.0.2.1', false],
  ])('%s is this computer: %s', (host, expected) => {
    expect(isLoopback(url(`http://${host}`))).toBe(expected);
  });
});

describe('a long base is cut, and what is resolved against it begins as with the whole base', () => {
  const a = 'a'.repeat(1_000_000);
  const origin = 'https://shop.example.com';
  test.each<[string, string]>([
    ['a long directory', `${origin}/${a}/`],
    ['many directories', `${origin}/${'a/'.repeat(500_000)}`],
    ['a long file', `${origin}/${a}`],
    ['a long directory and a long file', `${origin}/${a}/${a}`],
    ['a long query', `${origin}/a/b?${a}`],
    ['a short one', `${origin}/a/b?c`],
  ])('%s', (_name, base) => {
    const cut = shortBase(base);
    expect(cut.length).toBeLessThan(4 * maxAddress);
    for (const text of [
      'c.js',
      '/c.js',
      '../c.js',
      '?c',
      '#c',
      '',
      '//other.example/c.js',
      'https://other.example/c.js',
    ])
      expect(new URL(text, cut).href.slice(0, 400)).toBe(new URL(text, base).href.slice(0, 400));
  });
});
