import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Privacy } from '../services/index.ts';

/** So many keys are read at a time: the page stays quick. */
const batch = 2000;

/** Every host that is known locally to be registered at a service; empty where the store cannot be read. */
export async function cachedHosts(serviceUrl: string): Promise<Set<string>> {
  const hosts = new Set<string>();
  try {
    const store = await openSiteCache();
    let from = IDBKeyRange.bound([serviceUrl, ''], [serviceUrl, '\uffff']);
    for (;;) {
      const keys = await store.getAllKeys('sites', from, batch);
      for (const [, host] of keys) hosts.add(host);
      const last = keys.at(-1);
      if (keys.length < batch || !last) return hosts;
      from = IDBKeyRange.bound(last, [serviceUrl, '\uffff'], true);
    }
  } catch {
    return hosts;
  }
}

/** What is known locally of a registered website: enough for the popup's first paint and the badge. */
export interface CachedSite {
  /** Base address of the service, without a trailing slash. */
  base: string;
  host: string;
  id: string;
  privacy?: Privacy;
  hasPassword?: boolean;
  /** When the service last said so, in milliseconds since 1970. */
  learnt: number;
}

/** A create that was begun and whose end is not known yet. */
export interface PendingCreate {
  base: string;
  host: string;
  at: number;
  /** Begun in a private window: how it ended is not kept. */
  private?: boolean;
}

/** What is known locally of an SEO project: that there is one of this host. */
export interface CachedProject {
  /** Base address of the SEO service, without a trailing slash. */
  base: string;
  host: string;
  learnt: number;
}

/** How far a service's list was read; it goes with the list, so that nothing is called absent by a list that is gone. */
interface Walk {
  base: string;
  /** When it was last read from its first page to its last, in milliseconds since 1970. */
  at?: number;
  /** When the reading began that is under way. */
  began?: number;
}

interface Schema extends DBSchema {
  projects: { key: [string, string]; value: CachedProject };
  sites: { key: [string, string]; value: CachedSite; indexes: { id: [string, string] } };
  creates: { key: [string, string]; value: PendingCreate };
  walks: { key: string; value: Walk };
}

export type SiteCacheStore = IDBPDatabase<Schema>;

let opened: Promise<SiteCacheStore> | undefined;

/** The keyed store of known sites: one look-up reads one key, however many there are. Only the worker writes. */
export function openSiteCache(): Promise<SiteCacheStore> {
  opened ??= openDB<Schema>('waymark', 2, {
    upgrade(database, before) {
      if (before < 1) {
        database.createObjectStore('sites', { keyPath: ['base', 'host'] }).createIndex('id', ['base', 'id']);
        database.createObjectStore('creates', { keyPath: ['base', 'host'] });
        database.createObjectStore('projects', { keyPath: ['base', 'host'] });
      }
      database.createObjectStore('walks', { keyPath: 'base' });
    },
    terminated() {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** What is known of an exact host at a service; `undefined` also where the store cannot be read. */
export async function cachedSite(serviceUrl: string, host: string): Promise<CachedSite | undefined> {
  try {
    return await (await openSiteCache()).get('sites', [serviceUrl, host]);
  } catch {
    return undefined;
  }
}

/** Which of these exact hosts are known at a service, read in one go; none where the store cannot be read. */
export async function cachedProjectHosts(
  list: 'sites' | 'projects',
  serviceUrl: string,
  hosts: readonly string[],
): Promise<ReadonlySet<string>> {
  try {
    const { store } = (await openSiteCache()).transaction(list);
    const keys = await Promise.all(hosts.map((host) => store.getKey([serviceUrl, host])));
    return new Set(hosts.filter((_host, index) => keys[index] !== undefined));
  } catch {
    return new Set();
  }
}

/** How many hosts are known at a service. */
export async function cachedSiteCount(list: 'sites' | 'projects', serviceUrl: string): Promise<number> {
  try {
    return await (await openSiteCache()).count(list, IDBKeyRange.bound([serviceUrl], [serviceUrl, []]));
  } catch {
    return 0;
  }
}

/** When the whole list of a service was last read; undefined: never, or it is not kept any more. */
export async function walkedAt(serviceUrl: string): Promise<number | undefined> {
  try {
    return (await (await openSiteCache()).get('walks', serviceUrl))?.at;
  } catch {
    return undefined;
  }
}

/** What is known of several exact hosts, in their order, read in one go; those that are not known are left out. */
export async function cachedSites(serviceUrl: string, hosts: readonly string[]): Promise<CachedSite[]> {
  try {
    const { store } = (await openSiteCache()).transaction('sites');
    const sites = await Promise.all(hosts.map((host) => store.get([serviceUrl, host])));
    return sites.filter((site) => site !== undefined);
  } catch {
    return [];
  }
}

/** The next known sites of a service in the order of their hosts, after `after`; fewer than `count` where it ends. */
export async function cachedSitesPage(serviceUrl: string, after = '', count = 1000): Promise<CachedSite[]> {
  try {
    return await (await openSiteCache()).getAll(
      'sites',
      IDBKeyRange.bound([serviceUrl, after], [serviceUrl, []], true),
      count,
    );
  } catch {
    return [];
  }
}
