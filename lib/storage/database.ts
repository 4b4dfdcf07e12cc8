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
 * closed for whoever upgrades it. Rejects with `NoDatabase`, too.
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
  const open = async () =>
    openDB<Schema>(name, version, { upgrade, terminated: forget, blocking: (_before, _next, event) => close(event) });
  return () => {
    opened ??= open().catch(failed);
    opened.catch(forget);
    return opened;
  };
}

/** What a database says, or else what holds where the browser gives us none. */
export const orWithout = <T, W>(asked: Promise<T>, without: W): Promise<T | W> =>
  asked.catch((error: unknown) => {
    if (error instanceof NoDatabase) return without;
    throw error;
  });
