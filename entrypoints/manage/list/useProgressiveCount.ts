import { useEffect, useState } from 'preact/hooks';

/** How many more rows a frame takes on a slow machine; those below the window are neither laid out nor painted. */
const stepAfter = (shown: number) => (shown < 24 ? 4 : 5);

/** How many of `count` rows to render now. Grows after every frame, so that a key press never waits for 100 rows; starts over with each `load`. */
export function useProgressiveCount(count: number, load: number | string): number {
  const [grown, setGrown] = useState({ load, shown: stepAfter(0) });
  const shown = grown.load === load ? grown.shown : stepAfter(0);
  useEffect(() => {
    if (shown < count) setGrown({ load, shown: shown + stepAfter(shown) });
  }, [load, shown, count]);
  return Math.min(shown, count);
}
