import { browser } from 'wxt/browser';
import { noticePrefix } from '../../audit/repeat.ts';
import { startDelay } from '../startDelay.ts';

// Loaded when needed, to keep the worker's start fast.
const repeats = () => import('./repeats.ts');

/** Starts the audits that are due. */
export const runRepeats = async () => (await import('./runRepeats.ts')).runRepeats();

/** Registers the events, beside the alarm, that repeated audits depend on. Synchronous. */
export function listenForRepeats(): void {
  setTimeout(async () => (await repeats()).afterStart(), startDelay + 500);
  browser.permissions.onRemoved.addListener(async () => (await repeats()).stopRepeats());
  // The API exists only once notifications are allowed.
  browser.notifications?.onClicked.addListener(async (id) => {
    if (id.startsWith(noticePrefix)) await (await repeats()).openReport(id.slice(noticePrefix.length));
  });
}
