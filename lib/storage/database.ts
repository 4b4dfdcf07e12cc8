import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

/**
 * The browser gives this context no database: Firefox in a private window, and everywhere with "Never remember history".
 */
export class NoDatabase extends Error {
  override name = 'NoDatabase';
}

const failed = (error: unknown): never => {
  // Thrown by nothing else while a database is opened.
  const isRefused = error instanceof DOMException && error.name === 'InvalidStateError';
  throw isRefused ? new NoDatabase(error.message) : error;
};

/**
 * Opens a database on first use, and again after a failure or after the browser closed it; without a version, as it is. It is
 * closed for whoever upgrades it. Rejects with `NoDatabase`, too, and as long as a page that does not close it blocks its
 * upgrade.
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
    // While it is blocked, whoever asks is told so at once; later it is open, or is opened again.
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

/** What a database says, or else what holds where the browser gives us none. */
export const orWithout = <T, W>(asked: Promise<T>, without: W): Promise<T | W> =>
  asked.catch((error: unknown) => {
    if (error instanceof NoDatabase) return without;
    throw error;
  });
