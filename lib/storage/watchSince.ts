import { get, type Setting, watch } from './settings.ts';

/**
 * As `watch`, and also calls back with what a setting is now, unless that is known. `isKnown`: whether a value is what the
 * caller has read before; without it nothing was read. Returns a function that stops it.
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
    // What cannot be read now is told when it changes.
    () => {},
  );
  return () => {
    isDue = false;
    stop();
  };
}
