import { itemSettled, type JobStep } from './state.ts';
import type { Item, Job, JobFields } from './types.ts';

const writtenNames = ({ fields, password }: Job): string[] => [
  ...Object.keys(fields),
  ...(password ? ['password'] : []),
];

/** The fields of an update that nobody has set since. */
export const fieldsLeft = (job: Job, { overridden = [] }: Item): JobFields =>
  Object.fromEntries(Object.entries(job.fields).filter(([name]) => !overridden.includes(name)));

/**
 * A person has set fields of an update's record: these are dropped from the update, which ends if nothing is left. A new
 * privacy replaces the password, too. Undefined: the update has none of them.
 */
export function itemOverridden(
  job: Job,
  item: Item,
  set: Readonly<Record<string, unknown>>,
  now: number,
): JobStep | undefined {
  const { overridden: before = [] } = item;
  const open = writtenNames(job).filter((name) => !before.includes(name));
  const dropped = open.filter((name) => set[name] !== undefined || (name === 'password' && set.privacy !== undefined));
  if (!dropped.length) return undefined;
  const overridden = [...before, ...dropped];
  if (dropped.length < open.length) return { job, item: { ...item, overridden } };
  return itemSettled(job, { ...item, overridden }, { outcome: 'overridden' }, now);
}
