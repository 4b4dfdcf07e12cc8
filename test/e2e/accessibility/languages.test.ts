import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isFull } from '../../tier.ts';
import { openPage } from '../harness/extension.ts';
import { misfits } from '../harness/fits.ts';
import { launch } from '../harness/launch.ts';
import { settled } from '../manage/managePage.ts';
import { shop as host, opens, type Scene, type Step } from './reach.ts';
import { openStage, type Stage } from './stage.ts';
import { clicks, puts, sees } from './steps.ts';

const folder = join(import.meta.dirname, '../../../assets/locales');
const all = readdirSync(folder).map((file) => file.replace('.yml', '').replace('_', '-'));
/** One language with long words, one that is written from right to left, and one without spaces. */
const languages = isFull ? all : ['de', 'ar', 'ja'];
const fromRight = ['ar', 'he'];
const narrow = { width: 320, height: 640 };

const dress = (page: Page) =>
  page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }));

test.each([
  { browser: 'pt-BR', lang: 'pt-BR', dir: 'ltr' },
  { browser: 'he', lang: 'he', dir: 'rtl' },
  { browser: 'fi', lang: 'en', dir: 'ltr' },
])('a browser in $browser shows $lang', async ({ browser, lang, dir }) => {
  const session = await launch({ lang: browser });
  try {
    const page = await openPage(session, 'options.html');
    await page.waitForSelector('form');
    expect(await page.evaluate('chrome.i18n.getUILanguage()')).toBe(browser);
    expect(await dress(page)).toEqual({ lang, dir });
    expect(session.complaints).toEqual([]);
  } finally {
    await session.close();
  }
});

/** Opens the real popup, and gives it the narrow width: unlike a window, it is as large as its content. */
const popup: Scene['open'] = async (stage) => {
  const page = await stage.popup(`http://www.${host}/?utm_source=mail`);
  await page.evaluate((width) => {
    for (const { style } of [document.documentElement, document.body])
      Object.assign(style, { width: `${width}px`, minWidth: '0' });
  }, narrow.width);
  return page;
};

const opensNarrow =
  (path: string): Scene['open'] =>
  async (stage) => {
    const page = await opens(path)(stage);
    await page.setViewport(narrow);
    return page;
  };

const fits: Step = async (page) => expect(await misfits(page)).toEqual([]);
const rests: Step = (page) => settled(page);
const escapes: Step = (page) => page.keyboard.press('Escape');
const isWide =
  (width: number): Step =>
  (page) =>
    page.setViewport({ ...narrow, width });
/** Waits until the table's first row is one line high, even with the longest date. */
const isOneLine: Step = async (page) =>
  expect.poll(() => page.$eval('tbody tr', (row) => row.getBoundingClientRect().height)).toBeLessThan(40);

type Row = [name: string, fill: (sandbox: Stage['sandbox']) => unknown, open: Scene['open'], ...steps: Step[]];
const nothing = () => {};

const beforeConnecting: Row[] = [
  ['the settings', nothing, opensNarrow('options.html'), sees('form'), fits],
  ['the lists', nothing, opensNarrow('manage.html'), sees('.state'), fits],
  ['the popup', nothing, popup, sees('.primary'), fits],
];
const connected: Row[] = [
  [
    'the popup',
    nothing,
    popup,
    sees('.tracking-status'),
    clicks('.segments label:last-child input'),
    clicks('.more .disclosure'),
    sees('.more .chip'),
    fits,
  ],
  [
    'the popup of a registered site',
    (sandbox) => sandbox.addWebsite({ domain: `www.${host}`, privacy: 0 }),
    popup,
    sees('.statistics'),
    clicks('.more .disclosure'),
    sees('textarea'),
    fits,
    clicks('.risky'),
    sees('form .danger'),
    fits,
  ],
  [
    'the settings',
    nothing,
    opensNarrow('options.html'),
    sees('.which p:not(:empty)'),
    fits,
    clicks('.sits .quiet'),
    sees('.stored'),
    fits,
    clicks('#connection-save'),
    sees('.outcome .good'),
    clicks('.stored .risky'),
    fits,
  ],
  [
    'the lists',
    (sandbox) => {
      sandbox.addWebsites(60);
      const created_at = '2026-11-28T12:00:00Z';
      sandbox.addWebsite({ domain: host, privacy: null, email: null, exclude_bots: null, created_at });
      sandbox.addProject({ project: host, reports: 3, result: 87 });
    },
    opensNarrow('manage.html'),
    sees('.panel'),
    rests,
    ...[isWide(600), fits, isWide(930), fits, isWide(1280), fits, isOneLine, isWide(narrow.width), fits],
    ...[clicks('tbody tr .pick input'), sees('.bulk'), fits],
    ...[clicks('.bulk .risky'), sees('dialog'), fits, escapes],
    ...[clicks('tbody [data-open]'), sees('dialog .links'), fits, escapes],
    ...[clicks('#tab-projects'), rests, fits],
  ],
  [
    'adding many',
    (sandbox) => sandbox.addWebsite({ domain: host }),
    opensNarrow('manage.html?tab=add'),
    puts('.sources-step textarea', `${host}\nnew.example.com\nnew.example.com\nsomeone@example.com\nco.uk\n`),
    sees('.sources-step footer .primary:not(:disabled)'),
    fits,
    clicks('.sources-step footer .primary'),
    sees('.of-entries .group.in-there'),
    fits,
  ],
];

describe('at 320 pixels', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  describe.each(languages)('%s', (language) => {
    const expected = { lang: language, dir: fromRight.includes(language) ? 'rtl' : 'ltr' };
    beforeAll(() => stage.speak(language));

    describe.each([
      ['before a service is connected', false, beforeConnecting],
      ['connected', true, connected],
    ] as const)('%s', (_name, isConnected, rows) => {
      beforeAll(() => stage.begin(isConnected));
      beforeEach(() => stage.sandbox.reset());

      test.each(rows)('%s', async (_what, fill, open, ...steps) => {
        fill(stage.sandbox);
        const page = await open(stage);
        expect(await dress(page)).toEqual(expected);
        for (const step of steps) await step(page, stage);
      });
    });
  });
});
