import type { ListFacts, ListName, Lists, Row } from './types.ts';

/** What may be read in one step. */
export interface Reads {
  /** The rows with these slots, each at its place. */
  get<L extends ListName>(
    list: L,
    account: string,
    slots: readonly string[],
  ): Promise<readonly (Row<Lists[L]> | undefined)[]>;
  /** The rows of these exact hosts in these accounts. */
  byHosts<L extends ListName>(
    list: L,
    accounts: readonly string[],
    hosts: readonly string[],
  ): Promise<readonly Row<Lists[L]>[]>;
  /** The next rows by slot, after this one. */
  batch<L extends ListName>(
    list: L,
    account: string,
    after: string | undefined,
    count: number,
  ): Promise<readonly Row<Lists[L]>[]>;
  count(list: ListName, account: string): Promise<number>;
  facts(list: ListName, account: string): Promise<ListFacts | undefined>;
}

/** What may be read and changed in one step. */
export interface Writes extends Reads {
  /** Every account of which anything is stored. */
  accounts(): Promise<string[]>;
  put<L extends ListName>(list: L, row: Row<Lists[L]>): void;
  drop(list: ListName, account: string, slot: string): void;
  putFacts(facts: ListFacts): void;
  /** Forgets a host, or a record, that a version before 3 has stored and that is not copied yet. */
  dropOld(list: ListName, account: string, what: { host: string } | { id: string }): Promise<void>;
  /** Forgets everything of an account. */
  clear(account: string): void;
}

/** Where records are stored. Each step happens whole or not at all; both reject if the store cannot be opened, or is full. */
export interface RecordStore {
  read<T>(step: (reads: Reads) => Promise<T>): Promise<T>;
  change<T>(step: (writes: Writes) => Promise<T>): Promise<T>;
}

/** How many rows are read at a time, so that others get their turn. */
export const batchSize = 2000;

/** The pass of a row that was copied from what an earlier version stored: no reading has shown it. */
export const copiedPass = -1;
