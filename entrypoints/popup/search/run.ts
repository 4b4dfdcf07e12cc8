import { browser } from 'wxt/browser';
import { type RegisteredSite, registeredSites } from '@/lib/connections/registered.ts';
import { searchQuery, statisticsAddress } from '@/lib/connections/statistics.ts';
import { knownHosts, knownSites } from '@/lib/messages/records.ts';
import { whyUnread } from '@/lib/messages/stored.ts';
import { connections, get } from '@/lib/storage/settings.ts';
import { openPage } from '../pages.ts';
import type { Event } from './state.ts';

/** Reads the known sites of all connections. Sends no request to a service. */
export async function readSites(): Promise<Event> {
  try {
    return { type: 'read', sites: await registeredSites(await get(connections), knownHosts) };
  } catch (error) {
    return { type: 'unread', problem: whyUnread(error) };
  }
}

const isOverPrivate = async () => (await globalThis.preloaded.tab)?.incognito;

/** Returns the query of the manage page's URL for a typed search (see `searchQuery`). */
export const queryOf = async (typed: string): Promise<string> =>
  searchQuery(typed.trim(), { isPrivate: await isOverPrivate() });

/** Returns the name of the key that is held with Enter to open the site itself, not its statistics. */
export const siteKey = () => (/Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl');

/** Opens the site itself if `isSite` is true, otherwise its statistics, as Waymark's search in the address bar does. */
export async function openFound(found: RegisteredSite, isSite: boolean): Promise<void> {
  const url = isSite ? `https://${found.host}/` : await statisticsAddress(found, knownSites, await isOverPrivate());
  await openPage(() => browser.tabs.create({ url }));
}
