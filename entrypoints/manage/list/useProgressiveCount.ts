import { useLayoutEffect, useState } from 'preact/hooks';

/** Rows per step: a task of less than 50 ms, even on a slow machine. */
const step = 6;

/** How many of `count` rows to render now. Grows from task to task, so that a key press never waits for 100 rows; starts over with each `load`. */
export function useProgressiveCount(count: number, load: number | string): number {
  const [grown, setGrown] = useState({ load, shown: step });
  const shown = grown.load === load ? grown.shown : step;
  useLayoutEffect(() => {
    if (shown >= count) return;
    const timer = setTimeout(() => setGrown({ load, shown: shown + step }));
    return () => clearTimeout(timer);
  }, [load, shown, count]);
  return Math.min(shown, count);
}
