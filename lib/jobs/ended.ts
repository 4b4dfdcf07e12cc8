import type { Job } from './types.ts';

/** Returns how many items of a job have ended, successfully or not. */
export const endedOf = ({ total, counts }: Job): number => total - counts.waiting - counts.sending;

/** Returns the percentage of a job's items that have ended, rounded down: 0 to 100. A job without items has 100. */
export const percentOf = (job: Job): number => (job.total ? Math.floor((100 * endedOf(job)) / job.total) : 100);

/**
 * Returns the jobs that ended before the newest job was started. Leaves out jobs for which the person still has to copy
 * passwords or decide about unknown outcomes.
 */
export function earlierOf(jobs: readonly Job[]): Job[] {
  const newest = Math.max(...jobs.map(({ started }) => started));
  return jobs.filter(({ ended = newest, secrets, counts }) => ended < newest && !secrets && !counts.unknown);
}
