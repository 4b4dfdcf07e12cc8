import { without } from '../util/without.ts';
import { itemSettled, type JobStep } from './state.ts';
import type { Item, Job, JobFields } from './types.ts';

/** The fields that an item writes. */
const wanted = ({ fields }: Job, item: Item): JobFields => ({ ...fields, ...item.fields });

const writtenNames = (job: Job, item: Item): string[] => [
  ...Object.keys(wanted(job, item)),
  ...(job.password ? ['password'] : []),
];

/** The fields of an item that nobody has set since. */
export const fieldsLeft = (job: Job, item: Item): JobFields => without(wanted(job, item), item.overridden ?? []);

/**
 * Drops from an update the fields that a person has set since; the update ends if none remain. A new privacy also
 * replaces the password. Undefined: the update sets none of these fields.
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
