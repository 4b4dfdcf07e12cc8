import { hostOf } from '../../hosts/hostOf.ts';
import { type Ended, sureAfter } from '../../jobs/retryPolicy.ts';
import type { Item, Job, JobFields, JobKind } from '../../jobs/state.ts';
import { ApiError, type Website } from '../../services/index.ts';
import { certain, requestProblem } from '../problems.ts';
import { type Context, request } from '../request.ts';
import { exactly } from '../websites/lookUp.ts';
import { end } from '../websites/pendingCreates.ts';
import { register } from '../websites/register.ts';
import { announce, forgetId, learn } from '../websites/siteCache.ts';
import { deleteWebsite, updateWebsite } from '../websites/writes.ts';
import { passwordFor } from './passwords.ts';

const unconfirmed = (error: unknown): never => {
  const problem = requestProblem(error);
  throw new ApiError(certain.has(problem.kind) ? problem : { ...problem, code: 'unconfirmed' });
};

/** A job never goes to another service than the one it was started for. */
const contextOf = ({ base }: Job): Context => ({ base });

/** The fields an item is written with. Privacy 2 without a password of the job's own takes the common one of new sites. */
async function fieldsOf(job: Job, item: Item): Promise<JobFields & { password?: string }> {
  if (job.fields.privacy !== 2 || !job.password) return job.fields;
  const password = await passwordFor(job, item);
  if (!password) throw new ApiError({ kind: 'rejected', code: 'required', fields: { password: [] } });
  return { ...job.fields, password };
}

/** `go`: nothing is asked or sent before it resolves. */
type Send = (job: Job, item: Item, absentAt?: number, go?: Promise<unknown>) => Promise<Ended>;

/** One write. `register` looks up before and after; a change or delete whose answer is lost is `unconfirmed`. */
const sends: Record<JobKind, Send> = {
  create: async (job, item, absentAt, go) => {
    const input = { domain: item.key, ...(await fieldsOf(job, item)) };
    const { outcome } = await register(input, contextOf(job), {
      quick: true,
      ...(go ? { go } : {}),
      ...(absentAt ? { absentAt } : {}),
    });
    return { outcome, ...(job.password === 'each' && outcome !== 'already' ? { secret: true } : {}) };
  },
  update: async (job, item, _absentAt, go) => {
    await go;
    await updateWebsite({ id: item.id ?? '', ...(await fieldsOf(job, item)) }, contextOf(job)).catch(unconfirmed);
    return { outcome: 'updated', ...(job.password === 'each' ? { secret: true } : {}) };
  },
  delete: async (job, item, _absentAt, go) => {
    await go;
    return deleteWebsite({ id: item.id ?? '' }, contextOf(job)).catch(unconfirmed);
  },
};

const shown = (job: Job, id: string): Promise<Website | undefined> =>
  request('websites.show', { id }, contextOf(job)).catch((error) => {
    if (requestProblem(error).kind === 'missing') return undefined;
    throw error;
  });

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether a record shows every field of a job; a password cannot be read back. */
const holds = (website: Website, fields: JobFields): boolean =>
  Object.entries(fields).every(([name, value]) => same(website[name as keyof JobFields], value));

type Look = (job: Job, item: Item) => Promise<Ended | undefined>;

/** What became of a write whose answer was lost; undefined: the service does not show it. */
const looks: Record<JobKind, Look> = {
  create: async (job, { key, sent }) => {
    const website = await exactly(hostOf(key) ?? key, contextOf(job));
    if (website) {
      await learn(job.base, [website]);
      await announce(job.base, { kind: 'website', created: true, website });
    }
    if (website || Date.now() >= sureAfter(sent)) await end(job.base, key);
    return website && { outcome: 'confirmed', ...(job.password === 'each' ? { secret: true } : {}) };
  },
  update: async (job, { id = '' }) => {
    const website = await shown(job, id);
    return website && !job.password && holds(website, job.fields) ? { outcome: 'confirmed' } : undefined;
  },
  // Should the service have given the id to another website since, that one is not meant.
  delete: async (job, { id = '', key }) => {
    const website = await shown(job, id);
    if (website && hostOf(website.domain) === hostOf(key)) return undefined;
    await forgetId(job.base, id);
    return { outcome: 'confirmed' };
  },
};

/** Makes one write of a job. Rejects with ApiError; code `unconfirmed` says that its end is not known. */
export const send: Send = async (job, ...what) => sends[job.kind](job, ...what);

/** Asks what became of a write whose end is not known. Rejects with ApiError where the service cannot be asked. */
export const look: Look = async (job, item) => looks[job.kind](job, item);
