import { isAhead } from '../util/moments.ts';
import { fieldsLeft, itemOverridden } from './overridden.ts';
import { itemSettled } from './state.ts';
import { allJobs } from './store.ts';
import type { Item, Job } from './types.ts';
import { everyJob, openWrites, writeJob } from './write.ts';

/** Whether some items of a job have not succeeded. Those that have failed may be retried. */
const hasOpen = ({ counts, total }: Job): boolean => counts.done < total;

const wantedAt = ({ started, retried = started }: Job): number => retried;

/**
 * Whether `update` is an update that a person asked for before the job `later`. If both times are equal, a single write
 * by hand counts as later. A time in the future counts as earlier, because the clock was set back after it.
 */
function isOlder(update: Job, later: Job, now: number): boolean {
  if (update.kind !== 'update' || update.id === later.id) return false;
  const [before, after] = [wantedAt(update), wantedAt(later)];
  if (isAhead(before, now) !== isAhead(after, now)) return isAhead(before, now);
  return later.press ? before <= after : before < after;
}

/**
 * Removes fields (`set`) of the record with this id from older updates that have not succeeded, because a newer job
 * (`by`) has set them or may have. A retry of such an update then does not overwrite them. Compares addresses, not
 * accounts, because several connections may lead to one account.
 */
export async function overrideUpdates(by: Job, id: string, set: Readonly<Record<string, unknown>>): Promise<void> {
  for (const one of await everyJob())
    if (one.serviceUrl === by.serviceUrl && hasOpen(one) && isOlder(one, by, Date.now()))
      await writeJob(one.id, ['waiting', 'sending', 'unknown', 'failed'], (job, items) => {
        const item = items.find((other) => other.id === id);
        const step = item && itemOverridden(job, item, set, Date.now());
        return step ? { job: step.job, items: [step.item] } : { job, items: [] };
      });
}

/** Returns the fields that an item sets. `password` is only `each` or `common`, never the password itself. */
export const fieldsSet = (job: Job, item: Item): Readonly<Record<string, unknown>> => ({
  ...fieldsLeft(job, item),
  ...(job.password ? { password: job.password } : {}),
});

/**
 * Call this before an update of a record is sent. Removes the fields that a newer update with unknown outcome may
 * already have set, so that older values do not overwrite newer ones.
 */
export async function overrideByOpen(serviceUrl: string, id: string): Promise<void> {
  for (const { job, item } of await openWrites(serviceUrl, id))
    if (job.kind === 'update') await overrideUpdates(job, id, fieldsSet(job, item));
}

/**
 * Ends bulk jobs' creates of this host as successful if they were sent and their outcome is unknown. Call this before
 * the website at this host is deleted, so that the creates are not sent again after the deletion.
 */
export async function settleCreate(account: string, host: string): Promise<void> {
  for (const one of await allJobs())
    if (one.kind === 'create' && one.account === account && hasOpen(one))
      await writeJob(one.id, ['sending', 'unknown'], (job, items) => {
        const item = items.find(({ key, unsent, open }) => key === host && (open || !unsent));
        const step = item && itemSettled(job, item, { outcome: 'confirmed' }, Date.now());
        return step ? { job: step.job, items: [step.item] } : { job, items: [] };
      });
}
