import { mayHaveMore } from '@/lib/records/known.ts';
import { isRefreshActive } from '@/lib/storage/refresh.ts';
import { isReading, type ListState, shownParts } from './state.ts';

/** Returns totals over all lists on the page, and the state of the page as a whole. */
export function listSums(state: ListState) {
  const { rows, view, viewing, query, beside } = state;
  const parts = shownParts(state);
  const besideOf = (account: string) => beside.get(account) ?? {};
  const wholes = parts.flatMap(({ facts }) => facts?.whole ?? []);
  const active = parts.flatMap(({ refresh }) => (refresh && isRefreshActive(refresh) ? refresh : []));
  // Includes finished readings. Without them, the count would fall whenever one of several readings ends.
  const begun = parts.flatMap(({ refresh }) =>
    refresh && (isRefreshActive(refresh) || refresh.state === 'done') ? refresh : [],
  );
  const totals = begun.map(({ state, read, total }) => (state === 'done' ? read : total));
  const isOpen = parts.some(({ facts }) => mayHaveMore(facts));
  // Whether a service has not answered the search yet.
  const isSearching = parts.some(({ search }) => search?.isAsked);
  const isUnread = !parts.length || isReading(state);
  const isAwaited = isUnread || parts.some(({ isAsked }) => isAsked);
  // Whether the values that a filter needs have not been read yet.
  const isFilterUnread = parts.some(
    ({ account }) =>
      (query.linked !== undefined && !('links' in besideOf(account))) ||
      (query.tracking !== undefined && !('checks' in besideOf(account))),
  );
  // Whether the number of matches is unknown because the query is being computed. It is known if the same query was
  // computed before, unless there were no rows then.
  const isComputing = !!viewing && !(view?.query === query && view.shown.of > 0);
  return {
    /** Whether a service may have more records than are stored. */
    isOpen,
    /** When the oldest of the stored lists was read (milliseconds since 1970). Undefined if records may be missing. */
    whole: isOpen || !wholes.length ? undefined : Math.min(...wholes),
    /** The progress of all lists, while any of them is being read. */
    reading: active.length
      ? {
          read: begun.reduce((sum, { read }) => sum + read, 0),
          total: totals.every((total) => total !== undefined)
            ? totals.reduce<number>((sum, total) => sum + (total ?? 0), 0)
            : undefined,
        }
      : undefined,
    /** Whether all lists are being read, as the person has requested. If so, Refresh need not be offered. */
    isWanted: parts.every(({ refresh }) => refresh && isRefreshActive(refresh) && !refresh.unasked),
    /** Whether no row is shown, but some may appear soon. */
    isLoading: rows.length
      ? !view || (!view.shown.rows.length && (isComputing || isUnread || isSearching || isFilterUnread))
      : isAwaited,
    /** Whether it is certain that there are no records. */
    isNone: parts.every(
      ({ rows, isNone, isRead, facts }) => !rows.length && (isNone || (isRead && !mayHaveMore(facts))),
    ),
    /**
     * In the list of websites, whether the projects' hosts are known for at least one connection. In the list of
     * projects, the same for the websites' hosts.
     */
    hasLinks: parts.some(({ account }) => besideOf(account).links),
    /**
     * Whether the shown rows are certainly all matches: for every list, all records are stored, or the service has
     * answered the search completely.
     */
    isProved: parts.every(
      ({ facts, search }) => !mayHaveMore(facts) || (search && !(search.isAsked || search.problem || search.isPart)),
    ),
    /** Whether every service that was sent the search has answered it. */
    isSearched: parts.every(({ search }) => !search || !(search.isAsked || search.problem)),
    isWell: parts.every(({ problem, unread }) => !problem && !unread),
  };
}
