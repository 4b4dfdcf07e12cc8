import { browser } from 'wxt/browser';

/**
 * Asks the browser not to delete Waymark's data when the disk is full. Works only in a page. Does nothing in Firefox,
 * which would prompt the person without giving a reason. If Firefox deletes the stored list, Waymark reads it again
 * from the service.
 */
export function keepStorage(): void {
  if (!('getBrowserInfo' in browser.runtime)) void navigator.storage?.persist?.().catch(() => {});
}
