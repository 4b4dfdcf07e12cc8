import { describe, expect, test } from 'vitest';
import { earlierOf } from '@/lib/jobs/ended.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { begin } from './made.ts';

const made = (id: string, change: Partial<Job>): Job => ({ ...begin().job, id, ...change });
const counts = { waiting: 0, sending: 0, done: 2, failed: 1, skipped: 0 };

describe('an earlier job', () => {
  const newer = made('newer', { started: 30 });
  test.each<[string, Partial<Job>, isEarlier: boolean]>([
    ['had ended before the newest was started', { ended: 20, counts }, true],
    ['not one that ended since, as those of one press do', { ended: 31 }, false],
    ['not one that goes on', {}, false],
    ['not one with passwords to copy', { ended: 20, secrets: 1 }, false],
    ['not one of whose outcome some is unknown', { ended: 20, counts: { ...counts, unknown: 1 } }, false],
  ])('%s', (_what, change, isEarlier) => {
    const older = made('older', change);
    expect(earlierOf([newer, older])).toEqual(isEarlier ? [older] : []);
  });

  test('is not there where there is no other', () => {
    expect([earlierOf([]), earlierOf([made('j', { ended: 40 })])]).toEqual([[], []]);
  });
});
