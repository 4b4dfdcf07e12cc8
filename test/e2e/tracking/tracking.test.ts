import { mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeRequest, type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { violations } from '../harness/axe.ts';
import { connect, forgetSites } from '../harness/connect.ts';
import { press, said } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { serveCases } from './web.ts';

let web: Awaited<ReturnType<typeof serveCases>>;
let sandbox: Sandbox;
let session: Session;
let page: Page;

const host = 'shop.example.com';
const cases = ['with', 'without', 'other', 'noscript', 'pdf', 'counted'] as const;
const pictures = '.output/pictures';

beforeAll(async () => {
  sandbox = await startSandbox();
  const ours = code(sandbox.url);
  const pdf =
    '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>';
  const bodies: Record<(typeof cases)[number], string> = {
    with: html(ours),
    without: html(''),
    other: html(code('https://numbers.example.org')),
    noscript: html('', `<noscript>${ours}</noscript>`),
    pdf,
    counted: html(
      `${ours}<script>function gtag(){}gtag('config','G-AB12CD34EF');_paq=[];_paq.push(['setSiteId','5'])</script>`,
      '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC123"></iframe></noscript>',
    ),
  };
  web = await serveCases(
    cases.map((name) => ({
      name,
      html: bodies[name],
      found: 'no',
      ...(name === 'pdf' ? { headers: { 'content-type': 'application/pdf' } } : {}),
    })),
  );
  session = await launch({ web });
  await connect(session, sandbox, { seo: true });
  mkdirSync(pictures, { recursive: true });
});
beforeEach(async () => {
  await forgetSites(session);
  sandbox.reset();
  page = await session.browser.newPage();
});
afterEach(async () => {
  await page.close();
});
afterAll(async () => {
  await session?.close();
  await sandbox?.close();
  await web?.close();
});

async function open(name: (typeof cases)[number], at = host): Promise<Page> {
  await page.goto(`http://${at}/?case=${cases.indexOf(name)}`);
  return openPopup(session, page);
}

const state = async (popup: Page, wanted: string): Promise<string> => {
  await popup.waitForSelector(`.tracking-status[data-state="${wanted}"]`);
  return popup.evaluate(() =>
    ['.status-line', '.tracking-status']
      .map((part) => document.querySelector<HTMLElement>(part)?.innerText.replaceAll('\u00a0', ' ') ?? '')
      .join('\n'),
  );
};
/** What the service was asked; visits of the page itself (its script and hits) are no requests of ours. */
const requests = () =>
  sandbox.log
    .map(describeRequest)
    .filter((line) => line.includes('/api/v1/'))
    .map((line) => line.split(' ').slice(0, 2).join(' ').replace(/\?.*/, ''));
const lists = { websites: 'GET /api/v1/websites', projects: 'GET /api/v1/projects' };

describe('the four states', () => {
  const registered = { domain: host, privacy: 1 };
  test.each([
    { name: 'registered, with code', of: registered, on: 'with', wanted: 'tracking', says: 'Registered · Tracking' },
    {
      name: 'registered, without code',
      of: registered,
      on: 'without',
      wanted: 'missing',
      says: 'Registered · Code missing',
    },
    { name: 'not registered, with code', on: 'with', wanted: 'losing', says: 'Not registered · Losing visits' },
    {
      name: 'not registered, without code',
      on: 'without',
      wanted: 'untracked',
      says: 'Not registered · No tracking code',
    },
    {
      name: 'registered, code of another service',
      of: registered,
      on: 'other',
      wanted: 'missing',
      says: 'another service: \u2068https://numbers.example.org\u2069',
    },
    {
      name: 'registered, code where it cannot run',
      of: registered,
      on: 'noscript',
      wanted: 'missing',
      says: 'noscript',
    },
    { name: 'a PDF', of: registered, on: 'pdf', wanted: 'unseen', says: 'Cannot check this page' },
    {
      name: 'only its parent is registered, with code',
      of: { domain: 'example.com', privacy: 1 },
      on: 'with',
      wanted: 'unsure',
      says: 'Covered by example.com · Tracking unclear',
    },
    {
      name: 'only its www variant is registered, with code',
      of: { domain: `www.${host}`, privacy: 1 },
      on: 'with',
      wanted: 'unsure',
      says: `\u2068www.${host}\u2069 is registered`,
    },
  ] as const)('$name: $wanted', async (one) => {
    const { of } = one as { of?: typeof registered };
    if (of) sandbox.addWebsite(of);
    const popup = await open(one.on);
    expect(await state(popup, one.wanted)).toContain(one.says);
    // Looking at the page asks nobody; the SEO service is asked of registered sites only.
    const isRegistered = of?.domain === host;
    await expect.poll(requests).toEqual(isRegistered ? [lists.websites, lists.projects] : [lists.websites]);
    expect(session.complaints).toEqual([]);
  });

  test('losing visits: one press registers, and the visits count', async () => {
    const popup = await open('with');
    await state(popup, 'losing');
    await press(popup, 'button', `Track ${host}`);
    await said(popup, 'is registered');
    expect(await state(popup, 'tracking')).toContain('Tracking');
  });

  test('while the service is silent, what was seen is said and nothing more', async () => {
    sandbox.behave({ delay: 30_000 } as never);
    const popup = await open('with');
    expect(await state(popup, 'found')).toContain('Checking… · Tracking code found');
  });

  test('a page that moves on to another host is not taken for the first', async () => {
    sandbox.addWebsite(registered);
    const popup = await open('without');
    await state(popup, 'missing');
    await page.goto(`http://other.example.com/?case=${cases.indexOf('with')}`);
    // Longer than the last look.
    await setTimeout(3000);
    expect(await state(popup, 'missing')).toContain('Code missing');
  });
});

describe('the code', () => {
  /** Stands in for the clipboard, which a headless browser does not give. */
  const watchClipboard = (popup: Page) =>
    popup.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.body.dataset.copied = text;
      };
    });
  const copied = (popup: Page) => popup.$eval('body', (body) => body.dataset.copied);

  test('is copied as HTML and, with one press, as other places take it', async () => {
    sandbox.addWebsite({ domain: host, privacy: 1 });
    const popup = await open('without');
    await state(popup, 'missing');
    await watchClipboard(popup);
    const rows = [
      ['Copy code', code(sandbox.url), 'head of every page'],
      ['WordPress', "add_action( 'wp_head'", 'functions.php'],
      ['Tag Manager', '<script>\n(function', 'Custom HTML'],
      ['Next.js', "import Script from 'next/script'", 'root layout'],
      ['JavaScript', '(function () {', 'Run it once'],
    ] as const;
    for (const [name, text, where] of rows) {
      await press(popup, 'button', name);
      await popup.waitForFunction(
        (wanted) => document.querySelector('.copy-code p')?.textContent?.includes(wanted),
        {},
        where,
      );
      expect(await copied(popup)).toContain(text);
    }
  });

  test('where copying is refused, it is there to be selected', async () => {
    sandbox.addWebsite({ domain: host, privacy: 1 });
    const popup = await open('without');
    await state(popup, 'missing');
    await popup.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
    });
    await press(popup, 'button', 'Copy code');
    const box = await popup.waitForSelector('.copy-code textarea');
    expect(await box?.evaluate((element) => (element as HTMLTextAreaElement).value)).toBe(code(sandbox.url));
  });
});

describe('the SEO service beside it', () => {
  const seo = async (popup: Page, wanted: string) => {
    await popup.waitForSelector(`.seo[data-state="${wanted}"]`);
    return popup.$eval('.seo', (section) => section.textContent ?? '');
  };
  test.each([
    { name: 'has a project of this host', projects: [host], wanted: 'found', says: '12 reports' },
    { name: 'has none', projects: [], wanted: 'none', says: 'no project' },
    {
      name: 'has projects of similar names only',
      projects: [`www.${host}`, `a.${host}`],
      wanted: 'none',
      says: 'no project',
    },
  ])('$name', async ({ projects, wanted, says }) => {
    sandbox.addWebsite({ domain: host, privacy: 1 });
    for (const project of projects) sandbox.addProject({ project, reports: 12, result: 87 });
    const text = await seo(await open('with'), wanted);
    expect(text).toContain(says);
    if (wanted === 'found') expect(text).toContain('Score 87');
  });
});

describe('how it looks', () => {
  test.each([
    { scheme: 'light', width: 360, dir: 'ltr' },
    { scheme: 'dark', width: 360, dir: 'ltr' },
    { scheme: 'light', width: 320, dir: 'ltr' },
    { scheme: 'light', width: 360, dir: 'rtl' },
  ] as const)('$scheme, $width px, $dir', async ({ scheme, width, dir }) => {
    sandbox.addWebsite({ domain: host, privacy: 1 });
    for (const [name, wanted] of [
      ['without', 'missing'],
      ['with', 'tracking'],
      ['other', 'missing'],
    ] as const) {
      const popup = await open(name);
      await state(popup, wanted);
      await popup.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await popup.evaluate(
        (direction, pixels) => {
          document.documentElement.dir = direction;
          document.body.style.width = `${pixels}px`;
        },
        dir,
        width,
      );
      await state(popup, wanted);
      await popup.waitForSelector('.seo[data-state="none"]');
      expect(await violations(popup)).toEqual([]);
      const clipped = await popup.evaluate(() => {
        const { left, right } = document.body.getBoundingClientRect();
        return [...document.querySelectorAll('main *')]
          .map((node) => ({ node, box: node.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.right > right || box.left < left))
          .map(({ node }) => node.outerHTML);
      });
      expect(clipped).toEqual([]);
      await popup.screenshot({ path: `${pictures}/verdict-${name}-${scheme}-${width}-${dir}.png`, fullPage: true });
    }
  });
});

test('names who else counts there, and what may bring more scripts', async () => {
  const popup = await open('counted');
  await popup.waitForSelector('.other-trackers p');
  const lines = await popup.$$eval('.other-trackers p', (all) =>
    all.map(({ textContent }) => textContent.replace(/[\u2068\u2069]/g, '')),
  );
  expect(lines).toEqual([
    'Also counted by Google Analytics (G-AB12CD34EF), Matomo (site 5)',
    'More scripts may come through Google Tag Manager (GTM-ABC123)',
  ]);
  await popup.screenshot({ path: `${pictures}/tracking-others.png` as never });
});
