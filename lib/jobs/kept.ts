import { ageOf } from '../util/moments.ts';
import type { Job } from './types.ts';

const day = 24 * 3_600_000;
/** How long a report is stored (milliseconds). */
const keptFor = 30 * day;
/**
 * The least time from the first check that finds a report nearly old enough to the deletion of the report
 * (milliseconds). Meanwhile, a wrong clock can be corrected.
 */
const doubtFor = day;

/**
 * Returns when a report may be deleted. Returns undefined if that is not known yet, because the job has not ended or
 * its passwords have not been copied. An audit's report stays until the next audit, so that is unknown, too.
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

/** Whether a job is a single write that a person pressed for in a page (`press`), with a known outcome. */
export const isKnown = ({ press, ended, counts }: Job): boolean => !!press && ended !== undefined && !counts.unknown;

/**
 * Whether a job can be deleted at once. A press with a known outcome can, unless a page still waits for the record that
 * the press created.
 */
export const isForgotten = (job: Job): boolean => isKnown(job) && !(job.awaited && job.counts.done);
