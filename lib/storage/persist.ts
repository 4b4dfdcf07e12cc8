import { browser } from 'wxt/browser';

/**
 * Asks the browser not to delete Waymark's data when the disk is full. Only a page may ask. Does nothing in Firefox,
 * which would ask the person without saying why; a list that Firefox deletes is read again.
 */
export function keepStorage(): void {
  if (!('getBrowserInfo' in browser.runtime)) void navigator.storage?.persist?.().catch(() => {});
}
