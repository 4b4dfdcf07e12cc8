import { browser } from 'wxt/browser';
import { plainAddress } from '@/lib/connections/isPageOf.ts';
import { openPage } from '../pages.ts';

const open = (place: string) =>
  void openPage(() => browser.tabs.create({ url: browser.runtime.getURL(`/options.html${place}` as '/options.html') }));

/** Opens the settings of a connection. */
export const openConnection = (id: string): void => open(`#connection/${id}`);

/**
 * Opens the settings to connect a service. `address`: the address of the service or of one of its pages. It is passed
 * in a URL, which Chromium adds to its history even in a private window, so the parts that may contain secrets are
 * removed.
 */
export const openConnect = (address: string): void =>
  open(`?${new URLSearchParams({ connect: plainAddress(address) })}`);
