import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isSame } from '@/lib/util/isSame.ts';
import type { Rows } from './grid.ts';
import { useLatest } from './useLatest.ts';
import { allParts, keptTop, rowsInSight, type Sight, type SightStart } from './window.ts';

/**
 * Measures the visible part of a table. `tops`: the top of each row (pixels). Returns:
 * - `scroller`, `body`: the refs of the table's section and body
 * - `sight`: the visible part
 * - `top`: the scroll position for which to render rows (see `keptTop`)
 * - `parts`: how many parts of the first rows to render now (see `allParts`)
 * - `see`: a function that measures again
 */
export function useSight(tops: Float64Array, { asked, rows }: { asked: string | undefined; rows: Rows }) {
  const isPage = asked !== undefined;
  const scroller = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [sight, setSight] = useState<Sight>({ top: 0, height: 600 });
  /** The first visible row. It is in a ref, because a change of it requires no rendering. */
  const at = useRef<SightStart>(undefined);
  const [drawn, setDrawn] = useState({ asked, parts: isPage ? 1 : allParts });
  const parts = drawn.asked === asked ? drawn.parts : 1;
  useEffect(() => {
    if (parts < allParts) setDrawn({ asked, parts: parts + 1 });
  }, [asked, parts]);
  const top = keptTop(sight, at.current, asked, rows, tops);
  const see = useLatest(() => {
    const { current } = scroller;
    if (!current) return;
    const now = isPage
      ? { top: -(body.current?.getBoundingClientRect().top ?? 0), height: innerHeight }
      : { top: current.scrollTop, height: current.clientHeight };
    const index = rowsInSight(tops, now.top, 0).first;
    const first = isPage && rows[index];
    at.current = first ? { key: first.key, by: now.top - (tops[index] ?? 0), asked } : undefined;
    setSight((before) => (isSame(before, now) ? before : now));
  });
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    see();
    const observer = new ResizeObserver(see);
    observer.observe(current);
    if (isPage) addEventListener('scroll', see, { passive: true });
    if (isPage) addEventListener('resize', see);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', see);
      removeEventListener('resize', see);
    };
  }, [isPage, see]);
  useLayoutEffect(() => {
    if (!isPage || top === sight.top) return;
    // When rows above are added or removed, the visible ones stay in place.
    if (top) scrollBy(0, top - sight.top);
    else scrollTo(0, 0);
    // A hidden page gets no scroll event, so the new position is read here.
    see();
  }, [isPage, top, sight.top, see]);
  return { scroller, body, top, sight, see, parts };
}
