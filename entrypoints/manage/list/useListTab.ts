import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import type { SlimRow } from '@/lib/records/slim.ts';
import type { ListName } from '@/lib/records/types.ts';
import type { ViewQuery } from '@/lib/records/view.ts';
import { t } from '@/lib/text/i18n.ts';
import { viewQuery } from '@/lib/websites/query.ts';
import { isFocusLost, searchBox } from '../focus.ts';
import type { Page } from '../usePage.ts';
import { begunList } from './listStore.ts';
import { pickedOf } from './select.ts';
import { type ListPart, type ListState, shownRows } from './state.ts';
import { listSums } from './sums.ts';
import { useDeletion } from './useDeletion.ts';
import { useExport } from './useExport.ts';
import { useGrid } from './useGridKeys.ts';

/** Opens the lists of several connections as one list. `query`: the initial search, filters and order. */
function useRecordList(list: ListName, parts: readonly ListPart[], query: ViewQuery) {
  const [store] = useState(() => begunList(list, query));
  const state = useWatched<ListState>(
    (tell) => {
      store.showIn(tell);
      return store.end;
    },
    [store],
    store.now(),
  );
  useEffect(() => store.open(parts), [store, parts]);
  return useMemo(() => ({ state, send: store.send }), [store, state]);
}

export function useListTab(kind: ListName, props: Page & { parts: readonly ListPart[] }) {
  const { parts, route, say } = props;
  const { query } = route;
  const wanted = useMemo(() => viewQuery(query), [query]);
  const list = useRecordList(kind, parts, wanted);
  const rows = shownRows(list.state);
  const grid = useGrid(rows);
  const [send, sendGrid] = [list.send, grid.send];
  useEffect(() => {
    send({ type: 'asked', query: wanted });
    // Stops waiting for a row, which could otherwise take the focus while the person types another search.
    sendGrid({ type: 'sought' });
  }, [wanted, send, sendGrid]);
  const { view, selection } = list.state;
  const picked = useMemo(() => pickedOf({ view, selection }, parts), [view, selection, parts]);
  const deletion = useDeletion(kind, say);
  /** The name of each connection, by account; undefined if there is only one connection. */
  const names = useMemo(
    () => (parts.length > 1 ? new Map(parts.map(({ service, name }) => [service.account, name])) : undefined),
    [parts],
  );
  const exporting = useExport(kind, rows, names);
  // When the page opens, or Back replaces the list that had the focus, the search box receives the focus.
  useLayoutEffect(() => {
    if (isFocusLost()) searchBox()?.focus();
  }, []);
  return { ...props, kind, list, sums: listSums(list.state), rows, grid, picked, names, deletion, exporting };
}

export type ListTab = ReturnType<typeof useListTab>;

const ListContext = createContext({} as ListTab);

export const ListProvider = ListContext.Provider;
export const useList = () => useContext(ListContext);

/**
 * Returns a function that returns a row's name, followed by the connection's name if several connections have a record
 * with this name.
 */
export function useCalled(): (row: SlimRow) => string {
  const { list, names } = useList();
  const shared = list.state.view?.shared;
  return ({ name, account }) => {
    const called = name || t('manage.no_name');
    return names && shared?.has(name) ? `${called}, ${names.get(account)}` : called;
  };
}
