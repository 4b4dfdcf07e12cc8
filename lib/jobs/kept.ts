import { ageOf } from '../util/moments.ts';
import type { Job } from './types.ts';

const day = 24 * 3_600_000;
/**
 * How long a report is stored, and the least time between the first check that finds it nearly that old and its
 * deletion (milliseconds). In between, a wrong clock can be corrected.
 */
const keptFor = 30 * day;
const doubtFor = day;

/**
 * When a report may be deleted. Undefined: an audit's report stays until the next audit, a report with passwords until
 * they are copied.
 */
export const keptUntil = ({ kind, ended, secrets, oldSince = 0 }: Job): number | undefined =>
  ended === undefined || secrets || kind === 'audit' ? undefined : Math.max(ended + keptFor, oldSince + doubtFor);

/** For how long a page can fetch the outcome of its press (milliseconds). It asks again within a second. */
const answerKeptFor = 20_000;

/** The job to store. Undefined: its report may be deleted. */
export function keptJob(job: Job, now: number): Job | undefined {
  const { ended = 0, oldSince = Number.POSITIVE_INFINITY } = job;
  if (isKnown(job)) return ageOf(ended, now) < answerKeptFor ? job : undefined;
  const until = keptUntil(job);
  if (until === undefined || now < ended + keptFor - doubtFor) return job;
  if (oldSince > now) return { ...job, oldSince: now };
  return now < until ? job : undefined;
}

/** Whether the outcome of a press is known. */
export const isKnown = ({ press, ended, counts }: Job): boolean => !!press && ended !== undefined && !counts.unknown;

/**
 * Whether a job can be deleted at once: a press with a known outcome, unless a page still waits for the record that it
 * created.
 */
export const isForgotten = (job: Job): boolean => isKnown(job) && !(job.awaited && job.counts.done);
