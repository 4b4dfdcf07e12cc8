import { stored } from '../messages/stored.ts';
import type { RateLimit } from '../services/rateLimit.ts';
import { type Setting, watch } from '../storage/settings.ts';
import type { TabName } from '../websites/query.ts';
import { allJobs } from './store.ts';
import type { Job, JobKind } from './types.ts';

/** The state of every bulk job, updated by the worker twice a second; in memory only. */
export const jobsNow: Setting<Job[]> = {
  key: 'jobs',
  area: 'session',
  version: 1,
  fallback: [],
  parse: (value) => (Array.isArray(value) ? value : undefined),
};

/** Calls back with all jobs that have not been dismissed, oldest first: at once, then on every change. Returns a function that stops it. */
export function watchJobs(callback: (jobs: Job[]) => void): () => void {
  let isUpdated = false;
  const onUpdate = (jobs: Job[]) => {
    isUpdated = true;
    callback(jobs);
  };
  const stop = watch(jobsNow, onUpdate);
  stored('allJobs', allJobs).then(
    (jobs) => !isUpdated && callback(jobs),
    () => !isUpdated && callback([]),
  );
  return stop;
}

/** The tab of the manage page on which a job can be steered. */
export const tabOfJob: Record<JobKind, TabName> = {
  create: 'add',
  update: 'websites',
  delete: 'websites',
  audit: 'tracking',
};

/** Each service's rate limit, by origin, for pages that send many requests. */
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
