import type { Project, Website } from '../api/index.ts';
import { type Change, type ChangeKind, lastChange } from '../changes.ts';
import { hostOf } from '../host.ts';
import { type KnownSite, openKnown } from '../known.ts';
import { set } from '../settings.ts';

/** Tells every open page what was changed at a service, so that none has to ask. A failure to tell is no failure to do. */
export async function announce(base: string, change: ChangeKind): Promise<void> {
  await set<Change | undefined>(lastChange, { base, at: Date.now(), ...change }).catch(() => {});
}

function knownOf(base: string, website: Website): KnownSite[] {
  const host = hostOf(website.domain);
  if (!host || website.locked) return [];
  return [
    { base, host, id: website.id, privacy: website.privacy, hasPassword: website.has_password, learnt: Date.now() },
  ];
}

/** Keeps what the service has just said of websites. A field it did not report keeps its last known value. */
export async function learn(base: string, websites: readonly Website[]): Promise<void> {
  const known = websites.flatMap((website) => knownOf(base, website));
  if (!known.length) return;
  const store = (await openKnown()).transaction('sites', 'readwrite');
  for (const site of known) {
    const before = await store.store.get([base, site.host]);
    await store.store.put({
      ...site,
      privacy: site.privacy ?? before?.privacy,
      hasPassword: site.hasPassword ?? before?.hasPassword,
    });
  }
  await store.done;
}

/** Forgets a host that the service no longer has. */
export async function forgetHost(base: string, host: string): Promise<void> {
  await (await openKnown()).delete('sites', [base, host]);
}

/** Keeps which hosts have a project. */
export async function learnProjects(base: string, projects: readonly Project[]): Promise<void> {
  const hosts = projects.flatMap(({ project }) => hostOf(project) ?? []);
  if (!hosts.length) return;
  const { store, done } = (await openKnown()).transaction('projects', 'readwrite');
  for (const host of hosts) store.put({ base, host, learnt: Date.now() });
  await done;
}

/** Forgets a project that the service no longer has, and tells the pages. */
export async function forgetProject(base: string, project: string): Promise<void> {
  const host = hostOf(project);
  if (host) await (await openKnown()).delete('projects', [base, host]);
  await announce(base, { kind: 'project-gone', project });
}

/** Forgets a website by its id, and tells the pages. */
export async function forgetId(base: string, id: string): Promise<void> {
  await announce(base, { kind: 'website-gone', id });
  const store = (await openKnown()).transaction('sites', 'readwrite');
  const keys = await store.store.index('id').getAllKeys([base, id]);
  for (const key of keys) await store.store.delete(key);
  await store.done;
}

/** Notes what an accepted update changed, where the answer itself did not say. */
export async function learnUpdate(base: string, id: string, fields: Partial<KnownSite>): Promise<void> {
  const store = (await openKnown()).transaction('sites', 'readwrite');
  for (const site of await store.store.index('id').getAll([base, id])) {
    await store.store.put({ ...site, ...fields, learnt: Date.now() });
  }
  await store.done;
}
