import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { violations } from '../harness/axe.ts';
import { control, fill, press, said, shows } from '../harness/controls.ts';
import { openPage, withBarePage } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import { allowHost, grantedHosts, grantHost } from '../harness/permissions.ts';
import type { Session } from '../harness/session.ts';

const address = 'Analytics service address';
const patterns = ['http://127.0.0.1/*', 'http://localhost/*'];

let a: Sandbox;
let b: Sandbox;
/** The address of the second service, of another origin for the browser's permissions, too. */
let other: string;
let session: Session;
let page: Page;

const hostOf = (url: string) => new URL(url).host;
const focused = () => page.evaluate(() => document.activeElement?.textContent);
const regions = () =>
  page.$$eval('section.connection', (all) => all.map((one) => one.querySelector('bdi')?.textContent));
const isOpen = (name: string) =>
  page.$eval(`::-p-aria([name="${name}"][role="region"]) button`, (line) => line.getAttribute('aria-expanded'));
/** Opens or closes a connection by its line. */
const toggle = async (name: string) =>
  (await page.waitForSelector(`::-p-aria([name="${name}"][role="region"]) button.line`))?.click();
const stored = () =>
  page.evaluate(async () => {
    const { connections } = await chrome.storage.local.get('connections');
    return (connections as { value: { list: { id: string }[] } } | undefined)?.value.list ?? [];
  });

async function open(fragment = ''): Promise<void> {
  page = await openPage(session, `options.html${fragment}`);
  await page.waitForSelector('main');
}

async function connect(url: string, key: string): Promise<void> {
  await fill(page, address, url);
  await fill(page, 'API key', key);
  await press(page, 'button', 'Save and test');
  await said(page, 'Connected');
}

async function connectBoth(): Promise<void> {
  await connect(a.url, a.key);
  await press(page, 'button', 'Add connection');
  await shows(page, 'New connection');
  await connect(other, b.key);
  await control(page, 'textbox', 'Name');
}

beforeAll(async () => {
  a = await startSandbox();
  b = await startSandbox({ key: 'sandbox-demo-key-of-b-0002' });
  other = b.url.replace('127.0.0.1', 'localhost');
  session = await launch();
});
afterAll(async () => {
  await session?.close();
  await Promise.all([a?.close(), b?.close()]);
});
beforeEach(async () => {
  a.reset();
  b.reset();
  a.addWebsites(3);
  b.addWebsites(5);
  await grantHost(session, patterns[0] ?? '');
  await allowHost(session, patterns[1] ?? '');
  await withBarePage(session, (bare) =>
    bare.evaluate(() => Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()])),
  );
  await open();
});
afterEach(async () => {
  expect(session.complaints).toEqual([]);
  await page.close();
});

test('a second is added and saved beside the first, each with its own key; what was typed survives a reload', async () => {
  await connect(a.url, a.key);
  expect(await regions()).toEqual([]);
  await press(page, 'button', 'Add connection');
  await shows(page, 'New connection');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toContain('https://');
  await fill(page, address, other);
  await page.reload();
  await shows(page, 'New connection');
  expect(await regions()).toEqual([hostOf(a.url), 'New connection']);
  await connect(other, b.key);
  expect(await said(page, 'websites')).toBe('Analytics service Connected, 5 websites.');
  expect(await stored()).toMatchObject([{ analyticsUrl: a.url }, { analyticsUrl: other }]);
  expect((await grantedHosts(session)).sort()).toEqual(patterns);
  await shows(page, 'Stored, ends in 0002');
  await toggle(hostOf(a.url));
  await press(page, 'button', 'Save and test');
  expect(await said(page, 'websites')).toBe('Analytics service Connected, 3 websites.');
  expect([a, b].map(({ log }) => [...new Set(log.map(({ key }) => key))])).toEqual([['both'], ['both']]);
});

test('named, moved and with rules, which are tried as a site is typed', async () => {
  await connectBoth();
  await fill(page, 'Name', 'Client B');
  await page.waitForSelector('::-p-aria([name="Client B"][role="region"])');
  await press(page, 'button', 'Move up');
  await expect.poll(regions).toEqual(['Client B', hostOf(a.url)]);
  expect(await focused()).toBe('Move down');
  await fill(page, 'Sites that go here', 'b.example\n*.client.example\nno*star');
  await shows(page, '“no*star”: the * can only stand alone');
  await expect.poll(stored).toMatchObject([{ rules: ['b.example', '*.client.example'] }, {}]);
  await fill(page, 'Try a site', 'shop.client.example');
  await shows(page, 'shop.client.example goes to Client B, by rule 2.');
  await fill(page, 'Try a site', 'elsewhere.example');
  await shows(page, `elsewhere.example goes to ${hostOf(a.url)}, the connection used last.`);
  await toggle(hostOf(a.url));
  await shows(page, 'Stored, ends in 0001');
  await fill(page, 'Sites that go here', '*.client.example');
  await shows(page, '“*.client.example” is a rule of Client B, too.');
  await page.reload();
  expect([await isOpen('Client B'), await isOpen(hostOf(a.url))]).toEqual(['false', 'true']);
});

test('each has its own settings for new sites and pages; a copy has them too, but no key', async () => {
  await connectBoth();
  for (const fold of await page.$$('summary')) await fold.click();
  await press(page, 'checkbox', 'E-mail reports');
  await fill(page, 'Statistics page', '{base_url}/of-b');
  const own = { defaults: { email: 1 }, templates: { statisticsUrl: '{base_url}/of-b' } };
  await expect.poll(stored).toMatchObject([{}, own]);
  expect((await stored())[0]).not.toHaveProperty('defaults');
  await press(page, 'button', 'Duplicate');
  await shows(page, 'New connection');
  await fill(page, 'API key', b.key);
  await press(page, 'button', 'Save and test');
  await expect.poll(stored).toMatchObject([{}, own, { ...own, name: `${hostOf(other)} (copy)`, analyticsUrl: other }]);
});

test('one that is removed is forgotten here with its access, and the other is alone as before', async () => {
  await connectBoth();
  await press(page, 'button', 'Remove connection');
  await shows(page, 'Nothing is deleted at the service.');
  await press(page, 'button', 'Cancel');
  await press(page, 'button', 'Remove connection');
  await page.keyboard.press('Enter');
  await shows(page, 'Stored, ends in 0001');
  await expect.poll(stored).toMatchObject([{ analyticsUrl: a.url }]);
  expect(await regions()).toEqual([]);
  expect(await focused()).toBe('Add connection');
  await expect.poll(() => grantedHosts(session)).toEqual(patterns.slice(0, 1));
  expect(b.websites()).toHaveLength(5);
});

test('one that was added by mistake is discarded', async () => {
  await connect(a.url, a.key);
  await press(page, 'button', 'Add connection');
  await shows(page, 'New connection');
  await fill(page, 'API key', b.key);
  await press(page, 'button', 'Discard connection');
  await shows(page, 'Stored, ends in 0001');
  await page.reload();
  await shows(page, 'Stored, ends in 0001');
  expect(await regions()).toEqual([]);
});

test('the lines are opened and closed by keyboard', async () => {
  await connectBoth();
  await page.focus('section.connection button.line');
  await page.keyboard.press('Enter');
  await shows(page, 'Stored, ends in 0001');
  await expect.poll(() => isOpen(hostOf(a.url))).toBe('true');
  expect(await isOpen(hostOf(other))).toBe('false');
  await page.keyboard.press('Space');
  await expect.poll(() => isOpen(hostOf(a.url))).toBe('false');
  expect(await focused()).toContain(hostOf(a.url));
});

describe('accessible, in light and dark, 320 px wide, right to left', () => {
  const states: [name: string, reach: () => Promise<unknown>][] = [
    ['a new one', () => press(page, 'button', 'Add connection').then(() => shows(page, 'New connection'))],
    [
      'everything open',
      async () => {
        for (const fold of await page.$$('summary')) await fold.click();
        await fill(page, 'Name', 'A client with a long name that goes on and on');
        await fill(page, 'Sites that go here', 'x*y\na.very.long.name.of.a.site.that.goes.on.and.on.example.com');
        await fill(page, 'Try a site', 'a.very.long.name.of.a.site.that.goes.on.and.on.example.com');
        await press(page, 'button', 'Remove connection');
      },
    ],
    ['all closed', () => toggle(hostOf(other))],
  ];
  test.each(states)('%s', async (_name, reach) => {
    await connectBoth();
    await reach();
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      expect(await violations(page)).toEqual([]);
    }
    for (const dir of ['ltr', 'rtl']) {
      await page.evaluate((to) => document.documentElement.setAttribute('dir', to), dir);
      await page.setViewport({ width: 320, height: 600 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
  });
});
