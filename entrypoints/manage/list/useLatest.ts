import { useCallback, useRef } from 'preact/hooks';

/** A callback with a stable identity that calls the latest function, so that rows do not render again because of it. */
export function useLatest<A extends unknown[], R>(callback: (...given: A) => R): (...given: A) => R {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...given: A) => latest.current(...given), []);
}
