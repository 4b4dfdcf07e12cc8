import type { Incomplete, Privacy, Project, Website } from '../services/index.ts';

/** The two kinds of list that services have, each with the type of its records. */
export interface Lists {
  websites: Website;
  projects: Project;
}
export type ListName = keyof Lists;

/** A stored record as its service reported it, with facts about that report. */
export interface Row<T = Website> {
  account: string;
  /** The row's key: the website's id or the project's name. For a record without a usable id see `slotsOf`. */
  slot: string;
  record: T;
  /** The hosts by which `Reads.byHosts` finds this row. Empty if the record has no usable id or `replaced` is set. */
  hosts: readonly string[];
  /** When the service last reported the record (milliseconds since 1970). */
  at: number;
  /** For each field that the last report left out: when the field was last reported (milliseconds since 1970). */
  ages?: Readonly<Record<string, number>>;
  /** The number of the latest reading (see `ListFacts.pass`) at the time when the record was last reported. */
  pass: number;
  /**
   * Set if the API key was replaced after the service reported the record. The account of the new key may not have the
   * record. Removed when the service reports the record again.
   */
  replaced?: true;
}

/** A row of either list. */
export type AnyRow = Row<Website | Project>;

/**
 * Facts about an account's list as a whole. A "reading" of the list requests all its pages. Times are milliseconds
 * since 1970.
 */
export interface ListFacts {
  account: string;
  list: ListName;
  /** When the whole list was last read. If undefined, the service may have records that are not stored. */
  whole?: number;
  /** When the last reading of the whole list began. */
  tried?: number;
  /**
   * `pass`: the number of the latest reading. `ended`: the number of the latest reading that was completed, even if it
   * missed records (see `why`). Numbers are used instead of times, because the computer's clock may be changed.
   */
  pass?: number;
  ended?: number;
  /** Why the last completed reading did not show all records. Undefined if all were shown. */
  why?: Incomplete;
  /**
   * Set if the reading under way may miss records. For example, after a deletion, later records move to pages that were
   * already read.
   */
  moved?: true;
  /** How many records the service last reported, corrected by Waymark's own creates and deletions since. */
  total?: number;
  /** How many records the last completed reading found, corrected by Waymark's own creates and deletions since. */
  counted?: number;
  /**
   * When the person last stopped a reading or removed the stored list. For a day, the worker does not read it again.
   */
  stopped?: number;
  /** When the API key was replaced. Removed once the whole list was read with the new key. */
  replaced?: number;
  /** Whether the service's search ignores upper and lower case, if tested since the last reading of the whole list. */
  ignoresCase?: boolean;
}

/** The stored data of the website that an account has for a host. */
export interface KnownSite {
  account: string;
  host: string;
  website: Website;
  /**
   * When the service last reported the website's privacy (milliseconds since 1970). If it never reported the privacy:
   * when it last reported the website. 0 or undefined if unknown.
   */
  at?: number;
  /** Whether several records have this host. */
  several?: boolean;
}

/**
 * A website in the tables of database versions before 3, which had one row for each host. `base` is the account. The
 * oldest rows have no `at`.
 */
export interface OldSite {
  base: string;
  host: string;
  domain?: string;
  name?: string;
  id: string;
  several?: true;
  privacy?: Privacy;
  hasPassword?: boolean;
  locked?: 'not-allowed';
  at?: number;
}
