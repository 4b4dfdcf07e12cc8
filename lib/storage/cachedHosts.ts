import { openSiteCache } from './siteCache.ts';

/** So many keys are read at a time: the page stays quick. */
const batch = 2000;

/** Every host that is known locally to be registered at a service; empty where the store cannot be read. */
export async function cachedHosts(base: string): Promise<Set<string>> {
  const hosts = new Set<string>();
  try {
    const store = await openSiteCache();
    let from = IDBKeyRange.bound([base, ''], [base, '\uffff']);
    for (;;) {
      const keys = await store.getAllKeys('sites', from, batch);
      for (const [, host] of keys) hosts.add(host);
      const last = keys.at(-1);
      if (keys.length < batch || !last) return hosts;
      from = IDBKeyRange.bound(last, [base, '\uffff'], true);
    }
  } catch {
    return hosts;
  }
}
