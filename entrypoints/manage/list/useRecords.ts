import { useCallback, useEffect, useRef } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import type { ChangeKind } from '@/lib/messages/changes.ts';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import type { Query, RecordKind } from '@/lib/websites/query.ts';
import { changeElsewhere, type Row } from '@/lib/websites/rows.ts';
import type { TabProps } from '../tab.ts';
import { focusFirst, focusRow, neighbourOf } from './focus.ts';
import type { RecordOf } from './readList.ts';
import { useChanges } from './useChanges.ts';
import { useExport } from './useExport.ts';
import { type Filters, type KnownRecords, useFiltered } from './useFiltered.ts';
import { useLatest } from './useLatest.ts';
import { useList } from './useList.ts';
import { useReportListRead } from './useListsRead.ts';
import { useTurning } from './useTurning.ts';

type DeleteEnd = { outcome: 'deleted' | 'gone' };

interface Deleting<T> {
  row: Row<T>;
  busy: boolean;
  problem?: Problem;
}

interface DeleteCallbacks<T> {
  onDeleted: (row: Row<T>, said: string) => void;
  say: (text: string) => void;
}

/** Deletes one record. One that is already gone counts as deleted. */
export function useDelete<T>(
  remove: (record: T) => Promise<Answer<DeleteEnd>>,
  { onDeleted, say }: DeleteCallbacks<T>,
) {
  const forms = useForms<Deleting<T>>();
  const { close } = forms;
  // Where it is no longer shown, its end is told elsewhere.
  useEffect(() => close, [close]);
  const open = (row: Row<T>) =>
    forms.open(row.key, forms.of(row.key)?.busy ? { row, busy: true } : { row, busy: false });
  const run = async () => {
    if (!forms.form || forms.form.busy) return;
    const { row } = forms.form;
    const { key, name } = row;
    forms.patch(key, { busy: true, problem: undefined });
    const answer = await remove(row.record);
    if (!answer.ok) {
      const { problem } = answer;
      const isNot = problem.code === 'maybe-deleted' ? '' : `${t('manage.not_deleted', { name })} `;
      if (!forms.isOpen(key)) say(`${isNot}${problemText(problem, name)}`);
      return forms.patch(key, { busy: false, problem });
    }
    forms.drop(key);
    onDeleted(row, t(answer.value.outcome === 'gone' ? 'popup.already_deleted' : 'popup.deleted', { domain: name }));
  };
  return { deleting: forms.form, open, close, run };
}

/** What differs between the list of websites and that of projects. */
interface RecordList<T> extends Filters<T> {
  /** The listed records after a change anywhere; the same array if none of them changed. */
  changed(items: T[], change: ChangeKind, query: Query): T[];
  /** Called after every change, whoever made it. */
  onChange?(change: ChangeKind): void;
  /** The change to announce for a deleted record. */
  gone(record: T): ChangeKind;
  remove(record: T): Promise<Answer<DeleteEnd>>;
}

/** The records a tab lists, and what can be done with them. */
export function useRecords<K extends RecordKind>(
  kind: K,
  props: TabProps,
  { changed, onChange, gone, remove, ...filters }: RecordList<RecordOf[K]>,
  known?: KnownRecords<RecordOf[K]>,
  readAgain?: () => void,
) {
  type Item = RecordOf[K];
  const { account, route, say } = props;
  const { query } = route;
  const { list: listed, refresh, patch, isOfSearch, isDeleting } = useList(kind, query, account);
  useReportListRead(kind, query, listed, props.onListRead);
  const filtered = useFiltered(kind, props, filters, listed, known);
  const { list, rows, shown, every, isKept, isOfPage, links, onLink } = filtered;
  const isCurrent = isKept || isOfSearch;
  const next = list.next ?? (isKept && list.more ? '' : undefined);
  const hasPrevious = !!query.cursor || list.from > 0;
  const isPaged = next !== undefined || hasPrevious;
  const turning = useTurning({
    list,
    rows,
    query,
    account,
    next: next === undefined ? undefined : () => route.next(next || undefined, list.read ?? list.items.length),
    previous: route.previous,
    mayMove: () => !isKept && isDeleting(),
    refresh,
  });
  // An emptied page does not mean an empty list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!list.isEmptied) return;
    if (list.more) refresh();
    else if (list.from > 0) route.previous();
  }, [list.isEmptied, list.load]);
  const exporting = useExport(kind, query, account, {
    listed: shown.map(({ record }) => record),
    kept: every,
    isWhole: filtered.isWhole,
    matches: filtered.matches,
    changed,
  });

  const know = useLatest((change: ChangeKind) => {
    patch((items) => changed(items, change, query), changeElsewhere(kind, change, query));
    exporting.know(change);
    onChange?.(change);
  });
  useChanges(account, know);
  useChanges(links?.account, () => void links?.look());
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  // The row to focus is on the page only after the next render.
  const focusLater = useCallback(
    (key: string | undefined) => void requestAnimationFrame(() => isShown.current && focusRow(account, key)),
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
  return {
    kind,
    list,
    pager: {
      paged: isPaged,
      hasPrevious,
      // While a page loads, `next` is still that of the page before it.
      hasNext: next !== undefined && list.state === 'ready',
      ...turning,
    },
    refresh: (isKept && readAgain) || refresh,
    /** The listed records are a page of what was read before. */
    isKept,
    /** The list is of the current search: how many it has is how many that finds. */
    isCurrent,
    /** There are other pages, which the current filter does not cover. */
    isPart: isPaged && isOfPage,
    every,
    onLink,
    rows,
    shown,
    links,
    exporting,
    exportable: {
      listed: shown.length,
      total: isOfPage || !isCurrent ? undefined : list.total,
      pages: isPaged && !filtered.isLinkOfPage,
    },
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
