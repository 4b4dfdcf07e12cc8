import { browser } from 'wxt/browser';
import { pressesInMemory } from '../jobs/memory.ts';
import { isJobActive } from '../jobs/state.ts';
import { everyJob } from '../jobs/write.ts';
import { activeReadings } from '../storage/refresh.ts';
import { get, type Setting, set } from '../storage/settings.ts';
import { keyStores } from './keys.ts';

let requestsUnderWay = 0;

/**
 * Does work for a page, the menu, a shortcut or the address bar. No update of the extension is installed until it ends.
 */
export async function working<T>(work: () => Promise<T>): Promise<T> {
  requestsUnderWay += 1;
  try {
    return await work();
  } finally {
    requestsUnderWay -= 1;
  }
}

/**
 * Whether a newer version of the extension is ready to be installed. Stored only for this browser session, because the
 * browser installs the version at its next start anyway.
 */
export const updateWaits: Setting<boolean> = { key: 'updateWaits', area: 'session', fallback: false };

/**
 * Whether the extension can be reloaded now without harm: no page or popup is open, no work is under way, and the
 * storage that a reload clears contains neither keys nor single writes (see `pressesInMemory`).
 */
async function isIdle(): Promise<boolean> {
  const [contexts, jobs, readings, keys, presses] = await Promise.all([
    browser.runtime.getContexts?.({}),
    everyJob(),
    activeReadings(),
    get(keyStores.session),
    pressesInMemory(),
  ]);
  const isOpen = contexts?.some(({ contextType }) => contextType !== 'BACKGROUND') ?? true;
  const isHeld = Object.keys(keys).length > 0 || presses.length > 0;
  return !isOpen && !jobs.some(isJobActive) && !readings.length && !isHeld && !requestsUnderWay;
}

/** Installs a waiting update by reloading the extension, if this interrupts and loses nothing. */
export async function reloadForUpdate(): Promise<void> {
  if ((await get(updateWaits)) && (await isIdle().catch(() => false))) browser.runtime.reload();
}

/**
 * Notes that an update of the extension is ready, and installs it if this interrupts nothing. Without a listener for
 * this event, Firefox would install the update at once, even in the middle of work:
 * https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/runtime/onUpdateAvailable
 */
export async function onUpdateAvailable(): Promise<void> {
  await set(updateWaits, true);
  await reloadForUpdate();
}
