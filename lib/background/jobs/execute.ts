import { hostOf, standsFor } from '../../hosts/hostOf.ts';
import type { ItemEnd } from '../../jobs/retryPolicy.ts';
import type { Item, Job, JobFields, JobKind } from '../../jobs/types.ts';
import { ApiError, type Website } from '../../services/index.ts';
import { traitsOf } from '../../services/traits.ts';
import { isSame } from '../../util/isSame.ts';
import { ageOf } from '../../util/moments.ts';
import { isCertain, requestProblem } from '../problems.ts';
import { type BoundContext, request, serviceOf } from '../request.ts';
import { beginWrite, endWrite, underWayFor } from '../underWay.ts';
import { findExact } from '../websites/lookUp.ts';
import { endCreate } from '../websites/pendingCreates.ts';
import { register } from '../websites/register.ts';
import { announce, dropId, putSites } from '../websites/siteCache.ts';
import { deleteWebsite, seenNow, updateWebsite } from '../websites/writes.ts';
import { passwordFor } from './passwords.ts';

const unconfirmedItem = (error: unknown): never => {
  const problem = requestProblem(error);
  throw new ApiError(isCertain(problem) || problem.code === 'unseen' ? problem : { ...problem, code: 'unconfirmed' });
};

/** A job is only ever sent to its own account. */
const contextOf = ({ account }: Job): BoundContext => ({ account });

/** The fields an item is written with. With privacy 2 and no password of its own, a job uses the default password. */
async function jobFieldsOf(job: Job, item: Item): Promise<JobFields & { password?: string }> {
  const fields = { ...job.fields, ...item.fields };
  if (fields.privacy !== 2 || !job.password) return fields;
  const password = await passwordFor(job, item);
  if (!password) throw new ApiError({ kind: 'rejected', code: 'required', fields: { password: [] } });
  return { ...fields, password };
}

/** Marks an item that gets a generated password. Call it before the write, because after a write nothing may fail. */
async function secretMark({ password, account }: Job, { fields }: Item): Promise<{ secret?: true }> {
  if (password !== 'each' || (fields?.privacy ?? 2) !== 2) return {};
  const { kind } = await serviceOf('analytics', account);
  return traitsOf(kind).privacy.includes(2) ? { secret: true } : {};
}

/** Rejects if the record's id belongs to another website, as it may with another account's key. */
async function seenSame(job: Job, { id = '', key }: Item): Promise<void> {
  const now = await seenNow({ id, domain: key }, contextOf(job));
  if (!now) throw new ApiError({ kind: 'missing' });
  if (!standsFor(now, key)) throw new ApiError({ kind: 'conflict', code: 'other-site' });
}

/** How long the answer that a host is absent may replace the look-up of a create (milliseconds). */
const maxAbsentAge = 15 * 60_000;
/** By job that this worker started: the computer's clock minus the monotonic one at that time, since the former may be set later. */
const clockAhead = new Map<string, number>();

/** Notes that a job starts in this worker. */
export const noteStart = (job: string): void => void clockAhead.set(job, Date.now() - performance.now());

/** Whether the answer that a host is absent is recent. The age is unknown if an earlier worker got it, or if its time is in the future. */
function isRecent({ id }: Job, absentAt: number): boolean {
  const now = Math.max(Date.now(), (clockAhead.get(id) ?? Number.POSITIVE_INFINITY) + performance.now());
  return ageOf(absentAt, now) < maxAbsentAge;
}

type SendItem = (job: Job, item: Item, absentAt?: number) => Promise<ItemEnd>;

/** One item. `register` looks up before and after; an update or delete whose answer is lost is `unconfirmed`. */
const sends: Record<JobKind, SendItem> = {
  create: async (job, item, absentAt) => {
    const input = { domain: item.key, ...(await jobFieldsOf(job, item)) };
    const secret = await secretMark(job, item);
    const { outcome } = await register(input, contextOf(job), {
      ...(absentAt === undefined || job.rebound ? {} : { isAbsent: isRecent(job, absentAt) }),
      ...(item.despiteUnknown ? { despiteUnknown: true } : {}),
    });
    return { outcome, ...(outcome === 'already' ? {} : secret) };
  },
  update: async (job, item) => {
    const id = item.id ?? '';
    if (job.rebound) await seenSame(job, item);
    const secret = await secretMark(job, item);
    await updateWebsite({ id, ...(await jobFieldsOf(job, item)) }, contextOf(job)).catch(unconfirmedItem);
    return { outcome: 'updated', ...secret };
  },
  audit: async (job, item) => {
    // Loaded when needed, to keep the worker's start fast.
    const { lookAtSite } = await import('../audit/lookAtSite.ts');
    const look = await lookAtSite(job, item);
    return { outcome: look.state, look };
  },
  delete: async (job, item) =>
    deleteWebsite({ id: item.id ?? '', domain: item.key }, contextOf(job)).catch(unconfirmedItem),
};

const shownKey = (job: Job, id: string): Promise<Website | undefined> =>
  request('websites.show', { id }, contextOf(job)).catch((error) => {
    if (requestProblem(error).kind === 'missing') return undefined;
    throw error;
  });

/** Whether a record shows every field of a job; a password cannot be read back. */
const holdsRecord = (website: Website, fields: JobFields): boolean =>
  Object.entries(fields).every(([name, value]) => isSame(website[name as keyof JobFields], value));

type LookUpItem = (job: Job, item: Item) => Promise<ItemEnd | undefined>;

/** Looks up the outcome of a write whose answer was lost; undefined: the service does not show it. */
const lookUps: Record<JobKind, LookUpItem> = {
  create: async (job, item) => {
    const { key } = item;
    const [website] = await findExact(hostOf(key) ?? key, contextOf(job));
    if (website) {
      await putSites(job.account, [website]);
      await announce(job.account, { kind: 'website', created: true, website });
    }
    if (website || !itemUnderWayFor(job, item)) await endCreate(job.account, key);
    // It may have existed before: the account may be another one than at the start.
    if (website && job.rebound) return { outcome: 'already' };
    return website && { outcome: 'confirmed', ...(await secretMark(job, item)) };
  },
  update: async (job, { id = '', key }) => {
    const website = await shownKey(job, id);
    return website && standsFor(website, key) && !job.password && holdsRecord(website, job.fields)
      ? { outcome: 'confirmed' }
      : undefined;
  },
  // A look changes nothing, so it is repeated.
  audit: async () => undefined,
  // The service may have given the id to another website since, which must not be deleted.
  delete: async (job, { id = '', key }) => {
    const website = await seenNow({ id, domain: key }, contextOf(job)).catch((error) => {
      // It existed before the delete was sent, and neither the record nor the list shows it any more.
      if (requestProblem(error).code === 'unseen') return undefined;
      throw error;
    });
    if (website && standsFor(website, key)) return undefined;
    await dropId(job.account, id);
    return { outcome: job.rebound ? 'gone' : 'confirmed' };
  },
};

/** Names what is written: a record by its id, or a host as `register` names it. */
const writeName = ({ account }: Job, { id, key }: Item) => `${account} ${id ?? hostOf(key)}`;

/** For how long an item's write may still be under way (milliseconds). */
export const itemUnderWayFor = (job: Job, item: Item): number =>
  job.kind === 'audit' ? 0 : underWayFor(writeName(job, item));

/** Makes one write of a job, or one look. Rejects with ApiError; code `unconfirmed`: the outcome is unknown. */
export const sendItem: SendItem = async (job, item, absentAt) => {
  if (job.kind === 'audit') return sends.audit(job, item);
  const name = writeName(job, item);
  // `register` notes when a create begins: until then, an earlier create of the host may still be pending.
  if (job.kind !== 'create') beginWrite(name);
  const ended = await sends[job.kind](job, item, absentAt);
  endWrite(name);
  return ended;
};

/** Looks up a write whose outcome is unknown. Rejects with ApiError if the service cannot be asked. */
export const lookUpItem: LookUpItem = async (job, item) => lookUps[job.kind](job, item);
