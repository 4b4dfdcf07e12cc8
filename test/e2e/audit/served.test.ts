import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import { isFull } from '../../tier.ts';
import { stats } from '../../unit/data/pages/page.ts';
import { jobsIn } from '../addMany/addManyPage.ts';
import { ask, engines, playIn } from '../guarantees/browsers.ts';
import { withBarePage } from '../harness/extension.ts';
import { launchFirefox } from '../harness/firefox.ts';
import { answerPrompt } from '../harness/firefoxPrompts.ts';
import { grantedHosts as firefoxHosts, openPage as openFirefoxPage } from '../harness/firefoxState.ts';
import { full } from '../harness/full.ts';
import { launch } from '../harness/launch.ts';
import { allowHost, grantedHosts } from '../harness/permissions.ts';
import { type Farm, openFarm, sends, sites, type Visit } from './farm.ts';

interface Look {
  state: string;
  why?: string;
  about?: string;
  trackers: object[];
}

interface Stored {
  jobs: { id: string; ended?: number; holdsAccess?: boolean }[];
  items: { job: string; key: string; look: Look }[];
}

/** The sites to audit. Those that never end take 15 seconds, so only the full tier has them. Unit tests judge pages. */
const played = Object.entries(sites).filter(([host]) => isFull || !/^(drips|hangs)\./.test(host));
const hosts = played.map(([host]) => host);

/** Runs an audit of these hosts as the manage page does. Resolves to the results. */
async function audit(page: Page): Promise<Map<string, Look>> {
  const id = crypto.randomUUID();
  const begun = await ask(page, 'jobs.start', { id, kind: 'audit', items, fields: {}, speed: 'fast' });
  if (!begun?.ok) throw new Error(JSON.stringify(begun));
  const stored = async (): Promise<Stored> => JSON.parse(await jobsIn(page));
  const isOver = async () => (await stored()).jobs.some((job) => job.id === id && job.ended && !job.holdsAccess);
  const isGivenBack = () =>
    page.evaluate(
      async () => !(await chrome.permissions.getAll()).origins?.some((pattern) => pattern.includes('example')),
    );
  await vi.waitUntil(async () => (await isOver()) && isGivenBack(), { timeout: 120_000, interval: 250 });
  return new Map((await stored()).items.flatMap(({ job, key, look }) => (job === id ? [[key, look]] : [])));
}

const items = hosts.map((key) => ({ key }));
const origins = hosts.flatMap((host) => [`https://${host}/*`, `https://www.${host}/*`]);

interface Played {
  looks: Map<string, Look>;
  visits: Visit[];
  /** The remaining access. */
  granted: string[];
  /** The text of the browser's prompt, if the browser shows one. */
  prompt: string;
}

/** Connects the service of the pages, which receives no request. */
const connect = (page: Page) =>
  page.evaluate((connections) => chrome.storage.local.set({ connections }), {
    version: 2,
    value: { active: 'main', list: [{ id: 'main', analyticsUrl: stats, account: 'main-account' }] },
  });

/** Visits a site, which sets a cookie that the audit must not send. */
async function visit(farm: Farm, page: Page): Promise<void> {
  const host = 'plain-page.example';
  const { [host]: answer } = farm.answers;
  // With an icon, so that the browser requests none once visits are counted.
  const icon = '<link rel="icon" href="data:,">';
  farm.answers[host] = sends(icon, { 'set-cookie': 'a=1; Secure; SameSite=None; Path=/' });
  await page.goto(`https://${host}/`);
  farm.answers[host] = answer;
  await page.close();
  farm.visits.length = 0;
}

async function inChromium(farm: Farm): Promise<Played> {
  const session = await launch({ hosts: farm.hosts, trusting: true });
  try {
    await withBarePage(session, connect);
    await allowHost(session, 'https://*/*');
    await visit(farm, await session.browser.newPage());
    const looks = await withBarePage(session, async (page) => {
      await page.evaluate((all) => chrome.permissions.request({ origins: all }), origins);
      return audit(page);
    });
    return { looks, visits: farm.visits, granted: await grantedHosts(session), prompt: '' };
  } finally {
    await session.close();
  }
}

async function inFirefox(farm: Farm): Promise<Played> {
  const firefox = await launchFirefox({ web: farm.proxy, trusting: true });
  try {
    const page = await openFirefoxPage(firefox, 'options.html');
    await connect(page);
    await visit(farm, await firefox.browser.newPage());
    await page.bringToFront();
    // Only a real click may request access.
    await page.evaluate((all) => {
      addEventListener('click', () => void chrome.permissions.request({ origins: all }), { once: true });
    }, origins);
    await page.mouse.click(5, 5);
    const prompt = await answerPrompt(firefox, 'allow');
    const looks = await audit(page);
    return { looks, visits: farm.visits, granted: await firefoxHosts(firefox), prompt };
  } finally {
    await firefox.close();
  }
}

const ends = playIn<Played>(engines, async (browser) => {
  const farm = await openFarm();
  try {
    return await (browser === 'Chromium' ? inChromium : inFirefox)(farm);
  } finally {
    await farm.close();
  }
});

describe.each(engines)('%s', (browser) => {
  test('each host was asked once and for nothing but its page', async () => {
    const { visits } = await ends(browser);
    const asked = Map.groupBy(visits, ({ host }) => host);
    const variants = ['to-www', 'to-bare-www', 'leaver', 'to-path', 'loop'].map((name) => `www.${name}.example`);
    const never = ['no-name.example', 'no-tls.example'];
    const expected = [...hosts.filter((host) => !never.includes(host)), ...variants];
    expect([...asked.keys()].sort()).toEqual(expected.sort());
    for (const [host, each] of asked) expect([host, each.map(({ path }) => path)]).toEqual([host, ['/']]);
  });

  test('no cookie, key or referrer travels, and what is asked for is what browsers ask for', async () => {
    for (const { host, headers } of (await ends(browser)).visits) {
      const { cookie, referer, authorization, origin } = headers;
      expect([host, cookie, referer, authorization, origin]).toEqual([host, ...Array(4).fill(undefined)]);
      expect(headers.accept).toMatch(/^text\/html/);
    }
  });

  test('the access to the sites is given back', async () => {
    expect((await ends(browser)).granted.filter((pattern) => pattern.includes('example'))).toEqual([]);
  });

  test.each(played)('%s: $state $why $about', async (host, { answer: _, ...right }) => {
    const { trackers: __, ...look } = (await ends(browser)).looks.get(host) ?? { trackers: [] };
    expect(look).toEqual(right);
  });
});

full.test('Firefox asks once, for exactly these hosts', async () => {
  const { prompt } = await ends('Firefox');
  for (const host of hosts) expect(prompt).toContain(host);
});
