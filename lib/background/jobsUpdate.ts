import { browser } from 'wxt/browser';
import { isActive } from '../jobs.ts';
import { allJobs } from '../journal.ts';
import { get, type Setting, set } from '../settings.ts';

/** A newer version of the extension waits to be installed; in memory only, as the wait is. */
const updateWaits: Setting<boolean> = {
  key: 'updateWaits',
  area: 'session',
  version: 1,
  fallback: false,
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
};

/** Whether one of our pages is open in a tab: a reload would close it under the person's hands. */
async function isPageOpen(): Promise<boolean> {
  const contexts = await browser.runtime.getContexts?.({ contextTypes: ['TAB'] }).catch(() => []);
  return (contexts?.length ?? 0) > 0;
}

/** Installs a waiting update once no job runs and no page is open; the browser does so at its next start anyway. */
export async function reloadForUpdate(): Promise<void> {
  if (!(await get(updateWaits))) return;
  if ((await allJobs()).some(isActive) || (await isPageOpen())) return;
  browser.runtime.reload();
}

/**
 * An update is ready. Firefox installs it at once unless somebody listens, in the middle of a job.
 * https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/runtime/onUpdateAvailable
 */
export async function onUpdateAvailable(): Promise<void> {
  await set(updateWaits, true);
  await reloadForUpdate();
}
