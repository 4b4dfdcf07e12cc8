import { limitHeaders, type ReadHeader } from './limitHeaders.ts';

/** What is known of a service's limit, and what was lately asked of it. Times are milliseconds since 1970. */
export interface RateLimit {
  /** When requests were sent, oldest first: at most the last minute's. */
  sent: number[];
  /** Requests in one window, and how many of them are left, as the service last said. */
  limit?: number;
  /** How long a window lasts, where that is known (milliseconds). */
  window?: number;
  remaining?: number;
  /** When the service last said so, when the window began as far as was seen, and when it ends if it said that. */
  heard?: number;
  began?: number;
  resets?: number;
  /** The service refused a request for there being too many: nothing is sent before. */
  blocked?: number;
}

export const noRateLimit: RateLimit = { sent: [] };

/** A common limit is 60 requests in a minute, in windows that begin anywhere; some are left for the person's other pages. */
const minute = 60_000;
const defaultLimit = 54;

/** What is left unused of a stated limit, for the person's other pages. */
const reserve = (limit: number) => Math.min(3, Math.floor(limit / 20));

/** Where the last request lies ahead, the clock was set back: of all that was noted by it, only the limit still stands. */
const withoutFuture = (pace: RateLimit, now: number): RateLimit =>
  (pace.sent.at(-1) ?? 0) > now + 1000 ? { sent: [], limit: pace.limit, window: pace.window } : pace;

/** A request is being sent. */
export function requestSent(before: RateLimit, now: number): RateLimit {
  const pace = withoutFuture(before, now);
  return { ...pace, sent: [...pace.sent.filter((at) => at > now - minute), now].slice(-defaultLimit * 4) };
}

/** What an answer says of the limit. 503 with `Retry-After` is a wish to be left alone, too. */
export function responseReceived(before: RateLimit, status: number, header: ReadHeader, now: number): RateLimit {
  const pace = withoutFuture(before, now);
  const { limit = pace.limit, remaining, resetsIn, retryIn } = limitHeaders(header, now);
  const resets = resetsIn === undefined ? undefined : now + resetsIn;
  const untilFree = { 429: retryIn ?? resetsIn ?? 30_000, 503: retryIn }[status];
  // Answers come out of order: one that was on its way before does not end the wait.
  const blocked = untilFree === undefined ? pace.blocked : now + untilFree;
  const told = remaining === undefined ? {} : { remaining, heard: now, began: beganAt(pace, remaining, now), resets };
  // Whoever refuses without ever stating a limit has the common one.
  const found = limit ?? (status === 429 ? defaultLimit : undefined);
  return { ...pace, ...told, ...(found ? { limit: found } : {}), blocked };
}

/** A window has begun when more is left than before, or when the one before was over; the first seen, at the first request. */
function beganAt(
  { remaining: before, began, sent, window = minute }: RateLimit,
  remaining: number,
  now: number,
): number {
  const last = sent.at(-1) ?? now;
  if (before === undefined || began === undefined) return sent.find((at) => at > now - window) ?? now;
  return remaining > before || last >= began + window ? now : began;
}

/** When the oldest of the last `max` requests of a window has left it. */
const windowFreeAt = (sent: readonly number[], max: number, window: number) => (sent[sent.length - max] ?? 0) + window;

/**
 * The earliest moment for the next request. `careful`: where the service has not stated a limit, at most 54 in any
 * minute; else as fast as it answers. A stated limit is kept in either case, with a few requests to spare.
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

/** Whether several requests may be under way at once: nothing that is known of the limit speaks against it. */
export const allowsSeveral = (pace: RateLimit, now: number): boolean =>
  nextRequestAt(pace, false, now) <= now &&
  (pace.remaining ?? Number.POSITIVE_INFINITY) > 2 * reserve(pace.limit ?? 0) + 3;

/** The shortest time a number of requests can take, as far as the limit is known (milliseconds). */
export function minimumTime(pace: RateLimit, careful: boolean, requests: number): number {
  const max = pace.limit ?? (careful ? defaultLimit : undefined);
  return max === undefined ? 0 : Math.floor(requests / max) * (pace.window ?? minute);
}
