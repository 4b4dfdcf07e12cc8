import { describe, expect, test } from 'vitest';
import type { Website } from '@/lib/services/index.ts';
import { confirms } from '@/lib/websites/confirms.ts';
import { privacyKind } from '@/lib/websites/privacyKind.ts';
import { websiteRow } from '@/lib/websites/rows.ts';

const website = (id: string, more: Partial<Website> = {}): Website => ({ id, domain: `${id}.example`, ...more });

describe('names', () => {
  const ascii = 'xn--bcher-kva.example';
  const bucher = { name: 'bücher.example', ascii, host: ascii };
  test.each([
    ['example.com', { name: 'example.com', host: 'example.com' }],
    [ascii, bucher],
    ['bücher.example', bucher],
    ['EXAMPLE.com', { name: 'EXAMPLE.com', ascii: 'example.com', host: 'example.com' }],
    ['moc.\u202eelpmaxe', { name: 'moc.elpmaxe' }],
    ['my site.com/a', { name: 'my site.com/a' }],
  ])('%s', (domain, expected) => {
    expect(websiteRow({ id: '1', domain })).toMatchObject(expected);
  });

  test.each([
    ['bücher.example', true],
    ['xn--bcher-kva.example', true],
    [' BÜCHER.example ', true],
    ['bucher.example', false],
    ['', false],
  ])('%s confirms: %s', (typed, expected) => {
    expect(confirms(typed, { name: 'bücher.example', ascii: 'xn--bcher-kva.example' })).toBe(expected);
  });

  test('a name with several spaces is confirmed as pages show it', () => {
    expect(confirms('my site', { name: ' my \u00a0 site ' })).toBe(true);
  });
});

test.each<[Partial<Website>, string]>([
  [{ privacy: 0 }, 'public'],
  [{ privacy: 2 }, 'password'],
  [{}, 'unknown'],
  [{ privacy_raw: '3' }, 'unknown'],
])('the privacy of %j is %s', (more, kind) => {
  expect(privacyKind(website('1', more))).toBe(kind);
});
