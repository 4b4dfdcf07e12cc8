import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { askWorker, connect, forgetSites } from '../harness/connect.ts';
import { control, press, said, shows } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';
import { track } from './popupPage.ts';

let build: string;
let web: Web;
let sandbox: Sandbox;
let session: Session;

beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'waymark-sizes-'));
  await cp(process.env.WAYMARK_BUILD ?? '', build, { recursive: true });
  await copyFile(join(import.meta.dirname, 'sizes.js'), join(build, 'sizes.js'));
  const popup = join(build, 'popup.html');
  await writeFile(popup, (await readFile(popup, 'utf8')).replace('<head>', '<head><script src="/sizes.js"></script>'));
  sandbox = await startSandbox();
  web = await openWeb(({ hostname }) => html(hostname.startsWith('code.') ? code(sandbox.url) : ''));
  session = await launch({ web, build });
  await connect(session, sandbox, { seo: true });
});
beforeEach(async () => {
  await forgetSites(session);
  sandbox.reset();
  sandbox.behave({ delay: 50 });
});
afterAll(async () => {
  await session?.close();
  await Promise.all([sandbox?.close(), web?.close()]);
  await rm(build, { recursive: true, force: true });
});

/** Waits until the service, the page and the SEO service have answered. */
const settled = (popup: Page) =>
  popup.waitForFunction(() => {
    const text = document.querySelector('.site-status')?.textContent ?? '';
    const seo = document.querySelector('.seo')?.getAttribute('data-state');
    return /·|Covered|refused/.test(text) && !/Checking/.test(text) && seo !== 'asking';
  });
/** Resolves to the widths of the window and the content, and the heights of the content, each time they change. */
const sizes = async (popup: Page) => {
  const noted = await popup.evaluate(async () => {
    // A size is recorded in the frame after its cause.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return (globalThis as unknown as { sizes: string[] }).sizes;
  });
  const all = noted.map((one) => one.split(' ').map(Number));
  const changes = (at: number) => all.map((one) => one[at]).filter((size, index, list) => size !== list[index - 1]);
  return { widths: [...new Set(all.flatMap((one) => one.slice(0, 2)))], heights: changes(2) };
};

const host = 'shop.example.com';
const tracked = 'code.example.com';
const states: [state: string, host: string, service: () => void][] = [
  ['not registered', host, () => {}],
  ['not registered, losing visits', tracked, () => {}],
  ['registered', tracked, () => sandbox.addWebsite({ domain: tracked, privacy: 1 })],
  ['registered, without code', host, () => sandbox.addWebsite({ domain: host, privacy: 0 })],
  ['registered, with a password', tracked, () => sandbox.addWebsite({ domain: tracked, privacy: 2, password: 'set' })],
  [
    'registered twice, told late',
    host,
    () => {
      for (const privacy of [0, 1]) sandbox.addWebsite({ domain: host, privacy });
      sandbox.behave({ delay: 300 });
    },
  ],
  ['covered', 'www.example.com', () => sandbox.addWebsite({ domain: 'example.com' })],
  ['a refused key', host, () => sandbox.behave({ fault: '401' })],
  ['an international name', 'bücher.example.com', () => {}],
];

const least = (list: readonly (number | undefined)[]) => list.toSorted((one, other) => (one ?? 0) - (other ?? 0));

describe('the popup does not jump', () => {
  test.each(states)(
    '%s: one width, at most one change of height, the main button in one place, opened first and again',
    async (_s, at, service) => {
      service();
      const page = await session.browser.newPage();
      await page.goto(`http://${at}/`);
      for (const _round of ['first', 'again']) {
        const popup = await openPopup(session, page);
        await settled(popup);
        const { widths, heights } = await sizes(popup);
        expect(widths).toEqual([360]);
        expect(heights.length).toBeLessThanOrEqual(2);
        expect(heights).toEqual(least(heights));
        const places = await popup.evaluate(() => [...(globalThis as unknown as { places: Set<string> }).places]);
        expect(places.length, String(places)).toBe(new Set(places.map((one) => one.replace(/: .*/, ''))).size);
        await popup.close();
      }
      await page.close();
    },
  );

  test('the strip of a paused job fills the room that was kept for it', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const items = Array.from({ length: 50 }, (_, at) => ({ key: `n${at}.example.net` }));
    await askWorker(session, 'jobs.start', { id, kind: 'create', items, fields: { privacy: 1 }, speed: 'fast' });
    await askWorker(session, 'jobs.pause', { id });
    const page = await session.browser.newPage();
    await page.goto(`http://${tracked}/`);
    const popup = await openPopup(session, page);
    await popup.waitForSelector('.job-place .job-strip');
    const [kept, taken] = await popup.$eval('.job-place', (place) => [
      getComputedStyle(place).minHeight,
      `${place.getBoundingClientRect().height}px`,
    ]);
    expect(taken).toBe(kept);
    await page.close();
    await askWorker(session, 'jobs.cancel', { id });
  });

  test('from not registered to registered: one more change; publishing, deleting: it is never shorter', async () => {
    const page = await session.browser.newPage();
    await page.goto(`http://${tracked}/`);
    const popup = await openPopup(session, page);
    await settled(popup);
    const before = await sizes(popup);
    await track(popup, tracked);
    await popup.waitForSelector('.seo[data-state="none"]');
    expect((await sizes(popup)).heights.length).toBeLessThanOrEqual(before.heights.length + 1);
    await press(popup, 'radio', 'Password');
    await press(popup, 'button', 'Generate');
    await press(popup, 'button', 'Set password');
    await control(popup, 'button', 'Copy again');
    expect(await popup.$eval('.password-set', ({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(56);
    await press(popup, 'radio', 'Public');
    await said(popup, 'Privacy is now Public');
    await press(popup, 'button', 'More');
    await press(popup, 'button', 'Delete website');
    await shows(popup, 'cannot be undone');
    await press(popup, 'button', 'Cancel');
    const { widths, heights } = await sizes(popup);
    expect(widths).toEqual([360]);
    expect(heights).toEqual(least(heights));
    await page.close();
  });
});
