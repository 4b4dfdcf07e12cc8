import { isAhead } from '../util/moments.ts';
import { fieldsLeft, itemOverridden } from './overridden.ts';
import { itemSettled } from './state.ts';
import { allJobs } from './store.ts';
import type { Item, Job } from './types.ts';
import { everyJob, openWrites, writeJob } from './write.ts';

/** Whether the outcome of some of a job's items is not known yet. */
const hasOpen = ({ ended, counts }: Job): boolean => !ended || !!counts.unknown;

/** When a person last wanted what a job does. */
const wantedAt = ({ started, retried = started }: Job): number => retried;

/**
 * Whether a person wanted an update before another one; what was wanted in the future was wanted before the clock was set
 * back. A press comes after every job of the same moment.
 */
function isOlder(update: Job, later: Job, now: number): boolean {
  if (update.kind !== 'update' || update.id === later.id) return false;
  const [before, after] = [wantedAt(update), wantedAt(later)];
  if (isAhead(before, now) !== isAhead(after, now)) return isAhead(before, now);
  return later.press ? before <= after : before < after;
}

/**
 * A job has set these fields of a record, or may have: older updates leave them alone. Connections to one account meet here,
 * since a record is named by the service's address and its id.
 */
export async function overrideUpdates(by: Job, id: string, set: Readonly<Record<string, unknown>>): Promise<void> {
  for (const one of await everyJob())
    if (one.serviceUrl === by.serviceUrl && hasOpen(one) && isOlder(one, by, Date.now()))
      await writeJob(one.id, ['waiting', 'sending', 'unknown'], (job, items) => {
        const item = items.find((other) => other.id === id);
        const step = item && itemOverridden(job, item, set, Date.now());
        return step ? { job: step.job, items: [step.item] } : { job, items: [] };
      });
}

/** The fields that an item sets; a password is only named. */
export const fieldsSet = (job: Job, item: Item): Readonly<Record<string, unknown>> => ({
  ...fieldsLeft(job, item),
  ...(job.password ? { password: job.password } : {}),
});

/**
 * No update of a record that is sent now overwrites what a person wanted of it since in updates whose outcome is not known: their
 * worker was stopped, or their answer was lost.
 */
export async function overrideByOpen(serviceUrl: string, id: string): Promise<void> {
  for (const { job, item } of await openWrites(serviceUrl, id))
    if (job.kind === 'update') await overrideUpdates(job, id, fieldsSet(job, item));
}

/**
 * A person is about to delete the website that a create with an unknown outcome has made, so the create succeeded and is
 * not sent again.
 */
export async function settleCreate(account: string, host: string): Promise<void> {
  for (const one of await allJobs())
    if (one.kind === 'create' && one.account === account && hasOpen(one))
      await writeJob(one.id, ['sending', 'unknown'], (job, items) => {
        const item = items.find(({ key }) => key === host);
        const step = item && itemSettled(job, item, { outcome: 'confirmed' }, Date.now());
        return step ? { job: step.job, items: [step.item] } : { job, items: [] };
      });
}
