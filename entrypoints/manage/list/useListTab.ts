import { useEffect, useMemo } from 'preact/hooks';
import { ask } from '@/lib/messages/ask.ts';
import { type SlimRow, sharedNames } from '@/lib/records/slim.ts';
import type { ListName } from '@/lib/records/types.ts';
import { t } from '@/lib/text/i18n.ts';
import { viewQuery } from '@/lib/websites/query.ts';
import type { ListTabProps } from '../tab.ts';
import { focusStop, isFocusLost } from './focus.ts';
import { shownRows } from './state.ts';
import { useDeletion } from './useDeletion.ts';
import { useExport } from './useExport.ts';
import { useLatest } from './useLatest.ts';
import { type RecordList, useRecordList } from './useRecordList.ts';

const remove = {
  websites: (account: string, { id, domain }: { id: string; domain: string }) =>
    ask('websites.delete', { id, domain }, { account }),
  // Only one is deleted at a time, because some services have deleted more than was asked.
  projects: (account: string, { domain: project }: { domain: string }) =>
    ask('projects.delete', { project }, { account }),
};

/** The common part of every tab with a list: its rows, and the actions on one or all of them. */
export function useListTab(kind: ListName, { parts, route, say }: ListTabProps) {
  const { query } = route;
  const list = useRecordList(
    kind,
    parts,
    useMemo(() => viewQuery(query), [query]),
  );
  const rows = shownRows(list.state);
  const deletion = useDeletion(remove[kind], say);
  const names = useMemo(() => new Map(parts.map(({ service, name }) => [service.account, name])), [parts]);
  const exporting = useExport(kind, rows, parts.length > 1 ? names : undefined);
  /** A row that is shown and not read-only. */
  const rowOf = useLatest((key: string) => rows.find((row) => row.key === key && !row.locked));
  const onDelete = useLatest((key: string) => {
    const row = rowOf(key);
    if (row) deletion.open(row);
  });
  // When the page opens, or Back replaces the list that had the focus, the search box receives it.
  useEffect(() => {
    if (isFocusLost()) focusStop();
  }, []);
  return { kind, list, rows, deletion, exporting, rowOf, onDelete };
}

/** The names of rows, with the connection's name if several connections have the same website. */
export function useCalled({ state, parts }: RecordList): (row: SlimRow) => string {
  const isMany = parts.length > 1;
  const shared = useMemo(() => (isMany ? sharedNames(state.rows) : undefined), [isMany, state.rows]);
  const names = useMemo(() => new Map(parts.map(({ service, name }) => [service.account, name])), [parts]);
  return ({ name, account }) => {
    const called = name || t('manage.no_name');
    return shared?.has(name) ? `${called}, ${names.get(account)}` : called;
  };
}

export type ListTab = ReturnType<typeof useListTab>;
