import { wwwVariant } from '../hosts/parse.ts';
import type { ConnectionAddress, Connections } from '../storage/settings.ts';
import { type CachedSite, cachedSitesOf } from '../storage/siteCache.ts';
import { connectionFor } from './rules.ts';

interface Belonging {
  /** Undefined where nothing is connected. */
  connection: ConnectionAddress | undefined;
  /** The accounts where the host is known to be registered, else those of its `www.` variant. */
  knownAt: ReadonlySet<string>;
  /** What is cached there; that of the connection before that of another. */
  known: { connection: ConnectionAddress; site: CachedSite } | undefined;
}

/** What is known of a host, else of its `www.` variant. */
export const orVariant = <T>(host: string, known: (host: string) => ReadonlySet<T>): ReadonlySet<T> => {
  const exact = known(host);
  return exact.size ? exact : known(wwwVariant(host));
};

/** The connection that a host belongs to, and where it is known to be registered: from what is stored here alone. */
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
