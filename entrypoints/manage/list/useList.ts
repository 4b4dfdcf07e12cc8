import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { watchAccess } from '@/lib/connections/permissions.ts';
import { ask, type Input } from '@/lib/messages/ask.ts';
import type { ListOutput } from '@/lib/services/index.ts';
import { listInput, type Query, type RecordKind, searchText } from '@/lib/websites/query.ts';
import type { ChangeElsewhere } from '@/lib/websites/rows.ts';
import { changedAnswer, changedList, type ListChange, type ListState } from './listState.ts';
import type { RecordOf } from './readList.ts';
import { usePendingDeletions } from './usePendingDeletions.ts';

const emptyList: ListState<never> = { state: 'loading', items: [], more: false, from: 0, load: 0, at: 0 };

/**
 * Lists what the query asks for. A newer query cancels the previous request. If the same query fails when it is repeated, the
 * records stay.
 */
export function useList<K extends RecordKind>(kind: K, query: Query, account: string) {
  const [list, setList] = useState<ListState<RecordOf[K]>>(emptyList);
  const [again, setAgain] = useState(0);
  const loads = useRef(0);
  const asked = JSON.stringify(listInput(query));
  const search = searchText(query.search);
  const answered = useRef<{ asked: string; search: string }>(undefined);
  /** What has changed since the request began, which its answer may not show. */
  const since = useRef<ListChange<RecordOf[K]>[]>(undefined);
  const heard = useRef(new Set<string>());
  const isDeleting = usePendingDeletions(account);
  const from = query.cursor ? query.from : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks the same once more
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    since.current = [];
    const wasDeleting = isDeleting();
    setList((before) => ({ ...before, state: before.items.length ? 'refreshing' : 'loading' }));
    void ask(`${kind as RecordKind}.list`, JSON.parse(asked) as Input<'websites.list'>, { signal, account }).then(
      (answer) => {
        if (signal.aborted) return;
        const { current: changes = [] } = since;
        since.current = undefined;
        const load = ++loads.current;
        if (!answer.ok) {
          const failed = { state: 'problem', problem: answer.problem } as const;
          return setList((before) => ({
            ...(answered.current?.asked === asked ? before : { ...emptyList, load }),
            ...failed,
          }));
        }
        answered.current = { asked, search };
        const read = answer.value as ListOutput<RecordOf[K]>;
        const list: ListState<RecordOf[K]> = {
          ...read,
          state: 'ready',
          from,
          load,
          at: Date.now(),
          read: read.items.length,
          ...(wasDeleting || isDeleting() ? { isUnsettled: true } : {}),
        };
        setList(changes.reduce(changedAnswer, list));
      },
    );
    return () => controller.abort();
  }, [kind, asked, again, account]);

  const refresh = useCallback(() => setAgain((count) => count + 1), []);
  /** Applies a known change to the rows without asking the service again. */
  const patch = useCallback((of: ListChange<RecordOf[K]>['of'], elsewhere?: ChangeElsewhere) => {
    const isNew = elsewhere && !heard.current.has(elsewhere.key);
    if (elsewhere) heard.current.add(elsewhere.key);
    const change = { of, elsewhere: isNew ? elsewhere : undefined };
    since.current?.push(change);
    setList((before) => changedList(before, change));
  }, []);

  const failed = list.problem?.kind;
  useEffect(() => {
    // Granted for a job or in another window, too.
    if (failed === 'access') return watchAccess(refresh);
    if (failed !== 'network') return;
    addEventListener('online', refresh);
    return () => removeEventListener('online', refresh);
  }, [failed, refresh]);

  return {
    list,
    refresh,
    patch,
    /** A deletion may be carried out of which nothing is heard yet. */
    isDeleting,
    /** The list is of the current search, not still of the one before. */
    isOfSearch: answered.current?.search === search,
  };
}
