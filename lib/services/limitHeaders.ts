import type { Problem } from './errors.ts';

export type ReadHeader = (name: string) => string | null;

/**
 * What an answer's headers say about the rate limit (see `RateLimit`). Waits are in milliseconds, at most 15 minutes.
 */
export interface LimitHeaders {
  limit?: number;
  remaining?: number;
  /** `resetsIn`: how long until the window ends. `retryIn`: how long until the service accepts the next request. */
  resetsIn?: number;
  retryIn?: number;
}

/** Whether a problem means that the service asks the client to wait. */
export const isPause = ({ kind, retryAfter }: Problem): boolean =>
  kind === 'busy' || (kind === 'server' && retryAfter !== undefined);

/** The longest wait that is accepted from a service (milliseconds). */
export const maxWait = 15 * 60_000;
const day = 24 * 3_600_000;

// A comma may follow the number, because a proxy may have joined two headers of the same name.
const numberForm = /^-?\d+(\.\d+)?(?=\s*(,|$))/;
// Needed because Date.parse accepts nearly any text as a date.
const dateForm = /^([a-z]{3,9},? .*\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d)/i;

/**
 * Returns the wait that a header's value states (milliseconds). The value is a number of seconds from now, a time in
 * seconds or milliseconds since 1970, or a date. Undefined for any other value, NaN for an invalid date. `clock`: the
 * service's present time (milliseconds since 1970).
 */
function waitOf(given: string, clock: number): number | undefined {
  const figure = numberForm.exec(given)?.[0];
  if (figure === undefined) return dateForm.test(given) ? Date.parse(given) - clock : undefined;
  const value = Number(figure);
  const moment = (value > 1e11 ? value : value * 1000) - clock;
  // A time long in the past makes no sense, so such a number means seconds from now.
  return value > 1e8 && moment > -day ? moment : value * 1000;
}

/**
 * Returns the service's present time, from the date of an answer (milliseconds since 1970); undefined without a date.
 */
export const dateOf = (header: ReadHeader): number | undefined => Date.parse(header('date') ?? '') || undefined;

/**
 * Reads the headers `Retry-After`, and `X-RateLimit-…` or the IETF draft's `RateLimit-…`. `now`: this computer's time
 * (milliseconds since 1970), used if the answer has no date.
 */
export function limitHeaders(header: ReadHeader, now: number): LimitHeaders {
  const clock = dateOf(header) ?? now;
  const named = (name: string) => (header(`x-ratelimit-${name}`) ?? header(`ratelimit-${name}`) ?? '').trim();
  const countOf = (name: string) => (/^\d+(\.\d+)?$/.test(named(name)) ? Number(named(name)) : undefined);
  const bounded = (given: string, min: number) => {
    const wait = waitOf(given, clock);
    return wait === undefined || Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, min), maxWait);
  };
  // A reset of 10,000 or more is in milliseconds, because no window lasts hours. (`Retry-After` is always in seconds.)
  const reset = /^\d{5,8}$/.test(named('reset')) ? String(Number(named('reset')) / 1000) : named('reset');
  return {
    limit: countOf('limit'),
    remaining: countOf('remaining'),
    resetsIn: bounded(reset, 0),
    retryIn: bounded((header('retry-after') ?? '').trim(), 1000),
  };
}
