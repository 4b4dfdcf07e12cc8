import { type Browser, browser } from 'wxt/browser';
import { searchQuery } from '../connections/statistics.ts';
import { siteOf } from '../hosts/parse.ts';
import { type ConnectionAddress, get, preferences } from '../storage/settings.ts';
import { t } from '../text/i18n.ts';
import { type BadgeLook, showBadge } from './badge.ts';
import { showNotice } from './notices.ts';
import { tracesOf } from './traces.ts';

export type Outcome = Extract<BadgeLook, 'done' | 'already' | 'failed' | 'exposed'>;

/**
 * Shows a notification about a host, if notifications are on and the window is not private. A click opens the
 * connection's websites with a search for the host. A notification that cannot be shown is ignored, because the toolbar
 * button also shows the outcome.
 */
export async function notify(
  isPrivate: boolean,
  host: string | undefined,
  message: string,
  connection?: ConnectionAddress,
): Promise<void> {
  if (!tracesOf({ private: isPrivate }).notified || !(await get(preferences)).notifications) return;
  const query = searchQuery(host ?? '', connection ? { connection } : {});
  await showNotice(query, host ?? t('extension.name'), message);
}

/**
 * Whether an outcome for these hosts is not about the site that the tab shows now. If the browser hides the tab's
 * address, a success counts as being about another site, because its tick might be wrong; a failure does not.
 */
async function isOfAnother(look: Outcome, hosts: readonly string[], tabId: number): Promise<boolean> {
  const site = siteOf((await browser.tabs.get(tabId).catch(() => undefined))?.url);
  return 'host' in site ? hosts.length > 0 && !hosts.includes(site.host) : look === 'done';
}

/**
 * Shows an outcome on a tab's toolbar button. If the outcome is not about the tab's site but, for example, about a
 * link's target, the badge says so. `hosts`: the site's host, and others that count as the same site; empty if there is
 * no site. `text`: the outcome in words.
 */
export async function showOutcome(
  tabId: number | undefined,
  look: Outcome,
  hosts: readonly string[],
  text: string,
): Promise<void> {
  if (tabId !== undefined) await showBadge(tabId, look, text, await isOfAnother(look, hosts, tabId));
}

/**
 * Shows the outcome of a menu item or shortcut on the tab's toolbar button, and as a notification (see `notify`).
 * `hosts`: see `showOutcome`; the first one is the site's host. `connection`: see `notify`.
 */
export async function tellOutcome(
  tab: Browser.tabs.Tab | undefined,
  look: Outcome,
  hosts: readonly string[],
  text: string,
  connection?: ConnectionAddress,
): Promise<void> {
  await showOutcome(tab?.id, look, hosts, text);
  // The toolbar button already shows the outcome, so the action has not failed if the notification fails.
  await notify(tab?.incognito ?? false, hosts[0], text, connection).catch(() => {});
}
