import { hostOf, hostsOf, standsFor } from '../hosts/hostOf.ts';
import type { Website } from '../services/index.ts';
import { hasNewList } from '../services/websiteFields.ts';
import { picked } from '../util/picked.ts';
import { isSameValue } from '../websites/conflict.ts';
import { fieldsLeft } from './overridden.ts';
import type { ItemEnd } from './retryPolicy.ts';
import { itemSettled, type JobStep } from './state.ts';
import type { Item, Job, JobFields } from './types.ts';

/**
 * An item of an undo. `fields`: the values to restore. `before`: the values that the undone job wrote. The record is
 * changed only if it still has them.
 */
type UndoItem = Pick<Item, 'key' | 'id' | 'fields' | 'before'>;

type Seen = Pick<Item, 'before' | 'seen'>;

/** Whether a record has all of these values. Ignores the password, because no service ever returns it. */
export const holdsRecord = (record: Website, values: JobFields): boolean =>
  Object.entries(values).every(([name, value]) => isSameValue(record[name as keyof JobFields], value));

/**
 * Returns a record's values before a change, so that the change can be undone. Returns an empty object if an earlier
 * request of the item may already have made the change; the values stored before that request then stay.
 */
export function seenBefore(job: Job, item: Item, record: Website | undefined): Seen {
  const ours = fieldsLeft(job, item);
  if (!record || (item.seen && (item.lost || item.resend) && holdsRecord(record, ours))) return {};
  const { has_password, share_url } = record;
  return {
    before: picked(record, Object.keys(ours)),
    seen: { ...(has_password ? { password: true } : {}), ...(share_url ? { link: true } : {}) },
  };
}

/**
 * Whether this item's create certainly made the record: the record is in the service's answer to the create, or has the
 * id that Waymark chose. For `isFound`, see `noteMade`.
 */
function hasMade({ create, unsent }: Item, { outcome }: ItemEnd, { id, locked }: Website, isFound: boolean): boolean {
  // An unsent item has waited for another job's create, to which `outcome` belongs.
  if (!create || unsent || !id || locked || outcome === 'already') return false;
  return id === create.id || (outcome === 'created' && !isFound);
}

/**
 * Adds to an item what a later undo needs from the service's answer. For a create: the id, domain and values of the
 * created record. For an update: that the record has lost its password. `isFound`: whether the record was found by a
 * look-up because the answer lacked it.
 */
export function noteMade(job: Job, item: Item, end: ItemEnd, website: Website | undefined, isFound = false): Item {
  if (job.kind === 'create') {
    if (!website || !hasMade(item, end, website, isFound)) return item;
    const wanted = fieldsLeft(job, item);
    const registered = standsFor(website, item.key) ? {} : { registered: website.domain };
    return { ...item, ...registered, id: website.id, before: { ...wanted, ...picked(website, Object.keys(wanted)) } };
  }
  if (!item.seen?.password || website?.has_password !== false) return item;
  const { password: _, ...seen } = item.seen;
  return { ...item, seen };
}

/**
 * Whether restoring these fields needs a password that Waymark does not know: the privacy to restore is 2 (Password),
 * and the service has lost the old password. `hasPassword`: whether the service has a password for the record.
 * `isReplaced`: whether the change to undo replaced that password.
 */
const needsLostPassword = (fields: JobFields, hasPassword: boolean, isReplaced: boolean): boolean =>
  fields.privacy === 2 && (!hasPassword || isReplaced);

/** Returns the item that undoes an update, `'left'` if that is impossible, or undefined if nothing was changed. */
function undoneUpdate(job: Job, item: Item): UndoItem | 'left' | undefined {
  const { key, id, before = {}, seen, outcome, overridden = [] } = item;
  if (outcome !== 'updated' && outcome !== 'confirmed') return undefined;
  const ours = fieldsLeft(job, item);
  const names = Object.keys(ours);
  const setsPassword = !!job.password && !overridden.includes('password');
  if (!seen || !id || names.some((name) => !(name in before))) return 'left';
  const changed = names.filter((name) => !isSameValue(before[name as keyof JobFields], ours[name as keyof JobFields]));
  const back = picked<JobFields>(before, setsPassword ? names : changed);
  if (needsLostPassword(back, !!seen.password, setsPassword)) return 'left';
  return changed.length ? { key, id, fields: picked(before, changed), before: picked(ours, changed) } : undefined;
}

/**
 * Returns the item that deletes a created record, `'left'` if another create may have made the record, or undefined if
 * the record existed before. If an earlier version did not store the record's values, uses the sent values.
 */
function undoneCreate(job: Job, item: Item): UndoItem | 'left' | undefined {
  const { key, registered = key, id, before = fieldsLeft(job, item), outcome } = item;
  if (id) return { key: registered, id, before };
  return outcome === 'already' ? undefined : 'left';
}

function undone(job: Job, item: Item): UndoItem | 'left' | undefined {
  if (item.deleted) return undefined;
  const one = job.kind === 'create' ? undoneCreate(job, item) : undoneUpdate(job, item);
  return one && item.wanted ? 'left' : one;
}

/** Returns the items that undo a job. `done`: the job's items that succeeded. */
export const undoItems = (job: Job, done: readonly Item[]): UndoItem[] =>
  done.map((item) => undone(job, item)).filter((item) => item !== undefined && item !== 'left');

/** Adds an item to the job's `undo` counts (`by` is 1), or removes it from them (-1). Only a successful item counts. */
function counted(job: Job, item: Item, by: 1 | -1): Job {
  const one = item.state === 'done' ? undone(job, item) : undefined;
  if (!job.undo || !one) return job;
  const { items, links, left } = job.undo;
  if (one === 'left') return { ...job, undo: { items, links, left: left + by } };
  // An undo cannot bring back a public address, so that address counts as lost.
  const link = one.fields?.privacy !== undefined && item.seen?.link ? by : 0;
  return { ...job, undo: { items: items + by, links: links + link, left } };
}

const recounted = (job: Job, before: Item, item: Item): JobStep => ({
  job: counted(counted(job, before, -1), item, 1),
  item,
});

/** Adds a successful item to the counts in the job's `undo`. */
export const countUndo = ({ job, item }: JobStep): JobStep => ({ job: counted(job, item, 1), item });

/** Whether an item still has to be sent, or has ended without success and may be retried. */
const isToSend = ({ state, unsent }: Item): boolean =>
  state === 'waiting' || state === 'failed' || state === 'skipped' || (state === 'sending' && !!unsent);

/**
 * Returns a job and its item after another job has announced a write to the item's record. An item that may have been
 * sent can then no longer be undone. If the job is itself an undo, its unsent item is never sent.
 */
export function itemWanted(job: Job, item: Item, now: number): JobStep {
  if (job.undoes) return isToSend(item) ? itemSettled(job, item, { outcome: 'changed-since' }, now) : { job, item };
  if (!job.undo || (isToSend(item) && item.state !== 'sending' && !item.lost)) return { job, item };
  return recounted(job, item, { ...item, wanted: true });
}

/**
 * Returns a job and its item after the password of the item's record was replaced. The job no longer offers its
 * password.
 */
export const itemReplaced = (job: Job, item: Item): JobStep => ({
  job: { ...job, secrets: job.secrets - (item.secret ? 1 : 0) },
  item: { ...item, secret: false },
});

/** Returns a job and its item after the item's record was deleted. The job no longer offers the record's password. */
export const itemDeleted = (job: Job, item: Item): JobStep => {
  const step = itemReplaced(job, item);
  return recounted(step.job, item, { ...step.item, deleted: true });
};

/**
 * Returns how many of these websites could not be restored if an update of these fields were undone. These are websites
 * with present values that the service does not report, and websites that need a password that Waymark does not know.
 */
export const notUndoable = (websites: readonly Website[], fields: JobFields): number =>
  websites.filter(({ has_password, ...website }) => {
    const before = picked<JobFields>(website, Object.keys(fields));
    return (
      Object.keys(before).length < Object.keys(fields).length ||
      needsLostPassword(before, !!has_password, fields.privacy === 2)
    );
  }).length;

/**
 * Whether an undo may change a record: it still has the values that the job wrote (`before`), and the old values can be
 * restored without an unknown password.
 */
export const isUndoable = ({ before = {}, fields = {} }: Item, record: Website): boolean =>
  holdsRecord(record, before) && !needsLostPassword(fields, !!record.has_password, false);

const siteOf = (domain: string): string => hostOf(domain) ?? domain;

/**
 * Whether a created record is still as it was made: its only host and name are those of the item, it has no list (such
 * as `exclude_ips`) that `before` lacks, and no reported value differs from `before`.
 */
export const isAsMade = ({ key, before = {} }: Item, record: Website): boolean =>
  siteOf(record.domain) === siteOf(key) &&
  [key, siteOf(key), undefined].includes(record.name) &&
  hostsOf(record).every((host) => host === siteOf(key)) &&
  !hasNewList(before, record) &&
  Object.entries(before).every(([name, value]) => {
    const now = record[name as keyof JobFields];
    return now === undefined || isSameValue(now, value);
  });
