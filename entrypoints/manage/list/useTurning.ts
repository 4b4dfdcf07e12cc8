import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Query } from '@/lib/websites/query.ts';
import { focusHead } from './focus.ts';
import type { ListState } from './listState.ts';

interface Turning {
  list: ListState<unknown>;
  rows: readonly { key: string }[];
  query: Query;
  account: string;
  /** Shows the next page; undefined if there is none. */
  next: (() => void) | undefined;
  previous: () => void;
  refresh: () => void;
}

/**
 * Turns pages, then focuses the first row, so that the list is read from its head. What has moved up to this page would never be
 * shown: this page again comes before the next one, unless nothing has.
 */
export function useTurning({ list, rows, query, account, next, previous, refresh }: Turning) {
  const { state, load, isShort } = list;
  const turned = useRef<{ asked?: Query; shown?: ReadonlySet<string> }>(undefined);
  const turn = (to: () => void) => {
    turned.current = {};
    to();
  };
  // Before anything can be pressed on the new page, which would turn that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useLayoutEffect(() => {
    const { current } = turned;
    turned.current = undefined;
    if (!current || state !== 'ready') return;
    const { asked, shown } = current;
    const isSame = asked === query && !isShort && rows.every(({ key }) => shown?.has(key));
    if (isSame && next) turn(next);
    else focusHead(account);
  }, [load]);
  return {
    onPrevious: () => turn(previous),
    onNext: () => {
      if (!list.isShort) return next && turn(next);
      turned.current = { asked: query, shown: new Set(rows.map(({ key }) => key)) };
      refresh();
    },
  };
}
