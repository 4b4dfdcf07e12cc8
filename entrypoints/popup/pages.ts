import { browser } from 'wxt/browser';

/** Opens a page and closes the popup, which Firefox would leave open above the page. */
export async function openPage(open: () => Promise<unknown>): Promise<void> {
  await open();
  window.close();
}

export const openPages = {
  onSettings: () => void openPage(() => browser.runtime.openOptionsPage()),
  /** Opens the settings with the address of a page or service. */
  onConnect: (address: string) =>
    void openPage(() =>
      browser.tabs.create({ url: browser.runtime.getURL(`/options.html?connect=${encodeURIComponent(address)}`) }),
    ),
  /** `query`: of the page's address. */
  onManage: (query: string) =>
    void openPage(() => browser.tabs.create({ url: browser.runtime.getURL(`/manage.html${query}`) })),
};
