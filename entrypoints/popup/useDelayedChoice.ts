import { useEffect, useRef, useState } from 'preact/hooks';
import type { Privacy } from '@/lib/services/index.ts';

/** How long a choice made by arrow key must stay before it is applied (milliseconds). */
const arrowKeyDelay = 800;

/** Applies a click at once and an arrow key after a delay, so that moving past Public to Password publishes nothing. */
export function useDelayedChoice(take: (privacy: Privacy) => void) {
  const latest = useRef(take);
  latest.current = take;
  const waiting = useRef<Privacy>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [byArrowKey, setByArrowKey] = useState(false);
  const settle = () => {
    clearTimeout(timer.current);
    const chosen = waiting.current;
    waiting.current = undefined;
    if (chosen !== undefined) latest.current(chosen);
  };
  const choose = (privacy: Privacy, byArrowKey: boolean) => {
    clearTimeout(timer.current);
    waiting.current = privacy;
    setByArrowKey(byArrowKey);
    if (byArrowKey) timer.current = setTimeout(settle, arrowKeyDelay);
    else settle();
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { byArrowKey, choose, settle };
}
