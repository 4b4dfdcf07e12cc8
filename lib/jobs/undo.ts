import { hostOf, hostsOf } from '../hosts/hostOf.ts';
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

/** Whether a record has all of these values. Ignores the password, which a service never returns. */
export const holdsRecord = (record: Website, values: JobFields): boolean =>
  Object.entries(values).every(([name, value]) => isSameValue(record[name as keyof JobFields], value));

/**
 * Returns the record's values before a change, so that the change can be undone. Returns an empty object if an earlier
 * request of the item may have made the change already. The stored values from before that request then stay.
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
 * Whether this item's create certainly made the record: the answer contained the record, or the record has the id that
 * Waymark chose. For `isFound` see `noteMade`.
 */
function hasMade({ create, unsent }: Item, { outcome }: ItemEnd, { id, locked }: Website, isFound: boolean): boolean {
  // An unsent item has waited for the create of another job, and `outcome` belongs to that create.
  if (!create || unsent || !id || locked || outcome === 'already') return false;
  return id === create.id || (outcome === 'created' && !isFound);
}

/**
 * Adds to an item the data that a later undo needs from the service's answer. For a create: the id, domain and values
 * of the created record. For an update: that the record has no password now. `isFound`: the record was not in the
 * answer, but found by a look-up.
 */
export function noteMade(job: Job, item: Item, end: ItemEnd, website: Website | undefined, isFound = false): Item {
  if (job.kind === 'create') {
    if (!website || !hasMade(item, end, website, isFound)) return item;
    const wanted = fieldsLeft(job, item);
    const { id, domain: registered } = website;
    return { ...item, id, registered, before: { ...wanted, ...picked(website, Object.keys(wanted)) } };
  }
  if (!item.seen?.password || website?.has_password !== false) return item;
  const { password: _, ...seen } = item.seen;
  return { ...item, seen };
}

/**
 * Whether restoring these fields needs a password that Waymark does not know. `hasPassword`: whether the record had a
 * password before the change. `isReplaced`: whether the change replaces the password.
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
 * the record existed before. If an earlier version did not store the record's values, the sent values take their place.
 */
function undoneCreate(job: Job, item: Item): UndoItem | 'left' | undefined {
  const { key, registered = key, id, before = fieldsLeft(job, item), outcome } = item;
  if (id) return { key: registered, id, before };
  return outcome === 'already' ? undefined : 'left';
}

function undone(job: Job, item: Item): UndoItem | 'left' | undefined {
  const one = job.kind === 'create' ? undoneCreate(job, item) : undoneUpdate(job, item);
  return one && item.wanted ? 'left' : one;
}

/** Returns the items that undo a job. `done`: the job's items that succeeded. */
export const undoItems = (job: Job, done: readonly Item[]): UndoItem[] =>
  done.map((item) => undone(job, item)).filter((item) => item !== undefined && item !== 'left');

/** Counts a successful item in the job's `undo`, as an item that can be undone or as one that cannot. */
export function countUndo({ job, item }: JobStep): JobStep {
  const one = job.undo && item.state === 'done' ? undone(job, item) : undefined;
  if (!job.undo || !one) return { job, item };
  const { items, links, left } = job.undo;
  if (one === 'left') return { job: { ...job, undo: { items, links, left: left + 1 } }, item };
  return { job: { ...job, undo: { items: items + 1, links: links + linksEnded(item, one), left } }, item };
}

/** Returns how many public addresses (0 or 1) stay lost after the undo of an item. */
const linksEnded = ({ seen }: Item, { fields }: UndoItem): number =>
  fields?.privacy !== undefined && seen?.link ? 1 : 0;

/** Whether an item is still to be sent, or has ended without success and may be retried. */
const isToSend = ({ state, unsent }: Item): boolean =>
  state === 'waiting' || state === 'failed' || state === 'skipped' || (state === 'sending' && !!unsent);

/**
 * Returns a job and its item after another job has announced a write to the item's record. If the item may have been
 * sent, it can then no longer be undone. If the job is itself an undo and has not sent the item yet, the item is not
 * sent any more.
 */
export function itemWanted(job: Job, item: Item, now: number): JobStep {
  if (job.undoes) return isToSend(item) ? itemSettled(job, item, { outcome: 'changed-since' }, now) : { job, item };
  if (!job.undo || (isToSend(item) && item.state !== 'sending' && !item.lost)) return { job, item };
  const wanted = { ...item, wanted: true as const };
  const one = item.state === 'done' ? undone(job, item) : undefined;
  if (!one || one === 'left') return { job, item: wanted };
  const { items, links, left } = job.undo;
  const undo = { items: items - 1, links: links - linksEnded(item, one), left: left + 1 };
  return { job: { ...job, undo }, item: wanted };
}

/**
 * Returns how many of these websites could not be restored after an update of these fields, because their present
 * values are not reported or their password is unknown.
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
 * Whether an undo may change a record: the record still has the values that the job wrote (`before`), and the old
 * values can be restored without an unknown password.
 */
export const isUndoable = ({ before = {}, fields = {} }: Item, record: Website): boolean =>
  holdsRecord(record, before) && !needsLostPassword(fields, !!record.has_password, false);

const siteOf = (domain: string): string => hostOf(domain) ?? domain;

/**
 * Whether a created record is still as it was made. It has no host or name other than the item's host, and still has
 * the values in `before`, as far as they are reported.
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
