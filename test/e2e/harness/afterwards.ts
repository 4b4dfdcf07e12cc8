import type { Page } from 'puppeteer-core';

/**
 * The page has done what it had to do by now: storage has been read once more, which comes after what was written before,
 * and two frames are drawn, before which effects run.
 */
export const afterwards = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await chrome.storage.local.get('connections');
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
