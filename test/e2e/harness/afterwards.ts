import type { Page } from 'puppeteer-core';

/**
 * Waits until the page has handled everything that was stored before. Reads storage once more, which comes after
 * earlier writes, and waits for two frames, before which effects run.
 */
export const afterwards = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await chrome.storage.local.get('connections');
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
