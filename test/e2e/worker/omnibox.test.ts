import type { Page } from 'puppeteer-core';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { askWorker } from '../harness/connect.ts';
import { urlOf, worker } from '../harness/extension.ts';
import { inChromium } from '../harness/stage.ts';

const stage = inChromium({ headed: true });

let page: Page;

const keys: Record<string, string> = { ' ': 'space', '.': 'period', '-': 'minus' };

/** Types a text after the keyword into the browser's own address bar, and presses Enter. */
async function typed(text: string): Promise<void> {
  await page.bringToFront();
  await stage.session.display?.press(
    'ctrl+l',
    'w',
    'm',
    'space',
    ...[...text].map((char) => keys[char] ?? char),
    'Return',
  );
}

/** Resolves to the address of the open tab, even if it has no page, and the toolbar button there. */
const shown = async () =>
  (await worker(stage.session)).evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    return { url: tab?.url, title: await chrome.action.getTitle({ tabId: tab?.id ?? 0 }) };
  });

beforeAll(async () => {
  stage.sandbox.addWebsite({ domain: 'my-shop.example.com' });
  await askWorker(stage.session, 'websites.list', {});
  // By now, the service has more than a page of unknown websites.
  for (let at = 0; at < 120; at++) stage.sandbox.addWebsite({ domain: `later-${at}.example.org` });
  page = await stage.session.browser.newPage();
});
beforeEach(async () => {
  await page.goto('http://shop.example.com/');
  stage.sandbox.clearLog();
});

/** Types a text until it leads to the expected place, because a busy browser may lose a key on the way. */
const leadsTo = (text: string, expected: () => object) =>
  vi.waitFor(
    async () => {
      await typed(text);
      await expect.poll(shown, { timeout: 10_000 }).toMatchObject(expected());
    },
    { timeout: 45_000 },
  );

/** Returns the search of each request with a key, if it has one. */
const searches = () => stage.sandbox.log.filter(({ key }) => key !== 'none').map(({ query }) => query.search);

test.each<[string, string, () => string, (string | undefined)[]]>([
  ['a part of a known name opens its statistics', 'my-sh', () => `${stage.sandbox.url}/my-shop.example.com`, []],
  [
    'anything else is searched for by the page',
    'nowhere',
    () => urlOf(stage.session, 'manage.html?search=nowhere'),
    // Opening the list costs its newest page.
    [undefined, 'nowhere'],
  ],
])('%s, without a request while typing', async (_name, text, url, bySelf) => {
  await leadsTo(text, () => ({ url: url() }));
  await expect.poll(searches).toEqual(bySelf);
});

test('“add” registers a site, and the toolbar button says how that ended', async () => {
  await leadsTo('add new.example.com', () => ({ title: 'new.example.com is registered.' }));
  expect(stage.sandbox.websites().map(({ domain }) => domain)).toContain('new.example.com');
});
