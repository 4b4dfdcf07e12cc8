import { useCallback, useRef } from 'preact/hooks';

/**
 * Returns a function that is the same on every render and calls the latest `callback`. Views that get it need not
 * render again when `callback` changes.
 */
export function useLatest<A extends unknown[], R>(callback: (...given: A) => R): (...given: A) => R {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...given: A) => latest.current(...given), []);
}
