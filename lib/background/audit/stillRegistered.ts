import { siteStatus } from '../records/records.ts';

/** Returns the sites that are still registered, as far as is known here. */
export async function stillRegistered<T extends { key: string }>(account: string, sites: readonly T[]): Promise<T[]> {
  const known = await Promise.all(sites.map(({ key }) => siteStatus(account, key)));
  return sites.filter((_site, at) => !known[at]?.isWhole || known[at]?.site);
}
