import { toUnicode } from '../hosts/punycode.ts';
import type { ShownHost } from '../hosts/search.ts';
import type { ConnectionAddress, Connections } from '../storage/settings.ts';
import { distinctNames } from './distinctNames.ts';
import { connectionFor } from './rules.ts';

/** A site that is registered according to the stored records, and the connection that has its record. */
export interface RegisteredSite extends ShownHost {
  connection: ConnectionAddress;
  /** The name of the connection. Undefined if there is only one connection. */
  at: string | undefined;
}

function belongingFirst(sites: readonly RegisteredSite[], all: Connections): RegisteredSite[] {
  return [...Map.groupBy(sites, ({ host }) => host)].flatMap(([host, places]) => {
    if (!places[1]) return places;
    const known = new Set(places.map(({ connection }) => connection.account));
    const own = connectionFor(host, all, known);
    return places.toSorted((a, b) => Number(b.connection === own) - Number(a.connection === own));
  });
}

/**
 * Returns the sites that are registered at any of the connections, according to the stored records. If several
 * connections have a host, the one to which the host belongs comes first. `knownHosts`: reads the stored hosts of an
 * account.
 */
export async function registeredSites(
  all: Connections,
  knownHosts: (account: string) => Promise<readonly string[]>,
): Promise<RegisteredSite[]> {
  const { list } = all;
  const isOne = list.length < 2;
  const names = distinctNames(list);
  const sites = await Promise.all(
    list.map(async (connection) => {
      const at = isOne ? undefined : names.get(connection.id);
      // Several records may have the same host.
      const hosts = [...new Set(await knownHosts(connection.account))];
      return hosts.map((host) => ({ host, shown: host.includes('xn--') ? toUnicode(host) : host, connection, at }));
    }),
  );
  return isOne ? sites.flat() : belongingFirst(sites.flat(), all);
}
