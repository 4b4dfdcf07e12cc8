import { browser } from 'wxt/browser';

/**
 * Registers the listener that repeated audits need in addition to that of the alarm. Must be called synchronously at
 * the worker's start.
 */
export function listenForRepeats(): void {
  // The code for repeated audits is loaded on demand, so that the worker starts fast.
  browser.permissions.onRemoved.addListener(async () => (await import('./repeats.ts')).stopRepeats());
}
