import { browser } from 'wxt/browser';

// The code for repeated audits is loaded on demand, so that the worker starts fast.
const repeats = () => import('./repeats.ts');

const openNotice = async (id: string) => (await import('../outcome.ts')).openNotice(id);
/**
 * Listens for clicks on notifications. Without the permission for notifications, the API does not exist. Calling this
 * again adds no second listener.
 */
const listenForNotices = () => browser.notifications?.onClicked.addListener(openNotice);

/**
 * Registers the listeners that repeated audits need besides the alarm's listener. Must be called synchronously at the
 * worker's start.
 */
export function listenForRepeats(): void {
  browser.permissions.onRemoved.addListener(async () => (await repeats()).stopRepeats());
  browser.permissions.onAdded.addListener(listenForNotices);
  listenForNotices();
}
