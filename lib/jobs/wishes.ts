import { isAhead } from '../util/moments.ts';
import { fieldsLeft, itemOverridden } from './overridden.ts';
import { itemSettled } from './state.ts';
import { allJobs } from './store.ts';
import type { Item, Job } from './types.ts';
import { everyJob, openWrites, writeJob } from './write.ts';

/** Whether the outcome of any item of a job is still unknown. */
const hasOpen = ({ ended, counts }: Job): boolean => !ended || !!counts.unknown;

/** When a person last asked for a job. */
const wantedAt = ({ started, retried = started }: Job): number => retried;

/**
 * Whether a person asked for an update before another one. A moment in the future dates from before the clock was set
 * back. A press counts as later than any job of the same moment.
 */
function isOlder(update: Job, later: Job, now: number): boolean {
  if (update.kind !== 'update' || update.id === later.id) return false;
  const [before, after] = [wantedAt(update), wantedAt(later)];
  if (isAhead(before, now) !== isAhead(after, now)) return isAhead(before, now);
  return later.press ? before <= after : before < after;
}

/**
 * Called when a job has set, or may have set, these fields of a record: older updates do not write them any more. A
 * record is named by the service's address and its id, so that several connections to one account meet here.
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

/** The fields that an item sets. A password is present without its value. */
export const fieldsSet = (job: Job, item: Item): Readonly<Record<string, unknown>> => ({
  ...fieldsLeft(job, item),
  ...(job.password ? { password: job.password } : {}),
});

/**
 * Called before an update of a record is sent: removes from it the fields that newer updates with unknown outcome set.
 * Their worker had stopped, or their answer was lost.
 */
export async function overrideByOpen(serviceUrl: string, id: string): Promise<void> {
  for (const { job, item } of await openWrites(serviceUrl, id))
    if (job.kind === 'update') await overrideUpdates(job, id, fieldsSet(job, item));
}

/**
 * Called when a person is about to delete a website that a create with unknown outcome has made. That create has
 * therefore succeeded and is not sent again.
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
