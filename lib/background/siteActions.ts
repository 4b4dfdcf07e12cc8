import { type Browser, browser } from 'wxt/browser';
import { listSearched, statisticsOf } from '../connections/statistics.ts';
import { siteOf } from '../hosts/parse.ts';
import type { KnownSite } from '../records/types.ts';
import { type ConnectionAddress, get, preferences, withTemplates } from '../storage/settings.ts';
import { t } from '../text/i18n.ts';
import { refusalText } from '../text/problems.ts';
import { buildSnippet } from '../tracking/build.ts';
import { belongingOfVisited } from './belongingNow.ts';
import { tellOutcome } from './outcome.ts';

export type MenuTab = Browser.tabs.Tab | undefined;

/**
 * Copies a text to the clipboard, from inside the page. Resolves to whether this succeeded. Uses a `copy` event if the
 * page has no Clipboard API (no https) or may not use it (no focus).
 */
async function copyThere(text: string): Promise<boolean> {
  // Stays false if the page has handled the event first and stopped it. Then the page may have copied its own text.
  let isPut = false;
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    isPut = true;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const byEvent = () => {
    addEventListener('copy', put, { capture: true, once: true });
    const isCopied = document.execCommand('copy') && isPut;
    removeEventListener('copy', put, { capture: true });
    return isCopied;
  };
  return navigator.clipboard ? navigator.clipboard.writeText(text).then(() => true, byEvent) : byEvent();
}

const copyOn = async (tabId: number, text: string): Promise<boolean> =>
  browser.scripting.executeScript({ target: { tabId }, func: copyThere, args: [text] }).then(
    ([frame]) => frame?.result === true,
    () => false,
  );

interface Chosen {
  site: KnownSite;
  connection: ConnectionAddress;
  tab: MenuTab;
  /** The host of the tab. */
  visited: string;
}

async function openStatistics({ site, connection, tab }: Chosen): Promise<void> {
  const list = listSearched(site.host, { connection, isPrivate: tab?.incognito });
  await browser.tabs.create({ url: (await statisticsOf(site, connection)) ?? list });
}

async function copyCode({ site: { host, website }, connection, tab, visited }: Chosen): Promise<void> {
  const { trackingCode } = withTemplates(await get(preferences), connection);
  const code = buildSnippet(trackingCode, { base_url: connection.analyticsUrl, domain: host, id: website.id });
  const isCopied = tab?.id !== undefined && code !== undefined && (await copyOn(tab.id, code));
  const hosts = [host, visited];
  if (isCopied) await tellOutcome(tab, 'done', hosts, t('menu.copied', { domain: host }), connection);
  else await tellOutcome(tab, 'failed', hosts, t('menu.copy_failed'), connection);
}

const actions = { statistics: openStatistics, 'copy-code': copyCode };

type SiteAction = keyof typeof actions;

export const isSiteAction = (id: unknown): id is SiteAction => typeof id === 'string' && Object.hasOwn(actions, id);

/**
 * Runs a menu item for the site at an address, without any request. If nothing is connected, opens the options page. If
 * neither the site nor its `www.` variant has a stored record, tells the person so (see `tellOutcome`).
 */
export async function actOnSite(action: SiteAction, url: string, tab: MenuTab): Promise<void> {
  const site = siteOf(url);
  if ('refused' in site) return tellOutcome(tab, 'failed', [], refusalText(site.refused));
  const { host, connection, known } = await belongingOfVisited(site.host);
  if (!connection) return browser.runtime.openOptionsPage();
  if (!known) return tellOutcome(tab, 'failed', [host, site.host], t('tracking.badge_unknown', { domain: host }));
  return actions[action]({ ...known, tab, visited: site.host });
}
