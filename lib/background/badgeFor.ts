import { distinctNames } from '../connections/distinctNames.ts';
import { siteOf } from '../hosts/parse.ts';
import { hasOpenCreate } from '../jobs/openCreates.ts';
import type { KnownSite } from '../records/types.ts';
import { connections, get } from '../storage/settings.ts';
import { t } from '../text/i18n.ts';
import type { BadgeLook } from './badge.ts';
import { belongingOfVisited } from './belongingNow.ts';
import { siteStatus } from './records/records.ts';

interface ShownBadge {
  look: BadgeLook;
  title: string;
}

const badgeOfKnown = ({ host, website }: KnownSite): ShownBadge =>
  website.privacy === 0
    ? { look: 'public', title: t('tracking.badge_public', { domain: host }) }
    : { look: 'registered', title: t('tracking.badge_registered', { domain: host }) };

/**
 * Returns the badge for a host of an account. A host without a stored record counts as absent only if the whole list is
 * stored and every create of this host has a known outcome.
 */
async function badgeOfHost(account: string, host: string): Promise<ShownBadge> {
  const known = await siteStatus(account, host);
  if (known?.site) return badgeOfKnown(known.site);
  if (!known?.isWhole || (await hasOpenCreate(account, host)))
    return { look: 'unknown', title: t('tracking.badge_unknown', { domain: host }) };
  const title = known.variant
    ? t('tracking.badge_related', { domain: host, related: known.variant.host })
    : t('tracking.badge_absent', { domain: host });
  return { look: 'absent', title };
}

/**
 * Returns the badge for the site at an address, or undefined if there is nothing to show. Uses only stored data. If
 * only another connection has a record of the site, the badge shows that record, and its title names the connection.
 */
export async function badgeFor(url: string | undefined): Promise<ShownBadge | undefined> {
  const site = siteOf(url);
  if ('refused' in site) return undefined;
  const { host, connection, known } = await belongingOfVisited(site.host);
  const own = connection && (await badgeOfHost(connection.account, host));
  if (!own || !known || known.connection === connection) return own;
  const { look, title } = await badgeOfHost(known.connection.account, host);
  const name = distinctNames((await get(connections)).list).get(known.connection.id) ?? '';
  return {
    look: look === 'absent' ? own.look : look,
    title: t('menu.of_connection', { connection: name, outcome: title }),
  };
}
