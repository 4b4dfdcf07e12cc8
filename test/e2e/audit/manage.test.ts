import { mkdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { openPreview } from '../addMany/addManyPage.ts';
import { violations } from '../harness/axe.ts';
import { askWorker, connect } from '../harness/connect.ts';
import { control, press, shows } from '../harness/controls.ts';
import { killWorker, urlOf, withBarePage, worker } from '../harness/extension.ts';
import { full } from '../harness/full.ts';
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
    'moved.example': sends('', { location: 'https://www.moved.example/' }, 301),
    'www.moved.example': sends(ours),
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
    'moved.example',
    'no-name.example',
    'very-long-name-of-a-shop-that-sells-walnut-desk-lamps.example',
  ];
  const records = [...domains, 'tracked.example/blog'];
  sandbox.addWebsites(records.map((domain) => ({ domain, privacy: 1 })));
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

const siteAccess = async () => (await grantedHosts(session)).filter((one) => one.includes('example'));

async function check(button: string): Promise<void> {
  await press(page, 'button', button);
  await page.waitForSelector('dialog[open]');
  await page.waitForSelector('dialog button[type=submit]:not([disabled])');
}

test('all sites are those that there are, also once some come and go elsewhere', async () => {
  await check('Check tracking');
  await shows(page, 'All sites (9)');
  await askWorker(session, 'websites.create', { domain: 'brief.example', privacy: 1 });
  await shows(page, 'All sites (10)');
  const id = String(sandbox.websites().find(({ domain }) => domain === 'brief.example')?.id);
  await askWorker(session, 'websites.delete', { id, domain: 'brief.example' });
  await shows(page, 'All sites (9)');
  await page.keyboard.press('Escape');
});

describe('one press, every site', () => {
  test('says what will happen, asks, and shows how every site stands, worst first', async () => {
    await check('Check tracking');
    await shows(page, 'are for a part of a site: 1 tracked.example/blog');
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
      'moved.example': expect.stringMatching(
        /^Cannot tell · Visitors are led to www\.moved\.example, which has the code/,
      ),
      'tagged.example': expect.stringMatching(/^Cannot tell · /),
      'lost.example': 'Tracking',
      'tracked.example': 'Tracking · Also counted by Google Analytics (G-AB12CD34EF), Matomo (site 5)',
    });
    expect(await violations(page)).toEqual([]);
    expect(sandbox.log.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
    await expect.poll(siteAccess).toEqual([]);
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
    await press(page, 'button', 'Open and look (3)');
    await expect
      .poll(report, { timeout: 40_000 })
      .toMatchObject({ 'late.example': 'Tracking', 'tagged.example': expect.any(String) });
    await expect.poll(async () => (await report())['tagged.example']).toBe('Code missing');
    await expect
      .poll(async () => (await session.browser.pages()).filter((one) => one.url().includes('.example')).length)
      .toBe(0);
  });

  test('a state is a filter, and narrow pages and the other direction hold', async () => {
    await press(page, 'button', 'Code missing 2');
    expect(Object.keys(await report())).toEqual(['lost.example', 'tagged.example']);
    await press(page, 'button', 'All 9');
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

  test('a check of one site updates its row, and hides no other', async () => {
    farm.answers['lost.example'] = sends(html(code(sandbox.url)));
    await press(page, 'tab', 'Websites');
    await press(page, 'checkbox', 'Select lost.example');
    await check('Check tracking');
    await press(page, 'button', 'Check now');
    await expect.poll(report).toMatchObject({
      'lost.example': 'Tracking',
      'tagged.example': expect.stringMatching(/^Code missing · Checked on /),
    });
    expect(Object.keys(await report())).toHaveLength(9);
    await page.screenshot({ path: `${pictures}/audit-one.png` as never });
    expect(await violations(page)).toEqual([]);
  });

  test('takes what loses visits to where many sites are added, which finds out what is there already', async () => {
    await press(page, 'button', 'Register sites that lose visits (1)');
    await openPreview(page);
    // Names that are for examples only are not ticked by themselves.
    await press(page, 'checkbox', 'Select all shown');
    await press(page, 'button', 'Add 1 site');
    await expect.poll(() => sandbox.websites().some(({ domain }) => domain === 'www.moved.example')).toBe(true);
    await press(page, 'tab', 'Tracking');
    await ended();
  });

  test('deletes what no longer exists, through the usual confirmation', async () => {
    // What an earlier check found is too old for that.
    await check('Check all sites');
    await press(page, 'button', 'Check now');
    await press(page, 'button', 'Delete sites that do not answer (1)');
    await page.waitForSelector('dialog[open]');
    await shows(page, 'No answer came on ');
    await page.type('dialog input[data-focus]', '1');
    await press(page, 'button', 'Delete for good');
    await page.waitForFunction(() => document.querySelector('.panel.websites .job-panel'));
    await expect.poll(() => sandbox.websites().some(({ domain }) => domain === 'no-name.example')).toBe(false);
  });
});

full.describe('interrupted midway, it ends and tells the truth', () => {
  const ours = () => sends(html(code(sandbox.url)));
  const namesOf = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}.example`);
  const names = namesOf('s', 10);
  const visited = (host: string) => farm.visits.filter((visit) => visit.host === host).length;
  /** Sites whose servers wait with their answer until it is let out. */
  let held: ServerResponse[] = [];
  const hold = (host: string) => {
    farm.answers[host] = (_request, response) => void held.push(response);
  };
  const release = (hosts = names) => {
    for (const host of hosts) farm.answers[host] = ours();
    for (const response of held.splice(0)) ours()(response.req, response);
  };

  /** Checks some sites, the only ones of the service. */
  async function begin(domains: readonly string[]): Promise<void> {
    held = [];
    sandbox.reset();
    sandbox.addWebsites(domains.map((domain) => ({ domain, privacy: 1 })));
    farm.visits.length = 0;
    await page.goto(urlOf(session, 'manage.html?tab=tracking'));
    await check('Check all sites');
    await press(page, 'button', 'Check now');
    // Until it is shown, the report is still that of the check before.
    await page.waitForSelector('.job-panel');
  }
  const finished = (count: number) =>
    page.waitForFunction(
      (all) => document.querySelector('.overview .all b')?.textContent === all && !document.querySelector('.job-panel'),
      { timeout: 100_000 },
      String(count),
    );

  afterEach(async () => {
    release();
    await page.waitForFunction(() => !document.querySelector('.job-panel'));
  });

  test('by the end of the worker, and of the browser', async () => {
    for (const host of names) farm.answers[host] = ours();
    hold('s9.example');
    await begin(names);
    await shows(page, '9 of 10');
    await killWorker(session);
    await expect.poll(() => visited('s9.example'), { timeout: 60_000 }).toBe(2);
    await session.restart();
    page = await openManage(session, '?tab=tracking');
    await expect.poll(() => visited('s9.example'), { timeout: 60_000 }).toBe(3);
    release();
    await finished(10);
    expect(await report()).toEqual(Object.fromEntries(names.map((host) => [host, 'Tracking'])));
    expect(names.slice(0, 9).map(visited)).toEqual(Array(9).fill(1));
    await expect.poll(siteAccess).toEqual([]);
  });

  test('by the access being taken away', async () => {
    for (const host of names) hold(host);
    await begin(names);
    await expect.poll(() => held.length).toBe(6);
    await withBarePage(session, async (bare) =>
      bare.evaluate((origins) => chrome.permissions.remove({ origins }), await siteAccess()),
    );
    release();
    await finished(10);
    const states = Object.values(await report());
    expect(
      states.filter((state) => state === 'Cannot tell · Waymark has no access to this site any more.'),
    ).toHaveLength(4);
    expect(states.filter((state) => state === 'Tracking')).toHaveLength(6);
    expect(names.reduce((sum, host) => sum + visited(host), 0)).toBe(6);
  });

  test('by Cancel, pressed by a key: the focus stays in the tab to the end', async () => {
    const some = namesOf('c', 2);
    for (const host of some) hold(host);
    await begin(some);
    await expect.poll(() => held.length).toBe(2);
    await (await control(page, 'button', 'Cancel')).focus();
    await page.keyboard.press('Enter');
    release(some);
    await page.waitForSelector('.overview');
    await expect.poll(() => page.$('.job-panel')).toBeNull();
    expect(await page.evaluate(() => !!document.activeElement?.closest('.audit'))).toBe(true);
  });

  test('by this computer going offline: it calls no site silent', async () => {
    // Asked for the first time: over a connection that was used before, browsers ask twice.
    const fresh = namesOf('f', 10);
    for (const host of fresh) hold(host);
    await begin(fresh);
    await expect.poll(() => held.length).toBe(6);
    const { client } = await worker(session);
    const setOffline = async (offline: boolean) => {
      await page.setOfflineMode(offline);
      const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await client.send('Network.emulateNetworkConditions', conditions);
    };
    await client.send('Network.enable');
    await setOffline(true);
    try {
      for (const response of held.splice(0)) response.destroy();
      await shows(page, 'You are offline.');
    } finally {
      await setOffline(false);
    }
    release(fresh);
    await press(page, 'button', 'Try now');
    await finished(10);
    expect(await report()).toEqual(Object.fromEntries(fresh.map((host) => [host, 'Tracking'])));
  });

  test('by names that are not found any more, while the browser says that it is online: it calls no site silent', async () => {
    const dropping = namesOf('d', 20);
    for (const host of dropping) farm.answers[host] = (request) => void request.socket.destroy();
    await begin(dropping);
    await shows(page, 'No site answers: your internet connection seems to be down.');
    await shows(page, '0 of 20');
    await page.screenshot({ path: `${pictures}/audit-no-answers.png` as never });
    expect(await violations(page)).toEqual([]);
    farm.visits.length = 0;
    await press(page, 'button', 'Resume');
    await expect.poll(() => new Set(farm.visits.map(({ host }) => host)).size).toBe(20);
    await shows(page, 'No site answers: your internet connection seems to be down.');
    await shows(page, '0 of 20');
    release(dropping);
    await press(page, 'button', 'Resume');
    await finished(20);
    await control(page, 'button', 'Tracking 20');
  });

  test('by 50 sites that drop the connection, and six that never answer: they are told as they are beside others', async () => {
    const dropping = namesOf('z', 50);
    for (const host of dropping) farm.answers[host] = (request) => void request.socket.destroy();
    for (const host of names.slice(0, 6)) hold(host);
    const began = Date.now();
    await begin([...names.slice(0, 6), ...dropping, ...names.slice(6)]);
    await finished(60);
    // Six at a time: those that are silent are waited for at once.
    expect((Date.now() - began) / 1000).toBeLessThan(60);
    const found = Object.values(await report());
    expect(found.slice(0, 7)).toEqual([
      ...Array(6).fill('Does not answer · No page came within 15 seconds.'),
      expect.stringMatching(/^Does not answer · There is no such name/),
    ]);
    await control(page, 'button', 'Does not answer 56');
    await expect.poll(siteAccess).toEqual([]);
  });
});
