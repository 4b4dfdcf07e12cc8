import { browser } from 'wxt/browser';
import { dueAt } from '../audit/repeat.ts';
import { auditRepeats } from '../storage/auditRepeats.ts';
import { giveBackLent } from '../storage/lentAccess.ts';
import { connections, get } from '../storage/settings.ts';
import { runRepeats } from './audit/runRepeats.ts';
import { reloadForUpdate, updateWaits } from './deferUpdate.ts';
import { jobsAlarm } from './jobs/alarm.ts';
import { idsWithSecret } from './keys.ts';
import { followAgain, followed } from './policy/listen.ts';

/** The name of the alarm for later work other than jobs. It is set only while there is such work. */
const alarm = 'housekeeping';

/** A task that the alarm starts later. Stored settings decide whether and when it is due. */
interface Chore {
  /** Returns when the task is due (milliseconds since 1970), or infinity if it never is. */
  due(now: number): Promise<number>;
  run(): Promise<void>;
  /** The shortest time until the alarm (minutes): `again` if the task has just run, otherwise `soon`. */
  soon: number;
  again: number;
}

const never = Number.POSITIVE_INFINITY;

const chores: readonly Chore[] = [
  // Waits, because in its first seconds Chromium always reports that there is no policy.
  { due: async () => ((await get(followed)) === 'unsure' ? 0 : never), run: followAgain, soon: 0.5, again: 30 },
  { due: async () => ((await get(updateWaits)) ? 0 : never), run: reloadForUpdate, soon: 5, again: 5 },
  {
    due: async (now) => Math.min(...(await get(auditRepeats)).map((one) => (one.stopped ? never : dueAt(one, now)))),
    run: runRepeats,
    // Waits, because a browser that has just started may still be offline.
    soon: 1,
    again: 30,
  },
];

/**
 * Sets the alarm for the task that is due first, and clears the alarms of earlier versions. Call it at every start of
 * the worker, because browsers may lose alarms, and after any change of a setting that makes a task due. Calls run one
 * after another, so that the last one uses the latest state. `tried`: whether the due tasks have just run.
 */
export const keepHousekeeping = (tried = false): Promise<void> =>
  navigator.locks.request('housekeeping', async () => {
    const now = Date.now();
    let when = never;
    for (const { due, soon, again } of chores)
      when = Math.min(when, Math.max(await due(now), now + (tried ? again : soon) * 60_000));
    const others = (await browser.alarms.getAll()).filter(({ name }) => name !== jobsAlarm);
    // An alarm that is already set for an earlier time stays. If every start of the worker replaced it, it might never
    // go off.
    const kept = when < never && others.find(({ name, scheduledTime }) => name === alarm && scheduledTime <= when);
    for (const one of others) if (one !== kept) await browser.alarms.clear(one.name);
    if (when < never && !kept) await browser.alarms.create(alarm, { when });
  });

/** Runs the tasks that are due, then sets the alarm for the next ones. */
export async function keepHouse(): Promise<void> {
  const now = Date.now();
  await Promise.allSettled(chores.map(async ({ due, run }) => (await due(now)) <= now && run()));
  await keepHousekeeping(true);
}

/** Forgets the secrets of removed connections, which a stopped worker or a failed write may have left behind. */
async function forgetLeftSecrets(): Promise<void> {
  const ids = await idsWithSecret();
  for (const { id } of (await get(connections)).list) ids.delete(id);
  if (ids.size) await (await import('./forget.ts')).forgetRemoved();
}

/**
 * Called at every start of the worker. Sets the alarm, gives up access that is not needed any more, and forgets the
 * secrets of removed connections.
 */
export async function afterStart(): Promise<void> {
  await keepHousekeeping();
  await giveBackLent();
  await forgetLeftSecrets().catch(() => {});
}
