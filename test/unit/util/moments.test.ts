import { expect, test } from 'vitest';
import { ageOf, isAhead } from '@/lib/util/moments.ts';

const now = 1_000_000;

test.each([
  ['long ago', now - 600_000, false, 600_000],
  ['now', now, false, 0],
  ['ahead by a correction of the clock', now + 1000, false, 0],
  ['ahead, as the clock was set back', now + 1001, true, Number.POSITIVE_INFINITY],
])('a stored moment %s', (_name, moment, ahead, age) => {
  expect([isAhead(moment, now), ageOf(moment, now)]).toEqual([ahead, age]);
});

test('a moment that was not stored is not ahead', () => expect(isAhead(undefined, now)).toBe(false));
