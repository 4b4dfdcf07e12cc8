import { browser } from 'wxt/browser';
import { isRecord } from '../util/isRecord.ts';

/** Where a setting lives: on disk, or in memory until the browser closes. */
export type Area = 'local' | 'session';

/** One stored setting. Stored as `{ version, value }` under `key`. */
export interface Setting<T> {
  key: string;
  area: Area;
  version: number;
  fallback: T;
  /** Reads a stored value leniently; `undefined` means unreadable, and the fallback is used. */
  parse(value: unknown): T | undefined;
  /** From version n - 1 to n, by n. */
  migrations?: Record<number, (value: unknown) => unknown>;
}

/** A newer Waymark wrote the settings; they read as defaults and are never overwritten. */
export class NewerSettings extends Error {
  override name = 'NewerSettings';
}

/** Reads what was stored, through the migrations; throws `NewerSettings` if a newer Waymark wrote it. */
export function readStored<T>(setting: Setting<T>, stored: unknown): T {
  if (!isRecord(stored) || typeof stored.version !== 'number') return setting.fallback;
  if (stored.version > setting.version) throw new NewerSettings(setting.key);
  let value = stored.value;
  for (let v = stored.version + 1; v <= setting.version; v++) value = setting.migrations?.[v]?.(value) ?? value;
  return setting.parse(value) ?? setting.fallback;
}

const orFallback = <T>(setting: Setting<T>, stored: unknown): T => {
  try {
    return readStored(setting, stored);
  } catch {
    return setting.fallback;
  }
};

const storedOf = async ({ area, key }: Setting<unknown>): Promise<unknown> =>
  (await browser.storage[area].get(key))[key];

/** Reads one setting; an unreadable or newer one reads as its fallback. */
export const get = async <T>(setting: Setting<T>): Promise<T> => orFallback(setting, await storedOf(setting));

/** Reads a setting that decides what is deleted or given back: rejects with `NewerSettings` if a newer Waymark wrote it. */
export const getCertain = async <T>(setting: Setting<T>): Promise<T> => readStored(setting, await storedOf(setting));

/** Parses several settings out of a storage area's content, each as `get` does. */
export const fromStored = <T extends unknown[]>(
  stored: Record<string, unknown>,
  ...settings: { [K in keyof T]: Setting<T[K]> }
): T => settings.map((setting) => orFallback(setting, stored[setting.key])) as T;

/** Writes one setting; rejects with `NewerSettings` if a newer Waymark wrote it, or with the browser's error (storage full). */
export async function set<T>(setting: Setting<T>, value: T): Promise<void> {
  await getCertain(setting);
  await browser.storage[setting.area].set({ [setting.key]: { version: setting.version, value } });
}

/** Removes a setting; rejects as `set` does. */
export async function unset<T>(setting: Setting<T>): Promise<void> {
  await getCertain(setting);
  await browser.storage[setting.area].remove(setting.key);
}

/**
 * Writes one setting without reading it first, so that the write survives even if the page closes at once. Only for
 * session storage, which no other version can have written.
 */
export const setNow = <T>(setting: Setting<T> & { area: 'session' }, value: T): Promise<void> =>
  browser.storage[setting.area].set({ [setting.key]: { version: setting.version, value } });

/**
 * Changes one setting based on its current value, and resolves to the new one. A lock across pages and the worker prevents
 * lost updates. Rejects as `set` does.
 */
export function update<T>(setting: Setting<T>, change: (value: T) => T): Promise<T> {
  return navigator.locks.request(`setting:${setting.key}`, async () => {
    const value = change(await get(setting));
    await set(setting, value);
    return value;
  });
}

/** Calls back on every change of a setting, by any page or the worker; returns a function that stops it. */
export function watch<T>(setting: Setting<T>, callback: (value: T) => void): () => void {
  const listener = (changes: Record<string, { newValue?: unknown }>, area: string) => {
    const change = changes[setting.key];
    if (area === setting.area && change) callback(orFallback(setting, change.newValue));
  };
  browser.storage.onChanged.addListener(listener);
  return () => browser.storage.onChanged.removeListener(listener);
}
