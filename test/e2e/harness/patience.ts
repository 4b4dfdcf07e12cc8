import { setTimeout as sleep } from 'node:timers/promises';
import { Frame } from 'puppeteer-core';

/**
 * The pause between two looks at a page while a test waits for something (milliseconds). Puppeteer's own default, one
 * look in each frame, makes the page and the browser draw sixty frames a second.
 */
export const interval = 50;
/**
 * The longest time that a test waits for something (milliseconds). On another machine or another day, everything may
 * take three times as long.
 */
export const patience = 60_000;

const { waitForFunction, waitForSelector } = Frame.prototype;

const ask = function (this: Frame, script: string, options: object = {}, ...args: unknown[]) {
  return waitForFunction.call(this, script, { polling: interval, timeout: patience, ...options }, ...args);
};

/** Waits for an element; pauses between searches by role, as each builds the page's accessibility tree. */
const look = async function (this: Frame, selector: string, options: { timeout?: number } = {}) {
  if (!selector.startsWith('::-p-aria')) return waitForSelector.call(this, selector, { timeout: patience, ...options });
  const { timeout = patience } = options;
  for (const end = Date.now() + timeout; ; await sleep(interval)) {
    // While a page navigates, there is no document to search.
    const found = await this.$(selector).catch((error) => {
      if (this.detached || this.page().isClosed()) throw error;
      return null;
    });
    if (found) return found;
    if (Date.now() <= end) continue;
    const shown = await this.evaluate(() => document.body?.innerText.slice(0, 1_000)).catch(String);
    throw new Error(`Nothing came in ${timeout} ms that is ${selector}. The page shows:\n${shown}`);
  }
};

/** Makes every page that Puppeteer drives use these waits. */
Object.assign(Frame.prototype, { waitForFunction: ask, waitForSelector: look });
