import type { Page } from 'puppeteer-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, forgetSites } from '../harness/connect.ts';
import { openPopup, urlOf, worker } from '../harness/extension.ts';
import { inChromium } from '../harness/stage.ts';

const stage = inChromium({ connected: false });

let page: Page;

const shop = 'http://shop.example.com/';

/** Sends the worker the event of a click on the menu item over the open page. */
async function click(menuItemId = 'track'): Promise<void> {
  await (await worker(stage.session)).evaluate(
    async (told) => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      chrome.contextMenus.onClicked.dispatch(told, tab);
    },
    { menuItemId, pageUrl: page.url() },
  );
}

/** Resolves to the badge and the title of the toolbar button on the open tab. */
const badge = async () =>
  (await worker(stage.session)).evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    const of = tab?.id === undefined ? {} : { tabId: tab.id };
    return `${await chrome.action.getBadgeText(of)} ${await chrome.action.getTitle(of)}`;
  });
const told = () => expect.poll(badge);
const methods = () => stage.sandbox.log.map(({ method }) => method);
/** Waits for the tab at this address, and closes it. */
const closeOpened = async (address: string) =>
  (await (await stage.session.browser.waitForTarget((target) => target.url() === address)).page())?.close();

beforeAll(async () => {
  page = await stage.session.browser.newPage();
  // Only a real click gives access to the tab's address (`activeTab`). Before the set-up, the popup asks nothing.
  await page.goto(shop);
  await (await openPopup(stage.session, page)).close();
});
beforeEach(async () => {
  stage.sandbox.reset();
  await forgetSites(stage.session);
  await page.bringToFront();
  await page.goto(shop);
});

test('while nothing is set up, it opens the options page', async () => {
  const options = urlOf(stage.session, 'options.html');
  // The options page that the installation opened.
  await closeOpened(options);
  await click();
  await closeOpened(options);
  await connect(stage.session, stage.sandbox);
});

test('it registers the page’s site with the defaults: one look-up, one create', async () => {
  await click();
  await told().toBe('✓ shop.example.com is registered.');
  expect(methods()).toEqual(['GET', 'POST']);
  expect(stage.sandbox.websites()).toMatchObject([
    { domain: 'shop.example.com', privacy: 1, email: 0, exclude_bots: 1 },
  ]);
});

describe('of a known site, from the toolbar button’s menu', () => {
  beforeEach(async () => {
    await click();
    await told().toContain('registered.');
  });

  test('its statistics open', async () => {
    await click('statistics');
    await closeOpened(`${stage.sandbox.url}/shop.example.com`);
  });

  // This test runs before the popup looks the site up, because the worker remembers the result for a minute.
  test('where it cannot be copied, that is said', async () => {
    await page.reload();
    await click('copy-code');
    await told().toBe('! The tracking code could not be copied on this page. Open Waymark and copy it there.');
  });

  test('its tracking code is copied', async () => {
    // Grants access to the tab, as a press in a real menu does.
    await (await openPopup(stage.session, page)).close();
    await page.bringToFront();
    await page.waitForFunction(() => document.hasFocus());
    await click('copy-code');
    await told().toBe('✓ The tracking code for shop.example.com was copied.');
    await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus());
    await page.keyboard.down('Control');
    await page.keyboard.press('KeyV', { commands: ['Paste'] });
    await page.keyboard.up('Control');
    const pasted = await page.$eval('textarea', (box) => box.value);
    expect(pasted).toContain(stage.sandbox.url);
  });
});
