import { expect, test } from 'vitest';
import type { Visits } from '@/lib/audit/look.ts';
import { askedForLast, lastVisitOf, visitFields, weekOf } from '@/lib/records/visits.ts';
import type { KnownHits } from '@/lib/storage/hits.ts';

const at = Date.UTC(2026, 10, 27);
const weeks = 21 * 86_400_000;
const day = '2026-11-27T00:00:00.000Z';
type Last = number | null | undefined;
type Row = [string, KnownHits | undefined, Visits | undefined, Last, week: number | undefined, object];
const check = { at: 5, week: 3 };
const whole = { ...check, last: at };
const both = { last_visit: day, visits_7_days: 3 };
test.each<Row>([
  ['nothing', undefined, undefined, undefined, undefined, {}],
  ['a list that was told', { last: at, lastAt: 5 }, undefined, at, undefined, { last_visit: day }],
  ['a list that was not', { lastAt: 5 }, undefined, undefined, undefined, {}],
  ['a check', undefined, { at: at + weeks, last: at, week: 0 }, at, 0, { last_visit: day, visits_7_days: 0 }],
  [
    'a service that counts the week later',
    undefined,
    { at: at + 5, last: at, week: 0 },
    at,
    undefined,
    { last_visit: day },
  ],
  ['a check and a later list', { last: null, lastAt: 6 }, whole, null, 3, { ...both, last_visit: 'never' }],
  ['a check and an earlier list', { last: 1, lastAt: 4, week: 1, weekAt: 4 }, whole, at, 3, both],
  ['a check that was told the week alone', { last: at, lastAt: 4 }, check, at, 3, both],
  ['a later list that was not told', { lastAt: 6 }, { at: 5, last: at }, at, undefined, { last_visit: day }],
  ['a list told weeks after a check', { last: at, lastAt: 5 + weeks }, check, at, undefined, { last_visit: day }],
  ['a later week', { week: 9, weekAt: 6 }, { at: 5, week: 3 }, undefined, 9, { visits_7_days: 9 }],
])('of the visits of a website is known by %s', (_what, hits, visits, last, week, fields) => {
  const row = { ...(hits ? { hits } : {}), ...(visits ? { check: { visits } } : {}) };
  expect([lastVisitOf(row), weekOf(row), visitFields(row)]).toEqual([last, week, fields]);
  expect(askedForLast(row)).toBe(Math.max(hits?.lastAt ?? 0, visits?.at ?? 0) || undefined);
});

test('that no visit came says nothing about a record that may be gone', () => {
  const row = { notListed: 4, hits: { last: null, lastAt: 5 } };
  expect([lastVisitOf(row), visitFields(row)]).toEqual([undefined, {}]);
  expect(lastVisitOf({ ...row, hits: { last: 3, lastAt: 5 } })).toBe(3);
});

test.each<[string, Visits, object, object]>([
  ['the week', { at: 5, week: 3 }, { visits_7_days: 3 }, {}],
  ['that no visit came yet', { at: 5, last: null }, { last_visit: 'never' }, {}],
  ['the last visit', { at: 5, last: at }, { last_visit: day }, { last_visit: day }],
])(
  'what a check weeks ago was told is no more exported as true of now, but for a date: %s',
  (_what, visits, then, now) => {
    const row = { check: { visits } };
    expect([visitFields(row), visitFields(row, 5 + weeks)]).toEqual([then, now]);
  },
);
