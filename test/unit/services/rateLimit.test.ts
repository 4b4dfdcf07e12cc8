import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  minimumTime,
  nextRequestAt,
  nextUnaskedAt,
  noRateLimit,
  type RateLimit,
  requestSent,
  responseReceived,
  withoutWait,
} from '@/lib/services/rateLimit.ts';
import { tryWith } from '../util/forAny.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
/** An answer that comes now, to a request that was sent at `sentAt`. */
const answer = (
  status: number,
  headers: Record<string, string>,
  pace: RateLimit = requestSent(noRateLimit, now),
  sentAt = now,
) => responseReceived(pace, status, (name) => headers[name] ?? null, now, sentAt);
/** An answer that says how many requests are left of 60, and until when. */
const left = (remaining: number, reset?: number, more: Record<string, string> = {}) =>
  answer(200, {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': String(remaining),
    ...(reset === undefined ? {} : { 'x-ratelimit-reset': String(reset) }),
    ...more,
  });
const draft = { 'ratelimit-limit': '10', 'ratelimit-remaining': '0', 'ratelimit-reset': '4' };
const large = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '900' };
const ahead = { date: new Date(now + 3_600_000).toUTCString() };
const wait = (pace: RateLimit, careful = true) => (nextRequestAt(pace, careful, now) - now) / 1000;
const sent = (count: number, ago = 1): RateLimit => ({ sent: Array.from({ length: count }, () => now - ago * 1000) });

describe('how long the next request waits (seconds)', () => {
  test.each<[string, RateLimit, boolean, number]>([
    ['nothing known, nothing sent', noRateLimit, true, 0],
    ['54 by a clock that was an hour ahead', sent(54, -3600), true, 0],
    ['refused by a clock that was an hour ahead', { ...sent(1, -3600), blocked: now + 3_700_000 }, true, 0],
    ['54, the last before the clock corrected itself', sent(54, -0.5), true, 60.5],
    ['53 within the minute', sent(53), true, 0],
    ['54 within the minute', sent(54, 20), true, 40],
    ['54 within the minute, fast', sent(54, 20), false, 0],
    ['54, a minute ago', sent(54, 60), true, 0],
    ['48 of 50 in a window of its own', { ...sent(48, 5), limit: 50, window: 15_000 }, false, 10],
    ['48 of 50, that window ago', { ...sent(48, 15), limit: 50, window: 15_000 }, false, 0],
    ['the same by a clock that was an hour ahead', { ...sent(48, -3600), limit: 50, window: 15_000 }, false, 0],
    ['plenty left', left(40), true, 0],
    ['few left, no end said', left(3), false, 60],
    ['few left, end in seconds', left(0, 7), true, 7],
    ['few left, end as seconds since 1970', left(0, now / 1000 + 9), true, 9],
    ['end by a clock an hour ahead', left(0, now / 1000 + 3609, ahead), true, 9],
    ['an end that is over', left(0, now / 1000 - 9), true, 0],
    ['the draft’s names', answer(200, draft), true, 4],
    ['a large limit outruns the careful pace', answer(200, large, sent(80)), true, 0],
    ['429 with seconds', answer(429, { 'retry-after': '12' }), true, 12],
    ['429 with the end of the window', answer(429, { 'x-ratelimit-reset': '7' }), true, 7],
    ['429 with nothing', answer(429, {}), true, 30],
    ['429, then fast is slow too', answer(200, {}, answer(429, {}, sent(60))), false, 59],
    ['503 with seconds', answer(503, { 'retry-after': '5' }), true, 5],
    ['503 alone', answer(503, {}), true, 0],
  ])('%s', (_name, pace, careful, seconds) => expect(wait(pace, careful)).toBe(seconds));

  test.each<[string, RateLimit, number]>([
    ['nothing known, nothing sent', noRateLimit, 0],
    ['26 within the minute', sent(26), 0],
    ['27 within the minute', sent(27, 20), 40],
    ['half of a stated limit', { ...sent(5, 5), limit: 10, window: 15_000 }, 10],
    ['less than half of it', { ...sent(4, 5), limit: 10, window: 15_000 }, 0],
    ['the only one that a limit allows', { sent: [], limit: 1 }, 0],
    ['more than half is left', left(31, 7), 0],
    ['half is left, end in seconds', left(30, 7), 7],
    ['half is left, no end said', left(30), 60],
    ['half is left, and the window is over', left(30, now / 1000 - 9), 0],
    ['30 sent before the window began', { ...left(60), sent: sent(30, 20).sent }, 40],
    ['refused', answer(429, { 'retry-after': '12' }), 12],
    ['by a clock that was an hour ahead', sent(54, -3600), 0],
  ])('of a request that nobody waits for: %s', (_name, pace, seconds) =>
    expect((nextUnaskedAt(pace, now) - now) / 1000).toBe(seconds),
  );

  test.each<[number, boolean, RateLimit, number]>([
    [54, true, noRateLimit, 60],
    [53, true, noRateLimit, 0],
    [260, true, noRateLimit, 240],
    [260, false, noRateLimit, 0],
    [260, false, { sent: [], limit: 100 }, 120],
  ])('%i requests, careful %s: at least so long', (requests, careful, pace, seconds) =>
    expect(minimumTime(pace, careful, requests)).toBe(seconds * 1000),
  );
});

/** A service with fixed windows, as Laravel's throttle: begun by the first request or by the clock. */
function service(limit: number, length: number, aligned: boolean) {
  let began = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (at: number) => {
    if (at >= began + length) {
      began = aligned ? at - (at % length) : at;
      used = 0;
    }
    used++;
    return { refused: used > limit, left: Math.max(0, limit - used), ends: began + length };
  };
}

describe('against a service that counts', () => {
  const limits = fc.integer({ min: 1, max: 200 });
  const latencies = fc.integer({ min: 1, max: 900 });
  test.each([
    { tells: 'nothing', limits: fc.constant(60), lengths: fc.constant(60_000) },
    {
      tells: 'what is left',
      limits,
      lengths: fc.integer({ min: 500, max: 60_000 }),
      // The second request is the first of the next window, and leaves as many as the one before it.
      examples: [[2, 59_451, true, 900] as [number, number, boolean, number]],
    },
    { tells: 'what is left and until when', limits, lengths: fc.integer({ min: 2_000, max: 600_000 }) },
  ])('one that tells $tells never has to refuse', ({ tells, limits, lengths, examples = [] }) =>
    tryWith({ examples }, [limits, lengths, fc.boolean(), latencies], (limit, length, aligned, latency) => {
      const ask = service(limit, length, aligned);
      let pace = noRateLimit;
      let at = now;
      let refusals = 0;
      for (let count = 0; count < 300; count++) {
        at = nextRequestAt(pace, true, at);
        pace = requestSent(pace, at);
        const { refused, left, ends } = ask(at);
        if (refused) refusals++;
        const sentAt = at;
        at += latency;
        const headers: Record<string, string> = {
          ...(tells === 'nothing' ? {} : { 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(left) }),
          ...(tells.includes('until') ? { 'x-ratelimit-reset': String(Math.ceil(ends / 1000)) } : {}),
        };
        pace = responseReceived(pace, 200, (name) => headers[name] ?? null, at, sentAt);
      }
      expect(refusals).toBe(0);
    }),
  );
});

test.each<[string, number, Record<string, string>, seconds: number]>([
  ['200, on its way before', 200, {}, 30],
  ['500', 500, {}, 30],
  ['429 that asks for less', 429, { 'retry-after': '5' }, 5],
  ['503 that asks for more', 503, { 'retry-after': '60' }, 60],
])('once refused for 30 s, an answer comes late: %s', (_name, status, headers, seconds) => {
  expect(wait(answer(status, headers, answer(429, { 'retry-after': '30' })))).toBe(seconds);
});

const none = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '900' };
test.each<[string, RateLimit, status: number, headers: Record<string, string>, sentAt: number, seconds: number]>([
  ['a success ends a refusal', answer(429, { 'retry-after': '900' }), 200, {}, now + 1, 0],
  ['and a 503 that asked for a wait', answer(503, { 'retry-after': '900' }), 204, {}, now + 1, 0],
  ['and one that an earlier version stored', { sent: [now], blocked: now + 900_000 }, 200, {}, now + 1, 0],
  ['and the word that none is left', answer(200, none), 200, {}, now + 1, 0],
  ['unless it says so again', answer(200, none), 200, none, now + 1, 900],
  ['or was sent before', answer(429, { 'retry-after': '900' }), 200, {}, now - 1, 900],
  ['the same, where no limit is known', answer(503, { 'retry-after': '900' }), 200, {}, now - 1, 900],
  ['or is none', answer(429, { 'retry-after': '900' }), 404, {}, now + 1, 900],
  ['but not the pace that is kept', answer(429, { 'retry-after': '900' }, sent(54, 20)), 200, {}, now + 1, 40],
])('a wait that a service asked for, and a later request: %s', (_name, pace, status, headers, sentAt, seconds) => {
  expect(wait(answer(status, headers, pace, sentAt))).toBe(seconds);
});

test('a person who wants to try now does not wait for what the service asked for, but for the pace', () => {
  const refused = answer(429, { 'retry-after': '900' }, sent(54, 20));
  expect([wait(refused), wait(withoutWait(refused)), wait(withoutWait(answer(200, none)))]).toEqual([900, 40, 0]);
});

test('where the clock was set back, only the limit still stands', () => {
  const stated = { limit: 60, window: 30_000, remaining: 0, began: now + 3_600_000 };
  const before: RateLimit = { ...sent(54, -3600), ...stated, blocked: now + 3_700_000 };
  const after = { sent: [now], limit: 60, window: 30_000 };
  expect(requestSent(before, now)).toStrictEqual(after);
  expect(answer(200, {}, before)).toMatchObject({ sent: [], limit: 60 });
  expect(nextRequestAt(answer(200, {}, before), true, now)).toBe(now);
});
