import { NoDatabase } from '../storage/database.ts';
import { get, type Setting, set, unset } from '../storage/settings.ts';
import { isRecord } from '../util/isRecord.ts';

/**
 * Why the list is not stored, or was lost. `lost`: the database was deleted. `none`: the browser gives us no database.
 */
const troubles = ['lost', 'full', 'unreadable', 'none'] as const;
export type Trouble = (typeof troubles)[number];

export interface StoreTrouble {
  what: Trouble;
  /** Set once the person has read the notice. */
  told?: true;
}

/** Written by the worker alone. */
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

/** Whether the notice ends once the person has read it. Other notices are shown for as long as the trouble lasts. */
export const isSaidOnce = (what: Trouble): boolean => what === 'lost' || what === 'none';

/**
 * Returns the trouble behind an error of the store, or undefined if there is none or a newer Waymark has upgraded the
 * store.
 */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof NoDatabase) return 'none';
  const { name } = error as Partial<Error>;
  if (name === 'QuotaExceededError') return 'full';
  return name === 'UnknownError' || name === 'NotReadableError' || name === 'DataCorruptedError'
    ? 'unreadable'
    : undefined;
}

/** Whether this worker or the one before may have stored a trouble. */
let mayBeNoted = true;

/** Stores a trouble for the pages, unless it is stored already. Never rejects. */
export async function noteTrouble(what: Trouble | undefined): Promise<void> {
  if (!what) return;
  mayBeNoted = true;
  const before = await get(storeTrouble).catch(() => undefined);
  if (what === 'lost' || before?.what !== what) await set(storeTrouble, { what }).catch(() => {});
}

/**
 * Forgets a trouble that is over. Called after a successful write, which proves that the database is neither full nor
 * unreadable. Never rejects.
 */
export async function noteStored(): Promise<void> {
  if (!mayBeNoted) return;
  mayBeNoted = false;
  await noteOver('full', 'unreadable');
}

/** Forgets the stored trouble if it is one of these. Never rejects. */
export async function noteOver(...over: Trouble[]): Promise<void> {
  const before = await get(storeTrouble).catch(() => undefined);
  if (before && over.includes(before.what)) await unset(storeTrouble).catch(() => {});
}

/** Stores that the person has read the notice. */
export async function noteTold(): Promise<null> {
  const before = await get(storeTrouble);
  if (before && isSaidOnce(before.what)) await set(storeTrouble, { ...before, told: true });
  return null;
}
