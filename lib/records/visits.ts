import type { Visits } from '../audit/look.ts';
import type { KnownHits } from '../storage/hits.ts';

/** The parts of a row from which its visits are derived. */
interface Visited {
  /** The visits that were requested while the list was shown. */
  hits?: KnownHits;
  check?: { visits?: Visits };
  /**
   * Set if the record may be gone: when the service last reported the record (milliseconds since 1970). A service may
   * answer that a deleted website never had a visit, so this answer is then ignored.
   */
  notListed?: number;
}

/** Returns `hit` or `found`, whichever was requested later. If one of them is undefined, returns the other. */
const later = <T>(hit: T, hitAt: number | undefined, found: T, foundAt = 0): T =>
  found === undefined || (hit !== undefined && (hitAt ?? 0) >= foundAt) ? hit : found;

/** Returns when the last visit was (milliseconds since 1970). Null if there was none, undefined if unknown. */
export function lastVisitOf({ hits, check, notListed }: Visited): number | null | undefined {
  const last = later(hits?.last, hits?.lastAt, check?.visits?.last, check?.visits?.at);
  return last === null && notListed !== undefined ? undefined : last;
}

/** Returns when the date of the last visit was last requested (milliseconds since 1970), if it ever was. */
export const askedForLast = ({ hits, check }: Visited): number | undefined =>
  Math.max(hits?.lastAt ?? 0, check?.visits?.at ?? 0) || undefined;

/** Whether an answer that came at the time `at` is less than a day old. */
const isCurrent = (now: number, at = 0): boolean => now - at < 86_400_000;

/**
 * Returns the number of visits in the last seven days. Undefined if no answer is known, or if the answer is at least a
 * day old at the time `now`. For the default of `now` see `askedForLast`.
 */
export function weekOf({ hits, check }: Visited, now = askedForLast({ hits, check }) ?? 0): number | undefined {
  const told = (week: number | undefined, at?: number) => (isCurrent(now, at) ? week : undefined);
  const { week, at } = check?.visits ?? {};
  return later(told(hits?.week, hits?.weekAt), hits?.weekAt, told(week, at), at);
}

export const isSameHits = (one: KnownHits | undefined, other: KnownHits | undefined): boolean =>
  one === other ||
  (one?.last === other?.last &&
    one?.lastAt === other?.lastAt &&
    one?.week === other?.week &&
    one?.weekAt === other?.weekAt);

/**
 * Returns a row's visits as columns of an export, if they are known. An answer that is a day old at the time `now`
 * counts as unknown, unless it is the date of a visit. For the default of `now` see `askedForLast`.
 */
export function visitFields(
  row: Visited,
  now = askedForLast(row) ?? 0,
): { last_visit?: string; visits_7_days?: number } {
  const [last, week] = [lastVisitOf(row), weekOf(row, now)];
  const isKnown = last !== undefined && (last !== null || isCurrent(now, askedForLast(row)));
  return {
    ...(isKnown ? { last_visit: last === null ? 'never' : new Date(last).toISOString() } : {}),
    ...(week === undefined ? {} : { visits_7_days: week }),
  };
}
