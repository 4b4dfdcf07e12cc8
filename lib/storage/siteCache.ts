import type { DBSchema, IDBPDatabase } from 'idb';
import type { Privacy } from '../services/index.ts';
import { database } from './database.ts';

/** Keys are read in batches of this size, so that the page stays responsive. */
const batch = 2000;

/** Every host that is cached as registered in an account; none if the database cannot be read. */
export async function cachedHosts(account: string): Promise<string[]> {
  const hosts: string[] = [];
  try {
    const store = await openSiteCache();
    let from = IDBKeyRange.bound([account, ''], [account, '\uffff']);
    for (;;) {
      const keys = await store.getAllKeys('sites', from, batch);
      for (const [, host] of keys) hosts.push(host);
      const last = keys.at(-1);
      if (keys.length < batch || !last) return hosts;
      from = IDBKeyRange.bound(last, [account, '\uffff'], true);
    }
  } catch {
    return hosts;
  }
}

/** A registered website as cached on this machine: enough for the popup's first paint and the badge. */
export interface CachedSite {
  /** The account. Named `base` because earlier versions used the service's base address. */
  base: string;
  host: string;
  /** The record's own domain, if it differs from this host, and the service's name for it. */
  domain?: string;
  name?: string;
  id: string;
  /** Another record stands for this host, too. */
  several?: true;
  privacy?: Privacy;
  hasPassword?: boolean;
  /** The account may not change it. */
  locked?: 'not-allowed';
  /** The reading of the whole list during which the service last reported it, by its `began`; any other number: none. */
  learnt: number;
  /** When the service last reported it, with its privacy if that is kept (milliseconds since 1970). Earlier versions kept none. */
  at?: number;
}

/** A create that was started and whose outcome is not known yet. */
export interface PendingCreate {
  base: string;
  host: string;
  at: number;
  /** The id that we chose for the record, if the kind of service allows that, so that the create can be sent again. */
  id?: string;
  /** Started in a private window: its outcome is not stored. */
  private?: boolean;
  /** It was looked for in vain until now, and is only looked for again when somebody wants to register the host. */
  isOver?: true;
}

/** A host with an SEO project. */
export interface CachedProject {
  /** The account at the SEO service. */
  base: string;
  host: string;
  learnt: number;
}

/** When a service's list was read. Stored together with the cached sites, because without them nothing may be called absent. */
interface ListReading {
  base: string;
  /** When it was last read completely (milliseconds since 1970). */
  at?: number;
  /** When the current reading started. */
  began?: number;
  /** Whether a search has shown since then that case is ignored. */
  ignoresCase?: boolean;
  /** The store's own name: see lib/storage/storeName.ts. */
  name?: string;
}

/** The one row that is of no account. */
export const storeNameRow = '';

interface SiteCacheSchema extends DBSchema {
  projects: { key: [string, string]; value: CachedProject };
  sites: { key: [string, string]; value: CachedSite; indexes: { id: [string, string] } };
  creates: { key: [string, string]; value: PendingCreate };
  walks: { key: string; value: ListReading };
}

export type SiteCacheStore = IDBPDatabase<SiteCacheSchema>;

/** Opens the site cache. Only the worker writes to it. */
export const openSiteCache = database<SiteCacheSchema>('waymark', 2, (db, before) => {
  if (before < 1) {
    db.createObjectStore('sites', { keyPath: ['base', 'host'] }).createIndex('id', ['base', 'id']);
    db.createObjectStore('creates', { keyPath: ['base', 'host'] });
    db.createObjectStore('projects', { keyPath: ['base', 'host'] });
  }
  db.createObjectStore('walks', { keyPath: 'base' });
});

/** The cached record of an exact host; also undefined if the database cannot be read. */
export async function cachedSite(account: string, host: string): Promise<CachedSite | undefined> {
  try {
    return await (await openSiteCache()).get('sites', [account, host]);
  } catch {
    return undefined;
  }
}

/** The cached records of these exact hosts in these accounts, in one transaction; none if the database cannot be read. */
export async function cachedSitesOf(accounts: readonly string[], hosts: readonly string[]): Promise<CachedSite[]> {
  try {
    const { store } = (await openSiteCache()).transaction('sites');
    const keys = hosts.flatMap((host) => accounts.map((account): [string, string] => [account, host]));
    const found = await Promise.all(keys.map((key) => store.get(key)));
    return found.filter((site) => site !== undefined);
  } catch {
    return [];
  }
}

/** For more hosts than this, reading the whole store is faster than asking for each. */
const manyHosts = 500;

/** Which of these exact hosts are cached, in one transaction; undefined if the database cannot be read. */
export async function cachedProjectHosts(
  list: 'sites' | 'projects',
  account: string,
  hosts: readonly string[],
): Promise<string[] | undefined> {
  try {
    const { store } = (await openSiteCache()).transaction(list);
    const keys = await (hosts.length > manyHosts
      ? store.getAllKeys(IDBKeyRange.bound([account], [account, []]))
      : Promise.all(hosts.map((host) => store.getKey([account, host]))));
    const cached = new Set(keys.map((key) => key?.[1]));
    return hosts.filter((host) => cached.has(host));
  } catch {
    return undefined;
  }
}

/** How many hosts of a service are cached. */
export async function cachedSiteCount(list: 'sites' | 'projects', account: string): Promise<number> {
  try {
    return await (await openSiteCache()).count(list, IDBKeyRange.bound([account], [account, []]));
  } catch {
    return 0;
  }
}

/**
 * What is cached of a host and of its `www.` variant, and whether the service's whole list was read, in one transaction;
 * undefined if the store cannot be read.
 */
export async function cachedStatusOf(account: string, host: string, variant: string) {
  try {
    const change = (await openSiteCache()).transaction(['sites', 'walks']);
    const sites = change.objectStore('sites');
    const [site, other, walk] = await Promise.all([
      sites.get([account, host]),
      sites.get([account, variant]),
      change.objectStore('walks').get(account),
    ]);
    return { site, variant: other, isWhole: walk?.at !== undefined };
  } catch {
    return undefined;
  }
}

/** When a service's whole list was last read; undefined if never, or if it is no longer cached. */
export async function listReadAt(account: string): Promise<number | undefined> {
  try {
    return (await (await openSiteCache()).get('walks', account))?.at;
  } catch {
    return undefined;
  }
}

/** Whether a service's search ignores case; undefined if that is unknown. */
export async function searchIgnoresCase(account: string): Promise<boolean | undefined> {
  try {
    return (await (await openSiteCache()).get('walks', account))?.ignoresCase;
  } catch {
    return undefined;
  }
}

/** The next cached sites of a service by host, after `after`; fewer than `count` at the end. */
export async function cachedSitesPage(account: string, after = '', count = 1000): Promise<CachedSite[]> {
  try {
    return await (await openSiteCache()).getAll(
      'sites',
      IDBKeyRange.bound([account, after], [account, []], true),
      count,
    );
  } catch {
    return [];
  }
}
