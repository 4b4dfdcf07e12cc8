import { browser } from 'wxt/browser';
import { isSame } from '../util/isSame.ts';
import { readStored, type Setting, toStore } from './settings.ts';

/**
 * Changes several settings on disk in a single write, under the same locks as `update`. Resolves to their values before
 * and after. Does not write settings that stay the same, so that their watchers are not called.
 */
export function updateTogether<T extends object>(
  settings: { [K in keyof T]: Setting<T[K]> },
  change: (values: T) => T,
): Promise<{ before: T; after: T }> {
  // The locks are always taken in this order. Otherwise, two callers might wait for each other forever.
  const rows = Object.entries<Setting<unknown>>(settings).sort(([, one], [, other]) => (one.key < other.key ? -1 : 1));
  const area = browser.storage.local;
  const write = async () => {
    const stored = await area.get(rows.map(([, { key }]) => key));
    const values = rows.map(([name, setting]) => [name, readStored(setting, stored[setting.key])]);
    const before = Object.fromEntries(values) as T;
    const after = change(before);
    const changed = rows.flatMap(([name, setting]) => {
      const [old, value] = [before, after].map((all) => all[name as keyof T]);
      return isSame(old, value) ? [] : [[setting.key, toStore(setting, value, stored[setting.key])]];
    });
    if (changed.length) await area.set(Object.fromEntries(changed));
    return { before, after };
  };
  const locked = rows.reduceRight<typeof write>(
    (then, [, { key }]) =>
      () =>
        navigator.locks.request(`setting:${key}`, then),
    write,
  );
  return locked();
}
