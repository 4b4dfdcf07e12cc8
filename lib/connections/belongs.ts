import { wwwVariant } from '../hosts/parse.ts';
import type { ConnectionAddress, Connections } from '../storage/settings.ts';
import type { CachedSite } from '../storage/siteCache.ts';
import { connectionFor } from './rules.ts';

interface Belonging {
  /** Undefined if nothing is connected. */
  connection: ConnectionAddress | undefined;
  /** The cached record, or else that of its `www.` variant; preferably that of `connection`. */
  known: { connection: ConnectionAddress; site: CachedSite } | undefined;
}

/** What is known of a host, or else of its `www.` variant. */
export const orVariant = <T>(host: string, known: (host: string) => ReadonlySet<T>): ReadonlySet<T> => {
  const exact = known(host);
  return exact.size ? exact : known(wwwVariant(host));
};

/** Reads what is cached of exact hosts in accounts. */
type ReadCached = (accounts: readonly string[], hosts: readonly string[]) => Promise<readonly CachedSite[]>;

/** The connection that a host belongs to, and what is cached of it there or at another one, without a request. */
export async function belonging(host: string, all: Connections, cachedSitesOf: ReadCached): Promise<Belonging> {
  const likely = connectionFor(host, all);
  if (!likely) return { connection: undefined, known: undefined };
  // Most sites are known there, and a look at every connection takes the longer the more there are.
  const [own] = await cachedSitesOf([likely.account], [host]);
  if (own) return { connection: likely, known: { connection: likely, site: own } };
  const accounts = all.list.map(({ account }) => account);
  const found = await cachedSitesOf(accounts, [host, wwwVariant(host)]);
  const exact = found.filter((site) => site.host === host);
  const sites = exact.length ? exact : found;
  const connection = connectionFor(host, all, new Set(sites.map(({ base }) => base)));
  const places = [connection, ...all.list].flatMap((one) =>
    one ? sites.filter(({ base }) => base === one.account).map((site) => ({ connection: one, site })) : [],
  );
  return { connection, known: places[0] };
}
