import { afterEach, expect, test, vi } from 'vitest';
import { isDeletingIn, maxRequestAge, pendingDeletions } from '@/lib/messages/changes.ts';

const account = 'https://stats.example';
const now = 1_000_000_000;

afterEach(() => void vi.useRealTimers());

test.each([
  ['just now', now, true],
  ['as long ago as a request may take', now - maxRequestAge, false],
  ['a moment ahead, by a correction of the clock', now + 500, true],
  ['hours ahead, as the clock was set back since', now + 3_600_000, false],
])('a deletion that was sent %s may still be carried out: %s', (_when, at, isPending) => {
  vi.useFakeTimers({ now });
  const sent = { id: 'd', account, at };
  expect(pendingDeletions([sent])).toEqual(isPending ? [sent] : []);
  expect(isDeletingIn([sent], account)).toBe(isPending);
  expect(isDeletingIn([sent], 'another')).toBe(false);
});
