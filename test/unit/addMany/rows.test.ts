import { describe, expect, test } from 'vitest';
import { groups } from '@/entrypoints/manage/addMany/Preview.tsx';
import { grouped } from '@/entrypoints/manage/list/useGroups.ts';
import { parseSites } from '@/lib/addMany/parse.ts';
import { type Knowledge, nothingKnown, type ParsedEntry } from '@/lib/addMany/preview.ts';
import type { GroupName, PreviewRow, Ticks } from '@/lib/addMany/rows.ts';
import { groupOf, isTicked, itemOf, rowOf, withTicks, writtenParts } from '@/lib/addMany/rows.ts';
import { reads, readsOf } from './reads.ts';

const entry = { line: 1, text: 'a.com', site: { host: 'a.com', notes: [] } };
const plain: ParsedEntry = { entry, host: 'a.com', related: [], notes: [] };

const here = { id: 'here', analyticsUrl: 'https://stats.example', account: 'here' };

describe('what is ticked', () => {
  const statuses = ['new', 'unchecked', 'unsure', 'related', 'doubtful', 'registered', 'duplicate', 'refused'] as const;
  const row = (status: (typeof statuses)[number], more: Partial<ParsedEntry> = {}, account = 'here'): PreviewRow => ({
    read: { ...plain, ...more },
    status,
    group: groupOf[status],
    look: 'short',
    key: '',
    connection: { ...here, account },
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
  const open = csv('a.net,public,,');
  /** What is sent where nobody has touched a tick: each host with its line and its own privacy; `?`: what is to be checked. */
  async function sent(sources: readonly string[]) {
    const lists = await Promise.all(sources.map((text) => parseSites(text)));
    const reads = readsOf(
      lists.flatMap((list) => list?.entries ?? []),
      'bare',
    );
    const rows = reads.map((read) => rowOf(read, here, absent, 0));
    const items = rows.filter((row) => isTicked(row, new Map())).map((row) => itemOf(row, {}));
    const asked = reads.flatMap(({ host, notes, own, repeats }) =>
      host !== 'z.net' && repeats === undefined && notes.length ? `? ${host} ${notes} ${own?.privacy ?? '-'}` : [],
    );
    const others = items.filter(({ key }) => key !== 'z.net');
    const said = others.map(({ key, from, fields }) => `${key}:${from.line} ${fields?.privacy ?? '-'}`);
    return [...said, ...asked].join(', ');
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
    ['public and private are asked about', [open, csv('a.net,private,,')], '? a.net privacy-differs 1'],
    ['private is stricter than a password', [csv('a.net,password,,', 'a.net,private,,')], '? a.net privacy-differs 1'],
    ['in any order', [csv('a.net,private,,', 'a.net,public,,')], '? a.net privacy-differs 1'],
    ['what was not read may be private', [csv('a.net,public,,', 'a.net,privat,,')], '? a.net privacy-differs 1'],
    ['also beside a password', [csv('a.net,password,,', 'a.net,privat,,')], '? a.net privacy-differs 1'],
    ['what was not read is asked about, also later', ['a.net', csv('a.net,privat,,')], '? a.net privacy-unread -'],
  ])('%s', async (_what, sources, expected) => expect(await sent(sources)).toBe(expected));

  test('the first counts of its other settings', async () => {
    const list = await parseSites('domain,privacy,email\na.net,,no\na.net,private,yes');
    const [read] = readsOf(list?.entries ?? []);
    expect(read?.own).toEqual({ email: 0, privacy: 1 });
  });
});

/** Returns the lines of a text's preview. */
const preview = (text: string, known: Knowledge, turned: GroupName[] = []) => {
  const rows = reads(text).map((read, place) => rowOf(read, here, known, place));
  return grouped(rows, groups, new Set(turned));
};
const all: Knowledge = { registered: new Set(['there.com']), absent: new Map(), complete: 5 };
const some: Knowledge = { registered: new Set(), absent: new Map([['a.com', 5]]), unsure: new Set(['b.com']) };

describe('the preview in groups', () => {
  test.each<[string, text: string, Knowledge, lines: string, GroupName[]?]>([
    [
      'by what a person has to do, whatever the order of the list',
      'there.com\na.com\n# old\na.com\nwww.there.com\nnas.local',
      all,
      'check 2: www.there.com, nas.local | new 1: a.com | there 1 closed | out 2 closed',
    ],
    ['what the service did not answer is not called new', 'a.com\nc.com', some, 'unchecked 1: c.com | new 1: a.com'],
    ['what may be there is to be checked', 'b.com\na.com', some, 'check 1: b.com | new 1: a.com'],
    ['nothing is new: all is shown', 'there.com\nco.uk', all, 'there 1: there.com | out 1: co.uk'],
    ['all are refused', 'co.uk\nsome words', all, 'out 2: co.uk, some words'],
    ['opened and closed by a person', 'there.com\na.com', all, 'new 1 closed | there 1: there.com', ['new', 'there']],
    ['nothing was read', '', all, ''],
  ])('%s', (_what, text, known, expected, turned) => {
    const lines = preview(text, known, turned);
    const groups = lines.flatMap((line) => {
      if (line.row) return [];
      const { group, rows, isOpen } = line;
      const shown = lines.flatMap((one) => (one.group === group ? (one.row ?? []) : []));
      expect(shown).toEqual(isOpen ? rows : []);
      const names = shown.map(({ read }) => read.host ?? read.entry.text);
      return `${group} ${rows.length}${isOpen ? `: ${names.join(', ')}` : ' closed'}`;
    });
    expect(groups.join(' | ')).toBe(expected);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  test.each([
    ['a name', 'a.com', 'short'],
    ['a name with a note', 'a.com:8080', 'noted'],
    ['a name in another script', 'bücher.com', 'noted'],
    ['a doubtful name', 'nas.local', 'asking'],
    ['a doubtful name that was written otherwise', 'http://nas.local/x', 'quoted'],
    ['no site', 'some words', 'short'],
  ])('%s has the room of its row', (_what, text, look) => {
    const lines = preview(text, nothingKnown);
    expect(lines.flatMap(({ row }) => row?.look ?? [])).toEqual([look]);
  });
});

test('an entry is the same row in another group, and another one with another host', () => {
  const key = (text: string, known: Knowledge) => preview(text, known)[1]?.key;
  const unchecked = key('a.com', nothingKnown);
  expect(key('a.com', { ...nothingKnown, complete: 1 })).toBe(unchecked);
  expect(key('a.con', nothingKnown)).not.toBe(unchecked);
});

test.each([
  ['words around it', 'We run bakery.com since May', '~We run ~|bakery.com|~ since May~'],
  ['words before it', 'Client bakery.com', '~Client ~|bakery.com'],
  ['words after it', 'bakery.com relaunch', 'bakery.com|~ relaunch~'],
  ['two on one line: each is marked in its own row', 'We run a.com and b.com.', '~We run ~|a.com|~ and b.com.~'],
  ['the second of two, which the first has in it', 'from old-a.com to a.com', '~from old-a.com to ~|a.com', 1],
  ['an abbreviation after an address', 'see https://a.com,St.Gallen', '~see https://a.com,~|St.Gallen', 1],
  ['a name alone', 'Bakery.com', ''],
  ['an address of that name', 'https://bakery.com/', ''],
  ['another address', 'https://bakery.com/shop', 'https://bakery.com/shop'],
  ['no site', 'some words', 'some words'],
  [
    'a line that is too long to be shown',
    `${'word '.repeat(60)}bakery.com ${'word '.repeat(60)}`,
    expect.stringMatching(/^~…(ord|word|rd|d)? ?(word )+~\|bakery\.com\|~( word)+.*…~$/),
  ],
])('how it was written: %s', (_what, text, expected, at = 0) => {
  const first = reads(text)[at];
  const parts = first ? writtenParts(first) : [];
  expect(parts.map((part) => (part.isName ? part.text : `~${part.text}~`)).join('|')).toEqual(expected);
});
