import { describe, expect, test } from 'vitest';
import { readLines } from '@/lib/addMany/lines.ts';
import { type ListInput, type LookUpProgress, lookUpHosts } from '@/lib/addMany/lookUp.ts';
import {
  absentAt,
  type Knowledge,
  nothingKnown,
  parseEntries,
  previewVerdict,
  twinOf,
  unknownHosts,
} from '@/lib/addMany/preview.ts';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import { publicSuffixOf } from '@/lib/hosts/publicSuffix.ts';
import type { Website } from '@/lib/services/index.ts';

const reads = (text: string, choice: HostChoice = 'seen') => [
  ...parseEntries(
    [...readLines(text)].map((entry) => ({ ...entry, source: 'list' })),
    choice,
    publicSuffixOf,
  ),
];
const known = (registered: string[], complete?: number, absent: [string, number][] = []): Knowledge => ({
  registered: new Set(registered),
  absent: new Map(absent),
  ...(complete === undefined ? {} : { complete }),
});

describe('what would become of each entry', () => {
  test.each<[string, string, HostChoice, Knowledge, string[]]>([
    ['nothing is known', 'a.com\nb.com', 'seen', nothingKnown, ['a.com unchecked', 'b.com unchecked']],
    ['everything is known', 'a.com\nb.com', 'seen', known(['a.com'], 5), ['a.com registered', 'b.com new']],
    [
      'one was asked about',
      'a.com\nb.com',
      'seen',
      known([], undefined, [['a.com', 5]]),
      ['a.com new', 'b.com unchecked'],
    ],
    ['the twin with www.', 'a.com', 'seen', known(['www.a.com'], 5), ['a.com twin of www.a.com']],
    ['the twin without', 'www.a.com', 'seen', known(['a.com'], 5), ['www.a.com twin of a.com']],
    ['a parent', 'x.y.a.co.uk', 'seen', known(['a.co.uk'], 5), ['x.y.a.co.uk twin of a.co.uk']],
    ['a child is no twin', 'a.com', 'seen', known(['x.a.com'], 5), ['a.com new']],
    ['repeated', 'a.com\nA.com', 'seen', nothingKnown, ['a.com unchecked', 'a.com duplicate']],
    ['repeated by the choice', 'www.a.com\na.com', 'bare', nothingKnown, ['a.com unchecked', 'a.com duplicate']],
    [
      'registrable',
      'x.y.a.co.uk\nme.github.io',
      'registrable',
      nothingKnown,
      ['a.co.uk unchecked', 'me.github.io unchecked'],
    ],
    ['suffixes', 'co.uk\ngithub.io', 'seen', nothingKnown, ['(public-suffix)', 'github.io unchecked']],
    ['no site', 'some words', 'seen', nothingKnown, ['(nothing)']],
  ])('%s', (_name, text, choice, knowledge, expected) => {
    const shown = reads(text, choice).map((read) => {
      const verdict = previewVerdict(read, knowledge);
      if (verdict === 'refused') return `(${read.reason})`;
      return [read.host, verdict, ...(verdict === 'twin' ? ['of', twinOf(read, knowledge)] : [])].join(' ');
    });
    expect(shown).toEqual(expected);
  });
});

type Paging = 'links' | 'no-total' | 'none' | 'stuck';

interface Options {
  paging?: Paging;
  searches?: boolean;
  unreadable?: boolean;
  failsAt?: number;
}

/** One page of a hundred, and what the service says of the others. */
function pageOf(all: string[], page: number, paging: Paging) {
  const items = all.slice((page - 1) * 100, page * 100);
  const more = paging === 'none' ? items.length === 100 : page * 100 < all.length;
  const total = paging === 'links' || paging === 'stuck' ? { total: all.length } : {};
  return { items, more, ...total, ...(more && paging !== 'none' ? { next: String(page + 1) } : {}) };
}

/** A service with these hosts: a search finds parts of names, or is ignored. */
function service(hosts: string[], { paging = 'links', searches = true, unreadable, failsAt = 0 }: Options = {}) {
  const asked: string[] = [];
  const website = (host: string): Website => ({ id: host, domain: unreadable && host.startsWith('x') ? '' : host });
  const list = async ({ search = '', cursor = '1' }: ListInput) => {
    asked.push(search ? `search ${search}` : `page ${cursor}`);
    if (asked.length === failsAt) return { ok: false as const, problem: { kind: 'server' as const } };
    const all = hosts.filter((host) => !searches || host.includes(search));
    const { items, ...rest } = pageOf(all, paging === 'stuck' ? 1 : Number(cursor), paging);
    return { ok: true as const, value: { ...rest, items: items.map(website) } };
  };
  return { list, asked };
}

async function run(text: string, there: string[], options: Options = {}) {
  const { list, asked } = service(there, options);
  const all = reads(text);
  const registered = new Set<string>();
  const absent = new Map<string, number>();
  const unsure = new Set<string>();
  let complete: number | undefined;
  const told: LookUpProgress[] = [];
  const checking = lookUpHosts(unknownHosts(all, nothingKnown), list);
  let step = await checking.next();
  for (; !step.done; step = await checking.next()) {
    told.push(step.value);
    for (const host of step.value.registered) registered.add(host);
    for (const host of step.value.unsure ?? []) unsure.add(host);
    for (const host of step.value.absent) absent.set(host, 1);
    if (step.value.complete) complete = 1;
  }
  const knowledge: Knowledge = { registered, absent, unsure, ...(complete === undefined ? {} : { complete }) };
  return { asked, told, problem: step.value, verdicts: all.map((read) => previewVerdict(read, knowledge)), knowledge };
}

const many = (count: number, name = 'old') => Array.from({ length: count }, (_, n) => `${name}${n}.example.org`);
const sites = (count: number) => Array.from({ length: count }, (_, n) => `new${n}.com`);

describe('asking the service with as few requests as possible', () => {
  test.each<[string, string[], string[], Options, { requests: number; left: number; verdict: string }]>([
    ['few websites: one page', sites(50), many(99), {}, { requests: 1, left: 0, verdict: 'new' }],
    ['250 websites, 50 hosts: three pages', sites(50), many(250), {}, { requests: 3, left: 2, verdict: 'new' }],
    [
      '25,000 websites, 50 hosts: a search each',
      sites(50),
      many(25_000),
      {},
      { requests: 51, left: 50, verdict: 'new' },
    ],
    [
      '25,000 websites, 3 hosts of one domain: one search',
      ['a.com', 'x.a.com', 'y.a.com'],
      many(25_000),
      {},
      { requests: 2, left: 1, verdict: 'new' },
    ],
    [
      'no total: pages as long as they are cheaper',
      sites(50),
      many(250),
      { paging: 'no-total' },
      { requests: 3, left: 1, verdict: 'new' },
    ],
    ['no paging: a search each', sites(5), many(250), { paging: 'none' }, { requests: 6, left: 5, verdict: 'new' }],
    [
      'the same page again: then a search each',
      sites(5),
      many(250),
      { paging: 'stuck' },
      { requests: 7, left: 2, verdict: 'new' },
    ],
    [
      'no paging and no search: not known',
      sites(5),
      many(250),
      { paging: 'none', searches: false },
      { requests: 2, left: 5, verdict: 'unsure' },
    ],
    [
      'a name that cannot be read: not known',
      sites(5),
      ['x1.com', 'y.com'],
      { unreadable: true },
      { requests: 1, left: 0, verdict: 'unchecked' },
    ],
  ])('%s', async (_name, wanted, there, options, { requests, left, verdict }) => {
    const { asked, told, verdicts, problem } = await run(wanted.join('\n'), there, options);
    expect(problem).toBeUndefined();
    expect(asked).toHaveLength(requests);
    expect(told[0]?.left).toBe(left);
    expect(told.at(-1)).toMatchObject({ asked: requests, left: 0 });
    expect(new Set(verdicts)).toEqual(new Set([verdict]));
  });

  test('what is there is found, and its relatives', async () => {
    const { verdicts } = await run('old7.example.org\nwww.old8.example.org\na.com', many(25_000));
    expect(verdicts).toEqual(['registered', 'twin', 'new']);
  });

  test('a domain with more websites than a page holds: each by its full name', async () => {
    const text = 'z1.big.com\nz2.big.com\nold1.big.com';
    const there = [...many(20_000), ...Array.from({ length: 150 }, (_, n) => `old${n}.big.com`)];
    const { asked, verdicts } = await run(text, there);
    expect(asked).toEqual(['page 1', 'search big.com', 'search z1.big.com', 'search z2.big.com']);
    expect(verdicts).toEqual(['new', 'new', 'registered']);
  });

  test('a failure ends it; what was found before stands', async () => {
    const { problem, knowledge, verdicts } = await run('old1.example.org\na.com', many(250), { failsAt: 2 });
    expect(problem).toEqual({ kind: 'server' });
    expect(absentAt(knowledge, 'a.com')).toBeUndefined();
    expect(verdicts).toEqual(['registered', 'unchecked']);
  });
});
