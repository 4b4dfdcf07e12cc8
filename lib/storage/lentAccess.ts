import { dropAccess } from '../connections/permissions.ts';
import { addressesOf } from '../connections/services.ts';
import { isRecord } from '../util/isRecord.ts';
import { auditAddresses } from './auditRepeats.ts';
import { isText, isWebAddress, readList } from './readParts.ts';
import { connections, get, getCertain, type Setting, update } from './settings.ts';

/** Addresses that a page or an audit may access for a limited time. */
interface Lent {
  /**
   * The name of the entry. A page that needs the access also holds a lock of this name. The browser releases the lock
   * when the page closes.
   */
  id: string;
  urls: string[];
  /** Set if the access is no longer needed and is being given up. */
  isOver?: boolean;
}

function parseLent(value: unknown): Lent | undefined {
  if (!isRecord(value) || !isText(value.id) || !Array.isArray(value.urls)) return undefined;
  return { id: value.id, urls: value.urls.filter(isWebAddress), ...(value.isOver ? { isOver: true } : {}) };
}

/** The access that pages and audits have for a limited time, or that is being given up. */
export const lentAccess: Setting<Lent[]> = {
  key: 'lentAccess',
  area: 'local',
  fallback: [],
  parse: (value) => readList(value, parseLent),
};

/**
 * Returns all addresses that Waymark must be able to access: those of services and audited sites, and those that pages
 * need for a limited time. Rejects with `NewerSettings` if a newer version of Waymark wrote the connections or the
 * repeated audits.
 */
export async function keptAddresses(): Promise<string[]> {
  const [{ list }, lent, audits] = await Promise.all([getCertain(connections), get(lentAccess), auditAddresses()]);
  return [...list.flatMap(addressesOf), ...audits, ...lent.flatMap(({ isOver, urls }) => (isOver ? [] : urls))];
}

/** The name of the lock that is held while `lentAccess` is changed, and while access is given up. */
const changing = 'lent-access';

/** Deletes an entry of `lentAccess` by its id (`gone`), and adds other entries (`lent`). Ignores failures. */
const store = (gone: string, ...lent: Lent[]) =>
  navigator.locks
    .request(changing, () => update(lentAccess, (all) => [...all.filter(({ id }) => id !== gone), ...lent]))
    .catch(() => {});

/** Marks access as no longer needed. It is given up at the worker's next start, if not earlier. */
export const noteUnneeded = (lent: Lent) => store(lent.id, { ...lent, isOver: true });

/** How many permissions are given up in one step. A larger step would freeze Chromium for longer. */
const someCount = 500;

/**
 * Gives up access, except to addresses that something else still needs. After a failure, the worker tries again at its
 * next start.
 */
export async function giveBackAccess(lent: Lent): Promise<void> {
  await noteUnneeded(lent);
  const giveBack = async () => {
    for (let from = 0; from < lent.urls.length; from += someCount) {
      const some = lent.urls.slice(from, from + someCount);
      await navigator.locks.request(changing, async () => dropAccess(some, await keptAddresses()));
    }
    await store(lent.id);
  };
  await giveBack().catch(() => {});
}

function lend<T>(
  urls: string[],
  work: () => Promise<T>,
  after: (lent: Lent, result: T | undefined) => Promise<unknown>,
): Promise<T> {
  const lent = { id: crypto.randomUUID(), urls };
  return navigator.locks.request(lent.id, async () => {
    await store(lent.id, lent);
    let result: T | undefined;
    try {
      result = await work();
      return result;
    } finally {
      await after(lent, result);
    }
  });
}

/** Runs `work`, which needs access to these addresses. No other code gives up this access until `work` has ended. */
export const holdAccess = <T>(urls: string[], work: () => Promise<T>): Promise<T> =>
  lend(urls, work, ({ id }) => store(id));

/**
 * Runs `work`, which needs access to these addresses, and then gives up the access. If the page closes before that, the
 * worker gives it up.
 */
export const withLentAccess = <T>(urls: string[], work: () => Promise<T>): Promise<T> =>
  lend(urls, work, giveBackAccess);

/**
 * Calls `start`, which starts an audit that needs access to these addresses. Resolves to whether the audit has started.
 * If not, gives up the access at once. Otherwise, the access is given up when the audit ends, or at the worker's next
 * start after that.
 */
export const lendToAudit = (urls: string[], start: () => Promise<boolean>): Promise<boolean> =>
  lend(urls, start, (lent, isStarted) => (isStarted ? noteUnneeded(lent) : giveBackAccess(lent)));

/** Gives up access that is no longer needed, and access for pages that are closed now. */
export async function giveBackLent(): Promise<void> {
  for (const lent of await get(lentAccess))
    await navigator.locks.request(lent.id, { ifAvailable: true }, (lock) => lock && giveBackAccess(lent));
}
