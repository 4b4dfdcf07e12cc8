import { browser } from 'wxt/browser';
import { originOf } from '../address.ts';
import type { Keep, Service, ServiceStatus } from '../commands.ts';
import { type Area, get, type Setting, set } from '../settings.ts';

interface StoredKey {
  /** The only origin this key may be sent to. */
  origin: string;
  key: string;
  /** The person gave one key for both services. */
  shared?: boolean;
}

type Keys = Partial<Record<string, StoredKey>>;

const parseKeys = (value: unknown): Keys | undefined =>
  typeof value === 'object' && value !== null ? (value as Keys) : undefined;

const keysIn = (area: Area): Setting<Keys> => ({ key: 'keys', area, version: 1, fallback: {}, parse: parseKeys });
const stores: Record<Keep, Setting<Keys>> = { always: keysIn('local'), session: keysIn('session') };

/** Keys typed in the options page and not saved yet; in memory only. */
const drafts: Setting<Partial<Record<Service, string>>> = {
  key: 'keyDrafts',
  area: 'session',
  version: 1,
  fallback: {},
  parse: (value) => (typeof value === 'object' && value !== null ? value : undefined),
};

/** The common password of new sites. */
const defaultPassword: Setting<string> = {
  key: 'defaultPassword',
  area: 'local',
  version: 1,
  fallback: '',
  parse: (value) => (typeof value === 'string' ? value : undefined),
};

const slot = (connection: string, service: Service) => `${connection}:${service}`;

/** No content script may read what is stored (Chromium; elsewhere Waymark simply has no content script). */
export async function guardStorage(): Promise<void> {
  const area = browser.storage.local as { setAccessLevel?: (level: { accessLevel: string }) => Promise<void> };
  await area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}

async function stored(connection: string, service: Service): Promise<(StoredKey & { keep: Keep }) | undefined> {
  for (const keep of ['session', 'always'] as const) {
    const found = (await get(stores[keep]))[slot(connection, service)];
    if (found) return { ...found, keep };
  }
  return undefined;
}

/** The key of a service, only if it was saved for this address's origin. */
export async function keyFor(connection: string, service: Service, url: string): Promise<string | undefined> {
  const found = await stored(connection, service);
  return found && found.origin === originOf(url) ? found.key : undefined;
}

/** Whether a service's key was given once for both services. */
export const isShared = async (connection: string, service: Service): Promise<boolean> =>
  (await stored(connection, service))?.shared ?? false;

/** Saves a key for one origin; `session` keeps it in memory until the browser closes. */
export async function saveKey(
  connection: string,
  service: Service,
  { url, key, shared, keep }: { url: string; key: string; shared?: boolean; keep: Keep },
): Promise<void> {
  await forgetKey(connection, service);
  const record: StoredKey = { origin: originOf(url), key, ...(shared ? { shared } : {}) };
  await set(stores[keep], { ...(await get(stores[keep])), [slot(connection, service)]: record });
}

/** Forgets a stored key, wherever it is kept. */
export async function forgetKey(connection: string, service: Service): Promise<void> {
  for (const store of Object.values(stores)) {
    const { [slot(connection, service)]: found, ...rest } = await get(store);
    if (found) await set(store, rest);
  }
}

export async function draftKey(service: Service): Promise<string | undefined> {
  return (await get(drafts))[service] || undefined;
}

export async function saveDraft(service: Service, key: string): Promise<void> {
  await set(drafts, { ...(await get(drafts)), [service]: key || undefined });
}

export const saveDefaultPassword = (password: string): Promise<void> => set(defaultPassword, password);
export const getDefaultPassword = (): Promise<string> => get(defaultPassword);

const lastFour = (key: string) => (key.length >= 12 ? key.slice(-4) : undefined);

/** What a page may know of a key: that there is one, and its last four characters where that gives little away. */
export async function keyStatus(
  connection: string | undefined,
  service: Service,
  url: string | undefined,
): Promise<ServiceStatus> {
  const found = connection ? await stored(connection, service) : undefined;
  if (found && url && found.origin !== originOf(url)) return { url, key: 'other-origin' };
  if (found)
    return {
      url,
      key: found.keep === 'session' ? 'session' : 'stored',
      lastFour: lastFour(found.key),
      shared: found.shared,
    };
  const typed = await draftKey(service);
  return typed ? { url, key: 'draft', lastFour: lastFour(typed) } : { url, key: 'none' };
}
