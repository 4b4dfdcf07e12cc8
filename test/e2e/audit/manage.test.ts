import { mkdirSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { violations } from '../harness/axe.ts';
import { connect } from '../harness/connect.ts';
import { press } from '../harness/controls.ts';
import { launch } from '../harness/launch.ts';
import { allowHost, grantedHosts } from '../harness/permissions.ts';
import type { Session } from '../harness/session.ts';
import { openManage } from '../manage/managePage.ts';
import { type Farm, openFarm, sends } from './farm.ts';

const pictures = '.output/pictures';
let sandbox: Sandbox;
let farm: Farm;
let session: Session;
let page: Page;

beforeAll(async () => {
  sandbox = await startSandbox();
  const ours = html(code(sandbox.url));
  const ads = "<script>gtag('config','G-AB12CD34EF');_paq.push(['setSiteId','5'])</script>";
  farm = await openFarm({
    'tracked.example': sends(html(code(sandbox.url) + ads)),
    'lost.example': sends(ours),
    'back.example': sends(html('')),
    'elsewhere.example': sends('<meta http-equiv="refresh" content="0; url=https://new.example/">'),
    'tagged.example': sends(html('<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC123"></script>')),
    'late.example': sends(
      html(
        '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC123"></script>',
        `<main>Late</main><script>var s=document.createElement("script");s.dataset.host=atob('${btoa(sandbox.url)}');s.src=s.dataset.host+"/js/script.js";document.head.append(s)</script>`,
      ),
    ),
    'very-long-name-of-a-shop-that-sells-walnut-desk-lamps.example': sends('', {}, 503),
  });
  session = await launch({ hosts: farm.hosts, trusting: true });
  await connect(session, sandbox);
  const domains = [
    'tracked.example',
    'lost.example',
    'back.example',
    'elsewhere.example',
    'tagged.example',
    'late.example',
    'no-name.example',
    'very-long-name-of-a-shop-that-sells-walnut-desk-lamps.example',
  ];
  sandbox.addWebsites(domains.map((domain) => ({ domain, privacy: 1 })));
  await allowHost(session, 'https://*/*');
  mkdirSync(pictures, { recursive: true });
  page = await openManage(session);
});
afterAll(async () => {
  await session?.close();
  await farm?.close();
  await sandbox?.close();
});

/** Each row of the report: its site, and its state with what was found. */
const report = () =>
  page.$$eval('.of-audit tbody tr:not(.room)', (rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row.querySelector('.site')?.textContent ?? '',
        [...(row.querySelector('.outcome > span')?.childNodes ?? [])]
          .flatMap((node) => node.textContent?.replace(/[\u2066-\u2069]/g, '') || [])
          .join(' · '),
      ]),
    ),
  );
const ended = () => page.waitForSelector('.audit .state-bar', { timeout: 30_000 });

async function check(button: string): Promise<void> {
  await press(page, 'button', button);
  await page.waitForSelector('dialog[open]');
  await page.waitForSelector('dialog button[type=submit]:not([disabled])');
}

describe('one press, every site', () => {
  test('says what will happen, asks, and shows how every site stands, worst first', async () => {
    await check('Check tracking');
    await page.screenshot({ path: `${pictures}/audit-dialog.png` as never });
    expect(await violations(page)).toEqual([]);
    sandbox.clearLog();
    await press(page, 'button', 'Check now');
    await ended();
    await page.screenshot({ path: `${pictures}/audit-report.png` as never });
    expect(await report()).toEqual({
      'back.example': 'Code missing',
      'no-name.example': expect.stringMatching(/^Does not answer · There is no such name/),
      'very-long-name-of-a-shop-that-sells-walnut-desk-lamps.example':
        'Does not answer · The server failed with status 503.',
      'elsewhere.example': 'Leads elsewhere · The page sends its visitors on to https://new.example/',
      'late.example': expect.stringMatching(/^Cannot tell · The code may come through Google Tag Manager/),
      'tagged.example': expect.stringMatching(/^Cannot tell · /),
      'lost.example': 'Tracking',
      'tracked.example': 'Tracking · Also counted by Google Analytics (G-AB12CD34EF), Matomo (site 5)',
    });
    expect(await violations(page)).toEqual([]);
    expect(sandbox.log.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
    expect((await grantedHosts(session)).filter((one) => one.includes('example'))).toEqual([]);
  });

  test('a second audit tells what changed', async () => {
    farm.answers['lost.example'] = sends(html(''));
    farm.answers['back.example'] = sends(html(code(sandbox.url)));
    await check('Check all sites');
    await press(page, 'button', 'Check now');
    await page.waitForSelector('.audit .changes', { timeout: 30_000 });
    const lines = await page.$$eval('.changes li', (all) => all.map(({ textContent }) => textContent.trim()));
    expect(lines).toEqual(['Lost the code: 1 lost.example', 'Tracking again: 1 back.example']);
    await page.screenshot({ path: `${pictures}/audit-changes.png` as never });
  });

  test('opens and looks at what a served page does not tell', async () => {
    await press(page, 'button', 'Open and look (2)');
    await expect
      .poll(report, { timeout: 40_000 })
      .toMatchObject({ 'late.example': 'Tracking', 'tagged.example': expect.any(String) });
    await expect.poll(async () => (await report())['tagged.example'], { timeout: 20_000 }).toBe('Code missing');
    await expect
      .poll(async () => (await session.browser.pages()).filter((one) => one.url().includes('.example')).length)
      .toBe(0);
  });

  test('a state is a filter, and narrow pages and the other direction hold', async () => {
    await press(page, 'button', 'Code missing 2');
    expect(Object.keys(await report())).toEqual(['lost.example', 'tagged.example']);
    await press(page, 'button', 'All 8');
    await page.setViewport({ width: 320, height: 700 });
    await page.screenshot({ path: `${pictures}/audit-narrow.png` as never });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(320);
    await page.setViewport({ width: 1280, height: 800 });
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await page.screenshot({ path: `${pictures}/audit-rtl.png` as never });
    await page.evaluate(() => {
      document.documentElement.dir = 'ltr';
    });
  });

  test('deletes what no longer exists, through the usual confirmation', async () => {
    await press(page, 'button', 'Delete sites that do not answer (1)');
    await page.waitForSelector('dialog[open]');
    await page.type('dialog input[data-focus]', '1');
    await press(page, 'button', 'Delete for good');
    await page.waitForFunction(() => document.querySelector('.panel.websites .job-panel'), { timeout: 10_000 });
    await expect.poll(() => sandbox.websites().some(({ domain }) => domain === 'no-name.example')).toBe(false);
  });
});
