import { createServer, request } from 'node:http';
import type { Page } from 'puppeteer-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../sandbox/listen.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { clearStored } from '../harness/connect.ts';
import { contentOf as contentIn, control, fill, press, said, shows } from '../harness/controls.ts';
import { openPage } from '../harness/extension.ts';
import { allowHost, grantedHosts, grantHost } from '../harness/permissions.ts';
import { a, b, connected, playWithTwoServices, session } from '../harness/twoServices.ts';
import { address, connect, fillIn, save } from './form.ts';

const patterns = ['http://127.0.0.1/*', 'http://localhost/*'];

/** The address of the second service, which is another origin even for the browser's permissions. */
let other: string;
let page: Page;
/** The number of the browser's questions before a page is left, and the answer to the next ones. */
const leaving = { asked: 0, stays: false };

/** Returns the keys of the requests that had one. */
const keysAt = ({ log }: Sandbox) => [...new Set(log.map(({ key }) => key).filter((key) => key !== 'none'))];
const focused = () =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return (at as HTMLInputElement).labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent;
  });
const stored = async () => (await connected()).list;
const contentOf = (name: string) => contentIn(page, name);

async function open(fragment = ''): Promise<Page> {
  page = await openPage(session, `options.html${fragment}`);
  page.on('dialog', (dialog) => {
    leaving.asked += 1;
    void (leaving.stays ? dialog.dismiss() : dialog.accept());
  });
  await page.waitForSelector('main h1');
  return page;
}

/** Connects both services, and opens the view of the second one. */
async function connectBoth(): Promise<void> {
  await connect(page, a);
  await press(page, 'button', 'Add connection');
  await connect(page, { url: other, key: b.key });
}

const viewOf = async (at: number) => `#connection/${(await stored())[at]?.id ?? ''}`;
/** Opens a connection's view, and waits for it. Until then, typed text would go into the earlier view. */
const turnTo = async (at: number) => {
  const analyticsUrl = (await stored())[at]?.analyticsUrl;
  await page.goto(page.url().split('#')[0] + (await viewOf(at)));
  await expect.poll(() => contentOf(address)).toBe(analyticsUrl);
};
/** Opens a connection's view in another window. */
const elsewhere = async (at: number) => {
  const second = await openPage(session, `options.html${await viewOf(at)}`);
  await control(second, 'textbox', 'Name');
  return second;
};

/** Opens a proxy in front of a service. Without the secret, it answers with its login page. */
function openProxy(target: string, secret: string) {
  const server = createServer((asked, answer) => {
    if (asked.headers['x-proxy-secret'] !== secret)
      return void answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Log in</title>');
    const passed = request(target + asked.url, { method: asked.method, headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    asked.pipe(passed);
  });
  return listen(server);
}

playWithTwoServices();
beforeEach(async () => {
  other = b.url.replace('127.0.0.1', 'localhost');
  for (const sandbox of [a, b]) sandbox.reset();
  a.addWebsites(3);
  b.addWebsites(5);
  Object.assign(leaving, { asked: 0, stays: false });
  await grantHost(session, patterns[0] ?? '');
  await allowHost(session, patterns[1] ?? '');
  await clearStored(session);
  await open();
});

test('a second connection is saved beside the first, each with its own key', async () => {
  await connectBoth();
  expect(await said(page, 'websites')).toContain('Connected, 5 websites.');
  expect(await stored()).toMatchObject([{ analyticsUrl: a.url }, { analyticsUrl: other }]);
  expect((await grantedHosts(session)).sort()).toEqual(patterns);
  await shows(page, 'Stored, ends in 0002');
  // The page's address names the added connection.
  await page.reload();
  await shows(page, 'Stored, ends in 0002');
  expect([keysAt(a), keysAt(b)]).toEqual([['both'], ['both']]);
});

test('what was typed survives a reload, but for keys; leaving asks first', async () => {
  await connect(page, a);
  await press(page, 'button', 'Add connection');
  await fillIn(page, other, b.key);
  await page.reload();
  await control(page, 'textbox', address);
  expect([await contentOf(address), await contentOf('API key')]).toEqual([other, '']);
  expect(leaving.asked).toBe(1);
  leaving.stays = true;
  await press(page, 'link', 'Settings');
  await expect.poll(() => leaving.asked).toBe(2);
  expect([await contentOf(address), page.url().split('#')[1]]).toEqual([other, 'new']);
  leaving.stays = false;
  await press(page, 'link', 'Settings');
  await control(page, 'button', 'Add connection');
  await press(page, 'button', 'Add connection');
  expect(await contentOf(address)).toBe('');
});

test('an SEO service elsewhere gets the same key by one press, and keeps it as its own', async () => {
  await connect(page, a);
  await turnTo(0);
  const seo = a.seoUrl.replace('127.0.0.1', 'localhost');
  await fill(page, 'SEO service address', seo);
  await save(page);
  await shows(page, 'Type the API key.');
  expect(await focused()).toBe('SEO API key');
  await press(page, 'button', `Use the same key for ${new URL(seo).host}`);
  expect(await focused()).toBe('Use a separate key');
  await save(page);
  await said(page, 'projects');
  expect(await stored()).toMatchObject([{ analyticsUrl: a.url, seoUrl: seo }]);
});

test('what another window has changed is said: Reload shows it, Overwrite replaces it', async () => {
  await connectBoth();
  const second = await elsewhere(1);
  const rename = async (name: string) => {
    await second.bringToFront();
    await fill(second, 'Name', name);
    await save(second);
    await shows(second, name);
    await page.bringToFront();
  };
  await page.bringToFront();
  await fill(page, 'Name', 'Mine');
  await rename('Theirs');
  await shows(page, 'Changed in another window.');
  await press(page, 'button', 'Reload');
  expect(await contentOf('Name')).toBe('Theirs');
  await fill(page, 'Name', 'Mine');
  await rename('Theirs again');
  await shows(page, 'Changed in another window.');
  await press(page, 'button', 'Overwrite');
  await expect.poll(stored).toMatchObject([{}, { name: 'Mine' }]);
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Mine');
});

test('a rule that another connection has is refused by its name; a site is tried as it is typed', async () => {
  await connectBoth();
  await fill(page, 'Name', 'Client');
  await fill(page, 'Sites that go here', '*.client.example');
  await save(page);
  await expect.poll(stored).toMatchObject([{}, { name: 'Client', rules: ['*.client.example'] }]);
  await fill(page, 'Try a site', 'https://a.client.example/x');
  await shows(page, 'Client, by rule 1');
  await turnTo(0);
  await fill(page, 'Sites that go here', 'own.example');
  await page.keyboard.press('Enter');
  await page.keyboard.type('*.client.example');
  await save(page);
  await shows(page, 'is already a rule of');
  expect(await focused()).toBe('Sites that go here');
  expect((await stored())[0]).not.toHaveProperty('rules');
});

test('one that is removed is forgotten here with its access; another window says so', async () => {
  await connectBoth();
  const [, { id = '' } = {}] = await stored();
  const second = await elsewhere(1);
  await page.bringToFront();
  const name = `Remove ${new URL(other).host}`;
  await press(page, 'button', name);
  expect(await focused()).toBe('Cancel');
  await page.keyboard.press('Enter');
  expect(await focused()).toBe(name);
  await press(page, 'button', name);
  await (await page.waitForSelector('.removal .button.danger'))?.click();
  await control(page, 'button', 'Add connection');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await stored()).toMatchObject([{ analyticsUrl: a.url }]);
  expect(await grantedHosts(session)).toEqual(patterns.slice(0, 1));
  expect(JSON.stringify(await page.evaluate(() => chrome.storage.local.get(null)))).not.toContain(id);
  await shows(second, 'This connection was removed in another window.');
});

test('its own settings are saved with it, and given up for the common ones', async () => {
  await connectBoth();
  for (const fold of await page.$$('summary')) await fold.click();
  await press(page, 'radio', 'Public');
  await fill(page, 'Statistics page', '{base_url}/own/{domain}');
  await save(page);
  const own = { defaults: { privacy: 0 }, templates: { statisticsUrl: '{base_url}/own/{domain}' } };
  await expect.poll(stored).toMatchObject([{}, own]);
  await press(page, 'button', 'Use the ones in Settings');
  await press(page, 'button', 'Use the ones in Settings');
  await save(page);
  await expect.poll(async () => Object.keys((await stored())[1] ?? {}).includes('templates')).toBe(false);
  expect((await stored())[1]).not.toHaveProperty('defaults');
});

test('a service behind a proxy is reached with a header of one’s own, which is only written', async () => {
  const secret = 'made-up-proxy-secret-4321';
  const proxy = await openProxy(b.url, secret);
  onTestFinished(proxy.close);
  await connect(page, a);
  await press(page, 'button', 'Add connection');
  await fillIn(page, proxy.url, b.key);
  await save(page);
  await said(page, 'A web page answered instead of the service');
  expect(b.log).toEqual([]);
  await (await page.$('summary'))?.click();
  await fill(page, 'Header name', 'X-Proxy-Secret');
  await press(page, 'button', 'Add header');
  await shows(page, 'Type the value of the header.');
  expect(await focused()).toBe('Header value');
  await fill(page, 'Header value', secret);
  await page.keyboard.press('Enter');
  await shows(page, 'X-Proxy-Secret · Not saved.');
  await save(page);
  expect(await said(page, 'Connected')).toContain('Connected, 5 websites.');
  await shows(page, 'X-Proxy-Secret, ends in 4321');
  expect((await page.content()).includes(secret)).toBe(false);
  await press(page, 'button', 'Remove X-Proxy-Secret');
  await (await page.waitForSelector('.fold .button.danger'))?.click();
  await page.waitForFunction(() => !document.querySelector('.fold .stored'));
  expect(await focused()).toBe('Header name');
  await save(page);
  await said(page, 'A web page answered instead of the service');
});
