import { browser } from 'wxt/browser';
import { permissionPattern } from './address.ts';

const originsOf = (urls: readonly string[]) => ({ origins: urls.map(permissionPattern) });

/** Resolves to whether Waymark may access all of these addresses. */
export const hasAccess = (urls: readonly string[]): Promise<boolean> => browser.permissions.contains(originsOf(urls));

/** Returns those of the given addresses that Waymark may not access. */
export async function withoutAccess(urls: readonly string[]): Promise<string[]> {
  // Asks about all addresses in one call first, because there may be thousands of them.
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

/**
 * Asks the person for access to these addresses and, with `notifications`, also for the permission to show
 * notifications. Resolves to whether the person granted everything. Call it directly in a click handler, before any
 * `await`; otherwise browsers refuse. Never rejects.
 */
export const requestAccess = (urls: readonly string[], { notifications = false } = {}): Promise<boolean> =>
  browser.permissions
    .request({ ...originsOf(urls), ...(notifications ? { permissions: ['notifications'] } : {}) })
    .catch(() => false);

/**
 * Whether the person has granted access to these addresses and Waymark still has it. `asked`: the result of
 * `requestAccess`. If access was granted but has since been removed, asks the person once more.
 */
export const isStillGranted = async (asked: Promise<boolean>, urls: readonly string[]): Promise<boolean> =>
  (await asked) && ((await hasAccess(urls)) || (await requestAccess(urls)));

async function dropUnneeded(kept: readonly string[], isMeant: (pattern: string) => boolean): Promise<void> {
  const { origins: granted = [] } = await browser.permissions.getAll();
  const needed = new Set(originsOf(kept).origins);
  const unused = granted.filter((pattern) => !needed.has(pattern) && isMeant(pattern));
  if (unused.length) await browser.permissions.remove({ origins: unused });
}

/**
 * Removes all host permissions except those that an address in `kept` needs. Permissions with a wildcard, such as for
 * all sites, also stay: only the person removes them.
 */
export const dropOtherAccess = (kept: readonly string[]): Promise<void> =>
  dropUnneeded(kept, (pattern) => !pattern.includes('*:') && !pattern.includes('//*'));

/** Removes the host permissions for these addresses, unless an address in `kept` needs them. */
export async function dropAccess(urls: readonly string[], kept: readonly string[]): Promise<void> {
  const meant = new Set(originsOf(urls).origins);
  await dropUnneeded(kept, (pattern) => meant.has(pattern));
}

/**
 * A permission that the person can grant later. `tabs`: to read the addresses of tabs, for the toolbar badge and for
 * adding the sites of open tabs.
 */
type OptionalPermission = 'notifications' | 'tabs' | 'bookmarks';

/** Resolves to whether Waymark has this permission. */
export const hasPermission = (name: OptionalPermission): Promise<boolean> =>
  browser.permissions.contains({ permissions: [name] });

/** Asks the person for this permission. The rules for calling `requestAccess` apply here, too. */
export const requestPermission = (name: OptionalPermission): Promise<boolean> =>
  browser.permissions.request({ permissions: [name] }).catch(() => false);

/** Gives up this permission. Resolves to whether that succeeded. Never rejects. */
export const dropPermission = (name: OptionalPermission): Promise<boolean> =>
  browser.permissions.remove({ permissions: [name] }).catch(() => false);
