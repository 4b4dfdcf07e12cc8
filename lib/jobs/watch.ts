import { stored } from '../messages/stored.ts';
import type { RateLimit } from '../services/rateLimit.ts';
import { type Setting, watch } from '../storage/settings.ts';
import type { TabName } from '../websites/query.ts';
import { allJobs } from './store.ts';
import type { Job, JobKind } from './types.ts';

/** All bulk jobs in their present state, in memory. The worker updates them up to twice a second. */
export const jobsNow: Setting<Job[]> = { key: 'jobs', area: 'session', fallback: [] };

/**
 * Calls back with all bulk jobs that the person has not dismissed, oldest first: once now, then after every change.
 * Returns a function that stops the calls.
 */
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

const tabs: Record<JobKind, TabName> = {
  create: 'add',
  update: 'websites',
  delete: 'websites',
  audit: 'tracking',
};

/** Returns the tab of the manage page that shows a job. The undo of a create is shown in the tab of creates. */
export const tabOfJob = ({ kind, undoes }: Pick<Job, 'kind' | 'undoes'>): TabName =>
  kind === 'delete' && undoes ? 'add' : tabs[kind];

/** The known rate limit of each service, by origin. Pages use it to show how long many requests will take. */
export const rateLimitsNow: Setting<Record<string, RateLimit>> = { key: 'paces', area: 'session', fallback: {} };
