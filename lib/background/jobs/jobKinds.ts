import { hostOf, standsFor } from '../../hosts/hostOf.ts';
import { endCreate } from '../../jobs/openCreates.ts';
import { fieldsLeft } from '../../jobs/overridden.ts';
import type { ItemEnd, Unfound } from '../../jobs/retryPolicy.ts';
import { sentItem } from '../../jobs/state.ts';
import type { Item, Job, JobFields, JobKind, Noted } from '../../jobs/types.ts';
import { isAsMade, isUndoable, seenBefore } from '../../jobs/undo.ts';
import { fieldsSet, overrideByOpen, overrideUpdates } from '../../jobs/wishes.ts';
import { addJob, markSent, openWrites } from '../../jobs/write.ts';
import type { Registration } from '../../messages/commands.ts';
import { knownNow } from '../../records/read.ts';
import { ApiError, type Website } from '../../services/index.ts';
import { traitsOf } from '../../services/traits.ts';
import { connections, get } from '../../storage/settings.ts';
import { isSame } from '../../util/isSame.ts';
import { ageOf } from '../../util/moments.ts';
import { requestProblem } from '../problems.ts';
import { announce } from '../records/change.ts';
import { dropProject, dropWebsite } from '../records/keep.ts';
import { records } from '../records/records.ts';
import { type BoundContext, isConnected, serviceOf } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { noteId } from '../websites/doubles.ts';
import { findFirst, findQuietly } from '../websites/lookUp.ts';
import { mayCreateAgain, register } from '../websites/register.ts';
import {
  deleteProject,
  deleteWebsite,
  type KnownRecord,
  listsProject,
  seenNow,
  updateWebsite,
} from '../websites/writes.ts';
import { keepAlarm } from './alarm.ts';
import { passwordFor } from './passwords.ts';

/** A job is only ever sent to its own account. */
const contextOf = ({ account, private: isPrivate }: Job): BoundContext => ({
  account,
  ...(isPrivate ? { private: true } : {}),
});

/** What only this worker knows of a write. */
export interface Given {
  /** Of a create: when the service said that it does not have the host. */
  absentAt?: number | undefined;
  /** Of a press: the password that was typed, and what the person knew of the record. Neither is stored. */
  password?: string | undefined;
  known?: KnownRecord | undefined;
}

/** The fields an item is written with. With privacy 2 and no password of its own, a create uses the default password. */
async function jobFieldsOf(job: Job, item: Item, typed?: string): Promise<JobFields & { password?: string }> {
  const fields = fieldsLeft(job, item);
  if (typed && !item.overridden?.includes('password')) return { ...fields, password: typed };
  if (fields.privacy !== 2 || !job.password) return fields;
  const password = await passwordFor(job, item);
  if (!password) throw new ApiError({ kind: 'rejected', code: 'required', fields: { password: [] } });
  return { ...fields, password };
}

/** Marks an item that gets a generated password. Call it before the write, because after a write nothing may fail. */
async function secretMark({ password, account }: Job, { fields, overridden }: Item): Promise<{ secret?: true }> {
  if (password !== 'each' || (fields?.privacy ?? 2) !== 2 || overridden?.includes('password')) return {};
  const { kind } = await serviceOf('analytics', account);
  return traitsOf(kind).privacy.includes(2) ? { secret: true } : {};
}

/** Whether a record may have been changed from here without its connection's knowing: through another one, or with a lost answer. */
async function mayDiffer({ id: own, serviceUrl }: Job, id: string): Promise<boolean> {
  const [{ list }, open] = await Promise.all([get(connections), openWrites(serviceUrl, id)]);
  return (
    list.filter(({ analyticsUrl }) => analyticsUrl === serviceUrl).length > 1 || open.some(({ job }) => job.id !== own)
  );
}

/**
 * The record of a job's update as it was reported lately; undefined: it has to be looked at first. Its id may belong to another
 * by now, or it may have changed since what is to be undone.
 */
async function storedNow(job: Job, { id = '', key: domain }: Item): Promise<Website | undefined> {
  if (job.rebound || job.undoes || (await mayDiffer(job, id).catch(() => true))) return undefined;
  const website = await knownNow(records, job.account, { id, domain }, Date.now()).catch(() => undefined);
  // An undo would make it public again, so it has to be certain that it is public now.
  return website?.privacy === 0 && job.fields.privacy ? undefined : website;
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

/** How an item succeeded, and the record that a create has made or found. */
export type Made = ItemEnd & Pick<Registration, 'website' | 'isFound'>;

/**
 * Stores that an item is sent now. Resolves to the item as it was stored by then; undefined: it must not be sent. A press is
 * stored with it, as the first that is known of it.
 */
async function begin(job: Job, item: Item, noted: Noted): Promise<Item | undefined> {
  if (!job.press) return markSent(item, noted);
  const sent = sentItem(item, noted);
  const adding = addJob(job, [sent]);
  // What changes a record may be sent twice; a create that is noted nowhere may not be sent at all.
  const isNew = await (job.kind === 'create' ? adding : adding.catch(() => true));
  // For the next worker, should this one be stopped. In turn, so that no run that has not seen the press takes it away.
  void navigator.locks.request('jobs', () => keepAlarm(true));
  return isNew ? sent : undefined;
}

/** The same of a change of a record. */
const beginChange = (job: Job, item: Item, noted: Noted = {}): Promise<Item | undefined> =>
  begin(job, item, { ...noted, open: ['record', job.serviceUrl, item.id ?? ''] });

/** What the queue knows of a kind of task. */
interface Kind {
  /** Makes one write, or one look. Rejects with ApiError; code `unconfirmed`: the outcome is unknown. */
  send: (job: Job, item: Item, given?: Given) => Promise<Made>;
  /** Looks up a write whose answer was lost. Rejects with ApiError if the service cannot be asked. */
  verify: (job: Job, item: Item) => Promise<Made | Unfound>;
  /** How many items of a job are worked on at once. */
  lanes: number;
}

const unfound = (mayRepeat: boolean): Unfound => ({ mayRepeat });

/** `register` looks up before and after. */
const create: Kind = {
  lanes: 1,
  send: async (job, item, { absentAt, password } = {}) => {
    const input = { domain: item.key, ...(await jobFieldsOf(job, item, password)) };
    const secret = await secretMark(job, item);
    const { outcome, ...made } = await register(input, contextOf(job), {
      ...(absentAt === undefined || job.rebound ? {} : { isAbsent: isRecent(job, absentAt) }),
      ...(item.despiteUnknown ? { despiteUnknown: true } : {}),
      ...(item.resend ? { again: item.resend === true ? Date.now() : item.resend } : {}),
      item,
      begin: async (open) => (await begin(job, item, open)) !== undefined,
    });
    return { outcome, ...made, ...(outcome === 'already' ? {} : secret) };
  },
  verify: async (job, item) => {
    const { account } = job;
    const host = hostOf(item.key) ?? item.key;
    const context = contextOf(job);
    const website = await (job.press ? findQuietly : findFirst)(host, context);
    if (!website) return unfound(!job.press && (await mayCreateAgain(account, host)));
    if (tracesOf(context).stored) await announce(account, { kind: 'website', created: true, website });
    await noteId(context, host, website);
    await endCreate(account, host, item, true);
    // It may have existed before: the account may be another one than at the start.
    if (job.rebound) return { outcome: 'already', website };
    return { outcome: 'confirmed', website, ...(await secretMark(job, item)) };
  },
};

/**
 * The record of a write whose answer was lost; undefined where neither the record nor the list of its service shows it. A press
 * is looked for at its times, whether the service can be asked then or not: null where it cannot.
 */
const seenAgain = (job: Job, { id = '', key }: Item): Promise<Website | undefined | null> =>
  seenNow({ id, domain: key }, contextOf(job)).catch((error: unknown) => {
    if (requestProblem(error).code === 'unseen') return undefined;
    if (job.press) return null;
    throw error;
  });

/** Whether a record shows every field of a job; a password cannot be read back. */
const holdsRecord = (website: Website, fields: JobFields): boolean =>
  Object.entries(fields).every(([name, value]) => isSame(website[name as keyof JobFields], value));

/** Whether an update may be repeated: each of its fields is known to have its old value still, or has its new one. */
function isAsBefore(website: Website, { before = {} }: Item, fields: JobFields): boolean {
  const isOf = (name: string, values: JobFields) =>
    name in values && isSame(website[name as keyof JobFields], values[name as keyof JobFields]);
  return Object.keys(fields).every((name) => isOf(name, fields) || isOf(name, before));
}

const update: Kind = {
  lanes: 1,
  send: async (job, item, { password, known } = {}) => {
    const { id = '' } = item;
    const { serviceUrl, press } = job;
    let ended: Made = { outcome: 'updated' };
    const stored = press ? undefined : await storedNow(job, item);
    const website = await updateWebsite(id, contextOf(job), {
      // An update by hand says itself what the person saw.
      known: press || stored ? known : { domain: item.key },
      ...(press && { fields: await jobFieldsOf(job, item, password) }),
      begin: async (looked) => {
        if (press) {
          const now = await beginChange(job, item);
          return now && jobFieldsOf(job, now, password);
        }
        const record = looked ?? stored;
        if (job.undoes && !(record && isUndoable(item, record))) {
          ended = { outcome: 'changed-since' };
          return undefined;
        }
        await overrideByOpen(serviceUrl, id);
        const now = await beginChange(job, item, seenBefore(job, item, record));
        if (now) ended = { outcome: 'updated', ...(await secretMark(job, now)) };
        return now && jobFieldsOf(job, now);
      },
      settle: (sent) => overrideUpdates(job, id, sent),
    });
    return { ...ended, website };
  },
  verify: async (job, item) => {
    const { key, id = '' } = item;
    const fields = fieldsLeft(job, item);
    const website = await seenAgain(job, item);
    if (!website || (key && !standsFor(website, key))) return unfound(false);
    if (job.password || !holdsRecord(website, fields)) return unfound(!job.press && isAsBefore(website, item, fields));
    // Its worker may have been stopped before it could.
    await overrideUpdates(job, id, fieldsSet(job, item));
    return { outcome: 'confirmed', website };
  },
};

/** Whether a project is gone; not where its service cannot say. */
async function findProjectGone(job: Job, { key: project }: Item): Promise<Made | Unfound> {
  if (await listsProject({ project }, contextOf(job)).catch(() => true)) return unfound(false);
  await dropProject(job.account, project);
  return { outcome: 'confirmed' };
}

const remove: Kind = {
  lanes: 1,
  send: async (job, item, { known } = {}) => {
    const context = contextOf(job);
    let isLeft = false;
    const begin = async (seen?: Website) => {
      isLeft = !!job.undoes && !(seen && isAsMade(item, seen));
      return !isLeft && (await beginChange(job, item)) !== undefined;
    };
    if (job.list) return deleteProject({ project: item.key }, context, begin);
    return deleteWebsite({ ...known, id: item.id ?? '', domain: item.key }, context, begin).catch((error: unknown) => {
      const isOther = job.undoes && requestProblem(error).code === 'other-record';
      if (isLeft || isOther) return { outcome: 'changed-since' as const };
      throw error;
    });
  },
  // The service may have given the id to another website since, which must not be deleted.
  verify: async (job, item) => {
    if (job.list) return findProjectGone(job, item);
    // If neither the record nor the list shows it, it is gone: it existed before the delete was sent.
    const website = await seenAgain(job, item);
    if (website === null || (website && standsFor(website, item.key))) return unfound(false);
    // Another website that has the id by now stays known.
    if (!website) await dropWebsite(job.account, item.id ?? '');
    return { outcome: job.rebound ? 'gone' : 'confirmed' };
  },
};

/** A look changes nothing, so it is repeated. It asks the service nothing: the visits follow once all were looked at. */
const audit: Kind = {
  lanes: 6,
  send: async (job, item) => {
    // Loaded when needed, to keep the worker's start fast.
    const { lookAtSite } = await import('../audit/lookAtSite.ts');
    const look = await lookAtSite(job, item);
    return { outcome: look.state, look };
  },
  verify: async () => unfound(true),
};

/** Every kind of task: how it is sent, and how its outcome is found where the answer was lost. */
export const kinds: Record<JobKind, Kind> = { create, update, delete: remove, audit };

/**
 * Looks up a write whose outcome is unknown, unless it was certainly not sent. Rejects with ApiError if the service cannot be
 * asked; a press whose connection is gone can never be looked up, so it is over.
 */
export async function verifyItem(
  job: Job,
  item: Item,
): Promise<Made | Unfound | { isOver: true; outcome?: undefined }> {
  if (item.unsent) return unfound(false);
  if (job.press && !(await isConnected(job.account))) return { isOver: true };
  return kinds[job.kind].verify(job, item);
}
