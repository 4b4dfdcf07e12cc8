import { browser } from 'wxt/browser';
import { permissionPattern } from './address.ts';

const origins = (urls: readonly string[]) => ({ origins: urls.map(permissionPattern) });

/** Whether Waymark may talk to every one of these addresses. */
export const hasAccess = (urls: readonly string[]): Promise<boolean> => browser.permissions.contains(origins(urls));

/** Asks the person for access. Call it straight from a click, before any await: browsers refuse it otherwise. */
export const requestAccess = (urls: readonly string[]): Promise<boolean> => browser.permissions.request(origins(urls));
