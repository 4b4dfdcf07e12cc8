import type { Checks } from '@/lib/audit/report.ts';
import type { ConnectedService } from '@/lib/connections/services.ts';
import type { Beside, Links, SlimRow } from '@/lib/records/slim.ts';
import type { ListFacts } from '@/lib/records/types.ts';
import type { View, ViewQuery } from '@/lib/records/view.ts';
import type { Problem } from '@/lib/services/index.ts';
import type { HitsById } from '@/lib/storage/hits.ts';
import type { Refresh } from '@/lib/storage/refresh.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { type GridEvent, type GridFocus, noFocus } from './grid.ts';
import type { Told } from './told.ts';

/** A connection whose list is shown. */
export interface ListPart {
  connection: ConnectionAddress;
  service: ConnectedService;
  name: string;
}

/** What is known of the list of one account. */
export interface Part extends Beside {
  /** What is shown of it: what is stored, with what is told. */
  rows: readonly SlimRow[];
  stored: readonly SlimRow[];
  told: Told;
  /** The slots of records that have gone since the page was opened, which a late answer may still show. */
  gone: ReadonlySet<string>;
  /** All that is stored of it has been read. */
  isRead: boolean;
  /** When the newest of its records was reported (milliseconds since 1970). */
  at: number;
  facts?: ListFacts | undefined;
  /** Its service was asked for the newest of its records, and has not answered yet. */
  isAsked: boolean;
  /** It has answered that it has none. */
  isNone?: boolean;
  /** What it was asked to find, since not all that it has is known; `problem`: why it cannot say. */
  search?: { text: string; isAsked: boolean; problem?: Problem | undefined } | undefined;
  /** Why its service could not be asked, or the reading of its list has failed. */
  problem?: Problem | undefined;
  /** Why nobody can read what is stored of it. */
  unread?: Problem | undefined;
  /** The reading of its whole list. */
  refresh?: Refresh | undefined;
}

export const noPart: Part = {
  rows: [],
  stored: [],
  told: new Map(),
  gone: new Set(),
  isRead: false,
  at: 0,
  isAsked: false,
};

export interface ListState {
  /** The accounts that are shown, in their order. */
  accounts: readonly string[];
  parts: ReadonlyMap<string, Part>;
  query: ViewQuery;
  /** What is stored of all that are shown. */
  rows: readonly SlimRow[];
  /** What the query shows of them, once that was found out; until then what the one before has shown. */
  view?: { query: ViewQuery; shown: View<SlimRow> } | undefined;
  /** The view that is being found out. `isOld`: there are other rows since. */
  viewing?: { number: number; query: ViewQuery; isOld: boolean } | undefined;
  last: number;
  focus: GridFocus;
  /** The record that the focus goes to as soon as it is shown. */
  sought?: string | undefined;
  /** The records that are selected, by key, as they were shown then; whether they are shown now or not. */
  selection: ReadonlyMap<string, SlimRow>;
  /** The one that was selected last, from which Shift extends. */
  lastSelected?: string | undefined;
}

export type ListEvent =
  | { type: 'opened'; accounts: readonly string[] }
  | { type: 'asked'; query: ViewQuery }
  /** The first of what is stored: more follows. */
  | { type: 'arrived'; account: string; rows: readonly SlimRow[] }
  | { type: 'read'; account: string; rows: readonly SlimRow[]; at: number; facts: ListFacts | undefined }
  /** What is stored by now of these slots; those without a row are gone. */
  | { type: 'changed'; account: string; slots: readonly string[]; rows: readonly SlimRow[] }
  | { type: 'linked'; account: string; links: Links | undefined }
  /** What the last audit has found of each site. */
  | { type: 'checked'; account: string; checks: Checks | undefined }
  /** What its service tells of visits, of those websites for which it was asked. */
  | { type: 'visited'; account: string; hits: HitsById }
  /** Nobody can read what is stored. */
  | { type: 'unread'; account: string; problem: Problem }
  /** The service has answered. `rows`: what it has answered, for where nothing can be stored; `isNone`: that it has none. */
  | { type: 'answered'; account: string; problem?: Problem; rows?: readonly SlimRow[]; isNone?: boolean }
  /** It has answered what it finds. */
  | { type: 'found'; account: string; search: string; problem?: Problem; rows?: readonly SlimRow[] }
  /** What a person has made or changed is this by now; it may not be stored. */
  | { type: 'told'; account: string; rows: readonly SlimRow[] }
  | { type: 'progressed'; account: string; refresh: Refresh }
  /** Access was granted, or there is a network again. */
  | { type: 'mended'; what: 'access' | 'network' }
  | { type: 'refreshed' }
  | { type: 'retried'; account: string }
  | { type: 'stopped' }
  | { type: 'viewed'; number: number; shown: View<SlimRow> }
  | { type: 'grid'; event: GridEvent }
  | { type: 'sought'; key: string }
  | { type: 'selected'; key: string; isOn: boolean; extends: boolean }
  | { type: 'selected-all'; isOn: boolean }
  | { type: 'kept-shown' }
  | { type: 'deselected'; account?: string };

export type ListCommand =
  | { type: 'view'; number: number; rows: readonly SlimRow[]; query: ViewQuery }
  /** Asks a service for the newest records of its list. */
  | { type: 'open'; account: string }
  /** Asks a service what it finds, since not all that it has is known. */
  | { type: 'search'; account: string; search: string }
  | { type: 'refresh'; account: string }
  | { type: 'stop'; account: string };

export interface Turn {
  state: ListState;
  commands: readonly ListCommand[];
}

export const firstState = (query: ViewQuery): ListState => ({
  accounts: [],
  parts: new Map(),
  query,
  rows: [],
  last: 0,
  focus: noFocus,
  selection: new Map(),
});

/** The rows that are shown now. */
export const shownRows = ({ view }: ListState): readonly SlimRow[] => view?.shown.rows ?? [];

/** What is known of the lists that are shown. */
export const shownParts = ({ accounts, parts }: ListState): (Part & { account: string })[] =>
  accounts.map((account) => ({ ...(parts.get(account) ?? noPart), account }));
