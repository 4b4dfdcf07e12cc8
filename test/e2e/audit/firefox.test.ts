import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { forgetListsBy } from '../harness/connect.ts';
import { press, shows } from '../harness/controls.ts';
import { addonId, type Firefox, launchFirefox } from '../harness/firefox.ts';
import { connectInFirefox } from '../harness/firefoxConnect.ts';
import { answerPrompt } from '../harness/firefoxPrompts.ts';
import { complaints, grantedHosts, openPage, revokeHosts, suspend } from '../harness/firefoxState.ts';
import { full } from '../harness/full.ts';
import { choose } from '../manage/managePage.ts';
import { alarmsIn, all, ended, holding, openDialog, states, visitsTo } from './auditPage.ts';
import { type Farm, openFarm, sends, tagged } from './farm.ts';

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
    'tagged.example': sends(html(tagged)),
    // The audit stays under way until this server may answer.
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

const alarms = () => alarmsIn(page);
const opened = (host: string) => visitsTo(farm, host);
const sorted = (all: readonly string[]) => [...all].sort();

test('a press asks for these sites alone; saying no opens nothing', async () => {
  await openDialog(page);
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
  await expect.poll(() => opened('slow.example')).toBe(1);
  await shows(page, '4 of 5');
  await suspend(firefox);
  await expect.poll(() => opened('slow.example'), { timeout: 60_000 }).toBe(2);
  release();
  await ended(page);
  expect(await states(page)).toEqual({
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
  await expect.poll(() => states(page), { timeout: 30_000 }).toMatchObject({ 'tagged.example': 'Code missing' });
  await expect.poll(() => grantedHosts(firefox)).toEqual([loopback]);
});

test('repeated, it keeps the access with one alarm, until the access is taken away', async () => {
  await openDialog(page);
  await choose(page, 'How often', 'Every month');
  await press(page, 'button', 'Check now');
  await answerPrompt(firefox, 'allow');
  await expect.poll(() => opened('slow.example')).toBe(3);
  await page.waitForSelector('.job-panel');
  release();
  // The end of the job moves the content below it, and an earlier click would miss.
  await page.waitForFunction(() => !document.querySelector('.job-panel'));
  await shows(page, 'Checked again every month. Sites: 5.');
  await expect.poll(async () => sorted(await grantedHosts(firefox))).toEqual(sorted([loopback, ...ofSites]));
  await expect.poll(alarms).toEqual(['housekeeping']);
  await revokeHosts(firefox, ofSites);
  await shows(page, 'permission to notify you, was removed');
  await expect.poll(alarms).toEqual([]);
  await press(page, 'button', 'Dismiss');
  await expect.poll(() => page.$('.repeat')).toBeNull();
  expect((await complaints(firefox)).join('\n')).toBe('');
});

describe('interrupted midway, it ends and tells the truth', () => {
  const { held, hold, letOut, drop } = holding(
    () => farm,
    () => sandbox.url,
  );
  /** Checks some sites, the only ones of the service, and waits until six of their servers hold their answers. */
  async function begin(name: string): Promise<string[]> {
    const sites = Array.from({ length: 8 }, (_, at) => `s${at}-${name}.example`);
    hold(sites);
    sandbox.reset();
    sandbox.addWebsites(sites.map((domain) => ({ domain, privacy: 1 })));
    // The sites read before were all that existed.
    await forgetListsBy(page);
    await openDialog(page);
    await press(page, 'button', 'Check now');
    await answerPrompt(firefox, 'allow');
    await expect.poll(() => held.length).toBe(6);
    return sites;
  }
  /** Returns the report once it shows these sites instead of those of an earlier audit. */
  const reportOf = async (sites: readonly string[]) => {
    const shown = async () => Object.keys(await states(page)).sort();
    await expect.poll(shown, { timeout: 60_000 }).toEqual(sites);
    return states(page);
  };

  full.test('by the extension being put in its place anew', async () => {
    const sites = await begin('anew');
    // Without another page, the window would close.
    await firefox.browser.newPage();
    await firefox.inside(async (id) => {
      const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
      await (await AddonManager.getAddonByID(id)).reload();
    }, addonId);
    page = await openPage(firefox, 'manage.html?tab=tracking');
    await page.bringToFront();
    // The sites under way are looked at again, one after the other.
    await expect.poll(() => sites.some((site) => opened(site) === 2), { timeout: 60_000 }).toBe(true);
    letOut(sites);
    expect(await reportOf(sites)).toEqual(all(sites, 'Tracking'));
    expect(sites.map(opened).filter((times) => times === 1)).toHaveLength(2);
    await expect.poll(() => grantedHosts(firefox)).toEqual([loopback]);
  });

  full.test('by the access being taken away', async () => {
    const sites = await begin('revoked');
    await revokeHosts(
      firefox,
      sites.flatMap((host) => [`https://${host}/*`, `https://www.${host}/*`]),
    );
    letOut(sites);
    const found = await reportOf(sites);
    expect(Object.values(found).filter((state) => state !== 'Tracking' && state !== 'Cannot tell')).toEqual([]);
    // The two sites whose turn had not come are no longer opened.
    const unopened = sites.filter((site) => opened(site) === 0);
    expect(unopened).toHaveLength(2);
    expect(unopened.map((site) => found[site])).toEqual(['Cannot tell', 'Cannot tell']);
  });

  test('by this computer going offline: it calls no site silent', async () => {
    const sites = await begin('offline');
    const setOffline = (isOffline: boolean) =>
      firefox.inside((value) => {
        Services.io.offline = value;
      }, isOffline);
    await setOffline(true);
    try {
      drop();
      await shows(page, 'You are offline.');
      letOut(sites);
    } finally {
      await setOffline(false);
    }
    expect(await reportOf(sites)).toEqual(all(sites, 'Tracking'));
    expect((await complaints(firefox)).join('\n')).toBe('');
  });
});
