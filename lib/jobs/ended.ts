import type { Job } from './types.ts';

/** Returns how many items of a job have ended. */
export const endedOf = ({ total, counts }: Job): number => total - counts.waiting - counts.sending;

/** Returns the share of a job's items that have ended, from 0 to 1. */
export const shareOf = (job: Job): number => (job.total ? endedOf(job) / job.total : 1);
