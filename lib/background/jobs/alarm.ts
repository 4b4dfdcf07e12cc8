import { browser } from 'wxt/browser';
import { isAhead } from '../../util/moments.ts';

/** The name of the alarm that starts the worker again to continue jobs and readings of lists. */
export const jobsAlarm = 'jobs';

const alarmPeriod = 30_000;

/**
 * Sets the jobs' alarm if it is `wanted`, otherwise clears it. Call this at every start, because alarms end with the
 * browser (Firefox) or can be lost (Chromium). If the clock was set back, sets the alarm again; otherwise, Chromium
 * would wait until the clock shows the old time.
 */
export async function keepAlarm(wanted: boolean): Promise<void> {
  if (!wanted) return void (await browser.alarms.clear(jobsAlarm));
  const alarm = await browser.alarms.get(jobsAlarm);
  if (alarm && !isAhead(alarm.scheduledTime, Date.now() + alarmPeriod)) return;
  await browser.alarms.create(jobsAlarm, { periodInMinutes: alarmPeriod / 60_000 });
}
