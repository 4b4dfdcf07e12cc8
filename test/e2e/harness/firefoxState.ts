import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { addonId, addonOrigin, type Firefox, permit } from './firefox.ts';
import { complaintsOf } from './firefoxHeard.ts';
import { findingByName } from './firefoxNames.ts';
import { interval, patience } from './patience.ts';

/**
 * Opens one of the extension's pages in a tab, such as `options.html`. Waits for its content, because Firefox reports
 * no load events of such pages.
 */
export async function openPage({ browser }: Firefox, path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${addonOrigin}/${path}`, { waitUntil: [] });
  await page.waitForSelector('#app > *');
  return findingByName(page);
}

/** Waits for a tab in which the extension itself has opened the page at `path`. Resolves to that page. */
export async function openedPage(firefox: Firefox, path: string): Promise<Page> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(interval)) {
    for (const page of await firefox.browser.pages()) {
      const at = await page.evaluate(() => location.href).catch(() => '');
      if (at.startsWith(`${addonOrigin}/${path}`)) return findingByName(page);
    }
  }
  const open = (await firefox.browser.pages()).map((page) => page.url()).join(', ');
  throw new Error(`The extension did not open ${path} in ${patience / 1000} s; the tabs are at ${open}.`);
}

/**
 * Revokes the access to hosts, as a person does in the add-ons manager.
 * @param origins without ports: `http://127.0.0.1/*`
 */
export const revokeHosts = (firefox: Firefox, origins: string[]) => permit(firefox, 'remove', { origins });

/** Returns the hosts to which access is granted now, without the extension's own address. */
export const grantedHosts = (firefox: Firefox): Promise<string[]> =>
  firefox.inside((id) => {
    const { patterns } = WebExtensionPolicy.getByID(id).extension.allowedOrigins as { patterns: { pattern: string }[] };
    return patterns.map(({ pattern }) => pattern).filter((pattern) => !pattern.startsWith('moz-extension:'));
  }, addonId);

type Background = 'running' | 'starting' | 'stopped' | 'suspending';

/** Returns the state of the background page at this moment. */
export const background = (firefox: Firefox): Promise<Background> =>
  firefox.inside((id) => WebExtensionPolicy.getByID(id).extension.backgroundState, addonId);

/** Waits until the browser has suspended the background. */
export const suspended = (firefox: Firefox): Promise<unknown> =>
  firefox.inside(async (id) => {
    const isStopped = () => WebExtensionPolicy.getByID(id).extension.backgroundState === 'stopped';
    await untilSeen('the end of the background', isStopped);
  }, addonId);

/**
 * Suspends the background at once, whatever it has under way. Waits for that in the same step, because a page that sends
 * a message starts the background again.
 */
export const suspend = (firefox: Firefox): Promise<void> =>
  firefox.inside(async (id) => {
    const { extension } = WebExtensionPolicy.getByID(id);
    await extension.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });
    await untilSeen('the end of the background', () => extension.backgroundState === 'stopped');
  }, addonId);

/** Returns the toolbar button's badge and title on the active tab, such as `✓ shop.example.com is registered.` */
export const toolbarButton = (firefox: Firefox): Promise<string> =>
  firefox.inside((id) => {
    const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
    const { action } = ExtensionParent.apiManager.global.browserActionFor(WebExtensionPolicy.getByID(id).extension);
    const { badgeText, title } = action.getContextData(gBrowser.selectedTab);
    return `${badgeText ?? ''} ${title}`;
  }, addonId);

/** Returns the errors, warnings and uncaught errors of the extension's pages and background since the last call. */
export const complaints = (firefox: Firefox): Promise<string[]> => complaintsOf(firefox, addonOrigin);
