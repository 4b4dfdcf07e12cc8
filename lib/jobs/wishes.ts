import { isAhead } from '../util/moments.ts';
import { itemOverridden } from './overridden.ts';
import { itemSettled } from './state.ts';
import { allJobs } from './store.ts';
import type { Job } from './types.ts';
import { everyJob, openPresses, writeJob } from './write.ts';

/** Whether the outcome of some of a job's items is not known yet. */
const hasOpen = ({ ended, counts }: Job): boolean => !ended || !!counts.unknown;

/**
 * What a person wanted of a record at a moment; `job`: the one that carries it out. `press`: by a press, which comes after every
 * job of the same moment.
 */
export interface Wish {
  at: number;
  job?: string;
  press?: true;
}

/** Whether an update began before the wish; one that began in the future did so before the clock was set back. */
function isOlder({ id, kind, started }: Job, { at, job, press }: Wish, now: number): boolean {
  if (kind !== 'update' || id === job) return false;
  if (isAhead(started, now) !== isAhead(at, now)) return isAhead(started, now);
  return press ? started <= at : started < at;
}

/**
 * A person wanted these fields of a record of the service at an address: the updates of it that began before leave them
 * alone. Connections to one account meet here, since a record is named by address and id.
 */
export async function overrideUpdates(
  serviceUrl: string,
  id: string,
  set: Readonly<Record<string, unknown>>,
  wish: Wish,
): Promise<void> {
  for (const one of await everyJob())
    if (one.serviceUrl === serviceUrl && hasOpen(one) && isOlder(one, wish, Date.now()))
      await writeJob(one.id, ['waiting', 'sending', 'unknown'], (job, items) => {
        const item = items.find((other) => other.id === id);
        const step = item && itemOverridden(job, item, set, Date.now());
        return step ? { job: step.job, items: [step.item] } : { job, items: [] };
      });
}

/**
 * No update of a record that is sent now overwrites what a person wanted of it since, in presses whose outcome is not known: the
 * worker was stopped, or the answer was lost.
 */
export async function overrideByPresses(serviceUrl: string, id: string): Promise<void> {
  for (const { kind, fields, password, started } of await openPresses(serviceUrl, id))
    if (kind === 'update')
      await overrideUpdates(
        serviceUrl,
        id,
        { ...fields, ...(password ? { password } : {}) },
        { at: started, press: true },
      );
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
