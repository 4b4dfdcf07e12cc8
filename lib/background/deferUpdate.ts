import { browser } from 'wxt/browser';
import { isJobActive } from '../jobs/state.ts';
import { allJobs } from '../jobs/store.ts';
import { get, type Setting, set } from '../storage/settings.ts';
import { allPendingCreates } from './websites/pendingCreates.ts';
import { isWorking } from './working.ts';

/** A newer version of the extension waits to be installed; in memory only, as the wait is. */
const updateWaits: Setting<boolean> = {
  key: 'updateWaits',
  area: 'session',
  version: 1,
  fallback: false,
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
};

/** The alarm that tries again to install an update that had to wait. */
export const updateAlarm = 'update';

/** Whether a reload interrupts nobody: no page or popup is open, nothing is being done or still to be found out. */
async function isIdle(): Promise<boolean> {
  const [contexts, jobs, creates] = await Promise.all([
    browser.runtime.getContexts?.({}),
    allJobs(),
    allPendingCreates(),
  ]);
  const isOpen = contexts?.some(({ contextType }) => contextType !== 'BACKGROUND') ?? true;
  return !isOpen && !jobs.some(isJobActive) && !creates.length && !isWorking();
}

/** Installs a waiting update as soon as that interrupts nobody; the browser does so at its next start anyway. */
export async function reloadForUpdate(): Promise<void> {
  if (!(await get(updateWaits))) return;
  if (await isIdle().catch(() => false)) return browser.runtime.reload();
  await browser.alarms.create(updateAlarm, { delayInMinutes: 5 });
}

/**
 * An update is ready. Firefox installs it at once unless somebody listens, whatever is going on.
 * https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/runtime/onUpdateAvailable
 */
export async function onUpdateAvailable(): Promise<void> {
  await set(updateWaits, true);
  await reloadForUpdate();
}
