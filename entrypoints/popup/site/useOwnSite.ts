import { useRead } from '@/components/useWatched.ts';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import { get, preferences, withTemplates } from '@/lib/storage/settings.ts';
import type { Picked, PopupStart } from '../load.ts';
import { showsStatistics } from './servicePages.ts';

/** The number of known sites that are read at a time. */
const batch = 2000;

/**
 * Resolves to the known site whose statistics the page at this URL shows: its host and its connection's id. Undefined
 * if the page does not belong to a connected service, or if no known site matches.
 */
async function ownSite(url: string, { list }: PopupStart['connections']): Promise<Required<Picked> | undefined> {
  const connection = list.find(({ analyticsUrl }) => isPageOf(url, analyticsUrl));
  if (!connection) return undefined;
  const { statisticsUrl } = withTemplates(await get(preferences), connection);
  const { knownHosts, knownSites } = await import('@/lib/messages/records.ts');
  const hosts = await knownHosts(connection.account);
  for (let at = 0; at < hosts.length; at += batch) {
    const sites = await knownSites([connection.account], hosts.slice(at, at + batch));
    const shown = sites.find(({ website: { domain, id } }) =>
      showsStatistics(url, statisticsUrl, { base_url: connection.analyticsUrl, domain, id }),
    );
    if (shown) return { host: shown.host, connection: connection.id };
  }
  return undefined;
}

/** Returns the known site whose statistics are open in the tab (see `ownSite`). Sends no request to the service. */
export function useOwnSite({ url, connections }: Pick<PopupStart, 'url' | 'connections'>) {
  // If the store cannot be read, no site is offered.
  return useRead(() => ownSite(url, connections).catch(() => undefined), [url, connections]);
}
