import type { DBSchema } from 'idb';
import { database } from '../storage/database.ts';
import type { Item, ItemState, Job } from './types.ts';

/**
 * The secret behind a job's passwords. `common`: one password for all sites. `each`: a seed from which each site's
 * password is generated. Erased with the job, or as soon as no password is needed any more (see `isSpent`).
 */
export type Secret = { job: string } & ({ way: 'common'; password: string } | { way: 'each'; seed: ArrayBuffer });

export interface JobSchema extends DBSchema {
  jobs: { key: string; value: Job };
  items: {
    key: [string, number];
    value: Item;
    indexes: { state: [string, ItemState, number]; open: [account: string, host: string] };
  };
  secrets: { key: string; value: Secret };
}

/** Converts a job of database version 1. Its `base` is the service's address and, without `account`, the account. */
const fromVersion1 = ({ base, ...job }: Omit<Job, 'serviceUrl'> & { base: string }): Job => ({
  ...job,
  serviceUrl: base,
  account: job.account ?? base,
});

/** Opens the database of jobs and their items. Only the worker writes this database; pages read it. */
export const openJobStore = database<JobSchema>('waymark-jobs', 3, async (db, before, _version, change) => {
  if (before < 1) {
    db.createObjectStore('jobs', { keyPath: 'id' });
    db.createObjectStore('items', { keyPath: ['job', 'at'] }).createIndex('state', ['job', 'state', 'at']);
    db.createObjectStore('secrets', { keyPath: 'job' });
  }
  change.objectStore('items').createIndex('open', 'open');
  if (before !== 1) return;
  const jobs = change.objectStore('jobs');
  for (const job of await jobs.getAll()) void jobs.put(fromVersion1(job as never));
});

/** Returns the range of the keys of a job's items. */
export const ofJob = (job: string) => IDBKeyRange.bound([job, 0], [job, Number.POSITIVE_INFINITY]);
/** Returns the range of a job's items in one state, for the index `state`. */
export const inState = (job: string, state: ItemState) =>
  IDBKeyRange.bound([job, state, 0], [job, state, Number.POSITIVE_INFINITY]);
