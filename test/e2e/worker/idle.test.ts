import type { Target } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { killWorker, openPopup, withBarePage, workerRuns } from '../harness/extension.ts';
import { inChromium } from '../harness/stage.ts';

const stage = inChromium();

/** Browses a little, which makes the browser send events to extensions: pages, tabs, another window. */
async function browse(): Promise<void> {
  const page = await stage.session.browser.newPage();
  for (let visit = 0; visit < 12; visit++) await page.goto(`http://site${visit}.example.com/`);
  const other = await stage.session.browser.newPage();
  await other.goto('http://other.example.com/');
  await page.bringToFront();
  await other.close();
  await page.close();
}

/** Stops the worker, then browses. Returns the workers that were started meanwhile. */
async function wokenByBrowsing(): Promise<string[]> {
  await killWorker(stage.session);
  stage.sandbox.clearLog();
  const woken: string[] = [];
  const look = (target: Target) => {
    if (target.type() === 'service_worker') woken.push(target.url());
  };
  stage.session.browser.on('targetcreated', look);
  await browse();
  stage.session.browser.off('targetcreated', look);
  return woken;
}

test('nothing wakes the worker while nothing is asked of it: no alarm, no page or tab, no request', async () => {
  // Uses the popup once, because the worker may be woken later by the events that it listens to from its start.
  const page = await stage.session.browser.newPage();
  await page.goto('http://shop.example.com/');
  const popup = await openPopup(stage.session, page);
  await popup.waitForFunction(() => document.body?.textContent?.includes('Not registered'));
  await popup.close();
  await page.goto('http://elsewhere.example.com/');
  expect(await withBarePage(stage.session, (bare) => bare.evaluate('chrome.alarms.getAll()'))).toEqual([]);
  // What a worker has written right before it was stopped, such as its store's name, still wakes it, but only once.
  await expect.poll(wokenByBrowsing).toEqual([]);
  expect(workerRuns(stage.session)).toBe(false);
  expect(stage.sandbox.log).toEqual([]);
});
