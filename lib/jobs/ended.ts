import type { Job } from './types.ts';

/** Returns how many items of a job have ended, with whatever outcome. */
export const endedOf = ({ total, counts }: Job): number => total - counts.waiting - counts.sending;

/** Returns how many percent of a job's items have ended, rounded down. */
export const percentOf = (job: Job): number => (job.total ? Math.floor((100 * endedOf(job)) / job.total) : 100);

/**
 * Returns the jobs that are only stored for later reading: they had ended before the newest job was started, and have
 * neither passwords to copy nor unknown outcomes, which a person must still deal with.
 */
export function earlierOf(jobs: readonly Job[]): Job[] {
  const newest = Math.max(...jobs.map(({ started }) => started));
  return jobs.filter(({ ended = newest, secrets, counts }) => ended < newest && !secrets && !counts.unknown);
}
