import { type Browser, browser } from 'wxt/browser';
import { knownAt, knownFromOld } from '../records/known.ts';
import type { KnownSite, OldSite, Row } from '../records/types.ts';

/** Data that is read while the popup's main script is still loading. It is not validated yet. */
export interface PopupPreload {
  tab: Promise<Browser.tabs.Tab | undefined>;
  stored: Promise<Record<string, unknown>>;
  /** Whether a bulk job is running or paused. False if the worker has not run since the browser started. */
  hasJob: Promise<boolean>;
  /** Reads the stored sites of these accounts that have exactly this host. Rejects if this page cannot read them. */
  known(accounts: readonly string[], host: string): Promise<KnownSite[]>;
}

declare global {
  /** The preloaded data, set before the popup's main script runs. */
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
  // Aborts if the database is missing, because only the worker may create it.
  request.onupgradeneeded = () => request.transaction?.abort();
  return requestResult(request).then((store) => {
    // Closes the database when the worker upgrades it; an open connection would block the upgrade.
    store.onversionchange = () => store.close();
    return store;
  });
}

/**
 * Reads the stored sites of a host. If there are none, looks in the tables of earlier versions, which the worker may
 * not have copied yet.
 */
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

/** Starts to read the active tab, the settings, and the stored site that the popup will most likely show. */
export function preloadPopup(): PopupPreload {
  const tab = browser.tabs.query({ active: true, currentWindow: true }).then(([active]) => active);
  const stored = browser.storage.local.get(['connections', 'defaults', 'preferences']);
  const jobs = browser.storage.session.get('jobs') as Promise<{ jobs?: { value?: { ended?: number }[] } }>;
  const store = openStore();
  // Guesses the site from data that is not validated. If the guess is wrong, `known` reads the right one.
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
      return readSites(await store, accounts, host);
    },
  };
}
