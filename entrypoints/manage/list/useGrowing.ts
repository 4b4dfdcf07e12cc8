import { useEffect, useState } from 'preact/hooks';

/** So many rows at a time: a small piece of work, also on a slow machine. */
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

/** How many of `count` rows to render by now; starts over with each `load`, and goes on when the browser is idle. */
export function useGrowing(count: number, load: number): number {
  const [grown, setGrown] = useState({ load, shown: growStep });
  const shown = grown.load === load ? grown.shown : growStep;
  useEffect(() => {
    if (shown >= count) return;
    return whenIdle(() => setGrown({ load, shown: shown + growStep }));
  }, [load, shown, count]);
  return Math.min(shown, count);
}
