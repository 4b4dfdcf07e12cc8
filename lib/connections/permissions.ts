import { browser } from 'wxt/browser';
import { permissionPattern } from './address.ts';

const originsOf = (urls: readonly string[]) => ({ origins: urls.map(permissionPattern) });

/** Whether Waymark has access to all of these addresses. */
export const hasAccess = (urls: readonly string[]): Promise<boolean> => browser.permissions.contains(originsOf(urls));

/** Returns the addresses to which Waymark has no access. */
export async function withoutAccess(urls: readonly string[]): Promise<string[]> {
  // There may be thousands of addresses, so one call first asks about all of them.
  if (await hasAccess(urls)) return [];
  const has = await Promise.all(urls.map((url) => hasAccess([url])));
  return urls.filter((_url, at) => !has[at]);
}

/** Calls `changed` whenever access is granted or revoked. Returns a function that removes the listeners. */
export function watchAccess(changed: () => void): () => void {
  const events = [browser.permissions.onAdded, browser.permissions.onRemoved];
  for (const event of events) event.addListener(changed);
  return () => {
    for (const event of events) event.removeListener(changed);
  };
}

const notificationsPermission = { permissions: ['notifications' as const] };

/**
 * Asks the person for access to these addresses, with `notifications` also for the permission to show notifications.
 * Resolves to whether all of it was granted. Call it directly in a click, before any await: browsers refuse it
 * otherwise.
 */
export const requestAccess = (urls: readonly string[], { notifications = false } = {}): Promise<boolean> =>
  browser.permissions.request({ ...originsOf(urls), ...(notifications ? notificationsPermission : {}) });

/**
 * Whether the person granted access to these addresses (`asked`: the outcome of `requestAccess`), and Waymark still has
 * it. If access was removed meanwhile, asks the person once more.
 */
export const isStillGranted = async (asked: Promise<boolean>, urls: readonly string[]): Promise<boolean> =>
  (await asked) && ((await hasAccess(urls)) || (await requestAccess(urls).catch(() => false)));

/** Removes the host permissions that `isMeant` accepts, except those that an address in `kept` needs. */
async function dropUnneeded(kept: readonly string[], isMeant: (pattern: string) => boolean): Promise<void> {
  const { origins: granted = [] } = await browser.permissions.getAll();
  const needed = new Set(originsOf(kept).origins);
  const unused = granted.filter((pattern) => !needed.has(pattern) && isMeant(pattern));
  if (unused.length) await browser.permissions.remove({ origins: unused });
}

/**
 * Removes every host permission that no address in `kept` needs. A permission with a wildcard, such as for all sites,
 * is left for the person to remove.
 */
export const dropOtherAccess = (kept: readonly string[]): Promise<void> =>
  dropUnneeded(kept, (pattern) => !pattern.includes('*:') && !pattern.includes('//*'));

/** Removes the host permissions for these addresses, except those that an address in `kept` needs. */
export async function dropAccess(urls: readonly string[], kept: readonly string[]): Promise<void> {
  const meant = new Set(originsOf(urls).origins);
  await dropUnneeded(kept, (pattern) => meant.has(pattern));
}

/** Whether Waymark may show notifications. */
export const hasNotifications = (): Promise<boolean> => browser.permissions.contains(notificationsPermission);

/** Asks for the permission to show notifications. Call it directly in a click, like `requestAccess`. */
export const requestNotifications = (): Promise<boolean> => browser.permissions.request(notificationsPermission);

const tabsPermission = { permissions: ['tabs' as const] };

/**
 * Asks for the permission to read the addresses of tabs, which the badge needs. Call it directly in a click, like
 * `requestAccess`.
 */
export const requestTabs = (): Promise<boolean> => browser.permissions.request(tabsPermission);

/** Removes the permission to read the addresses of tabs. */
export const dropTabs = (): Promise<boolean> => browser.permissions.remove(tabsPermission);

/** Removes the permission to show notifications. */
export const dropNotifications = (): Promise<boolean> => browser.permissions.remove(notificationsPermission);
