import type { Page } from 'puppeteer-core';

/**
 * Waits until the page has handled what was stored before: storage is read once more, which comes after earlier writes,
 * and two frames are drawn, before which effects run.
 */
export const afterwards = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await chrome.storage.local.get('connections');
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
