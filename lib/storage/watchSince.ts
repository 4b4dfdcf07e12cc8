import { get, type Setting, watch } from './settings.ts';

/**
 * Like `watch`, and also calls back with the present value, unless the caller has it already. `isKnown`: whether a
 * value equals the one that the caller read before; by default the caller has read none. Returns a function that ends
 * this.
 */
export function watchSince<T>(
  setting: Setting<T>,
  callback: (value: T) => void,
  isKnown: (value: T) => boolean = () => false,
): () => void {
  let isDue = true;
  const stop = watch(setting, (value) => {
    isDue = false;
    callback(value);
  });
  void get(setting).then(
    (now) => isDue && !isKnown(now) && callback(now),
    // If the value cannot be read now, the callback still runs when it changes.
    () => {},
  );
  return () => {
    isDue = false;
    stop();
  };
}
