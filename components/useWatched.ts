import { useEffect, useState } from 'preact/hooks';

/** Tells a value, or makes one of the value before. */
type Tell<T> = (value: T | ((before: T) => T)) => void;

type Watch<T> = (tell: Tell<T>) => (() => void) | readonly (() => void)[] | undefined;

/**
 * The value that `watch` told last; `first` until it tells one. It is watched anew when one of `by` changes, which is all that
 * `watch` may depend on.
 * @param watch begins to tell, and gives what ends it, if anything does; what is told after that does not count
 * @param first may be left out where the value may be undefined
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what it depends on
  useEffect(begin, by);
  return value;
}

/**
 * What `read` gave last. It is read anew when one of `by` changes, which is all that `read` may depend on. Undefined until then;
 * where it cannot be read, what was read before stays.
 */
export const useRead = <T>(read: () => Promise<T>, by: readonly unknown[]): T | undefined =>
  useWatched<T | undefined>((tell) => {
    void read().then(
      (value) => tell(() => value),
      () => {},
    );
  }, by);
