import type { Dialog, Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeRequest } from '../../sandbox/sandbox.ts';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { copied, watchClipboard } from '../harness/clipboard.ts';
import { forgetSites } from '../harness/connect.ts';
import { focusedText, press, shows } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { inChromium } from '../harness/stage.ts';
import { track } from '../popup/popupPage.ts';
import { serveCases } from './web.ts';

let page: Page;

const host = 'shop.example.com';
const cases = ['with', 'without', 'other', 'pdf', 'counted', 'loop', 'message'] as const;

const onLoad = (script: string) => `<script>onload = () => setTimeout(() => { ${script} }, 100)</script>`;

const stage = inChromium({ connected: 'withSeo' }, (sandbox) => {
  const ours = code(sandbox.url);
  const bodies: Record<(typeof cases)[number], string> = {
    with: html(ours),
    without: html(''),
    other: html(code('https://numbers.example.org')),
    pdf: '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>',
    loop: html(`${ours}${onLoad('for (const until = Date.now() + 15_000; Date.now() < until; );')}`),
    message: html(`${ours}${onLoad("alert('made up')")}`),
    counted: html(
      `${ours}<script>function gtag(){}gtag('config','G-AB12CD34EF');_paq=[];_paq.push(['setSiteId','5'])</script>`,
      '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC123"></iframe></noscript>',
    ),
  };
  return serveCases(
    cases.map((name) => ({
      name,
      html: bodies[name],
      found: 'no',
      ...(name === 'pdf' ? { headers: { 'content-type': 'application/pdf' } } : {}),
    })),
  );
});
beforeEach(async () => {
  await forgetSites(stage.session);
  stage.sandbox.reset();
  page = await stage.session.browser.newPage();
});
afterEach(async () => {
  await page.close();
});

async function open(name: (typeof cases)[number], at = host): Promise<Page> {
  await page.goto(`http://${at}/?case=${cases.indexOf(name)}`);
  return openPopup(stage.session, page);
}

const state = async (popup: Page, wanted: string): Promise<string> => {
  await popup.waitForSelector(`.tracking-status[data-state="${wanted}"]`);
  return popup.evaluate(() =>
    ['.status-line', '.tracking-status']
      .map((part) => document.querySelector<HTMLElement>(part)?.innerText.replaceAll('\u00a0', ' ') ?? '')
      .join('\n'),
  );
};
/** Returns the extension's requests, without those of visited pages (the script and hits). */
const requests = () =>
  stage.sandbox.log
    .map(describeRequest)
    .filter((line) => line.includes('/api/v1/'))
    .map((line) => line.split(' ').slice(0, 2).join(' ').replace(/\?.*/, ''));
const lists = { websites: 'GET /api/v1/websites', projects: 'GET /api/v1/projects' };

describe('the four states', () => {
  test.each<[string, domain: string | undefined, on: (typeof cases)[number], wanted: string, says: string]>([
    ['registered, with code', host, 'with', 'tracking', 'Registered · Tracking'],
    ['registered, without code', host, 'without', 'missing', 'Registered · Code missing'],
    ['not registered, with code', undefined, 'with', 'losing', 'Not registered · Losing visits'],
    ['not registered, without code', undefined, 'without', 'absent', 'Not registered · No tracking code'],
    ['a PDF', host, 'pdf', 'unseen', 'Cannot check this page'],
    ['only its www variant is registered', `www.${host}`, 'with', 'unsure', `\u2068www.${host}\u2069 is registered`],
  ])('%s', async (_name, domain, on, wanted, says) => {
    if (domain) stage.sandbox.addWebsite({ domain, privacy: 1 });
    const popup = await open(on);
    await expect.poll(() => state(popup, wanted)).toContain(says);
    // Scanning the page sends no request. The SEO service is asked only about registered sites.
    await expect.poll(requests).toEqual(domain === host ? [lists.websites, lists.projects] : [lists.websites]);
    expect(stage.session.complaints).toEqual([]);
  });

  test('losing visits: one press registers, and the visits count', async () => {
    const popup = await open('with');
    await state(popup, 'losing');
    await track(popup, host);
    await state(popup, 'tracking');
  });
});

describe('the code', () => {
  const lastCopied = async (popup: Page) => (await copied(popup)).at(-1);

  test('is copied as each place takes it, and the kind is remembered', async () => {
    stage.sandbox.addWebsite({ domain: host, privacy: 1 });
    const popup = await open('without');
    await state(popup, 'missing');
    await watchClipboard(popup);
    const rows = [
      ['HTML', code(stage.sandbox.url), 'head of every page'],
      ['WordPress', "add_action( 'wp_head'", 'functions.php'],
      ['Tag Manager', '<script>\n(function', 'Custom HTML'],
      ['Next.js', "import Script from 'next/script'", 'root layout'],
      ['JavaScript', '(function () {', 'Run it once'],
    ] as const;
    let before = 'HTML';
    for (const [name, text, where] of rows) {
      await press(popup, 'button', `Kind of code: ${before}`);
      await (await popup.waitForSelector(`.kinds ::-p-text(${name})`))?.click();
      await popup.waitForFunction(
        (wanted) => document.querySelector('.code > p')?.textContent?.includes(wanted),
        {},
        where,
      );
      expect(await lastCopied(popup)).toContain(text);
      // The menu has closed, and the focus is on the button that copies the same code again.
      expect(await focusedText(popup)).toBe('Copy code');
      before = name;
    }
    // The kind of code is remembered.
    const again = await open('without');
    await state(again, 'missing');
    await watchClipboard(again);
    await press(again, 'button', 'Copy code');
    await shows(again, 'Copied.');
    expect(await lastCopied(again)).toContain('(function () {');
    await again.evaluate(() => localStorage.clear());
  });

  test('where copying is refused, it is there to be selected', async () => {
    stage.sandbox.addWebsite({ domain: host, privacy: 1 });
    const popup = await open('without');
    await state(popup, 'missing');
    await watchClipboard(popup, false);
    await press(popup, 'button', 'Copy code');
    const box = await popup.waitForSelector('.code textarea');
    expect(await box?.evaluate((element) => (element as HTMLTextAreaElement).value)).toBe(code(stage.sandbox.url));
  });
});

test.each(['loop', 'message'] as const)('over a page that does not answer (%s) it says so, and works', async (name) => {
  const shown = new Promise<Dialog>((resolve) => page.once('dialog', resolve));
  await page.goto(`http://${host}/?case=${cases.indexOf(name)}`);
  // A later message closes the popup.
  const message = name === 'message' ? await shown : undefined;
  const popup = await openPopup(stage.session, page);
  expect(await state(popup, 'unsure')).toContain('The page is busy or shows a message');
  await track(popup, host);
  await message?.dismiss();
});

test('beside it stands the project of this host at the SEO service', async () => {
  stage.sandbox.addWebsite({ domain: host, privacy: 1 });
  for (const project of [`www.${host}`, host]) stage.sandbox.addProject({ project, reports: 12, result: 87 });
  const popup = await open('with');
  await popup.waitForSelector('.seo[data-state="found"]');
  expect(await focusedText(popup)).toBe('Open statistics');
  expect(await popup.$eval('.seo', ({ textContent }) => textContent)).toMatch(
    /12 reports.*Score 87|Score 87.*12 reports/,
  );
});

test('names who else counts there, and what may bring more scripts', async () => {
  const popup = await open('counted');
  await popup.waitForSelector('.other-trackers p');
  const lines = await popup.$$eval('.other-trackers p', (all) =>
    all.map(({ textContent }) => textContent.replace(/[\u2068\u2069]/g, '')),
  );
  expect(lines).toEqual([
    'Also counted by Google Analytics (G-AB12CD34EF) and Matomo (site 5)',
    'More scripts may come through Google Tag Manager (GTM-ABC123)',
  ]);
});
