import type { RateLimit } from '../services/rateLimit.ts';
import { type Setting, watch } from '../storage/settings.ts';
import { allJobs } from './store.ts';
import type { Job } from './types.ts';

/** How far every bulk job is, told by the worker twice a second; in memory only. */
export const jobsNow: Setting<Job[]> = {
  key: 'jobs',
  area: 'session',
  version: 1,
  fallback: [],
  parse: (value) => (Array.isArray(value) ? value : undefined),
};

/** Calls back with every job that was not dismissed, oldest first: at once, then on every change. Returns what stops it. */
export function watchJobs(callback: (jobs: Job[]) => void): () => void {
  let told = false;
  const tell = (jobs: Job[]) => {
    told = true;
    callback(jobs);
  };
  const stop = watch(jobsNow, tell);
  allJobs().then(
    (jobs) => !told && callback(jobs),
    () => !told && callback([]),
  );
  return stop;
}

/** What is known of each service's limit, by origin: what a page that asks many questions keeps to as well. */
export const rateLimitsNow: Setting<Record<string, RateLimit>> = {
  key: 'paces',
  area: 'session',
  version: 1,
  fallback: {},
  parse: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, RateLimit>)
      : undefined,
};
