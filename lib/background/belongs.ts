import { connectionFor } from '../connections/rules.ts';
import { wwwVariant } from '../hosts/parse.ts';
import {
  activeConnection,
  type ConnectionAddress,
  type Connections,
  connections,
  get,
  update,
} from '../storage/settings.ts';
import { type CachedSite, cachedSitesOf } from '../storage/siteCache.ts';

interface Belonging {
  /** Undefined where nothing is connected. */
  connection: ConnectionAddress | undefined;
  /** What is cached of the host, else of its `www.` variant; there before elsewhere. */
  known: { connection: ConnectionAddress; site: CachedSite } | undefined;
}

/** The connection that a host belongs to, and where it is known to be registered: from what is stored here alone. */
export async function belonging(host: string): Promise<Belonging> {
  const all = await get(connections);
  const accounts = all.list.map(({ account }) => account);
  const exact = await cachedSitesOf(accounts, host);
  const sites = exact.length ? exact : await cachedSitesOf(accounts, wwwVariant(host));
  const connection = connectionFor(host, all, new Set(sites.map(({ base }) => base)));
  const places = [...(connection ? [connection] : []), ...all.list].flatMap((one) =>
    sites.filter(({ base }) => base === one.account).map((site) => ({ connection: one, site })),
  );
  return { connection, known: places[0] };
}

/** Makes the connection with an account the one used last. Where that cannot be stored, nothing fails. */
export async function noteUse(account: string): Promise<void> {
  if (activeConnection(await get(connections))?.account === account) return;
  const note = (all: Connections): Connections => {
    const used = all.list.find((one) => one.account === account);
    return used ? { ...all, active: used.id } : all;
  };
  await update(connections, note).catch(() => {});
}
