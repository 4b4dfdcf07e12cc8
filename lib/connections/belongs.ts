import { wwwVariant } from '../hosts/parse.ts';
import type { ConnectionAddress, Connections } from '../storage/settings.ts';
import { type CachedSite, cachedSitesOf } from '../storage/siteCache.ts';
import { connectionFor } from './rules.ts';

interface Belonging {
  /** Undefined if nothing is connected. */
  connection: ConnectionAddress | undefined;
  /** The accounts in which the host is known to be registered, or else its `www.` variant. */
  knownAt: ReadonlySet<string>;
  /** The cached record, preferably that of `connection`. */
  known: { connection: ConnectionAddress; site: CachedSite } | undefined;
}

/** What is known of a host, or else of its `www.` variant. */
export const orVariant = <T>(host: string, known: (host: string) => ReadonlySet<T>): ReadonlySet<T> => {
  const exact = known(host);
  return exact.size ? exact : known(wwwVariant(host));
};

/** The connection that a host belongs to, and where it is known to be registered, according to stored data alone. */
export async function belonging(host: string, all: Connections): Promise<Belonging> {
  const accounts = all.list.map(({ account }) => account);
  const exact = await cachedSitesOf(accounts, host);
  const sites = exact.length ? exact : await cachedSitesOf(accounts, wwwVariant(host));
  const knownAt = new Set(sites.map(({ base }) => base));
  const connection = connectionFor(host, all, knownAt);
  const places = [connection, ...all.list].flatMap((one) =>
    one ? sites.filter(({ base }) => base === one.account).map((site) => ({ connection: one, site })) : [],
  );
  return { connection, knownAt, known: places[0] };
}
