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
import type { Website } from '../../services/index.ts';
import { traitsOf } from '../../services/traits.ts';
import { connections, get } from '../../storage/settings.ts';
import { isSame } from '../../util/isSame.ts';
import { ageOf } from '../../util/moments.ts';
import { requestProblem, required } from '../problems.ts';
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

/** Returns the context for a job's requests, so that a job is only ever sent to its own account. */
const contextOf = ({ account, private: isPrivate }: Job): BoundContext => ({
  account,
  ...(isPrivate ? { private: true } : {}),
});

/** Data of a write that only this worker has. */
export interface Given {
  /** Only for a create: when the service reported that it does not have the host. */
  absentAt?: number | undefined;
  /** Only for a press: the typed password, and the record as the person saw it. Neither is stored. */
  password?: string | undefined;
  known?: KnownRecord | undefined;
}

/** Returns the fields that an item writes. A create with privacy 2 and no own password uses the default password. */
async function jobFieldsOf(job: Job, item: Item, typed?: string): Promise<JobFields & { password?: string }> {
  const fields = fieldsLeft(job, item);
  if (typed && !item.overridden?.includes('password')) return { ...fields, password: typed };
  if (fields.privacy !== 2 || !job.password) return fields;
  const password = await passwordFor(job, item);
  if (!password) throw required('password');
  return { ...fields, password };
}

/** Marks an item that gets a generated password. Call it before the write, because after a write nothing may fail. */
async function secretMark({ password, account }: Job, { fields, overridden }: Item): Promise<{ secret?: true }> {
  if (password !== 'each' || (fields?.privacy ?? 2) !== 2 || overridden?.includes('password')) return {};
  const { kind } = await serviceOf('analytics', account);
  return traitsOf(kind).privacy.includes(2) ? { secret: true } : {};
}

/**
 * Whether a record may have been changed from here although its connection does not show it: through another
 * connection, or with a lost answer.
 */
async function mayDiffer({ id: own, serviceUrl }: Job, id: string): Promise<boolean> {
  const [{ list }, open] = await Promise.all([get(connections), openWrites(serviceUrl, id)]);
  return (
    list.filter(({ analyticsUrl }) => analyticsUrl === serviceUrl).length > 1 || open.some(({ job }) => job.id !== own)
  );
}

/**
 * Returns the recently reported record for a job's update. Undefined: it has to be read first, because its id may
 * belong to another website by now, or because its earlier values would not be certain enough for an undo.
 */
async function storedNow(job: Job, { id = '', key: domain }: Item): Promise<Website | undefined> {
  if (job.rebound || job.undoes || (await mayDiffer(job, id).catch(() => true))) return undefined;
  const website = await knownNow(records, job.account, { id, domain }, Date.now()).catch(() => undefined);
  // An undo would make it public again, so it must certainly be public now.
  return website?.privacy === 0 && job.fields.privacy ? undefined : website;
}

/** For how long the answer that a host is absent saves a create's own look-up (milliseconds). */
const maxAbsentAge = 15 * 60_000;
/** For each job that this worker started: the clock minus the monotonic time, to notice when the clock is set. */
const clockAhead = new Map<string, number>();

/** Notes that a job starts in this worker. */
export const noteStart = (job: string): void => void clockAhead.set(job, Date.now() - performance.now());

/**
 * Whether the answer that a host is absent is recent. Its age is unknown if an earlier worker got it, or if its time is
 * in the future.
 */
function isRecent({ id }: Job, absentAt: number): boolean {
  const now = Math.max(Date.now(), (clockAhead.get(id) ?? Number.POSITIVE_INFINITY) + performance.now());
  return ageOf(absentAt, now) < maxAbsentAge;
}

/** How an item succeeded, and the record that a create has made or found. */
export type Made = ItemEnd & Pick<Registration, 'website' | 'isFound'>;

/**
 * Stores that an item is sent now. Resolves to the stored item, or to undefined if it must not be sent. For a press,
 * this is the first time it is stored.
 */
async function begin(job: Job, item: Item, noted: Noted): Promise<Item | undefined> {
  if (!job.press) return markSent(item, noted);
  const sent = sentItem(item, noted);
  const adding = addJob(job, [sent]);
  // A change of a record may be sent twice. A create that cannot be stored may not be sent at all.
  const isNew = await (job.kind === 'create' ? adding : adding.catch(() => true));
  // If this worker stops, the alarm starts the next one. Set in turn, so that no run that does not know of the press
  // clears it.
  void navigator.locks.request('jobs', () => keepAlarm(true));
  return isNew ? sent : undefined;
}

/** Like `begin`, for the change of a record. */
const beginChange = (job: Job, item: Item, noted: Noted = {}): Promise<Item | undefined> =>
  begin(job, item, { ...noted, open: ['record', job.serviceUrl, item.id ?? ''] });

/** How the queue carries out a kind of task. */
interface Kind {
  /** Makes one write or one look. Rejects with ApiError. Its code is `unconfirmed` if the outcome is unknown. */
  send: (job: Job, item: Item, given?: Given) => Promise<Made>;
  /** Looks up a write whose answer was lost. Rejects with ApiError if the service cannot be asked. */
  verify: (job: Job, item: Item) => Promise<Made | Unfound>;
  /** How many items of a job are in progress at the same time. */
  lanes: number;
}

const unfound = (mayRepeat: boolean): Unfound => ({ mayRepeat });

/** `register` looks up before and after the create. */
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
    // The website may have existed before, because the account may be another one than at the start.
    if (job.rebound) return { outcome: 'already', website };
    return { outcome: 'confirmed', website, ...(await secretMark(job, item)) };
  },
};

/**
 * Looks up the record of a write whose answer was lost. Resolves to undefined if neither the record nor the service's
 * list shows it. Resolves to null for a press if the service cannot be asked, because its look-ups have fixed times.
 */
const seenAgain = (job: Job, { id = '', key }: Item): Promise<Website | undefined | null> =>
  seenNow({ id, domain: key }, contextOf(job)).catch((error: unknown) => {
    if (requestProblem(error).code === 'unseen') return undefined;
    if (job.press) return null;
    throw error;
  });

/** Whether a record shows every field of a job. A password cannot be read back. */
const holdsRecord = (website: Website, fields: JobFields): boolean =>
  Object.entries(fields).every(([name, value]) => isSame(website[name as keyof JobFields], value));

/** Whether an update may be repeated: each of its fields certainly still has its old value, or has the new one. */
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
      // An update by hand brings the values that the person saw.
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
    // The worker that sent it may have stopped before doing this.
    await overrideUpdates(job, id, fieldsSet(job, item));
    return { outcome: 'confirmed', website };
  },
};

/** Whether a project is gone. Undecided if its service cannot tell. */
async function findProjectGone(job: Job, { key: project }: Item): Promise<Made | Unfound> {
  if (await listsProject({ project }, contextOf(job)).catch(() => true)) return unfound(false);
  await dropProject(job.account, project);
  return { outcome: 'confirmed' };
}

const remove: Kind = {
  lanes: 1,
  send: async (job, item, { known } = {}) => {
    const context = contextOf(job);
    let isChanged = false;
    const begin = async (seen?: Website) => {
      isChanged = !!job.undoes && !(seen && isAsMade(item, seen));
      return !isChanged && (await beginChange(job, item)) !== undefined;
    };
    if (job.list) return deleteProject({ project: item.key }, context, begin);
    return deleteWebsite({ ...known, id: item.id ?? '', domain: item.key }, context, begin).catch((error: unknown) => {
      const isOther = job.undoes && requestProblem(error).code === 'other-record';
      if (isChanged || isOther) return { outcome: 'changed-since' as const };
      throw error;
    });
  },
  // The service may have given the id to another website since, which must not be deleted.
  verify: async (job, item) => {
    if (job.list) return findProjectGone(job, item);
    // If neither the record nor the list shows it, it is gone, because it existed before the deletion was sent.
    const website = await seenAgain(job, item);
    if (website === null || (website && standsFor(website, item.key))) return unfound(false);
    // If another website has the id by now, its stored record stays.
    if (!website) await dropWebsite(job.account, item.id ?? '');
    return { outcome: job.rebound ? 'gone' : 'confirmed' };
  },
};

/** A look changes nothing and asks the service nothing, so it may be repeated. Visits are requested after all looks. */
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

/** For each kind of task how to send it, and how to find its outcome if the answer was lost. */
export const kinds: Record<JobKind, Kind> = { create, update, delete: remove, audit };

/**
 * Looks up a write whose outcome is unknown, unless it was certainly not sent. Rejects with ApiError if the service
 * cannot be asked. A press whose connection is gone can never be looked up, so it ends.
 */
export async function verifyItem(
  job: Job,
  item: Item,
): Promise<Made | Unfound | { isOver: true; outcome?: undefined }> {
  if (item.unsent) return unfound(false);
  if (job.press && !(await isConnected(job.account))) return { isOver: true };
  return kinds[job.kind].verify(job, item);
}
