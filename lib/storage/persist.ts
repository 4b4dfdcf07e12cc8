import { browser } from 'wxt/browser';

/**
 * Asks the browser not to delete what Waymark has stored when the disk is full. Only a page may ask. Chromium decides by
 * itself; Firefox would ask the person, who could not tell why, so that there the list may be lost and is read again.
 */
export function keepStorage(): void {
  if (!('getBrowserInfo' in browser.runtime)) void navigator.storage?.persist?.().catch(() => {});
}
