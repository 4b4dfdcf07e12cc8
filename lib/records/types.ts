import type { Incomplete, Privacy, Project, Website } from '../services/index.ts';

/** The two lists that services have. */
export interface Lists {
  websites: Website;
  projects: Project;
}
export type ListName = keyof Lists;

/** A record as its service reported it, with information about the report. */
export interface Row<T = Website> {
  account: string;
  /** The record's id or the project's name. If no id identifies the record, see `slotsOf`. */
  slot: string;
  record: T;
  /** The exact hosts under which the record is found. Empty if no id identifies it. */
  hosts: readonly string[];
  /** When the service last reported it (milliseconds since 1970). */
  at: number;
  /** For each field that the last report left out: when it was last reported. */
  ages?: Readonly<Record<string, number>>;
  /** The number of the latest reading of the whole list that had begun when the record was reported. */
  pass: number;
  /**
   * Set if the key was replaced since the report, perhaps by another account's. The row proves nothing until the
   * service reports the record again.
   */
  replaced?: true;
}

/** A row of either list. */
export type AnyRow = Row<Website | Project>;

/** What readings of a list have proved. */
export interface ListFacts {
  account: string;
  list: ListName;
  /** When the whole list was last read. Undefined: never, so no record may be called absent. */
  whole?: number;
  /** When the last reading began. */
  tried?: number;
  /**
   * `pass`: the number of the last reading that began. `ended`: the number of the last reading that was completed.
   * Neither is a time, because the clock may be set.
   */
  pass?: number;
  ended?: number;
  /** Why the last completed reading did not show the whole list. */
  why?: Incomplete;
  /**
   * Set if the reading under way may miss records, because they may have moved to pages that it has already read.
   * Either a record was deleted, or two records were shown with one id, so one of them was renamed or replaced
   * meanwhile.
   */
  moved?: true;
  /** The total that the service last reported, plus or minus this worker's creates and deletions since. */
  total?: number;
  /** The total reported to the last completed reading, plus or minus this worker's creates and deletions since. */
  counted?: number;
  /** When the person last stopped a reading or forgot the list. For a day nothing is read automatically. */
  stopped?: number;
  /** When the key was replaced, if the whole list has not been read since. */
  replaced?: number;
  /** Whether a search since the last whole reading has shown that the service ignores case. */
  ignoresCase?: boolean;
}

/** The stored data of the record that stands for a host. */
export interface KnownSite {
  account: string;
  host: string;
  website: Website;
  /** When the service last reported the website, and with it the privacy if that is known. 0 or undefined: unknown. */
  at?: number;
  /** Whether several records stand for this host. */
  several?: boolean;
}

/** A row of the store before version 3, one for each host. `base` is the account. The oldest rows have no `at`. */
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
