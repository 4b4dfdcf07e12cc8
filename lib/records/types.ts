import type { Incomplete, Privacy, Project, Website } from '../services/index.ts';

/** The two lists that services have, each with the type of its records. */
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
  /**
   * The hosts by which `Reads.byHosts` finds this row. Empty if the record has no usable id, or if `replaced` is set.
   */
  hosts: readonly string[];
  /** When the service last reported the record, or accepted an update of it (milliseconds since 1970). */
  at: number;
  /** For each field that the last report lacked: when it was last reported (milliseconds since 1970). */
  ages?: Readonly<Record<string, number>>;
  /** The number of the latest reading (see `ListFacts.pass`) when the record was last reported. */
  pass: number;
  /**
   * Set if the API key was replaced after the service reported the record, because the account of the new key may not
   * have it. Removed when the service reports the record again.
   */
  replaced?: true;
}

/** A row of either list. */
export type AnyRow = Row<Website | Project>;

/**
 * Facts about an account's list as a whole. A "reading" of the list requests all its pages. All times are milliseconds
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
   * `pass`: the number of the latest reading. `ended`: the number of the latest completed reading, even if it missed
   * records (see `why`). Readings are numbered, because the computer's clock may be changed.
   */
  pass?: number;
  ended?: number;
  /** Why the last completed reading did not show all records. Undefined if all were shown. */
  why?: Incomplete;
  /**
   * Set if the reading under way may miss records. A deletion, for example, can move later records to pages that were
   * already read.
   */
  moved?: true;
  /** How many records the service last reported. Waymark's own later creates and deletions are added and subtracted. */
  total?: number;
  /** The `total` at the end of the last completed reading. Own later creates and deletions are added and subtracted. */
  counted?: number;
  /** When the person last stopped a reading or removed the stored list. The worker does not read the list for a day. */
  stopped?: number;
  /** When the API key was replaced. Removed once the whole list has been read with the new key. */
  replaced?: number;
  /**
   * Whether the service's search ignores case. Missing if this was not tested since the last reading of the whole list.
   */
  ignoresCase?: boolean;
}

/** What is stored about an account's website for a host. */
export interface KnownSite {
  account: string;
  host: string;
  website: Website;
  /**
   * When the service last reported the website's privacy (milliseconds since 1970) or, if it never did, the website. 0
   * or undefined if unknown.
   */
  at?: number;
  /** Whether several records have this host. */
  several?: boolean;
}

/**
 * A website in the tables of database versions before 3, which had one row per host. `base` is the account. The oldest
 * rows lack `at`.
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
