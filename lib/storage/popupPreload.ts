import { type Browser, browser } from 'wxt/browser';
import type { CachedSite } from './siteCache.ts';

/** What the popup reads before its main script has loaded. Not validated yet. */
export interface PopupPreload {
  tab: Promise<Browser.tabs.Tab | undefined>;
  stored: Promise<Record<string, unknown>>;
  /** One cached site, by service address and exact host; undefined if it is not cached or cannot be read. */
  known(serviceUrl: string, host: string): Promise<CachedSite | undefined>;
}

declare global {
  var preload: PopupPreload | undefined;
}

const requestResult = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openStore(): Promise<IDBDatabase> {
  const request = indexedDB.open('waymark');
  // Only the worker creates the database.
  request.onupgradeneeded = () => request.transaction?.abort();
  return requestResult(request).then((store) => {
    // Lets the worker upgrade the database: an open connection would block it.
    store.onversionchange = () => store.close();
    return store;
  });
}

const readSite = (store: IDBDatabase, serviceUrl: string, host: string): Promise<CachedSite | undefined> =>
  requestResult(store.transaction('sites').objectStore('sites').get([serviceUrl, host]));

interface PreloadStored {
  connections: { value: { active?: string; list: { id: string; analyticsUrl: string }[] } };
}

/** Starts reading the active tab, the settings, and the cached site that the popup will most likely show. */
export function preloadPopup(): PopupPreload {
  const tab = browser.tabs.query({ active: true, currentWindow: true }).then(([active]) => active);
  const stored = browser.storage.local.get(['connections', 'defaults', 'preferences']);
  const store = openStore();
  // Unvalidated: if the guess does not match, `known` reads the site that was asked for.
  const guess = Promise.all([tab, stored as Promise<unknown> as Promise<PreloadStored>, store])
    .then(async ([open, { connections }, database]) => {
      const { active, list } = connections.value;
      const serviceUrl = (list.find(({ id }) => id === active) ?? list[0])?.analyticsUrl ?? '';
      const host = new URL(open?.url ?? '').hostname;
      return { serviceUrl, host, site: await readSite(database, serviceUrl, host) };
    })
    .catch(() => undefined);
  return {
    tab,
    stored,
    async known(serviceUrl, host) {
      const first = await guess;
      if (first?.serviceUrl === serviceUrl && first.host === host) return first.site;
      return store.then((database) => readSite(database, serviceUrl, host)).catch(() => undefined);
    },
  };
}
