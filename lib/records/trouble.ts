import { NoDatabase } from '../storage/database.ts';
import { get, type Setting, set, unset } from '../storage/settings.ts';
import { isRecord } from '../util/isRecord.ts';

/**
 * Why records are not stored or were lost. `lost`: the database was deleted. `full`: there is no space. `unreadable`:
 * the database is damaged. `none`: the browser gives the extension no database.
 */
const troubles = ['lost', 'full', 'unreadable', 'none'] as const;
export type Trouble = (typeof troubles)[number];

/** A problem with the store. `told`: whether a page has already shown the notice about it. */
export interface StoreTrouble {
  what: Trouble;
  told?: true;
}

/** The store's present problem, if any. Pages show it; only the worker writes it. */
export const storeTrouble: Setting<StoreTrouble | undefined> = {
  key: 'storeTrouble',
  area: 'local',
  fallback: undefined,
  parse(value) {
    const what = isRecord(value) ? troubles.find((one) => one === value.what) : undefined;
    return what && { what, ...(isRecord(value) && value.told === true ? { told: true } : {}) };
  },
};

/**
 * Whether the notice about a problem disappears when the page closes. Other notices stay until the problem is solved.
 */
export const isSaidOnce = (what: Trouble): boolean => what === 'lost' || what === 'none';

/** Returns the problem of the store that has caused an error, or undefined if the error has another cause. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof NoDatabase) return 'none';
  const { name } = error as Partial<Error>;
  if (name === 'QuotaExceededError') return 'full';
  return name === 'UnknownError' || name === 'NotReadableError' || name === 'DataCorruptedError'
    ? 'unreadable'
    : undefined;
}

/** Whether `storeTrouble` may contain `full` or `unreadable`, which the next successful write then removes. */
let mayBeNoted = true;

/**
 * Notes that the record store has failed, so that pages show this. Does nothing if the same failure is already noted.
 * Only `lost` is always noted again, so that pages show the notice again. Never rejects.
 */
export async function noteTrouble(what: Trouble | undefined): Promise<void> {
  if (!what) return;
  mayBeNoted = true;
  const before = await get(storeTrouble).catch(() => undefined);
  if (what === 'lost' || before?.what !== what) await set(storeTrouble, { what }).catch(() => {});
}

/** Removes the stored problem after a successful write, if it was `full` or `unreadable`. Never rejects. */
export async function noteStored(): Promise<void> {
  if (!mayBeNoted) return;
  mayBeNoted = false;
  await noteOver('full', 'unreadable');
}

/** Removes the stored problem if it is of one of these kinds. Never rejects. */
export async function noteOver(...over: Trouble[]): Promise<void> {
  const before = await get(storeTrouble).catch(() => undefined);
  if (before && over.includes(before.what)) await unset(storeTrouble).catch(() => {});
}

/**
 * Notes that a page has shown the notice about a problem, if the notice is to be shown only once (see `isSaidOnce`).
 */
export async function noteTold(): Promise<null> {
  const before = await get(storeTrouble);
  if (before && isSaidOnce(before.what)) await set(storeTrouble, { ...before, told: true });
  return null;
}
