import type { ListFacts, ListName, Lists, Row } from './types.ts';

/** The reads that a step (one transaction on the store) can make. */
export interface Reads {
  /** Returns the rows with these keys (`Row.slot`), in the same order. A key without a row gives undefined. */
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
  /** Returns the first `count` rows after the key `after` (a `Row.slot`), in the order of their keys. */
  batch<L extends ListName>(
    list: L,
    account: string,
    after: string | undefined,
    count: number,
  ): Promise<readonly Row<Lists[L]>[]>;
  /**
   * Returns the `count` newest records, and any others created at the same time as the oldest of these. Leaves out
   * records without `created_at`.
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
  /** Deletes a host or a record from the tables of database versions before 3, where it may still have a row. */
  dropOld(list: ListName, account: string, what: { host: string } | { id: string }): Promise<void>;
  clear(account: string): void;
}

/**
 * A place where records are stored. A step's writes are stored together or not at all. Both functions reject if the
 * store cannot be opened; `change` also rejects if it is full.
 */
export interface RecordStore {
  read<T>(step: (reads: Reads) => Promise<T>): Promise<T>;
  change<T>(step: (writes: Writes) => Promise<T>): Promise<T>;
}

/** How many rows are read at a time. Other work can run between two batches if each has its own transaction. */
export const batchSize = 2000;

/** The `Row.pass` of a row that was copied from an earlier version and not reported by the service since. */
export const copiedPass = -1;
