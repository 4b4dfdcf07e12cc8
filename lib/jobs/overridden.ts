import { without } from '../util/without.ts';
import { itemSettled, type JobStep } from './state.ts';
import type { Item, Job, JobFields } from './types.ts';

/** Returns all fields that an item was to write, including those that were overridden since. */
const wanted = ({ fields }: Job, item: Item): JobFields => ({ ...fields, ...item.fields });

/** Returns the names of all fields that an item was to write, including the password. */
export const writtenNames = (job: Job, item: Item): string[] => [
  ...Object.keys(wanted(job, item)),
  ...(job.password ? ['password'] : []),
];

/**
 * Returns the fields that an item still has to write: all but those that a later update, by hand or by a job, has set
 * since the job was started.
 */
export const fieldsLeft = (job: Job, item: Item): JobFields => without(wanted(job, item), item.overridden ?? []);

/**
 * Returns an update that no longer writes the fields in `set`, which a later update has set. If `set` has a privacy,
 * the password is no longer written either. If no field remains, the update's item ends. Returns undefined if the
 * update does not write any of these fields.
 */
export function itemOverridden(
  job: Job,
  item: Item,
  set: Readonly<Record<string, unknown>>,
  now: number,
): JobStep | undefined {
  const { overridden: before = [] } = item;
  const open = writtenNames(job, item).filter((name) => !before.includes(name));
  const dropped = open.filter((name) => set[name] !== undefined || (name === 'password' && set.privacy !== undefined));
  if (!dropped.length) return undefined;
  const overridden = [...before, ...dropped];
  if (dropped.length < open.length) return { job, item: { ...item, overridden } };
  return itemSettled(job, { ...item, overridden }, { outcome: 'overridden' }, now);
}
