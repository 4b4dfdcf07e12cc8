import { browser } from 'wxt/browser';

/** The alarm that starts the worker again to continue its jobs and its readings of lists. */
export const jobsAlarm = 'jobs';

/**
 * Sets or clears the alarm. It goes off every half a minute, because the clock may be set back. Alarms end with the
 * browser (Firefox) or may be lost (Chromium), so this is called at every start.
 */
export async function keepAlarm(wanted: boolean): Promise<void> {
  if (!wanted) await browser.alarms.clear(jobsAlarm);
  else if (!(await browser.alarms.get(jobsAlarm))) await browser.alarms.create(jobsAlarm, { periodInMinutes: 0.5 });
}
