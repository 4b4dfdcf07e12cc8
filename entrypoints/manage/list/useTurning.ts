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
  /** Records of this page may have moved up that are still to be heard of. */
  mayMove: () => boolean;
  refresh: () => void;
}

/**
 * Turns pages, then focuses the first row, so that the list is read from its head. What has moved up to this page would never be
 * shown: this page again comes before the next one, unless nothing has.
 */
export function useTurning({ list, rows, query, account, next, previous, mayMove, refresh }: Turning) {
  const { state, load, isShort } = list;
  const turned = useRef<{ asked?: Query; shown?: ReadonlySet<string> }>(undefined);
  const turn = (to: () => void) => {
    turned.current = {};
    to();
  };
  // Before anything can be pressed on the new page, which would turn that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useLayoutEffect(() => {
    const { current } = turned;
    if (state === 'loading' || state === 'refreshing') return;
    turned.current = undefined;
    if (!current || state === 'problem') return;
    const { asked, shown } = current;
    const isSame = asked === query && !isShort && rows.every(({ key }) => shown?.has(key));
    if (isSame && next) turn(next);
    else focusHead(account);
  }, [load, state]);
  return {
    onPrevious: () => turn(previous),
    onNext: () => {
      if (!list.isShort && !mayMove()) return next && turn(next);
      turned.current = { asked: query, shown: new Set(rows.map(({ key }) => key)) };
      refresh();
    },
  };
}
