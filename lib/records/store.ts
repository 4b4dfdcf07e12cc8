import type { ListFacts, ListName, Lists, Row } from './types.ts';

/** The reads that a step (one transaction on the store) can make. */
export interface Reads {
  /** Returns the rows with these keys (`Row.slot`), in the same order, with undefined for a key without a row. */
  get<L extends ListName>(
    list: L,
    account: string,
    slots: readonly string[],
  ): Promise<readonly (Row<Lists[L]> | undefined)[]>;
  /** Returns the rows with exactly these hosts in these accounts. */
  byHosts<L extends ListName>(
    list: L,
    accounts: readonly string[],
    hosts: readonly string[],
  ): Promise<readonly Row<Lists[L]>[]>;
  /** Returns the first `count` rows after the key `after` (a `Row.slot`), in the order of keys. */
  batch<L extends ListName>(
    list: L,
    account: string,
    after: string | undefined,
    count: number,
  ): Promise<readonly Row<Lists[L]>[]>;
  /**
   * Returns the `count` newest records, and all others with the same `created_at` as the oldest of these. Leaves out
   * records without a `created_at`.
   */
  newest<L extends ListName>(list: L, account: string, count: number): Promise<readonly Row<Lists[L]>[]>;
  count(list: ListName, account: string): Promise<number>;
  facts(list: ListName, account: string): Promise<ListFacts | undefined>;
}

/** The reads and writes that a step (one transaction on the store) can make. */
export interface Writes extends Reads {
  accounts(): Promise<string[]>;
  put<L extends ListName>(list: L, row: Row<Lists[L]>): void;
  drop(list: ListName, account: string, slot: string): void;
  putFacts(facts: ListFacts): void;
  /** Deletes a host or a record from the tables of database versions before 3, where its row may still be. */
  dropOld(list: ListName, account: string, what: { host: string } | { id: string }): Promise<void>;
  clear(account: string): void;
}

/**
 * A place where records are stored. The writes of a step are stored together or not at all. Both functions reject if
 * the store cannot be opened; `change` also rejects if the store is full.
 */
export interface RecordStore {
  read<T>(step: (reads: Reads) => Promise<T>): Promise<T>;
  change<T>(step: (writes: Writes) => Promise<T>): Promise<T>;
}

/** How many rows are read at a time. Between two batches, other work can run if each batch has its own transaction. */
export const batchSize = 2000;

/** The value of `Row.pass` if a row was copied from an earlier version and the service has not reported it since. */
export const copiedPass = -1;
