import { ageOf } from '../util/moments.ts';
import type { Job } from './types.ts';

const day = 24 * 3_600_000;
/** How long a report is stored (milliseconds). */
const keptFor = 30 * day;
/**
 * The least time between the check that first finds a report nearly old enough and its deletion (milliseconds).
 * Meanwhile, a wrong clock can be corrected.
 */
const doubtFor = day;

/**
 * Returns when a report may be deleted. Undefined: not yet known, because the job has not ended, its passwords have not
 * been copied, or it is an audit, whose report stays until the next audit.
 */
export const keptUntil = ({ kind, ended, secrets, oldSince = 0 }: Job): number | undefined =>
  ended === undefined || secrets || kind === 'audit' ? undefined : Math.max(ended + keptFor, oldSince + doubtFor);

/** How long a page can fetch the outcome of its press (milliseconds). The page asks again within a second. */
const answerKeptFor = 20_000;

/** Returns the job to store, which may have a new `oldSince`, or undefined if its report may be deleted. */
export function keptJob(job: Job, now: number): Job | undefined {
  const { ended = 0, oldSince = Number.POSITIVE_INFINITY } = job;
  if (isKnown(job)) return ageOf(ended, now) < answerKeptFor ? job : undefined;
  const until = keptUntil(job);
  if (until === undefined || now < ended + keptFor - doubtFor) return job;
  if (oldSince > now) return { ...job, oldSince: now };
  return now < until ? job : undefined;
}

/** Whether a job is a press whose outcome is known. */
export const isKnown = ({ press, ended, counts }: Job): boolean => !!press && ended !== undefined && !counts.unknown;

/**
 * Whether a job can be deleted at once. A press with a known outcome can, unless a page still waits for the record that
 * the press created.
 */
export const isForgotten = (job: Job): boolean => isKnown(job) && !(job.awaited && job.counts.done);
