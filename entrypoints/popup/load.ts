import { browser } from 'wxt/browser';
import { type HostChoice, type HostReason, type Note, preferredHost, siteOf } from '@/lib/hosts/parse.ts';
import { ask } from '@/lib/messages/ask.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { PopupPreload } from '@/lib/storage/popupPreload.ts';
import {
  activeConnection,
  type ConnectionAddress,
  type Connections,
  connections,
  type Defaults,
  defaults,
  defaultsFor,
  fromStored,
  type Preferences,
  preferences,
  withTemplates,
} from '@/lib/storage/settings.ts';
import type { CachedSite } from '@/lib/storage/siteCache.ts';
import { t } from '@/lib/text/i18n.ts';
import { loadUnicode } from './unicode.ts';

/** Everything the first paint needs, read without any request. */
export interface PopupStart {
  url: string;
  tabId: number | undefined;
  site: { host: string; notes: Note[] } | { refused: HostReason };
  /** The host to show: the tab's own, or the variant of it that the preferences ask for. */
  host: string | undefined;
  private: boolean;
  /** A bulk job is under way or paused. */
  hasJob: boolean;
  connection: ConnectionAddress | undefined;
  known: CachedSite | undefined;
  defaults: Defaults;
  preferences: Preferences;
  /** A message for the status region, shown immediately. */
  said: string;
}

/** Waits for the worker, which reads the public suffix list, only if the preferences ask for another host than the tab's. */
async function subjectOf(seen: string, choice: HostChoice): Promise<string> {
  if (choice === 'seen') return seen;
  const answer = await ask('site.suffixes', { hosts: [seen] });
  return answer.ok ? preferredHost(seen, choice, answer.value[0] ?? {}) : seen;
}

export async function loadPopup(preload: PopupPreload): Promise<PopupStart> {
  const [tab, stored] = await Promise.all([preload.tab, preload.stored]);
  const [all, common, preferred] = fromStored<[Connections, Defaults, Preferences]>(
    stored,
    connections,
    defaults,
    preferences,
  );
  const url = tab?.url ?? '';
  // Browsers hide the URL of pages that extensions may not access.
  const site = tab && !url ? { refused: 'browser-page' as const } : siteOf(url);
  const connection = activeConnection(all);
  const { privacy } = traitsOf(connection?.kind);
  const fields = defaultsFor(common, connection);
  const host = 'host' in site ? await subjectOf(site.host, preferred.hostChoice) : undefined;
  const [known, hasJob] = await Promise.all([
    connection && host ? preload.known(connection.account, host) : undefined,
    preload.hasJob,
    loadUnicode(host),
  ]);
  return {
    url,
    tabId: tab?.id,
    site,
    host,
    private: tab?.incognito ?? false,
    hasJob,
    connection,
    known,
    defaults: privacy.includes(fields.privacy) ? fields : { ...fields, privacy: 1 },
    preferences: withTemplates(preferred, connection),
    said: '',
  };
}

/** Loads everything again after the connection was changed while the popup is open. */
export async function reloadPopup(): Promise<PopupStart> {
  const start = await loadPopup(globalThis.preload());
  const host = start.connection && new URL(start.connection.analyticsUrl).host;
  return { ...start, said: host ? t('popup.connection_changed', { host }) : '' };
}

/** Whether the tab has navigated to another host since the popup opened, or was closed. */
export async function hasNavigated({ tabId, site }: PopupStart): Promise<boolean> {
  if (tabId === undefined || !('host' in site)) return false;
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  const now = siteOf(tab?.url);
  return !('host' in now) || now.host !== site.host;
}
