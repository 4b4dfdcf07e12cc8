import { browser } from 'wxt/browser';
import type { KnownSite } from '../records/types.ts';
import { type ConnectionAddress, get, preferences, withTemplates } from '../storage/settings.ts';
import type { ReadKnown } from './belonging.ts';
import type { RegisteredSite } from './registered.ts';
import { fillUrl } from './urlTemplates.ts';

/** Returns the address of a site's statistics. Undefined if the connection's URL template does not produce a URL. */
export async function statisticsOf(
  { website: { domain, id } }: Pick<KnownSite, 'website'>,
  connection: ConnectionAddress,
): Promise<string | undefined> {
  const { statisticsUrl } = withTemplates(await get(preferences), connection);
  return fillUrl(statisticsUrl, { base_url: connection.analyticsUrl, domain, id });
}

interface Searched {
  /** The connection whose list is searched. Default: the one that the person last chose on the manage page. */
  connection?: ConnectionAddress;
  /** Whether the search was made in a private window. */
  isPrivate?: boolean | undefined;
}

/**
 * Returns the query part of the manage page's URL for a search. Leaves out a text searched in a private window:
 * Chromium opens the page in a normal window, and the text would appear in its history.
 */
export const searchQuery = (search: string, { connection, isPrivate }: Searched): string =>
  `?${new URLSearchParams({ ...(connection ? { connection: connection.id } : {}), ...(isPrivate ? {} : { search }) })}`;

/** Returns the address that opens the manage page with a search (see `searchQuery`). */
export const listSearched = (search: string, how: Searched): string =>
  browser.runtime.getURL(`/manage.html${searchQuery(search, how)}`);

/**
 * Returns the address of a site's statistics. Without one, returns the address that opens the manage page with a search
 * for the site's host. `knownSites`: reads stored records by account and host. `isPrivate`: see `Searched`.
 */
export async function statisticsAddress(
  { host, connection }: RegisteredSite,
  knownSites: ReadKnown,
  isPrivate: boolean | undefined,
): Promise<string> {
  const [site] = await knownSites([connection.account], [host]);
  return (site && (await statisticsOf(site, connection))) ?? listSearched(host, { connection, isPrivate });
}
