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
 * The addresses whose access is not given back: the services', those of audits, and what is lent to a page, but for that
 * of the id `ended`. Rejects with `NewerSettings` where a newer Waymark wrote which those are.
 */
export async function keptAddresses(ended?: string): Promise<string[]> {
  const [{ list }, lent, audits] = await Promise.all([getCertain(connections), get(lentAccess), auditAddresses()]);
  return [...list.flatMap(addressesOf), ...audits, ...lent.flatMap(({ id, urls }) => (id === ended ? [] : urls))];
}

/** Gives back what was lent, but for what something else needs. What cannot be given back stops nothing. */
const giveBack = ({ id, urls }: Lent): Promise<void> =>
  keptAddresses(id)
    .then((kept) => dropAccess(urls, kept))
    .catch(() => {});

const forget = ({ id }: Lent) => update(lentAccess, (all) => all.filter((one) => one.id !== id)).catch(() => {});

function lend<T>(urls: string[], work: () => Promise<T>, after?: (lent: Lent) => Promise<void>): Promise<T> {
  const lent = { id: crypto.randomUUID(), urls };
  return navigator.locks.request(lent.id, async () => {
    await update(lentAccess, (all) => [...all, lent]).catch(() => {});
    try {
      return await work();
    } finally {
      await after?.(lent);
      await forget(lent);
    }
  });
}

/** Does what needs access to addresses, which no other page gives back meanwhile. */
export const holdAccess = <T>(urls: string[], work: () => Promise<T>): Promise<T> => lend(urls, work);

/** As `holdAccess`, and gives it back; the worker does where the page is closed before. */
export const withLentAccess = <T>(urls: string[], work: () => Promise<T>): Promise<T> => lend(urls, work, giveBack);

/** Gives back what was lent to pages that have been closed. */
export async function giveBackLent(): Promise<void> {
  for (const lent of await get(lentAccess))
    await navigator.locks.request(
      lent.id,
      { ifAvailable: true },
      (lock) => lock && giveBack(lent).then(() => forget(lent)),
    );
}
