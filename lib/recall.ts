import type { KnownSite } from './known.ts';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Begins to open the store of known sites for one look, and gives what looks up an exact host at a service: the popup's
 * first paint waits for no more than that. Gives undefined where the store is not there or cannot be read.
 */
export function openRecall(): (base: string, host: string) => Promise<KnownSite | undefined> {
  const request = indexedDB.open('waymark');
  // Only the worker makes the store.
  request.onupgradeneeded = () => request.transaction?.abort();
  const opened = done(request);
  opened.catch(() => {});
  return async (base, host) => {
    try {
      const database = await opened;
      const found = await done<KnownSite | undefined>(
        database.transaction('sites').objectStore('sites').get([base, host]),
      );
      database.close();
      return found;
    } catch {
      return undefined;
    }
  };
}
