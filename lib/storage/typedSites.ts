import { browser } from 'wxt/browser';

/** Returns the storage key of a site's draft, which is text that was typed in the popup but not sent. */
export const typedSiteKey = (account: string, host: string): string => `site:${account}:${host}`;

/** Whether a storage key belongs to a site's draft for this account. */
export const isTypedFor = (name: string, account: string): boolean => name.startsWith(typedSiteKey(account, ''));

/** Forgets sites' drafts. `isGone`: whether to forget the draft with this storage key. */
export async function forgetTypedSites(isGone: (name: string) => boolean): Promise<void> {
  const { session } = browser.storage;
  const names = Object.keys(await session.get());
  await session.remove(names.filter((one) => one.startsWith('site:') && isGone(one)));
}

/** Moves the drafts of an account's sites to another account. Called when the API key was replaced. */
export async function moveTypedSites(from: string, to: string): Promise<void> {
  const { session } = browser.storage;
  const drafts = Object.entries(await session.get()).filter(([name]) => isTypedFor(name, from));
  const hostIn = (name: string) => name.slice(typedSiteKey(from, '').length);
  await session.set(Object.fromEntries(drafts.map(([name, typed]) => [typedSiteKey(to, hostIn(name)), typed])));
  await session.remove(drafts.map(([name]) => name));
}
