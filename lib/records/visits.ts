import type { Visits } from '../audit/look.ts';
import type { KnownHits } from '../storage/hits.ts';

/** The parts of a row from which its visits are derived. */
interface Visited {
  /** The visits that were requested while the list was shown. */
  hits?: KnownHits;
  check?: { visits?: Visits };
  /**
   * When the service last reported the record (milliseconds since 1970). Set only if the record may be gone: for a
   * deleted website, a service may answer that it had no visits.
   */
  notListed?: number;
}

/** Returns `hit` or `found`, whichever was requested later. If one of them is undefined, returns the other. */
const later = <T>(hit: T, hitAt: number | undefined, found: T, foundAt = 0): T =>
  found === undefined || (hit !== undefined && (hitAt ?? 0) >= foundAt) ? hit : found;

/**
 * Returns when the last visit was recorded (milliseconds since 1970): null if there was none, undefined if that is
 * unknown.
 */
export function lastVisitOf({ hits, check, notListed }: Visited): number | null | undefined {
  const last = later(hits?.last, hits?.lastAt, check?.visits?.last, check?.visits?.at);
  return last === null && notListed !== undefined ? undefined : last;
}

/**
 * Returns when the service was last asked for the last visit (milliseconds since 1970), or undefined if it never was.
 */
export const askedForLast = ({ hits, check }: Visited): number | undefined =>
  Math.max(hits?.lastAt ?? 0, check?.visits?.at ?? 0) || undefined;

/** Whether an answer about visits is less than a day old. `at`: when the service gave it. `now`: the present moment. */
const isCurrent = (now: number, at = 0): boolean => now - at < 86_400_000;

/**
 * Returns the number of visits in the last seven days, or undefined if no answer about them is less than a day old at
 * the moment `now`. By default, `now` is when the service was last asked for the last visit.
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
 * Returns a row's visits as columns of an export. A value that is unknown at the moment `now` gets no column. By
 * default, `now` is when the service was last asked for the last visit.
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
