import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { traitsOf } from '../../../lib/services/traits.ts';
import { buildSnippet } from '../../../lib/tracking/build.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { privateInChromium } from '../guarantees/windows.ts';
import { askWorker, forgetSites } from '../harness/connect.ts';
import { control, press, shows } from '../harness/controls.ts';
import { demoPage } from '../harness/demoPage.ts';
import { openPage, openPopup } from '../harness/extension.ts';
import { inChromium } from '../harness/stage.ts';
import { openWeb } from '../harness/web.ts';
import { track } from './popupPage.ts';

const host = 'shop.example.com';
const mine = 'Don’t count my visits here';
let page: Page;
/** The id of the website whose code is on every page. */
let placed = '';

const { trackingCode } = traitsOf('umami').templates;
const stage = inChromium(
  {},
  (umami) => {
    const code = () => placed && (buildSnippet(trackingCode, { base_url: umami.url, domain: host, id: placed }) ?? '');
    return openWeb((url) => demoPage(url).replace('<style>', () => `${code()}<style>`));
  },
  startUmami,
);
beforeEach(async () => {
  await forgetSites(stage.session);
  stage.sandbox.reset();
  placed = '';
  page = await stage.session.browser.newPage();
});
afterEach(async () => {
  await page.close();
  expect(stage.session.complaints).toEqual([]);
});
async function open(): Promise<Page> {
  await page.goto(`http://${host}/`);
  return openPopup(stage.session, page);
}

/** Returns the extension's requests for visits. */
const asked = () => stage.sandbox.log.filter(({ path }) => path.endsWith('/daterange'));
const isGood = (popup: Page) => popup.$eval('.site-status', (line) => line.classList.contains('good'));
const switched = async (popup: Page) =>
  (await control(popup, 'switch', mine)).evaluate((box) => (box as HTMLInputElement).checked);

test('the last visit is said, for one request more', async () => {
  placed = stage.sandbox.put(host);
  const popup = await open();
  await shows(popup, 'Tracking · last visit now');
  expect([asked().length, await isGood(popup)]).toEqual([1, true]);
  expect(stage.sandbox.hits.of(placed)).toHaveLength(1);
});

test('after Track, the first visit turns the line by itself', async () => {
  const popup = await open();
  await track(popup, host);
  await shows(popup, 'Waiting for a visit…');
  await expect.poll(() => asked().length).toBe(1);
  stage.sandbox.hits.add(stage.sandbox.rows[0]?.id ?? '');
  const before = asked().length;
  await shows(popup, 'Counted without code · last visit now');
  // Visits are requested every four seconds, and the next request found the visit.
  expect([asked().length - before, await isGood(popup)]).toEqual([1, true]);
  expect(await popup.evaluate(() => document.body.innerText)).not.toContain('Waiting for a visit');
});

test('own visits are left out by a switch, are not counted then, and that is said instead of a lack', async () => {
  const id = stage.sandbox.put(host);
  const popup = await open();
  await shows(popup, `Only on ${host}, in this browser.`);
  expect(await switched(popup)).toBe(false);
  await press(popup, 'switch', mine);
  await shows(popup, 'Your visits are not counted.');
  placed = id;
  const again = await open();
  await shows(again, 'Tracking code found · your visits are not counted');
  expect([await switched(again), stage.sandbox.hits.of(id)]).toEqual([true, []]);
  await press(again, 'switch', mine);
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  const last = await open();
  await shows(last, 'Tracking · last visit now');
  expect([await switched(last), stage.sandbox.hits.of(id).length]).toEqual([false, 1]);
});

// This test comes last, because the extension restarts for it.
test('in a private window nothing is asked of visits, also once the person has asked of the site', async () => {
  stage.sandbox.put(host);
  const popup = await privateInChromium(stage.session, () => openPage(stage.session, 'manifest.json'), host);
  await press(popup, 'button', 'Is this site registered?');
  await shows(popup, 'Registered · ');
  await shows(popup, `Only on ${host}, until you close the private windows.`);
  // This request is the last one, so all earlier ones are in the log once it is answered.
  await askWorker(stage.session, 'websites.list', {});
  expect(asked()).toEqual([]);
});
