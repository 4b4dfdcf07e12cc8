import { type Browser, browser } from 'wxt/browser';
import { distinctNames } from '../connections/distinctNames.ts';
import { teamOfNew } from '../connections/team.ts';
import { standsFor } from '../hosts/hostOf.ts';
import { siteOf } from '../hosts/parse.ts';
import { wwwVariant } from '../hosts/variants.ts';
import { fitted } from '../services/traits.ts';
import {
  type ConnectionAddress,
  connections,
  connectionWith,
  defaults,
  defaultsFor,
  get,
  preferences,
} from '../storage/settings.ts';
import { t } from '../text/i18n.ts';
import { privacyText, problemText, refusalText, registrationText } from '../text/problems.ts';
import { isOtherPrivacy } from '../websites/record.ts';
import { belongingOfVisited } from './belongingNow.ts';
import { working } from './deferUpdate.ts';
import { registerByHand } from './jobs/press.ts';
import { type Outcome, showOutcome, tellOutcome } from './outcome.ts';
import { problemOf } from './problems.ts';
import { beginRegistering, endRegistering, wordsOf } from './registering.ts';
import type { BoundContext } from './request.ts';
import { type NamedSite, selectedSite } from './selectedSite.ts';
import { actOnSite, isSiteAction, type MenuTab } from './siteActions.ts';
import { checkHost } from './websites/checkHost.ts';

type Info = Browser.contextMenus.OnClickData;
type MenuItem = Browser.contextMenus.CreateProperties;

/**
 * The id of the submenu that lists the connections. The id of each of its items is this id, a colon, and the
 * connection's id.
 */
const trackAt = 'track-at';

/** Doubles each `&`, because a single `&` in a menu title marks the access key. */
const itemTitle = (text: string) => text.replaceAll('&', '&&');

let made = Promise.resolve();

/**
 * Removes the menu's items and creates them again. Called on install, on update, and when the preferences, the
 * connections or `followed` change (see the worker's entrypoint). Calls run one after another, because two at once
 * would create an item twice.
 */
export function makeMenu(): Promise<void> {
  made = made.then(remake, remake);
  return made;
}

async function remake(): Promise<void> {
  // Firefox for Android has no context menus.
  if (!browser.contextMenus) return;
  // Read first: if the settings cannot be read, the menu stays as it is.
  const [{ contextMenu }, { list }] = await Promise.all([get(preferences), get(connections)]);
  const items: MenuItem[] = [
    // In Firefox, a click in a frame does not count as a click on the page, so `frame` is listed, too.
    { id: 'track', title: t('commands.track'), contexts: ['page', 'frame', 'selection', 'image', 'action'] },
    // The browser replaces %s with the selected text.
    { id: 'track-selected', title: t('popup.track', { domain: '%s' }), contexts: ['selection'] },
    { id: 'track-link', title: t('commands.track_link'), contexts: ['link'] },
    ...(list.length > 1 ? namedItems(list) : []),
  ];
  await browser.contextMenus.removeAll();
  for (const item of [...(contextMenu ? items : []), ...toolbarItems()]) browser.contextMenus.create(item);
}

function namedItems(list: readonly ConnectionAddress[]): MenuItem[] {
  // The submenu is not shown for a selection, where "track" could mean the page or the selected text.
  const contexts: MenuItem['contexts'] = ['page', 'frame', 'image', 'link', 'action'];
  const named = ([id, name]: [string, string]): MenuItem => ({
    id: `${trackAt}:${id}`,
    parentId: trackAt,
    title: itemTitle(name),
    contexts,
  });
  return [{ id: trackAt, title: t('commands.track_at'), contexts }, ...[...distinctNames(list)].map(named)];
}

/**
 * The menu items of the toolbar button. They are always shown: to hide them for unknown sites, the worker would have to
 * wake whenever the person switches tabs.
 */
const toolbarItems = (): MenuItem[] => [
  { id: 'statistics', title: t('popup.open_statistics'), contexts: ['action'] },
  { id: 'copy-code', title: t('commands.copy_code'), contexts: ['action'] },
  { id: 'manage', title: t('commands.manage'), contexts: ['action'] },
];

/** The outcome of registering a site, for the toolbar button, and a text that describes it. */
type SiteOutcome = [Outcome, string];

/**
 * Registers a host, and returns the outcome. If only the host's `www.` variant is registered, creates nothing, because
 * a second record would count the same visitors. (The popup and the manage page can create it, because they show the
 * first record.) If the new website does not have the wanted privacy, the outcome is a failure or, if it is public, a
 * special warning (`exposed`).
 */
async function registerHost(host: string, connection: ConnectionAddress, context: BoundContext): Promise<SiteOutcome> {
  const variant = wwwVariant(host);
  const { matches, related } = await checkHost(host, context);
  if (!matches.length && related.some((one) => standsFor(one, variant)))
    return ['failed', t('tracking.find_related', { about: variant })];
  const { hasPassword: _, ...fields } = defaultsFor(await get(defaults), connection);
  const team = teamOfNew(connection)?.id;
  const input = { domain: host, ...fields, ...(team ? { team } : {}) };
  const { outcome, website } = await registerByHand(input, context);
  const text = registrationText(outcome, host);
  if (outcome === 'created' && website && isOtherPrivacy(fitted(connection.kind, fields), website))
    return [
      website.privacy === 0 ? 'exposed' : 'failed',
      `${text} ${t('popup.privacy_unapplied', { privacy: privacyText(website.privacy) })}`,
    ];
  return [outcome === 'already' ? 'already' : 'done', text];
}

async function trackNow(site: NamedSite, tab: MenuTab, id: string | undefined): Promise<void> {
  const all = await get(connections);
  if (!all.list.length) return browser.runtime.openOptionsPage();
  if ('why' in site) return tellOutcome(tab, 'failed', [], site.why);
  const { host, connection: own } = await belongingOfVisited(site.host);
  const hosts = [host, site.host];
  const connection = id ? connectionWith(all, id) : own;
  if (!connection)
    return tellOutcome(tab, 'failed', hosts, problemText({ kind: 'setup', code: 'other-service' }, host));
  const name = all.list.length > 1 ? { name: distinctNames(all.list).get(connection.id) ?? '' } : {};
  const window = tab?.incognito ? { private: true as const } : {};
  const { account } = connection;
  await beginRegistering(tab?.id, { account, host, ...name, ...window });
  const failed = (error: unknown): SiteOutcome => ['failed', problemText(problemOf(error), host)];
  const context = { private: tab?.incognito ?? false, account };
  const [look, text] = await registerHost(host, connection, context).catch(failed);
  await tellOutcome(tab, look, hosts, wordsOf(name, text), connection);
  await endRegistering(tab?.id);
}

/**
 * Returns the tab of an event. For a click in a popup or a side bar, the browser passes no tab, or one without an id.
 * In these cases, returns the tab in front, whose window decides whether the event is private.
 */
const tabOf = async (tab: MenuTab): Promise<MenuTab> =>
  (tab?.id ?? -1) < 0 ? (await browser.tabs.query({ active: true, lastFocusedWindow: true }))[0] : tab;

/**
 * Shows on the tab's toolbar button why an action has failed. Needs no settings, because they may be what could not be
 * read.
 */
const orSay = (tab: MenuTab, acting: Promise<void>): Promise<void> =>
  acting.catch(async (error: unknown) =>
    showOutcome((await tabOf(tab))?.id, 'failed', [], problemText(problemOf(error))),
  );

/**
 * Registers a site with the connection that has this id. Without an `id`, uses the connection to which the site
 * belongs. Shows the outcome on the tab. If there is no connection at all, opens the options page.
 */
const trackSite = (site: NamedSite | Promise<NamedSite>, tab: MenuTab, id?: string): Promise<void> =>
  orSay(
    tab,
    working(async () => trackNow(await site, await tabOf(tab), id)),
  );

function siteAt(url: string): NamedSite {
  const site = siteOf(url);
  return 'refused' in site ? { why: refusalText(site.refused) } : site;
}

/**
 * Registers a site whose address was typed in the address bar, with the connection to which it belongs (see
 * `trackSite`).
 */
export const track = (url: string): Promise<void> => trackSite(siteAt(url), undefined);

/**
 * Whether a click was only on a link, without an image or a selection. For such a click, the menu offers to register
 * the link's site, not the page's.
 */
const isOnlyLink = ({ linkUrl, mediaType, selectionText }: Info) => !!linkUrl && !mediaType && !selectionText;

/** Handles a click on a menu item. */
export function onMenuClick(info: Info, tab: MenuTab): Promise<unknown> {
  const { menuItemId: id, linkUrl, selectionText = '', pageUrl = tab?.url ?? '' } = info;
  if (id === 'manage') return browser.tabs.create({ url: browser.runtime.getURL('/manage.html') });
  if (isSiteAction(id)) return orSay(tab, actOnSite(id, pageUrl, tab));
  if (id === 'track-selected') return trackSite(selectedSite(selectionText), tab);
  const [item, connection] = String(id).split(':');
  const isAt = item === trackAt;
  const isLink = item === 'track-link' || (isAt && isOnlyLink(info));
  return trackSite(siteAt(isLink ? (linkUrl ?? '') : pageUrl), tab, isAt ? connection : undefined);
}

/** Handles a keyboard shortcut. */
export async function onCommand(command: string, tab?: MenuTab): Promise<void> {
  if (command !== 'track-site') return;
  const active = await tabOf(tab);
  await trackSite(siteAt(active?.url ?? ''), active);
}
