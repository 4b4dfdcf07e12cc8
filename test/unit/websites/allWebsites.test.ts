import { expect, test } from 'vitest';
import type { Website } from '@/lib/services/index.ts';
import { type AllWebsites, covers, found, matching } from '@/lib/websites/allWebsites.ts';
import { defaultQuery, type Query } from '@/lib/websites/query.ts';

const website = (domain: string, privacy: Website['privacy']): Website => ({ id: domain, domain, privacy });
const items = [
  website('shop.example', 0),
  website('xn--bcher-kva.example', 1),
  website('blog.example', 0),
  website('Ads.example', 2),
];
const all: AllWebsites = { search: '', items, complete: true, at: 0 };
const query: Query = defaultQuery('websites');

test.each<[string, string, string, boolean]>([
  ['all', '', 'shop', true],
  ['the same', 'xn--bcher', ' bücher ', false],
  ['the same name', 'xn--bcher-kva', ' bücher ', true],
  ['a part of what is searched for', 'shop', 'shop.example', false],
  ['more than was read', 'shop', '', false],
])('what was read covers a search: %s', (_what, search, wanted, expected) => {
  expect(covers({ ...all, search }, wanted)).toBe(expected);
});

test.each<[search: string, names: string[]]>([
  ['', ['shop.example', 'xn--bcher-kva.example', 'blog.example', 'Ads.example']],
  ['bücher', ['xn--bcher-kva.example']],
  ['aDS', ['Ads.example']],
  ['nosuch', []],
])('found by “%s”', (search, names) => {
  expect(found(all, search).map(({ domain }) => domain)).toEqual(names);
});

test.each<[string, Partial<Query>, string[]]>([
  ['newest first', { filter: 'public' }, ['shop.example', 'blog.example']],
  ['oldest first', { filter: 'public', sort: 'asc' }, ['blog.example', 'shop.example']],
  ['by name', { filter: 'public', sort_by: 'domain', sort: 'asc' }, ['blog.example', 'shop.example']],
  ['by name, backwards', { sort_by: 'domain', search: 'o', sort: 'desc' }, ['shop.example', 'blog.example']],
  ['none', { filter: 'unknown' }, []],
])('a filter over all: %s', (_what, change, names) => {
  expect(matching(all, { ...query, ...change }).map(({ domain }) => domain)).toEqual(names);
});
