import { describe, expect, test, vi } from 'vitest';
import { meantHosts } from '@/lib/addMany/endings.ts';
import { withMeant } from '@/lib/addMany/lines.ts';
import { type ListInput, type LookUpProgress, lookUpHosts } from '@/lib/addMany/lookUp.ts';
import type { Knowledge } from '@/lib/addMany/preview.ts';
import { absentAt, doubtOf, nothingKnown, previewStatus, registeredRelated } from '@/lib/addMany/preview.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import type { Website } from '@/lib/services/index.ts';
import { reads } from './reads.ts';

const known = (registered: string[], complete?: number, absent: [string, number][] = []): Knowledge => ({
  registered: new Set(registered),
  absent: new Map(absent),
  ...(complete === undefined ? {} : { complete }),
});

describe('what would become of each entry', () => {
  test.each<[string, string, Knowledge, string, HostChoice?]>([
    ['nothing is known', 'a.com\nb.com', nothingKnown, 'a.com unchecked, b.com unchecked'],
    ['everything is known', 'a.com\nb.com', known(['a.com'], 5), 'a.com registered, b.com new'],
    ['one was asked about', 'a.com\nb.com', known([], undefined, [['a.com', 5]]), 'a.com new, b.com unchecked'],
    ['the variant with www.', 'a.com', known(['www.a.com'], 5), 'a.com related to www.a.com'],
    ['the variant without', 'www.a.com', known(['a.com'], 5), 'www.a.com related to a.com'],
    ['a parent', 'x.y.a.co.uk', known(['a.co.uk'], 5), 'x.y.a.co.uk related to a.co.uk'],
    ['a child is not related', 'a.com', known(['x.a.com'], 5), 'a.com new'],
    ['repeated', 'a.com\nA.com', nothingKnown, 'a.com unchecked, a.com duplicate'],
    ['repeated by the choice', 'www.a.com\na.com', nothingKnown, 'a.com unchecked, a.com duplicate', 'bare'],
    ['registrable', 'x.y.a.co.uk', nothingKnown, 'a.co.uk unchecked', 'registrable'],
    ['registrable below a company’s name', 'me.github.io', nothingKnown, 'me.github.io unchecked', 'registrable'],
    ['suffixes', 'co.uk\ngithub.io', nothingKnown, '(public-suffix), github.io doubtful: private-suffix'],
    ['an address of this network', '192.168.1.10', known([], 5), '192.168.1.10 doubtful: local'],
    ['this computer', '[::1]', known([], 5), '[::1] doubtful: local'],
    ['a name of this network', 'nas.local', known([], 5), 'nas.local doubtful: local'],
    ['a word', 'clients', known([], 5), 'clients doubtful: single-label'],
    ['an ending that is none', 'a.exmaple', known([], 5), 'a.exmaple doubtful: unknown-ending'],
    ['an onion address', 'a.onion', known([], 5), 'a.onion new'],
    ['an archive', 'web.archive.org', known([], 5), 'web.archive.org doubtful: archive'],
    ['hardly a site, and registered', 'intranet', known(['intranet']), 'intranet registered'],
    [
      'names of files',
      'README.md, NEWS.md\nmain.py\na_b.sh',
      known([], 5),
      'readme.md doubtful: file, news.md doubtful: file, main.py doubtful: file, a_b.sh doubtful: file',
    ],
    [
      'names of files or sites',
      'shop.zip, `setup.py`',
      known([], 5),
      'shop.zip doubtful: file, setup.py doubtful: file',
    ],
    [
      'sites in the same domains',
      'pages.rs\nbrief.sh, Shop.md\nwww.main.rs\nKINO.PL',
      known([], 5),
      'pages.rs new, brief.sh new, shop.md new, www.main.rs new, kino.pl new',
    ],
    ['the address of a site in them', 'https://readme.md/', known([], 5), 'readme.md new'],
    [
      'a file, and the address of a site',
      'readme.md\nhttps://readme.md/',
      known([], 5),
      'readme.md duplicate, readme.md new',
    ],
    ['a comment', '# old', nothingKnown, 'comment'],
    ['no site', 'some words', nothingKnown, '(nothing)'],
  ])('%s', (_name, text, knowledge, expected, choice) => {
    const shown = reads(text, choice).map((read) => {
      const status = previewStatus(read, knowledge);
      if (status === 'refused') return `(${read.reason})`;
      if (status === 'comment') return status;
      if (status === 'doubtful') return `${read.host} doubtful: ${doubtOf(read)}`;
      return [read.host, status, ...(status === 'related' ? ['to', registeredRelated(read, knowledge)] : [])].join(' ');
    });
    expect(shown.join(', ')).toBe(expected);
  });
});

test.each<[name: string, text: string, meant: string | undefined]>([
  ['swapped letters of an ending of the list', 'a.shop\nb.sohp', 'b.shop'],
  ['a letter too many', 'a.de\nb.co.dde', 'b.co.de'],
  ['a letter too few', 'a.shop\nb.shp', 'b.shop'],
  ['another letter', 'b.con', 'b.com'],
  ['the ending that most have', 'a.at\na.art\nb.art\nc.aat', 'c.art'],
  ['two slips', 'a.shop\nb.sshp2', undefined],
  ['a known ending', 'a.com\nb.co', undefined],
])('the name that was probably meant: %s', (_name, text, meant) => expect(reads(text).at(-1)?.meant).toBe(meant));

test('the known endings are ordered once, not for each name of a long list', () => {
  const known = new Map([['com', 1]]);
  const read = vi.spyOn(known, Symbol.iterator);
  expect(['a.con', 'b.con', 'a.corp'].map(meantHosts(known))).toEqual(['a.com', 'b.com', undefined]);
  expect(read).toHaveBeenCalledTimes(1);
});

const containing = 'ab.con, b.con.com, x.b.con, ';
const inAddress = (host: string) => `see https://me.con:b@${host}:81/b.con?b.con`;
test.each<[name: string, text: string, host: string, meant: string, changed: string | undefined]>([
  ['twice', 'b.con b.con', 'b.con', 'b.com', 'b.com b.com'],
  ['beside names that contain it', `${containing}b.con`, 'b.con', 'b.com', `${containing}b.com`],
  ['beside a mailbox', 'Shop,info@b.con,b.con', 'b.con', 'b.com', 'Shop,info@b.con,b.com'],
  ['in an address', inAddress('B.con'), 'b.con', 'b.com', inAddress('B.com')],
  ['beside its address', 'b.con,https://b.con/', 'b.con', 'b.com', 'b.com,https://b.com/'],
  ['in Unicode', 'ä.con', 'xn--4ca.con', 'xn--4ca.com', 'ä.com'],
  ['a wildcard', '*.con.con.', 'con.con', 'con.com', '*.con.com.'],
  ['without its www.', 'www.b.con', 'www.b.con', 'b.com', 'www.b.com'],
  ['of one letter', ' b.c ', 'b.c', 'b.co', ' b.co '],
  ['another line', 'a.con', 'b.con', 'b.com', undefined],
])('a misspelt ending in a line: %s', (_name, line, host, meant, changed) =>
  expect(withMeant(`b.con\n${line}\nb.con`, 2, host, meant)).toBe(changed && `b.con\n${changed}\nb.con`),
);

type Paging = 'links' | 'no-total' | 'none' | 'stuck';
/** What a search finds: parts of names (as typed: in the same case), their beginnings, everything, or something else. */
type Finds = 'parts' | 'as typed' | 'beginnings' | 'all' | 'others';

interface Options {
  paging?: Paging;
  finds?: Finds;
  /** Rows on a page, whatever is asked for; the first ones of each page again where `repeats`. */
  cap?: number;
  repeats?: number;
  unreadable?: boolean;
  failsAt?: number;
}

/** One page, and what the service says of the others. */
function pageOf(all: string[], page: number, { paging = 'links', cap = 100, repeats = 0 }: Options) {
  const start = (page - 1) * cap;
  const items = all.slice(Math.max(0, start - repeats), start + cap - repeats);
  const more = paging === 'none' ? items.length === cap : page * cap < all.length;
  const total = paging === 'links' || paging === 'stuck' ? { total: all.length } : {};
  return { items, more, ...total, ...(more && paging !== 'none' ? { next: String(page + 1) } : {}) };
}

const small = (host: string) => host.toLowerCase();
const found = (hosts: string[], search: string, finds: Finds) => {
  if (!search || finds === 'all') return hosts;
  if (finds === 'others') return hosts.slice(0, 1);
  const [lower, term] = finds === 'as typed' ? [(host: string) => host, search] : [small, search.toLowerCase()];
  return hosts.filter((host) => (finds === 'beginnings' ? lower(host).startsWith(term) : lower(host).includes(term)));
};

/** A service with these hosts. */
function service(hosts: string[], options: Options = {}) {
  const { paging, finds = 'parts', unreadable, failsAt = 0 } = options;
  const asked: string[] = [];
  const website = (host: string): Website => ({ id: host, domain: unreadable && host.startsWith('x') ? '' : host });
  const list = async ({ search = '', cursor = '1' }: ListInput) => {
    asked.push([...(search ? ['search', search] : ['page']), ...(search && cursor === '1' ? [] : [cursor])].join(' '));
    if (asked.length === failsAt) return { ok: false as const, problem: { kind: 'server' as const } };
    const { items, ...rest } = pageOf(found(hosts, search, finds), paging === 'stuck' ? 1 : Number(cursor), options);
    return { ok: true as const, value: { ...rest, items: items.map(website) } };
  };
  return { list, asked };
}

async function run(text: string, there: string[], options: Options = {}) {
  const { list, asked } = service(there, options);
  const all = reads(text);
  const told: LookUpProgress[] = [];
  const problem = await lookUpHosts(all, nothingKnown, { list, at: 1 }, async (step) => void told.push(step));
  const knowledge = told.at(-1)?.known ?? nothingKnown;
  return { asked, told, problem, statuses: all.map((read) => previewStatus(read, knowledge)), knowledge };
}

const many = (count: number, name = 'old') => Array.from({ length: count }, (_, n) => `${name}${n}.example.org`);
/** Asks whether searches ignore the letters' case. */
const aCase = 'search OLD0.EXAMPLE.ORG';
const sites = (count: number) => Array.from({ length: count }, (_, n) => `new${n}.com`);

const begin: Options = { finds: 'beginnings' };
const typed: Options = { finds: 'as typed' };
const first: Options = { paging: 'none', cap: 10 };
const ignored: Options = { finds: 'others', paging: 'none' };
const few = Array.from({ length: 20 }, (_, n) => `o${n}.a.com`);

describe('asking the service with as few requests as possible', () => {
  test.each<[string, string[], string[], Options, requests: number, left: number, status?: string]>([
    ['few websites: one page', sites(50), many(99), {}, 1, 0],
    ['250 websites, 50 hosts: three pages', sites(50), many(250), {}, 3, 2],
    ['25,000 websites, 50 hosts: a search each', sites(50), many(25_000), {}, 52, 50],
    // As nothing proves that a search finds parts of names.
    ['3 hosts of one domain: a search each', ['a.com', 'x.a.com', 'y.a.com'], many(25_000), {}, 5, 1],
    ['no total: pages as long as they are cheaper', sites(50), many(250), { paging: 'no-total' }, 3, 1],
    ['no paging: a search each', sites(5), many(250), { paging: 'none' }, 7, 5],
    ['the same page again: then a search each', sites(5), many(250), { paging: 'stuck' }, 8, 2],
    ['no paging and no search: not known', sites(5), many(250), { paging: 'none', finds: 'all' }, 2, 5, 'unsure'],
    ['a name that cannot be read: a search each', sites(5), ['x1.com', 'y.com'], { unreadable: true }, 7, 0],
    ['a search that looks elsewhere', sites(5), many(250), { paging: 'none', finds: 'others' }, 2, 5, 'unsure'],
    ['small pages, more than there are hosts: a search each', sites(5), many(250), { cap: 10 }, 7, 5],
    ['small pages, fewer than there are hosts: these', sites(50), many(250), { cap: 10 }, 25, 24],
  ])('%s', async (_name, wanted, there, options, requests, left, status = 'new') => {
    const { asked, told, statuses, problem } = await run(wanted.join('\n'), there, options);
    expect(problem).toBeUndefined();
    expect(asked).toHaveLength(requests);
    expect(told[0]?.left).toBe(left);
    expect(told.at(-1)).toMatchObject({ asked: requests, left: 0 });
    expect(new Set(statuses)).toEqual(new Set([status]));
  });

  test('what is there is found, and its relatives', async () => {
    const { statuses } = await run('old7.example.org\nwww.old8.example.org\na.com', many(25_000));
    expect(statuses).toEqual(['registered', 'related', 'new']);
  });

  test('a domain with more websites than a page holds: each by its full name', async () => {
    const text = 'z1.big.com\nz2.big.com\nold1.big.com';
    const there = [...many(20_000), ...Array.from({ length: 150 }, (_, n) => `old${n}.big.com`)];
    const { asked, statuses } = await run(text, there);
    expect(asked).toEqual(['page 1', 'search big.com', 'search big.com 2', aCase]);
    expect(statuses).toEqual(['new', 'new', 'registered']);
  });

  test.each<[string, string[], string[]]>([
    ['its own rows show that a search finds parts of names', ['old.a.com'], []],
    ['the rows of one before do', ['old.b.com'], ['search b.com']],
  ])('three hosts of one domain, one search: %s', async (_name, there, before) => {
    const text = [...(before.length ? ['b.com'] : []), 'a.com', 'x.a.com', 'y.a.com'].join('\n');
    const { asked, statuses } = await run(text, [...many(25_000), ...there]);
    const searches = before.length ? [...before, aCase, 'search a.com'] : ['search a.com', aCase];
    expect(asked).toEqual(['page 1', ...searches]);
    expect(new Set(statuses)).toEqual(new Set(['new']));
  });

  test('a service is asked about the hosts of the list, and about one of its own', async () => {
    const { asked } = await run('a.com\nx.a.com\nb.com', many(25_000), { finds: 'beginnings' });
    expect(asked).toEqual(['page 1', 'search a.com', aCase, 'search b.com', 'search x.a.com']);
  });

  test('a domain with more websites than are read: each by its full name', async () => {
    const there = [...many(20_000), ...Array.from({ length: 700 }, (_, n) => `old${n}.big.com`)];
    const { asked, statuses } = await run('z1.big.com\nold650.big.com', there);
    expect(asked.slice(-3)).toEqual(['search z1.big.com', aCase, 'search old650.big.com']);
    expect(statuses).toEqual(['new', 'registered']);
  });

  test.each<[string, string, string[], Options, string]>([
    ['finds beginnings of names', 'a.com\nx.b.com\nb.com', ['a.com', 'x.b.com'], begin, 'registered registered new'],
    ['finds names only as they are typed', 'a.com\nb.com', ['A.com', 'b.com'], typed, 'unsure registered'],
    ['shows the first of its pages only', 'x.a.com\na.com', [...few, 'x.a.com', 'a.com'], first, 'registered unsure'],
    ['is ignored, and the list ends after its first rows', 'x.a.com\nb.com', ['x.a.com'], ignored, 'unsure unsure'],
  ])('nothing that is there is called new where the search %s', async (_name, text, there, options, expected) => {
    expect((await run(text, [...many(5000), ...there], options)).statuses.join(' ')).toBe(expected);
  });

  test('nothing that is there is called new where a row comes twice and hides another', async () => {
    expect((await run('z.com', [...many(199), 'z.com'], { repeats: 1 })).statuses).toEqual(['registered']);
  });

  test('a failure ends it; what was found before stands', async () => {
    const { problem, knowledge, statuses } = await run('old1.example.org\na.com', many(250), { failsAt: 2 });
    expect(problem).toEqual({ kind: 'server' });
    expect(absentAt(knowledge, 'a.com')).toBeUndefined();
    expect(statuses).toEqual(['registered', 'unchecked']);
  });
});
