import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

/**
 * Thrown if the browser refuses to open any database. Firefox does so in private windows, and everywhere if it is set
 * to "Never remember history".
 */
export class NoDatabase extends Error {
  override name = 'NoDatabase';
}

const failed = (error: unknown): never => {
  // `InvalidStateError` while a database is being opened always means that the browser refuses databases.
  const isRefused = error instanceof DOMException && error.name === 'InvalidStateError';
  throw isRefused ? new NoDatabase(error.message) : error;
};

/**
 * Returns a function that resolves to the open database. It opens the database if necessary: at the first call, after a
 * failure, and after the database was closed by the browser or for an upgrade in another context. Without `version`, it
 * opens the existing version. It rejects with `NoDatabase` if the browser refuses databases. It also rejects while a
 * page holds an older version open, because that blocks the upgrade.
 */
export function database<Schema extends DBSchema>(
  name: string,
  version: number | undefined,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opened = undefined;
  };
  const close = (event: Event) => {
    forget();
    (event.target as IDBDatabase).close();
  };
  const open = () => {
    const { promise, resolve, reject } = Promise.withResolvers<IDBPDatabase<Schema>>();
    const opening = (async () =>
      openDB<Schema>(name, version, {
        upgrade,
        terminated: forget,
        blocked: () => reject(new Error('A page of an earlier version has the database open.')),
        blocking: (_before, _next, event) => close(event),
      }))().catch(failed);
    opening.then(resolve, reject);
    // While a page blocks the upgrade, callers get an error at once. After the upgrade has succeeded, the next call
    // gets the database. If the upgrade fails, the next call tries again.
    opening.then(() => {
      opened = opening;
    }, forget);
    return promise;
  };
  return () => {
    opened ??= open();
    return opened;
  };
}

/** Resolves to the result of a database request, or to `without` if the browser refuses databases. */
export const orWithout = <T, W>(asked: Promise<T>, without: W): Promise<T | W> =>
  asked.catch((error: unknown) => {
    if (error instanceof NoDatabase) return without;
    throw error;
  });
