import type { Target } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect } from '../harness/connect.ts';
import { killWorker, openPopup, withBarePage, workerRuns } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';

let web: Web;
let sandbox: Sandbox;
let session: Session;

beforeAll(async () => {
  web = await openWeb();
  sandbox = await startSandbox();
  session = await launch({ web });
  await connect(session, sandbox);
});
afterAll(async () => {
  await session?.close();
  await sandbox?.close();
  await web?.close();
});

/** What an hour of browsing makes the browser tell extensions: pages, tabs, another window. */
async function browse(): Promise<void> {
  const page = await session.browser.newPage();
  for (let visit = 0; visit < 40; visit++) await page.goto(`http://site${visit}.example.com/`);
  const other = await session.browser.newPage();
  await other.goto('http://other.example.com/');
  await page.bringToFront();
  await other.close();
  await page.close();
}

test('nothing wakes the worker while nothing is asked of it: no alarm, no page or tab, no request', async () => {
  // Once used: what the worker listens to at its start is what it may be woken by afterwards.
  const page = await session.browser.newPage();
  await page.goto('http://shop.example.com/');
  const popup = await openPopup(session, page);
  await popup.waitForFunction(() => document.body?.textContent?.includes('Not registered'));
  await popup.close();
  await page.goto('http://elsewhere.example.com/');
  expect(await withBarePage(session, (bare) => bare.evaluate('chrome.alarms.getAll()'))).toEqual([]);
  await killWorker(session);
  sandbox.clearLog();
  const woken: string[] = [];
  const look = (target: Target) => {
    if (target.type() === 'service_worker') woken.push(target.url());
  };
  session.browser.on('targetcreated', look);
  await browse();
  session.browser.off('targetcreated', look);
  expect(woken).toEqual([]);
  expect(workerRuns(session)).toBe(false);
  expect(sandbox.log).toEqual([]);
});
