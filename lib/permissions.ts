import { browser } from 'wxt/browser';
import { permissionPattern } from './address.ts';

const origins = (urls: readonly string[]) => ({ origins: urls.map(permissionPattern) });

/** Whether Waymark may talk to every one of these addresses. */
export const hasAccess = (urls: readonly string[]): Promise<boolean> => browser.permissions.contains(origins(urls));

/** Asks the person for access. Call it straight from a click, before any await: browsers refuse it otherwise. */
export const requestAccess = (urls: readonly string[]): Promise<boolean> => browser.permissions.request(origins(urls));

const notifications = { permissions: ['notifications' as const] };

/** Whether Waymark may show notifications. */
export const hasNotifications = (): Promise<boolean> => browser.permissions.contains(notifications);

/** Asks the person for notifications. As `requestAccess`, straight from a click. */
export const requestNotifications = (): Promise<boolean> => browser.permissions.request(notifications);

const tabs = { permissions: ['tabs' as const] };

/** Asks the person for the addresses of tabs, which the badge needs. As `requestAccess`, straight from a click. */
export const requestTabs = (): Promise<boolean> => browser.permissions.request(tabs);

/** Gives them back. */
export const dropTabs = (): Promise<boolean> => browser.permissions.remove(tabs);

/** Gives back what is no longer needed. */
export const dropNotifications = (): Promise<boolean> => browser.permissions.remove(notifications);
