import type { RegisteredSite } from '@/lib/connections/registered.ts';
import type { Problem } from '@/lib/services/index.ts';

export interface State {
  typed: string;
  /** The known sites of all connections; undefined: not read yet. */
  sites?: readonly RegisteredSite[];
  /** Why they cannot be read. */
  problem?: Problem;
  /** Undefined where too little is typed to search for, or nothing could be searched. */
  found?: readonly RegisteredSite[] | undefined;
  /** The index of the chosen one among those found. */
  chosen: number;
}

/** What happened: what somebody did, or what became of reading the known sites. */
export type Event =
  | { type: 'typed'; text: string }
  | { type: 'moved'; by: 1 | -1 }
  | { type: 'left' }
  | { type: 'read'; sites: readonly RegisteredSite[] }
  | { type: 'unread'; problem: Problem };
export type Send = (event: Event) => void;

/** What a search begins with, and ends with. */
export const closed: State = { typed: '', chosen: 0 };
