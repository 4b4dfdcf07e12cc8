import { isSame } from '../util/isSame.ts';
import { get, type Setting, watch } from './settings.ts';

/**
 * Calls back with each new value of a setting, as `watch` does. Also calls back with the present value at the
 * beginning, unless it equals `known`, the value that the caller has already read. Returns a function that stops the
 * calls.
 */
export function watchSince<T>(setting: Setting<T>, callback: (value: T) => void, known?: T): () => void {
  let isDue = true;
  const stop = watch(setting, (value) => {
    isDue = false;
    callback(value);
  });
  void get(setting).then(
    (now) => isDue && !isSame(now, known) && callback(now),
    // If the setting cannot be read now, the callback is still called when the setting changes.
    () => {},
  );
  return () => {
    isDue = false;
    stop();
  };
}
