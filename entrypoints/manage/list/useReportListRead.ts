import { useEffect } from 'preact/hooks';
import type { Query, RecordKind } from '@/lib/websites/query.ts';
import type { ListRead } from './useLinks.ts';
import type { ListState } from './useList.ts';

/** Reports how much of a list an answer without a search contains. */
export function useReportListRead(
  kind: RecordKind,
  query: Query,
  list: ListState<unknown>,
  onListRead: (kind: RecordKind, read: ListRead) => void,
): void {
  const { state, total, more, load } = list;
  const whole = !query.search.trim() && !query.cursor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (state === 'ready' && whole && (total !== undefined || !more)) onListRead(kind, { total, complete: !more });
  }, [load, state]);
}
