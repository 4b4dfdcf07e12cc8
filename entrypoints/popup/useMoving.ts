import { useEffect, useRef, useState } from 'preact/hooks';
import type { Privacy } from '@/lib/services/index.ts';

/** So long a choice stands that the arrow keys have moved to before it is taken (milliseconds). */
const standing = 800;

/** Takes a choice at once, or, where a key only moves over it, once it stands: nothing on the way is published. */
export function useMoving(take: (privacy: Privacy) => void) {
  const latest = useRef(take);
  latest.current = take;
  const waiting = useRef<Privacy>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [byKey, setByKey] = useState(false);
  const settle = () => {
    clearTimeout(timer.current);
    const chosen = waiting.current;
    waiting.current = undefined;
    if (chosen !== undefined) latest.current(chosen);
  };
  const choose = (privacy: Privacy, isMoving: boolean) => {
    clearTimeout(timer.current);
    waiting.current = privacy;
    setByKey(isMoving);
    if (isMoving) timer.current = setTimeout(settle, standing);
    else settle();
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { byKey, choose, settle };
}
