import { standsFor } from '../hosts/hostOf.ts';
import { wwwVariant } from '../hosts/variants.ts';
import type { Website } from '../services/index.ts';
import { ageOf } from '../util/moments.ts';
import { isNotShown, knownAt, mayHaveMore, reported } from './known.ts';
import { batchSize, type Reads, type RecordStore } from './store.ts';
import type { AnyRow, KnownSite, ListName, Lists, Row } from './types.ts';

const knownIn = (rows: readonly Row[], accounts: readonly string[], hosts: readonly string[]) =>
  hosts.flatMap((host) =>
    knownAt(
      rows.filter((row) => row.hosts.includes(host)),
      accounts,
      host,
    ),
  );

/**
 * Returns the stored sites of these accounts that have exactly one of these hosts. Like every function in this file,
 * rejects if the store cannot be read.
 */
export const knownSites = (
  { read }: RecordStore,
  accounts: readonly string[],
  hosts: readonly string[],
): Promise<KnownSite[]> =>
  read(async (reads) => knownIn(await reads.byHosts('websites', accounts, hosts), accounts, hosts));

/**
 * Returns an account's stored sites for a host and its `www.` variant, and whether the whole list is stored (see
 * `mayHaveMore`).
 */
export const statusOf = ({ read }: RecordStore, account: string, host: string) =>
  read(async (reads) => {
    const variant = wwwVariant(host);
    const [rows, facts] = await Promise.all([
      reads.byHosts('websites', [account], [host, variant]),
      reads.facts('websites', account),
    ]);
    const known = knownIn(rows, [account], [host, variant]);
    return {
      site: known.find((one) => one.host === host),
      variant: known.find((one) => one.host === variant),
      isWhole: !mayHaveMore(facts),
    };
  });

/** Yields every row of an account's list, reading the rows in batches. */
export async function* rowsIn<L extends ListName>(
  reads: Reads,
  list: L,
  account: string,
): AsyncGenerator<Row<Lists[L]>> {
  for (let after: string | undefined, rows: readonly Row<Lists[L]>[]; ; after = rows.at(-1)?.slot) {
    rows = await reads.batch(list, account, after, batchSize);
    yield* rows;
    if (rows.length < batchSize) return;
  }
}

/** How long a record counts as unchanged after the service has reported it (milliseconds). */
const maxUnchangedAge = 3_600_000;

/**
 * Returns the stored website with this id and domain, if it counts as unchanged. Undefined if the service last reported
 * it more than an hour ago, if the API key was replaced since, or if the last completed reading of the list did not
 * show it.
 */
export const knownNow = (
  { read }: RecordStore,
  account: string,
  { id, domain }: Pick<Website, 'id' | 'domain'>,
  now: number,
): Promise<Website | undefined> =>
  read(async (reads) => {
    const [[row], facts] = await Promise.all([reads.get('websites', account, [id]), reads.facts('websites', account)]);
    if (!row || row.replaced || isNotShown(row, facts)) return undefined;
    return standsFor(row.record, domain) && ageOf(row.at, now) < maxUnchangedAge ? reported(row) : undefined;
  });

/**
 * Counts the stored records of a list. Leaves out records that the service last reported to a previous API key, because
 * the account of the present key may not have them.
 */
export const countOf = ({ read }: RecordStore, list: ListName, account: string): Promise<number> =>
  read(async (reads) => {
    const count = await reads.count(list, account);
    if (!count || (await reads.facts(list, account))?.replaced === undefined) return count;
    let replaced = 0;
    for await (const row of rowsIn(reads, list, account)) if (row.replaced) replaced++;
    return count - replaced;
  });

/** Returns the stored facts about an account's list as a whole (see `ListFacts`). */
export const factsOf = ({ read }: RecordStore, list: ListName, account: string) =>
  read((reads) => reads.facts(list, account));

/**
 * Returns at most `count` rows of a list, in the order of their keys (`Row.slot`), beginning after the key `after` if
 * it is given. If there may be more rows, `next` is the key to pass as `after` in the next call.
 */
export async function rowBatch(
  { read }: RecordStore,
  list: ListName,
  account: string,
  after: string | undefined,
  count: number,
) {
  const rows = await read((reads) => reads.batch(list, account, after, count));
  const last = rows.at(-1)?.slot;
  return { rows, ...(rows.length < count || last === undefined ? {} : { next: last }) };
}

/** Like `rowBatch`, but returns the websites' hosts, not the rows. */
export async function hostBatch(store: RecordStore, account: string, after: string | undefined, count: number) {
  const { rows, ...more } = await rowBatch(store, 'websites', account, after, count);
  return { hosts: rows.flatMap((row) => row.hosts), ...more };
}

/**
 * Returns the hosts of all websites whose keys (`Row.slot`) come after `after`. `batchAfter`: reads one batch, as
 * `hostBatch` does. Rejects if any batch cannot be read.
 */
export async function allHosts(
  batchAfter: (after?: string) => ReturnType<typeof hostBatch>,
  after?: string,
): Promise<string[]> {
  const { hosts, next } = await batchAfter(after);
  return next === undefined ? hosts : hosts.concat(await allHosts(batchAfter, next));
}

/** Returns the rows with these keys (`Row.slot`). Skips keys without a row. */
export const rowsAt = async (
  { read }: RecordStore,
  list: ListName,
  account: string,
  slots: readonly string[],
): Promise<readonly AnyRow[]> =>
  (await read((reads) => reads.get(list, account, slots))).filter((row) => row !== undefined);

/**
 * Returns the facts about a list, and the rows that a page shows first: the `count` newest records (see
 * `Reads.newest`). If no record has `created_at`, returns the `count` rows with the first keys (`Row.slot`).
 */
export const firstRows = ({ read }: RecordStore, list: ListName, account: string, count: number) =>
  read(async (reads) => {
    const [facts, newest] = await Promise.all([reads.facts(list, account), reads.newest(list, account, count)]);
    const rows: readonly AnyRow[] = newest.length ? newest : await reads.batch(list, account, undefined, count);
    return { facts, rows };
  });

/**
 * Returns the functions with which a page reads the store. The worker runs them for a page that cannot read the store.
 */
export const recordReads = (store: RecordStore) => ({
  knownSites: (accounts: readonly string[], hosts: readonly string[]) => knownSites(store, accounts, hosts),
  recordCount: (list: ListName, account: string) => countOf(store, list, account),
  listFacts: (list: ListName, account: string) => factsOf(store, list, account),
  hostBatch: (account: string, after: string | undefined, count: number) => hostBatch(store, account, after, count),
  rowBatch: (list: ListName, account: string, after: string | undefined, count: number) =>
    rowBatch(store, list, account, after, count),
  firstRows: (list: ListName, account: string, count: number) => firstRows(store, list, account, count),
  rowsAt: (list: ListName, account: string, slots: readonly string[]) => rowsAt(store, list, account, slots),
});
export type RecordReads = ReturnType<typeof recordReads>;
