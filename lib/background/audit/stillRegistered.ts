import { cachedStatusOf } from '../../storage/siteCache.ts';

/** The sites that are still registered, as far as the site cache knows. */
export async function stillRegistered<T extends { key: string }>(account: string, sites: readonly T[]): Promise<T[]> {
  const known = await Promise.all(sites.map(({ key }) => cachedStatusOf(account, key, key)));
  return sites.filter((_site, at) => !known[at]?.isWhole || known[at]?.site);
}
