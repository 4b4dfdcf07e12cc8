import { allJobs, itemsOf, someItemsOf } from '../jobs/store.ts';
import type { Input } from '../messages/ask.ts';
import type { StoredReads } from '../messages/stored.ts';
import { pastAudits } from '../storage/audits.ts';
import { cachedHosts, cachedProjectHosts, cachedSiteCount, cachedSitesOf, listReadAt } from '../storage/siteCache.ts';
import { nameStore } from '../storage/storeName.ts';

const reads: StoredReads = {
  allJobs,
  itemsOf,
  someItemsOf,
  pastAudits,
  cachedHosts,
  cachedSitesOf,
  cachedProjectHosts,
  cachedSiteCount,
  listReadAt,
};

/** Reads for a page that has another store than the worker, or none. Rejects if the worker has none either. */
export async function readStored({ read, args }: Input<'stored'>): Promise<unknown> {
  // Most of these find nothing in a store that cannot be read, and the page has to know which it is.
  await nameStore();
  return (reads[read] as (...given: unknown[]) => Promise<unknown>)(...args);
}
