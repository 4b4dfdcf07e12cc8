import { browser } from 'wxt/browser';
import { fromStored, get, type Setting } from './settings.ts';

/**
 * Calls back on every change of a setting, by any page or the worker; returns a function that stops it. `isKnown`: whether
 * a value is what the caller has read before; if not, because it has changed since, it is told, too. `untold`: nothing was read.
 */
export function watch<T>(
  setting: Setting<T>,
  callback: (value: T) => void,
  isKnown?: (value: T) => boolean,
): () => void {
  let isDue = true;
  const tell = (value: T) => {
    isDue = false;
    callback(value);
  };
  const listener = (changes: Record<string, { newValue?: unknown }>, area: string) => {
    const change = changes[setting.key];
    if (area === setting.area && change) tell(...fromStored({ [setting.key]: change.newValue }, setting));
  };
  browser.storage.onChanged.addListener(listener);
  if (isKnown)
    void get(setting).then(
      (now) => isDue && !isKnown(now) && tell(now),
      // What cannot be read now is told when it changes.
      () => {},
    );
  return () => {
    isDue = false;
    browser.storage.onChanged.removeListener(listener);
  };
}

/** For `watch`: tells what a setting is now, too. */
export const untold = (): boolean => false;
