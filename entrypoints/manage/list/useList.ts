import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { watchAccess } from '@/lib/connections/permissions.ts';
import { ask, type Input } from '@/lib/messages/ask.ts';
import type { ListOutput, Problem } from '@/lib/services/index.ts';
import { listInput, type Query, type RecordKind } from '@/lib/websites/query.ts';
import type { RecordOf } from './readList.ts';

export interface ListState<T> {
  state: 'loading' | 'refreshing' | 'ready' | 'problem';
  items: T[];
  total?: number;
  more: boolean;
  next?: string;
  unread?: number;
  problem?: Problem;
  /** How many records come before these. */
  from: number;
  /** Changes with every page that is shown. */
  load: number | string;
  /** When the service listed these (milliseconds since 1970). */
  at: number;
  /** How many records the answer had, whatever has come or gone since: the next page begins after these. */
  read?: number;
  /** Records were removed since, so that others have moved up to this page, if the service counts its pages. */
  isShort?: true;
  /** Every listed record was removed; there may be others before or after them. */
  isEmptied?: true;
}

type Change<T> = (items: T[]) => T[];

/** The list after a change to its records; the same if none is affected. */
function changedList<T>(list: ListState<T>, change: Change<T>): ListState<T> {
  const items = change(list.items);
  if (items === list.items) return list;
  const by = items.length - list.items.length;
  const emptied = items.length ? {} : { isEmptied: true as const };
  const short = by < 0 ? { isShort: true as const } : {};
  return { ...list, items, ...emptied, ...short, ...(list.total === undefined ? {} : { total: list.total + by }) };
}

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
  const answered = useRef<string>(undefined);
  /** What has changed since the request began, which its answer may not show. */
  const since = useRef<Change<RecordOf[K]>[]>(undefined);
  const from = query.cursor ? query.from : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks the same once more
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    since.current = [];
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
            ...(answered.current === asked ? before : { ...emptyList, load }),
            ...failed,
          }));
        }
        answered.current = asked;
        const read = answer.value as ListOutput<RecordOf[K]>;
        const list: ListState<RecordOf[K]> = {
          ...read,
          state: 'ready',
          from,
          load,
          at: Date.now(),
          read: read.items.length,
        };
        setList(changes.reduce(changedList, list));
      },
    );
    return () => controller.abort();
  }, [kind, asked, again, account]);

  const refresh = useCallback(() => setAgain((count) => count + 1), []);
  /** Applies a known change to the rows without asking the service again. */
  const patch = useCallback((change: Change<RecordOf[K]>) => {
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

  return { list, refresh, patch };
}
