import { openAsPage } from '../records/database.ts';
import { indexedStore } from '../records/indexed.ts';
import { mayBeGone } from '../records/known.ts';
import { allHosts, recordReads } from '../records/read.ts';
import { batchSize } from '../records/store.ts';
import type { AnyRow, ListName } from '../records/types.ts';
import { stored } from './stored.ts';

const reads = recordReads(indexedStore(openAsPage));

/**
 * Returns these accounts' stored sites at exactly these hosts. Like every function in this file, rejects if neither the
 * page nor the worker can read the store (see `whyUnread`).
 */
export const knownSites = (accounts: readonly string[], hosts: readonly string[]) =>
  stored('knownSites', reads.knownSites, accounts, hosts);

/** Returns how many records of an account's list are stored. */
export const recordCount = (list: ListName, account: string) => stored('recordCount', reads.recordCount, list, account);

/** Returns the stored facts about an account's list as a whole (see `ListFacts`). */
export const listFacts = (list: ListName, account: string) => stored('listFacts', reads.listFacts, list, account);

/** Returns the stored hosts of all websites of an account. */
export const knownHosts = (account: string): Promise<string[]> =>
  allHosts((after) => stored('hostBatch', reads.hostBatch, account, after, batchSize));

/** Returns the stored hosts of an account's websites, except those of websites that may have been deleted. */
export async function listedHosts(account: string): Promise<string[]> {
  const facts = await listFacts('websites', account);
  const hosts: string[] = [];
  await readRows('websites', account, (rows) => {
    for (const row of rows) if (!mayBeGone(row, facts)) hosts.push(...row.hosts);
  });
  return hosts;
}

/** Returns the stored facts about a list, and the rows that a page shows first (see `firstRows` in `read.ts`). */
export const firstRows = (list: ListName, account: string, count: number) =>
  stored('firstRows', reads.firstRows, list, account, count);

/** Reads all stored rows of a list, and calls `take` with each batch of rows. */
export async function readRows(
  list: ListName,
  account: string,
  take: (rows: readonly AnyRow[]) => void,
): Promise<void> {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await stored('rowBatch', reads.rowBatch, list, account, after, batchSize);
    take(rows);
    if (next === undefined) return;
    after = next;
  }
}

/** Up to this many rows are read one by one. For more rows, reading the whole list is faster. */
const maxSingle = 500;

/** Returns the stored rows with these keys (`Row.slot`). Skips keys without a row. */
export async function rowsAt(list: ListName, account: string, slots: readonly string[]): Promise<readonly AnyRow[]> {
  if (slots.length <= maxSingle) return stored('rowsAt', reads.rowsAt, list, account, slots);
  const wanted = new Set(slots);
  const all: AnyRow[] = [];
  await readRows(list, account, (rows) => all.push(...rows.filter(({ slot }) => wanted.has(slot))));
  return all;
}
