import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

/**
 * Thrown if the browser gives this context no database. Firefox gives none in private windows, and none anywhere with
 * "Never remember history".
 */
export class NoDatabase extends Error {
  override name = 'NoDatabase';
}

const failed = (error: unknown): never => {
  // Opening a database throws this in no other case.
  const isRefused = error instanceof DOMException && error.name === 'InvalidStateError';
  throw isRefused ? new NoDatabase(error.message) : error;
};

/**
 * Returns a function that opens a database on first use, and again after a failure or after the browser closed it.
 * Without `version`, it opens the present version. The database closes itself when another context upgrades it. Opening
 * rejects with `NoDatabase`, or while a page blocks the upgrade by not closing the database.
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
    // While the upgrade is blocked, callers get an error at once. Later the database is open, or the next call opens it
    // again.
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

/** Resolves to the result of a database request, or to `without` if the browser gives us no database. */
export const orWithout = <T, W>(asked: Promise<T>, without: W): Promise<T | W> =>
  asked.catch((error: unknown) => {
    if (error instanceof NoDatabase) return without;
    throw error;
  });
