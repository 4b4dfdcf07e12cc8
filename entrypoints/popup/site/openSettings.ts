import { browser } from 'wxt/browser';
import { withoutQuery } from '@/lib/connections/isPageOf.ts';
import { openPage } from '../pages.ts';

const open = (place: string) =>
  void openPage(() => browser.tabs.create({ url: browser.runtime.getURL(`/options.html${place}` as '/options.html') }));

/** Opens the settings of one connection. `id`: the connection's id. */
export const openConnection = (id: string): void => open(`#connection/${id}`);

/**
 * Opens the settings to connect a service. `address`: the address of the service or of one of its pages. The query is
 * left out, because the rest becomes part of the settings' address, which Chromium notes in its history, even over a
 * private window.
 */
export const openConnect = (address: string): void =>
  open(`?${new URLSearchParams({ connect: withoutQuery(address) })}`);
