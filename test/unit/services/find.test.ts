import { describe, expect, it, test } from 'vitest';
import { call, type InputOf } from '../../../lib/services/index.ts';
import { connection, rows as many, problemOf } from './helpers.ts';

type Row = { id: number; domain: string | object; title?: string };
type Search = (row: Row, term: string) => boolean;

const textOf = ({ domain }: Row) => String(domain).toLowerCase();
const searches = {
  substring: (row, term) => textOf(row).includes(term),
  prefix: (row, term) => textOf(row).startsWith(term),
  ignored: () => true,
  titles: ({ title = '' }, term) => title.includes(term),
} satisfies Record<string, Search>;

interface Service {
  rows: Row[];
  search?: keyof typeof searches;
  /** How many rows a page has, whatever is asked for. */
  cap?: number;
  facts?: 'none' | 'links';
}

/** A service of one list, and what was asked of it. */
function serviceOf({ rows, search = 'substring', cap = 100, facts = 'links' }: Service) {
  const asked: string[] = [];
  const fetch = async (address: unknown) => {
    const { searchParams, search: query } = new URL(String(address));
    const term = searchParams.get('search');
    asked.push([term ?? '(all)', ...searchParams.getAll('page')].join(' '));
    const found = rows.filter((row) => !term || searches[search](row, term));
    const page = Number(searchParams.get('page') ?? 1);
    const size = Math.min(cap, Number(searchParams.get('per_page') ?? 10));
    const data = found.slice((page - 1) * size, page * size);
    if (facts === 'none') return Response.json(data);
    const next = page * size < found.length ? `${query}&page=${page + 1}` : null;
    return Response.json({ data, links: { next } });
  };
  return { asked, fetch: fetch as typeof globalThis.fetch };
}

const shop = { id: 900, domain: 'shop.example.com' };
const main = { id: 901, domain: 'example.com' };
const www = { id: 903, domain: 'www.example.com' };
const parent = { host: main.domain };
const input = { host: 'shop.example.com' };
const wide = { ...input, within: 'example.com' };

/** One search for the host itself, one for the domain around it, both, and one that is followed by the whole list. */
const [once, around] = [[input.host], [wide.within]];
const both = [...around, ...once];
const thenAll = [input.host, '(all)'];
const pages = (last: number) => [...once, ...Array.from({ length: last - 1 }, (_, n) => `${input.host} ${n + 2}`)];
const paged = (rows: Row[]): Service => ({ rows, search: 'ignored' });
const blog = { id: 904, domain: 'blog.example', title: input.host };
const ignored = { search: 'ignored', facts: 'none' } as const;
const relatives = Array.from({ length: 120 }, (_, n) => ({ id: n, domain: `a${n}.example.com` }));
const below = relatives.map(({ id }) => ({ id, domain: `a${id}.shop.example.com` }));
const anyIds = expect.any(String) as unknown as string;

type Verdict = [ids: string, complete: true | string];
type Find = InputOf<'websites.find'>;
const rows: [name: string, service: Service, input: Find, verdict: Verdict, asked: string[]][] = [
  ['found', { rows: [...many(200), shop] }, input, ['900', true], once],
  ['absent', { rows: many(200) }, input, ['', 'letter-case'], once],
  ['found on the first of two pages', { rows: [shop, ...below] }, input, [anyIds, 'stopped'], once],
  ['two of one domain', { rows: [shop, { ...shop, id: 902 }] }, input, ['900 902', true], once],
  ['found, and its relative', { rows: [main, shop] }, wide, ['901 900', true], around],
  // Found only at the beginning of names, it might be searched for there alone.
  ['a relative only', { rows: [main] }, wide, ['901', 'letter-case'], both],
  ['nothing within', { rows: many(200) }, wide, ['', 'letter-case'], both],
  ['absent, and another shows a search within names', { rows: [main, www] }, wide, ['901 903', 'letter-case'], around],
  ['found by beginnings', { rows: [main, shop], search: 'prefix' }, wide, ['901 900', true], both],
  ['ignored: found', { rows: [shop, ...many(8)], ...ignored }, input, ['900', 'stopped'], once],
  ['ignored: absent from a short list', { rows: many(8), ...ignored }, input, ['', true], thenAll],
  ['ignored: a bare list of 100', { rows: [...many(149), shop], ...ignored }, input, ['', 'no-way-on'], once],
  ['ignored: of 10', { rows: [...many(59), shop], ...ignored, cap: 10 }, wide, ['', 'no-way-on'], around],
  ['ignored: on the third page', paged([...many(250), shop, ...many(200)]), input, ['900', 'stopped'], pages(3)],
  ['ignored: more pages than are read', paged([...many(800), shop]), input, ['', 'too-many'], pages(5)],
  ['titles are searched: found in the list', { rows: [shop, blog], search: 'titles' }, input, ['900', true], thenAll],
  ['titles are searched: absent', { rows: [blog], search: 'titles' }, input, ['', true], thenAll],
  ['a row that cannot be read', paged([main, { id: 905, domain: {} }]), parent, ['901', 'unreadable-row'], around],
  ['a path', { rows: [{ id: 906, domain: 'shop.example.com/a.html' }] }, input, ['', 'letter-case'], once],
  [
    'more relatives than a bare page holds',
    { rows: relatives, facts: 'none' },
    { host: 'www.example.com', within: 'example.com' },
    [anyIds, 'letter-case'],
    ['example.com', 'www.example.com'],
  ],
];

describe('a host is looked for', () => {
  test.each(rows)('%s', async (_name, service, asking, [ids, complete], asked) => {
    const { fetch, asked: sent } = serviceOf(service);
    const { items, ...verdict } = await call('websites.find', asking, connection, { fetch });
    expect(verdict).toEqual(complete === true ? { complete } : { complete: false, why: complete });
    expect(items.map(({ id }) => id).join(' ')).toEqual(ids);
    expect(sent).toEqual(asked);
  });

  it('by no host: nothing is sent', async () => {
    expect(await problemOf(call('websites.find', { host: 'a/b' }, connection))).toMatchObject({ kind: 'rejected' });
  });

  it('and a list that fails is its problem', async () => {
    const fetch = async () => Response.json({ message: 'Unauthenticated.' }, { status: 401 });
    expect(await problemOf(call('websites.find', input, connection, { fetch }))).toMatchObject({ kind: 'auth' });
  });
});
