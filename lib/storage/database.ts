import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

/** Opens a database on first use, and again after a failure or after the browser closed it. */
export function database<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opened = undefined;
  };
  return () => {
    opened ??= openDB<Schema>(name, version, { upgrade, terminated: forget });
    opened.catch(forget);
    return opened;
  };
}
