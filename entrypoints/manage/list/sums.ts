import { mayHaveMore } from '@/lib/records/known.ts';
import { isRefreshActive } from '@/lib/storage/refresh.ts';
import { type ListState, shownParts } from './state.ts';

/** What several lists come to. */
export function listSums(state: ListState) {
  const { rows, view, viewing, query } = state;
  const parts = shownParts(state);
  const wholes = parts.flatMap(({ facts }) => facts?.whole ?? []);
  const active = parts.flatMap(({ refresh }) => (refresh && isRefreshActive(refresh) ? refresh : []));
  const totals = active.map(({ total }) => total);
  const isOpen = parts.some(({ facts }) => mayHaveMore(facts));
  // A service has not said yet what it finds.
  const isSearching = parts.some(({ search }) => search?.isAsked);
  const isAwaited = !parts.length || parts.some(({ isAsked, isRead, unread }) => isAsked || !(isRead || unread));
  // What a filter goes by has not been read yet: each is there once it was told.
  const isFilterUnread = parts.some(
    (part) =>
      (query.linked !== undefined && !('links' in part)) || (query.tracking !== undefined && !('checks' in part)),
  );
  return {
    /** There may be other records than those that are known. */
    isOpen,
    /** Since when this is known to be all. */
    whole: isOpen || !wholes.length ? undefined : Math.min(...wholes),
    /** How far the reading of those is that are being read. */
    reading: active.length
      ? {
          read: active.reduce((sum, { read }) => sum + read, 0),
          total: totals.every((total) => total !== undefined)
            ? totals.reduce<number>((sum, total) => sum + (total ?? 0), 0)
            : undefined,
        }
      : undefined,
    /** A person waits for that, so that nothing is left to ask for. */
    isWanted: active.length > 0 && active.every(({ unasked }) => !unasked),
    /** No row is shown, and some may be soon. */
    isLoading: rows.length
      ? !view || (!view.shown.rows.length && (!!viewing || isSearching || isFilterUnread))
      : isAwaited,
    /** It is known that there is nothing. */
    isNone: parts.every(
      ({ rows, isNone, isRead, facts }) => !rows.length && (isNone || (isRead && !mayHaveMore(facts))),
    ),
    /** Each service that was asked has said what it finds. */
    isSearched: parts.every(({ search }) => !search || !(search.isAsked || search.problem)),
    isWell: parts.every(({ problem, unread }) => !problem && !unread),
  };
}
