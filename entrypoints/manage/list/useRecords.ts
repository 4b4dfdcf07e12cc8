import { useCallback, useMemo } from 'preact/hooks';
import type { Answer } from '@/lib/messages/ask.ts';
import type { ChangeKind } from '@/lib/messages/changes.ts';
import { t } from '@/lib/text/i18n.ts';
import type { Kind, Query } from '@/lib/websites/query.ts';
import type { Row } from '@/lib/websites/rows.ts';
import type { TabProps } from '../tab.ts';
import { focusRow, neighbourOf } from './focus.ts';
import type { RecordOf } from './readList.ts';
import { useChanges } from './useChanges.ts';
import { type DeleteEnd, useDelete } from './useDelete.ts';
import { useExport } from './useExport.ts';
import { useLatest } from './useLatest.ts';
import { type ListRead, useLinks } from './useLinks.ts';
import { useList } from './useList.ts';
import { useReportListRead } from './useReportListRead.ts';

/** What the list of websites and that of projects do not share. */
interface RecordKind<T> {
  rowsOf(items: readonly T[]): Row<T>[];
  /** The listed records after a change anywhere; the same array where it does not touch them. */
  changed(items: T[], change: ChangeKind, query: Query): T[];
  passes?(record: T, query: Query): boolean;
  /** Told of every change, by whomever. */
  onChange?(change: ChangeKind): void;
  /** The change that a deleted record is. */
  gone(record: T): ChangeKind;
  remove(record: T): Promise<Answer<DeleteEnd>>;
}

const others = { websites: 'projects', projects: 'websites' } as const;

/** The records a tab lists, and what can be done with them. */
export function useRecords<K extends Kind>(
  kind: K,
  { account, route, start, listsRead, onListRead, say }: TabProps,
  { rowsOf, changed, passes, onChange, gone, remove }: RecordKind<RecordOf[K]>,
) {
  type Item = RecordOf[K];
  const { query } = route;
  const other = others[kind];
  const { connection } = start;
  const otherAccount = kind === 'websites' ? connection?.seoAccount : connection?.account;
  const { list, refresh, patch } = useList(kind, query, account);
  useReportListRead(kind, query, list, onListRead);
  const rows = useMemo(() => rowsOf(list.items), [rowsOf, list.items]);
  const hosts = useMemo(() => rows.flatMap(({ host }) => host ?? []), [rows]);
  const onOtherRead = useCallback((now: ListRead) => onListRead(other, now), [other, onListRead]);
  const links = useLinks(other, otherAccount, hosts, listsRead[other], onOtherRead);
  const { linked } = links;
  const shown = useMemo(() => {
    const { link } = query;
    const isLinkedAsWanted = (host: string | undefined) =>
      !otherAccount || link === 'all' || linked(host) === (link === 'linked');
    return rows.filter(({ record, host }) => (passes?.(record, query) ?? true) && isLinkedAsWanted(host));
  }, [rows, query, linked, otherAccount, passes]);
  const exporting = useExport(kind, query, list.items, account);

  const know = useLatest((change: ChangeKind) => {
    patch((items) => changed(items, change, query));
    onChange?.(change);
  });
  useChanges(account, know);
  useChanges(otherAccount, () => void links.look());
  // The row to focus is on the page only after the next render.
  const focusLater = useCallback((key: string | undefined) => void requestAnimationFrame(() => focusRow(key)), []);
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
  return {
    kind,
    list,
    refresh,
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
    enter: () => focusRow(shown[0]?.key),
    paged: !!list.next || !!query.cursor,
  };
}

export type Records<K extends Kind> = ReturnType<typeof useRecords<K>>;
