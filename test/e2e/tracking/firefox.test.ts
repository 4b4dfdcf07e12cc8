import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '../../unit/data/pages/index.ts';
import { shop, stats } from '../../unit/data/pages/page.ts';
import { type Firefox, launchFirefox } from '../harness/firefox.ts';
import { closePopup, openPopup } from '../harness/firefoxPopup.ts';
import { openPage } from '../harness/firefoxState.ts';
import { serveCases } from './web.ts';

/** Those of the page set in which browsers differ most. */
const names = [
  'as handed out, in the head',
  'self-hosted copy with a <base>',
  'in an XHTML page',
  'put in by a script',
  'as copied for Tag Manager',
  'twice',
  'another service',
  'the right host, without the path',
  'plain http',
  'in a noscript',
  'in a template in a template',
  'waiting for consent',
  'policy that only reports',
  'its script is gone',
  'put in as text, which browsers do not run',
  'loaded, and the list of what was loaded emptied',
  'as text in a tutorial',
  'a page of frames',
  'functions replaced by the page',
  'elements named like the document’s functions',
  'Google Tag Manager',
];
const chosen = pages.map((one, index) => ({ ...one, index })).filter(({ name }) => names.includes(name));

let web: Awaited<ReturnType<typeof serveCases>>;
let firefox: Firefox;
let page: Page;
let settings: Page;

beforeAll(async () => {
  web = await serveCases(pages);
  firefox = await launchFirefox({ web });
  settings = await openPage(firefox, 'options.html');
  page = await firefox.browser.newPage();
});
afterAll(async () => {
  await firefox?.close();
  await web?.close();
});

/** Connects to a service that is never asked, as there is no key. */
const connectTo = (base: string): Promise<void> =>
  settings.evaluate((analyticsUrl) => {
    const list = [{ id: 'main', analyticsUrl }];
    return chrome.storage.local.set({ connections: { version: 1, value: { active: 'main', list } } });
  }, base);

/** Nothing is known of the registration here. */
const states = { yes: 'found', no: 'absent', unsure: 'unsure' } as const;

test('the pages are those meant', () => {
  expect(chosen.map(({ name }) => name).sort()).toEqual([...names].sort());
});

/** Firefox keeps no reports of what a page's policy refused; that the script was not loaded is all that is seen. */
const elsewhere = pages
  .map((one, index) => ({ ...one, index }))
  .filter(({ name }) => /^refused by the policy/.test(name))
  .map((one) => ({ ...one, found: 'unsure' as const, says: ['missing'] }));

test.each([...chosen, ...elsewhere])(
  'in Firefox, $name: $found $says',
  async ({ index, base = stats, found, says = [] }) => {
    await connectTo(base);
    await page.goto(`${shop}?case=${index}`);
    const popup = await openPopup(firefox, page);
    const seen = () =>
      popup.evaluate(() => ({
        state: document.querySelector('.tracking-status')?.getAttribute('data-state'),
        findings: [...document.querySelectorAll('[data-finding]')]
          .map((item) => item.getAttribute('data-finding'))
          .sort(),
      }));
    const findings = says.map((text) => text.split(': ')[0]).sort();
    await expect.poll(seen).toEqual({ state: states[found], findings });
    await closePopup(firefox);
  },
);
