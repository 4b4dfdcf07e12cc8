import { cachedStatusOf } from '../../storage/siteCache.ts';

/** Those sites that are registered, as far as is known. */
export async function stillRegistered<T extends { key: string }>(account: string, sites: readonly T[]): Promise<T[]> {
  const known = await Promise.all(sites.map(({ key }) => cachedStatusOf(account, key, key)));
  return sites.filter((_site, at) => !known[at]?.isWhole || known[at]?.site);
}
