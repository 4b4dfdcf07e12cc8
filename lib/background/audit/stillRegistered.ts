import type { AuditItem } from '../../audit/repeat.ts';
import { siteStatus, websiteRows } from '../records/records.ts';

async function isItsId(account: string, { key, id }: AuditItem): Promise<boolean> {
  const [row] = id ? await websiteRows(account, [id]) : [];
  return row?.hosts.includes(key) === true;
}

/**
 * Returns a site with the id of its stored record. Returns it unchanged if a stored record with this host has its id
 * already, or if no record is stored but the site may still be registered. Returns undefined if the site is certainly
 * not registered any more.
 */
export async function withId<T extends AuditItem>(account: string, site: T): Promise<T | undefined> {
  const { isWhole, site: found } = (await siteStatus(account, site.key)) ?? {};
  if (!found) return isWhole ? undefined : site;
  const { id } = found.website;
  // After a site was deleted and registered again, its code and its visits belong to the new id.
  return id === site.id || (await isItsId(account, site)) ? site : { ...site, id };
}

/**
 * Returns the sites that are, or may be, still registered according to the stored records, with the ids of their
 * records (see `withId`). Sends no request.
 */
export async function stillRegistered<T extends AuditItem>(account: string, sites: readonly T[]): Promise<T[]> {
  const found = await Promise.all(sites.map((site) => withId(account, site)));
  return found.filter((site) => site !== undefined);
}
