import { openRecords } from '../../records/database.ts';
import { indexedStore } from '../../records/indexed.ts';
import { questions } from '../../records/questions.ts';
import { allHosts, countOf, factsOf, hostBatch, knownSites as knownIn, statusOf } from '../../records/read.ts';
import { batchSize, type RecordStore } from '../../records/store.ts';
import { noteStored, noteTrouble, troubleOf } from '../../records/trouble.ts';
import type { KnownSite, ListName } from '../../records/types.ts';
import { NoDatabase } from '../../storage/database.ts';

/** The code that reads rows of earlier versions, loaded only if there are such rows. */
const loadOld = async () => (await import('../../records/oldRows.ts')).oldRows;
const indexed = indexedStore(openRecords, loadOld);
let inMemory: RecordStore | undefined;

/**
 * Returns the store in the database or, if the browser refuses databases, a store in the worker's memory, which is lost
 * when the worker stops.
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

/** Runs a step on the store. If it fails, rejects, and notes the reason so that pages can show it. */
async function noting<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await noteTrouble(troubleOf(error));
    throw error;
  }
}

/** The worker's store of the websites and projects that were read from the services. */
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
 * The requests for records that are under way. If a record is written after a request was sent, the answer may be out
 * of date for that record (see `questions`).
 */
export const asked = questions();

/** Returns these accounts' stored sites at exactly these hosts. Returns none if the store cannot be read. */
export const knownSites = (accounts: readonly string[], hosts: readonly string[]): Promise<KnownSite[]> =>
  knownIn(records, accounts, hosts).catch(() => []);

/**
 * Returns an account's stored site with exactly this host, or undefined if there is none or the store cannot be read.
 */
export const knownSite = async (account: string, host: string): Promise<KnownSite | undefined> =>
  (await knownSites([account], [host]))[0];

/**
 * Returns an account's stored sites for a host and its `www.` variant, and whether the account's whole list is stored.
 * Returns undefined if the store cannot be read.
 */
export const siteStatus = (account: string, host: string) => statusOf(records, account, host).catch(() => undefined);

/** Returns an account's stored rows of websites, by id. Returns none if the store cannot be read. */
export const websiteRows = (account: string, ids: readonly string[]) =>
  records.read((reads) => reads.get('websites', account, ids)).catch(() => []);

/** Returns how many records of an account's list are stored, or 0 if the store cannot be read. */
export const recordCount = (list: ListName, account: string): Promise<number> =>
  countOf(records, list, account).catch(() => 0);

/** Returns the stored facts about an account's list as a whole (see `ListFacts`), or undefined if there are none. */
export const provedFacts = (list: ListName, account: string) => factsOf(records, list, account).catch(() => undefined);

/** Returns the stored hosts of all websites of an account. If the store fails midway, returns the hosts read so far. */
export const knownHosts = (account: string): Promise<string[]> =>
  allHosts((after) => hostBatch(records, account, after, batchSize).catch(() => ({ hosts: [] })));
