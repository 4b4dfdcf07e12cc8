import { browser } from 'wxt/browser';
import { isRecord } from '../util/isRecord.ts';

/** Where a setting is stored: on disk, or in memory until the browser closes. */
export type Area = 'local' | 'session';

/** A stored value that cannot be read, and its place in the setting. An empty place means the whole setting. */
interface Unread {
  place: string;
  value: unknown;
}

/** Called for each part of a stored value that has to be left out. */
export type TellUnread = (place: string, value: unknown) => void;

/** One stored setting. Stored as `{ version, value }` under `key`. */
export interface Setting<T> {
  key: string;
  area: Area;
  version: number;
  fallback: T;
  /** Reads a stored value leniently; `undefined` means unreadable, and the fallback is used. */
  parse(value: unknown, tell?: TellUnread): T | undefined;
  /** Whether a person made the setting. If so, its unreadable parts stay stored beside each new value until a reset. */
  keepsUnread?: true;
}

/** Thrown if a newer Waymark wrote the setting. Such a setting is read as its fallback and never overwritten. */
export class NewerSettings extends Error {
  override name = 'NewerSettings';
}

const isUnread = (value: unknown): value is Unread => isRecord(value) && typeof value.place === 'string';

/**
 * Reads a stored value and its unreadable parts, including those kept from earlier values. Throws `NewerSettings` as
 * `readStored` does.
 */
function readWhole<T>(setting: Setting<T>, stored: unknown): { value: T; unread: Unread[] } {
  if (stored === undefined) return { value: setting.fallback, unread: [] };
  if (!isRecord(stored) || typeof stored.version !== 'number')
    return { value: setting.fallback, unread: [{ place: '', value: stored }] };
  if (stored.version > setting.version) throw new NewerSettings(setting.key);
  const { value } = stored;
  const unread = Array.isArray(stored.unread) ? stored.unread.filter(isUnread) : [];
  const read = setting.parse(value, (place, part) => unread.push({ place, value: part }));
  if (read === undefined) unread.push({ place: '', value });
  return { value: read ?? setting.fallback, unread };
}

/** Reads a stored value. Throws `NewerSettings` if a newer Waymark wrote it. */
export const readStored = <T>(setting: Setting<T>, stored: unknown): T => readWhole(setting, stored).value;

/**
 * Returns the record to store for a new value, with the unreadable parts of the value that is `stored` now. Throws
 * `NewerSettings` as `readStored` does.
 */
export function toStore<T>(setting: Setting<T>, value: T, stored: unknown): object {
  const { unread } = readWhole(setting, stored);
  return { version: setting.version, value, ...(setting.keepsUnread && unread.length ? { unread } : {}) };
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

/**
 * Reads a setting that decides what is deleted or given back. Rejects with `NewerSettings` if a newer Waymark wrote it.
 */
export const getCertain = async <T>(setting: Setting<T>): Promise<T> => readStored(setting, await storedOf(setting));

/** Reads several settings from the content of a storage area, each as `get` does. */
export const fromStored = <T extends unknown[]>(
  stored: Record<string, unknown>,
  ...settings: { [K in keyof T]: Setting<T[K]> }
): T => settings.map((setting) => orFallback(setting, stored[setting.key])) as T;

/**
 * Writes one setting. Rejects with `NewerSettings` if a newer Waymark wrote it, or with the browser's error (storage
 * full).
 */
export async function set<T>(setting: Setting<T>, value: T): Promise<void> {
  const record = toStore(setting, value, await storedOf(setting));
  await browser.storage[setting.area].set({ [setting.key]: record });
}

/** Returns the unreadable places of a stored setting, or none if a newer Waymark wrote it. */
export async function unreadIn<T>(setting: Setting<T>): Promise<string[]> {
  try {
    return readWhole(setting, await storedOf(setting)).unread.map(({ place }) => place);
  } catch {
    return [];
  }
}

/** Removes the unreadable parts of a setting. Rejects as `set` does. */
export function dropUnread<T>(setting: Setting<T>): Promise<void> {
  return navigator.locks.request(`setting:${setting.key}`, async () => {
    const { value, unread } = readWhole(setting, await storedOf(setting));
    if (!unread.length) return;
    await browser.storage[setting.area].set({ [setting.key]: { version: setting.version, value } });
  });
}

/** Removes a setting. Rejects as `set` does. */
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
 * Changes one setting based on its current value, and resolves to the new one. A lock across pages and the worker
 * prevents lost updates. Rejects as `set` does.
 */
export function update<T>(setting: Setting<T>, change: (value: T) => T): Promise<T> {
  return navigator.locks.request(`setting:${setting.key}`, async () => {
    const value = change(await get(setting));
    await set(setting, value);
    return value;
  });
}

/** Calls back on every change of a setting, by any page or the worker. Returns a function that ends this. */
export function watch<T>(setting: Setting<T>, callback: (value: T) => void): () => void {
  const listener = (changes: Record<string, { newValue?: unknown }>, area: string) => {
    const change = changes[setting.key];
    if (area === setting.area && change) callback(orFallback(setting, change.newValue));
  };
  browser.storage.onChanged.addListener(listener);
  return () => browser.storage.onChanged.removeListener(listener);
}
