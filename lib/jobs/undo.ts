import type { Website } from '../services/index.ts';
import { isSame } from '../util/isSame.ts';
import { fieldsLeft } from './overridden.ts';
import type { ItemEnd } from './retryPolicy.ts';
import type { JobStep } from './state.ts';
import type { Item, Job, JobFields } from './types.ts';

/** A job's item that takes back what another one did. */
export type UndoItem = Pick<Item, 'key' | 'id' | 'fields' | 'before'>;

type Seen = Pick<Item, 'before' | 'seen'>;

const picked = (fields: object, names: readonly string[]): JobFields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== undefined));

/**
 * What is noted of a record right before it is changed. Where an earlier sending of the same change may have been carried out, the
 * record may show that one, so what was noted then stands.
 */
export function seenBefore(job: Job, item: Item, record: Website | undefined): Seen {
  if (!record || (item.seen && (item.lost || item.resend))) return {};
  const { has_password, share_url } = record;
  return {
    before: picked(record, Object.keys(fieldsLeft(job, item))),
    seen: { ...(has_password ? { password: true } : {}), ...(share_url ? { link: true } : {}) },
  };
}

/** An item with what the answer to its write says of a later undo: which record it made, whether the password was kept. */
export function noteMade(job: Job, item: Item, { outcome }: ItemEnd, website: Website | undefined): Item {
  if (job.kind === 'create') {
    const isOurs = outcome === 'created' || (outcome === 'confirmed' && website?.id === item.create?.id);
    return isOurs && website?.id && !website.locked ? { ...item, id: website.id } : item;
  }
  if (!item.seen?.password || website?.has_password !== false) return item;
  const { password: _, ...seen } = item.seen;
  return { ...item, seen };
}

/** Whether going back to these fields takes a password that the service does not keep: it had none, or another is set now. */
const lacksPassword = (fields: JobFields, hasPassword: boolean, isReplaced: boolean): boolean =>
  fields.privacy === 2 && (!hasPassword || isReplaced);

/** How an update is undone; `left`: it cannot be; undefined: it changed nothing. */
function undoneUpdate(job: Job, item: Item): UndoItem | 'left' | undefined {
  const { key, id, before = {}, seen, outcome, overridden = [] } = item;
  if (outcome !== 'updated' && outcome !== 'confirmed') return undefined;
  const ours = fieldsLeft(job, item);
  const names = Object.keys(ours);
  const setsPassword = !!job.password && !overridden.includes('password');
  if (!seen || !id || names.some((name) => !(name in before))) return 'left';
  const changed = names.filter((name) => !isSame(before[name as keyof JobFields], ours[name as keyof JobFields]));
  const back = picked(before, setsPassword ? names : changed);
  if (lacksPassword(back, !!seen.password, setsPassword)) return 'left';
  return changed.length ? { key, id, fields: picked(before, changed), before: picked(ours, changed) } : undefined;
}

/** How a create is undone: its record is deleted, if this create has certainly made it. */
function undoneCreate({ key, id, outcome }: Item): UndoItem | 'left' | undefined {
  if (id) return { key, id };
  return outcome === 'already' ? undefined : 'left';
}

const undone = (job: Job, item: Item): UndoItem | 'left' | undefined =>
  job.kind === 'create' ? undoneCreate(item) : undoneUpdate(job, item);

/** The items of the job that takes back these items of a job. */
export const undoItems = (job: Job, done: readonly Item[]): UndoItem[] =>
  done.map((item) => undone(job, item)).filter((item) => item !== undefined && item !== 'left');

/** Counts an item that has just succeeded among those that can be undone. */
export function countUndo({ job, item }: JobStep): JobStep {
  const one = job.undo && item.state === 'done' ? undone(job, item) : undefined;
  if (!job.undo || !one) return { job, item };
  const { items, links, left } = job.undo;
  if (one === 'left') return { job: { ...job, undo: { items, links, left: left + 1 } }, item };
  const endsLink = one.fields?.privacy !== undefined && item.seen?.link;
  return { job: { ...job, undo: { items: items + 1, links: links + (endsLink ? 1 : 0), left } }, item };
}

/** How many websites a change could not give back what they have now: it is not reported, or a password that nobody keeps. */
export const notUndoable = (websites: readonly Website[], fields: JobFields): number =>
  websites.filter(({ has_password, ...website }) => {
    const before = picked(website, Object.keys(fields));
    return (
      Object.keys(before).length < Object.keys(fields).length ||
      lacksPassword(before, !!has_password, fields.privacy === 2)
    );
  }).length;

/** Whether a record still has what is to be undone, and what that takes. */
export const isUndoable = ({ before = {}, fields = {} }: Item, record: Website): boolean =>
  Object.entries(before).every(([name, value]) => isSame(record[name as keyof JobFields], value)) &&
  !lacksPassword(fields, !!record.has_password, false);
