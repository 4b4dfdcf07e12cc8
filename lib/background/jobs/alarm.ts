import { browser } from 'wxt/browser';

/** The name of the alarm that starts the worker again to continue jobs and readings of lists. */
export const jobsAlarm = 'jobs';

/**
 * Sets or clears the jobs' alarm. The alarm goes off every half minute instead of once, because the clock may be set
 * back. Call this at every start, because alarms end with the browser (Firefox) or may be lost (Chromium).
 */
export async function keepAlarm(wanted: boolean): Promise<void> {
  if (!wanted) await browser.alarms.clear(jobsAlarm);
  else if (!(await browser.alarms.get(jobsAlarm))) await browser.alarms.create(jobsAlarm, { periodInMinutes: 0.5 });
}
