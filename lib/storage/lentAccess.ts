import { dropAccess } from '../connections/permissions.ts';
import { addressesOf } from '../connections/services.ts';
import { isRecord } from '../util/isRecord.ts';
import { auditAddresses } from './auditRepeats.ts';
import { isText, isWebAddress, readList } from './readParts.ts';
import { connections, get, getCertain, type Setting, update } from './settings.ts';

/** Addresses to which a page has temporary access. */
interface Lent {
  /** The name of a lock that the page holds; the browser releases it when the page is closed. */
  id: string;
  urls: string[];
  /** Whether the access is no longer needed and is being given back. */
  isOver?: boolean;
}

function parseLent(value: unknown): Lent | undefined {
  if (!isRecord(value) || !isText(value.id) || !Array.isArray(value.urls)) return undefined;
  return { id: value.id, urls: value.urls.filter(isWebAddress), ...(value.isOver ? { isOver: true } : {}) };
}

/** The access that pages have for now, or that is being given back. */
export const lentAccess: Setting<Lent[]> = {
  key: 'lentAccess',
  area: 'local',
  version: 1,
  fallback: [],
  parse: (value) => readList(value, parseLent),
};

/**
 * Returns the addresses that Waymark must still have access to: services, audits, and addresses lent to pages. Rejects
 * with `NewerSettings` if a newer Waymark wrote one of these lists.
 */
export async function keptAddresses(): Promise<string[]> {
  const [{ list }, lent, audits] = await Promise.all([getCertain(connections), get(lentAccess), auditAddresses()]);
  return [...list.flatMap(addressesOf), ...audits, ...lent.flatMap(({ isOver, urls }) => (isOver ? [] : urls))];
}

/** A lock on the list of lent addresses, for changing it and for removing access because of it. */
const changing = 'lent-access';

/** Removes the entry with the id `gone` from the list, and adds others. Ignores a failure. */
const store = (gone: string, ...lent: Lent[]) =>
  navigator.locks
    .request(changing, () => update(lentAccess, (all) => [...all.filter(({ id }) => id !== gone), ...lent]))
    .catch(() => {});

/** Marks access as unneeded, so that at the latest the worker's next start gives it back. */
export const noteUnneeded = (lent: Lent) => store(lent.id, { ...lent, isOver: true });

/** How many permissions are given back at once. Chromium freezes meanwhile, the longer the more permissions it has. */
const someCount = 500;

/** Gives access back, except to addresses that are needed elsewhere by then. Ignores failures. */
export async function giveBackAccess(lent: Lent): Promise<void> {
  await noteUnneeded(lent);
  for (let from = 0; from < lent.urls.length; from += someCount) {
    const some = lent.urls.slice(from, from + someCount);
    await navigator.locks.request(changing, async () => dropAccess(some, await keptAddresses())).catch(() => {});
  }
  await store(lent.id);
}

function lend<T>(urls: string[], work: () => Promise<T>, after: (lent: Lent) => Promise<unknown>): Promise<T> {
  const lent = { id: crypto.randomUUID(), urls };
  return navigator.locks.request(lent.id, async () => {
    await store(lent.id, lent);
    try {
      return await work();
    } finally {
      await after(lent);
    }
  });
}

/** Runs work that needs access to addresses, and prevents others from giving that access back meanwhile. */
export const holdAccess = <T>(urls: string[], work: () => Promise<T>): Promise<T> =>
  lend(urls, work, ({ id }) => store(id));

/** Like `holdAccess`, and then gives the access back. If the page is closed first, the worker does that. */
export const withLentAccess = <T>(urls: string[], work: () => Promise<T>): Promise<T> =>
  lend(urls, work, giveBackAccess);

/** Gives back access that is no longer needed, or that was lent to pages that have been closed. */
export async function giveBackLent(): Promise<void> {
  for (const lent of await get(lentAccess))
    await navigator.locks.request(lent.id, { ifAvailable: true }, (lock) => lock && giveBackAccess(lent));
}
