import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { chosen, control, fill, press, said, shows } from '../harness/controls.ts';
import { type Firefox, launchFirefox } from '../harness/firefox.ts';
import { enterAddress } from '../harness/firefoxAddressBar.ts';
import { closePopup, openPopup } from '../harness/firefoxPopup.ts';
import { answerPrompt, chooseFromMenu } from '../harness/firefoxPrompts.ts';
import {
  background,
  complaints,
  grantedHosts,
  openedPage,
  openPage,
  revokeHosts,
  suspended,
  toolbarButton,
} from '../harness/firefoxState.ts';
import { openWeb, type Web } from '../harness/web.ts';

/** As short as requests to the sandbox allow (milliseconds). */
const idle = 1000;
const loopback = 'http://127.0.0.1/*';
let sandbox: Sandbox;
let web: Web;
let firefox: Firefox;
let page: Page;

const operations = () => sandbox.log.filter(({ key }) => key !== 'none').map(({ operation }) => operation);
const kept = () => sandbox.websites().map(({ domain, privacy }) => [domain, privacy]);
const told = () => expect.poll(() => toolbarButton(firefox));
const visit = (host: string) => page.goto(`http://${host}/`);

beforeAll(async () => {
  [sandbox, web] = await Promise.all([startSandbox(), openWeb()]);
  // The background is suspended in every pause, so each step must wake it.
  firefox = await launchFirefox({ web, idle });
  page = await firefox.browser.newPage();
});
beforeEach(() => sandbox.clearLog());
afterEach(async () => {
  await closePopup(firefox);
  expect((await complaints(firefox)).join('\n')).toBe('');
});
afterAll(async () => {
  await firefox?.close();
  await Promise.all([sandbox?.close(), web?.close()]);
});

test('installing opens the settings and asks for no host', async () => {
  const options = await openedPage(firefox, 'options.html');
  await shows(options, 'Connect your analytics service');
  expect(await grantedHosts(firefox)).toEqual([]);
  await options.close();
});

test('the popup of a new installation leads to the settings; over a page of the service, with what answers there', async () => {
  await visit('shop.example.com');
  const popup = await openPopup(firefox, page);
  await press(popup, 'button', 'Continue');
  await (await openedPage(firefox, 'options.html')).close();
  await page.goto(`${sandbox.url}/dashboard?tab=a`);
  const again = await openPopup(firefox, page);
  await fill(again, 'Analytics service address', page.url());
  await press(again, 'button', 'Continue');
  const options = await openedPage(firefox, 'options.html?connect=');
  await shows(options, 'A service that Waymark supports was found at this address.');
  expect(await grantedHosts(firefox)).toEqual([]);
  expect(sandbox.log.filter(({ key }) => key !== 'none')).toEqual([]);
  await options.close();
});

test('connecting asks for the one host typed, by the real prompt; saying no is explained, saying yes connects', async () => {
  const options = await openPage(firefox, 'options.html');
  await options.bringToFront();
  await fill(options, 'Analytics service address', sandbox.url);
  await fill(options, 'API key', sandbox.key);
  await press(options, 'button', 'Save and test');
  expect(await answerPrompt(firefox, 'deny')).toContain('127.0.0.1');
  await shows(options, 'does not let Waymark access');
  expect(sandbox.log).toEqual([]);
  await press(options, 'button', 'Save and test');
  await answerPrompt(firefox, 'allow');
  await said(options, 'Connected');
  expect(await grantedHosts(firefox)).toEqual([loopback]);
  expect(operations()).toEqual(['websites.list']);
  await options.close();
});

test('the real popup over a page registers its site and changes its privacy', async () => {
  await visit('shop.example.com');
  const popup = await openPopup(firefox, page);
  await press(popup, 'button', 'Track shop.example.com');
  await said(popup, 'shop.example.com is registered.');
  expect(kept()).toEqual([['shop.example.com', 1]]);
  await press(popup, 'radio', 'Public');
  await said(popup, 'Privacy is now Public');
  expect(await chosen(popup)).toBe('Public');
  for (const [key, arrow, moved, wire] of [
    ['Enter', 'ArrowRight', 'Private', 1],
    [' ', 'ArrowLeft', 'Public', 0],
  ] as const) {
    await popup.keyboard.press(arrow);
    await shows(popup, 'Not saved yet');
    expect([await chosen(popup), sandbox.websites()[0]?.privacy]).toEqual([moved, 1 - wire]);
    await popup.keyboard.press(key);
    await said(popup, `Privacy is now ${moved}`);
    expect(sandbox.websites()).toMatchObject([{ privacy: wire }]);
  }
  await press(popup, 'radio', 'Password');
  await fill(popup, 'Password', 'walnut lamp');
  await popup.keyboard.press('Enter');
  await said(popup, 'Privacy is now Password');
  expect(sandbox.log.at(-1)?.fields).toMatchObject({ privacy: '2', password: 'walnut lamp' });
});

test('the real context menu registers a page, and the link under the mouse', async () => {
  await visit('journal.example.com');
  await chooseFromMenu(firefox, page, 'Track this site');
  await told().toBe('✓ journal.example.com is registered.');
  await page.goto(`http://directory.example.com/`);
  await page.evaluate(() => {
    document.body.innerHTML = '<a style="display:block;height:400px" href="http://linked.example.com/a">link</a>';
  });
  await chooseFromMenu(firefox, page, 'Track the linked site');
  await told().toBe('+ linked.example.com is registered.');
  expect(kept().map(([domain]) => domain)).toEqual(['shop.example.com', 'journal.example.com', 'linked.example.com']);
});

test('the manage page edits and deletes', async () => {
  const manage = await openPage(firefox, 'manage.html');
  await press(manage, 'button', 'Edit journal.example.com');
  await press(manage, 'radio', 'Public');
  await press(manage, 'button', 'Save');
  await shows(manage, 'saved');
  // A double click opens the question once; a click beside it closes it.
  await (await control(manage, 'button', 'Delete linked.example.com')).click({ count: 2 });
  await manage.waitForFunction(() => document.activeElement?.matches('dialog[open] input'));
  await manage.mouse.click(10, 10);
  await manage.waitForFunction(() => !document.querySelector('dialog'));
  await press(manage, 'button', 'Delete linked.example.com');
  await fill(manage, 'Type linked.example.com to confirm', 'linked.example.com');
  await press(manage, 'button', 'Delete for good');
  await shows(manage, 'linked.example.com was deleted');
  expect(kept()).toEqual([
    ['shop.example.com', 2],
    ['journal.example.com', 0],
  ]);
  await manage.close();
});

test('a suspended background wakes up for the menu, for the popup and for an open page', async () => {
  const manage = await openPage(firefox, 'manage.html');
  await control(manage, 'button', 'Edit shop.example.com');
  await suspended(firefox);
  await visit('menu.example.com');
  await chooseFromMenu(firefox, page, 'Track this site');
  await told().toBe('✓ menu.example.com is registered.');
  await suspended(firefox);
  const popup = await openPopup(firefox, page);
  await shows(popup, 'Registered');
  await closePopup(firefox);
  await suspended(firefox);
  await manage.bringToFront();
  await press(manage, 'button', 'Refresh');
  await control(manage, 'button', 'Edit menu.example.com');
  // The row may appear before the background has answered.
  await expect.poll(() => background(firefox)).toBe('running');
  await manage.close();
});

test('a request under way when the background is suspended ends in the right words, and in one record', async () => {
  await visit('slow.example.com');
  sandbox.behave({ delayAnswer: { is: 3 * idle, operation: 'websites.create' } });
  const popup = await openPopup(firefox, page);
  await press(popup, 'button', 'Track slow.example.com');
  expect(await said(popup, 'registered')).toBe('slow.example.com is registered (confirmed afterwards).');
  sandbox.behave({ delayAnswer: undefined });
  expect(operations().filter((operation) => operation === 'websites.create')).toHaveLength(1);
  expect(kept().filter(([domain]) => domain === 'slow.example.com')).toHaveLength(1);
});

test('a host taken away is said in the popup, and given back on the settings page', async () => {
  await revokeHosts(firefox, [loopback]);
  await visit('later.example.com');
  const popup = await openPopup(firefox, page);
  // Replaces the button, which would have no effect.
  await shows(popup, 'does not let Waymark access');
  expect(sandbox.log).toEqual([]);
  await press(popup, 'button', 'Allow access');
  const options = await openedPage(firefox, 'options.html');
  await options.bringToFront();
  await press(options, 'button', 'Allow access');
  await answerPrompt(firefox, 'allow');
  await said(options, 'Connected');
  await options.close();
  const again = await openPopup(firefox, page);
  await press(again, 'button', 'Track later.example.com');
  await said(again, 'later.example.com is registered.');
});

test.for([
  ['popup.html', 'Settings'],
  ['options.html', 'Add connection'],
  ['manage.html', 'Refresh'],
] as const)('%s fills a phone of 320 pixels, and nothing is wider', async ([path, button]) => {
  const phone = await openPage(firefox, path);
  await phone.setViewport({ width: 320, height: 700 });
  await control(phone, 'button', button);
  const widths = () => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return { wider: scrollWidth - clientWidth, narrower: clientWidth - document.body.getBoundingClientRect().width };
  };
  await expect.poll(() => phone.evaluate(widths)).toEqual({ wider: 0, narrower: 0 });
  await phone.close();
});

describe('with a second connection', () => {
  let other: Sandbox;
  const there = () => other.websites().map(({ domain }) => domain);
  const name = () => new URL(other.url).host;
  beforeAll(async () => {
    other = await startSandbox({ key: 'sandbox-demo-key-0002' });
    const options = await openPage(firefox, 'options.html');
    await press(options, 'button', 'Add connection');
    await shows(options, 'New connection');
    await fill(options, 'Analytics service address', other.url);
    await fill(options, 'API key', other.key);
    await press(options, 'button', 'Save and test');
    await said(options, 'Connected');
    await options.close();
  });
  afterAll(() => other?.close());

  test('the popup’s switch registers a site there, and sends it there always by a rule', async () => {
    await visit('elsewhere.example.com');
    const popup = await openPopup(firefox, page);
    await control(popup, 'combobox', 'Connection');
    const id = await popup.$eval('.connection-row option:not(:checked)', (one) => (one as HTMLOptionElement).value);
    await popup.select('.connection-row select', id);
    await popup.waitForSelector(`.connection-row option[value="${id}"]:checked`);
    await press(popup, 'button', 'Track elsewhere.example.com');
    await said(popup, 'elsewhere.example.com is registered.');
    await press(popup, 'button', 'Always for elsewhere.example.com');
    await shows(popup, 'Saved as a rule.');
    expect(there()).toEqual(['elsewhere.example.com']);
    expect(kept().map(([domain]) => domain)).not.toContain('elsewhere.example.com');
  });

  test('the context menu names it', async () => {
    await visit('menu-there.example.com');
    await chooseFromMenu(firefox, page, name());
    await told().toBe(`✓ ${name()}: menu-there.example.com is registered.`);
    expect(there()).toContain('menu-there.example.com');
    expect(sandbox.log).toEqual([]);
  });

  test('the address bar finds its sites, and registers one by the rules', async () => {
    await page.bringToFront();
    expect((await enterAddress(firefox, 'wm elsewh')).join('\n')).toContain(`elsewhere.example.com · ${name()}`);
    await page.waitForFunction((url) => location.href === url, {}, `${other.url}/elsewhere.example.com`);
    await enterAddress(firefox, 'wm add elsewhere.example.com');
    await told().toBe(`=+ ${name()}: elsewhere.example.com was already registered.`);
    expect(sandbox.log).toEqual([]);
  });
});
