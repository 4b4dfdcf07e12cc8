import { NoDatabase } from '../storage/database.ts';
import { get, type Setting, set, unset } from '../storage/settings.ts';
import { isRecord } from '../util/isRecord.ts';

/**
 * Why the list is not stored or was lost. `lost`: the database was deleted. `full`: there is no space. `unreadable`:
 * the database is damaged. `none`: the browser gives the extension no database.
 */
const troubles = ['lost', 'full', 'unreadable', 'none'] as const;
export type Trouble = (typeof troubles)[number];

/** A problem with the store. `told`: a page has shown the notice about it. */
export interface StoreTrouble {
  what: Trouble;
  told?: true;
}

/** The present problem with the store, if any. Pages show it. Only the worker writes this setting. */
export const storeTrouble: Setting<StoreTrouble | undefined> = {
  key: 'storeTrouble',
  area: 'local',
  version: 1,
  fallback: undefined,
  parse(value) {
    const what = isRecord(value) ? troubles.find((one) => one === value.what) : undefined;
    return what && { what, ...(isRecord(value) && value.told === true ? { told: true } : {}) };
  },
};

/** Whether the notice about a trouble stays only until the page closes, not as long as the trouble lasts. */
export const isSaidOnce = (what: Trouble): boolean => what === 'lost' || what === 'none';

/**
 * Returns the trouble that an error of the store shows. Undefined for other errors, such as a newer database version.
 */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof NoDatabase) return 'none';
  const { name } = error as Partial<Error>;
  if (name === 'QuotaExceededError') return 'full';
  return name === 'UnknownError' || name === 'NotReadableError' || name === 'DataCorruptedError'
    ? 'unreadable'
    : undefined;
}

/** Whether the stored trouble may be `full` or `unreadable`, so that the next successful write must remove it. */
let mayBeNoted = true;

/**
 * Stores a trouble, so that pages show it. If it is stored already, only the notice about `lost` is shown again. Never
 * rejects.
 */
export async function noteTrouble(what: Trouble | undefined): Promise<void> {
  if (!what) return;
  mayBeNoted = true;
  const before = await get(storeTrouble).catch(() => undefined);
  if (what === 'lost' || before?.what !== what) await set(storeTrouble, { what }).catch(() => {});
}

/** Removes the stored trouble after a successful write, if it was `full` or `unreadable`. Never rejects. */
export async function noteStored(): Promise<void> {
  if (!mayBeNoted) return;
  mayBeNoted = false;
  await noteOver('full', 'unreadable');
}

/** Removes the stored trouble if it is one of these. Never rejects. */
export async function noteOver(...over: Trouble[]): Promise<void> {
  const before = await get(storeTrouble).catch(() => undefined);
  if (before && over.includes(before.what)) await unset(storeTrouble).catch(() => {});
}

/** Stores that a page has shown the notice about a trouble, if it is shown only once (see `isSaidOnce`). */
export async function noteTold(): Promise<null> {
  const before = await get(storeTrouble);
  if (before && isSaidOnce(before.what)) await set(storeTrouble, { ...before, told: true });
  return null;
}
