import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'] });
});
afterEach(() => vi.useRealTimers());

test.each<
  [string, when: { begun?: number; ended?: number; other?: number; set?: number; asked: number }, left: number]
>([
  ['begun here a moment ago', { begun: 60_000, asked: 61_000 }, 19_000],
  ['begun here long ago', { begun: 60_000, asked: 90_000 }, 0],
  [
    'begun here, its outcome known, and by an earlier worker before',
    { begun: 3_000, ended: 4_000, asked: 5_000 },
    15_000,
  ],
  ['another one was begun here', { other: 60_000, asked: 61_000 }, 0],
  ['begun by an earlier worker, and this one is young', { asked: 5_000 }, 15_000],
  ['begun by an earlier worker, and this one is old', { asked: 25_000 }, 0],
  ['the clock was set forward since', { begun: 60_000, set: 3_600_000, asked: 61_000 }, 19_000],
  ['the clock was set back since', { begun: 60_000, set: -3_600_000, asked: 61_000 }, 19_000],
])('%s: it may still be under way for so long', async (_name, { begun, ended, other, set, asked }, left) => {
  const { beginWrite, endWrite, underWayFor } = await import('@/lib/background/underWay.ts');
  const start = performance.now();
  const does = [
    [begun, () => beginWrite('a host')],
    [other, () => beginWrite('a other')],
    [ended, () => endWrite('a host')],
  ] as const;
  for (const [at, run] of does) {
    if (at === undefined) continue;
    vi.advanceTimersByTime(start + at - performance.now());
    run();
  }
  if (set) vi.setSystemTime(Date.now() + set);
  vi.advanceTimersByTime(start + asked - performance.now());
  expect(underWayFor('a host')).toBe(left);
});
