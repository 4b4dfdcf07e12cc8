import { setTimeout as sleep } from 'node:timers/promises';
import { Frame } from 'puppeteer-core';

/**
 * The pause between two looks at a page for the thing that a test waits for (milliseconds). Puppeteer looks in each
 * frame, for which the page and the browser then draw sixty frames a second.
 */
export const interval = 50;
/**
 * How long a test waits for a thing at most (milliseconds). Everything may take three times as long on another machine
 * or another day.
 */
export const patience = 60_000;

const { waitForFunction, waitForSelector } = Frame.prototype;

const ask = function (this: Frame, script: string, options: object = {}, ...args: unknown[]) {
  return waitForFunction.call(this, script, { polling: interval, timeout: patience, ...options }, ...args);
};

/** A search by role and name has the page's whole tree of accessibility built each time. */
const look = async function (this: Frame, selector: string, options: { timeout?: number } = {}) {
  if (!selector.startsWith('::-p-aria')) return waitForSelector.call(this, selector, { timeout: patience, ...options });
  const { timeout = patience } = options;
  for (const end = Date.now() + timeout; ; await sleep(interval)) {
    // While a page goes to another there is nothing to search in.
    const found = await this.$(selector).catch((error) => {
      if (this.detached || this.page().isClosed()) throw error;
      return null;
    });
    if (found) return found;
    if (Date.now() > end) throw new Error(`Nothing came in ${timeout} ms that is ${selector}.`);
  }
};

/** Makes every page that puppeteer drives be asked so, and as long. */
Object.assign(Frame.prototype, { waitForFunction: ask, waitForSelector: look });
