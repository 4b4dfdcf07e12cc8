import type { Page } from 'puppeteer-core';
import { addonId, addonOrigin, type Firefox } from './firefox.ts';
import { findingByName } from './firefoxNames.ts';

/**
 * Presses the toolbar button over a page. Resolves to the popup, which has `activeTab` for that page's tab. The popup
 * is not a tab, so Firefox's protocol does not list it: this function makes it known to Firefox and to Puppeteer.
 */
export async function openPopup(firefox: Firefox, page: Page): Promise<Page> {
  // A second press on the button would close an open popup.
  await closePopup(firefox);
  await page.bringToFront();
  const context = await firefox.inside(openAndName, addonId);
  const details = { children: [], parent: null, originalOpener: null, userContext: 'default', clientWindow: '' };
  const known = new Set(await firefox.browser.pages());
  firefox.tell('browsingContext.contextCreated', { ...details, context, url: `${addonOrigin}/popup.html` });
  const popup = (await firefox.browser.pages()).find((one) => !known.has(one));
  if (!popup) throw new Error('The popup is not among the pages.');
  void firefox
    .inside(untilClosed)
    .then(() => firefox.tell('browsingContext.contextDestroyed', { ...details, context, url: '' }))
    .catch(() => undefined);
  return findingByName(popup);
}

/** Closes the popup, as a click beside it would, and waits until it is gone. */
export const closePopup = (firefox: Firefox) =>
  firefox.inside(async () => {
    const find = () =>
      [...Services.wm.getEnumerator('navigator:browser')]
        .map(({ document }) => document.querySelector('browser[webextension-view-type="popup"]') as PopupBrowser | null)
        .find((popup) => popup);
    (find()?.closest('panel') as (HTMLElement & { hidePopup(): void }) | null | undefined)?.hidePopup();
    await untilSeen('the end of the popup', () => !find());
  });

/**
 * Runs in the browser: presses the toolbar button of the front window, waits for the popup, and gives the popup a name
 * that the protocol can use.
 */
async function openAndName(id: string): Promise<string> {
  const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  const { TabManager } = ChromeUtils.importESModule('chrome://remote/content/shared/TabManager.sys.mjs');
  const { extension } = WebExtensionPolicy.getByID(id);
  const front: Window = Services.wm.getMostRecentWindow('navigator:browser');
  await ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(front);
  const popup = await untilSeen('the popup', () => {
    const found = front.document.querySelector<PopupBrowser>('browser[webextension-view-type="popup"]');
    const panel = found?.closest('panel') as unknown as { state: string } | null;
    return found?.currentURI.spec.startsWith('moz-extension:') && panel?.state === 'open' && found;
  });
  popup.permanentKey ??= {};
  const tabs = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(TabManager), 'allTabs');
  const opened = { linkedBrowser: popup, ownerGlobal: front };
  Object.defineProperty(TabManager, 'allTabs', {
    configurable: true,
    get: () => [...(tabs?.get?.call(TabManager) ?? []), ...(opened.linkedBrowser.isConnected ? [opened] : [])],
  });
  return NavigableManager.getIdForBrowsingContext(popup.browsingContext);
}

/** Runs in the browser: waits until there is no popup. */
async function untilClosed(): Promise<void> {
  const isOpen = () =>
    [...Services.wm.getEnumerator('navigator:browser')].some(({ document }) =>
      document.querySelector('browser[webextension-view-type="popup"]'),
    );
  while (isOpen()) await new Promise((resolve) => setTimeout(resolve, 50));
}
