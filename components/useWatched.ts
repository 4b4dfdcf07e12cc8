import { useEffect, useState } from 'preact/hooks';

/** Sets the watched value. A function gets the previous value and returns the new one. */
type Tell<T> = (value: T | ((before: T) => T)) => void;

type Watch<T> = (tell: Tell<T>) => (() => void) | readonly (() => void)[] | undefined;

/**
 * Returns the last value that `watch` passed to `tell`; `first` until there is one. Calls `watch` again when a value in
 * `by` changes.
 * @param watch starts watching, and can return functions that end it; calls of `tell` after the end are ignored
 * @param by all values that `watch` depends on
 * @param first can be left out if the value can be undefined
 */
export function useWatched<T>(watch: Watch<T>, by: readonly unknown[], first: T): T;
export function useWatched<T>(watch: Watch<T | undefined>, by: readonly unknown[]): T | undefined;
export function useWatched<T>(watch: Watch<T | undefined>, by: readonly unknown[], first?: T): T | undefined {
  const [value, setValue] = useState(first);
  const begin = () => {
    let isWatched = true;
    const stops = [watch((told) => isWatched && setValue(told)) ?? []].flat();
    return () => {
      isWatched = false;
      stops.forEach((stop) => void stop());
    };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names the dependencies
  useEffect(begin, by);
  return value;
}

/**
 * Returns the last result of the function `read`; undefined until there is one. If `read` rejects, the previous result
 * stays. `by`: all values that `read` depends on. It is called again when one of them changes.
 */
export const useRead = <T>(read: () => Promise<T>, by: readonly unknown[]): T | undefined =>
  useWatched<T | undefined>((tell) => {
    void read().then(
      (value) => tell(() => value),
      () => {},
    );
  }, by);
