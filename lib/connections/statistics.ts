import { browser } from 'wxt/browser';
import type { KnownSite } from '../records/types.ts';
import { type ConnectionAddress, get, preferences, withTemplates } from '../storage/settings.ts';
import type { ReadKnown } from './belonging.ts';
import type { RegisteredSite } from './registered.ts';
import { fillUrl } from './urlTemplates.ts';

/** Returns the address of a site's statistics, or undefined if the template does not produce a URL. */
export async function statisticsOf(
  { website: { domain, id } }: Pick<KnownSite, 'website'>,
  connection: ConnectionAddress,
): Promise<string | undefined> {
  const { statisticsUrl } = withTemplates(await get(preferences), connection);
  return fillUrl(statisticsUrl, { base_url: connection.analyticsUrl, domain, id });
}

/**
 * Returns the address of the manage page, opened with a search in a connection's list. Without `connection`, the page
 * searches the list of the connection shown last.
 */
export const listSearched = (search: string, connection?: ConnectionAddress): string =>
  browser.runtime.getURL(
    `/manage.html?${new URLSearchParams({ ...(connection ? { connection: connection.id } : {}), search })}`,
  );

/**
 * Returns the address of a site's statistics. If there is none, returns the address of the manage page with a search
 * for the site's host. `knownSites`: reads stored records by account and host.
 */
export async function statisticsAddress({ host, connection }: RegisteredSite, knownSites: ReadKnown): Promise<string> {
  const [site] = await knownSites([connection.account], [host]);
  return (site && (await statisticsOf(site, connection))) ?? listSearched(host, connection);
}
