import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesBetween } from '@/lib/audit/history.ts';
import type { PageState, PastState, SiteState, Visits } from '@/lib/audit/look.ts';
import { isSiteLook, siteStates, stateOf, worstFirst } from '@/lib/audit/look.ts';
import { type Heard, lookWithVisits, nextQuestion, type OpenSite, stateByVisits } from '@/lib/audit/visits.ts';
import { forAny } from '../util/forAny.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const now = 1_000 * day;
const spans: Record<string, number> = { m: minute, h: hour, d: day };
/** Returns the states of earlier checks: `9d missing, 1m tracking` means nine days and a minute ago. */
const lineOf = (line: string): PastState[] =>
  [...line.matchAll(/(\d+)([mhd]) (\w+)/g)].map(([, count, unit = '', state]) => ({
    at: now - Number(count) * (spans[unit] ?? 0),
    state: state as SiteState,
  }));

describe('what visits make of what a page shows', () => {
  type Told = { last?: number | null; week?: number };
  const never = { last: null, week: 0 };
  const hourAgo = { last: now - hour, week: 9 };
  const long = { last: now - 8 * day, week: 0 };
  const minutesAgo = { last: now - 9 * minute, week: 400 };
  const monthAgo = { last: now - 30 * day, week: 0 };
  // The state of the page, the visits, what checks found before, the state then. Registered 90 days ago, if not told.
  test.each<[string, PageState, Told, line: string, SiteState, registered?: number]>([
    // The code is there.
    ['visits arrive', 'tracking', { last: now - day, week: 3 }, '', 'tracking'],
    ['none for eight days', 'tracking', long, '', 'quiet'],
    ['none for seven days to the moment', 'tracking', { last: now - 7 * day, week: 0 }, '', 'quiet'],
    ['one a little less than seven days ago', 'tracking', { last: now - 7 * day + 1, week: 0 }, '', 'tracking'],
    ['never one', 'tracking', never, '', 'quiet'],
    ['never one, of an unknown age', 'tracking', { last: null }, '', 'quiet', Number.NaN],
    ['none for eight days, yet some are counted in the week', 'tracking', { ...long, week: 2 }, '', 'tracking'],
    ['registered yesterday', 'tracking', never, '', 'tracking', 1],
    ['registered in the future: the clock was set back', 'tracking', never, '', 'tracking', -5],
    ['none in the week, and the last one is not known', 'tracking', { week: 0 }, '', 'tracking'],
    ['nothing is known', 'tracking', {}, '', 'tracking'],
    ['the code is new since a check', 'tracking', never, '9d missing', 'tracking'],
    ['the code is new since yesterday', 'tracking', never, '9d missing, 1d tracking', 'tracking'],
    ['the code is known for three days', 'tracking', never, '9d missing, 3d tracking, 1d unsure', 'quiet'],
    ...(['other', 'blocked', 'silent', 'elsewhere', 'file'] as const).map(
      (was): [string, 'tracking', Told, string, SiteState] => [
        `it stood as ${was} until a minute ago`,
        'tracking',
        monthAgo,
        `40d tracking, 14d ${was}, 1m ${was}`,
        'tracking',
      ],
    ),
    ['it was down for weeks, and has been back for two days', 'tracking', monthAgo, '14d silent, 2d tracking', 'quiet'],
    // There is none.
    ['no visits', 'missing', never, '', 'missing'],
    ['a visit an hour ago, never checked', 'missing', hourAgo, '', 'counted'],
    ['a visit two days ago, never checked', 'missing', { last: now - 2 * day, week: 9 }, '', 'missing'],
    ['it lost the code an hour ago', 'missing', hourAgo, '1d tracking', 'missing'],
    ['it had none of late', 'missing', hourAgo, '1d missing', 'counted'],
    ['the last visit was before the check', 'missing', { last: now - 2 * day, week: 9 }, '1d missing', 'missing'],
    ['it was counted ten minutes ago, no visit since', 'missing', hourAgo, '7d counted, 10m counted', 'counted'],
    ['it was counted, but not for a week', 'missing', { last: now - 7 * day, week: 1 }, '8d counted', 'missing'],
    ['it lost its code, and an open page sends a visit', 'missing', minutesAgo, '7d tracking, 10m missing', 'missing'],
    ['visits go on for a day without its code', 'missing', hourAgo, '9d tracking, 2d missing, 1m missing', 'counted'],
    ['a visit since, but not of late', 'missing', long, '30d missing', 'missing'],
    ['it had code for a while since', 'missing', hourAgo, '9d missing, 1d tracking', 'missing'],
    ['it had code that may have worked for a while', 'missing', hourAgo, '9d missing, 1d blocked', 'missing'],
    ['checks between that could not tell', 'missing', hourAgo, '2d counted, 1d silent, 1h unsure', 'counted'],
    ['checked only where it could not tell', 'missing', { last: now - hour }, '1d unsure', 'counted'],
    // Visits say nothing else about a page.
    ['it does not answer', 'silent', never, '', 'silent'],
    ['its code reports elsewhere', 'other', hourAgo, '', 'other'],
    ['it cannot be told', 'unsure', hourAgo, '', 'unsure'],
  ])('%s', (_what, state, told, line, is, registered = 90) => {
    const created = Number.isNaN(registered) ? {} : { created: now - registered * day };
    const look = lookWithVisits({ state, trackers: [] }, { at: now, ...told }, { line: lineOf(line), ...created });
    const visits = { at: now, ...told, ...(is === state ? {} : { is }) };
    expect([stateOf(look), look.state, look.visits]).toEqual([is, state, visits]);
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
  const told = { at: fc.constant(now), last: fc.option(moment), week: fc.nat(3) };
  const visits = fc.record(told, { requiredKeys: ['at'] });
  const registered = fc.option(moment, { nil: undefined });
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

  test('no state says more than is known', () =>
    forAny([fc.constantFrom(...pages), visits, line, registered], (state, told, checks, created) => {
      const is = stateByVisits(state, told, { line: checks, created });
      const { last, week } = told;
      if (is === 'quiet') {
        expect(state).toBe('tracking');
        expect([last === null || now - (last ?? now) >= 7 * day, !week]).toEqual([true, true]);
        expect(created === undefined || now - created >= 2 * day).toBe(true);
      }
      if (is === 'counted') expectProof(state, told, checks);
    }));
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
  type Told<T> = Record<string, T | undefined>;
  type Row = [string, weeks: Told<number>, lasts: Told<number | null>, isOfAll: boolean, settled: string, ask?: object];
  test.each<Row>([
    ['the week of the first', {}, {}, false, '', week('a')],
    ['of one with visits no more, then the next', { a: 4 }, {}, false, 'a', week('b', { shown: true })],
    ['the last visit of one without', { a: 0 }, {}, false, '', last('a')],
    ['which is known then, known or not', { a: 0 }, { a: undefined }, false, 'a', week('b', { shown: true })],
    ['one of which nothing may be known is done', { a: undefined }, {}, false, 'a', week('b', { shown: true })],
    ['of one without code, whether it has visits', { a: 1, b: 0 }, {}, false, 'ab', week('c')],
    ['and when, where it has', { a: 1, b: 2 }, {}, false, 'a', last('b')],
    ['when, of one that cannot be told', { a: 1, b: 0, c: 0 }, {}, false, 'ab', last('c')],
    ['nothing more of one that did not answer', { a: 1, b: 0, c: 0, d: 3 }, { c: null }, false, 'abcd', undefined],
    ['when, where it has none: it may be deleted', { a: 1, b: 0, c: 0, d: 0 }, { c: null }, false, 'abc', last('d')],
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
