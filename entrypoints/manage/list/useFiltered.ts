import { useCallback, useMemo } from 'preact/hooks';
import { serviceWith } from '@/lib/connections/services.ts';
import type { Query, RecordKind } from '@/lib/websites/query.ts';
import type { Row } from '@/lib/websites/rows.ts';
import type { TabProps } from '../tab.ts';
import type { ListState } from './listState.ts';
import type { RecordOf } from './readList.ts';
import { type ListRead, useLinks } from './useLinks.ts';

/** Records that match the search and the privacy filter, as read before; whether that is all of them, and when they were listed. */
export interface KnownRecords<T> {
  items: T[];
  complete: boolean;
  at: number;
}

/** A page of records that were read before, by position; the last page if there are fewer. */
function knownPage<T>({ items, complete, at }: KnownRecords<T>, query: Query): ListState<T> {
  const { per_page, search, filter, link, sort_by, sort } = query;
  const total = items.length;
  const from = query.from < total ? query.from : Math.max(0, Math.ceil(total / per_page) - 1) * per_page;
  const to = from + per_page;
  const load = JSON.stringify([at, from, per_page, search, filter, link, sort_by, sort]);
  const counted = complete ? { total } : { isUncounted: true as const };
  return { state: 'ready', items: items.slice(from, to), ...counted, more: total > to, from, load, at };
}

/**
 * The source of the listed records: the page that the service listed; a page of the records read before; or all of those with
 * the wanted link, if both lists were read. Otherwise the link filter only covers the page.
 */
function sourceOf({ filter }: Query, isByLink: boolean, isKnown: boolean, areLinksKnown: boolean) {
  if (isKnown && isByLink && areLinksKnown) return 'linked';
  return isKnown && filter !== 'all' ? 'known' : 'service';
}

/** What the filters know of a kind of record. */
export interface Filters<T> {
  rowsOf(items: readonly T[]): Row<T>[];
  passes?(record: T, filter: Query['filter']): boolean;
}

/** The list after the filters: by privacy, and by whether the other list has a record. */
export function useFiltered<K extends RecordKind>(
  kind: K,
  { route, start, listsRead, onListRead }: Pick<TabProps, 'route' | 'start' | 'listsRead' | 'onListRead'>,
  { rowsOf, passes }: Filters<RecordOf[K]>,
  listed: ListState<RecordOf[K]>,
  known: KnownRecords<RecordOf[K]> | undefined,
) {
  const { query } = route;
  const { filter, link } = query;
  const other = kind === 'websites' ? 'projects' : 'websites';
  const otherAccount = serviceWith(other, start.connection)?.account;
  const isByLink = !!otherAccount && link !== 'all';
  const areLinksKnown = listsRead[other].complete;
  const source = sourceOf(query, isByLink, !!known, areLinksKnown);
  const kept = source === 'service' ? undefined : known;
  const page = useMemo(() => (kept ? knownPage(kept, query) : listed), [kept, query, listed]);
  const items = source === 'linked' && kept ? kept.items : page.items;
  const candidates = useMemo(() => rowsOf(items), [rowsOf, items]);
  const hosts = useMemo(() => candidates.flatMap(({ host }) => host ?? []), [candidates]);
  const onOtherRead = useCallback((now: ListRead) => onListRead(other, now), [other, onListRead]);
  const links = useLinks(other, otherAccount, hosts, listsRead[other], onOtherRead);
  const { linked } = links;
  const wanted = useMemo(
    () => (isByLink ? candidates.filter(({ host }) => linked(host) === (link === 'linked')) : candidates),
    [isByLink, link, linked, candidates],
  );
  const every = useMemo(() => wanted.map(({ record }) => record), [wanted]);
  const list = useMemo(
    () => (source === 'linked' && kept ? knownPage({ ...kept, items: every }, query) : page),
    [source, kept, every, page, query],
  );
  const rows = useMemo(
    () => (source === 'linked' ? wanted.slice(list.from, list.from + list.items.length) : candidates),
    [source, wanted, candidates, list],
  );
  const isLinkOfPage = isByLink && source !== 'linked';
  const matches = useCallback((record: RecordOf[K]) => passes?.(record, filter) ?? true, [filter, passes]);
  // Stays the same while a search is typed, or all rows would be rendered again in one task.
  const shown = useMemo(
    () => (source === 'linked' ? rows : wanted.filter(({ record }) => matches(record))),
    [source, rows, wanted, matches],
  );
  return {
    list,
    rows,
    shown,
    /** All records that match the filters; undefined if these cover only a page. */
    every: source === 'linked' ? every : kept?.items,
    /** The service proved that there are no others. */
    isWhole: kept?.complete,
    isKept: !!kept,
    /** Whether a record of any page passes the privacy filter. */
    matches,
    /** A filter covers only this page. */
    isOfPage: isLinkOfPage || (filter !== 'all' && !kept),
    /** So does the link filter, of which nothing is known for other pages. */
    isLinkOfPage,
    /** Undefined if the other service is not connected. */
    links: otherAccount ? links : undefined,
    /** Setting the link filter goes to the first page if that changes which records are listed. */
    onLink: (chosen: Query['link']) =>
      route.change({ link: chosen, ...(known && areLinksKnown ? { cursor: undefined, from: 0 } : {}) }),
  };
}
