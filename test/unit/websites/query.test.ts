import { describe, expect, test } from 'vitest';
import {
  changeQuery,
  defaultQuery,
  formatQuery,
  listInput,
  parseQuery,
  type Query,
  searchText,
} from '@/lib/websites/query.ts';

const websites = defaultQuery('websites');
const projects = defaultQuery('projects');

describe('what the address says', () => {
  test.each([
    ['', websites],
    ['?tab=projects', projects],
    ['?tab=add', defaultQuery('add')],
    ['?connection=b-2', { ...websites, connection: 'b-2' }],
    ['?connection=%3Cb%3E', websites],
    ['?tab=nosuch&sort=up&per_page=7&sort_by=privacy&filter=secret&link=maybe', websites],
    ['?search=a%20b&sort_by=domain&sort=asc', { ...websites, search: 'a b', sort_by: 'domain', sort: 'asc' }],
    ['?per_page=100', { ...websites, per_page: 100 }],
    ['?tab=projects&sort_by=domain', projects],
    ['?tab=projects&sort_by=project&link=unlinked', { ...projects, sort_by: 'project', link: 'unlinked' }],
    ['?filter=unknown&from=20', { ...websites, filter: 'unknown' }],
    ['?cursor=page%3D3&from=20', { ...websites, cursor: 'page=3', from: 20 }],
    ['?cursor=page%3D3&from=-5', { ...websites, cursor: 'page=3', from: 0 }],
    ['?cursor=page%3D3&from=x', { ...websites, cursor: 'page=3', from: 0 }],
  ])('%s', (address, expected) => {
    expect(parseQuery(address)).toEqual(expected);
  });

  test.each([
    ['', 25, 25],
    ['?per_page=100', 25, 100],
  ] as const)('%s where %i a page were chosen last', (address, chosen, perPage) => {
    const query = parseQuery(address, chosen);
    expect([query.per_page, formatQuery(query, chosen)]).toEqual([perPage, address]);
  });

  test.each([
    '',
    '?tab=projects',
    '?tab=add',
    '?tab=add&connection=b',
    '?search=%C3%BC+%26&sort_by=domain&sort=asc&per_page=25',
    '?tab=projects&sort_by=project&link=linked',
    '?filter=public&from=20&cursor=page%3D3',
  ])('written as it was read: %s', (address) => {
    expect(formatQuery(parseQuery(address))).toBe(address);
  });
});

describe('a change', () => {
  const third = { ...websites, cursor: 'page=3', from: 20 };
  test.each([
    ['another order begins at the first page', { sort: 'asc' } as const, { ...websites, sort: 'asc' }],
    ['names begin at a', { sort_by: 'domain' }, { ...websites, sort_by: 'domain', sort: 'asc' }],
    ['unless said otherwise', { sort_by: 'domain', sort: 'desc' } as const, { ...websites, sort_by: 'domain' }],
    ['so does another connection', { connection: 'b' }, { ...websites, connection: 'b' }],
    ['so does a search', { search: 'a' }, { ...websites, search: 'a' }],
    ['a filter keeps the page', { filter: 'public' } as const, { ...third, filter: 'public' }],
    ['so does the other filter', { link: 'linked' } as const, { ...third, link: 'linked' }],
  ])('%s', (_what, change, expected) => {
    expect(changeQuery(third, change)).toEqual(expected);
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
  ])('%s is searched for as %s', (typed, text) => {
    expect(searchText(typed)).toBe(text);
  });

  const usual = { sort_by: 'id', sort: 'desc', per_page: 50 };
  const byTime = { ...usual, sort_by: 'created_at' };
  test.each<[Query, object]>([
    [websites, usual],
    [{ ...websites, search: ' ' }, usual],
    [
      { ...websites, search: 'a' },
      { ...usual, search: 'a', search_by: 'domain' },
    ],
    [
      { ...projects, search: 'a' },
      { ...byTime, search: 'a', search_by: 'project' },
    ],
    [{ ...websites, filter: 'public', link: 'linked' }, usual],
    [
      { ...websites, cursor: 'page=2', from: 10 },
      { ...usual, cursor: 'page=2' },
    ],
  ])('%#', (query, input) => {
    expect(listInput(query)).toEqual(input);
  });
});
