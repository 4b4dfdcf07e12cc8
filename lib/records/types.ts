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
  /** The exact hosts under which it is found. Empty if no id identifies it. */
  hosts: readonly string[];
  /** When the service last reported it (milliseconds since 1970). */
  at: number;
  /** For each field that the last report left out: when it was last reported. */
  ages?: Readonly<Record<string, number>>;
  /** The last reading of the whole list that had begun at the time of the report. */
  pass: number;
  /**
   * The key was replaced since, perhaps by another account's. The row proves nothing until the service reports it
   * again.
   */
  replaced?: true;
}

/** A row of either list. */
export type AnyRow = Row<Website | Project>;

/** The facts that readings of a list have proved. */
export interface ListFacts {
  account: string;
  list: ListName;
  /** When the whole list was last read. Undefined: never, so no record may be called absent. */
  whole?: number;
  /** When the last reading began. */
  tried?: number;
  /**
   * The number of the last reading that began, and of the last one that was completed. Not a time, because the clock
   * may be set.
   */
  pass?: number;
  ended?: number;
  /** Why the last completed reading did not show the whole list. */
  why?: Incomplete;
  /**
   * The reading under way has shown one id in two records. One of them was renamed or replaced meanwhile, which may
   * have moved others past the reader.
   */
  moved?: true;
  /** The total that the service last reported, plus or minus this worker's creates and deletions since. */
  total?: number;
  /** The total reported to the last completed reading, plus or minus this worker's creates and deletions since. */
  counted?: number;
  /** When the person stopped the reading or forgot the list. Nothing is read automatically after that. */
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
  /** When its service last reported it, with its privacy if known. 0 or undefined: unknown. */
  at?: number;
  /** Several records stand for this host. */
  several?: boolean;
}

/**
 * A row of the store before version 3, one for each host. Earlier versions stored the account as `base`, and no `at`.
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
