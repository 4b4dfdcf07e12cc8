import type { Browser, CookieData } from 'puppeteer-core';

/** Has no port: browsers send a cookie to all ports of a host, so to every service that a test starts on loopback. */
const cookie = { name: 'sandbox_session', value: 'logged-in', domain: '127.0.0.1', path: '/', httpOnly: true };

/** A cookie without `SameSite`, as most services set it, and one that is meant for requests from any site. */
const cookies: CookieData[] = [cookie, { ...cookie, name: 'sandbox_anywhere', secure: true, sameSite: 'None' }];

/**
 * Logs the browser in at every service on loopback, as people are at their own services. A request with cookies would
 * carry these, and the sandbox then complains when it closes.
 */
export const logIn = (browser: Browser): Promise<void> => browser.setCookie(...cookies);
