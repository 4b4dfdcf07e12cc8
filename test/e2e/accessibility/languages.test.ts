import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { isFull } from '../../tier.ts';
import { connect, startAnew } from '../harness/connect.ts';
import { openPage, openPopup, stored, urlOf } from '../harness/extension.ts';
import { misfits } from '../harness/fits.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { type Spoken, speaking } from '../harness/spoken.ts';
import { openWeb, type Web } from '../harness/web.ts';
import { settled } from '../manage/managePage.ts';

const folder = join(import.meta.dirname, '../../../assets/locales');
const all = readdirSync(folder).map((file) => file.replace('.yml', '').replace('_', '-'));
/** Long words, from right to left, and without spaces. */
const languages = isFull ? all : ['de', 'ar', 'ja'];
const fromRight = ['ar', 'he'];
const narrow = { width: 320, height: 640 };
const host = 'shop.example.com';

let web: Web;
let sandbox: Sandbox;

beforeAll(async () => {
  web = await openWeb();
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox?.close();
  await web?.close();
});

const dress = (page: Page) =>
  page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
  }));

test.each([
  { browser: 'pt-BR', lang: 'pt-BR', dir: 'ltr' },
  { browser: 'he', lang: 'he', dir: 'rtl' },
  { browser: 'fi', lang: 'en', dir: 'ltr' },
])('a browser in $browser shows $lang', async ({ browser, lang, dir }) => {
  const session = await launch({ web, lang: browser });
  try {
    const page = await openPage(session, 'options.html');
    await page.waitForSelector('.welcome');
    expect(await page.evaluate('chrome.i18n.getUILanguage()')).toBe(browser);
    expect(await dress(page)).toEqual({ lang, dir });
    expect(session.complaints).toEqual([]);
  } finally {
    await session.close();
  }
});

describe('at 320 pixels', () => {
  let session: Session;
  let spoken: Spoken;
  let connection: Record<string, unknown>;
  let visited: Page;
  let tab: Page;

  beforeAll(async () => {
    spoken = await speaking();
    session = await launch({ web, build: spoken.build });
    await connect(session, sandbox, { seo: true });
    connection = await stored(session);
    visited = await session.browser.newPage();
    await visited.goto(`http://www.${host}/?utm_source=mail`);
    tab = await session.browser.newPage();
    await tab.setViewport(narrow);
  });
  afterAll(async () => {
    await session?.close();
    await spoken?.remove();
  });

  describe.each(languages)('%s', (language) => {
    const expected = { lang: language, dir: fromRight.includes(language) ? 'rtl' : 'ltr' };

    beforeAll(async () => {
      // The browser closes what it shows of an extension that is installed anew.
      await tab.goto('about:blank');
      await startAnew(session, {});
      await spoken.speak(language);
      await session.browser.installExtension(spoken.build);
    });
    beforeEach(() => sandbox.reset());

    async function open(path: string, ready: string): Promise<Page> {
      await tab.bringToFront();
      await tab.goto(urlOf(session, path));
      await tab.waitForSelector(ready);
      return tab;
    }

    async function popup(ready: string): Promise<Page> {
      const opened = await openPopup(session, visited);
      await opened.evaluate((width) => {
        for (const { style } of [document.documentElement, document.body])
          Object.assign(style, { width: `${width}px`, minWidth: '0' });
      }, narrow.width);
      await opened.waitForSelector(ready);
      return opened;
    }

    const click = async (page: Page, selector: string) => {
      await page.waitForSelector(selector);
      await page.$eval(selector, (element) => (element as HTMLElement).click());
    };

    test.each([
      { what: 'the settings', show: () => open('options.html', '.welcome') },
      { what: 'the lists', show: () => open('manage.html', '.state') },
      { what: 'the popup', show: () => popup('.primary') },
    ])('$what before a service is connected', async ({ show }) => {
      const page = await show();
      expect(await dress(page)).toEqual(expected);
      expect(await misfits(page)).toEqual([]);
    });

    test('the popup', async () => {
      await startAnew(session, connection);
      const fresh = await popup('.tracking-status');
      await click(fresh, '.segments label:last-child input');
      await click(fresh, '.more .disclosure');
      await fresh.waitForSelector('.more .chip');
      expect(await misfits(fresh)).toEqual([]);

      sandbox.addWebsite({ domain: `www.${host}`, privacy: 0 });
      const registered = await popup('.statistics');
      await click(registered, '.more .disclosure');
      await registered.waitForSelector('textarea');
      expect(await misfits(registered)).toEqual([]);
      await click(registered, '.risky');
      await registered.waitForSelector('form .danger');
      expect(await misfits(registered)).toEqual([]);
    });

    test('the settings', async () => {
      const page = await open('options.html', '.stored');
      expect(await misfits(page)).toEqual([]);
      await click(page, '.save .button');
      await page.waitForSelector('.report .note.good');
      await click(page, '.stored .risky');
      expect(await misfits(page)).toEqual([]);
    });

    test('the lists', async () => {
      sandbox.addWebsites(60);
      const created_at = '2026-11-28T12:00:00Z';
      sandbox.addWebsite({ domain: host, privacy: null, email: null, exclude_bots: null, created_at });
      sandbox.addProject({ project: host, reports: 3, result: 87 });
      const page = await open('manage.html', '.panel');
      await settled(page);
      for (const width of [600, 930, 1280, narrow.width]) {
        await page.setViewport({ ...narrow, width });
        expect([width, ...(await misfits(page))]).toEqual([width]);
        const height = await page.$eval('tbody tr', (row) => row.getBoundingClientRect().height);
        // One line in the wide list, also for the longest date.
        if (width === 1280) expect(height).toBeLessThan(40);
      }
      await click(page, 'tbody tr .pick input');
      await page.waitForSelector('.bulk');
      expect(await misfits(page)).toEqual([]);
      await click(page, '.bulk .risky');
      await page.waitForSelector('dialog');
      expect(await misfits(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await click(page, 'tbody [data-open]');
      await page.waitForSelector('dialog .links');
      expect(await misfits(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await click(page, '#tab-projects');
      await settled(page);
      expect(await misfits(page)).toEqual([]);
    });

    test('adding many', async () => {
      sandbox.addWebsite({ domain: host });
      const page = await open('manage.html?tab=add', '.sources-step textarea');
      await page.focus('.sources-step textarea');
      await page.keyboard.sendCharacter(`${host}\nnew.example.com\nnew.example.com\nsomeone@example.com\nco.uk\n`);
      await page.waitForSelector('.sources-step footer .primary:not(:disabled)');
      expect(await misfits(page)).toEqual([]);
      await click(page, '.sources-step footer .primary');
      await page.waitForSelector('.virtual .status.registered');
      expect(await misfits(page)).toEqual([]);
    });
  });
});
