import { useCallback, useRef } from 'preact/hooks';

/** Returns a function that never changes and calls the latest `callback`, so that a new one renders no row again. */
export function useLatest<A extends unknown[], R>(callback: (...given: A) => R): (...given: A) => R {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...given: A) => latest.current(...given), []);
}
