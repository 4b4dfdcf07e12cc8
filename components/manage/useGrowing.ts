import { useEffect, useState } from 'preact/hooks';

/** Enough rows for a tall window; the rest follow when the browser is idle, so that nobody's typing waits for them. */
const first = 16;
const step = 6;

const whenIdle = (task: () => void): (() => void) => {
  // Safari has no requestIdleCallback.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(task, 16);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: 500 });
  return () => cancelIdleCallback(handle);
};

/** How many of `count` rows to render by now; starts over with each `load`. */
export function useGrowing(count: number, load: number): number {
  const [grown, setGrown] = useState({ load, shown: first });
  const shown = grown.load === load ? grown.shown : first;
  useEffect(() => {
    if (shown >= count) return;
    return whenIdle(() => setGrown({ load, shown: shown + step }));
  }, [load, shown, count]);
  return Math.min(shown, count);
}
