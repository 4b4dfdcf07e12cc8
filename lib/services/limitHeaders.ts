import type { Problem } from './errors.ts';

export type ReadHeader = (name: string) => string | null;

/** The rate limit according to an answer's headers. Waits are in milliseconds from now, at most 15 minutes. */
export interface LimitHeaders {
  /** The number of requests in one window, and how many are left. */
  limit?: number;
  remaining?: number;
  /** The time until the window ends, and until the service accepts the next request. */
  resetsIn?: number;
  retryIn?: number;
}

/** Whether a problem means that the service asks for a wait. */
export const isPause = ({ kind, retryAfter }: Problem): boolean =>
  kind === 'busy' || (kind === 'server' && retryAfter !== undefined);

/** The longest wait that is believed (milliseconds). */
export const maxWait = 15 * 60_000;
const day = 24 * 3_600_000;

// A proxy may have joined two headers with the same name.
const numberForm = /^-?\d+(\.\d+)?(?=\s*(,|$))/;
// Date.parse alone accepts nearly any text as a date.
const dateForm = /^([a-z]{3,9},? .*\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d)/i;

/**
 * Returns the wait that a header states (milliseconds): by seconds from now, seconds or milliseconds since 1970, or a
 * date. `clock`: the service's time.
 */
function waitOf(given: string, clock: number): number | undefined {
  const figure = numberForm.exec(given)?.[0];
  if (figure === undefined) return dateForm.test(given) ? Date.parse(given) - clock : undefined;
  const value = Number(figure);
  const moment = (value > 1e11 ? value : value * 1000) - clock;
  // A moment long in the past makes no sense, so the number is a duration.
  return value > 1e8 && moment > -day ? moment : value * 1000;
}

/**
 * Reads `Retry-After`, and `X-RateLimit-…` or the IETF draft's `RateLimit-…`. `now`: our clock, used if the answer has
 * no date.
 */
export function limitHeaders(header: ReadHeader, now: number): LimitHeaders {
  const clock = Date.parse(header('date') ?? '') || now;
  const named = (name: string) => (header(`x-ratelimit-${name}`) ?? header(`ratelimit-${name}`) ?? '').trim();
  const countOf = (name: string) => (/^\d+(\.\d+)?$/.test(named(name)) ? Number(named(name)) : undefined);
  const bounded = (given: string, min: number) => {
    const wait = waitOf(given, clock);
    return wait === undefined || Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, min), maxWait);
  };
  // A number from 10,000 on is in milliseconds, since no window lasts hours. (`Retry-After` is always in seconds.)
  const reset = /^\d{5,8}$/.test(named('reset')) ? String(Number(named('reset')) / 1000) : named('reset');
  return {
    limit: countOf('limit'),
    remaining: countOf('remaining'),
    resetsIn: bounded(reset, 0),
    retryIn: bounded((header('retry-after') ?? '').trim(), 1000),
  };
}
