import { hostOf } from '../../hosts/hostOf.ts';
import { type Change, type ChangeKind, lastChange } from '../../messages/changes.ts';
import type { Project, Website } from '../../services/index.ts';
import { set } from '../../storage/settings.ts';
import { type CachedSite, cachedSitesPage, openSiteCache } from '../../storage/siteCache.ts';

/** Tells every open page what was changed at a service, so that none has to ask. A failure to tell is no failure to do. */
export async function announce(base: string, change: ChangeKind): Promise<void> {
  await set<Change | undefined>(lastChange, { base, at: Date.now(), ...change }).catch(() => {});
}

function knownOf(base: string, website: Website): CachedSite[] {
  const host = hostOf(website.domain);
  if (!host || website.locked) return [];
  return [
    { base, host, id: website.id, privacy: website.privacy, hasPassword: website.has_password, learnt: Date.now() },
  ];
}

const followers = new Set<() => void>();

/** Calls back whenever what is known of websites has changed, in this worker. */
export function onSiteCacheChange(callback: () => void): void {
  followers.add(callback);
}

const tellFollowers = () => followers.forEach((callback) => void callback());

/** Keeps what the service has just said of websites. A field it did not report keeps its last known value. */
export async function putSites(base: string, websites: readonly Website[]): Promise<void> {
  const known = websites.flatMap((website) => knownOf(base, website));
  if (!known.length) return;
  const { store, done } = (await openSiteCache()).transaction('sites', 'readwrite');
  const before = await Promise.all(known.map(({ host }) => store.get([base, host])));
  known.forEach((site, index) => {
    const { privacy, hasPassword } = before[index] ?? {};
    void store.put({ ...site, privacy: site.privacy ?? privacy, hasPassword: site.hasPassword ?? hasPassword });
  });
  await done;
  tellFollowers();
}

/** Forgets a host that the service no longer has. */
export async function dropHost(base: string, host: string): Promise<void> {
  await (await openSiteCache()).delete('sites', [base, host]);
  tellFollowers();
}

/** Forgets the websites that the service did not speak of since a moment: after its whole list was read, they are gone. */
export async function dropOlder(base: string, moment: number): Promise<void> {
  const database = await openSiteCache();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const sites: CachedSite[] = await cachedSitesPage(base, after, 5000);
    const old = sites.filter(({ learnt }) => learnt < moment);
    const { store, done } = database.transaction('sites', 'readwrite');
    for (const { host } of old) void store.delete([base, host]);
    await done;
    after = sites.at(-1)?.host;
  }
  tellFollowers();
}

/** Forgets all that is known of services other than these: addresses that are no longer connected. */
export async function dropOtherServices(bases: readonly string[]): Promise<void> {
  const database = await openSiteCache();
  for (const name of ['sites', 'projects'] as const) {
    const { store, done } = database.transaction(name, 'readwrite');
    let key = (await store.openKeyCursor())?.key;
    while (key) {
      const [base] = key;
      const ofBase = IDBKeyRange.bound([base], [base, []]);
      if (!bases.includes(base)) await store.delete(ofBase);
      key = (await store.openKeyCursor(IDBKeyRange.lowerBound([base, []])))?.key;
    }
    await done;
  }
  tellFollowers();
}

/** Keeps which hosts have a project. */
export async function putProjects(base: string, projects: readonly Project[]): Promise<void> {
  const hosts = projects.flatMap(({ project }) => hostOf(project) ?? []);
  if (!hosts.length) return;
  const { store, done } = (await openSiteCache()).transaction('projects', 'readwrite');
  for (const host of hosts) store.put({ base, host, learnt: Date.now() });
  await done;
}

/** Forgets a project that the service no longer has, and tells the pages. */
export async function dropProject(base: string, project: string): Promise<void> {
  const host = hostOf(project);
  if (host) await (await openSiteCache()).delete('projects', [base, host]);
  await announce(base, { kind: 'project-gone', project });
}

/** Forgets a website by its id, and tells the pages. */
export async function dropId(base: string, id: string): Promise<void> {
  await announce(base, { kind: 'website-gone', id });
  const store = (await openSiteCache()).transaction('sites', 'readwrite');
  const keys = await store.store.index('id').getAllKeys([base, id]);
  for (const key of keys) await store.store.delete(key);
  await store.done;
  tellFollowers();
}

/** Notes what an accepted update changed, where the answer itself did not say. */
export async function putUpdate(base: string, id: string, fields: Partial<CachedSite>): Promise<void> {
  const store = (await openSiteCache()).transaction('sites', 'readwrite');
  for (const site of await store.store.index('id').getAll([base, id])) {
    await store.store.put({ ...site, ...fields, learnt: Date.now() });
  }
  await store.done;
  tellFollowers();
}
