import { browser } from 'wxt/browser';
import { noticePrefix } from '../../audit/repeat.ts';

// The code for repeated audits is loaded on demand, so that the worker starts fast.
const repeats = () => import('./repeats.ts');

const openReport = async (id: string) => {
  if (id.startsWith(noticePrefix)) await (await repeats()).openReport(id.slice(noticePrefix.length));
};
/**
 * Listens for clicks on notifications. Without the permission for notifications, the API does not exist. Calling this
 * again adds no second listener.
 */
const listenForNotices = () => browser.notifications?.onClicked.addListener(openReport);

/**
 * Registers the listeners that repeated audits need besides the alarm's listener. Must be called synchronously at the
 * worker's start.
 */
export function listenForRepeats(): void {
  browser.permissions.onRemoved.addListener(async () => (await repeats()).stopRepeats());
  browser.permissions.onAdded.addListener(listenForNotices);
  listenForNotices();
}
