import { useEffect, useState } from 'preact/hooks';

/** Rows for each frame: few enough for a slow machine. */
const step = 8;

/** How many of `count` rows to render now. Grows after every frame, so that a key press never waits for 100 rows; starts over with each `load`. */
export function useProgressiveCount(count: number, load: number | string): number {
  const [grown, setGrown] = useState({ load, shown: step });
  const shown = grown.load === load ? grown.shown : step;
  useEffect(() => {
    if (shown < count) setGrown({ load, shown: shown + step });
  }, [load, shown, count]);
  return Math.min(shown, count);
}
