import type { ListFacts, ListName, Lists, Row } from './types.ts';

/** The reads that one step (a transaction) can make. */
export interface Reads {
  /** Returns the rows with these slots, in the same order. */
  get<L extends ListName>(
    list: L,
    account: string,
    slots: readonly string[],
  ): Promise<readonly (Row<Lists[L]> | undefined)[]>;
  /** Returns the rows of these exact hosts in these accounts. */
  byHosts<L extends ListName>(
    list: L,
    accounts: readonly string[],
    hosts: readonly string[],
  ): Promise<readonly Row<Lists[L]>[]>;
  /** Returns the next `count` rows in slot order, after the slot `after`. */
  batch<L extends ListName>(
    list: L,
    account: string,
    after: string | undefined,
    count: number,
  ): Promise<readonly Row<Lists[L]>[]>;
  count(list: ListName, account: string): Promise<number>;
  facts(list: ListName, account: string): Promise<ListFacts | undefined>;
}

/** The reads and writes that one step can make. */
export interface Writes extends Reads {
  /** Returns every account with anything stored. */
  accounts(): Promise<string[]>;
  put<L extends ListName>(list: L, row: Row<Lists[L]>): void;
  drop(list: ListName, account: string, slot: string): void;
  putFacts(facts: ListFacts): void;
  /** Forgets a host or a record in the rows of a version before 3 that are not copied yet. */
  dropOld(list: ListName, account: string, what: { host: string } | { id: string }): Promise<void>;
  /** Forgets everything of an account. */
  clear(account: string): void;
}

/**
 * Where records are stored. Each step is stored whole or not at all. Both functions reject if the store cannot be
 * opened or is full.
 */
export interface RecordStore {
  read<T>(step: (reads: Reads) => Promise<T>): Promise<T>;
  change<T>(step: (writes: Writes) => Promise<T>): Promise<T>;
}

/** How many rows are read at a time. Between two batches, other work gets its turn. */
export const batchSize = 2000;

/** The `pass` of a row copied from an earlier version: no reading has shown it. */
export const copiedPass = -1;
