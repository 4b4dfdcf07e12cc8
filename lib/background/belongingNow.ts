import { belonging } from '../connections/belonging.ts';
import { connections, get } from '../storage/settings.ts';
import { knownSites } from './records/records.ts';
import { hostToRegister } from './websites/lookUp.ts';

/** Finds the connection to which a host belongs, and the host's stored record (see `belonging`). */
const belongingNow = async (host: string) => belonging(host, await get(connections), knownSites);

/**
 * Finds the host that the popup shows for a visited host. This is the visited host itself if it has a stored record;
 * otherwise, it is the host that would be registered for it. Also returns the shown host's connection and record (see
 * `belongingNow`).
 */
export async function belongingOfVisited(visited: string) {
  const own = await belongingNow(visited);
  const host = own.known?.site.host === visited ? visited : await hostToRegister(visited);
  return { host, ...(host === visited ? own : await belongingNow(host)) };
}
