import type { ListName } from '../records/types.ts';
import type { Problem } from '../services/index.ts';
import { type ReadPosition, start } from '../services/readPages.ts';
import { get, type Setting, update } from './settings.ts';

/**
 * The progress of reading a whole list. Another worker can continue from it. State `waiting`: the reading waits for the
 * service's rate limit, or before a retry. State `done`: the reading has ended, but records may be missing if `why` is
 * set.
 */
export interface Refresh extends ReadPosition {
  state: 'none' | 'running' | 'waiting' | 'done' | 'stopped' | 'failed';
  serviceUrl: string;
  account: string;
  /** Set if projects are read, not websites. */
  list?: 'projects';
  started: number;
  /** The number of this reading (see `ListFacts.pass`). */
  pass: number;
  /**
   * Set if the worker reads the list without being asked. The reading then uses only half of the service's rate limit,
   * and pauses while a person waits for a request.
   */
  unasked?: true;
  /** In the state `waiting`: when the wait ends (`until`) and began (`since`), in milliseconds since 1970. */
  until?: number;
  since?: number;
  problem?: Problem;
}

/** How many records each request of a reading asks for, which is the most that services allow. */
export const pageSize = 100;

const noRefresh: Refresh = { ...start, state: 'none', serviceUrl: '', account: '', started: 0, pass: 0 };

/** Returns the name under which the progress of reading a list is stored. A list has at most one reading at a time. */
export const readingOf = ({ account, list }: { account: string; list?: ListName }): string =>
  list === 'projects' ? `${list} ${account}` : account;

type Refreshes = Readonly<Record<string, Refresh>>;

/** The progress of reading each list, in memory only. The worker writes it, and pages watch it. */
export const refreshesNow: Setting<Refreshes> = { key: 'refresh', area: 'session', fallback: {} };

/**
 * Returns the progress of reading the list with this name (see `readingOf`), with the state `none` if nothing is
 * stored.
 */
export const refreshOf = (all: Refreshes, name: string | undefined): Refresh =>
  (name !== undefined && Object.hasOwn(all, name) && all[name]) || noRefresh;

/** Returns the first progress of reading a list. For `pass` and `unasked`, see `Refresh`. */
export const beginRefresh = (
  { url, account, list }: { url: string; account: string; list?: ListName },
  now: number,
  pass: number,
  unasked?: true,
): Refresh => ({
  ...noRefresh,
  state: 'running',
  serviceUrl: url,
  account,
  ...(list === 'projects' ? { list } : {}),
  started: now,
  pass,
  ...(unasked ? { unasked } : {}),
});

/** Whether the list is being read now. */
export const isRefreshActive = ({ state }: Refresh): boolean => state === 'running' || state === 'waiting';

/** Returns the names of all lists that are being read (see `readingOf`). */
export const activeReadings = async (): Promise<string[]> =>
  Object.values(await get(refreshesNow))
    .filter(isRefreshActive)
    .map(readingOf);

/** Returns the stored progress of reading the list with this name. */
export const refreshNow = async (name: string): Promise<Refresh> => refreshOf(await get(refreshesNow), name);

/** Changes the stored progress of reading the list with this name, and resolves to the new progress. */
export const updateRefresh = async (name: string, change: (now: Refresh) => Refresh): Promise<Refresh> =>
  refreshOf(
    await update(refreshesNow, (all) => {
      const now = refreshOf(all, name);
      const next = change(now);
      return next === now ? all : { ...all, [name]: next };
    }),
    name,
  );

/**
 * Removes the stored progress of reading the lists of some accounts. Such a reading stops before its next page. `isGone`
 * tells for an account whether its progress is removed.
 */
export const dropRefreshes = (isGone: (account: string) => boolean): Promise<unknown> =>
  update(refreshesNow, (all) => Object.fromEntries(Object.entries(all).filter(([, { account }]) => !isGone(account))));
