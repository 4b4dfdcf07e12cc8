import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesBetween } from '@/lib/audit/history.ts';
import {
  isSiteLook,
  type PageState,
  type PastState,
  type SiteState,
  siteStates,
  stateOf,
  type Visits,
  worstFirst,
} from '@/lib/audit/look.ts';
import { type Heard, lookWithVisits, nextQuestion, type OpenSite, stateByVisits } from '@/lib/audit/visits.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const now = 1_000 * day;
const lineOf = (...line: [ago: number, state: SiteState][]): PastState[] =>
  line.map(([ago, state]) => ({ at: now - ago, state }));

describe('what visits make of what a page shows', () => {
  test.each<[string, PageState, { last?: number | null; week?: number }, PastState[], created: number, SiteState]>([
    // The code is there.
    ['visits arrive', 'tracking', { last: now - day, week: 3 }, [], 90, 'tracking'],
    ['none for eight days', 'tracking', { last: now - 8 * day, week: 0 }, [], 90, 'quiet'],
    ['none for seven days to the moment', 'tracking', { last: now - 7 * day, week: 0 }, [], 90, 'quiet'],
    ['one a little less than seven days ago', 'tracking', { last: now - 7 * day + 1, week: 0 }, [], 90, 'tracking'],
    ['never one', 'tracking', { last: null, week: 0 }, [], 90, 'quiet'],
    ['never one, of an unknown age', 'tracking', { last: null }, [], Number.NaN, 'quiet'],
    [
      'none for eight days, yet some are counted in the week',
      'tracking',
      { last: now - 8 * day, week: 2 },
      [],
      90,
      'tracking',
    ],
    ['registered yesterday', 'tracking', { last: null, week: 0 }, [], 1, 'tracking'],
    ['registered in the future: the clock was set back', 'tracking', { last: null, week: 0 }, [], -5, 'tracking'],
    ['none in the week, and the last one is not known', 'tracking', { week: 0 }, [], 90, 'tracking'],
    ['nothing is known', 'tracking', {}, [], 90, 'tracking'],
    [
      'the code is new since a check',
      'tracking',
      { last: null, week: 0 },
      lineOf([9 * day, 'missing']),
      90,
      'tracking',
    ],
    [
      'the code is new since yesterday',
      'tracking',
      { last: null, week: 0 },
      lineOf([9 * day, 'missing'], [day, 'tracking']),
      90,
      'tracking',
    ],
    [
      'the code is known for three days',
      'tracking',
      { last: null, week: 0 },
      lineOf([9 * day, 'missing'], [3 * day, 'tracking'], [day, 'unsure']),
      90,
      'quiet',
    ],
    ...(['other', 'blocked', 'silent', 'elsewhere', 'file'] as const).map(
      (was): [string, 'tracking', object, PastState[], number, SiteState] => [
        `it stood as ${was} until a minute ago`,
        'tracking',
        { last: now - 30 * day, week: 0 },
        lineOf([40 * day, 'tracking'], [14 * day, was], [minute, was]),
        90,
        'tracking',
      ],
    ),
    [
      'it was down for weeks, and has been back for two days',
      'tracking',
      { last: now - 30 * day, week: 0 },
      lineOf([14 * day, 'silent'], [2 * day, 'tracking']),
      90,
      'quiet',
    ],
    // There is none.
    ['no visits', 'missing', { last: null, week: 0 }, [], 90, 'missing'],
    ['a visit an hour ago, never checked', 'missing', { last: now - hour, week: 9 }, [], 90, 'counted'],
    ['a visit two days ago, never checked', 'missing', { last: now - 2 * day, week: 9 }, [], 90, 'missing'],
    [
      'it lost the code an hour ago',
      'missing',
      { last: now - hour, week: 9 },
      lineOf([day, 'tracking']),
      90,
      'missing',
    ],
    ['it had none of late', 'missing', { last: now - hour, week: 9 }, lineOf([day, 'missing']), 90, 'counted'],
    [
      'the last visit was before the check that found none',
      'missing',
      { last: now - 2 * day, week: 9 },
      lineOf([day, 'missing']),
      90,
      'missing',
    ],
    [
      'it was counted ten minutes ago, and no visit came since',
      'missing',
      { last: now - 30 * minute, week: 400 },
      lineOf([7 * day, 'counted'], [10 * minute, 'counted']),
      90,
      'counted',
    ],
    [
      'it was counted before, but had no visit for a week',
      'missing',
      { last: now - 7 * day, week: 1 },
      lineOf([8 * day, 'counted']),
      90,
      'missing',
    ],
    [
      'it lost its code ten minutes ago, and a page that was open sends a visit',
      'missing',
      { last: now - 9 * minute, week: 400 },
      lineOf([7 * day, 'tracking'], [10 * minute, 'missing']),
      90,
      'missing',
    ],
    [
      'visits go on for more than a day after it lost its code',
      'missing',
      { last: now - hour, week: 400 },
      lineOf([9 * day, 'tracking'], [2 * day, 'missing'], [minute, 'missing']),
      90,
      'counted',
    ],
    [
      'a visit since the check before, but not of late',
      'missing',
      { last: now - 8 * day, week: 0 },
      lineOf([30 * day, 'missing']),
      90,
      'missing',
    ],
    [
      'it had code for a while since',
      'missing',
      { last: now - hour, week: 9 },
      lineOf([9 * day, 'missing'], [day, 'tracking']),
      90,
      'missing',
    ],
    [
      'it had code that may have worked for a while',
      'missing',
      { last: now - hour, week: 9 },
      lineOf([9 * day, 'missing'], [day, 'blocked']),
      90,
      'missing',
    ],
    [
      'checks between that could not tell',
      'missing',
      { last: now - hour, week: 9 },
      lineOf([2 * day, 'counted'], [day, 'silent'], [hour, 'unsure']),
      90,
      'counted',
    ],
    ['checked only where it could not tell', 'missing', { last: now - hour }, lineOf([day, 'unsure']), 90, 'counted'],
    // Visits say nothing else about a page.
    ['it does not answer', 'silent', { last: null, week: 0 }, [], 90, 'silent'],
    ['its code reports elsewhere', 'other', { last: now - hour, week: 9 }, [], 90, 'other'],
    ['it cannot be told', 'unsure', { last: now - hour, week: 9 }, [], 90, 'unsure'],
  ])('%s', (_what, state, told, line, created, is) => {
    const before = { line, ...(Number.isNaN(created) ? {} : { created: now - created * day }) };
    const look = lookWithVisits({ state, trackers: [] }, { at: now, ...told }, before);
    expect([stateOf(look), look.state, look.visits]).toEqual([
      is,
      state,
      { at: now, ...told, ...(is === state ? {} : { is }) },
    ]);
  });

  test('the visits of a website with other hosts do not prove that a host without code is counted', () => {
    expect(stateByVisits('missing', { at: now, last: now - hour }, { line: [], sharesVisits: true })).toBeUndefined();
  });

  test.each<[string, PageState, SiteState[], Partial<Visits>, expected: object]>([
    ['it is back', 'tracking', ['tracking', 'silent', 'silent'], { last: now - 20 * day, week: 0 }, { back: ['a'] }],
    ['its server counts no visit any more', 'missing', ['counted', 'counted'], { week: 0 }, { stopped: ['a'] }],
  ])('what is said to have changed since the weekly checks: %s', (_what, state, states, told, expected) => {
    const line = states.map((was, index) => ({ at: now - (states.length - index) * 7 * day, state: was }));
    const look = lookWithVisits({ state, trackers: [] }, { at: now, ...told }, { line });
    const past = line.map(({ at, state: was }) => ({
      id: `${at}`,
      account: 'one',
      at,
      sites: [['a', siteStates.indexOf(was)] as const],
    }));
    expect(changesBetween(past, [{ host: 'a', look }])).toMatchObject({ back: [], stopped: [], ...expected });
  });

  test('what visits were said to make of a look is found out anew', () => {
    const look = lookWithVisits({ state: 'other', trackers: [] }, { at: now, last: null, is: 'quiet' }, { line: [] });
    expect([stateOf(look), look.visits]).toEqual(['other', { at: now, last: null }]);
  });

  const moment = fc.integer({ min: 0, max: 40 * 24 }).map((hours) => now - hours * hour);
  const line = fc
    .array(fc.record({ at: moment, state: fc.constantFrom(...siteStates) }), { maxLength: 6 })
    .map((all) => all.toSorted((one, other) => one.at - other.at));
  const visits = fc.record(
    { at: fc.constant(now), last: fc.option(moment), week: fc.nat(3) },
    { requiredKeys: ['at'] },
  );
  const pages: PageState[] = siteStates.filter((one): one is PageState => isSiteLook({ state: one, trackers: [] }));

  /** Since the last check that found any code, others have found none, and visits came after these. */
  function expectProof(state: PageState, { last }: Partial<Visits>, checks: readonly PastState[]): void {
    const ofCode = checks.filter((one) => !['silent', 'elsewhere', 'file', 'unsure'].includes(one.state));
    const code = ofCode.findLastIndex((one) => !['missing', 'counted'].includes(one.state));
    const since = ofCode[code + 1]?.at;
    const isProved = ofCode.at(-1)?.state === 'counted';
    expect([state, since !== undefined || !ofCode.length]).toEqual(['missing', true]);
    expect(last).toBeGreaterThan(isProved ? now - 7 * day : (since ?? now - day) + (code < 0 ? 0 : day));
    expect(last).toBeGreaterThan(now - 7 * day);
  }

  test('no state says more than is known', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pages),
        visits,
        line,
        fc.option(moment, { nil: undefined }),
        (state, told, checks, created) => {
          const is = stateByVisits(state, told, { line: checks, created });
          const { last, week } = told;
          if (is === 'quiet') {
            expect(state).toBe('tracking');
            expect([last === null || now - (last ?? now) >= 7 * day, !week]).toEqual([true, true]);
            expect(created === undefined || now - created >= 2 * day).toBe(true);
          }
          if (is === 'counted') expectProof(state, told, checks);
        },
      ),
    );
  });
});

test('each state has its place among the worst', () => {
  expect(worstFirst.toSorted()).toEqual(siteStates.toSorted());
});

describe('what a service is asked next', () => {
  const open: OpenSite[] = [
    { at: 0, id: 'a', state: 'tracking' },
    { at: 1, id: 'b', state: 'missing', isShown: true },
    { at: 2, id: 'c', state: 'unsure' },
    { at: 3, id: 'd', state: 'silent' },
  ];
  const week = (id: string, more = {}) => ({ ids: [id], week: true, ...more });
  const last = (...ids: string[]) => ({ ids, last: true, shown: true });
  type Told = Record<string, number | null | undefined>;
  test.each<
    [
      string,
      weeks: Record<string, number | undefined>,
      lasts: Told,
      isOfAll: boolean,
      settled: string,
      ask: object | undefined,
    ]
  >([
    ['the week of the first', {}, {}, false, '', week('a')],
    ['of one with visits no more, then the next', { a: 4 }, {}, false, 'a', week('b', { shown: true })],
    ['the last visit of one without', { a: 0 }, {}, false, '', last('a')],
    ['which is known then, known or not', { a: 0 }, { a: undefined }, false, 'a', week('b', { shown: true })],
    ['one of which nothing may be known is done', { a: undefined }, {}, false, 'a', week('b', { shown: true })],
    ['of one without code, whether it has visits', { a: 1, b: 0 }, {}, false, 'ab', week('c')],
    ['and when, where it has', { a: 1, b: 2 }, {}, false, 'a', last('b')],
    ['when, of one that cannot be told', { a: 1, b: 0, c: 0 }, {}, false, 'ab', last('c')],
    ['nothing more of one that did not answer', { a: 1, b: 0, c: 0, d: 0 }, { c: null }, false, 'abcd', undefined],
    ['of a service that tells of all at once, several', { a: 0, b: 2, c: 0 }, {}, true, 'd', last('a', 'b', 'c')],
    ['whom it does not name may not be known', { a: 1 }, {}, true, 'abcd', undefined],
  ])('%s', (_what, weeks, lasts, isOfAll, settled, ask) => {
    const heard: Heard = { weeks: new Map(Object.entries(weeks)), lasts: new Map(Object.entries(lasts)), isOfAll };
    const next = nextQuestion(open, heard);
    expect([next.settled.map(({ id }) => id).join(''), next.ask]).toEqual([settled, ask]);
  });

  test('a website that several sites share is asked for once', () => {
    const shared = [...open, { ...open[0], at: 4 } as OpenSite];
    const heard: Heard = { weeks: new Map([['a', 0]]), lasts: new Map(), isOfAll: true };
    expect(nextQuestion(shared, heard).ask).toEqual(last('a'));
  });
});
