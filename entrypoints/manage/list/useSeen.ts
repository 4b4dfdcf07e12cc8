import { useEffect } from 'preact/hooks';
import type { Kind, Query } from '@/lib/websites/query.ts';
import type { Seen } from './useCoverage.ts';
import type { ListState } from './useList.ts';

/** Notes how much of a list an answer without a search has shown. */
export function useSeen(
  kind: Kind,
  query: Query,
  list: ListState<unknown>,
  onSeen: (kind: Kind, seen: Seen) => void,
): void {
  const { state, total, more, load } = list;
  const whole = !query.search.trim() && !query.cursor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (state === 'ready' && whole && (total !== undefined || !more)) onSeen(kind, { total, complete: !more });
  }, [load, state]);
}
