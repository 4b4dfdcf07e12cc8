import type { RepeatedSite } from '../../audit/repeat.ts';
import { siteStatus } from '../records/records.ts';

/**
 * Returns those sites that are, or may be, still registered, according to the stored records. Adds the id of its record
 * to a site that has none, if the record is stored. Sends no request.
 */
export async function stillRegistered<T extends RepeatedSite>(account: string, sites: readonly T[]): Promise<T[]> {
  const known = await Promise.all(sites.map(({ key }) => siteStatus(account, key)));
  return sites.flatMap((site, at) => {
    const { isWhole, site: found } = known[at] ?? {};
    if (found) return { id: found.website.id, ...site };
    return isWhole ? [] : site;
  });
}
