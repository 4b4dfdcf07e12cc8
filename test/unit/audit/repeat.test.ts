import { expect, test } from 'vitest';
import { type AuditRepeat, dueAt, joinSites, type Period, periodAfter } from '@/lib/audit/repeat.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';

const at = (text: string) => new Date(text).getTime();

test.each<[Period, string, string]>([
  ['week', '2026-01-01T09:30', '2026-01-08T09:30'],
  ['week', '2026-12-28T09:30', '2027-01-04T09:30'],
  ['month', '2026-01-15T09:30', '2026-02-15T09:30'],
  ['month', '2026-01-31T09:30', '2026-02-28T09:30'],
  ['month', '2028-01-31T09:30', '2028-02-29T09:30'],
  ['month', '2026-12-31T09:30', '2027-01-31T09:30'],
])('a %s after %s: %s', (every, from, to) => {
  expect(periodAfter(every, at(from))).toBe(at(to));
});

const repeat: AuditRepeat = { account: 'one', every: 'week', sites: [{ key: 'a.example' }], job: 'j', next: 0 };

test('is due when it was said, and now where the clock was set back by more than its period', () => {
  const now = at('2026-05-01T12:00');
  const tomorrow = at('2026-05-02T12:00');
  expect(dueAt({ ...repeat, next: tomorrow }, now)).toBe(tomorrow);
  expect(dueAt({ ...repeat, next: at('2026-06-02T12:00') }, now)).toBe(now);
});

// The days that the next month lacks all lead to its last day.
test.each<[Period, planned: string, now: string]>([
  ['month', '2026-01-28T12:00', '2026-01-29T10:00'],
  ['month', '2026-01-30T23:59', '2026-01-31T00:00'],
  ['month', '2026-03-30T12:00', '2026-03-31T08:00'],
])('planned for a %s at %s, it is not due at %s', (every, planned, now) => {
  const next = periodAfter(every, at(planned));
  expect(dueAt({ ...repeat, every, next }, at(now))).toBe(next);
});

test('each site once, as it was told last', () => {
  const joined = joinSites([{ key: 'a', id: '1' }, { key: 'b' }], [{ key: 'c' }, { key: 'a', id: '2' }]);
  expect(joined).toEqual([{ key: 'a', id: '2' }, { key: 'b' }, { key: 'c' }]);
});

test.each<[string, unknown, unknown]>([
  ['what was stored', [repeat, { ...repeat, stopped: true }], [repeat, { ...repeat, stopped: true }]],
  ['no list', {}, undefined],
  ['sites', [{ ...repeat, sites: [null, 5, { key: 5 }, { key: 'b', id: 7 }] }], [{ ...repeat, sites: [{ key: 'b' }] }]],
  ['no period', [{ ...repeat, every: 'day' }], []],
  ['no moment', [{ ...repeat, next: '5' }], []],
  ['nothing', [null, 5, undefined], []],
])('reads %s', (_name, stored, read) => {
  expect(auditRepeats.parse?.(stored)).toEqual(read);
});
