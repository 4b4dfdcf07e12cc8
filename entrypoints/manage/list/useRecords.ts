import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import type { Answer } from '@/lib/messages/ask.ts';
import type { ChangeKind } from '@/lib/messages/changes.ts';
import { t } from '@/lib/text/i18n.ts';
import type { Query, RecordKind } from '@/lib/websites/query.ts';
import type { Row } from '@/lib/websites/rows.ts';
import type { TabProps } from '../tab.ts';
import { focusFirst, focusHead, focusRow, neighbourOf } from './focus.ts';
import type { RecordOf } from './readList.ts';
import { useChanges } from './useChanges.ts';
import { type DeleteEnd, useDelete } from './useDelete.ts';
import { useExport } from './useExport.ts';
import { useLatest } from './useLatest.ts';
import { type ListRead, useLinks } from './useLinks.ts';
import { type ListState, useList } from './useList.ts';
import { useReportListRead } from './useListsRead.ts';

/** What the list of websites and that of projects do not share. */
interface RecordList<T> {
  rowsOf(items: readonly T[]): Row<T>[];
  /** The listed records after a change anywhere; the same array where it does not touch them. */
  changed(items: T[], change: ChangeKind, query: Query): T[];
  passes?(record: T, filter: Query['filter']): boolean;
  /** Told of every change, by whomever. */
  onChange?(change: ChangeKind): void;
  /** The change that a deleted record is. */
  gone(record: T): ChangeKind;
  remove(record: T): Promise<Answer<DeleteEnd>>;
}

/** All records that the query asks for, where they are kept here, and when the service listed them. */
interface KeptRecords<T> {
  items: T[];
  at: number;
  /** Reads them again. */
  again: () => void;
}

/** The page of a kept list, by position. */
function keptPage<T>(
  { items, at }: KeptRecords<T>,
  { from, per_page, search, filter, sort_by, sort }: Query,
): ListState<T> {
  const load = JSON.stringify([at, from, per_page, search, filter, sort_by, sort]);
  const more = items.length > from + per_page;
  return { state: 'ready', items: items.slice(from, from + per_page), total: items.length, more, from, load, at };
}

/** After a page was turned, the list is read from its head: its first row has the focus. */
function useTurning({ state, load }: ListState<unknown>, account: string) {
  const turned = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (turned.current && state === 'ready') focusHead(account);
    turned.current = false;
  }, [load]);
  return () => {
    turned.current = true;
  };
}

const otherKind = { websites: 'projects', projects: 'websites' } as const;

/** The records a tab lists, and what can be done with them. */
export function useRecords<K extends RecordKind>(
  kind: K,
  { account, route, start, listsRead, onListRead, say }: TabProps,
  { rowsOf, changed, passes, onChange, gone, remove }: RecordList<RecordOf[K]>,
  kept?: KeptRecords<RecordOf[K]>,
) {
  type Item = RecordOf[K];
  const { query } = route;
  const other = otherKind[kind];
  const { connection } = start;
  const otherAccount = kind === 'websites' ? connection?.seoAccount : connection?.account;
  const { list: listed, refresh, patch } = useList(kind, query, account);
  useReportListRead(kind, query, listed, onListRead);
  const list = kept ? keptPage(kept, query) : listed;
  const turn = useTurning(list, account);
  // A page of which nothing is left does not say that there is nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!list.isEmptied) return;
    if (list.more) refresh();
    else if (list.from > 0) route.previous();
  }, [list.isEmptied, list.load]);
  const rows = useMemo(() => rowsOf(list.items), [rowsOf, list.items]);
  const hosts = useMemo(() => rows.flatMap(({ host }) => host ?? []), [rows]);
  const onOtherRead = useCallback((now: ListRead) => onListRead(other, now), [other, onListRead]);
  const links = useLinks(other, otherAccount, hosts, listsRead[other], onOtherRead);
  const { linked } = links;
  const { link, filter } = query;
  // Stays the same while a search is typed: all rows would be rendered anew otherwise, in one task.
  const shown = useMemo(() => {
    const isLinkedAsWanted = (host: string | undefined) =>
      !otherAccount || link === 'all' || linked(host) === (link === 'linked');
    return rows.filter(({ record, host }) => (passes?.(record, filter) ?? true) && isLinkedAsWanted(host));
  }, [rows, link, filter, linked, otherAccount, passes]);
  const exporting = useExport(kind, query, list.items, account, kept?.items);

  const know = useLatest((change: ChangeKind) => {
    patch((items) => changed(items, change, query));
    onChange?.(change);
  });
  useChanges(account, know);
  useChanges(otherAccount, () => void links.look());
  // The row to focus is on the page only after the next render.
  const focusLater = useCallback(
    (key: string | undefined) => void requestAnimationFrame(() => focusRow(account, key)),
    [account],
  );
  /** The service no longer has the record. `said`: how it went. */
  const drop = (row: Row<Item>, said?: string) => {
    const next = neighbourOf(shown, row.key);
    know(gone(row.record));
    say(said ?? t('popup.already_deleted', { domain: row.name }));
    focusLater(next);
  };
  const deletion = useDelete<Item>(remove, { onDeleted: drop, say });
  /** A listed row that is not read-only. */
  const rowOf = useLatest((key: string) => rows.find((row) => row.key === key && !row.record.locked));
  const onDelete = useLatest((key: string) => {
    const row = rowOf(key);
    if (row) deletion.open(row);
  });
  const next = list.next ?? (kept && list.more ? '' : undefined);
  const hasPrevious = !!query.cursor || list.from > 0;
  return {
    kind,
    list,
    pager: {
      paged: next !== undefined || hasPrevious,
      hasPrevious,
      // While a page loads, `next` is still that of the page before it.
      hasNext: next !== undefined && list.state === 'ready',
      onPrevious: () => {
        turn();
        route.previous();
      },
      onNext: () => {
        turn();
        route.next(next || undefined, list.items.length);
      },
    },
    refresh: kept?.again ?? refresh,
    /** What is listed is all that the query asks for. */
    isKept: !!kept,
    rows,
    shown,
    /** Undefined where the other service is not connected. */
    links: otherAccount ? links : undefined,
    exporting,
    know,
    focusLater,
    drop,
    deletion,
    rowOf,
    onDelete,
    enter: focusFirst,
  };
}

export type Records<K extends RecordKind> = ReturnType<typeof useRecords<K>>;
