import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Privacy } from '../services/index.ts';

/** What is known locally of a registered website: enough for the popup's first paint and the badge. */
export interface KnownSite {
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
export interface KnownProject {
  /** Base address of the SEO service, without a trailing slash. */
  base: string;
  host: string;
  learnt: number;
}

interface Schema extends DBSchema {
  projects: { key: [string, string]; value: KnownProject };
  sites: { key: [string, string]; value: KnownSite; indexes: { id: [string, string] } };
  creates: { key: [string, string]; value: PendingCreate };
}

export type KnownStore = IDBPDatabase<Schema>;

let opened: Promise<KnownStore> | undefined;

/** The keyed store of known sites: one look-up reads one key, however many there are. Only the worker writes. */
export function openKnown(): Promise<KnownStore> {
  opened ??= openDB<Schema>('waymark', 1, {
    upgrade(database) {
      database.createObjectStore('sites', { keyPath: ['base', 'host'] }).createIndex('id', ['base', 'id']);
      database.createObjectStore('creates', { keyPath: ['base', 'host'] });
      database.createObjectStore('projects', { keyPath: ['base', 'host'] });
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
export async function knownSite(base: string, host: string): Promise<KnownSite | undefined> {
  try {
    return await (await openKnown()).get('sites', [base, host]);
  } catch {
    return undefined;
  }
}

/** Which of these exact hosts are known at a service, read in one go; none where the store cannot be read. */
export async function knownHosts(
  list: 'sites' | 'projects',
  base: string,
  hosts: readonly string[],
): Promise<ReadonlySet<string>> {
  try {
    const { store } = (await openKnown()).transaction(list);
    const keys = await Promise.all(hosts.map((host) => store.getKey([base, host])));
    return new Set(hosts.filter((_host, index) => keys[index] !== undefined));
  } catch {
    return new Set();
  }
}

/** How many hosts are known at a service. */
export async function knownCount(list: 'sites' | 'projects', base: string): Promise<number> {
  try {
    return await (await openKnown()).count(list, IDBKeyRange.bound([base], [base, []]));
  } catch {
    return 0;
  }
}

/** What is known of several exact hosts, in their order, read in one go; those that are not known are left out. */
export async function knownMany(base: string, hosts: readonly string[]): Promise<KnownSite[]> {
  try {
    const { store } = (await openKnown()).transaction('sites');
    const sites = await Promise.all(hosts.map((host) => store.get([base, host])));
    return sites.filter((site) => site !== undefined);
  } catch {
    return [];
  }
}

/** The next known sites of a service in the order of their hosts, after `after`; fewer than `count` where it ends. */
export async function knownPage(base: string, after = '', count = 1000): Promise<KnownSite[]> {
  try {
    return await (await openKnown()).getAll('sites', IDBKeyRange.bound([base, after], [base, []], true), count);
  } catch {
    return [];
  }
}
