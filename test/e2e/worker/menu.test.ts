import type { Page, Target } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { askWorker, connect, forgetSites } from '../harness/connect.ts';
import { openPopup, urlOf, worker } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';

let web: Web;
let sandbox: Sandbox;
let session: Session;
let page: Page;

const shop = 'http://shop.example.com/';

/** What the browser tells the worker when the menu item is clicked over the page that is open. */
async function click(info: { menuItemId?: string; pageUrl?: string; linkUrl?: string } = {}): Promise<void> {
  await (await worker(session)).evaluate(
    async (told) => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      chrome.contextMenus.onClicked.dispatch(told, tab);
    },
    { menuItemId: 'track', pageUrl: page.url(), ...info },
  );
}

/** The badge on the tab that is open, and the title of the toolbar button there. */
const badge = async () =>
  (await worker(session)).evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    const of = tab?.id === undefined ? {} : { tabId: tab.id };
    return `${await chrome.action.getBadgeText(of)} ${await chrome.action.getTitle(of)}`;
  });
const told = () => expect.poll(badge);
const methods = () => sandbox.log.map(({ method }) => method);

beforeAll(async () => {
  web = await openWeb();
  sandbox = await startSandbox();
  session = await launch({ web });
  page = await session.browser.newPage();
  // A real click lends the tab's address (`activeTab`); one that is played does not. While nothing is set up, the popup asks nothing.
  await page.goto(shop);
  await (await openPopup(session, page)).close();
});
beforeEach(async () => {
  sandbox.reset();
  await forgetSites(session);
  await page.bringToFront();
  await page.goto(shop);
});
afterAll(async () => {
  await session?.close();
  await sandbox?.close();
  await web?.close();
});

test('while nothing is set up, it opens the options page', async () => {
  const isOptions = (target: Target) => target.url() === urlOf(session, 'options.html');
  // The one that the installation opened.
  await (await session.browser.waitForTarget(isOptions)).page().then((options) => options?.close());
  await click();
  await (await session.browser.waitForTarget(isOptions)).page().then((options) => options?.close());
  await connect(session, sandbox);
});

test('it registers the page’s site with the defaults: one look-up, one create', async () => {
  await click();
  await told().toBe('✓ shop.example.com is registered.');
  expect(methods()).toEqual(['GET', 'POST']);
  expect(sandbox.websites()).toMatchObject([{ domain: 'shop.example.com', privacy: 1, email: 0, exclude_bots: 1 }]);
});

test('on a link it registers the link’s site', async () => {
  await click({ linkUrl: 'https://user:word@linked.example.org:8443/path?query' });
  await told().toBe('+ linked.example.org is registered.');
  expect(sandbox.websites()).toMatchObject([{ domain: 'linked.example.org' }]);
});

test('pressed twice at once, it makes one record', async () => {
  sandbox.behave({ delay: 300 });
  await Promise.all([click(), click()]);
  await told().toContain('✓');
  expect(methods()).toEqual(['GET', 'POST']);
  expect(sandbox.websites()).toHaveLength(1);
});

test('what is there already is not made again', async () => {
  sandbox.addWebsite({ domain: 'shop.example.com' });
  await click();
  await told().toBe('= shop.example.com was already registered.');
  expect(methods()).toEqual(['GET']);
});

const refusals: [string, Parameters<typeof click>[0], Parameters<Sandbox['behave']>[0], string][] = [
  [
    'a page that is no site',
    { pageUrl: 'chrome://settings/' },
    {},
    '! This is a page of the browser, or one that the browser hides from extensions.',
  ],
  [
    'a public suffix',
    { pageUrl: 'http://co.uk/' },
    {},
    '! co.uk is a public suffix, shared by many sites. It cannot be registered.',
  ],
  ['a refused key', {}, { fault: '401' }, '! The service refused the API key. Check it in the settings.'],
  [
    'a failing service',
    {},
    { fault: { is: '500', operation: 'websites.list' } },
    '! The service has a problem (status 500). Try again later.',
  ],
];

test.each(refusals)('%s: the badge and its title tell why', async (_name, info, behaviour, text) => {
  sandbox.behave(behaviour);
  await click(info);
  await told().toBe(text);
  expect(sandbox.websites()).toEqual([]);
});

describe('of a known site, from the toolbar button’s menu', () => {
  test('its statistics open', async () => {
    await click();
    await told().toContain('registered.');
    const isOpened = (target: Target) => target.url() === `${sandbox.url}/shop.example.com`;
    await click({ menuItemId: 'statistics' });
    await (await session.browser.waitForTarget(isOpened)).page().then((statistics) => statistics?.close());
  });

  test('its tracking code is copied', async () => {
    await click();
    await told().toContain('registered.');
    // As a press in a real menu does, this grants access to the tab.
    await (await openPopup(session, page)).close();
    await page.bringToFront();
    await page.waitForFunction(() => document.hasFocus());
    await click({ menuItemId: 'copy-code' });
    await told().toBe('✓ The tracking code of shop.example.com was copied.');
    await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus());
    await page.keyboard.down('Control');
    await page.keyboard.press('KeyV', { commands: ['Paste'] });
    await page.keyboard.up('Control');
    const pasted = await page.$eval('textarea', (box) => box.value);
    expect(pasted).toContain(sandbox.url);
  });

  test('where it cannot be copied, that is said', async () => {
    await click();
    await told().toContain('registered.');
    await page.reload();
    await click({ menuItemId: 'copy-code' });
    await told().toBe('! The tracking code could not be copied on this page. Open Waymark and copy it there.');
  });

  test('of one that is not known, what is missing is said', async () => {
    await click({ menuItemId: 'statistics' });
    await told().toContain('! shop.example.com is not known to be registered.');
    expect(methods()).toEqual([]);
  });
});

test('with several connections, a site goes where its item says, and that is told', async () => {
  const other = await startSandbox({ key: 'sandbox-demo-key-0002' });
  await connect(session, other, { connection: 'b' });
  await click({ menuItemId: 'track-at:b' });
  await told().toBe(`✓ ${new URL(other.url).host}: shop.example.com is registered.`);
  expect(other.websites()).toMatchObject([{ domain: 'shop.example.com' }]);
  expect(methods()).toEqual([]);
  await askWorker(session, 'connection.remove', { connection: 'b' });
  await other.close();
});

test('the manage page opens from the toolbar button’s menu', async () => {
  const opened = session.browser.waitForTarget((target) => target.url().startsWith(urlOf(session, 'manage.html')));
  await click({ menuItemId: 'manage' });
  await (await opened).page().then((manage) => manage?.close());
});
