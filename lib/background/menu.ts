import { type Browser, browser } from 'wxt/browser';
import { preferredHost, siteOf } from '../hosts/parse.ts';
import type { Registration } from '../messages/commands.ts';
import { activeConnection, connections, defaults, defaultsFor, get, preferences } from '../storage/settings.ts';
import { t } from '../text/i18n.ts';
import { problemText, refusalText, registrationText } from '../text/problems.ts';
import { showBadge } from './badge.ts';
import { working } from './deferUpdate.ts';
import { problemOf } from './problems.ts';
import { suffix } from './websites/lookUp.ts';
import { register } from './websites/register.ts';

type MenuTab = Browser.tabs.Tab;
type Info = Browser.contextMenus.OnClickData;

const manageUrl = () => browser.runtime.getURL('/manage.html');

let made = Promise.resolve();

/**
 * Creates the menu's items again on install, on update and when the preference changes: browsers differ in what they
 * keep. One run at a time, because two that overlap would create an item twice.
 */
export function makeMenu(): Promise<void> {
  made = made.then(remake, remake);
  return made;
}

async function remake(): Promise<void> {
  // Firefox for Android has no context menus.
  if (!browser.contextMenus) return;
  await browser.contextMenus.removeAll();
  const { contextMenu } = await get(preferences);
  if (contextMenu) {
    browser.contextMenus.create({ id: 'track', title: t('commands.track'), contexts: ['page', 'action'] });
    browser.contextMenus.create({ id: 'track-link', title: t('commands.track_link'), contexts: ['link'] });
  }
  browser.contextMenus.create({ id: 'manage', title: t('commands.manage'), contexts: ['action'] });
}

async function notify(title: string, message: string): Promise<void> {
  const { notifications } = await get(preferences);
  if (!notifications || !browser.notifications) return;
  await browser.notifications.create({
    type: 'basic',
    iconUrl: browser.runtime.getURL('/icons/128.png'),
    title,
    message,
  });
}

async function report(
  tab: MenuTab | undefined,
  look: 'done' | 'already' | 'failed',
  host: string,
  text: string,
): Promise<void> {
  await showBadge(tab?.id, look, text);
  await notify(host || t('extension.name'), text);
}

async function createFor(host: string, isPrivate: boolean): Promise<Registration['outcome']> {
  const { hasPassword: _, ...fields } = defaultsFor(await get(defaults), activeConnection(await get(connections)));
  return (await register({ domain: host, ...fields }, { private: isPrivate })).outcome;
}

async function trackNow(url: string, tab: MenuTab | undefined): Promise<void> {
  if (!activeConnection(await get(connections))) return browser.runtime.openOptionsPage();
  const site = siteOf(url);
  if ('refused' in site) return report(tab, 'failed', '', refusalText(site.refused));
  const { hostChoice } = await get(preferences);
  const host = preferredHost(site.host, hostChoice, await suffix(site.host));
  await showBadge(tab?.id, 'busy', t('menu.registering', { domain: host }));
  try {
    const outcome = await createFor(host, tab?.incognito ?? false);
    await report(tab, outcome === 'already' ? 'already' : 'done', host, registrationText(outcome, host));
  } catch (error) {
    await report(tab, 'failed', host, problemText(problemOf(error), host));
  }
}

/** Registers the site of an address and shows the outcome on the tab; without a connection it opens the options page. */
export const track = (url: string, tab: MenuTab | undefined): Promise<void> => working(() => trackNow(url, tab));

/** A click on one of the menu's items. */
export function onMenuClick(info: Info, tab: MenuTab | undefined): Promise<unknown> {
  if (info.menuItemId === 'manage') return browser.tabs.create({ url: manageUrl() });
  return track(info.linkUrl ?? info.pageUrl ?? tab?.url ?? '', tab);
}

/** A shortcut the person has set. */
export async function onCommand(command: string, tab?: MenuTab): Promise<void> {
  if (command !== 'track-site') return;
  const active = tab ?? (await browser.tabs.query({ active: true, currentWindow: true }))[0];
  await track(active?.url ?? '', active);
}
