import { browser } from 'wxt/browser';

/** Opens a page and closes the popup, which Firefox would leave open above the page. */
export async function openPage(open: () => Promise<unknown>): Promise<void> {
  await open();
  window.close();
}

export const openPages = {
  onSettings: () => void openPage(() => browser.runtime.openOptionsPage()),
  /** Opens the manage page. `query`: the query of its address, such as `?search=shop`; it may be empty. */
  onManage: (query: string) =>
    void openPage(() => browser.tabs.create({ url: browser.runtime.getURL(`/manage.html${query}`) })),
};
