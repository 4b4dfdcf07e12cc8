import { browser } from 'wxt/browser';

/**
 * Shows a notification. A click opens the manage page with `query`. This is also the notification's id, so a later
 * notification with the same query replaces this one. Does nothing without the permission for notifications. Never
 * rejects.
 */
export async function showNotice(query: string, title: string, message: string): Promise<void> {
  const iconUrl = browser.runtime.getURL('/icons/128.png');
  await browser.notifications?.create(query, { type: 'basic', iconUrl, title, message }).catch(() => {});
}

/**
 * Opens the page that a notification is about. Brings the window to the front, because a new tab alone leaves it
 * minimised. Opens a window if there is none, which can happen on macOS. `query`: the notification's id. For a
 * notification of an earlier version, this is not a query, and the manage page ignores it.
 */
async function openNotice(query: string): Promise<void> {
  const page = new URL(browser.runtime.getURL('/manage.html'));
  page.search = query;
  const url = page.href;
  const tab = await browser.tabs.create({ url }).catch(() => undefined);
  if (tab) await browser.windows?.update(tab.windowId, { focused: true });
  else await browser.windows?.create({ url });
}

/** Without the permission for notifications, the API does not exist. Repeated calls add no second listener. */
const listenForClicks = () => browser.notifications?.onClicked.addListener(openNotice);

/** Listens for clicks on notifications. Must be called synchronously at the worker's start. */
export function listenForNotices(): void {
  browser.permissions.onAdded.addListener(listenForClicks);
  listenForClicks();
}
