import { isSame } from '../util/isSame.ts';
import { get, type Setting, watch } from './settings.ts';

/**
 * Like `watch`, but also calls back with the present value, unless that is `known`, the value that the caller has read
 * before. Returns a function that ends this.
 */
export function watchSince<T>(setting: Setting<T>, callback: (value: T) => void, known?: T): () => void {
  let isDue = true;
  const stop = watch(setting, (value) => {
    isDue = false;
    callback(value);
  });
  void get(setting).then(
    (now) => isDue && !isSame(now, known) && callback(now),
    // If the value cannot be read now, the callback still runs when it changes.
    () => {},
  );
  return () => {
    isDue = false;
    stop();
  };
}
