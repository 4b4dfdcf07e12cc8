import { browser } from 'wxt/browser';
import { permissionPattern } from './address.ts';

const originsOf = (urls: readonly string[]) => ({ origins: urls.map(permissionPattern) });

/** Whether Waymark may access all of these addresses. */
export const hasAccess = (urls: readonly string[]): Promise<boolean> => browser.permissions.contains(originsOf(urls));

/** Returns the addresses in `urls` that Waymark may not access. */
export async function withoutAccess(urls: readonly string[]): Promise<string[]> {
  // First asks about all addresses in one call, because there may be thousands.
  if (await hasAccess(urls)) return [];
  const has = await Promise.all(urls.map((url) => hasAccess([url])));
  return urls.filter((_url, at) => !has[at]);
}

/** Calls `changed` whenever a permission is granted or revoked. Returns a function that stops the calls. */
export function watchAccess(changed: () => void): () => void {
  const events = [browser.permissions.onAdded, browser.permissions.onRemoved];
  for (const event of events) event.addListener(changed);
  return () => {
    for (const event of events) event.removeListener(changed);
  };
}

const notificationsPermission = { permissions: ['notifications' as const] };

/**
 * Asks the person for access to these addresses, and with `notifications` also for the permission to show
 * notifications. Resolves to whether the person granted everything. Call it directly in a click, before any `await`,
 * because browsers refuse it otherwise.
 */
export const requestAccess = (urls: readonly string[], { notifications = false } = {}): Promise<boolean> =>
  browser.permissions.request({ ...originsOf(urls), ...(notifications ? notificationsPermission : {}) });

/**
 * Whether the person has granted access to these addresses and Waymark still has it. `asked`: the result of
 * `requestAccess`. If the access was granted but has been removed meanwhile, asks the person once more.
 */
export const isStillGranted = async (asked: Promise<boolean>, urls: readonly string[]): Promise<boolean> =>
  (await asked) && ((await hasAccess(urls)) || (await requestAccess(urls).catch(() => false)));

async function dropUnneeded(kept: readonly string[], isMeant: (pattern: string) => boolean): Promise<void> {
  const { origins: granted = [] } = await browser.permissions.getAll();
  const needed = new Set(originsOf(kept).origins);
  const unused = granted.filter((pattern) => !needed.has(pattern) && isMeant(pattern));
  if (unused.length) await browser.permissions.remove({ origins: unused });
}

/**
 * Removes all host permissions that no address in `kept` needs. Permissions with a wildcard, such as for all sites,
 * stay: only the person removes them.
 */
export const dropOtherAccess = (kept: readonly string[]): Promise<void> =>
  dropUnneeded(kept, (pattern) => !pattern.includes('*:') && !pattern.includes('//*'));

/** Removes the host permissions for these addresses, unless an address in `kept` needs them. */
export async function dropAccess(urls: readonly string[], kept: readonly string[]): Promise<void> {
  const meant = new Set(originsOf(urls).origins);
  await dropUnneeded(kept, (pattern) => meant.has(pattern));
}

/** Whether Waymark may show notifications. */
export const hasNotifications = (): Promise<boolean> => browser.permissions.contains(notificationsPermission);

/** Asks the person for the permission to show notifications. Call it directly in a click, like `requestAccess`. */
export const requestNotifications = (): Promise<boolean> => browser.permissions.request(notificationsPermission);

const tabsPermission = { permissions: ['tabs' as const] };

/** Whether Waymark may read the addresses of tabs. */
export const hasTabs = (): Promise<boolean> => browser.permissions.contains(tabsPermission);

/**
 * Asks the person for the permission to read the addresses of tabs, which the toolbar badge needs. Call it directly in
 * a click, like `requestAccess`.
 */
export const requestTabs = (): Promise<boolean> => browser.permissions.request(tabsPermission);

/** Gives up the permission to read the addresses of tabs. Resolves to whether that worked. */
export const dropTabs = (): Promise<boolean> => browser.permissions.remove(tabsPermission);

/** Gives up the permission to show notifications. Resolves to whether that worked. */
export const dropNotifications = (): Promise<boolean> => browser.permissions.remove(notificationsPermission);
