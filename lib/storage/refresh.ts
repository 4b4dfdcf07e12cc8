import type { ListOutput, Problem, Website } from '../services/index.ts';
import type { Setting } from './settings.ts';

/**
 * Progress of reading the service's whole list. `waiting`: until the service accepts requests again, or until a retry is
 * due. `done` with `bounded`: the end was reached, but the list may be incomplete.
 */
export interface Refresh {
  state: 'none' | 'running' | 'waiting' | 'done' | 'stopped' | 'failed';
  base: string;
  /** Websites read so far. */
  read: number;
  /** How many there are, where the service says so. */
  total?: number;
  started: number;
  /** For `waiting`: milliseconds since 1970. */
  until?: number;
  bounded?: boolean;
  problem?: Problem;
  cursor?: string;
  pages: number;
  /** Failures in a row. */
  tries: number;
}

const isObjectValue = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const noRefresh: Refresh = { state: 'none', base: '', read: 0, started: 0, pages: 0, tries: 0 };

/** The worker alone writes it; pages watch it. */
export const refreshNow: Setting<Refresh> = {
  key: 'refresh',
  area: 'session',
  version: 1,
  fallback: noRefresh,
  parse: (value) =>
    isObjectValue(value) && typeof value.state === 'string' ? (value as unknown as Refresh) : undefined,
};

/** A service with more pages than this is assumed to repeat them. */
const maxPages = 2_000;
const maxTries = 4;
/** Gives up after this many 429 answers in a row. */
const maxRefusals = 20;
/** Delay before a retry, multiplied by the number of failures (milliseconds). */
const pauseBetweenTries = 3_000;
/** Wait after a 429 without Retry-After, and the longest wait that is accepted (seconds). */
const defaultWait = 30;
export const maxRefreshWait = 900;

export const beginRefresh = (serviceUrl: string, now: number): Refresh => ({
  ...noRefresh,
  state: 'running',
  base: serviceUrl,
  started: now,
});

/** Whether there is something left to do. */
export const isRefreshActive = ({ state }: Refresh): boolean => state === 'running' || state === 'waiting';

/** The state after a page was read. */
export function afterPage(before: Refresh, { items, total, more, next }: ListOutput<Website>): Refresh {
  const { until: _, ...rest } = before;
  const read = before.read + items.length;
  const after: Refresh = {
    ...rest,
    ...(total === undefined ? {} : { total }),
    state: 'running',
    read,
    tries: 0,
    pages: before.pages + 1,
    // A read-only record is not kept: what is kept is not the whole list then.
    ...(items.some(({ locked }) => locked) ? { bounded: true } : {}),
  };
  const isLost = more && (!next || next === before.cursor || !items.length || after.pages >= maxPages);
  if (more && !isLost) return { ...after, cursor: next };
  // Deletions during the reading shift records to pages already read, so some may have been missed.
  const isShort = total !== undefined && read < total;
  return { ...after, state: 'done', ...(isLost || isShort ? { bounded: true } : {}) };
}

const passing: ReadonlySet<Problem['kind']> = new Set(['network', 'timeout', 'server', 'cancelled']);

/** The state after a page failed: wait as long as the service asks, retry a transient problem, or give up. */
export function afterProblem(before: Refresh, problem: Problem, now: number): Refresh {
  const tries = before.tries + 1;
  if (problem.kind === 'busy' && tries < maxRefusals) {
    const seconds = Math.min(Math.max(problem.retryAfter ?? defaultWait, 1), maxRefreshWait);
    return { ...before, state: 'waiting', tries, until: now + seconds * 1000 };
  }
  if (passing.has(problem.kind) && tries < maxTries)
    return { ...before, state: 'waiting', tries, until: now + tries * pauseBetweenTries };
  return { ...before, state: 'failed', tries, problem };
}
