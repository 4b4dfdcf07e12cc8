import type { Page } from 'puppeteer-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { openPreview } from '../addMany/addManyPage.ts';
import { askWorker, forgetLists } from '../harness/connect.ts';
import { control, press, shows } from '../harness/controls.ts';
import { killWorker, urlOf, withBarePage, worker } from '../harness/extension.ts';
import { full } from '../harness/full.ts';
import { allowHost, grantedHosts } from '../harness/permissions.ts';
import { inChromium } from '../harness/stage.ts';
import { cells, choose, openManage, names as shownNames } from '../manage/managePage.ts';
import { all, ended, holding, openDialog, report, visitsTo } from './auditPage.ts';
import { addsCode, openFarm, sends, tagged } from './farm.ts';

let page: Page;

const stage = inChromium({ trusting: true }, ({ url }) => {
  const ours = sends(html(code(url)));
  const ads = "<script>gtag('config','G-AB12CD34EF');_paq.push(['setSiteId','5'])</script>";
  return openFarm({
    'tracked.example': sends(html(code(url) + ads)),
    'lost.example': ours,
    'back.example': sends(html('')),
    'moved.example': sends('', { location: 'https://www.moved.example/' }, 301),
    'www.moved.example': ours,
    'elsewhere.example': sends('<meta http-equiv="refresh" content="0; url=https://new.example/">'),
    'tagged.example': sends(html(tagged)),
    'late.example': sends(html(tagged, `<main>Late</main>${addsCode(url)}`)),
    'failing.example': sends('', {}, 503),
  });
});
const names = ['tracked', 'lost', 'back', 'elsewhere', 'tagged', 'late', 'moved', 'no-name', 'failing'];
const records = [...names.map((name) => `${name}.example`), 'tracked.example/blog'];
beforeAll(async () => {
  stage.sandbox.addWebsites(records.map((domain) => ({ domain, privacy: 1 })));
  await allowHost(stage.session, 'https://*/*');
  page = await openManage(stage.session);
});

const siteAccess = async () => (await grantedHosts(stage.session)).filter((one) => one.includes('example'));

test('all sites are those that there are, also once some come and go elsewhere', async () => {
  await openDialog(page, 'Check tracking');
  await shows(page, 'All sites (9)');
  await askWorker(stage.session, 'websites.create', { domain: 'brief.example', privacy: 1 });
  await shows(page, 'All sites (10)');
  const id = String(stage.sandbox.websites().find(({ domain }) => domain === 'brief.example')?.id);
  await askWorker(stage.session, 'websites.delete', { id, domain: 'brief.example' });
  await shows(page, 'All sites (9)');
  await page.keyboard.press('Escape');
});

describe('one press, every site', () => {
  test('says what will happen, asks, and shows how every site stands, worst first', async () => {
    await openDialog(page, 'Check tracking');
    await shows(page, 'are for part of a site and only home pages are checked: 1 tracked.example/blog');
    stage.sandbox.clearLog();
    await press(page, 'button', 'Check now');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Tracking');
    await ended(page);
    // The rows below the first ones are rendered a moment later.
    await expect
      .poll(() => report(page))
      .toEqual({
        'back.example': 'Code missing',
        'no-name.example': expect.stringMatching(/^Does not answer · The name does not exist/),
        'failing.example': 'Does not answer · The server failed with status 503.',
        'elsewhere.example': 'Leads elsewhere · The page sends its visitors on to https://new.example/',
        'late.example': expect.stringMatching(/^Cannot tell · The code may come through Google Tag Manager/),
        'moved.example': expect.stringMatching(
          /^Cannot tell · \W?moved\.example\W? is registered\. Your service may count/,
        ),
        'tagged.example': expect.stringMatching(/^Cannot tell · /),
        'lost.example': 'Tracking',
        'tracked.example': 'Tracking · Also counted by Google Analytics (G-AB12CD34EF) and Matomo (site 5)',
      });
    expect(stage.sandbox.log.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
    await expect.poll(siteAccess).toEqual([]);
  });

  test('a second audit tells what changed', async () => {
    stage.web.answers['lost.example'] = sends(html(''));
    stage.web.answers['back.example'] = sends(html(code(stage.sandbox.url)));
    await openDialog(page);
    await press(page, 'button', 'Check now');
    await page.waitForSelector('.audit .changes', { timeout: 30_000 });
    const lines = await page.$$eval('.changes li', (all) => all.map(({ textContent }) => textContent.trim()));
    expect(lines).toEqual(['Lost the code: 1 lost.example', 'Tracking again: 1 back.example']);
  });

  test('opens and looks at what a served page does not tell', async () => {
    await press(page, 'button', 'Open and look (3)');
    await expect
      .poll(() => report(page), { timeout: 40_000 })
      .toMatchObject({ 'late.example': 'Tracking', 'tagged.example': expect.any(String) });
    await expect.poll(async () => (await report(page))['tagged.example']).toBe('Code missing');
    await expect
      .poll(async () => (await stage.session.browser.pages()).filter((one) => one.url().includes('.example')).length)
      .toBe(0);
  });

  test('a state is a filter, and a narrow page holds', async () => {
    await press(page, 'button', 'Code missing 2');
    await expect.poll(async () => Object.keys(await report(page))).toEqual(['lost.example', 'tagged.example']);
    await press(page, 'button', 'All 9');
    await page.setViewport({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewport({ width: 1280, height: 800 });
  });

  test('a check of one site updates its row, and hides no other', async () => {
    stage.web.answers['lost.example'] = sends(html(code(stage.sandbox.url)));
    await press(page, 'tab', 'Websites');
    await press(page, 'checkbox', 'Select lost.example');
    await openDialog(page, 'Check tracking');
    await press(page, 'button', 'Check now');
    await expect
      .poll(() => report(page))
      .toMatchObject({
        'lost.example': 'Tracking',
        'tagged.example': expect.stringMatching(/^Code missing · Checked on /),
      });
    await expect.poll(async () => Object.keys(await report(page))).toHaveLength(9);
  });

  test('the list of websites says what was found, filters by it, and a row is checked again there', async () => {
    await press(page, 'tab', 'Websites');
    const tracking = async (host: string) => (await cells(page, host)).tracking;
    await expect.poll(() => tracking('tagged.example')).toBe('Code missing');
    expect([await tracking('failing.example'), await tracking('tracked.example/blog')]).toEqual([
      'Does not answer',
      '',
    ]);
    stage.web.answers['failing.example'] = sends(html(''));
    await choose(page, 'Tracking', 'Does not answer (2)');
    await expect.poll(() => shownNames(page)).toEqual(['failing.example', 'no-name.example']);
    await press(page, 'button', 'Check tracking of failing.example');
    await expect.poll(() => shownNames(page)).toEqual(['no-name.example']);
    await choose(page, 'Tracking', 'Any');
    await expect.poll(() => tracking('failing.example')).toBe('Code missing');
    stage.web.answers['failing.example'] = sends('', {}, 503);
    await press(page, 'tab', 'Tracking');
  });

  test('takes what loses visits to where many sites are added, which finds out what is there already', async () => {
    await press(page, 'button', 'Register sites that lose visits (1)');
    await openPreview(page);
    // Names that are only for examples are not ticked by default.
    await press(page, 'checkbox', 'All · Check these');
    await press(page, 'button', 'Add 1 site');
    await expect.poll(() => stage.sandbox.websites().some(({ domain }) => domain === 'www.moved.example')).toBe(true);
    await press(page, 'tab', 'Tracking');
    await ended(page);
  });

  test('deletes what no longer exists, through the usual confirmation', async () => {
    // The results of an earlier check are too old for deletion.
    await openDialog(page);
    await press(page, 'button', 'Check now');
    await press(page, 'button', 'Delete sites that do not answer (1)');
    await page.waitForSelector('dialog[open]');
    await shows(page, 'These sites did not answer on ');
    await page.type('dialog input[data-focus]', '1');
    await press(page, 'button', 'Delete for good');
    await page.waitForFunction(() => document.querySelector('.panel.websites .job-panel'));
    await expect.poll(() => stage.sandbox.websites().some(({ domain }) => domain === 'no-name.example')).toBe(false);
  });
});

full.describe('interrupted midway, it ends and tells the truth', () => {
  const namesOf = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}.example`);
  const names = namesOf('s', 10);
  const visited = (host: string) => visitsTo(stage.web, host);
  const { held, hold, letOut, drop } = holding(
    () => stage.web,
    () => stage.sandbox.url,
  );
  /** Starts a check of some sites, which are the only ones of the service. */
  async function begin(domains: readonly string[]): Promise<void> {
    stage.sandbox.reset();
    stage.sandbox.addWebsites(domains.map((domain) => ({ domain, privacy: 1 })));
    await forgetLists(stage.session);
    stage.web.visits.length = 0;
    await page.goto(urlOf(stage.session, 'manage.html?tab=tracking'));
    await openDialog(page);
    await press(page, 'button', 'Check now');
    // Until the job is shown, the report is that of the earlier check.
    await page.waitForSelector('.job-panel');
  }
  const finished = (count: number) =>
    page.waitForFunction(
      (all) => document.querySelector('.overview .all b')?.textContent === all && !document.querySelector('.job-panel'),
      { timeout: 100_000 },
      String(count),
    );

  afterEach(async () => {
    letOut(names);
    await page.waitForFunction(() => !document.querySelector('.job-panel'));
  });

  test('by the end of the worker, and of the browser', async () => {
    letOut(names);
    hold(['s9.example']);
    await begin(names);
    await shows(page, '9 of 10');
    await killWorker(stage.session);
    await expect.poll(() => visited('s9.example'), { timeout: 60_000 }).toBe(2);
    await stage.session.restart();
    page = await openManage(stage.session, '?tab=tracking');
    await expect.poll(() => visited('s9.example'), { timeout: 60_000 }).toBe(3);
    letOut(names);
    await finished(10);
    await expect.poll(() => report(page)).toEqual(all(names, 'Tracking'));
    expect(names.slice(0, 9).map(visited)).toEqual(Array(9).fill(1));
    await expect.poll(siteAccess).toEqual([]);
  });

  test('by the access being taken away', async () => {
    hold(names);
    await begin(names);
    await expect.poll(() => held.length).toBe(6);
    await withBarePage(stage.session, async (bare) =>
      bare.evaluate((origins) => chrome.permissions.remove({ origins }), await siteAccess()),
    );
    letOut(names);
    await finished(10);
    await expect
      .poll(async () => Object.values(await report(page)).sort())
      .toEqual([
        ...Array(4).fill('Cannot tell · Waymark has no access to this site any more.'),
        ...Array(6).fill('Tracking'),
      ]);
    expect(names.reduce((sum, host) => sum + visited(host), 0)).toBe(6);
  });

  test('by Cancel, pressed by a key: the focus stays in the tab to the end', async () => {
    const some = namesOf('c', 2);
    hold(some);
    await begin(some);
    await expect.poll(() => held.length).toBe(2);
    await (await control(page, 'button', 'Cancel')).focus();
    await page.keyboard.press('Enter');
    letOut(some);
    await page.waitForSelector('.overview');
    await expect.poll(() => page.$('.job-panel')).toBeNull();
    expect(await page.evaluate(() => !!document.activeElement?.closest('.audit'))).toBe(true);
  });

  test('by this computer going offline: it calls no site silent', async () => {
    // These hosts are new, because browsers may send a request twice over a reused connection.
    const fresh = namesOf('f', 10);
    hold(fresh);
    await begin(fresh);
    await expect.poll(() => held.length).toBe(6);
    const { client } = await worker(stage.session);
    const setOffline = async (offline: boolean) => {
      await page.setOfflineMode(offline);
      const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await client.send('Network.emulateNetworkConditions', conditions);
    };
    await client.send('Network.enable');
    await setOffline(true);
    try {
      drop();
      await shows(page, 'You are offline.');
    } finally {
      await setOffline(false);
    }
    letOut(fresh);
    await press(page, 'button', 'Try now');
    await finished(10);
    await expect.poll(() => report(page)).toEqual(all(fresh, 'Tracking'));
  });
});
