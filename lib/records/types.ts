import type { Incomplete, Privacy, Project, Website } from '../services/index.ts';

/** The two lists that services have. */
export interface Lists {
  websites: Website;
  projects: Project;
}
export type ListName = keyof Lists;

/** A record as its service reported it, with what the store knows of it. */
export interface Row<T = Website> {
  account: string;
  /** The record's id, or a project's name; for records that no id names: see `slotsOf`. */
  slot: string;
  record: T;
  /** The exact hosts by which it is found: those that it stands for, unless no id names it, or it proves nothing. */
  hosts: readonly string[];
  /** When the service last reported it (milliseconds since 1970). */
  at: number;
  /** When fields were last reported that the last report left out, by name. */
  ages?: Readonly<Record<string, number>>;
  /** The last reading of the whole list that had begun when it was reported. */
  pass: number;
  /** The key was replaced since, so that another account may be asked: it proves nothing until the service reports it again. */
  replaced?: true;
}

/** A row of either list. */
export type AnyRow = Row<Website | Project>;

/** What the readings of a list have proved. */
export interface ListFacts {
  account: string;
  list: ListName;
  /** When the whole list was last read; undefined: never, so that nothing may be called absent. */
  whole?: number;
  /** When the last reading has begun. */
  tried?: number;
  /** The last reading that has begun, and the last that has come to its end. A number of its own, because the clock may be set. */
  pass?: number;
  ended?: number;
  /** Why the last one that ended was not the whole list. */
  why?: Incomplete;
  /** This reading has shown one id in two records: one was renamed or replaced meanwhile, which may have moved others past the reader. */
  moved?: true;
  /** How many records the service last said that it has, with the creates and deletions of this worker since. */
  total?: number;
  /** The total that the last reading that came to its end was told, with the creates and deletions of this worker since. */
  counted?: number;
  /** The person stopped the reading, or forgot the list, at this moment: nothing is read by itself. */
  stopped?: number;
  /** The key was replaced at this moment, and the whole list was not read since. */
  replaced?: number;
  /** Whether a search has shown since the last whole reading that case is ignored. */
  ignoresCase?: boolean;
}

/** What is stored of the record that stands for a host. */
export interface KnownSite {
  account: string;
  host: string;
  website: Website;
  /** When its service last reported it, with its privacy if that is known; 0 or undefined: not known. */
  at?: number;
  /** Another record stands for this host, too. */
  several?: boolean;
}

/** A row of the store before version 3: one for each host. Earlier versions named the account `base`, and kept no `at`. */
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
