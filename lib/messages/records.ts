import { openAsPage } from '../records/database.ts';
import { indexedStore } from '../records/indexed.ts';
import { allHosts, recordReads } from '../records/read.ts';
import { batchSize } from '../records/store.ts';
import type { ListName } from '../records/types.ts';
import { stored } from './stored.ts';

const reads = recordReads(indexedStore(openAsPage));

/** What is stored of these exact hosts in these accounts. Like all of these, rejects if nobody can read the store: see `whyUnread`. */
export const knownSites = (accounts: readonly string[], hosts: readonly string[]) =>
  stored('knownSites', reads.knownSites, accounts, hosts);

/** Which of these exact hosts have a record in a list. */
export const hostsWithRecord = (list: ListName, account: string, hosts: readonly string[]) =>
  stored('hostsWithRecord', reads.hostsWithRecord, list, account, hosts);

/** How many records of a list are stored. */
export const recordCount = (list: ListName, account: string) => stored('recordCount', reads.recordCount, list, account);

/** What the readings of a list have proved. */
export const listFacts = (list: ListName, account: string) => stored('listFacts', reads.listFacts, list, account);

/** The hosts of all websites of an account. */
export const knownHosts = (account: string): Promise<string[]> =>
  allHosts((after) => stored('hostBatch', reads.hostBatch, account, after, batchSize));
