import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { press, shows } from '../harness/controls.ts';
import { type Firefox, launchFirefox } from '../harness/firefox.ts';
import { connectInFirefox } from '../harness/firefoxConnect.ts';
import { answerPrompt } from '../harness/firefoxPrompts.ts';
import { complaints, grantedHosts, openPage, revokeHosts, suspend } from '../harness/firefoxState.ts';
import { choose } from '../manage/managePage.ts';
import { type Farm, openFarm, sends } from './farm.ts';

const domains = ['tracked.example', 'lost.example', 'slow.example', 'tagged.example', 'no-name.example'];
const loopback = 'http://127.0.0.1/*';
const ofSites = [...domains, ...domains.map((host) => `www.${host}`)].map((host) => `https://${host}/*`);
let sandbox: Sandbox;
let farm: Farm;
let firefox: Firefox;
let page: Page;
let release = () => {};

beforeAll(async () => {
  sandbox = await startSandbox();
  const ours = html(code(sandbox.url));
  farm = await openFarm({
    'tracked.example': sends(ours),
    'lost.example': sends(html('')),
    'tagged.example': sends(html('<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC123"></script>')),
    // Until it may answer, the audit is under way.
    'slow.example': (request, response) => {
      release = () => sends(ours)(request, response);
    },
  });
  sandbox.addWebsites(domains.map((domain) => ({ domain, privacy: 1 })));
  firefox = await launchFirefox({ web: farm.proxy, trusting: true });
  await connectInFirefox(firefox, await openPage(firefox, 'options.html'), sandbox);
  page = await openPage(firefox, 'manage.html?tab=tracking');
  await page.bringToFront();
});
afterAll(async () => {
  await firefox?.close();
  await farm?.close();
  await sandbox?.close();
});

const alarms = () =>
  page.evaluate(async () =>
    (await chrome.alarms.getAll()).map(({ name }) => name).filter((name) => name !== 'jobs' && name !== 'update'),
  );
const report = () =>
  page.$$eval('.of-audit tbody tr:not(.room)', (rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row.querySelector('.site')?.textContent ?? '',
        row.querySelector('.outcome > span')?.firstChild?.textContent ?? '',
      ]),
    ),
  );
const opened = (host: string) => farm.visits.filter((visit) => visit.host === host).length;
const sorted = (all: readonly string[]) => [...all].sort();

async function openDialog(): Promise<void> {
  await press(page, 'button', 'Check all sites');
  await page.waitForSelector('dialog button[type=submit]:not([disabled])');
}

test('a press asks for these sites alone; saying no opens nothing', async () => {
  await openDialog();
  sandbox.clearLog();
  await press(page, 'button', 'Check now');
  const said = await answerPrompt(firefox, 'deny');
  for (const domain of domains) expect(said).toContain(domain);
  await shows(page, 'Nothing was opened.');
  expect(farm.visits).toEqual([]);
  expect(await grantedHosts(firefox)).toEqual([loopback]);
});

test('the audit goes on after the background’s death, and gives its access back', async () => {
  await press(page, 'button', 'Check now');
  await answerPrompt(firefox, 'allow');
  await expect.poll(() => opened('slow.example'), { timeout: 10_000 }).toBe(1);
  await shows(page, '4 of 5');
  await suspend(firefox);
  await expect.poll(() => opened('slow.example'), { timeout: 60_000 }).toBe(2);
  release();
  await page.waitForSelector('.audit .state-bar', { timeout: 30_000 });
  expect(await report()).toEqual({
    'lost.example': 'Code missing',
    'no-name.example': 'Does not answer',
    'slow.example': 'Tracking',
    'tagged.example': 'Cannot tell',
    'tracked.example': 'Tracking',
  });
  await expect.poll(() => grantedHosts(firefox)).toEqual([loopback]);
  expect([opened('tracked.example'), opened('lost.example')]).toEqual([1, 1]);
  expect(sandbox.log).toEqual([]);
});

test('what a served page does not tell is opened, looked at and closed again', async () => {
  await press(page, 'button', 'Open and look (1)');
  await answerPrompt(firefox, 'allow');
  await expect.poll(report, { timeout: 30_000 }).toMatchObject({ 'tagged.example': 'Code missing' });
  await expect.poll(() => grantedHosts(firefox)).toEqual([loopback]);
});

test('repeated, it keeps the access with one alarm, until the access is taken away', async () => {
  await openDialog();
  await choose(page, 'How often', 'Every month');
  await press(page, 'button', 'Check now');
  await answerPrompt(firefox, 'allow');
  await expect.poll(() => opened('slow.example'), { timeout: 10_000 }).toBe(3);
  release();
  await shows(page, 'Checked again every month. Sites: 5.');
  await expect.poll(async () => sorted(await grantedHosts(firefox))).toEqual(sorted([loopback, ...ofSites]));
  await expect.poll(alarms).toEqual(['auditRepeat']);
  await revokeHosts(firefox, ofSites);
  await shows(page, 'permission to notify you, was taken away');
  expect(await alarms()).toEqual([]);
  await press(page, 'button', 'Dismiss');
  await expect.poll(() => page.$('.repeat')).toBeNull();
  expect((await complaints(firefox)).join('\n')).toBe('');
});
