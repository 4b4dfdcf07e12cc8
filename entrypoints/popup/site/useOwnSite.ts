import { useRead } from '@/components/useWatched.ts';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { get, preferences, withTemplates } from '@/lib/storage/settings.ts';
import type { Picked, PopupStart } from '../load.ts';
import { showsStatistics } from './servicePages.ts';

/** How many known sites are read at a time. */
const batch = 2000;

/**
 * Resolves to the known site whose statistics the page at this URL shows: its host, and its connection's id. Undefined
 * if no known site matches. Several connections may have their statistics at the page's origin, for example two
 * accounts at one address.
 */
async function ownSite(url: string, { list }: PopupStart['connections']): Promise<Required<Picked> | undefined> {
  const { origin } = new URL(url);
  const preferred = await get(preferences);
  for (const { id: connection, ...one } of list) {
    const { account, analyticsUrl: base_url } = one;
    const { statisticsUrl } = withTemplates(preferred, one);
    if (!fillUrl(statisticsUrl, { base_url })?.startsWith(origin)) continue;
    const { knownHosts, knownSites } = await import('@/lib/messages/records.ts');
    const hosts = await knownHosts(account);
    for (let at = 0; at < hosts.length; at += batch) {
      const sites = await knownSites([account], hosts.slice(at, at + batch));
      const shown = sites.find(({ website: { domain, id } }) =>
        showsStatistics(url, statisticsUrl, { base_url, domain, id }),
      );
      if (shown) return { host: shown.host, connection };
    }
  }
  return undefined;
}

/** Returns the known site whose statistics are open in the tab (see `ownSite`). Sends no request to the service. */
export function useOwnSite({ url, connections }: Pick<PopupStart, 'url' | 'connections'>) {
  // If the store cannot be read, no site is offered.
  return useRead(() => ownSite(url, connections).catch(() => undefined), [url, connections]);
}
