import type { Page } from 'puppeteer-core';

/** Replaces writing to the clipboard, which a browser without a window does not provide. `allowed`: whether it works. */
export const watchClipboard = (page: Page, allowed = true) =>
  page.evaluate((may) => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    navigator.clipboard.writeText = async (text) => {
      if (!may) throw new Error('not allowed');
      copied.push(text);
    };
  }, allowed);

/** Returns the texts that were copied since `watchClipboard`. */
export const copied = (page: Page) => page.evaluate(() => (globalThis as unknown as { copied: string[] }).copied);
