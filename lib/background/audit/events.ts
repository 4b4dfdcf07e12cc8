import { browser } from 'wxt/browser';
import { noticePrefix } from '../../audit/repeat.ts';

// Loaded when needed, to keep the worker's start fast.
const repeats = () => import('./repeats.ts');

const openReport = async (id: string) => {
  if (id.startsWith(noticePrefix)) await (await repeats()).openReport(id.slice(noticePrefix.length));
};
/**
 * Listens for clicks on notifications. The API exists only once notifications are allowed. A second call adds nothing.
 */
const listenForNotices = () => browser.notifications?.onClicked.addListener(openReport);

/** Registers the events, beside the alarm, that repeated audits depend on. Synchronous. */
export function listenForRepeats(): void {
  browser.permissions.onRemoved.addListener(async () => (await repeats()).stopRepeats());
  browser.permissions.onAdded.addListener(listenForNotices);
  listenForNotices();
}
