import { browser } from 'wxt/browser';
import { dueAt } from '../audit/repeat.ts';
import { auditRepeats } from '../storage/auditRepeats.ts';
import { giveBackLent } from '../storage/lentAccess.ts';
import { get } from '../storage/settings.ts';
import { runRepeats } from './audit/runRepeats.ts';
import { reloadForUpdate, updateWaits } from './deferUpdate.ts';
import { jobsAlarm } from './jobs/alarm.ts';
import { followAgain, followed } from './policy/listen.ts';

/** The alarm for later work outside the queue. Only set while there is such work. */
const alarm = 'housekeeping';

/** Later work. Stored settings say whether and when it is due. */
interface Chore {
  /** Returns when the work is due (milliseconds since 1970), or infinity for never. */
  due(now: number): Promise<number>;
  run(): Promise<void>;
  /** Delays in minutes. `soon`: if the work is already due. `again`: before another try. */
  soon: number;
  again: number;
}

const never = Number.POSITIVE_INFINITY;

const chores: readonly Chore[] = [
  // In the first seconds after its start, Chromium always reports that there is no policy.
  { due: async () => ((await get(followed)) === 'unsure' ? 0 : never), run: followAgain, soon: 0.5, again: 30 },
  { due: async () => ((await get(updateWaits)) ? 0 : never), run: reloadForUpdate, soon: 5, again: 5 },
  {
    due: async (now) => Math.min(...(await get(auditRepeats)).map((one) => (one.stopped ? never : dueAt(one, now)))),
    run: runRepeats,
    // A browser that has just started may still be offline.
    soon: 1,
    again: 30,
  },
];

/**
 * Sets the alarm for the work that is due first. Clears all other alarms except the queue's, since alarms of earlier
 * versions may still be set. Called at every start, because alarms end with the browser (Firefox) or may be lost
 * (Chromium), and whenever a setting that makes work due has changed. Calls run one after another, so that the last one
 * uses the latest state. `tried`: the due work was just tried.
 */
export const keepHousekeeping = (tried = false): Promise<void> =>
  navigator.locks.request('housekeeping', async () => {
    const now = Date.now();
    let when = never;
    for (const { due, soon, again } of chores)
      when = Math.min(when, Math.max(await due(now), now + (tried ? again : soon) * 60_000));
    const others = (await browser.alarms.getAll()).filter(({ name }) => name !== jobsAlarm);
    // An alarm that is already set for an earlier time stays. Otherwise it would never go off if workers start often.
    const kept = when < never && others.find(({ name, scheduledTime }) => name === alarm && scheduledTime <= when);
    for (const one of others) if (one !== kept) await browser.alarms.clear(one.name);
    if (when < never && !kept) await browser.alarms.create(alarm, { when });
  });

/** Does the work that is due. */
export async function keepHouse(): Promise<void> {
  const now = Date.now();
  await Promise.allSettled(chores.map(async ({ due, run }) => (await due(now)) <= now && run()));
  await keepHousekeeping(true);
}

/** Runs at every start of the worker. */
export async function afterStart(): Promise<void> {
  await keepHousekeeping();
  // Versions up to 1.3 stored text here that was typed in the settings and not saved, including keys.
  const left = Object.keys(await browser.storage.session.get()).filter((name) =>
    /^(keyDrafts|addedConnections|draft(:.*)?)$/.test(name),
  );
  await browser.storage.session.remove(left);
  await giveBackLent();
}
