import { browser } from 'wxt/browser';
import { withoutQuery } from '@/lib/connections/isPageOf.ts';
import { openPage } from '../pages.ts';

const open = (place: string) =>
  void openPage(() => browser.tabs.create({ url: browser.runtime.getURL(`/options.html${place}` as '/options.html') }));

/** Opens the settings of one connection. `id`: the connection's id. */
export const openConnection = (id: string): void => open(`#connection/${id}`);

/**
 * Opens the settings to connect a service. `address`: the service's own address, or that of one of its pages. The query
 * of `address` is left out, because the address of the settings contains the rest, and Chromium notes it in its
 * history, even over a private window.
 */
export const openConnect = (address: string): void =>
  open(`?${new URLSearchParams({ connect: withoutQuery(address) })}`);
