import { type Browser, browser } from 'wxt/browser';
import { distinctNames } from '../../connections/distinctNames.ts';
import { type RegisteredSite, registeredSites } from '../../connections/registered.ts';
import { listSearched, statisticsAddress } from '../../connections/statistics.ts';
import { type HostReason, type ParsedSite, type Refusal, siteOfText } from '../../hosts/parse.ts';
import { matches, partsOf } from '../../hosts/search.ts';
import { type Connections, connections, get } from '../../storage/settings.ts';
import { t } from '../../text/i18n.ts';
import { refusalText } from '../../text/sites.ts';
import { belongingOfVisited } from '../belongingNow.ts';
import { track } from '../menu.ts';
import { knownHosts, knownSites } from '../records/records.ts';

/** What Enter does for the text in the address bar. */
type EnterAction =
  | { does: 'open'; site: RegisteredSite }
  /**
   * Registers a site. `host`: the typed host. `registered`: the host that will be registered for it. `at`: the
   * connection's name, if there are several connections.
   */
  | { does: 'add'; host: string; registered: string; at: string | undefined }
  | { does: 'search'; text: string; refused?: HostReason }
  | { does: 'connect' };

interface Everything {
  all: Connections;
  /** The names of the connections, by connection id. Empty if there is only one connection. */
  names: ReadonlyMap<string, string>;
  sites: RegisteredSite[];
}

async function readAll(): Promise<Everything> {
  const all = await get(connections);
  const names = all.list.length > 1 ? distinctNames(all.list) : new Map<string, string>();
  return { all, names, sites: await registeredSites(all, knownHosts) };
}

/**
 * The connections and known sites. They are read from storage, without any request, once the person has typed the
 * keyword.
 */
let everything: Promise<Everything> | undefined;
const known = () => {
  everything ??= readAll();
  return everything;
};

const maxSuggestions = 6;

/**
 * Returns the text that the address bar shows while a site's suggestion is selected. When the person presses Enter, the
 * browser passes it to the function `enter`.
 */
const contentOf = ({ host, at }: RegisteredSite) => (at === undefined ? host : `${host} (${at})`);

/**
 * Returns the site that a text names. Refuses texts that nobody would call a site: an e-mail address, or a number like
 * `1.5`, which URL reads as the address 1.0.0.5.
 */
function siteIn(text: string): ParsedSite | Refusal {
  const site = siteOfText(text);
  if ('refused' in site) return site;
  const [authority = ''] = text.replace(/^(?:[a-z-]+:[/\\]*)*/i, '').split(/[/\\?#]/, 1);
  const isNumber = /^[\d.]+$/.test(site.host) && !authority.includes(site.host);
  return isNumber || authority.includes('@') ? { refused: 'bad-host' } : site;
}

const hostIn = (site: ParsedSite | Refusal): string | undefined =>
  'host' in site && /[.[]/.test(site.host) ? site.host : undefined;

async function adding(host: string, { names }: Everything) {
  const { host: registered, connection } = await belongingOfVisited(host);
  return { does: 'add', host, registered, at: names.get(connection?.id ?? '') } as const;
}

async function actionFor(text: string, here: Everything): Promise<EnterAction> {
  const { all, sites } = here;
  if (!all.list.length) return { does: 'connect' };
  const [, named] = /^add\s+(.+)$/i.exec(text.trim()) ?? [];
  const wanted = named === undefined ? undefined : siteIn(named);
  const added = wanted && hostIn(wanted);
  if (added) return adding(added, here);
  if (wanted && 'refused' in wanted) return { does: 'search', text: text.trim(), refused: wanted.refused };
  const site = sites.find((one) => contentOf(one) === text.trim()) ?? matches(text, sites)[0];
  return site ? { does: 'open', site } : { does: 'search', text: text.trim() };
}

/**
 * Whether the browser reads the descriptions of suggestions as XML. Chromium does, and refuses invalid XML. Firefox
 * shows any text as it is.
 */
const isMarkup = () => !('getBrowserInfo' in browser.runtime);
const markupEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Returns a plain text in the form that the browser requires in the description of a suggestion. */
const escaped = (text: string) => {
  const plain = text.replace(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, ' ').toWellFormed();
  return isMarkup() ? plain.replace(/[&<>"']/g, (char) => markupEscapes[char] ?? '') : plain;
};

function siteText({ shown, at }: RegisteredSite, typed: string): string {
  const rest = escaped([at, t('popup.open_statistics')].filter(Boolean).join(' · '));
  if (!isMarkup()) return `${shown} · ${rest}`;
  const [before, found, after] = partsOf(shown, typed).map(escaped);
  return `<url>${before}${found && `<match>${found}</match>`}${after}</url> <dim>· ${rest}</dim>`;
}

function describe(action: EnterAction, typed: string): string {
  if (action.does === 'open') return siteText(action.site, typed);
  if (action.does === 'add')
    return escaped([t('popup.track', { domain: action.registered }), action.at].filter(Boolean).join(' · '));
  if (action.does === 'connect') return escaped(t('popup.not_set_up'));
  if (action.refused) return escaped(refusalText(action.refused));
  return escaped(action.text ? t('omnibox.search', { text: action.text }) : t('omnibox.hint'));
}

const setDefault = (action: EnterAction, typed: string) =>
  browser.omnibox?.setDefaultSuggestion({ description: describe(action, typed) });

/** Reads the sites again, and shows the first suggestion. Called when a person has typed the keyword. */
export async function begin(): Promise<void> {
  everything = undefined;
  setDefault(await actionFor('', await known()), '');
}

interface Line {
  content: string;
  action: EnterAction;
}

async function otherLines(first: EnterAction, text: string, all: Everything): Promise<Line[]> {
  if (first.does !== 'open' && first.does !== 'search') return [];
  const others = matches(text, all.sites)
    .slice(0, maxSuggestions)
    .filter((site) => first.does !== 'open' || site !== first.site);
  const host = hostIn(siteIn(text));
  const action = host === undefined ? undefined : await adding(host, all);
  const isNew = action && !all.sites.some((site) => site.host === action.registered);
  return [
    ...others.map((site) => ({ content: contentOf(site), action: { does: 'open', site } as const })),
    ...(isNew ? [{ content: `add ${host}`, action }] : []),
  ];
}

/** The text typed last. A late answer to an earlier text must not be shown. */
let latest = '';

/**
 * Shows what Enter does as the default suggestion, and returns the other suggestions. Firefox shows a new default
 * suggestion only after the next keystroke, which is too late. There, the first returned suggestion shows what Enter
 * does; its content must differ from the typed text.
 */
export async function suggest(text: string): Promise<Browser.omnibox.SuggestResult[]> {
  latest = text;
  const all = await known();
  const first = await actionFor(text, all);
  if (isMarkup() && latest === text) setDefault(first, text);
  const own = isMarkup() ? [] : [{ content: `${text.trim()} `, action: first }];
  const lines = [...own, ...(await otherLines(first, text, all))];
  return lines.map(({ content, action }) => ({ content, description: describe(action, text) }));
}

type Disposition = Browser.omnibox.OnInputEnteredDisposition | `${Browser.omnibox.OnInputEnteredDisposition}`;

/** Whether the window in front is private. Chromium does not show extension pages in such a window. */
async function isOverPrivate(): Promise<boolean> {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  return tab?.incognito === true;
}

async function go(url: string, where: Disposition, isPrivate: boolean): Promise<void> {
  const isBlocked = isPrivate && url.startsWith(browser.runtime.getURL('/'));
  if (where === 'currentTab' && !isBlocked) await browser.tabs.update({ url });
  // In Chromium, a new tab for an extension page opens in a window that is not private.
  else await browser.tabs.create({ url, active: where !== 'newBackgroundTab' });
}

/**
 * Handles Enter. Opens the statistics of the chosen or typed site, or registers a new site. Searches for any other text
 * on the manage page. If nothing is connected, opens the options page.
 */
export async function enter(text: string, where: Disposition): Promise<void> {
  const action = await actionFor(text, await known());
  everything = undefined;
  if (action.does === 'connect') return browser.runtime.openOptionsPage();
  if (action.does === 'add') return track(`https://${action.host}/`);
  const isPrivate = await isOverPrivate();
  const url =
    action.does === 'open'
      ? await statisticsAddress(action.site, knownSites, isPrivate)
      : listSearched(action.text, { isPrivate });
  await go(url, where, isPrivate);
}
