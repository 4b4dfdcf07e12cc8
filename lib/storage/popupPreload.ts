import { type Browser, browser } from 'wxt/browser';
import type { CachedSite } from './siteCache.ts';

/** What the popup asks of this machine before its own script is there. Nothing of it is checked yet. */
export interface PopupPreload {
  tab: Promise<Browser.tabs.Tab | undefined>;
  stored: Promise<Record<string, unknown>>;
  /** One known site, by the address of the service and the exact host; undefined where it is not known or cannot be read. */
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
  // Only the worker makes the store.
  request.onupgradeneeded = () => request.transaction?.abort();
  return requestResult(request).then((store) => {
    // After an update the worker makes it anew, and waits until nobody holds the old one.
    store.onversionchange = () => store.close();
    return store;
  });
}

const readSite = (store: IDBDatabase, serviceUrl: string, host: string): Promise<CachedSite | undefined> =>
  requestResult(store.transaction('sites').objectStore('sites').get([serviceUrl, host]));

interface PreloadStored {
  connections: { value: { active?: string; list: { id: string; analyticsUrl: string }[] } };
}

/** Asks for the open tab, the settings, the store of known sites, and for the site that the popup is most likely about. */
export function preloadPopup(): PopupPreload {
  const tab = browser.tabs.query({ active: true, currentWindow: true }).then(([active]) => active);
  const stored = browser.storage.local.get(['connections', 'defaults', 'preferences']);
  const store = openStore();
  // Read without any care: whatever is not as it should be, `known` is asked for what really is.
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
