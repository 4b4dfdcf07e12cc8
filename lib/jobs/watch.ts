import { stored } from '../messages/stored.ts';
import type { RateLimit } from '../services/rateLimit.ts';
import { isText, isWebAddress, readList, readTable } from '../storage/readParts.ts';
import { type Setting, watch } from '../storage/settings.ts';
import { isRecord } from '../util/isRecord.ts';
import type { TabName } from '../websites/query.ts';
import { allJobs } from './store.ts';
import type { Job, JobKind } from './types.ts';

const isJob = (value: unknown): value is Job =>
  isRecord(value) &&
  [value.id, value.kind, value.state, value.account].every(isText) &&
  [value.fields, value.counts, value.outcomes].every(isRecord) &&
  isWebAddress(value.serviceUrl);

/** All bulk jobs in their present state, in memory. The worker updates them for pages up to twice a second. */
export const jobsNow: Setting<Job[]> = {
  key: 'jobs',
  area: 'session',
  fallback: [],
  parse: (value) => readList(value, (one) => (isJob(one) ? one : undefined)),
};

/**
 * Calls back with all bulk jobs that the person has not dismissed, oldest first: once at the beginning, then on every
 * change. Returns a function that stops the calls.
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

const isNumber = (value: unknown) => typeof value === 'number';

function parseLimit(value: unknown): RateLimit | undefined {
  if (!isRecord(value) || !Array.isArray(value.sent)) return undefined;
  const numbers = Object.entries(value).filter(([, one]) => isNumber(one));
  const assumed = value.assumed === true ? { assumed: true as const } : {};
  const hits = Array.isArray(value.hits) ? { hits: value.hits.filter(isNumber) } : {};
  return { ...Object.fromEntries(numbers), ...assumed, ...hits, sent: value.sent.filter(isNumber) };
}

/** The known rate limit of each service, by origin. Pages use it to show how long many requests will take. */
export const rateLimitsNow: Setting<Record<string, RateLimit>> = {
  key: 'paces',
  area: 'session',
  fallback: {},
  parse: (value) => readTable(value, parseLimit),
};
