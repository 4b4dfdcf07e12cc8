import { useCallback, useEffect, useState } from 'preact/hooks';
import { serviceWith } from '@/lib/connections/services.ts';
import type { Project, Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { Query, RecordKind } from '@/lib/websites/query.ts';
import type { ListState } from './listState.ts';
import { areAllKept } from './readList.ts';
import type { ListRead } from './useLinks.ts';

const unread: ListRead = { complete: false };

/** How much of each list of the connected accounts this page has read. */
export function useListsRead(connection: ConnectionAddress | undefined) {
  const nameOf = (kind: RecordKind) => `${kind} ${serviceWith(kind, connection)?.account}`;
  const [websites, projects] = [nameOf('websites'), nameOf('projects')];
  const [listsRead, setListsRead] = useState<Readonly<Record<string, ListRead>>>({});
  const onListRead = useCallback(
    (kind: RecordKind, now: ListRead) => {
      const name = { websites, projects }[kind];
      setListsRead((before) => ({
        ...before,
        [name]: { total: now.total ?? before[name]?.total, complete: now.complete },
      }));
    },
    [websites, projects],
  );
  return {
    listsRead: { websites: listsRead[websites] ?? unread, projects: listsRead[projects] ?? unread },
    onListRead,
  };
}

/** Reports how much of the whole list an answer to a query without a search contains. */
export function useReportListRead(
  kind: RecordKind,
  query: Query,
  list: ListState<Website | Project>,
  onListRead: (kind: RecordKind, read: ListRead) => void,
): void {
  const { state, items, total, more, unread, load } = list;
  const whole = !query.search.trim() && !query.cursor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (state === 'ready' && whole && (total !== undefined || !more))
      onListRead(kind, { total, complete: !more && !unread && areAllKept(items) });
  }, [load, state]);
}
