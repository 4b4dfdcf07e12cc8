import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { outcomeText } from '@/entrypoints/popup/site/outcome.ts';
import type { Button, Send, State } from '@/entrypoints/popup/site/state.ts';
import { useSite } from '@/entrypoints/popup/site/useSite.ts';
import { siteOf } from '@/entrypoints/popup/site/view.ts';
import type { KnownSite } from '@/lib/records/types.ts';
import type { Privacy } from '@/lib/services/index.ts';
import { defaults, preferences } from '@/lib/storage/settings.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
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

export const connectionOf = (account: string, more: object = {}) => ({
  id: account,
  account,
  analyticsUrl: `https://${account}.example`,
  ...more,
});

/** What the popup begins with over a site at one connection; `at`: whose. */
export const startAt = (change: Partial<PopupStart> = {}, at = account): PopupStart => ({
  ...popupStart(host),
  connection: connectionOf(at),
  ...change,
});

/** What a person does at the popup, by the events that its views send. */
function acts(state: State, send: Send) {
  const site = siteOf(state);
  const press = (button: Button) => send({ type: 'pressed', button, at: 1 });
  const edit = (fields: Partial<WebsiteFields>) => send({ type: 'edited', fields });
  return {
    ...site,
    press,
    edit,
    /** With the question before it. */
    remove: () => {
      press('ask-delete');
      press('delete');
    },
    choose: (privacy: Privacy) => send({ type: 'chosen', privacy }),
    name: (name: string) => send({ type: 'named', host: name }),
    leave: () => send({ type: 'left' }),
    open: (start: PopupStart) => send({ type: 'opened', start, number: state.loading }),
    /** The words of the last outcome. */
    status: outcomeText(site.outcome, site.host),
  };
}

/** The popup over a site, whose page was looked at. */
export async function openSite(change: Partial<PopupStart> = {}, isLooked = true) {
  // Loaded before, so that no test waits for it by chance.
  await (await import('./laterScript.ts')).loadLater();
  const hook = await loaded(() => {
    const { state, send } = useSite(startAt(change));
    return { ...acts(state, send), state, send };
  });
  if (isLooked) await hook.does(({ send }) => send({ type: 'looked' }));
  return hook;
}

/** The popup over a site that is registered. */
export function openRegistered(record: object = website) {
  worker.answers['site.check'] = () => check({ matches: [record] });
  return openSite();
}
