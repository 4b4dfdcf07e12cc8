import { isAhead } from '../util/moments.ts';
import { limitHeaders, type ReadHeader } from './limitHeaders.ts';

/** What is known of a service's rate limit, and the latest requests. Times are milliseconds since 1970. */
export interface RateLimit {
  /** When requests were sent in the last minute, oldest first. */
  sent: number[];
  /** Requests per window, and how many are left, as the service last said. */
  limit?: number;
  /** How long a window lasts, if known (milliseconds). */
  window?: number;
  remaining?: number;
  /** When the service last said so, when the window began as far as we saw, and when it ends if the service said so. */
  heard?: number;
  began?: number;
  resets?: number;
  /** The service refused a request for exceeding its limit; nothing is sent before this moment. */
  blocked?: number;
}

export const noRateLimit: RateLimit = { sent: [] };

/** A common limit is 60 requests a minute, in windows that may begin at any time; some are left for the person's other pages. */
const minute = 60_000;
const defaultLimit = 54;

/** What is left unused of a stated limit, for the person's other pages. */
const reserve = (limit: number) => Math.min(3, Math.floor(limit / 20));

/** If the last request lies in the future, the clock was set back: of all that was recorded, only the limit still holds. */
const withoutFuture = (pace: RateLimit, now: number): RateLimit =>
  isAhead(pace.sent.at(-1), now) ? { sent: [], limit: pace.limit, window: pace.window } : pace;

/** Records that a request is sent. */
export function requestSent(before: RateLimit, now: number): RateLimit {
  const pace = withoutFuture(before, now);
  return { ...pace, sent: [...pace.sent.filter((at) => at > now - minute), now].slice(-defaultLimit * 4) };
}

/** Records what an answer says about the limit. A 503 with `Retry-After` counts as a refusal, too. */
export function responseReceived(before: RateLimit, status: number, header: ReadHeader, now: number): RateLimit {
  const pace = withoutFuture(before, now);
  const { limit = pace.limit, remaining, resetsIn, retryIn } = limitHeaders(header, now);
  const resets = resetsIn === undefined ? undefined : now + resetsIn;
  const untilFree = { 429: retryIn ?? resetsIn ?? 30_000, 503: retryIn }[status];
  // Answers may come out of order: one from before the refusal does not end the wait.
  const blocked = untilFree === undefined ? pace.blocked : now + untilFree;
  const told = remaining === undefined ? {} : { remaining, heard: now, began: beganAt(pace, remaining, now), resets };
  // A service that refuses without ever stating a limit is assumed to have the common one.
  const found = limit ?? (status === 429 ? defaultLimit : undefined);
  return { ...pace, ...told, ...(found ? { limit: found } : {}), blocked };
}

/** A window begins when more requests are left than before, or when the previous one has ended; the first one, at the first request. */
function beganAt(
  { remaining: before, began, sent, window = minute }: RateLimit,
  remaining: number,
  now: number,
): number {
  const last = sent.at(-1) ?? now;
  if (before === undefined || began === undefined) return sent.find((at) => at > now - window) ?? now;
  return remaining > before || last >= began + window ? now : began;
}

/** When the oldest of the last `max` requests leaves a sliding window. */
const windowFreeAt = (sent: readonly number[], max: number, window: number) => (sent[sent.length - max] ?? 0) + window;

/**
 * The earliest moment for the next request. `careful`: at most 54 in any minute while the service has not stated a limit;
 * otherwise as fast as it answers. A stated limit is kept in either case, with a few requests to spare.
 */
export function nextRequestAt(pace: RateLimit, careful: boolean, now: number): number {
  const { limit, remaining, resets, began = now, blocked = 0, sent, window = minute } = withoutFuture(pace, now);
  const free = Math.max(now, blocked);
  if (remaining !== undefined && limit !== undefined) {
    const renews = resets ?? began + window;
    return remaining > reserve(limit) || renews <= now ? free : Math.max(free, renews);
  }
  const max = limit !== undefined ? Math.max(1, limit - reserve(limit)) : careful ? defaultLimit : undefined;
  return max === undefined || sent.length < max ? free : Math.max(free, windowFreeAt(sent, max, window));
}

/** Whether several requests may be under way at once, as far as the limit is known. */
export const allowsSeveral = (pace: RateLimit, now: number): boolean =>
  nextRequestAt(pace, false, now) <= now &&
  (pace.remaining ?? Number.POSITIVE_INFINITY) > 2 * reserve(pace.limit ?? 0) + 3;

/** The shortest time a number of requests can take, as far as the limit is known (milliseconds). */
export function minimumTime(pace: RateLimit, careful: boolean, requests: number): number {
  const max = pace.limit ?? (careful ? defaultLimit : undefined);
  return max === undefined ? 0 : Math.floor(requests / max) * (pace.window ?? minute);
}
