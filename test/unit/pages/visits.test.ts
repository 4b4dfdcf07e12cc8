import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inSight } from '@/entrypoints/manage/list/window.ts';
import { unknownVisits, visitAsker, visitOf } from '@/entrypoints/manage/websites/visits.ts';
import type { SlimRow } from '@/lib/records/slim.ts';
import type { Problem } from '@/lib/services/index.ts';
import { failed, ok, openPage, questions, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const rowOf = (id: string, more: Partial<SlimRow> = {}): SlimRow => ({
  key: `a ${id}`,
  account: 'a',
  slot: id,
  id,
  name: `${id}.example`,
  hosts: [],
  ...more,
});

beforeEach(() => {
  openPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
});
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const last = (account: string, ...ids: string[]) => ['websites.hits', { ids, last: true }, account];

test('is asked for the rows that rest in sight, of each account by itself, without those that no id names', async () => {
  const asker = visitAsker(() => {});
  asker.see([rowOf('1')]);
  await wait(400);
  asker.see([
    rowOf('2'),
    rowOf('3', { account: 'b' }),
    rowOf('4'),
    rowOf('', {}),
    rowOf('5', { locked: 'unsafe-id' as never }),
    rowOf('6', { locked: 'not-allowed' }),
  ]);
  await wait(499);
  expect(questions()).toEqual([]);
  await wait(1);
  expect(questions()).toEqual([last('a', '2', '4', '6'), last('b', '3')]);
  asker.end();
});

test('is asked again after a minute, for the worker has bounds of its own, but not while the page is hidden', async () => {
  worker.answers['websites.hits'] = () => ok({});
  const asker = visitAsker(() => {});
  asker.see([rowOf('1')]);
  await wait(500);
  await wait(60_000);
  expect(questions()).toHaveLength(2);
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  await wait(60_000);
  expect(questions()).toHaveLength(2);
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  await wait(60_000);
  expect(questions()).toHaveLength(3);
  asker.end();
  await wait(120_000);
  expect(questions()).toHaveLength(3);
});

test('a service that refuses is left alone for five minutes, and why is told', async () => {
  const told: [string, Problem | undefined][] = [];
  worker.answers['websites.hits'] = () => failed('server');
  const asker = visitAsker((...one) => told.push(one));
  asker.see([rowOf('1')]);
  await wait(500);
  await wait(4 * 60_000);
  expect(questions()).toHaveLength(1);
  worker.answers['websites.hits'] = () => ok({});
  await wait(60_000);
  expect(questions()).toHaveLength(2);
  expect(told).toEqual([
    ['a', { kind: 'server' }],
    ['a', undefined],
  ]);
  asker.end();
});

const many = Array.from({ length: 100 }, (_, at) => at);
test.each<[string, first: number, last: number, shown: [number, number]]>([
  ['at the top', 0, 30, [0, 22]],
  ['at the end', 60, 99, [68, 99]],
])('rows that are only rendered are not in sight: %s', (_where, first, to, shown) => {
  const rows = inSight(many, first, to);
  expect([rows[0], rows.at(-1)]).toEqual(shown);
});

const now = Date.UTC(2026, 10, 27, 12, 59);
test.each<[string, Partial<SlimRow>, Problem | undefined, text: string, title: RegExp, isKnown: boolean]>([
  ['two minutes ago', { hits: { last: now - 125_000, lastAt: now } }, undefined, '2 min', /as_of/, true],
  ['never', { hits: { last: null, lastAt: now } }, undefined, 'audit_no_visit_yet', /as_of/, true],
  [
    'of the week alone',
    { check: { state: 'tracking', at: 1, visits: { at: 2, week: 8 } } },
    undefined,
    'in_week',
    /week_visits/,
    true,
  ],
  ['not asked for', {}, undefined, '–', /unasked/, false],
  ['not told', { hits: { lastAt: now } }, undefined, '–', /untold/, false],
  ['not to be had', {}, { kind: 'server' }, '–', /problem|server/i, false],
])('is shown: %s', (_what, row, problem, text, title, isKnown) => {
  const shown = visitOf(rowOf('1', row), problem, now);
  expect(shown.text).toContain(text);
  expect(shown.title).toMatch(title);
  expect(shown.isKnown).toBe(isKnown);
});

test('those that are not known are counted', () => {
  expect(
    unknownVisits([rowOf('1'), rowOf('2', { hits: { last: null, lastAt: 1 } }), rowOf('3', { hits: { lastAt: 1 } })]),
  ).toBe(2);
});
