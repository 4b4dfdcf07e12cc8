import { browser } from 'wxt/browser';
import type { PopupPreload } from '@/lib/storage/popupPreload.ts';
import { openPage } from './pages.ts';

/** If a link was clicked, opens it in a new tab of the window below the popup, and closes the popup. */
function openLink(event: MouseEvent): void {
  const url = (event.target as Element).closest<HTMLAnchorElement>('a[href]')?.href;
  // The right button opens the browser's menu.
  if (!url || event.button === 2) return;
  event.preventDefault();
  void openPage(() => browser.tabs.create({ url }));
}

/**
 * If the window is private, opens the popup's links in the window of the tab below the popup. Chromium itself would
 * open them in a normal window, whose history would then name the private site.
 */
export async function keepPrivateLinks(tab: PopupPreload['tab']): Promise<void> {
  if (!(await tab)?.incognito) return;
  for (const name of ['click', 'auxclick'] as const) document.addEventListener(name, openLink);
}
