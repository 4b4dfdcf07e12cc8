import type { RegisteredSite } from '@/lib/connections/registered.ts';
import type { Problem } from '@/lib/services/index.ts';

export interface State {
  typed: string;
  /** The known sites of all connections; undefined until they have been read. */
  sites?: readonly RegisteredSite[];
  problem?: Problem;
  /** The sites that match the typed text. Undefined if that text is too short, or until the sites have been read. */
  found?: readonly RegisteredSite[] | undefined;
  chosen: number;
}

/** An action of the person, or the outcome of reading the known sites. */
export type Event =
  | { type: 'typed'; text: string }
  | { type: 'moved'; by: 1 | -1 }
  | { type: 'left' }
  | { type: 'read'; sites: readonly RegisteredSite[] }
  | { type: 'unread'; problem: Problem };
export type Send = (event: Event) => void;

export const closed: State = { typed: '', chosen: 0 };
