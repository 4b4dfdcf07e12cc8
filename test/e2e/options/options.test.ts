import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { clearStored } from '../harness/connect.ts';
import { contentOf as contentIn, control, fill, focusedText, press, said, shows } from '../harness/controls.ts';
import { answerDialog } from '../harness/dialog.ts';
import { openPage, stored, urlOf, withBarePage } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import { allowHost, grantedHosts, grantHost, revokeHost } from '../harness/permissions.ts';
import type { Session } from '../harness/session.ts';
import { address, connect as connectByForm, fillIn, save as saveIn } from './form.ts';

const pattern = 'http://127.0.0.1/*';
const seoAddress = 'SEO service address';
const wrong = 'a-made-up-wrong-key-9999';

let sandbox: Sandbox;
let session: Session;
let page: Page;

const save = () => saveIn(page);
const contentOf = (name: string) => contentIn(page, name);
const focused = () => focusedText(page);
const isThere = (text: string) => page.evaluate((wanted) => document.body?.textContent?.includes(wanted), text);
const settled = () =>
  page.waitForFunction(() => ![...document.querySelectorAll('.outcome')].some((one) => one.textContent?.includes('…')));
/** Resolves to what is stored, with only the names of the records for keys. */
const local = () =>
  page.evaluate(async () => {
    const all = await chrome.storage.local.get(null);
    const keys = (all.keys ?? { value: {} }) as { value: object };
    return { ...all, keys: Object.keys(keys.value) } as Record<string, unknown>;
  });
/** Returns the requests with a key. */
const lists = () =>
  sandbox.log
    .filter(({ key }) => key !== 'none')
    .map(({ operation, key }) => `${operation} ${key}`)
    .sort();

async function open(): Promise<void> {
  page = await openPage(session, 'options.html');
  await page.waitForSelector('main');
}

/** Opens the view of the connection. */
async function openForm(): Promise<void> {
  await press(page, 'link', `Edit ${new URL(sandbox.url).host}`);
  await control(page, 'textbox', address);
}

/** Connects, which leads to the first view, and then opens the connection's own view if `form`. */
async function connect({ seo = false, form = true } = {}): Promise<void> {
  if (seo) {
    await press(page, 'button', 'More');
    await fill(page, seoAddress, sandbox.seoUrl);
    await fill(page, 'SEO API key', sandbox.seoKey);
  }
  await connectByForm(page, sandbox);
  if (form) await openForm();
  sandbox.clearLog();
}

/** Tests the connection as a press in another page does. */
const askTest = () =>
  withBarePage(session, (bare) =>
    bare.evaluate(() =>
      chrome.runtime.sendMessage({ ask: 'connection.test', input: {}, id: crypto.randomUUID() }).then(() => undefined),
    ),
  );
/** Opens the fold of advanced settings. */
const openAdvanced = () => page.$eval('details', (fold) => fold.setAttribute('open', ''));
/** Opens a setting by its button, types a text, and saves it. */
async function edit(button: string, name: string, text: string): Promise<void> {
  await press(page, 'button', button);
  await fill(page, name, text);
  await press(page, 'button', 'Save');
}

/** Whether no part of a key is on the page, in the console, or in the storage outside of its own record. */
async function keepsSecret(): Promise<boolean> {
  const [html, { keys: _, ...local }, { keys: __, ...memory }] = await Promise.all([
    page.content(),
    stored(session),
    stored(session, 'session'),
  ]);
  const all = [html, JSON.stringify([local, memory]), JSON.stringify(session.complaints)].join();
  return ![sandbox.key, sandbox.seoKey, wrong].some((key) => all.includes(key));
}

beforeAll(async () => {
  sandbox = await startSandbox({ basePath: '/stats', seoPort: 0, seoKey: 'sandbox-demo-seo-key-0002' });
});
afterAll(() => sandbox?.close());

describe('over the real permission dialog', () => {
  beforeAll(async () => {
    session = await launch({ headed: true });
  });
  afterAll(() => session?.close());

  test('the page opens by itself when Waymark is installed', async () => {
    const opened = () =>
      withBarePage(session, (bare) =>
        bare.evaluate(
          async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
          urlOf(session, 'options.html'),
        ),
      );
    await expect.poll(opened).toEqual(expect.any(Number));
    const tab = (await opened()) as number;
    await withBarePage(session, (bare) => bare.evaluate((id) => chrome.tabs.remove(id), tab));
    await open();
    await shows(page, 'Connect your analytics service');
  });

  test('denied: it is told, nothing is sent, nothing is lost; then allowed', async () => {
    sandbox.addWebsites(3);
    await open();
    await page.bringToFront();
    await fillIn(page, sandbox.url, sandbox.key);
    await save();
    await answerDialog(session, page, 'deny');
    expect(await said(page, 'does not let')).toContain('127.0.0.1');
    expect(sandbox.log).toEqual([]);
    expect([await contentOf(address), (await contentOf('API key')) === sandbox.key]).toEqual([sandbox.url, true]);
    expect(await said(page, 'does not let')).toContain('Not saved.');
    await press(page, 'button', 'Allow access');
    await answerDialog(session, page, 'allow');
    expect(await said(page, 'Connected')).toContain('Analytics service Connected, 3 websites.');
    expect(await grantedHosts(session)).toEqual([pattern]);
    expect(await keepsSecret()).toBe(true);
  });

  test('notifications are asked for when they are turned on', async () => {
    await page.bringToFront();
    await press(page, 'switch', 'Show notifications');
    await answerDialog(session, page, 'deny');
    await shows(page, 'Your browser did not allow notifications.');
    await press(page, 'switch', 'Show notifications');
    await answerDialog(session, page, 'allow');
    await said(page, 'Saved');
    await expect.poll(local).toMatchObject({ preferences: { value: { notifications: true } } });
    expect(session.complaints).toEqual([]);
  });
});

describe('with access', () => {
  beforeAll(async () => {
    session = await launch();
    await grantHost(session, pattern);
  });
  afterAll(() => session?.close());
  beforeEach(async () => {
    sandbox.reset();
    await clearStored(session);
    await open();
  });
  afterEach(async () => {
    expect(await keepsSecret()).toBe(true);
    expect(session.complaints).toEqual([]);
    await page.close();
  });

  test('what was pasted is mended, shown, and both services are tested', async () => {
    sandbox.addWebsites(12);
    sandbox.addProject({ project: 'shop.example.com' });
    await fill(page, address, `  ${sandbox.url}//api/v1/websites?per_page=10#x`);
    await press(page, 'button', 'More');
    await fill(page, seoAddress, sandbox.seoUrl);
    await fill(page, 'API key', `Authorization: Bearer ${sandbox.key}`);
    await fill(page, 'SEO API key', `"${sandbox.seoKey}"`);
    await page.keyboard.press('Enter');
    const outcome = await said(page, 'Connected');
    expect(outcome).toContain('Analytics service Connected, 12 websites.');
    expect(outcome).toContain('SEO service Connected, 1 project.');
    await shows(page, '12 websites, 1 project · tested today');
    await expect.poll(focused).toBe('Waymark Settings');
    await openForm();
    expect(await contentOf(address)).toBe(sandbox.url);
    await shows(page, 'Stored, ends in 0001');
    await shows(page, 'Stored, ends in 0002');
    expect(lists()).toEqual(['projects.list seo', 'websites.list analytics']);
    await expect.poll(local).toMatchObject({ connections: { value: { list: [{ analyticsUrl: sandbox.url }] } } });
  });

  test('the link to the key follows the address', async () => {
    expect(await isThere('Get your API key')).toBe(false);
    await fill(page, address, 'stats.example.com/app');
    const link = await control(page, 'link', 'Get your API key');
    expect(await link.evaluate((one) => (one as HTMLAnchorElement).href)).toBe(
      'https://stats.example.com/app/account/api',
    );
  });

  test('each service says what was found', async () => {
    await connect({ seo: true });
    for (const [service, other, operation] of [
      ['Analytics service', 'SEO service', 'websites.list'],
      ['SEO service', 'Analytics service', 'projects.list'],
    ] as const) {
      sandbox.behave({ fault: { is: '401', operation } });
      await save();
      await settled();
      expect(await said(page, 'refused the API key')).toContain(service);
      expect(await said(page, 'Connected')).toContain(other);
      sandbox.behave({ fault: undefined });
    }
    expect(sandbox.log.filter(({ service }) => service === 'foreign')).toEqual([]);
  });

  test('too many requests: the way out opens when the time has come', async () => {
    await connect();
    sandbox.behave({ fault: { is: '429-seconds', times: 1 } });
    await save();
    await control(page, 'button', 'Try again in 2 s');
    await press(page, 'button', 'Try again');
    await said(page, 'Connected');
  });

  test('access taken away is seen while the page is open and when it opens, until it is given back', async () => {
    await connect();
    await revokeHost(session, pattern);
    await said(page, 'does not let Waymark access 127.0.0.1');
    await page.reload();
    await said(page, 'does not let Waymark access 127.0.0.1');
    await grantHost(session, pattern);
    await said(page, 'Connected');
    expect(sandbox.log).toEqual([]);
  });

  test('access to the address before is given back, once the new one works', async () => {
    await connect();
    await allowHost(session, 'http://localhost/*');
    await fillIn(page, sandbox.url.replace('127.0.0.1', 'localhost'), wrong);
    await save();
    await said(page, 'refused the API key');
    expect((await grantedHosts(session)).sort()).toEqual([pattern, 'http://localhost/*']);
    await fill(page, 'API key', sandbox.key);
    await save();
    await said(page, 'Connected');
    await expect.poll(() => grantedHosts(session)).toEqual(['http://localhost/*']);
    await grantHost(session, pattern);
    await revokeHost(session, 'http://localhost/*');
  });

  test('the key is replaced, or kept after all', async () => {
    await connect();
    await press(page, 'button', 'Replace');
    await page.keyboard.type('half a thou');
    await press(page, 'button', 'Keep the stored key');
    await shows(page, 'Stored, ends in 0001');
    expect(await focused()).toBe('Replace');
    await press(page, 'button', 'Replace');
    await page.keyboard.type(wrong);
    await page.keyboard.press('Enter');
    await said(page, 'Not saved. The key ending in 0001 is still in use.');
    await press(page, 'button', 'Keep the stored key');
    await shows(page, 'Stored, ends in 0001');
    await save();
    await said(page, 'Connected');
    await page.reload();
    expect(await said(page, 'Connected')).toMatch(/^Analytics service Connected, 0 websites\. Tested .+\.$/);
  });

  test('a service that is down is saved only where that is wanted', async () => {
    await connect();
    await fillIn(page, 'http://127.0.0.1:9/stats', sandbox.key);
    await save();
    await said(page, 'Not saved. The key ending in 0001 is still in use.');
    await press(page, 'button', 'Save anyway');
    await expect
      .poll(local)
      .toMatchObject({ connections: { value: { list: [{ analyticsUrl: 'http://127.0.0.1:9/stats' }] } } });
    expect(await said(page, 'cannot be reached')).not.toContain('Not saved');
  });

  test('a pasted page of the service leads to it, without its key', async () => {
    await fillIn(page, `${sandbox.url}/websites/12/overview`, sandbox.key);
    await save();
    expect(await said(page, 'Found at')).toContain(`Found at ${sandbox.url}.`);
    expect(lists()).toEqual([]);
    await press(page, 'button', 'Use this address');
    await said(page, 'Connected');
    await openForm();
    expect(await contentOf(address)).toBe(sandbox.url);
  });

  test('at first the address has the focus, and what comes of it is in view', async () => {
    const placeholder = () => page.evaluate(() => document.activeElement?.getAttribute('placeholder') ?? '');
    await expect.poll(placeholder).toContain('https://');
    await page.setViewport({ width: 1280, height: 600 });
    await connect({ form: false });
    const report = await page.waitForSelector('.note.good');
    expect(await report?.isIntersectingViewport({ threshold: 1 })).toBe(true);
    const manage = await control(page, 'link', 'Manage sites');
    expect(await manage.evaluate((one) => (one as HTMLAnchorElement).href)).toBe(urlOf(session, 'manage.html'));
  });

  test('the key is forgotten in two steps', async () => {
    await connect();
    await press(page, 'button', 'Remove key');
    // A held key returns the focus.
    await page.keyboard.press('Enter');
    await press(page, 'button', 'Remove key');
    await (await page.waitForSelector('.confirm .danger'))?.click();
    await control(page, 'textbox', 'API key');
    const label = () =>
      page.evaluate(() => (document.activeElement as Partial<HTMLInputElement>).labels?.[0]?.textContent);
    await expect.poll(label).toBe('API key');
    await expect.poll(async () => (await local()).keys).toEqual([]);
    await save();
    await shows(page, 'Type the API key.');
    expect(sandbox.log).toEqual([]);
  });

  test('two windows stay true to each other', async () => {
    const first = page;
    await open();
    const second = page;
    page = first;
    await first.bringToFront();
    await connect({ form: false });
    await shows(second, '0 websites · tested today');
    await press(first, 'switch', 'E-mail reports');
    await press(first, 'radio', 'Without www.');
    const chosen = (of: Page) =>
      of.$$eval('input:checked', (all) => all.map((one) => one.closest('.segments label, .setting')?.textContent));
    await said(first, 'Saved');
    expect((await chosen(first)).join()).toContain('E-mail reports');
    await expect.poll(() => chosen(second)).toEqual(await chosen(first));
    await second.bringToFront();
    page = second;
    await openForm();
    await press(second, 'button', 'Remove key');
    await (await second.waitForSelector('.confirm .danger'))?.click();
    page = first;
    await first.bringToFront();
    await shows(first, 'No API key');
    await second.close();
  });

  test('each view has an address of its own, a title, and the focus at its heading or first box; Back leads to the one before', async () => {
    await connect({ form: false });
    const name = new URL(sandbox.url).host;
    const now = () =>
      page.evaluate(() => {
        const at = document.activeElement as Partial<HTMLInputElement>;
        return [location.hash, document.title, at.labels?.[0]?.textContent ?? at.textContent] as const;
      });
    await press(page, 'link', name);
    await expect.poll(now).toEqual(['#connection/main', `${name} · Waymark settings`, name]);
    await page.goBack();
    await expect.poll(now).toEqual(['', 'Waymark settings', 'Waymark Settings']);
    await press(page, 'button', 'Add connection');
    await expect.poll(now).toEqual(['#new', 'New connection · Waymark settings', address]);
    await page.reload();
    await control(page, 'textbox', address);
    await press(page, 'link', 'Settings');
    await expect.poll(now).toEqual(['', 'Waymark settings', 'Waymark Settings']);
  });

  test('a connection that cannot be reached says so in its line, and when it was tested', async () => {
    await connect({ form: false });
    await revokeHost(session, pattern);
    await shows(page, 'does not let Waymark access 127.0.0.1');
    await control(page, 'button', 'Allow access');
    await grantHost(session, pattern);
    await shows(page, '0 websites · tested today');
    sandbox.behave({ fault: '503' });
    await askTest();
    await shows(page, 'status 503');
    await shows(page, 'Tested today');
    sandbox.behave({ fault: undefined });
    await press(page, 'button', 'Try again');
    await said(page, '0 websites · tested today');
    expect(await focused()).toBe('Try again');
  });

  test('new sites start with what was chosen: switches at once, texts by Save', async () => {
    await connect({ form: false });
    await press(page, 'radio', 'Password');
    await press(page, 'switch', 'E-mail reports');
    await press(page, 'switch', 'Exclude bots');
    await said(page, 'Saved');
    await edit('Add Exclude URL parameters', 'Exclude URL parameters', 'utm_source\n\nfbclid\n');
    await shows(page, 'utm_source, fbclid');
    expect(await focused()).toBe('Edit');
    await press(page, 'button', 'Add Exclude IP addresses');
    await fill(page, 'Exclude IP addresses', '10.0.0.1');
    await page.reload();
    expect(await contentOf('Exclude IP addresses')).toBe('10.0.0.1');
    await press(page, 'button', 'Save');
    await shows(page, 'Without a default password');
    await edit('Add Default password', 'Default password', 'a-made-up-password');
    await control(page, 'button', 'Replace Default password');
    await expect.poll(local).toMatchObject({
      defaults: {
        value: {
          privacy: 2,
          email: 1,
          exclude_bots: 0,
          exclude_params: ['utm_source', 'fbclid'],
          exclude_ips: ['10.0.0.1'],
          hasPassword: true,
        },
      },
    });
    expect(await isThere('a-made-up-password')).toBe(false);
    await press(page, 'button', 'Remove Default password');
    await press(page, 'button', 'Remove password');
    await shows(page, 'Without a default password');
    expect(await focused()).toBe('Add');
  });

  test('preferences and templates are kept; what cannot be one is not', async () => {
    await connect({ form: false });
    await press(page, 'radio', 'Whole domain');
    await shows(page, 'blog.example.com becomes example.com');
    await press(page, 'switch', 'Show in the context menu');
    await openAdvanced();
    await edit('Edit Statistics page', 'Statistics page', '{base_url}/s/{domain}');
    await edit('Edit Account page with the API key', 'Account page with the API key', 'http://stats.example.com/{id}');
    await shows(page, '{id} is not a placeholder here.');
    await press(page, 'button', 'Cancel');
    const kept = { hostChoice: 'registrable', contextMenu: false, statisticsUrl: '{base_url}/s/{domain}' };
    await expect.poll(local).toMatchObject({ preferences: { value: { ...kept, accountUrl: '' } } });
    await press(page, 'button', 'Edit Statistics page');
    await press(page, 'button', 'Reset');
    await press(page, 'button', 'Save');
    await expect.poll(local).toMatchObject({ preferences: { value: { statisticsUrl: '' } } });
  });

  test('the list on this computer is forgotten in one press, and read again by “Refresh all”', async () => {
    sandbox.addWebsites(3);
    // The reading keeps to half of the limit, of which the tests before have used a part.
    sandbox.behave({ rateLimit: { limit: 1_000, windowMs: 60_000 } });
    const known = '3 sites known · read today';
    await connect({ form: false });
    await press(page, 'button', 'Refresh all');
    await shows(page, known);
    await said(page, 'Read 3 sites.');
    await (await control(page, 'button', 'Forget the list on this computer')).focus();
    sandbox.clearLog();
    await page.keyboard.press('Enter');
    await said(page, 'Forgotten on this computer. Opening the list or “Refresh all” reads it again.');
    await shows(page, 'The whole list has not been read yet.');
    const disabled = () => {
      const { textContent, ariaDisabled } = document.activeElement as HTMLElement;
      return [textContent, ariaDisabled];
    };
    expect(await page.evaluate(disabled)).toEqual(['Forget the list on this computer', 'true']);
    expect(sandbox.log).toEqual([]);
    await press(page, 'button', 'Refresh all');
    await shows(page, known);
  });

  test('a key for the session is gone after a restart of the browser; a kept one is not', async () => {
    await connect();
    await press(page, 'checkbox', 'Keep keys only until the browser closes');
    await save();
    await shows(page, 'Stored until the browser closes, ends in 0001');
    await session.restart();
    await open();
    await shows(page, 'No API key');
    await openForm();
    expect([await contentOf(address), await contentOf('API key')]).toEqual([sandbox.url, '']);
    await fill(page, 'API key', sandbox.key);
    await save();
    await shows(page, 'Stored until the browser closes, ends in 0001');
    await press(page, 'checkbox', 'Keep keys only until the browser closes');
    await save();
    await shows(page, 'Stored, ends in 0001');
    await session.restart();
    await open();
    await openForm();
    await shows(page, 'Stored, ends in 0001');
    await save();
    await said(page, 'Connected');
  });
});
