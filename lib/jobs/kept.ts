import { ageOf } from '../util/moments.ts';
import type { Job } from './types.ts';

const day = 24 * 3_600_000;
/**
 * How long a report is kept, and at least how long after it was first found to be nearly that old (milliseconds): in that
 * time a wrong clock can be put right.
 */
const keptFor = 30 * day;
const doubtFor = day;

/** Until when a report is kept; undefined: an audit's report stays until the next audit, one with passwords until they were copied. */
export const keptUntil = ({ kind, ended, secrets, oldSince = 0 }: Job): number | undefined =>
  ended === undefined || secrets || kind === 'audit' ? undefined : Math.max(ended + keptFor, oldSince + doubtFor);

/** A page asks again within a second (milliseconds). */
const answerKeptFor = 20_000;

/** The job to store; undefined: its report may be deleted. */
export function keptJob(job: Job, now: number): Job | undefined {
  const { ended = 0, oldSince = Number.POSITIVE_INFINITY } = job;
  if (isKnown(job)) return ageOf(ended, now) < answerKeptFor ? job : undefined;
  const until = keptUntil(job);
  if (until === undefined || now < ended + keptFor - doubtFor) return job;
  if (oldSince > now) return { ...job, oldSince: now };
  return now < until ? job : undefined;
}

/** Whether it is known what became of a press. */
export const isKnown = ({ press, ended, counts }: Job): boolean => !!press && ended !== undefined && !counts.unknown;

/** Whether nothing of a job has to be remembered: a press whose outcome is known, unless a page waits for what it made. */
export const isForgotten = (job: Job): boolean => isKnown(job) && !(job.awaited && job.counts.done);
