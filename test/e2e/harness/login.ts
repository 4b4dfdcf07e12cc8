import type { Browser, CookieData } from 'puppeteer-core';

/** No port: a browser sends a cookie to every service of a host, so to each that a test starts on loopback. */
const cookie = { name: 'sandbox_session', value: 'logged-in', domain: '127.0.0.1', path: '/', httpOnly: true };

/** One without a word on other sites, as most services set it, and one that is meant for requests from anywhere. */
const cookies: CookieData[] = [cookie, { ...cookie, name: 'sandbox_anywhere', secure: true, sameSite: 'None' }];

/**
 * Logs the browser in at every service on loopback, as people are at their own services. A request with cookies would
 * carry these cookies, and the sandbox then complains as it closes.
 */
export const logIn = (browser: Browser): Promise<void> => browser.setCookie(...cookies);
