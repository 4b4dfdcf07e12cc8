import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { nothingTyped } from '@/entrypoints/popup/typed.ts';
import { useSite } from '@/entrypoints/popup/useSite.ts';
import type { KnownSite } from '@/lib/records/types.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { defaults, preferences } from '@/lib/storage/settings.ts';
import { loaded, ok, openPage, worker } from './hooked.ts';

/** What the popup begins with over a site, before anything is connected. */
export const popupStart = (host: string): PopupStart => ({
  url: `https://${host}/`,
  tabId: 1,
  site: { host, notes: [] },
  host,
  private: false,
  hasJob: false,
  connections: { list: [] },
  connection: undefined,
  known: [],
  defaults: defaults.fallback,
  preferences: preferences.fallback,
  said: '',
});

export const host = 'a.example';
/** Another name of the same site. */
export const other = 'www.a.example';
export const account = 'stats';
export const website = { id: '7', domain: host, privacy: 1 as const };
/** What is known of it from earlier. */
export const cached: KnownSite = { account, host, website: { id: '7', domain: host } };

export const check = (more: object) => ok({ host, matches: [], related: [], complete: true, ...more });
export const created = ok({ outcome: 'created', website });
export const deleted = ok({ outcome: 'deleted' });

/** Where the tab is by now: nowhere, if it is closed. */
export const tab = { url: '' as string | undefined };

/** A popup over a site that is not registered yet; what is written is carried out. */
export function overSite(): void {
  openPage();
  tab.url = popupStart(host).url;
  vi.spyOn(fakeBrowser.tabs, 'get').mockImplementation((async () => {
    if (!tab.url) throw new Error('No tab');
    return { url: tab.url };
  }) as never);
  Object.assign(worker.answers, {
    'site.suffixes': () => ok([{}]),
    'site.check': () => check({}),
    'websites.create': () => created,
    'websites.delete': () => deleted,
  });
}

interface Over {
  typed?: ReturnType<typeof nothingTyped>;
  seen?: Promise<unknown>;
  subject?: string;
  connection?: Pick<ConnectionAddress, 'account' | 'kind'>;
}

export function openSite(
  change: Partial<PopupStart> = {},
  { typed = nothingTyped(), seen, subject = host, connection = { account } }: Over = {},
) {
  const start = { ...popupStart(host), ...change };
  return loaded(() => useSite(start, subject, connection, typed, seen));
}

/** The popup over a site that is registered. */
export function openRegistered(record: object = website) {
  worker.answers['site.check'] = () => check({ matches: [record] });
  return openSite();
}
