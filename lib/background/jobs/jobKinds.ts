import { hostOf, standsFor } from '../../hosts/hostOf.ts';
import { endCreate } from '../../jobs/openCreates.ts';
import { fieldsLeft } from '../../jobs/overridden.ts';
import { type ItemEnd, type Unfound, unfound } from '../../jobs/retryPolicy.ts';
import { sentItem } from '../../jobs/state.ts';
import type { Item, Job, JobFields, JobKind, Noted } from '../../jobs/types.ts';
import { holdsRecord, isAsMade, isUndoable, seenBefore } from '../../jobs/undo.ts';
import { fieldsSet, overrideByOpen, overrideUpdates } from '../../jobs/wishes.ts';
import { addJob, markSent, openWrites } from '../../jobs/write.ts';
import type { Registration } from '../../messages/commands.ts';
import { knownNow } from '../../records/read.ts';
import { ApiError, type Website } from '../../services/index.ts';
import { connections, get } from '../../storage/settings.ts';
import { ageOf } from '../../util/moments.ts';
import { isSameValue } from '../../websites/conflict.ts';
import { isOtherPrivacy } from '../../websites/record.ts';
import { requestProblem } from '../problems.ts';
import { announce } from '../records/change.ts';
import { dropProject, dropWebsite } from '../records/keepAnswer.ts';
import { records } from '../records/records.ts';
import { type BoundContext, isConnected } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { noteId } from '../websites/accountFacts.ts';
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
import { checkApplied, checkCreated } from './applied.ts';
import { jobFieldsOf, privacyWanted, secretMark } from './itemFields.ts';

/** Returns the context of a job's requests. It names the account, so that they never go to another account. */
const contextOf = ({ account, private: isPrivate }: Job): BoundContext => ({
  account,
  ...(isPrivate ? { private: true } : {}),
});

/** Data for a write that is not stored with the claimed item, so only this worker has it. */
export interface Given {
  /** For a bulk create: when the service last reported that it has no record of the host (milliseconds since 1970). */
  absentAt?: number | undefined;
  /** For a single write by hand: the typed password, and the record as the person saw it (`known`). */
  password?: string | undefined;
  known?: KnownRecord | undefined;
}

/**
 * Whether Waymark itself may have changed a record since it was stored: through another connection to the same service,
 * or by another job's write with unknown outcome.
 */
async function mayDiffer({ id: own, serviceUrl }: Job, id: string): Promise<boolean> {
  const [{ list }, open] = await Promise.all([get(connections), openWrites(serviceUrl, id)]);
  return (
    list.filter(({ analyticsUrl }) => analyticsUrl === serviceUrl).length > 1 || open.some(({ job }) => job.id !== own)
  );
}

/**
 * Returns the stored record for a job's update. Resolves to undefined if the record must first be read from the
 * service: its id may belong to another website by now, its values may be out of date, or the update or its undo would
 * make the website public.
 */
async function storedNow(job: Job, { id = '', key: domain }: Item): Promise<Website | undefined> {
  const isRead = job.rebound || job.undoes || job.fields.privacy === 0;
  if (isRead || (await mayDiffer(job, id).catch(() => true))) return undefined;
  const website = await knownNow(records, job.account, { id, domain }, Date.now()).catch(() => undefined);
  return website?.privacy === 0 && job.fields.privacy ? undefined : website;
}

/**
 * How long Waymark trusts the service's report that it lacks a host (milliseconds). During this time, a create needs no
 * look-up.
 */
const maxAbsentAge = 15 * 60_000;
/**
 * For each job started in this worker, how far the clock was ahead of the monotonic time at its start (milliseconds). A
 * changed difference means that the clock was set meanwhile.
 */
const clockAhead = new Map<string, number>();

/** Stores the present difference between the two clocks for a job that starts now (see `clockAhead`). */
export const noteStart = (job: string): void => void clockAhead.set(job, Date.now() - performance.now());

/**
 * Whether the service reported only recently that it lacks a host. `absentAt`: when it did. False if an earlier worker
 * started the job, or if `absentAt` is in the future.
 */
function isRecent({ id }: Job, absentAt: number): boolean {
  const now = Math.max(Date.now(), (clockAhead.get(id) ?? Number.POSITIVE_INFINITY) + performance.now());
  return ageOf(absentAt, now) < maxAbsentAge;
}

/** The outcome of an item that succeeded, and the website that was written, if the service has returned it. */
export type Made = ItemEnd & Pick<Registration, 'website' | 'isFound'>;

/**
 * Stores that an item is being sent, right before the request. Resolves to the stored item, or to undefined if the item
 * must not be sent. A single write by hand is stored here for the first time.
 */
async function begin(job: Job, item: Item, noted: Noted): Promise<Item | undefined> {
  if (!job.press) return markSent(item, noted);
  const sent = sentItem(item, noted);
  const adding = addJob(job, [sent]);
  // An update or deletion is sent even if it cannot be stored, because sending it twice does no harm. A create is not.
  const isNew = await (job.kind === 'create' ? adding : adding.catch(() => true));
  // If this worker stops, the alarm starts the next one. The lock is needed because a run that does not know of this
  // write might clear the alarm.
  void navigator.locks.request('jobs', () => keepAlarm(true));
  return isNew ? sent : undefined;
}

/** Like the function `begin`, for a change of a record. Also stores the field `open` of the item (see `Item`). */
const beginChange = (job: Job, item: Item, noted: Noted = {}): Promise<Item | undefined> =>
  begin(job, item, { ...noted, open: ['record', job.serviceUrl, item.id ?? ''] });

interface Kind {
  /** Makes one write, or examines one page. Rejects with ApiError, code `unconfirmed` if the outcome is unknown. */
  send: (job: Job, item: Item, given?: Given) => Promise<Made>;
  /**
   * Finds out whether a write with a lost answer was carried out. Rejects with ApiError if the service cannot be asked.
   */
  verify: (job: Job, item: Item) => Promise<Made | Unfound>;
  /** How many items of one job are carried out at the same time. */
  lanes: number;
}

/** Whether a website cannot come from an item's create: its privacy and its id both differ from the sent ones. */
const isForeign = (job: Job, item: Item, website: Website | undefined): boolean =>
  !!website && website.id !== item.create?.id && isOtherPrivacy(fieldsLeft(job, item), website);

const create: Kind = {
  lanes: 1,
  send: async (job, item, { absentAt, password } = {}) => {
    const input = { domain: item.key, ...(await jobFieldsOf(job, item, password)) };
    const [secret, wanted] = await Promise.all([secretMark(job, item), privacyWanted(job, input)]);
    const {
      outcome: found,
      isOthers,
      ...made
    } = await register(input, contextOf(job), {
      ...(absentAt === undefined || job.rebound ? {} : { isAbsent: isRecent(job, absentAt) }),
      ...(item.despiteUnknown ? { despiteUnknown: true } : {}),
      ...(item.resend ? { again: item.resend === true ? Date.now() : item.resend } : {}),
      item,
      begin: async (open) => (await begin(job, item, open)) !== undefined,
    });
    // If the website comes from another job or write, its settings or password may differ, so the outcome is `already`.
    const isOther = isOthers && (!job.press || job.password);
    const outcome = found === 'confirmed' && (isOther || isForeign(job, item, made.website)) ? 'already' : found;
    if (found === 'created') await checkCreated(wanted, made.website, contextOf(job));
    return { outcome, ...made, ...(outcome === 'already' ? {} : secret) };
  },
  verify: async (job, item) => {
    const { account } = job;
    const host = hostOf(item.key) ?? item.key;
    const context = contextOf(job);
    const website = await (job.press ? findQuietly : findFirst)(host, context);
    if (!website) return unfound(!job.press && (await mayCreateAgain(account, host)));
    if (tracesOf(context).stored) await announce(account, { kind: 'website', website });
    await noteId(context, host, website);
    await endCreate(account, host, item, { isLost: true });
    // If the job's account has been replaced, the website may have existed before the job, so the outcome is `already`.
    if (job.rebound || item.awaits || isForeign(job, item, website)) return { outcome: 'already', website };
    return { outcome: 'confirmed', website, ...(await secretMark(job, item)) };
  },
};

/**
 * Looks up the record of a write whose answer was lost. Resolves to undefined if the service does not show the record.
 * If the service cannot be asked, rejects, or resolves to null for a single write by hand.
 */
const seenAgain = (job: Job, { id = '', key }: Item): Promise<Website | undefined | null> =>
  seenNow({ id, domain: key }, contextOf(job)).catch((error: unknown) => {
    if (requestProblem(error).code === 'unseen') return undefined;
    if (job.press) return null;
    throw error;
  });

/** Whether an update may be sent again: the website has the old or the new value of each field to send. */
function isAsBefore(website: Website, { before = {} }: Item, fields: JobFields): boolean {
  const isOf = (name: string, values: JobFields) =>
    name in values && isSameValue(website[name as keyof JobFields], values[name as keyof JobFields]);
  return Object.keys(fields).every((name) => isOf(name, fields) || isOf(name, before));
}

const update: Kind = {
  lanes: 1,
  send: async (job, item, { password, known } = {}) => {
    const { id = '' } = item;
    const { serviceUrl, press } = job;
    let ended: Made = { outcome: press ? 'updated' : 'overridden' };
    let written: JobFields = {};
    const stored = press ? undefined : await storedNow(job, item);
    const website = await updateWebsite(id, contextOf(job), {
      // For an update by hand, `known` comes from the page.
      known: press || stored ? known : { domain: item.key },
      ...(press && { fields: await jobFieldsOf(job, item, password) }),
      begin: async (looked) => {
        if (press) return beginChange(job, item).then((now) => now && jobFieldsOf(job, now, password));
        const record = looked ?? stored;
        if (job.undoes && !(record && isUndoable(item, record))) {
          ended = { outcome: 'changed-since' };
          return undefined;
        }
        await overrideByOpen(serviceUrl, id);
        const now = await beginChange(job, item, seenBefore(job, item, record));
        if (now) ended = { outcome: 'updated', ...(await secretMark(job, now)) };
        written = now ? fieldsLeft(job, now) : {};
        return now && jobFieldsOf(job, now);
      },
      settle: (sent) => overrideUpdates(job, id, sent),
    });
    checkApplied(written, website);
    return { ...ended, website };
  },
  verify: async (job, item) => {
    const { key, id = '' } = item;
    const fields = fieldsLeft(job, item);
    const website = await seenAgain(job, item);
    if (!website || (key && !standsFor(website, key))) return unfound(false);
    if (job.password || !holdsRecord(website, fields))
      return unfound(!job.press && isAsBefore(website, item, fields), website);
    // Done here, because the worker that sent the update may have stopped before it did this.
    await overrideUpdates(job, id, fieldsSet(job, item));
    return { outcome: 'confirmed', website };
  },
};

/** Resolves to the outcome `confirmed` if a project is gone, and to no outcome if it may still exist. */
async function findProjectGone(job: Job, { key: project }: Item): Promise<Made | Unfound> {
  if (await listsProject({ project }, contextOf(job)).catch(() => true)) return unfound(false);
  await dropProject(job.account, project);
  return { outcome: 'confirmed' };
}

const remove: Kind = {
  lanes: 1,
  send: async (job, item, { known } = {}) => {
    let isChanged = false;
    const begin = async (seen?: Website) => {
      isChanged = !!job.undoes && !(seen && isAsMade(item, seen));
      return !isChanged && (await beginChange(job, item)) !== undefined;
    };
    if (job.list) return deleteProject({ project: item.key }, contextOf(job), begin);
    const input = { ...known, id: item.id ?? '', domain: item.key };
    const done: Made = await deleteWebsite(input, contextOf(job), begin).catch((error: unknown) => {
      if (isChanged || (job.undoes && requestProblem(error).code === 'other-record'))
        return { outcome: 'changed-since' };
      throw error;
    });
    // If the account has changed, `gone` proves nothing, because the new account may never have had the record.
    if (job.rebound && done.outcome === 'gone') throw new ApiError({ kind: 'missing' });
    return done;
  },
  // Also compares the host, because the service may have given the id to another website.
  verify: async (job, item) => {
    if (job.list) return findProjectGone(job, item);
    // This account had the website before. So it is gone if neither its record nor the list shows it now.
    const website = await seenAgain(job, item);
    if (website === null || job.rebound || (website && standsFor(website, item.key))) return unfound(false);
    // If another website has the id now, the stored record belongs to it and stays.
    if (!website) await dropWebsite(job.account, item.id ?? '');
    return { outcome: 'confirmed' };
  },
};

/** Examines pages. This changes nothing at the service, so it can be repeated. */
const audit: Kind = {
  lanes: 6,
  send: async (job, item) => {
    // Loaded on demand, so that the worker starts fast.
    const { lookAtSite } = await import('../audit/lookAtSite.ts');
    const looked = await lookAtSite(job, item);
    return { outcome: looked.look.state, ...looked };
  },
  verify: async () => unfound(true),
};

/** The functions that carry out each kind of job. */
export const kinds: Record<JobKind, Kind> = { create, update, delete: remove, audit };

/**
 * Finds out whether a write with unknown outcome was carried out. Looks up nothing if the write was never sent, or if
 * it is a single write whose connection was removed (`isOver`). Rejects with ApiError if the look-up fails.
 */
export async function verifyItem(
  job: Job,
  item: Item,
): Promise<Made | Unfound | { isOver: true; outcome?: undefined }> {
  if (item.unsent) return unfound(false);
  if (job.press && !(await isConnected(job.account))) return { isOver: true };
  return kinds[job.kind].verify(job, item);
}
