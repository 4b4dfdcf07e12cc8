import { describe, expect, test } from 'vitest';
import type { Website } from '@/lib/services/index.ts';
import { confirms } from '@/lib/websites/confirms.ts';
import { privacyKind } from '@/lib/websites/privacyKind.ts';
import { projectRows, websiteRows } from '@/lib/websites/rows.ts';

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
    expect(websiteRows([{ id: '1', domain }])[0]).toMatchObject(expected);
  });

  test('rows without an id, and two of one name, are told apart', () => {
    const items = [website('1'), { id: '', domain: 'a.example' }, { id: '', domain: 'a.example' }];
    expect(websiteRows(items).map(({ key }) => key)).toEqual(['1', 'a.example', 'a.example 1']);
    expect(projectRows([{ project: 'a' }, { project: 'a' }]).map(({ key }) => key)).toEqual(['a', 'a 1']);
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
});

test.each<[Partial<Website>, string]>([
  [{ privacy: 0 }, 'public'],
  [{ privacy: 2 }, 'password'],
  [{}, 'unknown'],
  [{ privacy_raw: '3' }, 'unknown'],
])('the privacy of %j is %s', (more, kind) => {
  expect(privacyKind(website('1', more))).toBe(kind);
});
