import { expect, test } from 'vitest';
import type { Act } from './acts.ts';
import { play } from './play.ts';
import type { Switches } from './switches.ts';

type Name = Act['do'];
type Fields<K extends Name> = Omit<Extract<Act, { do: K }>, 'do'>;

const act = <K extends Name>(name: K, fields: Fields<K>) => ({ do: name, ...fields }) as Act;

// Numbers stand for hosts and records: the index in `hosts`, or the index among the records that pages have shown.
const popup = (host: number, more: Partial<Fields<'popup'>> = {}) => act('popup', { host, ...more });
const track = (host: number, more: Partial<Fields<'track'>> = {}) => act('track', { host, ...more });
const addMany = (hosts: number[], more: Partial<Fields<'addMany'>> = {}) => act('addMany', { hosts, ...more });
const audit = (hosts: number[], heavy: number[]) => act('audit', { hosts, heavy, now: 0 });
const privacy = (pick: number, value: 0 | 1, more: Partial<Fields<'privacy'>> = {}) =>
  act('privacy', { pick, value, ...more });
const remove = (pick: number, more: Partial<Fields<'delete'>> = {}) => act('delete', { pick, ...more });
const update = (picks: number[], more: Partial<Fields<'bulk'>> = {}) => act('bulk', { kind: 'update', picks, ...more });
const removeMany = (picks: number[]) => act('bulk', { kind: 'delete', picks });
const connect = (service: 0 | 1, account: 0 | 1, more: Partial<Fields<'connect'>> = {}) =>
  act('connect', { service, account, ...more });
const job = (what: Fields<'job'>['what']) => act('job', { what });
const wait = (ms: number) => act('wait', { ms });
const clock = (by: number) => act('clock', { by });
const list = act('list', {});
const refresh = act('refresh', {});
const kill = act('kill', {});
const now = { now: 0 };
const hour = 3_600_000;

type Fate = Switches['writes'][number];
const ok: Fate = { done: 0, answered: 0, answer: 'ok' };
/** The fate of a write that is carried out, but whose answer is lost. */
const lost: Fate = { done: 0, answered: 0, answer: 'lost' };
/** The fate of a write that is not carried out, and whose answer is lost, too. */
const inVain: Fate = { done: 'never', answered: 0, answer: 'lost' };
const inVainAtLast: Fate = { ...inVain, answered: 18_000 };
const tenRequests: Pick<Switches, 'limit'> = { limit: { most: 10, header: 'seconds', told: false } };
const fewRequests: Pick<Switches, 'limit'> = { limit: { most: 4, header: 'seconds', told: false } };

/** The differences from plain services: of the first service, or of both. */
type Services = Partial<Switches> | [Partial<Switches>, Partial<Switches>];
type Row = [name: string, services: Services, acts: Act[]];

/** The failures that random sequences have found, in their shortest form. */
const rows: Row[] = [
  [
    'a search minds the letters’ case: a name in capitals is not called absent',
    { search: 'case', capitals: true, others: 260, held: [false, false, true] },
    [popup(2), track(2), wait(120_000), addMany([2])],
  ],
  [
    'a record of A is deleted after B was connected: nothing is sent to B',
    [{ held: [true] }, { held: [true] }],
    [list, connect(1, 0), remove(0)],
  ],
  [
    'records of A are changed in bulk after B was connected: nothing is sent to B',
    [{ held: [true] }, { held: [true] }],
    [list, connect(1, 0), update([0]), privacy(0, 0)],
  ],
  [
    'a service ignores the search and shows a part of its list: no silent second record',
    { search: 'ignored', facts: 'none', pages: false, others: 260, held: [true] },
    [popup(0), track(0)],
  ],
  [
    'the same beyond five pages that are linked',
    { search: 'ignored', facts: 'links', others: 620, order: 'domain', held: [false, false, true] },
    [popup(2), track(2)],
  ],
  [
    'a service gives ten of a hundred and says nothing: what is known stays known, and nothing is new',
    { perPage: 10, facts: 'none', pages: false, others: 60, held: [true] },
    [popup(0), refresh, addMany([0])],
  ],
  [
    'a deletion is carried out late, and its id serves another site by then: that one stays known',
    {
      facts: 'total',
      pages: false,
      ...tenRequests,
      others: 100,
      held: [true],
      writes: [ok, { done: 30_000, answered: 0, answer: 'lost' }],
    },
    [
      track(4),
      wait(35_000),
      remove(0, { now: 3000 }),
      connect(0, 0),
      act('export', {}),
      act('colleague', { what: 'swap', service: 0, host: 4 }),
      remove(0),
    ],
  ],
  [
    'while the answer to a create is lost at A, B is connected: it is not called done',
    { facts: 'links', writes: [inVain] },
    [track(0, now), connect(1, 0)],
  ],
  [
    'a create of a private window is pending at A, and B is connected: B hears nothing of it',
    { writes: [lost] },
    [track(0, { private: true, ...now }), connect(1, 0), wait(120_000)],
  ],
  [
    'A, then B, then A: nothing known is called absent',
    { held: [true] },
    [refresh, connect(1, 0), connect(0, 0), wait(1_000)],
  ],
  [
    'B, then A, and the worker ends right after: nothing that A holds is called absent',
    [
      {
        held: [true],
        reads: [
          { answered: 0, answer: 'ok' },
          { answered: 700, answer: 'ok' },
        ],
      },
      { others: 3 },
    ],
    [connect(1, 0), addMany([1], now), connect(0, 0, { now: 100 }), kill],
  ],
  [
    'read-only records, whose ids no JSON reader carries, are not called absent',
    { id: 'huge', others: 3, held: [true] },
    [refresh, wait(1_000)],
  ],
  [
    'a search finds beginnings of names only: no silent second record of a subdomain',
    { search: 'prefix', others: 3, held: [false, false, false, false, true] },
    [popup(4), track(4)],
  ],
  [
    'a record that Add many has made unheard, seen and deleted by the person, is not made again',
    { writes: [lost] },
    [addMany([4, 0]), popup(4), remove(0), kill],
  ],
  [
    'an undo leaves alone a site that a person registers before its turn has come',
    { ...tenRequests, pages: false, duplicates: 'accepted', others: 3 },
    [addMany([0, 2, 5]), job('undo'), track(5)],
  ],
  [
    'a delete whose worker died is asked of the next one, and no two of one worker are under way at once',
    { others: 60, writes: [ok, inVainAtLast] },
    [track(0), remove(0, now), kill, refresh],
  ],
  [
    'a record is deleted or changed after another account’s key was given: nothing is sent',
    { held: [true] },
    [list, connect(0, 1), remove(0), privacy(0, 0), removeMany([0])],
  ],
  [
    'a job stops where another account’s key is given, and adds nothing there',
    { writes: [{ ...ok, answered: 3_000 }] },
    [addMany([0, 1, 2, 3], { now: 2_000 }), connect(0, 1), wait(120_000)],
  ],
  [
    'resumed with another account’s key a job changes what was confirmed, and no other record',
    { held: [true, true, true] },
    [
      list,
      update([0, 1, 2], now),
      job('pause'),
      connect(0, 1),
      job('resume'),
      wait(60_000),
      job('resume'),
      wait(60_000),
    ],
  ],
  [
    'a create is carried out late, and the clock set forward meanwhile: a job makes no second one',
    { others: 3, duplicates: 'accepted', writes: [{ ...ok, done: 9_000 }] },
    [addMany([0]), clock(hour)],
  ],
  [
    'the same of a press whose worker dies: the next one, asked by the page again, makes no second one',
    { others: 3, duplicates: 'accepted', writes: [{ ...ok, done: 9_000 }] },
    [track(0, { now: 3_000 }), clock(hour), kill],
  ],
  [
    'the clock is set back while the whole list is read, and a page shows a part of it: nothing is forgotten',
    {
      ...fewRequests,
      others: 100,
      held: [true],
      reads: [
        { answered: 50, answer: 'ok' },
        { answered: 3_000, answer: 'ok' },
      ],
    },
    [refresh, popup(1, { private: true }), clock(-hour), act('export', {})],
  ],
  [
    'one item takes more requests than the service allows in a minute: the job stops',
    [
      {
        ...fewRequests,
        search: 'ignored',
        pages: false,
        duplicates: 'accepted',
        others: 150,
        reads: [{ answered: 50, answer: '502' }],
      },
      { pages: false, duplicates: 'accepted', others: 3 },
    ],
    [addMany([0]), kill],
  ],
  [
    'a rule sends a site where nobody has looked, and its www. variant is known elsewhere: not called absent',
    [
      { pages: false, others: 60, held: [true] },
      { pages: false, held: [false, true] },
    ],
    [
      connect(0, 0, { slot: 1, ...now }),
      connect(1, 0, { slot: 0 }),
      act('refresh', now),
      act('rules', { slot: 1, patterns: ['*'] }),
    ],
  ],
  [
    'a rule is set while no worker is there: what one connection lacks is not called absent where the host goes by then',
    [{}, { pages: false, others: 260, held: [true] }],
    [list, connect(1, 0, { slot: 1 }), kill, act('rules', { slot: 1, patterns: ['*'] }), connect(0, 0)],
  ],
  [
    'while a list is read a record is deleted and its id given to another, so the count stays: nothing is called absent',
    { perPage: 'ten', others: 620, held: [false, false, true] },
    [act('refresh', now), act('colleague', { what: 'swap', service: 0, host: 2 })],
  ],
  [
    'a change in bulk takes the place of one that waits, which is not called done as it was chosen',
    { held: [true], writes: [lost, inVainAtLast] },
    [list, privacy(0, 0, now), remove(0, now), privacy(0, 1, now), update([0], now)],
  ],
  [
    'a create waits at Matomo behind a slow request, and is not sent: it is not said that it may be registered',
    {
      kind: 'matomo',
      // The reads of connecting and of the first popup are answered at once.
      reads: [...Array(5).fill({ answered: 0, answer: 'ok' }), { answered: 18_000, answer: 'ok' }],
    },
    [popup(0), popup(3, now), track(0), track(0)],
  ],
  [
    'a page ends each worker that reads it: its audit comes to an end, and so do the jobs beside it',
    { others: 3, held: [true, true] },
    [audit([0, 1, 2, 3], [1]), addMany([4, 5]), wait(120_000)],
  ],
  [
    'two such pages, one of them the last, and a press meanwhile',
    { others: 3, held: [true] },
    [audit([0, 1, 2, 3, 4, 5], [0, 5]), track(3, { now: 3_000 }), kill],
  ],
  ...([45_000, 180_000] as const).flatMap((done): Row[] => {
    const late: Fate[] = Array(4).fill({ done, answered: 18_000, answer: 'lost' });
    const tried = [track(0), track(0), wait(35_000), track(0)];
    return [
      [
        `a service carries creates out after ${done / 1_000} s: a job makes no second record`,
        { duplicates: 'accepted', writes: late },
        [addMany([0, 1]), wait(1_000_000)],
      ],
      [
        `the same by hand, tried again: no second record in ${done / 1_000} s`,
        { duplicates: 'accepted', writes: late },
        tried,
      ],
      [
        `the same of a service that takes an id of ours, in ${done / 1_000} s`,
        { kind: 'umami', writes: late },
        [track(0), kill, track(0), addMany([0, 1]), wait(1_000_000)],
      ],
      [
        `the same where that id is passed over, in ${done / 1_000} s`,
        { kind: 'umami 2.18', writes: late },
        [...tried, addMany([0, 1]), wait(1_000_000)],
      ],
      [
        `a delete is carried out after ${done / 1_000} s`,
        { held: [true, true], writes: late },
        [list, removeMany([0, 1]), wait(1_000_000)],
      ],
    ];
  }),
  [
    'while the answer to a job’s change is lost, a person wants it otherwise: the later wish stands',
    { held: [true], writes: [inVain] },
    [list, update([0]), privacy(0, 1), wait(120_000)],
  ],
  [
    'the same where the clock was set back in between',
    { held: [true], writes: [inVain] },
    [list, update([0]), clock(-hour), privacy(0, 1), wait(120_000)],
  ],
  [
    'the same where the answer to the later wish is lost, too',
    { held: [true], writes: [inVain, lost] },
    [list, update([0]), privacy(0, 1), wait(120_000)],
  ],
  [
    'the same where the later wish is another job’s',
    { held: [true], writes: [inVain] },
    [list, update([0]), update([0], { value: 1 }), wait(120_000)],
  ],
  [
    'the same through another connection to the same account',
    { held: [true], writes: [inVain] },
    [list, update([0]), connect(0, 0, { slot: 1 }), act('choose', { slot: 1 }), list, privacy(1, 1), wait(120_000)],
  ],
];

test.each(rows)(
  '%s',
  async (_name, services, acts) => {
    expect(await play(Array.isArray(services) ? services : [services, {}], acts)).toEqual([]);
  },
  60_000,
);
