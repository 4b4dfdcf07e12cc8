import { openRecords } from '../../records/database.ts';
import { indexedStore } from '../../records/indexed.ts';
import { questions } from '../../records/questions.ts';
import { allHosts, countOf, factsOf, hostBatch, knownSites as knownIn, statusOf } from '../../records/read.ts';
import { batchSize, type RecordStore } from '../../records/store.ts';
import { noteStored, noteTrouble, troubleOf } from '../../records/trouble.ts';
import type { KnownSite, ListName } from '../../records/types.ts';
import { NoDatabase } from '../../storage/database.ts';

/** Loads the code for old rows. Called only if an earlier version has left rows. */
const loadOld = async () => (await import('../../records/oldRows.ts')).oldRows;
const indexed = indexedStore(openRecords, loadOld);
let inMemory: RecordStore | undefined;

/**
 * Returns the store in the database. If the browser gives us no database, returns a store in the worker's memory. Its
 * records are read from the service again after the worker stops.
 */
async function store(): Promise<RecordStore> {
  try {
    await openRecords();
    return indexed;
  } catch (error) {
    if (!(error instanceof NoDatabase)) throw error;
    await noteTrouble('none');
    const { memoryStore } = await import('../../records/memory.ts');
    inMemory ??= memoryStore();
    return inMemory;
  }
}

/** Runs a step. If it fails, stores the reason for the pages. */
async function noting<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await noteTrouble(troubleOf(error));
    throw error;
  }
}

/** The records of the services, as far as they were read. */
export const records: RecordStore = {
  read: (step) => noting(async () => (await store()).read(step)),
  change: (step) =>
    noting(async () => {
      const result = await (await store()).change(step);
      void noteStored();
      return result;
    }),
};

/**
 * The requests for records that are under way. They show whether an answer is older than a later write: see
 * `questions`.
 */
export const asked = questions();

/** Returns the stored sites of these exact hosts in these accounts, or none if the store cannot be read. */
export const knownSites = (accounts: readonly string[], hosts: readonly string[]): Promise<KnownSite[]> =>
  knownIn(records, accounts, hosts).catch(() => []);

/** Returns the stored site of an exact host, or undefined if there is none or the store cannot be read. */
export const knownSite = async (account: string, host: string): Promise<KnownSite | undefined> =>
  (await knownSites([account], [host]))[0];

/**
 * Returns the stored sites of a host and its `www.` variant, and whether the whole list was read. Undefined if the
 * store cannot be read.
 */
export const siteStatus = (account: string, host: string) => statusOf(records, account, host).catch(() => undefined);

/** Returns how many records are stored of an account's list. */
export const recordCount = (list: ListName, account: string): Promise<number> =>
  countOf(records, list, account).catch(() => 0);

/** Returns the facts that readings of an account's list have proved. */
export const provedFacts = (list: ListName, account: string) => factsOf(records, list, account).catch(() => undefined);

/**
 * Returns the hosts of all websites of an account. If the store becomes unreadable, only the hosts before the failure.
 */
export const knownHosts = (account: string): Promise<string[]> =>
  allHosts((after) => hostBatch(records, account, after, batchSize).catch(() => ({ hosts: [] })));
