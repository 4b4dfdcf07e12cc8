import { browser } from 'wxt/browser';

/** Opens a page, then closes the popup. Otherwise, Firefox would leave the popup open above the page. */
export async function openPage(open: () => Promise<unknown>): Promise<void> {
  await open();
  window.close();
}

export const openPages = {
  onSettings: () => void openPage(() => browser.runtime.openOptionsPage()),
  /** Opens the manage page. `query`: the query of its URL, such as `?search=shop`, or empty. */
  onManage: (query: string) =>
    void openPage(() => browser.tabs.create({ url: browser.runtime.getURL(`/manage.html${query}`) })),
};
