import { addressesOf } from '../connections/address.ts';
import { dropAccess } from '../connections/permissions.ts';
import { isRecord } from '../util/isRecord.ts';
import { auditAddresses } from './auditRepeats.ts';
import { connections, get, getCertain, type Setting, update } from './settings.ts';

/** Addresses that a page has access to only for a while. */
interface Lent {
  /** Names a lock that the page holds; the browser takes it from one that is closed. */
  id: string;
  urls: string[];
  /** They are not needed any more: access to them is being given back. */
  isOver?: boolean;
}

const isLent = (value: unknown): value is Lent =>
  isRecord(value) && typeof value.id === 'string' && Array.isArray(value.urls);

export const lentAccess: Setting<Lent[]> = {
  key: 'lentAccess',
  area: 'local',
  version: 1,
  fallback: [],
  parse: (value) => (Array.isArray(value) ? value.filter(isLent) : undefined),
};

/**
 * The addresses whose access is not given back: the services', those of audits, and what is lent to a page. Rejects with
 * `NewerSettings` where a newer Waymark wrote which those are.
 */
export async function keptAddresses(): Promise<string[]> {
  const [{ list }, lent, audits] = await Promise.all([getCertain(connections), get(lentAccess), auditAddresses()]);
  return [...list.flatMap(addressesOf), ...audits, ...lent.flatMap(({ isOver, urls }) => (isOver ? [] : urls))];
}

/** Held while what is lent changes, or access is taken away by it. */
const changing = 'lent-access';

/** Stores what is lent without what of it is `gone`. What cannot be stored stops nothing. */
const store = (gone: string, ...lent: Lent[]) =>
  navigator.locks
    .request(changing, () => update(lentAccess, (all) => [...all.filter(({ id }) => id !== gone), ...lent]))
    .catch(() => {});

/** Notes that access is to be given back: the worker does at its next start, if nobody does before. */
export const noteUnneeded = (lent: Lent) => store(lent.id, { ...lent, isOver: true });

/** How much is given back at once: Chromium stands still meanwhile, and takes as long for each as it has others. */
const someCount = 500;

/** Gives access back, but for what something else needs by then. What cannot be given back stops nothing. */
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

/** Does what needs access to addresses, which no other page gives back meanwhile. */
export const holdAccess = <T>(urls: string[], work: () => Promise<T>): Promise<T> =>
  lend(urls, work, ({ id }) => store(id));

/** As `holdAccess`, and gives it back; the worker does where the page is closed before. */
export const withLentAccess = <T>(urls: string[], work: () => Promise<T>): Promise<T> =>
  lend(urls, work, giveBackAccess);

/** Gives back what is not needed any more, or was lent to pages that have been closed. */
export async function giveBackLent(): Promise<void> {
  for (const lent of await get(lentAccess))
    await navigator.locks.request(lent.id, { ifAvailable: true }, (lock) => lock && giveBackAccess(lent));
}
