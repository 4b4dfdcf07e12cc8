import { hostOf, hostsOf } from '../../hosts/hostOf.ts';
import { type Change, type ChangeKind, lastChange } from '../../messages/changes.ts';
import type { Project, Website } from '../../services/index.ts';
import { set } from '../../storage/settings.ts';
import { type CachedSite, openSiteCache, type SiteCacheStore, storeNameRow } from '../../storage/siteCache.ts';
import { isIdentified } from '../../websites/record.ts';
import { dropOtherCreates } from './pendingCreates.ts';

/** Announces a change to every open page, so that none has to ask again. Failing to announce does not fail the change. */
export async function announce(account: string, change: ChangeKind): Promise<void> {
  await set<Change | undefined>(lastChange, { account, at: Date.now(), ...change }).catch(() => {});
}

function toCachedSites(account: string, website: Website): Omit<CachedSite, 'learnt'>[] {
  if (!isIdentified(website)) return [];
  const { id, domain, name, locked, privacy, has_password: hasPassword } = website;
  return hostsOf(website).map((host) => ({
    base: account,
    host,
    ...(domain === host ? {} : { domain }),
    ...(name ? { name } : {}),
    ...(locked === 'not-allowed' ? { locked } : {}),
    id,
    privacy,
    hasPassword,
  }));
}

interface Readings {
  get(account: string): Promise<{ began?: number } | undefined>;
}

/** The reading of the whole list during which a site is cached; 0: none. An id, because the clock may be set. */
const readingNow = async (walks: Readings, account: string): Promise<number> => (await walks.get(account))?.began ?? 0;

const followers = new Set<() => void>();

/** Calls back whenever this worker has changed the cache. */
export function onSiteCacheChange(callback: () => void): void {
  followers.add(callback);
}

/**
 * Changes the cache. Never rejects, because a failed cache must not fail what the service has done; false: nothing was
 * stored.
 */
async function writeCache(change: (store: SiteCacheStore) => Promise<unknown>): Promise<boolean> {
  try {
    await change(await openSiteCache());
  } catch {
    return false;
  }
  followers.forEach((callback) => void callback());
  return true;
}

/** Caches websites as reported now. A field that is not reported keeps its last known value. */
export async function putSites(account: string, websites: readonly Website[]): Promise<boolean> {
  const reported = websites.flatMap((website) => toCachedSites(account, website));
  if (!reported.length) return true;
  return writeCache(async (database) => {
    const change = database.transaction(['sites', 'walks'], 'readwrite');
    const store = change.objectStore('sites');
    const learnt = await readingNow(change.objectStore('walks'), account);
    const known = reported.map((site) => ({ ...site, learnt }));
    const before = await Promise.all(known.map(({ host }) => store.get([account, host])));
    known.forEach((site, index) => {
      const { id = site.id, several, privacy, hasPassword, at } = before[index] ?? {};
      const isKept = site.privacy === undefined && privacy !== undefined;
      const isOther = (one: { host: string; id: string }) => one.host === site.host && one.id !== site.id;
      void store.put({
        ...site,
        privacy: site.privacy ?? privacy,
        hasPassword: site.hasPassword ?? hasPassword,
        ...(isKept ? at !== undefined && { at } : { at: Date.now() }),
        ...(several || id !== site.id || known.some(isOther) ? { several: true } : {}),
      });
    });
    await change.done;
  });
}

/** Removes a host that the service no longer has. */
export const dropHost = (account: string, host: string): Promise<boolean> =>
  writeCache((store) => store.delete('sites', [account, host]));

/** Changes what is stored of the whole list. */
const noteOfList = (account: string, note: { began: number } | { ignoresCase: boolean }): Promise<boolean> =>
  writeCache(async (database) => {
    const { store, done } = database.transaction('walks', 'readwrite');
    await store.put({ ...(await store.get(account)), base: account, ...note });
    await done;
  });

/** Stores when the reading of the whole list began. */
export const beginListReading = (account: string, began: number): Promise<boolean> => noteOfList(account, { began });

/** Stores whether searches ignore case, until the whole list is read again, because services change. */
export const putIgnoresCase = (account: string, ignoresCase: boolean): Promise<boolean> =>
  noteOfList(account, { ignoresCase });

interface CachedSites {
  getAll(hosts: IDBKeyRange, count: number): Promise<CachedSite[]>;
}

/** The hosts that a reading of the whole list did not contain, and whether it found one id in two records. */
async function readingResult(sites: CachedSites, account: string, began: number) {
  const absent: string[] = [];
  const domains = new Map<string, string>();
  let isReused = false;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const some = await sites.getAll(IDBKeyRange.bound([account, after], [account, []], true), 5000);
    for (const { id, host, domain = host, learnt } of some) {
      if (learnt !== began) absent.push(host);
      else if (domains.has(id)) isReused ||= domains.get(id) !== domain;
      else domains.set(id, domain);
    }
    after = some.at(-1)?.host;
  }
  return { absent, isReused };
}

/**
 * Removes what a reading of the whole list did not contain, and resolves to true. Nothing is removed if the cache was
 * cleared meanwhile, so that it does not hold the whole list (false), or if one id came in two records (`changed`): one
 * was renamed or replaced meanwhile, which may have moved others past the reader.
 */
export async function endListReading(account: string, began: number): Promise<boolean | 'changed'> {
  let outcome: boolean | 'changed' = false;
  const done = await writeCache(async (database) => {
    const change = database.transaction(['sites', 'walks'], 'readwrite');
    const sites = change.objectStore('sites');
    const walks = change.objectStore('walks');
    if ((await walks.get(account))?.began !== began) return;
    const { absent, isReused } = await readingResult(sites, account, began);
    outcome = isReused ? 'changed' : true;
    if (isReused) return;
    for (const host of absent) void sites.delete([account, host]);
    void walks.put({ base: account, at: began });
    await change.done;
  });
  return done && outcome;
}

/** Forgets what is cached of all other accounts, with their pending creates, which can no longer be looked up. */
export async function dropOtherAccounts(accounts: readonly string[]): Promise<boolean> {
  await dropOtherCreates(accounts).catch(() => {});
  return writeCache(async (database) => {
    const change = database.transaction(['sites', 'projects', 'creates', 'walks'], 'readwrite');
    const walks = change.objectStore('walks');
    for (const account of await walks.getAllKeys())
      if (account !== storeNameRow && !accounts.includes(account)) void walks.delete(account);
    for (const name of ['sites', 'projects', 'creates'] as const) {
      const store = change.objectStore(name);
      let key = (await store.openKeyCursor())?.key;
      while (key) {
        const [account] = key;
        if (!accounts.includes(account)) await store.delete(IDBKeyRange.bound([account], [account, []]));
        key = (await store.openKeyCursor(IDBKeyRange.lowerBound([account, []])))?.key;
      }
    }
    await change.done;
  });
}

/** Caches which hosts have a project. */
export async function putProjects(account: string, projects: readonly Project[]): Promise<void> {
  const hosts = projects.flatMap(({ project }) => hostOf(project) ?? []);
  if (!hosts.length) return;
  await writeCache(async (database) => {
    const { store, done } = database.transaction('projects', 'readwrite');
    for (const host of hosts) void store.put({ base: account, host, learnt: Date.now() });
    await done;
  });
}

/** Removes a project that the service no longer has, and announces it to the pages. */
export async function dropProject(account: string, project: string): Promise<void> {
  const host = hostOf(project);
  if (host) await writeCache((store) => store.delete('projects', [account, host]));
  await announce(account, { kind: 'project-gone', project });
}

/**
 * Removes a website by its id, and announces it to the pages. If another record stands for the host, too, the host is not
 * absent, so the cache no longer counts as the whole list.
 */
export async function dropId(account: string, id: string): Promise<void> {
  await announce(account, { kind: 'website-gone', id });
  await writeCache(async (database) => {
    const change = database.transaction(['sites', 'walks'], 'readwrite');
    const sites = change.objectStore('sites');
    for (const { host, several } of await sites.index('id').getAll([account, id])) {
      void sites.delete([account, host]);
      if (several) void change.objectStore('walks').delete(account);
    }
    await change.done;
  });
}

/** Caches what an accepted update changed, if its answer did not report it. */
export async function putUpdate(account: string, id: string, fields: Partial<CachedSite>): Promise<void> {
  await writeCache(async (database) => {
    const change = database.transaction(['sites', 'walks'], 'readwrite');
    const store = change.objectStore('sites');
    const learnt = await readingNow(change.objectStore('walks'), account);
    const at = Date.now();
    for (const site of await store.index('id').getAll([account, id]))
      void store.put({ ...site, ...fields, learnt, at });
    await change.done;
  });
}
