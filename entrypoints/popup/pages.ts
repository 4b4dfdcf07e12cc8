import { browser } from 'wxt/browser';
import { withoutQuery } from '@/lib/connections/isPageOf.ts';

/** Opens a page and closes the popup, which Firefox would leave open above the page. */
export async function openPage(open: () => Promise<unknown>): Promise<void> {
  await open();
  window.close();
}

export const openPages = {
  onSettings: () => void openPage(() => browser.runtime.openOptionsPage()),
  /** Opens the settings of one connection. `id`: the connection's id. */
  onConnection: (id: string) =>
    void openPage(() => browser.tabs.create({ url: browser.runtime.getURL(`/options.html#connection/${id}`) })),
  /**
   * Opens the settings to connect a service. `address`: the service's own address, or that of one of its pages. Chromium
   * notes the address of the settings in its history, even over a private window, so it lacks the query.
   */
  onConnect: (address: string) => {
    const query = new URLSearchParams({ connect: withoutQuery(address) });
    void openPage(() => browser.tabs.create({ url: browser.runtime.getURL(`/options.html?${query}`) }));
  },
  /** Opens the lists. `query`: the query of the page's address, such as `?search=shop`; it may be empty. */
  onManage: (query: string) =>
    void openPage(() => browser.tabs.create({ url: browser.runtime.getURL(`/manage.html${query}`) })),
};
