import { isAhead } from '../util/moments.ts';
import { itemOverridden } from './overridden.ts';
import { itemSettled } from './state.ts';
import { allJobs } from './store.ts';
import type { Job } from './types.ts';
import { writeJob } from './write.ts';

/** Whether the outcome of some of a job's items is not known yet. */
const hasOpen = ({ ended, counts }: Job): boolean => !ended || !!counts.unknown;

/** What a person wanted of a record, by a press at a moment; `job`: the one that carries it out. */
export interface Wish {
  at: number;
  job?: string;
}

/** Whether an update began before the wish; one that began in the future did so before the clock was set back. */
function isOlder({ id, kind, started }: Job, { at, job }: Wish, now: number): boolean {
  if (kind !== 'update' || id === job) return false;
  if (isAhead(started, now) !== isAhead(at, now)) return isAhead(started, now);
  return job === undefined ? started <= at : started < at;
}

/**
 * A person wanted these fields of a record of the service at an address: the updates of it in jobs that began before leave them
 * alone. Connections to one account meet here, since a record is named by address and id.
 */
export async function overrideUpdates(
  serviceUrl: string,
  id: string,
  set: Readonly<Record<string, unknown>>,
  wish: Wish,
): Promise<void> {
  for (const one of await allJobs())
    if (one.serviceUrl === serviceUrl && hasOpen(one) && isOlder(one, wish, Date.now()))
      await writeJob(one.id, ['waiting', 'sending', 'unknown'], (job, items) => {
        const item = items.find((other) => other.id === id);
        const step = item && itemOverridden(job, item, set, Date.now());
        return step ? { job: step.job, items: [step.item] } : { job, items: [] };
      });
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
