import type { Page } from 'puppeteer-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { ask, askAll, pageAt, type Subject, stageIn } from '../guarantees/browsers.ts';
import { control, press, shows } from '../harness/controls.ts';
import { addonOrigin, type Firefox } from '../harness/firefox.ts';
import { closePopup } from '../harness/firefoxPopup.ts';
import { openedPage } from '../harness/firefoxState.ts';

const stage = stageIn('Firefox', { privateToo: true, isBare: true });
let sandbox: Sandbox;
let subject: Subject;
let firefox: Firefox;
/** A page in the first window, which is not private. A page that is opened later may be in another window. */
let first: Page;

const textOf = (page: Page) => page.evaluate(() => document.body.textContent);

beforeAll(async () => {
  ({ sandbox, subject, page: first } = stage);
  firefox = subject.firefox as Firefox;
  // Firefox closes a window together with its last tab.
  await subject.tab();
  const items = ['one.example.com', 'two.example.com'].map((key) => ({ key }));
  await ask(first, 'jobs.start', { id: 'added', kind: 'create', items, fields: {}, speed: 'fast' });
  await vi.waitUntil(() => sandbox.websites().length === 2, { timeout: 30_000, interval: 50 });
});

/** Opens a page in a container tab, whose pages have a store of their own. */
const inContainer = (url: string) =>
  firefox.inside((address) => {
    const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
    gBrowser.selectedTab = gBrowser.addTab(address, { userContextId: 1, triggeringPrincipal });
  }, url);

/** Opens a page in a private window, whose pages have no store. */
const inPrivate = (url: string) =>
  firefox.inside(async (address) => {
    const { BrowserWindowTracker } = ChromeUtils.importESModule('resource:///modules/BrowserWindowTracker.sys.mjs');
    const { gBrowser: tabs } = await BrowserWindowTracker.promiseOpenWindow({ private: true });
    const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
    tabs.selectedTab = tabs.addTab(address, { triggeringPrincipal });
  }, url);

test.each([
  ['a container tab', inContainer],
  ['a private window', inPrivate],
] as const)('a page in %s shows what the background has stored', async (_where, open) => {
  await open(`${addonOrigin}/manage.html?tab=add`);
  const manage = await openedPage(firefox, 'manage.html');
  await shows(manage, '2 added');
  await press(manage, 'button', 'Details');
  await shows(manage, 'two.example.com');
  await press(manage, 'tab', 'Websites');
  await control(manage, 'button', 'Edit one.example.com');
  await manage.close();
  await open(`${addonOrigin}/options.html`);
  const options = await openedPage(firefox, 'options.html');
  await shows(options, '2 sites known');
  expect(await textOf(options)).not.toContain('0 sites known');
  await options.close();
});

test('the popup over a private window finds the connection that has the site', async () => {
  const host = 'shop.example.com';
  const other = await startSandbox({ key: 'sandbox-demo-key-0002' });
  try {
    other.addWebsite({ domain: host });
    const services = { analytics: { url: other.url, key: other.key } };
    await ask(first, 'connection.save', { connection: 'other', services, keep: 'always' });
    await askAll(first, [{ ask: 'websites.list', input: {}, connection: 'other' }]);
    other.clearLog();
    sandbox.clearLog();
    await inPrivate(`http://${host}/`);
    const popup = await subject.popup(await pageAt(subject, host));
    await shows(popup, 'Registered');
    await shows(popup, 'Private window');
    expect([sandbox.log, other.log]).toEqual([[], []]);
    await closePopup(firefox);
  } finally {
    await other.close();
  }
});
