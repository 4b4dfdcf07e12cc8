import { describe, expect, it, test } from 'vitest';
import { call, type InputOf } from '../../../lib/services/index.ts';
import { connection, replying, rows, titled } from './helpers.ts';

type Input = InputOf<'websites.list'>;
const here = 'https://stats.example/app/api/v1/websites';

async function page(body: unknown, input: Input = {}, headers: Record<string, string> = {}) {
  const { items, ...rest } = await call('websites.list', input, connection, replying(body, { headers }));
  return { ...rest, count: items.length };
}

describe('a next link', () => {
  const trusted: [link: string, next: string][] = [
    [`${here}?page=2`, 'page=2'],
    [`${here}/?page=2`, 'page=2'],
    [`${here}//?page=2`, 'page=2'],
    ['/app/api/v1/websites?page=2', 'page=2'],
    ['?page=2', 'page=2'],
    ['//stats.example/app/api/v1/websites?page=2', 'page=2'],
    ['HTTPS://STATS.EXAMPLE:443/app/x/../api/v1/websites?page=2#here', 'page=2'],
    [`${here}?cursor=abc%26d&filter%5Ba%5D=1`, 'cursor=abc%26d&filter%5Ba%5D=1'],
    // The interface's own parameters are what the program asks for, not what a link says.
    [`${here}?page=2&per_page=1000&search=other&search_by=domain&sort=desc&sort_by=id`, 'page=2'],
  ];
  test.each(trusted)('%s', async (link, next) => {
    expect(await page({ data: rows(3), links: { next: link } })).toEqual({ count: 3, more: true, next });
  });

  const refused = [
    'http://stats.example/app/api/v1/websites?page=2',
    'https://stats.example:8443/app/api/v1/websites?page=2',
    'https://stats.example.evil.example/app/api/v1/websites?page=2',
    'https://evil.example/app/api/v1/websites?page=2',
    '//evil.example/app/api/v1/websites?page=2',
    'https://user:pass@stats.example/app/api/v1/websites?page=2',
    'https://user@stats.example/app/api/v1/websites?page=2',
    'https://:pass@stats.example/app/api/v1/websites?page=2',
    'https://stats.example/api/v1/websites?page=2',
    `${here}/1?page=2`,
    `${here}/../projects?page=2`,
    '/app/api/v1/websites%2f?page=2',
    'javascript:alert(1)?page=2',
    'data:text/plain,x',
    'https://',
    `${here}?page=${'2'.repeat(2000)}`,
    `${here}${'/'.repeat(8192)}?page=2`,
    `${here}?${Array.from({ length: 21 }, (_, n) => `p${n}=1`).join('&')}`,
    `${here}?page=2&api_token=${connection.key}`,
    `${here}`,
    `${here}?`,
  ];
  test.each(titled(refused.map((link) => [link])))('is refused, but told: %s', async (_title, link) => {
    expect(await page({ data: rows(3), links: { next: link } })).toEqual({ count: 3, more: true });
    // Page numbers are followed all the same, but none that such a link names.
    const meta = { current_page: 4, last_page: 9 };
    const numbered = { data: rows(3), links: { next: link }, meta };
    expect(await page(numbered)).toEqual({ count: 3, more: true, next: 'page=5' });
  });

  const places: [name: string, body: unknown, headers?: Record<string, string>][] = [
    ['links.next', { data: rows(2), links: { next: '?page=2' } }],
    ['next_page_url', { data: rows(2), next_page_url: '?page=2' }],
    ['next_page_url inside', { data: { data: rows(2), next_page_url: '?page=2' } }],
    ['pagination.next', { data: rows(2), pagination: { next: '?page=2' } }],
    ['meta.next', { data: rows(2), meta: { next: '?page=2' } }],
    ['meta.links.next', { data: rows(2), meta: { links: { next: '?page=2' } } }],
    ['next', { results: rows(2), next: '?page=2' }],
    ['links.next.href', { data: rows(2), links: { next: { href: '?page=2' } } }],
    ['page numbers', { data: rows(2), meta: { current_page: 1, last_page: 2 } }],
    ['page numbers as texts', { data: rows(2), meta: { current_page: '1', last_page: '2' } }],
    ['a header', rows(2), { link: '<?page=1>; rel="first", <?page=2>; rel="next"; title="a, <b>"' }],
    ['a bare header', rows(2), { link: '<?page=2>;rel=next' }],
    ['a header after another', rows(2), { link: '<?page=1>;rel=prev,<?page=2>;rel=next' }],
    ['a spaced header', rows(2), { link: ' <?page=1> ; rel = "prev" ,  <?page=2> ; rel = "next"' }],
    ['a header of several words', rows(2), { link: '<?page=2>; rel="last next"' }],
  ];
  test.each(places)('in %s', async (_name, body, headers) => {
    expect(await page(body, {}, headers)).toEqual({ count: 2, more: true, next: 'page=2' });
  });

  it.each([
    'see <?page=2>; rel="next"',
    '<?page=2>; rel="prev"',
    '<?page=2>; rel="nextish"',
    '<?page=2>; title="rel=next"',
    'page=2; rel=next',
    '',
  ])('is not in the header %j', async (link) => {
    expect(await page(rows(2), {}, { link })).toEqual({ count: 2, more: false });
  });

  it('may stand beyond what is read of a header', async () => {
    const link = `${'<?page=1>; rel="first", '.repeat(400)}<?page=2>; rel="next"`;
    expect(await page(rows(2), {}, { link })).toEqual({ count: 2, more: true });
  });

  it('keeps what was asked, and comes back as it was', async () => {
    const asked: Input = { search: 'a b', sort: 'asc', per_page: 25 };
    const first = await page({ data: rows(3), links: { next: '?page=2&per_page=10' } }, asked);
    expect(first.next).toBe('search=a+b&sort=asc&per_page=25&page=2');
    const urls: string[] = [];
    const fetch = async (url: unknown) => {
      urls.push(String(url));
      return Response.json({ data: rows(1), links: { next: null } });
    };
    const cursor = first.next ?? '';
    await call('websites.list', { cursor }, connection, { fetch });
    await call('websites.list', { ...asked, cursor }, connection, { fetch });
    expect(urls).toEqual(Array(2).fill(`${here}?search=a+b&sort=asc&per_page=25&page=2`));
  });

  it('leads on from its page, and nowhere where it leads back', async () => {
    const body = { data: rows(3), links: { next: '?page=3' } };
    expect((await page(body, { cursor: 'page=2' })).next).toBe('page=3');
    expect(await page(body, { cursor: 'page=3' })).toEqual({ count: 3, more: true });
  });
});

describe('whether there is more', () => {
  const of = (count: number, more: object) => ({ data: rows(count), ...more });
  const hundred = { per_page: 100 } as const;
  const second = { cursor: 'page=2' };
  const later = { ...hundred, ...second };
  const sixth = { total: 60, current_page: 6, per_page: 10 };
  const sixty = { more: false, total: 60 };
  const fifty = { more: false, total: 50 };
  const third = { more: true, next: expect.stringContaining('page=3') };
  const camel = { currentPage: 1, totalPages: 3, totalItems: 50, hasNextPage: true };
  const onward = { more: true, next: 'per_page=100&page=2' };
  type Case = [name: string, body: unknown, input: Input, expected: object, headers?: Record<string, string>];
  const cases: Case[] = [
    ['a short page', rows(9), {}, { more: false }],
    ['a full page', rows(10), {}, { more: true }],
    ['a full page of what was asked', rows(25), { per_page: 25 }, { more: true }],
    ['a short page of what was asked', rows(9), { per_page: 25 }, { more: false }],
    ['more than was asked', rows(30), {}, { more: true }],
    ['a page size of the service’s own', of(10, { meta: { per_page: 10 } }), hundred, { more: true }],
    ['a full page that is the last', of(10, { links: { next: null } }), {}, { more: false }],
    ['the only page, numbered 0', of(3, { page: 0, totalPages: 1, total: 3 }), {}, { more: false, total: 3 }],
    ['the first of two pages, numbered 0', of(10, { page: 0, totalPages: 2 }), {}, { more: true, next: 'page=1' }],
    ['a full page of the last', of(10, { meta: { current_page: 2, last_page: 2 } }), {}, { more: false }],
    ['a full page and its total', of(10, { total: 10 }), {}, { more: false, total: 10 }],
    ['a larger total', of(10, { meta: { total: '12' } }), {}, { more: true, total: 12 }],
    ['a larger total, short page', of(3, { total: 12, links: { next: null } }), {}, { more: true, total: 12 }],
    ['the last page by its total', of(2, { meta: { total: 12, current_page: 2 } }), second, { more: false, total: 12 }],
    ['a page in the middle', of(10, { meta: { total: 30, current_page: 2 } }), second, { ...third, total: 30 }],
    ['a later page and a total', of(2, { total: 12 }), { cursor: 'after=x' }, { more: false, total: 12 }],
    ['a full page after which nothing is said', of(10, { links: { next: '' } }), {}, { more: true }],
    ['a short page after which nothing is said', of(9, { links: { next: '' } }), {}, { more: false }],
    ['a total that is too small', of(10, { total: 0 }), {}, { more: true }],
    ['a total that is none', of(3, { total: 'many' }), {}, { more: false }],
    ['a total below nothing', of(3, { total: -1 }), {}, { more: false }],
    ['rows that cannot be read count', { data: [...rows(9), null] }, {}, { more: true, count: 9, unread: 1 }],
    ['rows that cannot be read, on a short page', { data: [...rows(3), null, 5] }, {}, { more: false, unread: 2 }],
    // Each of these looks like the end and is none.
    ...[10, 25, 50, 100].map((size): Case => [`${size} of 100`, rows(size), hundred, { more: true }]),
    ...[0, 9, 11, 24, 26, 99].map((size): Case => [`${size} of 100`, rows(size), hundred, { more: false }]),
    ['25 of 10', rows(25), { per_page: 10 }, { more: true }],
    ['10 of 50', rows(10), { per_page: 50 }, { more: true }],
    ['a total of fewer', of(10, { total: 9 }), hundred, { more: true }],
    ['a size of fewer', of(10, { per_page: 5 }), hundred, { more: true }],
    ['a last page without its own number', of(10, { meta: { last_page: 5 } }), {}, { more: true }],
    ['the same, further on', of(10, { meta: { last_page: 5 } }), second, { more: true }],
    ['a total, further on', of(10, { total: 50 }), second, { more: true, total: 50 }],
    ['a capped page in the middle', of(10, { meta: { total: 60, current_page: 2 } }), later, { ...third, total: 60 }],
    ['two totals', { data: of(9, { total: 9 }), total: 60 }, {}, { more: true, total: 60 }],
    ['two sizes', { data: of(10, { per_page: 100 }), per_page: 10 }, hundred, { more: true }],
    ['a next that is no text', of(3, { next: true }), {}, { more: true }],
    ['a next that is a number', of(3, { next: 2 }), {}, { more: true }],
    ['a next page’s number', of(3, { meta: { next_page: 2 } }), {}, { more: true }],
    ['a next cursor', of(3, { meta: { next_cursor: 'abc' } }), {}, { more: true }],
    ['a next cursor, no link', of(3, { next_page_url: null, next_cursor: 'abc' }), {}, { more: true }],
    ['a flag', of(3, { has_more: true }), {}, { more: true }],
    ['a flag against no link', of(3, { next_page_url: null, has_more: true }), {}, { more: true }],
    ['a total in a header', rows(3), {}, { more: true, total: 12 }, { 'x-total-count': '12' }],
    ['pages in a header', rows(3), {}, { more: true }, { 'x-total-pages': '2' }],
    // A service may give less than was asked, and name what it says of it in another way.
    ['a page’s number and the total', of(20, { page: 1, total: 50 }), hundred, { ...onward, total: 50 }],
    ['a full page’s number', of(10, { current_page: 1 }), {}, { more: true, next: 'page=2' }],
    ['capitals', of(20, { pagination: camel }), hundred, { ...onward, total: 50 }],
    ['capitals, in a page', of(20, { meta: { page: { currentPage: 1, lastPage: 3 } } }), hundred, onward],
    ['capitals, a flag', of(20, { hasMore: true, nextCursor: 'abc' }), hundred, { more: true }],
    ['a token', of(20, { next_page_token: 'abc' }), hundred, { more: true }],
    ['a token in capitals', of(20, { nextPageToken: 'abc' }), hundred, { more: true }],
    ['links of HAL', of(20, { _links: { next: { href: '?page=2' } } }), hundred, onward],
    ['paging', of(20, { paging: { next: '?page=2' } }), hundred, onward],
    ['result_info', of(20, { result_info: { page: 1, total_pages: 3 } }), hundred, onward],
    ['hyphens', rows(20), hundred, onward, { 'current-page': '1', 'total-pages': '3' }],
    ['the last page, of a size that is not said', of(10, { page: 3, total_pages: 3, total: 50 }), later, fifty],
    // And these prove the end of as many rows as a page may have.
    ['10 of 100, a total that may be of the page', of(10, { total: 10 }), hundred, { more: true }],
    ['10 of 100, a total and the end', of(10, { total: 10, next: null }), hundred, { more: false }],
    ['11 of 100, a total', of(11, { total: 11 }), hundred, { more: false, total: 11 }],
    ['10 of 100, no next link', of(10, { links: { next: null } }), hundred, { more: false }],
    ['10 of 100, its size', of(10, { meta: { per_page: 100 } }), hundred, { more: false }],
    ['10 of 100, one page', of(10, { meta: { last_page: 1 } }), hundred, { more: false }],
    ['10 of 100, a flag', of(10, { has_more: false }), hundred, { more: false }],
    ['10 of 100, a header', rows(10), hundred, { more: false, total: 10 }, { 'x-total': '10' }],
    ['the last capped page, by number and size', of(10, { meta: sixth }), { ...hundred, cursor: 'page=6' }, sixty],
  ];
  test.each(cases)('%s', async (_name, body, input, expected, headers) => {
    expect(await page(body, input, headers)).toEqual({ count: expect.any(Number), ...expected });
  });

  it('reads no more than ten thousand rows, and says so', async () => {
    for (const [total, more] of [
      [10_001, true],
      [10_000, false],
    ] as const)
      expect(await page({ data: rows(total), meta: { total } })).toEqual({ count: 10_000, total, more });
  });
});
