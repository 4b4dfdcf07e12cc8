import { isAhead } from '../util/moments.ts';
import { limitHeaders, type ReadHeader } from './limitHeaders.ts';

/** The rate limit of a service, as far as it is known, and the latest requests. Times are milliseconds since 1970. */
export interface RateLimit {
  /** When requests were sent in the last minute, oldest first. */
  sent: number[];
  /** The number of requests per window, and how many are left, as last stated by the service. */
  limit?: number;
  /** How long a window lasts, if known (milliseconds). */
  window?: number;
  remaining?: number;
  /**
   * `heard`: when the service last stated how many requests are left. `began`: when the window began, as far as was
   * observed. `resets`: when the window ends, if the service stated that.
   */
  heard?: number;
  began?: number;
  resets?: number;
  /**
   * `blocked`: nothing is sent before this moment, because the service refused a request for exceeding its limit.
   * `refused`: when the service refused.
   */
  blocked?: number;
  refused?: number;
  /** When last visits were requested in the last minute, one moment for each website. */
  hits?: number[];
  /** When the last request that succeeded was sent. */
  reached?: number;
  /** Whether this limit was assumed after a refusal, because the service does not state one. */
  assumed?: true;
}

export const noRateLimit: RateLimit = { sent: [] };

/**
 * A common limit is 60 requests a minute, in windows that may begin at any time. A few of them are left for the
 * person's other pages.
 */
const minute = 60_000;
const defaultLimit = 54;

/** Returns how many requests of a stated limit are left unused, for the person's other pages. */
const reserve = (limit: number) => Math.min(3, Math.floor(limit / 20));

/** Drops everything but the limit if the last request lies in the future, because the clock was set back. */
const withoutFuture = (pace: RateLimit, now: number): RateLimit =>
  isAhead(pace.sent.at(-1), now) ? { sent: [], limit: pace.limit, window: pace.window } : pace;

/** Records that a request is sent. */
export function requestSent(before: RateLimit, now: number): RateLimit {
  const pace = withoutFuture(before, now);
  return { ...pace, sent: [...pace.sent.filter((at) => at > now - minute), now].slice(-defaultLimit * 4) };
}

/**
 * Returns the limit without the waits that the service asked for. Requests that were already sent still count towards
 * the limit.
 */
export const withoutWait = ({
  remaining: _,
  heard: __,
  began: ___,
  resets: ____,
  blocked: _____,
  ...pace
}: RateLimit) => pace;

/**
 * Records what an answer says about the limit. A 503 with `Retry-After` counts as a refusal, too. `sent`: when the
 * answer's request was sent. Answers may come out of order, so a wait ends only when a request succeeds that was sent
 * after the service asked for the wait.
 */
export function responseReceived(
  before: RateLimit,
  status: number,
  header: ReadHeader,
  now: number,
  sent: number,
): RateLimit {
  const { limit, remaining, resetsIn, retryIn } = limitHeaders(header, now);
  const isSuccess = status >= 200 && status < 300;
  const known = withoutFuture(before, now);
  const pace = isSuccess ? afterSuccess(known, remaining === undefined, sent) : known;
  const resets = resetsIn === undefined ? undefined : now + resetsIn;
  const untilFree = { 429: retryIn ?? resetsIn ?? 30_000, 503: retryIn }[status];
  const refusal = untilFree === undefined ? {} : { blocked: now + untilFree, refused: now };
  const told = remaining === undefined ? {} : { remaining, heard: now, began: beganAt(pace, remaining, now), resets };
  if (limit) return { ...pace, ...told, ...refusal, limit, assumed: undefined };
  // A service that refuses without ever stating a limit is assumed to have the common one.
  const assumed = status === 429 && !pace.limit ? { limit: defaultLimit, assumed: true as const } : {};
  return { ...pace, ...told, ...refusal, ...assumed };
}

/**
 * Records the success of a request that was sent at `sent`, which ends an earlier wait. `isSilent`: whether the answer
 * does not state how many requests are left.
 */
function afterSuccess(pace: RateLimit, isSilent: boolean, sent: number): RateLimit {
  const { limit = 0, remaining = Number.POSITIVE_INFINITY, heard = 0, blocked, refused = 0, reached = 0 } = pace;
  const isOver = isSilent && remaining <= reserve(limit) && sent > heard;
  return {
    ...(isOver ? withoutWait(pace) : pace),
    blocked: sent > refused ? undefined : blocked,
    reached: Math.max(sent, reached),
  };
}

/**
 * Returns when the current window began. A new window begins when no fewer requests are left than before, or when the
 * previous window has ended. The first window begins at the first request. Refused requests leave none, again and again.
 */
function beganAt(
  { remaining: before, began, sent, window = minute }: RateLimit,
  remaining: number,
  now: number,
): number {
  const last = sent.at(-1) ?? now;
  if (before === undefined || began === undefined) return sent.find((at) => at > now - window) ?? now;
  const isRefilled = remaining > 0 && remaining >= before;
  return isRefilled || last >= began + window ? now : began;
}

/** Returns when the oldest of the last `max` requests leaves a sliding window. */
const windowFreeAt = (sent: readonly number[], max: number, window: number) => (sent[sent.length - max] ?? 0) + window;

/**
 * Returns the moment from which the service accepts requests again, after it refused one or stated that none is left.
 * Returns `now` if there is nothing to wait for.
 */
export function askedWaitUntil(before: RateLimit, now: number): number {
  const { limit, remaining, resets, began = now, blocked = 0, window = minute } = withoutFuture(before, now);
  const isUsedUp = remaining !== undefined && limit !== undefined && remaining <= reserve(limit);
  return Math.max(now, blocked, isUsedUp ? (resets ?? began + window) : 0);
}

/** Returns until when no request is sent, so that the number of requests in any window stays within the limit. */
function pacedUntil(before: RateLimit, careful: boolean, now: number): number {
  const { limit, remaining, sent, window = minute } = withoutFuture(before, now);
  if (remaining !== undefined && limit !== undefined) return now;
  const max = limit !== undefined ? Math.max(1, limit - reserve(limit)) : careful ? defaultLimit : undefined;
  return max === undefined || sent.length < max ? now : Math.max(now, windowFreeAt(sent, max, window));
}

/**
 * Returns the earliest moment for the next request. `careful`: while the service has not stated a limit, at most 54
 * requests are sent in any minute. If it is false, requests are sent as fast as the service answers them. A stated
 * limit is kept in either case, with a few requests to spare.
 */
export const nextRequestAt = (pace: RateLimit, careful: boolean, now: number): number =>
  Math.max(askedWaitUntil(pace, now), pacedUntil(pace, careful, now));

/**
 * Returns the earliest moment for a request that nobody waits for. Such a request is sent only while less than half of
 * the window's limit is used, whoever sent the requests before it.
 */
export function nextUnaskedAt(pace: RateLimit, now: number): number {
  const {
    limit = defaultLimit,
    remaining = limit,
    resets,
    began = now,
    sent,
    window = minute,
  } = withoutFuture(pace, now);
  const half = Math.max(1, Math.floor(limit / 2));
  const isHalfUsed = remaining <= limit - half;
  return Math.max(
    nextRequestAt(pace, true, now),
    isHalfUsed ? (resets ?? began + window) : 0,
    sent.length < half ? 0 : windowFreeAt(sent, half, window),
  );
}

/**
 * Returns the shortest time that a number of requests can take, as far as the limit is known (milliseconds). `careful`:
 * see `nextRequestAt`.
 */
export function minimumTime(pace: RateLimit, careful: boolean, requests: number): number {
  const max = pace.limit ?? (careful ? defaultLimit : undefined);
  return max === undefined ? 0 : Math.floor(requests / max) * (pace.window ?? minute);
}
