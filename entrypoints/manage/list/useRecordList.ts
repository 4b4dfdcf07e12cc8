import { useEffect, useMemo, useState } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import type { ListName } from '@/lib/records/types.ts';
import type { ViewQuery } from '@/lib/records/view.ts';
import { begunList } from './listStore.ts';
import type { ListPart, ListState } from './state.ts';

/**
 * Follows the lists of several connections as one list, searched and sorted by `query`. Returns the state of the list,
 * and `send`, which takes its events.
 */
export function useRecordList(list: ListName, parts: readonly ListPart[], query: ViewQuery) {
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
  useEffect(() => store.send({ type: 'asked', query }), [store, query]);
  return useMemo(() => ({ state, send: store.send }), [store, state]);
}
