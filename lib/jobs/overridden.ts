import { without } from '../util/without.ts';
import { itemSettled, type JobStep } from './state.ts';
import type { Item, Job, JobFields } from './types.ts';

/** Returns all fields that an item was meant to write, including overridden ones (see `Item.overridden`). */
const wanted = ({ fields }: Job, item: Item): JobFields => ({ ...fields, ...item.fields });

/** Returns the names of all fields that an item was meant to write, including `password` if the job sets passwords. */
export const writtenNames = (job: Job, item: Item): string[] => [
  ...Object.keys(wanted(job, item)),
  ...(job.password ? ['password'] : []),
];

/** Returns the fields that an item still has to write: all but the overridden ones (see `Item.overridden`). */
export const fieldsLeft = (job: Job, item: Item): JobFields => without(wanted(job, item), item.overridden ?? []);

/**
 * Marks those fields of an update that a later update has written (`set`) as overridden. If the later update sets the
 * privacy, the password is overridden, too. The item ends if it has no field left to write. Returns undefined if
 * nothing new is marked.
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
