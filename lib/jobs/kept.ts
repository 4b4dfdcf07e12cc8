import { ageOf } from '../util/moments.ts';
import type { Job } from './types.ts';

const day = 24 * 3_600_000;
/** How long a job's report is stored after the job has ended (milliseconds). */
const keptFor = 30 * day;
/**
 * An old report is kept at least this long after Waymark first notices its age (milliseconds). This leaves time to
 * correct a wrong clock.
 */
const doubtFor = day;

/**
 * Returns when a job's report may be deleted. Undefined if that is still open: the job has not ended, the person has
 * not copied its passwords, or it is an audit, whose report stays until the next audit.
 */
export const keptUntil = ({ kind, ended, secrets, oldSince = 0 }: Job): number | undefined =>
  ended === undefined || secrets || kind === 'audit' ? undefined : Math.max(ended + keptFor, oldSince + doubtFor);

/** How long the outcome of a single write is kept for the page that waits for it (milliseconds). */
const answerKeptFor = 20_000;

/**
 * Returns the job to keep, perhaps with `oldSince` added. Returns undefined if the job and its report may be deleted.
 */
export function keptJob(job: Job, now: number): Job | undefined {
  const { ended = 0, oldSince = Number.POSITIVE_INFINITY } = job;
  if (isKnown(job)) return ageOf(ended, now) < answerKeptFor ? job : undefined;
  const until = keptUntil(job);
  if (until === undefined || now < ended + keptFor - doubtFor) return job;
  if (oldSince > now) return { ...job, oldSince: now };
  return now < until ? job : undefined;
}

/** Whether a job is a single write whose outcome is known. */
export const isKnown = ({ press, ended, counts }: Job): boolean => !!press && ended !== undefined && !counts.unknown;

/** Whether a single write may be deleted: its outcome is known, and it either failed or no page waits for it. */
export const isForgotten = (job: Job): boolean => isKnown(job) && !(job.awaited && job.counts.done);
