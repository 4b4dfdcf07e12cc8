import { describe, expect, test } from 'vitest';
import { type GroupName, previewLines, writtenParts } from '@/lib/addMany/groups.ts';
import { type Knowledge, nothingKnown } from '@/lib/addMany/preview.ts';
import { rowOf } from '@/lib/addMany/rows.ts';
import { reads } from './reads.ts';

const here = { id: 'here', analyticsUrl: 'https://stats.example', account: 'here' };
/** Returns the lines of a text's preview. */
const preview = (text: string, known: Knowledge, turned: GroupName[] = []) =>
  previewLines(
    reads(text).map((read) => rowOf(read, here, known)),
    new Set(turned),
  );
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
      if (line.is === 'entry') return [];
      const { group, rows, isOpen } = line;
      const shown = lines.flatMap((one) => (one.is === 'entry' && one.group === group ? [one.row] : []));
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
    expect(lines.flatMap((line) => (line.is === 'entry' ? [line.look, line.isLast] : []))).toEqual([look, true]);
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
