import { browser } from 'wxt/browser';
import { permissionPattern } from './address.ts';

const originsOf = (urls: readonly string[]) => ({ origins: urls.map(permissionPattern) });

/** Whether Waymark may talk to every one of these addresses. */
export const hasAccess = (urls: readonly string[]): Promise<boolean> => browser.permissions.contains(originsOf(urls));

/** Those of these addresses that Waymark may not talk to. */
export async function withoutAccess(urls: readonly string[]): Promise<string[]> {
  // One question where all is well: there may be thousands.
  if (await hasAccess(urls)) return [];
  const has = await Promise.all(urls.map((url) => hasAccess([url])));
  return urls.filter((_url, at) => !has[at]);
}

/** Calls back whenever access was given or taken away; returns how to stop that. */
export function watchAccess(changed: () => void): () => void {
  const events = [browser.permissions.onAdded, browser.permissions.onRemoved];
  for (const event of events) event.addListener(changed);
  return () => {
    for (const event of events) event.removeListener(changed);
  };
}

const notificationsPermission = { permissions: ['notifications' as const] };

/**
 * Asks the person for access, and for notifications at once where they go with it. Call it straight from a click, before
 * any await: browsers refuse it otherwise.
 */
export const requestAccess = (urls: readonly string[], { notifications = false } = {}): Promise<boolean> =>
  browser.permissions.request({ ...originsOf(urls), ...(notifications ? notificationsPermission : {}) });

/** Whether access was given, and is still: what gave it back meanwhile has it asked for once more. */
export const isStillGranted = async (asked: Promise<boolean>, urls: readonly string[]): Promise<boolean> =>
  (await asked) && ((await hasAccess(urls)) || (await requestAccess(urls).catch(() => false)));

/** Removes the permission for every address but these. A permission for all sites is left for the person to remove. */
export async function dropOtherAccess(kept: readonly string[]): Promise<void> {
  const { origins: granted = [] } = await browser.permissions.getAll();
  const needed = new Set(originsOf(kept).origins);
  const unused = granted.filter(
    (pattern) => !needed.has(pattern) && !pattern.includes('*:') && !pattern.includes('//*'),
  );
  if (unused.length) await browser.permissions.remove({ origins: unused });
}

/** Removes the permission for these addresses, but for what `kept` needs. */
export async function dropAccess(urls: readonly string[], kept: readonly string[]): Promise<void> {
  const needed = new Set(originsOf(kept).origins);
  const { origins: granted = [] } = await browser.permissions.getAll();
  const given = new Set(granted);
  const unused = originsOf(urls).origins.filter((pattern) => given.has(pattern) && !needed.has(pattern));
  if (unused.length) await browser.permissions.remove({ origins: unused });
}

/** Whether Waymark may show notifications. */
export const hasNotifications = (): Promise<boolean> => browser.permissions.contains(notificationsPermission);

/** Asks the person for notifications. As `requestAccess`, straight from a click. */
export const requestNotifications = (): Promise<boolean> => browser.permissions.request(notificationsPermission);

const tabsPermission = { permissions: ['tabs' as const] };

/** Asks the person for the addresses of tabs, which the badge needs. As `requestAccess`, straight from a click. */
export const requestTabs = (): Promise<boolean> => browser.permissions.request(tabsPermission);

/** Removes the permission to read the addresses of tabs. */
export const dropTabs = (): Promise<boolean> => browser.permissions.remove(tabsPermission);

/** Removes the permission to show notifications. */
export const dropNotifications = (): Promise<boolean> => browser.permissions.remove(notificationsPermission);
