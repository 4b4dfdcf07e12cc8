import type { ConnectedService } from '@/lib/connections/services.ts';
import type { Beside, SlimRow } from '@/lib/records/slim.ts';
import type { ListFacts } from '@/lib/records/types.ts';
import type { View, ViewQuery } from '@/lib/records/view.ts';
import type { Problem } from '@/lib/services/index.ts';
import type { Refresh } from '@/lib/storage/refresh.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { Told } from './told.ts';

/** A connection whose list is shown, with its service and its name. */
export interface ListPart {
  connection: ConnectionAddress;
  service: ConnectedService;
  name: string;
}

/** The state of one account's list. */
export interface Part {
  /** The rows to show: the stored rows, updated with the newer rows in `told`, which might not be stored. */
  rows: readonly SlimRow[];
  stored: readonly SlimRow[];
  told: Told;
  /** The keys (`Row.slot`) of records that were removed since the page opened. A late answer may still contain them. */
  gone: ReadonlySet<string>;
  /** Whether all stored rows have been read. */
  isRead: boolean;
  /** The time of the latest report of any stored row (milliseconds since 1970). */
  at: number;
  facts?: ListFacts | undefined;
  /** Whether the service was asked for the newest records and has not answered yet. */
  isAsked: boolean;
  /** Whether the service has answered that it has no records at all. */
  isNone?: boolean;
  /**
   * The search that was sent to the service because the stored list may be incomplete. `isAsked`: whether the answer is
   * still awaited. `problem`: why the service could not answer. `isPart`: whether the answer may lack records.
   */
  search?: { text: string; isAsked: boolean; problem?: Problem | undefined; isPart?: boolean } | undefined;
  /** Why requesting the newest records, or reading the whole list, has failed. */
  problem?: Problem | undefined;
  /** Why the stored rows cannot be read. */
  unread?: Problem | undefined;
  /** The progress of reading the whole list. */
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
  /** The accounts whose lists the page shows, in the order of display. */
  accounts: readonly string[];
  parts: ReadonlyMap<string, Part>;
  query: ViewQuery;
  /** The rows of all accounts on the page, without the data in `beside`. */
  rows: readonly SlimRow[];
  /** By account, data that the rows show but that is stored elsewhere. */
  beside: ReadonlyMap<string, Beside>;
  /**
   * The result of the last computed query, with the data in `beside`. It belongs to the previous query while the
   * present one is being computed. `shown`: the matching rows in order. `shared`: the names that several accounts have.
   */
  view?: { query: ViewQuery; shown: View<SlimRow>; shared: ReadonlySet<string> } | undefined;
  /** The query that is being computed. `isOld`: whether the rows have changed since the computation began. */
  viewing?: { number: number; query: ViewQuery; isOld: boolean } | undefined;
  /** The serial number of the latest computation of a query. */
  lastViewNumber: number;
  /** The selected records by key, as they were shown when they were selected. They may not match the present query. */
  selection: ReadonlyMap<string, SlimRow>;
  /** The key of the record that was selected or deselected last. Shift extends the selection from this record. */
  lastSelected?: string | undefined;
}

export type ListEvent =
  | { type: 'opened'; accounts: readonly string[] }
  | { type: 'asked'; query: ViewQuery }
  /** Some stored rows have been read for the first time. More may follow. */
  | { type: 'arrived'; account: string; rows: readonly SlimRow[] }
  | { type: 'read'; account: string; rows: readonly SlimRow[]; at: number; facts: ListFacts | undefined }
  /**
   * Stored records were changed or removed. `slots`: the keys of all these records (see `Row.slot`). `rows`: the
   * present rows of those that still exist.
   */
  | { type: 'changed'; account: string; slots: readonly string[]; rows: readonly SlimRow[] }
  /** Data that is shown beside the rows has changed, such as visits or an audit's results. */
  | { type: 'beside'; account: string; beside: Beside }
  /** The stored rows cannot be read. */
  | { type: 'unread'; account: string; problem: Problem }
  /**
   * A service was asked for its newest records. `rows`: the answer, which might not be stored. `problem`: why there is
   * no answer, or why reading the whole list cannot begin. `isNone`: whether the service has no records at all.
   */
  | { type: 'answered'; account: string; problem?: Problem; rows?: readonly SlimRow[]; isNone?: boolean }
  /**
   * A service has answered a search with the matching records (`rows`), or could not answer it (`problem`). `isPart`:
   * whether the answer may lack matching records.
   */
  | { type: 'found'; account: string; search: string; problem?: Problem; rows?: readonly SlimRow[]; isPart?: boolean }
  /** The person has created or changed records. `rows`: these records as they are now, which might not be stored. */
  | { type: 'told'; account: string; rows: readonly SlimRow[] }
  | { type: 'progressed'; account: string; refresh: Refresh }
  /** Access was granted, or the network is back. */
  | { type: 'mended'; what: 'access' | 'network' }
  | { type: 'refreshed' }
  | { type: 'retried'; account: string }
  | { type: 'stopped' }
  /** A query has been computed. `shown`: its result. `shared`: the names that several accounts have. */
  | { type: 'viewed'; number: number; shown: View<SlimRow>; shared: ReadonlySet<string> }
  | { type: 'selected'; key: string; isOn: boolean; extends: boolean }
  | { type: 'selected-all'; isOn: boolean }
  | { type: 'kept-shown' }
  | { type: 'deselected'; account?: string };

export type EventOf<T extends ListEvent['type']> = Extract<ListEvent, { type: T }>;

export type ListCommand =
  | ({ type: 'view'; number: number } & Pick<ListState, 'rows' | 'beside' | 'query'>)
  /** Asks a service for the newest records of its list. */
  | { type: 'open'; account: string }
  /** Sends a search to a service whose stored list may be incomplete. */
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
  beside: new Map(),
  lastViewNumber: 0,
  selection: new Map(),
});

export const shownRows = ({ view }: Pick<ListState, 'view'>): readonly SlimRow[] => view?.shown.rows ?? [];

/** Returns the state of each account's list, in the order of the accounts. */
export const shownParts = ({ accounts, parts }: ListState): (Part & { account: string })[] =>
  accounts.map((account) => ({ ...partOf({ parts }, account), account }));

export const partOf = ({ parts }: Pick<ListState, 'parts'>, account: string): Part => parts.get(account) ?? noPart;

export const rowsByAccount = (state: ListState): (readonly SlimRow[])[] =>
  state.accounts.map((account) => partOf(state, account).rows);

/** Returns the lists whose stored rows are being read for the first time. */
const beingRead = (state: ListState): Part[] => shownParts(state).filter(({ isRead, unread }) => !isRead && !unread);

/** Whether the stored rows of any account on the page are being read for the first time. */
export const isReading = (state: ListState): boolean => beingRead(state).length > 0;

/**
 * Whether newly read rows must wait. At first, they wait until some rows of every account have been read, because later
 * rows would move the shown ones. After that, each update waits until the number of rows has doubled, because sorting
 * and drawing every batch would take longer than reading. If the table shows no row, it is updated immediately, because
 * a new row may be the first match.
 */
export function isHeld(state: ListState): boolean {
  const reading = beingRead(state);
  if (reading.some(({ stored }) => !stored.length)) return true;
  const count = rowsByAccount(state).reduce((sum, rows) => sum + rows.length, 0);
  const isSeen = state.view?.query === state.query && shownRows(state).length > 0;
  return reading.length > 0 && isSeen && count < 2 * state.rows.length;
}
