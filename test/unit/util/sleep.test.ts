import { beforeEach, expect, test, vi } from 'vitest';
import { sleep } from '@/lib/util/sleep.ts';

beforeEach(() => void vi.useFakeTimers());
const other = new AbortController().signal;

test.each<[string, after: number, abort: boolean | 'before', signals: 'none' | 'one' | 'two']>([
  ['its time', 1000, false, 'none'],
  ['its time, with a signal', 1000, false, 'one'],
  ['an abort', 0, true, 'one'],
  ['an abort of the second of two signals', 0, true, 'two'],
  ['an abort long ago', 0, 'before', 'one'],
])('ends by %s, and leaves no timer and no listener', async (_name, after, abort, signals) => {
  const controller = new AbortController();
  const { signal } = controller;
  const [adds, removes] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
  if (abort === 'before') controller.abort();
  let ended = false;
  const given = { none: [], one: [undefined, signal], two: [other, signal] }[signals];
  const sleeping = sleep(1000, ...given).then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(Math.max(0, after - 1));
  expect(ended).toBe(abort === 'before');
  if (abort === true) controller.abort();
  else await vi.advanceTimersByTimeAsync(1);
  await sleeping;
  expect(vi.getTimerCount()).toBe(0);
  expect(removes.mock.calls.length).toBe(adds.mock.calls.length);
});
