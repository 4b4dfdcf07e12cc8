import { isAhead } from '../util/moments.ts';
import { limitHeaders, type ReadHeader } from './limitHeaders.ts';

/**
 * The known facts about a service's rate limit, and about its latest requests. Moments are in milliseconds since 1970.
 */
export interface RateLimit {
  /** The moments at which requests were sent in the last minute, oldest first. */
  sent: number[];
  /**
   * `limit`: the number of requests allowed in one window. `remaining`: how many are left, as the service last stated.
   */
  limit?: number;
  /** How long a window lasts, if that is known (milliseconds). */
  window?: number;
  remaining?: number;
  /**
   * `heard`: when the service last stated how many requests are left. `began`: when the window probably began.
   * `resets`: when the window ends, if the service stated it.
   */
  heard?: number;
  began?: number;
  resets?: number;
  /**
   * `refused`: when the service refused a request for exceeding the limit. `blocked`: no request is sent before this
   * moment, because of the refusal.
   */
  blocked?: number;
  refused?: number;
  /**
   * When the last visits of websites were requested, in the past minute: one moment for each website. Requests that a
   * person asked for are left out.
   */
  hits?: number[];
  /** When the latest successful request was sent. */
  reached?: number;
  /** Set if the limit is a guess, made after a refusal because the service states no limit. */
  assumed?: true;
}

export const noRateLimit: RateLimit = { sent: [] };

/**
 * `defaultLimit`: how many requests are sent in any 60 seconds (`minute`) to a service that states no limit. It is a
 * little below the common limit of 60, because the person may use the service elsewhere, too.
 */
const minute = 60_000;
const defaultLimit = 54;

/** Returns how many requests of a stated limit to leave unused. The person may use the service elsewhere, too. */
const reserve = (limit: number) => Math.min(3, Math.floor(limit / 20));

/**
 * Returns the rate limit. If its latest request lies in the future, the clock was set back. Then keeps only `limit` and
 * `window`.
 */
const withoutFuture = (pace: RateLimit, now: number): RateLimit =>
  isAhead(pace.sent.at(-1), now) ? { sent: [], limit: pace.limit, window: pace.window } : pace;

/** Returns the rate limit with one more request, sent now. */
export function requestSent(before: RateLimit, now: number): RateLimit {
  const pace = withoutFuture(before, now);
  return { ...pace, sent: [...pace.sent.filter((at) => at > now - minute), now].slice(-defaultLimit * 4) };
}

/** Returns the rate limit without a wait that the service asked for. Requests already sent still count. */
export const withoutWait = ({
  remaining: _,
  heard: __,
  began: ___,
  resets: ____,
  blocked: _____,
  ...pace
}: RateLimit) => pace;

/**
 * Returns the rate limit, updated with an answer's status and headers. A 503 with `Retry-After` counts as a refusal,
 * like a 429. A success ends the wait after a refusal only if its request was sent (`sent`) later than the refusal
 * came, because answers may come out of order.
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
 * Returns the rate limit after a success. A wait ends if the service asked for it before the successful request was
 * sent (`sent`). `isSilent`: the answer does not state how many requests are left.
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
 * Returns when the current window began, after an answer has stated how many requests are left (`remaining`). If no
 * window was known before, it began with the first request of the last `window` milliseconds. Otherwise, a new window
 * begins now if the known one is over, or if `remaining` has not fallen and is not 0.
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

/** Returns when the next request may be sent so that any window has at most `max` requests. */
const windowFreeAt = (sent: readonly number[], max: number, window: number) => (sent[sent.length - max] ?? 0) + window;

/**
 * Returns when the service accepts requests again after a refusal, or after an answer which states that hardly any
 * requests are left. Otherwise returns `now`.
 */
export function askedWaitUntil(before: RateLimit, now: number): number {
  const { limit, remaining, resets, began = now, blocked = 0, window = minute } = withoutFuture(before, now);
  const isUsedUp = remaining !== undefined && limit !== undefined && remaining <= reserve(limit);
  return Math.max(now, blocked, isUsedUp ? (resets ?? began + window) : 0);
}

/**
 * Returns when a request may be sent without exceeding the limit in any window, or `now` if no wait is needed.
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
 * stated limit, allows at most 54 requests in any minute if `careful` is set. Otherwise, allows any number of requests
 * until the service refuses one.
 */
export const nextRequestAt = (pace: RateLimit, careful: boolean, now: number): number =>
  Math.max(askedWaitUntil(pace, now), pacedUntil(pace, careful, now));

/**
 * Returns when the next request that no person waits for may be sent. If half of the requests of the present window are
 * used, returns when the next window begins, so that the other half is left for the person.
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
 * Returns the shortest possible time for this number of requests, as far as the limit is known (milliseconds).
 * `careful`: see `nextRequestAt`.
 */
export function minimumTime(pace: RateLimit, careful: boolean, requests: number): number {
  const max = pace.limit ?? (careful ? defaultLimit : undefined);
  return max === undefined ? 0 : Math.floor(requests / max) * (pace.window ?? minute);
}
