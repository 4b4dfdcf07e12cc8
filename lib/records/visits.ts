import type { Visits } from '../audit/look.ts';
import type { KnownHits } from '../storage/hits.ts';
import { quietAfter } from '../tracking/visits.ts';

/** The parts of a row that its visits are derived from. */
interface Visited {
  /** The visits that were requested while the list was shown. */
  hits?: KnownHits;
  check?: { visits?: Visits };
  /**
   * When the service last reported the record (milliseconds since 1970). Set only if the record may have been deleted.
   * The answer that it never had a visit is then ignored, because it may be about a deleted website.
   */
  notListed?: number;
}

/**
 * Returns the later of two values: `hit` (requested at `hitAt`) or `found` (at `foundAt`). If one is undefined, returns
 * the other.
 */
const later = <T>(hit: T, hitAt: number | undefined, found: T, foundAt = 0): T =>
  found === undefined || (hit !== undefined && (hitAt ?? 0) >= foundAt) ? hit : found;

/** Returns when the last visit was (milliseconds since 1970). Null if there was none, undefined if unknown. */
export function lastVisitOf({ hits, check, notListed }: Visited): number | null | undefined {
  const last = later(hits?.last, hits?.lastAt, check?.visits?.last, check?.visits?.at);
  return last === null && notListed !== undefined ? undefined : last;
}

/** Returns when a row's last visit was most recently requested (milliseconds since 1970), if ever. */
export const askedForLast = ({ hits, check }: Visited): number | undefined =>
  Math.max(hits?.lastAt ?? 0, check?.visits?.at ?? 0) || undefined;

/** Whether a value requested at the time `at` was less than a day old at the time `now`. */
const isCurrent = (now: number, at = 0): boolean => now - at < 86_400_000;

/**
 * Returns the number of visits in the last seven days. Undefined if it was never reported, or was requested a day or
 * more before `now`. A 0 also becomes undefined if the last visit was in these days, because a service may count visits
 * only hours later. Default of `now`: when the last visit was requested.
 */
export function weekOf(row: Visited, now = askedForLast(row) ?? 0): number | undefined {
  const { hits, check } = row;
  const told = (week: number | undefined, at?: number) => (isCurrent(now, at) ? week : undefined);
  const { week, at } = check?.visits ?? {};
  const visits = later(told(hits?.week, hits?.weekAt), hits?.weekAt, told(week, at), at);
  return visits || now - (lastVisitOf(row) ?? 0) > quietAfter ? visits : undefined;
}

/**
 * Returns a row's visits as columns of an export. Leaves out unknown values, and values requested a day or more before
 * `now`. The date of a visit stays, whatever its age. For the default of `now`, see `weekOf`.
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
