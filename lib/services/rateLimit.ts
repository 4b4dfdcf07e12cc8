import { isAhead } from '../util/moments.ts';
import { limitHeaders, type ReadHeader } from './limitHeaders.ts';

/** What is known about a service's rate limit, and about the latest requests. Times are in milliseconds since 1970. */
export interface RateLimit {
  /** When requests were sent in the last minute, oldest first. */
  sent: number[];
  /** `limit`: how many requests a window allows. `remaining`: how many of them are left, as the service last stated. */
  limit?: number;
  /** How long a window lasts, if that is known (milliseconds). */
  window?: number;
  remaining?: number;
  /**
   * `heard`: when the service last stated how many requests are left. `began`: when the window probably began.
   * `resets`: when it ends, if the service has stated that.
   */
  heard?: number;
  began?: number;
  resets?: number;
  /**
   * `refused`: when the service refused a request for exceeding the limit. `blocked`: because of the refusal, no
   * request is sent before this time.
   */
  blocked?: number;
  refused?: number;
  /**
   * For each website whose last visit was requested in the past minute: the time of that request. Leaves out the
   * requests of audits, and those that a person asked for.
   */
  hits?: number[];
  /** When the latest successful request was sent. */
  reached?: number;
  /** Set if the limit is a guess, because the service has refused a request without ever stating a limit. */
  assumed?: true;
}

export const noRateLimit: RateLimit = { sent: [] };

/**
 * `defaultLimit`: how many requests per 60 seconds (`minute`) are sent to a service that states no limit. This is a
 * little below the common limit of 60, because the person may use the service elsewhere, too.
 */
const minute = 60_000;
const defaultLimit = 54;

/** Returns how many requests of a stated limit to leave unused. The person may use the service elsewhere, too. */
const reserve = (limit: number) => Math.min(3, Math.floor(limit / 20));

/**
 * Returns the rate limit. If its latest request is in the future, the clock was set back. Then keeps only `limit` and
 * `window`.
 */
const withoutFuture = (pace: RateLimit, now: number): RateLimit =>
  isAhead(pace.sent.at(-1), now) ? { sent: [], limit: pace.limit, window: pace.window } : pace;

/** Adds a request that is sent now to the rate limit. */
export function requestSent(before: RateLimit, now: number): RateLimit {
  const pace = withoutFuture(before, now);
  return { ...pace, sent: [...pace.sent.filter((at) => at > now - minute), now].slice(-defaultLimit * 4) };
}

/** Removes a wait that the service asked for from the rate limit. Requests already sent still count. */
export const withoutWait = ({
  remaining: _,
  heard: __,
  began: ___,
  resets: ____,
  blocked: _____,
  ...pace
}: RateLimit) => pace;

/**
 * Updates the rate limit with an answer's status and headers. A 503 with `Retry-After` counts as a refusal, like a 429.
 * A success ends the wait after a refusal only if its request was sent (`sent`) after that refusal, because answers may
 * come out of order.
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
  // If a service refuses without ever having stated a limit, its limit is assumed to be `defaultLimit`.
  const assumed = status === 429 && !pace.limit ? { limit: defaultLimit, assumed: true as const } : {};
  return { ...pace, ...told, ...refusal, ...assumed };
}

/**
 * Updates the rate limit after a success. Ends a wait if the service asked for it before the successful request was
 * sent (`sent`). `isSilent`: whether the answer does not state how many requests are left.
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
 * Returns when the current window began, given the number of requests left that an answer has just stated
 * (`remaining`). If no window was known, it began with the first request of the last `window` milliseconds. Otherwise,
 * a new window begins now if the known one is over, or if `remaining` has not fallen and is not 0.
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

/** Returns the earliest time for the next request such that no window has more than `max` requests. */
const windowFreeAt = (sent: readonly number[], max: number, window: number) => (sent[sent.length - max] ?? 0) + window;

/**
 * Returns when the service accepts requests again, after it has refused one or stated that hardly any are left.
 * Otherwise returns `now`.
 */
export function askedWaitUntil(before: RateLimit, now: number): number {
  const { limit, remaining, resets, began = now, blocked = 0, window = minute } = withoutFuture(before, now);
  const isUsedUp = remaining !== undefined && limit !== undefined && remaining <= reserve(limit);
  return Math.max(now, blocked, isUsedUp ? (resets ?? began + window) : 0);
}

/**
 * Returns the earliest time for a request such that no window exceeds the limit, or `now` if no wait is needed.
 * `careful`: see `nextRequestAt`.
 */
function pacedUntil(before: RateLimit, careful: boolean, now: number): number {
  const { limit, remaining, sent, window = minute } = withoutFuture(before, now);
  if (remaining !== undefined && limit !== undefined) return now;
  const max = limit !== undefined ? Math.max(1, limit - reserve(limit)) : careful ? defaultLimit : undefined;
  return max === undefined || sent.length < max ? now : Math.max(now, windowFreeAt(sent, max, window));
}

/**
 * Returns when the next request may be sent. Keeps to a stated limit, and leaves up to three requests unused. Without a
 * stated limit, allows at most 54 requests per minute if `careful` is set, and otherwise any number until the service
 * refuses one.
 */
export const nextRequestAt = (pace: RateLimit, careful: boolean, now: number): number =>
  Math.max(askedWaitUntil(pace, now), pacedUntil(pace, careful, now));

/**
 * Returns when the next request that no person waits for may be sent. Once half of the present window's requests are
 * used, this is when the next window begins, so that the other half is left for the person.
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
 * Returns the shortest time that this number of requests can take, as far as the limit is known (milliseconds).
 * `careful`: see `nextRequestAt`.
 */
export function minimumTime(pace: RateLimit, careful: boolean, requests: number): number {
  const max = pace.limit ?? (careful ? defaultLimit : undefined);
  return max === undefined ? 0 : Math.floor(requests / max) * (pace.window ?? minute);
}
