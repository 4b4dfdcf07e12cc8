import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import type { Project, Website } from '../services/index.ts';
import { database } from '../storage/database.ts';
import type { OldHost, OldReading } from './old.ts';
import type { ListFacts, ListName, OldSite, Row } from './types.ts';

/** A create that was started and whose outcome is unknown. */
export interface PendingCreate {
  /** The account. Named `base` because earlier versions used the service's base address. */
  base: string;
  host: string;
  at: number;
  /**
   * The id that we chose for the record. Only some kinds of service allow that; with it the create can be sent again.
   */
  id?: string;
  /** Started in a private window: its outcome is not stored. */
  private?: boolean;
  /** All look-ups have failed to find it; the next one happens only when somebody wants to register the host. */
  isOver?: true;
}

type Key = [account: string, name: string];

export interface RecordSchema extends DBSchema {
  'records.websites': { key: Key; value: Row<Website>; indexes: { hosts: string } };
  'records.projects': { key: Key; value: Row<Project>; indexes: { hosts: string } };
  'records.lists': { key: Key; value: ListFacts };
  /** The store's own name (see storeName.ts), and whether all rows of earlier versions have been copied. */
  'records.about': { key: string; value: { key: string; name: string } | { key: 'copied' } };
  creates: { key: Key; value: PendingCreate };
  /** Used before version 3; empty once the worker has copied the rows. */
  sites: { key: Key; value: OldSite; indexes: { id: [string, string] } };
  projects: { key: Key; value: OldHost };
  walks: { key: string; value: OldReading };
}

export type RecordDatabase = IDBPDatabase<RecordSchema>;

export const tableOf = { websites: 'records.websites', projects: 'records.projects' } as const satisfies Record<
  ListName,
  string
>;

/** The tables that a step of the store can use. */
export const tables = ['records.websites', 'records.projects', 'records.lists'] as const;
/** Only present if a version before 3 created them. */
export const oldTables = ['sites', 'projects'] as const;
/** The table in which those versions noted that they had read the whole list of an account. */
export const oldReadings = 'walks';
export const oldTableOf = { websites: 'sites', projects: 'projects' } as const satisfies Record<ListName, string>;
export type Step = IDBPTransaction<
  RecordSchema,
  ((typeof tables)[number] | (typeof oldTables)[number] | typeof oldReadings)[],
  'readwrite'
>;

/** Whether the tables of earlier versions are empty and will stay so. */
export const isAllCopied = async (db: RecordDatabase): Promise<boolean> =>
  !db.objectStoreNames.contains('sites') || (await db.getKey('records.about', 'copied')) !== undefined;

/** The range of all keys of an account. */
export const allOf = (account: string) => IDBKeyRange.bound([account], [account, []]);

const version = 3;

/** Opens the database for the worker, which alone creates, upgrades and writes it. */
export const openRecords = database<RecordSchema>('waymark', version, (db, before) => {
  if (before < 1) db.createObjectStore('creates', { keyPath: ['base', 'host'] });
  for (const table of Object.values(tableOf))
    db.createObjectStore(table, { keyPath: ['account', 'slot'] }).createIndex('hosts', 'hosts', { multiEntry: true });
  db.createObjectStore('records.lists', { keyPath: ['account', 'list'] });
  db.createObjectStore('records.about', { keyPath: 'key' });
});

const openAsItIs = database<RecordSchema>('waymark', undefined, (_db, _before, _version, change) => {
  change.done.catch(() => {});
  change.abort();
});

/**
 * Opens the database for a page. Rejects if the worker has not created or upgraded it yet, or if a newer Waymark has.
 */
export async function openAsPage(): Promise<RecordDatabase> {
  const db = await openAsItIs();
  if (db.version === version) return db;
  db.close();
  throw new DOMException('', 'VersionError');
}
