import type { Problem } from '../services/index.ts';
import { type Place, start } from '../services/readPages.ts';
import type { Setting } from './settings.ts';

/**
 * How far the reading of the whole list is, and the place from which another worker goes on. `waiting`: until the moment
 * the service asked for, or a moment before another try; `done`: with `why` where this was not the whole list.
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

/** The worker alone writes it; pages watch it. */
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
