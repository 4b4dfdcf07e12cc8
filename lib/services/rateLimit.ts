/** What is known of a service's limit, and what was lately asked of it. Times are milliseconds since 1970. */
export interface RateLimit {
  /** When requests were sent, oldest first: at most the last minute's. */
  sent: number[];
  /** Requests in one window, and how many of them are left, as the service last said. */
  limit?: number;
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
const window = 60_000;
const defaultLimit = 54;
const maxWait = 15 * 60_000;

/** What is left unused of a stated limit, for the person's other pages. */
const reserve = (limit: number) => Math.min(3, Math.floor(limit / 20));

/** Where the last request lies ahead, the clock was set back: of all that was noted by it, only the limit still stands. */
const sound = (pace: RateLimit, now: number): RateLimit =>
  (pace.sent.at(-1) ?? 0) > now + 1000 ? { sent: [], ...(pace.limit ? { limit: pace.limit } : {}) } : pace;

/** A request is being sent. */
export function requestSent(before: RateLimit, now: number): RateLimit {
  const pace = sound(before, now);
  return { ...pace, sent: [...pace.sent.filter((at) => at > now - window), now].slice(-defaultLimit * 4) };
}

type ReadHeader = (name: string) => string | null;

/** The first of these headers that is a number of its own kind: `X-RateLimit-…`, or `RateLimit-…` of the IETF's draft. */
function numberIn(header: ReadHeader, name: string): number | undefined {
  const given = header(`x-ratelimit-${name}`) ?? header(`ratelimit-${name}`);
  return given !== null && /^\s*\d+(\.\d+)?\s*$/.test(given) ? Number(given) : undefined;
}

/** Smaller differences between the service's clock and ours are the header's own inexactness. */
const sameClock = 5_000;

/** By how much the service's clock is ahead of ours. */
function clockSkew(header: ReadHeader, now: number): number {
  const ahead = (Date.parse(header('date') ?? '') || now) - now;
  return Math.abs(ahead) < sameClock ? 0 : ahead;
}

/** A wait of ours: never longer than 15 minutes, never into the past. */
const after = (wait: number, now: number) => now + Math.min(Math.max(wait, 0), maxWait);

/** `Reset` is seconds from now, or seconds or milliseconds since 1970 by the service's clock. */
function resetMoment(header: ReadHeader, now: number): number | undefined {
  const given = numberIn(header, 'reset');
  if (given === undefined) return undefined;
  if (given < 1e8) return after(given * 1000, now);
  return after((given > 1e11 ? given : given * 1000) - clockSkew(header, now) - now, now);
}

/** `Retry-After` is seconds, or a date by the service's clock. */
function retryMoment(header: ReadHeader, now: number): number | undefined {
  const given = header('retry-after')?.trim();
  if (!given) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - clockSkew(header, now) - now;
  return Number.isNaN(wait) ? undefined : after(Math.max(wait, 1000), now);
}

/** What an answer says of the limit. 503 with `Retry-After` is a wish to be left alone, too. */
export function responseReceived(before: RateLimit, status: number, header: ReadHeader, now: number): RateLimit {
  const pace = sound(before, now);
  const limit = numberIn(header, 'limit') ?? pace.limit;
  const remaining = numberIn(header, 'remaining');
  const resets = resetMoment(header, now);
  const refused = status === 429 || status === 503;
  const blocked = refused
    ? (retryMoment(header, now) ?? (status === 429 ? (resets ?? now + 30_000) : undefined))
    : undefined;
  const told = remaining === undefined ? {} : { remaining, heard: now, began: beganAt(pace, remaining, now), resets };
  // Whoever refuses without ever stating a limit has the common one.
  const found = limit ?? (status === 429 ? defaultLimit : undefined);
  return { ...pace, ...told, ...(found ? { limit: found } : {}), blocked };
}

/** A window has begun when more is left than before, or when the one before was over; the first seen, at the first request. */
function beganAt({ remaining: before, began, sent }: RateLimit, remaining: number, now: number): number {
  const last = sent.at(-1) ?? now;
  if (before === undefined || began === undefined) return sent.find((at) => at > now - window) ?? now;
  return remaining > before || last >= began + window ? now : began;
}

/** When the oldest of the last `most` requests of a window has left it. */
const slides = (sent: readonly number[], most: number) => (sent[sent.length - most] ?? 0) + window;

/**
 * The earliest moment for the next request. `careful`: where the service has not stated a limit, at most 54 in any
 * minute; else as fast as it answers. A stated limit is kept in either case, with a few requests to spare.
 */
export function nextRequestAt(pace: RateLimit, careful: boolean, now: number): number {
  const { limit, remaining, resets, began = now, blocked = 0, sent } = sound(pace, now);
  const free = Math.max(now, blocked);
  if (remaining !== undefined && limit !== undefined) {
    const renews = resets ?? began + window;
    return remaining > reserve(limit) || renews <= now ? free : Math.max(free, renews);
  }
  const most = limit !== undefined ? Math.max(1, limit - reserve(limit)) : careful ? defaultLimit : undefined;
  return most === undefined || sent.length < most ? free : Math.max(free, slides(sent, most));
}

/** The shortest time a number of requests can take, as far as the limit is known (milliseconds). */
export function minimumTime(pace: RateLimit, careful: boolean, requests: number): number {
  const most = pace.limit ?? (careful ? defaultLimit : undefined);
  return most === undefined ? 0 : Math.floor(requests / most) * window;
}
