import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import type { Project, Website } from '../services/index.ts';
import { database } from '../storage/database.ts';
import type { OldHost, OldReading } from './old.ts';
import type { ListFacts, ListName, OldSite, Row } from './types.ts';

/** A create that an earlier version of Waymark sent, and whose outcome is unknown. */
export interface PendingCreate {
  /** The account. The name `base` comes from earlier versions, which used the service's base address as the account. */
  base: string;
  host: string;
  at: number;
  /** The record's id, if Waymark could choose it. The create can then be sent again with this id. */
  id?: string;
  /** Whether the create was sent from a private window. If so, its outcome must not be stored. */
  private?: boolean;
  /** Set once all planned look-ups were made without finding the record. */
  isOver?: true;
}

type Key = [account: string, name: string];

export interface RecordSchema extends DBSchema {
  'records.websites': { key: Key; value: Row<Website>; indexes: { hosts: string; created: Key } };
  'records.projects': { key: Key; value: Row<Project>; indexes: { hosts: string; created: Key } };
  'records.lists': { key: Key; value: ListFacts };
  /**
   * Row `name`: the store's name (see storeName.ts). Row `copied`: set once all rows of earlier versions were copied.
   */
  'records.about': { key: string; value: { key: string; name?: string } };
  creates: { key: Key; value: PendingCreate };
  /** The three tables of database versions before 3. They are empty after the worker has copied their rows. */
  sites: { key: Key; value: OldSite; indexes: { id: [string, string] } };
  projects: { key: Key; value: OldHost };
  walks: { key: string; value: OldReading };
}

export type RecordDatabase = IDBPDatabase<RecordSchema>;

export const tableOf = { websites: 'records.websites', projects: 'records.projects' } as const satisfies Record<
  ListName,
  string
>;

/** The tables of the present version: one for each kind of record, and one for facts about their lists. */
export const tables = ['records.websites', 'records.projects', 'records.lists'] as const;
/** The tables of database versions before 3 that have one row for each host. */
export const oldTables = ['sites', 'projects'] as const;
/** The table of database versions before 3 that has one row for each account whose whole list was read. */
export const oldReadings = 'walks';
/** The table of each list in database versions before 3. */
export const oldTableOf = { websites: 'sites', projects: 'projects' } as const satisfies Record<ListName, string>;
/** The tables that a step (one transaction) can use. Those of database versions before 3 may be missing. */
export const stepTables = [...tables, ...oldTables, oldReadings] as const;
export type StepTable = (typeof stepTables)[number];
export type Step = IDBPTransaction<RecordSchema, StepTable[], 'readwrite'>;

/** Whether all rows of earlier database versions have been copied to the present tables. */
export const isAllCopied = async (db: RecordDatabase): Promise<boolean> =>
  !db.objectStoreNames.contains('sites') || (await db.getKey('records.about', 'copied')) !== undefined;

/** Returns the range of all keys of an account, for a table whose keys begin with the account. */
export const allOf = (account: string) => IDBKeyRange.bound([account], [account, []]);

const version = 4;

/** Opens the database for the worker. Only the worker creates, upgrades and writes it. */
export const openRecords = database<RecordSchema>('waymark', version, (db, before, _now, change) => {
  if (before < 1) db.createObjectStore('creates', { keyPath: ['base', 'host'] });
  if (before < 3) {
    for (const table of Object.values(tableOf))
      db.createObjectStore(table, { keyPath: ['account', 'slot'] }).createIndex('hosts', 'hosts', { multiEntry: true });
    db.createObjectStore('records.lists', { keyPath: ['account', 'list'] });
    db.createObjectStore('records.about', { keyPath: 'key' });
  }
  for (const table of Object.values(tableOf))
    change.objectStore(table).createIndex('created', ['account', 'record.created_at']);
});

const openAsItIs = database<RecordSchema>('waymark', undefined, (_db, _before, _version, change) => {
  change.done.catch(() => {});
  change.abort();
});

/**
 * Opens the database for a page, without creating or upgrading it. Rejects if the worker has not created the present
 * version yet, or if a newer Waymark has upgraded it.
 */
export async function openAsPage(): Promise<RecordDatabase> {
  const db = await openAsItIs();
  if (db.version === version) return db;
  db.close();
  throw new DOMException('', 'VersionError');
}
