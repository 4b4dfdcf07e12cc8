import { expect, test } from 'vitest';
import type { Act } from './acts.ts';
import { play } from './play.ts';
import type { Switches } from './switches.ts';

interface Row {
  name: string;
  services: [Partial<Switches>, Partial<Switches>];
  acts: Act[];
}

/** What random sequences have found, at its shortest. */
const rows: Row[] = [
  {
    name: 'a search minds the letters’ case: a name in capitals is not called absent',
    services: [{ search: 'case', capitals: true, others: 260, held: [false, false, true] }, {}],
    acts: [
      { do: 'popup', host: 2 },
      { do: 'track', host: 2 },
      { do: 'wait', ms: 120_000 },
      { do: 'addMany', hosts: [2] },
    ],
  },
  {
    name: 'a record of A is deleted after B was connected: nothing is sent to B',
    services: [{ held: [true] }, { held: [true] }],
    acts: [{ do: 'list' }, { do: 'connect', service: 1, account: 0 }, { do: 'delete', pick: 0 }],
  },
  {
    name: 'records of A are changed in bulk after B was connected: nothing is sent to B',
    services: [{ held: [true] }, { held: [true] }],
    acts: [
      { do: 'list' },
      { do: 'connect', service: 1, account: 0 },
      { do: 'bulk', kind: 'update', picks: [0] },
      { do: 'privacy', pick: 0, value: 0 },
    ],
  },
  {
    name: 'a service ignores the search and shows a part of its list: no silent second record',
    services: [{ search: 'ignored', facts: 'none', pages: false, others: 260, held: [true] }, {}],
    acts: [
      { do: 'popup', host: 0 },
      { do: 'track', host: 0 },
    ],
  },
  {
    name: 'the same beyond five pages that are linked',
    services: [{ search: 'ignored', facts: 'links', others: 620, order: 'domain', held: [false, false, true] }, {}],
    acts: [
      { do: 'popup', host: 2 },
      { do: 'track', host: 2 },
    ],
  },
  {
    name: 'a service gives ten of a hundred and says nothing: what is known stays known, and nothing is new',
    services: [{ perPage: 10, facts: 'none', pages: false, others: 60, held: [true] }, {}],
    acts: [{ do: 'popup', host: 0 }, { do: 'refresh' }, { do: 'addMany', hosts: [0] }],
  },
  {
    name: 'a create of a private window is pending at A, and B is connected: B hears nothing of it',
    services: [{ writes: [{ done: 0, answered: 0, answer: 'lost' }] }, {}],
    acts: [
      { do: 'track', host: 0, private: true, now: 0 },
      { do: 'connect', service: 1, account: 0 },
      { do: 'wait', ms: 120_000 },
    ],
  },
  {
    name: 'A, then B, then A: nothing known is called absent',
    services: [{ held: [true] }, {}],
    acts: [
      { do: 'refresh' },
      { do: 'connect', service: 1, account: 0 },
      { do: 'connect', service: 0, account: 0 },
      { do: 'wait', ms: 1_000 },
    ],
  },
  {
    name: 'read-only records, whose ids no JSON reader carries, are not called absent',
    services: [{ id: 'huge', others: 3, held: [true] }, {}],
    acts: [{ do: 'refresh' }, { do: 'wait', ms: 1_000 }],
  },
  {
    name: 'a search finds beginnings of names only: no silent second record of a subdomain',
    services: [{ search: 'prefix', others: 3, held: [false, false, false, false, true] }, {}],
    acts: [
      { do: 'popup', host: 4 },
      { do: 'track', host: 4 },
    ],
  },
  {
    name: 'a record that Add many has made unheard, seen and deleted by the person, is not made again',
    services: [{ writes: [{ done: 0, answered: 0, answer: 'lost' }] }, {}],
    acts: [{ do: 'addMany', hosts: [4, 0] }, { do: 'popup', host: 4 }, { do: 'delete', pick: 0 }, { do: 'kill' }],
  },
  {
    name: 'a delete whose worker died is asked of the next one, and no two of one worker are under way at once',
    services: [
      {
        others: 60,
        writes: [
          { done: 0, answered: 0, answer: 'ok' },
          { done: 'never', answered: 18_000, answer: 'lost' },
        ],
      },
      {},
    ],
    acts: [{ do: 'track', host: 0 }, { do: 'delete', pick: 0, now: 0 }, { do: 'kill' }, { do: 'refresh' }],
  },
  {
    name: 'a record is deleted or changed after another account’s key was given: nothing is sent',
    services: [{ held: [true] }, {}],
    acts: [
      { do: 'list' },
      { do: 'connect', service: 0, account: 1 },
      { do: 'delete', pick: 0 },
      { do: 'privacy', pick: 0, value: 0 },
      { do: 'bulk', kind: 'delete', picks: [0] },
    ],
  },
  {
    name: 'a job stops where another account’s key is given, and adds nothing there',
    services: [{ writes: [{ done: 0, answered: 3_000, answer: 'ok' }] }, {}],
    acts: [
      { do: 'addMany', hosts: [0, 1, 2, 3], now: 2_000 },
      { do: 'connect', service: 0, account: 1 },
      { do: 'wait', ms: 120_000 },
    ],
  },
  {
    name: 'resumed with another account’s key a job changes what was confirmed, and no other record',
    services: [{ held: [true, true, true] }, {}],
    acts: [
      { do: 'list' },
      { do: 'bulk', kind: 'update', picks: [0, 1, 2], now: 0 },
      { do: 'job', what: 'pause' },
      { do: 'connect', service: 0, account: 1 },
      { do: 'job', what: 'resume' },
      { do: 'wait', ms: 60_000 },
      { do: 'job', what: 'resume' },
      { do: 'wait', ms: 60_000 },
    ],
  },
  {
    name: 'a create is carried out late, and the clock set forward meanwhile: a job makes no second one',
    services: [{ others: 3, duplicates: 'accepted', writes: [{ done: 9_000, answered: 0, answer: 'ok' }] }, {}],
    acts: [
      { do: 'addMany', hosts: [0] },
      { do: 'clock', by: 3_600_000 },
    ],
  },
  {
    name: 'the same of a press whose worker dies: the next one, asked by the page again, makes no second one',
    services: [{ others: 3, duplicates: 'accepted', writes: [{ done: 9_000, answered: 0, answer: 'ok' }] }, {}],
    acts: [{ do: 'track', host: 0, now: 3_000 }, { do: 'clock', by: 3_600_000 }, { do: 'kill' }],
  },
  {
    name: 'the clock is set back while the whole list is read, and a page shows a part of it: nothing is forgotten',
    services: [
      {
        limit: { most: 4, header: 'seconds', told: false },
        others: 100,
        held: [true],
        reads: [
          { answered: 50, answer: 'ok' },
          { answered: 3_000, answer: 'ok' },
        ],
      },
      {},
    ],
    acts: [
      { do: 'refresh' },
      { do: 'popup', host: 1, private: true },
      { do: 'clock', by: -3_600_000 },
      { do: 'export' },
    ],
  },
  {
    name: 'one item takes more requests than the service allows in a minute: the job stops',
    services: [
      {
        search: 'ignored',
        pages: false,
        duplicates: 'accepted',
        limit: { most: 4, header: 'seconds', told: false },
        others: 150,
        reads: [{ answered: 50, answer: '502' }],
      },
      { pages: false, duplicates: 'accepted', others: 3 },
    ],
    acts: [{ do: 'addMany', hosts: [0] }, { do: 'kill' }],
  },
  {
    name: 'a rule sends a site where nobody has looked, and its www. variant is known elsewhere: not called absent',
    services: [
      { pages: false, others: 60, held: [true] },
      { pages: false, held: [false, true] },
    ],
    acts: [
      { do: 'connect', service: 0, account: 0, slot: 1, now: 0 },
      { do: 'connect', service: 1, account: 0, slot: 0 },
      { do: 'refresh', now: 0 },
      { do: 'rules', slot: 1, patterns: ['*'] },
    ],
  },
  {
    name: 'while a list is read a record is deleted and its id given to another, so the count stays: nothing is called absent',
    services: [{ perPage: 'ten', others: 620, held: [false, false, true] }, {}],
    acts: [
      { do: 'refresh', now: 0 },
      { do: 'colleague', what: 'swap', service: 0, host: 2 },
    ],
  },
  {
    name: 'a change in bulk takes the place of one that waits, which is not called done as it was chosen',
    services: [
      {
        held: [true],
        writes: [
          { done: 0, answered: 0, answer: 'lost' },
          { done: 'never', answered: 18_000, answer: 'lost' },
        ],
      },
      {},
    ],
    acts: [
      { do: 'list' },
      { do: 'privacy', pick: 0, value: 0, now: 0 },
      { do: 'delete', pick: 0, now: 0 },
      { do: 'privacy', pick: 0, value: 1, now: 0 },
      { do: 'bulk', kind: 'update', picks: [0], now: 0 },
    ],
  },
  {
    name: 'a create waits at Matomo behind a slow request, and is not sent: it is not said that it may be registered',
    services: [
      {
        kind: 'matomo',
        // Those of connecting and of the first popup are answered at once.
        reads: [...Array(5).fill({ answered: 0, answer: 'ok' }), { answered: 18_000, answer: 'ok' }],
      },
      {},
    ],
    acts: [
      { do: 'popup', host: 0 },
      { do: 'popup', host: 3, now: 0 },
      { do: 'track', host: 0 },
      { do: 'track', host: 0 },
    ],
  },
  {
    name: 'a page ends each worker that reads it: its audit comes to an end, and so do the jobs beside it',
    services: [{ others: 3, held: [true, true] }, {}],
    acts: [
      { do: 'audit', hosts: [0, 1, 2, 3], heavy: [1], now: 0 },
      { do: 'addMany', hosts: [4, 5] },
      { do: 'wait', ms: 120_000 },
    ],
  },
  {
    name: 'two such pages, one of them the last, and a press meanwhile',
    services: [{ others: 3, held: [true] }, {}],
    acts: [
      { do: 'audit', hosts: [0, 1, 2, 3, 4, 5], heavy: [0, 5], now: 0 },
      { do: 'track', host: 3, now: 3_000 },
      { do: 'kill' },
    ],
  },
  ...([45_000, 180_000] as const).flatMap((done): Row[] => {
    const late = Array(4).fill({ done, answered: 18_000, answer: 'lost' });
    return [
      {
        name: `a service carries creates out after ${done / 1_000} s: a job makes no second record`,
        services: [{ duplicates: 'accepted', writes: late }, {}],
        acts: [
          { do: 'addMany', hosts: [0, 1] },
          { do: 'wait', ms: 1_000_000 },
        ],
      },
      {
        name: `the same by hand, tried again: no second record in ${done / 1_000} s`,
        services: [{ duplicates: 'accepted', writes: late }, {}],
        acts: [
          { do: 'track', host: 0 },
          { do: 'track', host: 0 },
          { do: 'wait', ms: 35_000 },
          { do: 'track', host: 0 },
        ],
      },
      {
        name: `the same of a service that takes an id of ours, in ${done / 1_000} s`,
        services: [{ kind: 'umami', writes: late }, {}],
        acts: [
          { do: 'track', host: 0 },
          { do: 'kill' },
          { do: 'track', host: 0 },
          { do: 'addMany', hosts: [0, 1] },
          { do: 'wait', ms: 1_000_000 },
        ],
      },
      {
        name: `the same where that id is passed over, in ${done / 1_000} s`,
        services: [{ kind: 'umami 2.18', writes: late }, {}],
        acts: [
          { do: 'track', host: 0 },
          { do: 'track', host: 0 },
          { do: 'wait', ms: 35_000 },
          { do: 'track', host: 0 },
          { do: 'addMany', hosts: [0, 1] },
          { do: 'wait', ms: 1_000_000 },
        ],
      },
      {
        name: `a delete is carried out after ${done / 1_000} s`,
        services: [{ held: [true, true], writes: late }, {}],
        acts: [{ do: 'list' }, { do: 'bulk', kind: 'delete', picks: [0, 1] }, { do: 'wait', ms: 1_000_000 }],
      },
    ];
  }),
  {
    name: 'while the answer to a job’s change is lost, a person wants it otherwise: the later wish stands',
    services: [{ held: [true], writes: [{ done: 'never', answered: 0, answer: 'lost' }] }, {}],
    acts: [
      { do: 'list' },
      { do: 'bulk', kind: 'update', picks: [0] },
      { do: 'privacy', pick: 0, value: 1 },
      { do: 'wait', ms: 120_000 },
    ],
  },
  {
    name: 'the same where the clock was set back in between',
    services: [{ held: [true], writes: [{ done: 'never', answered: 0, answer: 'lost' }] }, {}],
    acts: [
      { do: 'list' },
      { do: 'bulk', kind: 'update', picks: [0] },
      { do: 'clock', by: -3_600_000 },
      { do: 'privacy', pick: 0, value: 1 },
      { do: 'wait', ms: 120_000 },
    ],
  },
  {
    name: 'the same where the answer to the later wish is lost, too',
    services: [
      {
        held: [true],
        writes: [
          { done: 'never', answered: 0, answer: 'lost' },
          { done: 0, answered: 0, answer: 'lost' },
        ],
      },
      {},
    ],
    acts: [
      { do: 'list' },
      { do: 'bulk', kind: 'update', picks: [0] },
      { do: 'privacy', pick: 0, value: 1 },
      { do: 'wait', ms: 120_000 },
    ],
  },
  {
    name: 'the same where the later wish is another job’s',
    services: [{ held: [true], writes: [{ done: 'never', answered: 0, answer: 'lost' }] }, {}],
    acts: [
      { do: 'list' },
      { do: 'bulk', kind: 'update', picks: [0] },
      { do: 'bulk', kind: 'update', picks: [0], value: 1 },
      { do: 'wait', ms: 120_000 },
    ],
  },
  {
    name: 'the same through another connection to the same account',
    services: [{ held: [true], writes: [{ done: 'never', answered: 0, answer: 'lost' }] }, {}],
    acts: [
      { do: 'list' },
      { do: 'bulk', kind: 'update', picks: [0] },
      { do: 'connect', service: 0, account: 0, slot: 1 },
      { do: 'choose', slot: 1 },
      { do: 'list' },
      { do: 'privacy', pick: 1, value: 1 },
      { do: 'wait', ms: 120_000 },
    ],
  },
];

test.each(rows)(
  '$name',
  async ({ services, acts }) => {
    expect(await play(services, acts)).toEqual([]);
  },
  60_000,
);
