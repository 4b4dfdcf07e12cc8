import { ageOf } from '../util/moments.ts';
import type { Job } from './types.ts';

const day = 24 * 3_600_000;
/** How long the report of a job is stored after its end (milliseconds). */
const keptFor = 30 * day;
/**
 * A report is stored for at least this long after it was first found to be almost old enough to be deleted
 * (milliseconds). This leaves time to correct a wrong clock.
 */
const doubtFor = day;

/**
 * Returns when a job's report may be deleted. Undefined while that is open: the job has not ended, its passwords have
 * not been copied, or it is an audit, whose report stays until the next audit.
 */
export const keptUntil = ({ kind, ended, secrets, oldSince = 0 }: Job): number | undefined =>
  ended === undefined || secrets || kind === 'audit' ? undefined : Math.max(ended + keptFor, oldSince + doubtFor);

/**
 * How long the outcome of a press (a single write by hand) is stored for the page that waits for it (milliseconds). The
 * page asks again within a second.
 */
const answerKeptFor = 20_000;

/** Returns the job as it is to be stored, or undefined if it may be deleted with its report. May set `oldSince`. */
export function keptJob(job: Job, now: number): Job | undefined {
  const { ended = 0, oldSince = Number.POSITIVE_INFINITY } = job;
  if (isKnown(job)) return ageOf(ended, now) < answerKeptFor ? job : undefined;
  const until = keptUntil(job);
  if (until === undefined || now < ended + keptFor - doubtFor) return job;
  if (oldSince > now) return { ...job, oldSince: now };
  return now < until ? job : undefined;
}

/** Whether a job is a press (a single write by hand) whose outcome is known. */
export const isKnown = ({ press, ended, counts }: Job): boolean => !!press && ended !== undefined && !counts.unknown;

/**
 * Whether a job need not be stored any longer: it is a press (a single write by hand) with a known outcome, and no page
 * still waits for the record that it created.
 */
export const isForgotten = (job: Job): boolean => isKnown(job) && !(job.awaited && job.counts.done);
