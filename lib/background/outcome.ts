import { type Browser, browser } from 'wxt/browser';
import { searchQuery } from '../connections/statistics.ts';
import { siteOf } from '../hosts/parse.ts';
import { type ConnectionAddress, get, preferences } from '../storage/settings.ts';
import { t } from '../text/i18n.ts';
import { type BadgeLook, showBadge } from './badge.ts';
import { tracesOf } from './traces.ts';

export type Outcome = Extract<BadgeLook, 'done' | 'already' | 'failed' | 'exposed'>;

/**
 * Shows a notification about a host, if notifications are on and the window is not private. A click opens the
 * connection's websites with a search for the host (see `openNotice`). Ignores failures, because the toolbar button
 * shows the outcome, too.
 */
export async function notify(
  isPrivate: boolean,
  host: string | undefined,
  message: string,
  connection?: ConnectionAddress,
): Promise<void> {
  if (!tracesOf({ private: isPrivate }).notified || !(await get(preferences)).notifications) return;
  const iconUrl = browser.runtime.getURL('/icons/128.png');
  const title = host ?? t('extension.name');
  const query = searchQuery(host ?? '', connection ? { connection } : {});
  await browser.notifications?.create(query, { type: 'basic', iconUrl, title, message }).catch(() => {});
}

/**
 * Opens what a notification is about. The notification's id is the query of the manage page to open. Brings the window
 * to the front, because a new tab alone leaves it minimised. Opens a window if there is none, as may happen on macOS.
 */
export async function openNotice(query: string): Promise<void> {
  const url = browser.runtime.getURL(`/manage.html${query}`);
  const tab = await browser.tabs.create({ url }).catch(() => undefined);
  if (tab) await browser.windows?.update(tab.windowId, { focused: true });
  else await browser.windows?.create({ url });
}

/**
 * Whether a tab shows one of these hosts now. False if the browser hides the tab's address, as it does for another
 * site.
 */
async function showsOneOf(hosts: readonly string[], tabId: number): Promise<boolean> {
  const site = siteOf((await browser.tabs.get(tabId).catch(() => undefined))?.url);
  return 'host' in site && hosts.includes(site.host);
}

/**
 * Shows an outcome on a tab's toolbar button. A tick means that the tab's own site was registered. If another site was
 * registered (such as the target of a link), shows a plus instead. `hosts`: the site's host, and others that count as
 * the same site. `text`: the outcome in words.
 */
export async function showOutcome(
  tabId: number | undefined,
  look: Outcome,
  hosts: readonly string[],
  text: string,
): Promise<void> {
  const isElsewhere = look === 'done' && tabId !== undefined && !(await showsOneOf(hosts, tabId));
  await showBadge(tabId, isElsewhere ? 'elsewhere' : look, text);
}

/**
 * Shows the outcome of a menu item or shortcut on the tab's toolbar button, and as a notification (see `notify`).
 * `hosts`: see `showOutcome`. The first one is the site's host. The list is empty if there is no site. `connection`: see
 * `notify`.
 */
export async function tellOutcome(
  tab: Browser.tabs.Tab | undefined,
  look: Outcome,
  hosts: readonly string[],
  text: string,
  connection?: ConnectionAddress,
): Promise<void> {
  await showOutcome(tab?.id, look, hosts, text);
  await notify(tab?.incognito ?? false, hosts[0], text, connection);
}
