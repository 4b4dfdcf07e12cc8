import type { ListName } from '../records/types.ts';
import type { Problem } from '../services/index.ts';
import { type ReadPosition, start } from '../services/readPages.ts';
import { isRecord } from '../util/isRecord.ts';
import { isText, isWebAddress, readTable } from './readParts.ts';
import { get, type Setting, update } from './settings.ts';

/**
 * The progress of reading the whole list, and the place where another worker continues. `waiting`: for the service's rate
 * limit or before a retry; `done`: with `why` if that was not the whole list.
 */
export interface Refresh extends ReadPosition {
  state: 'none' | 'running' | 'waiting' | 'done' | 'stopped' | 'failed';
  /** The service's address and account. */
  serviceUrl: string;
  account: string;
  /** Left out: websites. */
  list?: 'projects';
  started: number;
  /** Its number in the store. */
  pass: number;
  /** Nobody has asked for it: it leaves half of the service's limit free, and goes on only while nobody waits. */
  unasked?: true;
  /** For `waiting`, milliseconds since 1970. `since`: when that was decided. */
  until?: number;
  since?: number;
  problem?: Problem;
}

const noRefresh: Refresh = { ...start, state: 'none', serviceUrl: '', account: '', started: 0, pass: 0 };

/** The name of a reading among the others. */
export const readingOf = ({ account, list }: { account: string; list?: ListName }): string =>
  list === 'projects' ? `${list} ${account}` : account;

/** The readings of several lists, by `readingOf`. */
export type Refreshes = Readonly<Record<string, Refresh>>;

const isRefresh = (value: unknown): value is Refresh =>
  isRecord(value) &&
  [value.state, value.account].every(isText) &&
  [value.started, value.pass].every((one) => typeof one === 'number') &&
  Array.isArray(value.edge) &&
  isWebAddress(value.serviceUrl) &&
  (value.problem === undefined || isRecord(value.problem));

/** Written by the worker alone; pages watch it. */
export const refreshesNow: Setting<Refreshes> = {
  key: 'refresh',
  area: 'session',
  version: 1,
  fallback: {},
  parse: (value) => readTable(value, (one) => (isRefresh(one) ? one : undefined)),
};

/** The progress of a reading: by its name, which is the account for the list of websites. */
export const refreshOf = (all: Refreshes, name: string | undefined): Refresh =>
  (name !== undefined && Object.hasOwn(all, name) && all[name]) || noRefresh;

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

/** Whether the reading is not finished. */
export const isRefreshActive = ({ state }: Refresh): boolean => state === 'running' || state === 'waiting';

/** The names of the readings that are not finished. */
export const activeReadings = async (): Promise<string[]> =>
  Object.values(await get(refreshesNow))
    .filter(isRefreshActive)
    .map(readingOf);

export const refreshNow = async (name: string): Promise<Refresh> => refreshOf(await get(refreshesNow), name);

/** Updates the progress of one reading; resolves to the new one. */
export const updateRefresh = async (name: string, change: (now: Refresh) => Refresh): Promise<Refresh> =>
  refreshOf(
    await update(refreshesNow, (all) => {
      const now = refreshOf(all, name);
      const next = change(now);
      return next === now ? all : { ...all, [name]: next };
    }),
    name,
  );
