import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerDialog } from '../harness/dialog.ts';
import {
  killWorker,
  openPage,
  openPopup,
  stored,
  urlOf,
  withBarePage,
  worker,
  workerRuns,
} from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import { allowHost, grantedHosts, grantHost, revokeHost } from '../harness/permissions.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';

const host = 'http://127.0.0.1/*';
let web: Web;
let session: Session;

beforeAll(async () => {
  web = await openWeb();
  session = await launch({ web });
});
afterAll(async () => {
  await session?.close();
  await web?.close();
});

test('every extension page opens and the worker starts without a complaint', async () => {
  for (const path of ['popup.html', 'options.html', 'manage.html']) await (await openPage(session, path)).close();
  expect((await worker(session)).url()).toBe(urlOf(session, 'background.js'));
  expect(session.complaints).toEqual([]);
});

test('the toolbar button opens the popup over a page', async () => {
  const page = await session.browser.newPage();
  await page.goto('http://shop.example.com/');
  expect(await page.title()).toContain('shop.example.com');
  const popup = await openPopup(session, page);
  expect(popup.url()).toBe(urlOf(session, 'popup.html'));
  expect(session.complaints).toEqual([]);
  await page.close();
});

test('nothing is granted at install; a host allowed beforehand is granted when asked for', async () => {
  expect(await grantedHosts(session)).toEqual([]);
  await allowHost(session, host);
  expect(await grantedHosts(session)).toEqual([]);
  await grantHost(session, host);
  expect(await grantedHosts(session)).toEqual([host]);
  await revokeHost(session, host);
  expect(await grantedHosts(session)).toEqual([]);
});

test('storage and permissions live through a restart of the browser', async () => {
  await grantHost(session, host);
  await withBarePage(session, (page) => page.evaluate(() => chrome.storage.local.set({ kept: 'yes' })));
  await session.restart();
  expect(await grantedHosts(session)).toEqual([host]);
  expect(await stored(session)).toMatchObject({ kept: 'yes' });
});

test('a complaint of the worker is noticed', async () => {
  await (await worker(session)).evaluate(() => void Promise.reject(new Error('a made-up complaint')));
  await expect.poll(() => session.complaints.map(({ text }) => text).join()).toContain('a made-up complaint');
  session.complaints.length = 0;
});

test('the worker comes back after its end', async () => {
  await worker(session);
  await killWorker(session);
  expect(workerRuns(session)).toBe(false);
  expect((await worker(session)).url()).toBe(urlOf(session, 'background.js'));
});

test.each([
  { answer: 'deny', granted: false },
  { answer: 'allow', granted: true },
] as const)('the browser asks before it grants a host: $answer', async ({ answer, granted }) => {
  const headed = await launch({ web, headed: true });
  try {
    await withBarePage(headed, async (page) => {
      await page.bringToFront();
      const asked = page.evaluate((origin) => chrome.permissions.request({ origins: [origin] }), host);
      await answerDialog(headed, page, answer);
      expect(await asked).toBe(granted);
    });
    expect(await grantedHosts(headed)).toEqual(granted ? [host] : []);
  } finally {
    await headed.close();
  }
});
