import { describe, expect, test } from 'vitest';
import { type Entry, parseSites } from '@/lib/addMany/parse.ts';
import { type Knowledge, nothingKnown, type ParsedEntry } from '@/lib/addMany/preview.ts';
import { isTicked, itemOf, type PreviewRow, rowOf, type Ticks, withTicks } from '@/lib/addMany/rows.ts';
import { readsOf } from './reads.ts';

const plain: ParsedEntry = {
  entry: { line: 1, text: 'a.com', site: { host: 'a.com', notes: [] } },
  host: 'a.com',
  related: [],
  notes: [],
};

describe('what is ticked', () => {
  const statuses = ['new', 'unchecked', 'unsure', 'related', 'doubtful', 'registered', 'duplicate', 'refused'] as const;
  const row = (status: (typeof statuses)[number], more: Partial<ParsedEntry> = {}, account = 'here'): PreviewRow => ({
    read: { ...plain, ...more },
    status,
    connection: { id: account, analyticsUrl: 'https://stats.example', account },
    known: nothingKnown,
  });
  const ticks = (...ticked: Parameters<typeof row>): Ticks => withTicks(new Map(), [row(...ticked)], true);
  test.each<[string, Ticks, ticked: readonly string[]]>([
    ['by itself: nothing that is uncertain', new Map(), ['new', 'unchecked']],
    ['not what a person has unticked', withTicks(new Map(), [row('new')], false), []],
    // Who ticked it before did not know of the doubt.
    ['from before its doubt was known', ticks('unchecked'), ['new', 'unchecked']],
    ['despite its doubt', ticks('unsure'), ['new', 'unchecked', 'unsure']],
    ['despite that doubt in another account', ticks('unsure', {}, 'there'), ['new', 'unchecked']],
    ['despite another doubt', ticks('doubtful', { notes: ['words'] }), ['new', 'unchecked']],
    ['not another', ticks('unsure', { host: 'b.com' }), ['new', 'unchecked']],
    ['never what is there', ticks('registered'), ['new', 'unchecked']],
  ])('%s', (_what, ticks, ticked) => {
    const notes = ['privacy-differs', 'words'] as const;
    expect(statuses.filter((status) => isTicked(row(status, { notes }), ticks))).toEqual(ticked);
  });
});

describe('of a host that is named more than once', () => {
  const absent: Knowledge = { registered: new Set(), absent: new Map(), complete: 5 };
  const csv = (...rows: string[]) => ['domain,privacy,email,notes', 'z.net,private,,', ...rows].join('\n');
  /** What is sent where nobody has touched a tick: each host with its line and its own privacy; `?`: what is to be checked. */
  async function sent(sources: readonly string[]) {
    const lists = await Promise.all(
      sources.map(async (text): Promise<Entry[]> => (await parseSites(text))?.entries ?? []),
    );
    const reads = readsOf(lists.flat(), 'bare');
    const here = { id: 'here', analyticsUrl: 'https://stats.example', account: 'here' };
    const rows = reads.map((read) => rowOf(read, here, absent));
    const items = rows.filter((row) => isTicked(row, new Map())).map(itemOf);
    const asked = reads.flatMap(({ host, notes, own, repeats }) =>
      host !== 'z.net' && repeats === undefined && notes.length ? `? ${host} ${notes} ${own?.privacy ?? '-'}` : [],
    );
    return [
      ...items
        .filter(({ key }) => key !== 'z.net')
        .map(({ key, from, fields }) => `${key}:${from.line} ${fields?.privacy ?? '-'}`),
      ...asked,
    ].join(', ');
  }

  test.each<[string, sources: string[], expected: string]>([
    ['the first counts', ['a.net\n\na.net'], 'a.net:1 -'],
    ['a plain line counts, after a doubtful one of the same text', ['We run a.net since May\na.net'], 'a.net:2 -'],
    ['and of another', ['We run a.net now', '\na.net\na.net'], 'a.net:2 -'],
    ['and after a name that machines ask', ['$ORIGIN a.net.\nmail A 192.0.2.1', '\n\nmail.a.net'], 'mail.a.net:3 -'],
    ['two doubtful ones are one doubt', ['We run a.net now\nOur a.net'], '? a.net words -'],
    ['a later privacy counts where the first has none', ['a.net', csv('a.net,private,,')], 'a.net:1 1'],
    ['also of the host that the choice makes of it', ['a.net', csv('www.a.net,private,,')], 'a.net:1 1'],
    ['the same privacy twice is no question', [csv('a.net,private,,', 'a.net,private,yes,')], 'a.net:3 1'],
    [
      'public and private are asked about',
      [csv('a.net,public,,'), csv('a.net,private,,')],
      '? a.net privacy-differs 1',
    ],
    ['private is stricter than a password', [csv('a.net,password,,', 'a.net,private,,')], '? a.net privacy-differs 1'],
    ['in any order', [csv('a.net,private,,', 'a.net,public,,')], '? a.net privacy-differs 1'],
    ['public and what was not read', [csv('a.net,public,,', 'a.net,privat,,')], '? a.net privacy-differs 0'],
    ['what was not read is asked about, also later', ['a.net', csv('a.net,privat,,')], '? a.net privacy-unread -'],
  ])('%s', async (_what, sources, expected) => expect(await sent(sources)).toBe(expected));

  test('the first counts of its other settings', async () => {
    const list = await parseSites('domain,privacy,email\na.net,,no\na.net,private,yes');
    const [read] = readsOf(list?.entries ?? []);
    expect(read?.own).toEqual({ email: 0, privacy: 1 });
  });
});
