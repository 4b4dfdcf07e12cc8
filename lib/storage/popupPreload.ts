import { type Browser, browser } from 'wxt/browser';
import { knownAt, knownFromOld } from '../records/known.ts';
import type { KnownSite, OldSite, Row } from '../records/types.ts';

/** What is read before the popup's main script has loaded. Not validated yet. */
export interface PopupPreload {
  tab: Promise<Browser.tabs.Tab | undefined>;
  stored: Promise<Record<string, unknown>>;
  /** Whether a bulk job is under way or paused, if the worker has run since the browser was started. */
  hasJob: Promise<boolean>;
  /** What is stored of an exact host in these accounts, read in one transaction; none if it cannot be read. */
  known(accounts: readonly string[], host: string): Promise<KnownSite[]>;
}

declare global {
  /** Set for this opening, before the popup's own script runs. */
  var preloaded: PopupPreload;
  var preload: () => PopupPreload;
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

/** From the store, and where that has nothing, from what an earlier version has left and the worker still has to copy. */
async function readSites(database: IDBDatabase, accounts: readonly string[], host: string): Promise<KnownSite[]> {
  const tables = ['records.websites', 'sites'].filter((name) => database.objectStoreNames.contains(name));
  const change = database.transaction(tables);
  const isNew = tables[0] === 'records.websites';
  const rows = isNew
    ? await requestResult<Row[]>(change.objectStore('records.websites').index('hosts').getAll(host))
    : [];
  const known = knownAt(rows, accounts, host);
  if (known[0] || !tables.includes('sites')) return known;
  const get = (account: string) => requestResult<OldSite>(change.objectStore('sites').get([account, host]));
  return (await Promise.all(accounts.map(get))).filter(Boolean).map(knownFromOld);
}

interface PreloadStored {
  connections: { value: { list: { analyticsUrl: string; account?: string }[] } };
}

/** Starts reading the active tab, the settings, and what is stored of the site that the popup will most likely show. */
export function preloadPopup(): PopupPreload {
  const tab = browser.tabs.query({ active: true, currentWindow: true }).then(([active]) => active);
  const stored = browser.storage.local.get(['connections', 'defaults', 'preferences']);
  const jobs = browser.storage.session.get('jobs') as Promise<{ jobs?: { value?: { ended?: number }[] } }>;
  const store = openStore();
  // Unvalidated: if the guess does not match, `known` reads the site that was asked for.
  const guess = Promise.all([tab, stored as Promise<unknown> as Promise<PreloadStored>, store])
    .then(async ([open, { connections }, database]) => {
      const accounts = connections.value.list.map(({ account, analyticsUrl }) => account ?? analyticsUrl);
      const host = new URL(open?.url ?? '').hostname;
      return { of: `${accounts} ${host}`, sites: await readSites(database, accounts, host) };
    })
    .catch(() => undefined);
  return {
    tab,
    stored,
    hasJob: jobs.then(({ jobs }) => jobs?.value?.some(({ ended }) => !ended) === true).catch(() => false),
    async known(accounts, host) {
      const first = await guess;
      if (first?.of === `${accounts} ${host}`) return first.sites;
      return store.then((database) => readSites(database, accounts, host)).catch(() => []);
    },
  };
}
