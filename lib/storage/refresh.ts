import type { Problem } from '../services/index.ts';
import { type Place, start } from '../services/readPages.ts';
import type { Setting } from './settings.ts';

/**
 * The progress of reading the whole list, and the place where another worker continues. `waiting`: for the service's rate
 * limit or before a retry; `done`: with `why` if that was not the whole list.
 */
export interface Refresh extends Place {
  state: 'none' | 'running' | 'waiting' | 'done' | 'stopped' | 'failed';
  /** The service's address and account. */
  serviceUrl: string;
  account: string;
  started: number;
  /** For `waiting`: milliseconds since 1970. */
  until?: number;
  problem?: Problem;
}

const isObjectValue = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const noRefresh: Refresh = { ...start, state: 'none', serviceUrl: '', account: '', started: 0 };

/** Written by the worker alone; pages watch it. */
export const refreshNow: Setting<Refresh> = {
  key: 'refresh',
  area: 'session',
  version: 1,
  fallback: noRefresh,
  parse: (value) =>
    isObjectValue(value) &&
    typeof value.state === 'string' &&
    typeof value.account === 'string' &&
    Array.isArray(value.edge)
      ? (value as unknown as Refresh)
      : undefined,
};

export const beginRefresh = ({ url, account }: { url: string; account: string }, now: number): Refresh => ({
  ...noRefresh,
  state: 'running',
  serviceUrl: url,
  account,
  started: now,
});

/** Whether there is something left to do. */
export const isRefreshActive = ({ state }: Refresh): boolean => state === 'running' || state === 'waiting';
