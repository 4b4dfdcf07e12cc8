import { siteStatus } from '../records/records.ts';

/** Returns those sites that are, or may be, still registered, according to the stored records. Sends no request. */
export async function stillRegistered<T extends { key: string }>(account: string, sites: readonly T[]): Promise<T[]> {
  const known = await Promise.all(sites.map(({ key }) => siteStatus(account, key)));
  return sites.filter((_site, at) => !known[at]?.isWhole || known[at]?.site);
}
