import { describe, expect, test } from 'vitest';
import type { Query } from '@/lib/websites/query.ts';
import { changeQuery, defaultQuery, formatQuery, parseQuery, searchText, viewQuery } from '@/lib/websites/query.ts';

const websites = defaultQuery('websites');
const projects = defaultQuery('projects');

describe('what the address says', () => {
  test.each([
    ['', websites],
    ['?tab=projects', projects],
    ['?tab=add', defaultQuery('add')],
    ['?connection=b-2', { ...websites, connection: 'b-2' }],
    ['?connection=%3Cb%3E', websites],
    ['?tab=nosuch&sort=up&sort_by=constructor&filter=secret&link=maybe&tracking=well', websites],
    ['?tracking=silent&sort_by=tracking', { ...websites, tracking: 'silent', sort_by: 'tracking' }],
    ['?search=a%20b&sort_by=domain&sort=asc', { ...websites, search: 'a b', sort_by: 'domain', sort: 'asc' }],
    ['?tab=projects&sort_by=domain', projects],
    ['?tab=projects&sort_by=project&link=unlinked', { ...projects, sort_by: 'project', link: 'unlinked' }],
    // As earlier versions wrote it.
    ['?filter=unknown&per_page=100&cursor=page%3D3&from=20', { ...websites, filter: 'unknown' }],
  ])('%s', (address, expected) => {
    expect(parseQuery(address)).toEqual(expected);
  });

  test.each([
    '',
    '?tab=projects',
    '?tab=add',
    '?tab=add&connection=b',
    '?search=%C3%BC+%26&sort_by=domain&sort=asc',
    '?tab=projects&sort_by=project&link=linked',
    '?filter=public',
    '?filter=public&tracking=unchecked',
  ])('written as it was read: %s', (address) => {
    expect(formatQuery(parseQuery(address))).toBe(address);
  });
});

describe('a change', () => {
  test.each<[string, Query, Partial<Query>, Partial<Query>]>([
    ['another order', websites, { sort: 'asc' }, { sort: 'asc' }],
    ['names begin at a', websites, { sort_by: 'domain' }, { sort_by: 'domain', sort: 'asc' }],
    ['so does privacy with the public ones', websites, { sort_by: 'privacy' }, { sort_by: 'privacy', sort: 'asc' }],
    ['and tracking with the worst', websites, { sort_by: 'tracking' }, { sort_by: 'tracking', sort: 'asc' }],
    ['unless another order is asked for', websites, { sort_by: 'domain', sort: 'desc' }, { sort_by: 'domain' }],
    ['scores begin with the best', projects, { sort_by: 'score' }, { sort_by: 'score', sort: 'desc' }],
    ['the same key again', { ...websites, sort: 'asc' }, { sort_by: 'id' }, { sort: 'asc' }],
    ['a filter', websites, { filter: 'public' }, { filter: 'public' }],
  ])('%s', (_what, query, change, expected) => {
    expect(changeQuery(query, change)).toEqual({ ...query, ...expected });
  });
});

describe('what is asked', () => {
  test.each([
    ['shop', 'shop'],
    ['  shop ', 'shop'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['bücher', 'xn--bcher-kva'],
    ['https://shop.example.com:8080/a?b', 'shop.example.com'],
    ['ü ü', 'ü ü'],
    ['shop.example/', 'shop.example'],
    ['//shop.example', 'shop.example'],
    ['\u2068shop\u2069', 'shop'],
  ])('%s is searched for at a service as %s', (typed, text) => {
    expect(searchText(typed)).toBe(text);
  });

  const www = 'www.xn--bcher-kva.example';
  const usual = { search: '', order: 'created', descending: true };
  test.each<[string, Query, object]>([
    ['all', websites, usual],
    ['of a search for spaces all', { ...websites, search: ' ' }, usual],
    ['a word', { ...websites, search: ' bücher ' }, { ...usual, search: 'bücher' }],
    ['the host of an address', { ...websites, search: 'https://www.bücher.example/a' }, { ...usual, search: www }],
    ['projects by name', { ...projects, sort_by: 'project', sort: 'asc' }, { search: '', order: 'host' }],
    [
      'what is filtered',
      { ...websites, filter: 'public', link: 'unlinked' },
      { ...usual, privacy: 'public', linked: false },
    ],
    [
      'what is filtered by tracking',
      { ...websites, tracking: 'missing', sort_by: 'tracking' },
      { ...usual, tracking: 'missing', order: 'tracking' },
    ],
    ...[
      '\u2068a.example\u2069',
      '\u200ea.example',
      'a.example\u200b',
      'a.example/',
      '//a.example',
      'a。example',
      'ａ．example',
    ].map((search): [string, Query, object] => [
      `a name typed as ${search}`,
      { ...websites, search },
      { ...usual, search: 'a.example' },
    ]),
    ['no address', { ...websites, search: 'Ａ店 1/2' }, { ...usual, search: 'Ａ店 1/2' }],
  ])('of what is stored: %s', (_what, query, expected) => {
    expect(viewQuery(query)).toEqual(expected);
  });
});
