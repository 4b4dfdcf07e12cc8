import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keptTop, rowsInSight, type Sight } from './window.ts';

interface Rows {
  /** Names what is asked of the rows, in a table that is scrolled with its page. */
  asked: string | undefined;
  keyOf: (index: number) => string;
}

/** What is in sight of a table's rows, whose places are given, and the place from which to render them. */
export function useSight(tops: Float64Array, { asked, keyOf }: Rows) {
  const isPage = asked !== undefined;
  const scroller = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [sight, setSight] = useState<Sight>({ top: 0, height: 600 });
  const top = keptTop(sight, asked, keyOf, tops);
  const see = () => {
    const { current } = scroller;
    if (!current) return;
    const now = isPage
      ? { top: -(body.current?.getBoundingClientRect().top ?? 0), height: innerHeight }
      : { top: current.scrollTop, height: current.clientHeight };
    const index = rowsInSight(tops, now.top, 0).first;
    const at = isPage && tops.length > 1 ? { key: keyOf(index), by: now.top - (tops[index] ?? 0), asked } : undefined;
    const isSame = (before: Sight) =>
      before.top === now.top &&
      before.height === now.height &&
      before.at?.key === at?.key &&
      before.at?.asked === at?.asked;
    setSight((before) => (isSame(before) ? before : { ...now, at }));
  };
  const latest = useRef(see);
  latest.current = see;
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const look = () => latest.current();
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    if (isPage) addEventListener('scroll', look, { passive: true });
    if (isPage) addEventListener('resize', look);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [isPage]);
  useLayoutEffect(() => {
    if (!isPage || top === sight.top) return;
    // Where rows above have come or gone, those in sight stay where they are.
    if (top) scrollBy(0, top - sight.top);
    else scrollTo(0, 0);
  }, [isPage, top, sight.top]);
  return { scroller, body, top, sight, see };
}
