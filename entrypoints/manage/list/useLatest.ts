import { useCallback, useRef } from 'preact/hooks';

/** A callback that stays the same and does what the latest render says, so that rows do not render again because of it. */
export function useLatest<A extends unknown[], R>(callback: (...given: A) => R): (...given: A) => R {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...given: A) => latest.current(...given), []);
}
