import { wwwVariant } from '../hosts/variants.ts';
import type { KnownSite } from '../records/types.ts';
import type { ConnectionAddress, Connections } from '../storage/settings.ts';
import { connectionFor } from './rules.ts';

interface Belonging {
  /** The connection to which the host belongs. Undefined if there is no connection. */
  connection: ConnectionAddress | undefined;
  /**
   * The stored record of the host or, if there is none, of its `www.` variant, with the connection that has the record.
   * If several connections have a record, the host's own connection comes first. Undefined without such a record.
   */
  known: { connection: ConnectionAddress; site: KnownSite } | undefined;
}

/** Returns the result of `known` for a host or, if that is empty, for its `www.` variant. */
export const orVariant = <T>(host: string, known: (host: string) => ReadonlySet<T>): ReadonlySet<T> => {
  const exact = known(host);
  return exact.size ? exact : known(wwwVariant(host));
};

/** Reads the stored records of these accounts that have exactly one of these hosts. */
export type ReadKnown = (accounts: readonly string[], hosts: readonly string[]) => Promise<readonly KnownSite[]>;

/**
 * Finds the connection to which a host belongs, and the host's stored record, which another connection may have. Sends
 * no request.
 */
export async function belonging(host: string, all: Connections, knownSites: ReadKnown): Promise<Belonging> {
  const likely = connectionFor(host, all);
  if (!likely) return { connection: undefined, known: undefined };
  const accounts = all.list.map(({ account }) => account);
  const found = await knownSites(accounts, [host, wwwVariant(host)]);
  const exact = found.filter((site) => site.host === host);
  const own = exact.find(({ account }) => account === likely.account);
  if (own) return { connection: likely, known: { connection: likely, site: own } };
  const sites = exact.length ? exact : found;
  const connection = connectionFor(host, all, new Set(sites.map(({ account }) => account)));
  const places = [connection, ...all.list].flatMap((one) =>
    one ? sites.filter(({ account }) => account === one.account).map((site) => ({ connection: one, site })) : [],
  );
  return { connection, known: places[0] };
}
