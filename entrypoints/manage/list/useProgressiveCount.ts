import { useEffect, useState } from 'preact/hooks';

/** Rows per step; few enough for a slow machine. */
const growStep = 8;

const whenIdle = (task: () => void): (() => void) => {
  // Safari has no requestIdleCallback.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(task, 16);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: 500 });
  return () => cancelIdleCallback(handle);
};

/** How many of `count` rows to render now. Grows while the browser is idle; starts over with each `load`. */
export function useProgressiveCount(count: number, load: number): number {
  const [grown, setGrown] = useState({ load, shown: growStep });
  const shown = grown.load === load ? grown.shown : growStep;
  useEffect(() => {
    if (shown >= count) return;
    return whenIdle(() => setGrown({ load, shown: shown + growStep }));
  }, [load, shown, count]);
  return Math.min(shown, count);
}
