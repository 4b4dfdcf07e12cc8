import { browser } from 'wxt/browser';
import { isRecord } from '../util/isRecord.ts';

/** Where a setting is stored: `local` on disk, `session` in memory until the browser closes. */
export type Area = 'local' | 'session';

/** An unreadable part of a stored setting. `place`: its path in the setting; empty for the whole setting. */
interface Unread {
  place: string;
  value: unknown;
}

/** Called for each part of a stored value that is left out because it cannot be read. */
export type TellUnread = (place: string, value: unknown) => void;

interface Parser<T> {
  /**
   * Returns the readable parts of a stored value, or undefined if there are none; `fallback` is then used. Calls `tell`
   * for each part that cannot be read.
   */
  parse(value: unknown, tell?: TellUnread): T | undefined;
}

/**
 * Describes a stored setting. It is stored under `key` as `{ version, value }`, plus `unread` if it has unreadable
 * parts. `fallback`: the value if none is stored or readable. `version`: 1 by default. `keepsUnread`: set if the person
 * makes the setting; unreadable parts then stay stored until the person resets them. A setting in session storage needs
 * no `parse`: browsers empty this storage before another version of Waymark runs, so this version wrote it.
 */
export type Setting<T> = { key: string; version?: number; fallback: T; keepsUnread?: true } & (
  | ({ area: 'local' } & Parser<T>)
  | ({ area: 'session' } & Partial<Parser<T>>)
);

/** Thrown if a newer version of Waymark wrote a setting, which must then not be overwritten. */
export class NewerSettings extends Error {
  override name = 'NewerSettings';
}

const versionOf = ({ version = 1 }: { version?: number }): number => version;

const isUnread = (value: unknown): value is Unread => isRecord(value) && typeof value.place === 'string';

/**
 * Returns a setting's value from the record stored for it, and all unreadable parts: those in this value, and those of
 * earlier values, which the record has in `unread`. Throws `NewerSettings` if a newer version of Waymark wrote the
 * record.
 */
function readWhole<T>(
  { key, version = 1, fallback, parse }: Setting<T>,
  stored: unknown,
): { value: T; unread: readonly Unread[] } {
  if (stored === undefined) return { value: fallback, unread: [] };
  if (!isRecord(stored) || typeof stored.version !== 'number')
    return { value: fallback, unread: [{ place: '', value: stored }] };
  if (stored.version > version) throw new NewerSettings(key);
  const { value } = stored;
  const unread = Array.isArray(stored.unread) ? stored.unread.filter(isUnread) : [];
  if (!parse) return { value: value as T, unread };
  const read = parse(value, (place, part) => unread.push({ place, value: part }));
  if (read === undefined) unread.push({ place: '', value });
  return { value: read ?? fallback, unread };
}

/** Returns a setting's value from its stored record. Throws `NewerSettings` if a newer version of Waymark wrote it. */
export const readStored = <T>(setting: Setting<T>, stored: unknown): T => readWhole(setting, stored).value;

/**
 * Returns the record to store for a setting's new value. Keeps the unreadable parts of the present record (`stored`).
 * Throws `NewerSettings` if a newer version of Waymark wrote the present record.
 */
export function toStore<T>(setting: Setting<T>, value: T, stored: unknown): object {
  const { unread } = readWhole(setting, stored);
  return { version: versionOf(setting), value, ...(setting.keepsUnread && unread.length ? { unread } : {}) };
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

/** Reads a setting. Resolves to its fallback if it cannot be read or if a newer version of Waymark wrote it. */
export const get = async <T>(setting: Setting<T>): Promise<T> => orFallback(setting, await storedOf(setting));

/**
 * Reads a setting. Unlike `get`, rejects with `NewerSettings` if a newer version of Waymark wrote it. Use it where the
 * fallback would make the caller delete data or give up a permission.
 */
export const getCertain = async <T>(setting: Setting<T>): Promise<T> => readStored(setting, await storedOf(setting));

/** Returns the values of several settings, as `get` does, from the contents of their storage area (`stored`). */
export const fromStored = <T extends unknown[]>(
  stored: Record<string, unknown>,
  ...settings: { [K in keyof T]: Setting<T[K]> }
): T => settings.map((setting) => orFallback(setting, stored[setting.key])) as T;

/**
 * Writes a setting. Rejects with `NewerSettings` if a newer version of Waymark wrote it, or with the browser's error if
 * the storage is full.
 */
export async function set<T>(setting: Setting<T>, value: T): Promise<void> {
  const record = toStore(setting, value, await storedOf(setting));
  await browser.storage[setting.area].set({ [setting.key]: record });
}

/** Returns where a setting's unreadable parts are. Returns [] if a newer version of Waymark wrote it. */
export async function unreadIn<T>(setting: Setting<T>): Promise<string[]> {
  try {
    return readWhole(setting, await storedOf(setting)).unread.map(({ place }) => place);
  } catch {
    return [];
  }
}

/** Deletes a setting's unreadable parts and keeps its readable value. Rejects in the same cases as `set`. */
export function dropUnread<T>(setting: Setting<T>): Promise<void> {
  return navigator.locks.request(`setting:${setting.key}`, async () => {
    const { value, unread } = readWhole(setting, await storedOf(setting));
    if (!unread.length) return;
    await browser.storage[setting.area].set({ [setting.key]: { version: versionOf(setting), value } });
  });
}

/** Deletes a setting. Rejects in the same cases as `set`. */
export async function unset<T>(setting: Setting<T>): Promise<void> {
  await getCertain(setting);
  await browser.storage[setting.area].remove(setting.key);
}

/**
 * Changes a setting based on its present value, and resolves to the new value. Pages and worker share a lock for this,
 * so that no simultaneous change is lost. Rejects in the same cases as `set`.
 */
export function update<T>(setting: Setting<T>, change: (value: T) => T): Promise<T> {
  return navigator.locks.request(`setting:${setting.key}`, async () => {
    const value = change(await get(setting));
    await set(setting, value);
    return value;
  });
}

/** Calls back with each new value of a setting. Returns a function that stops the calls. */
export function watch<T>(setting: Setting<T>, callback: (value: T) => void): () => void {
  const listener = (changes: Record<string, { newValue?: unknown }>, area: string) => {
    const change = changes[setting.key];
    if (area === setting.area && change) callback(orFallback(setting, change.newValue));
  };
  browser.storage.onChanged.addListener(listener);
  return () => browser.storage.onChanged.removeListener(listener);
}
