import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect, forgetLists } from '../harness/connect.ts';
import { chosen, control, press, said, shows } from '../harness/controls.ts';
import { openPopup, openTab, stored } from '../harness/extension.ts';
import { full } from '../harness/full.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';
import {
  addWebsite,
  cells,
  choosePrivacy,
  deleteWebsite,
  names,
  openManage,
  savePrivacy,
  settled,
} from './managePage.ts';
import { listed, open } from './open.ts';

/** A second service, to which another window connects. */
let elsewhere: Sandbox;

const host = 'shop.example.com';
const focused = () =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.tagName === 'TR'
      ? element.querySelector('th bdi')?.textContent
      : element?.getAttribute('aria-label');
  });

playWithOneService({ seo: true, isWeb: true });
beforeAll(async () => {
  elsewhere = await startSandbox();
});
beforeEach(async () => {
  await forgetLists(session);
  sandbox.addWebsites([
    { domain: 'xn--bcher-kva.example', privacy: 0 },
    { domain: 'a-really-very-long-name-that-goes-on-and-on.department.of-something.example.co.uk', privacy: 2 },
    { domain: 'unknown.example', privacy: null, email: null, exclude_bots: null },
    { domain: host },
  ]);
  for (const project of [host, 'other.example']) sandbox.addProject({ project });
});
afterAll(() => elsewhere?.close());

describe('windows and the popup stay true to each other', () => {
  test('a change, a delete and a new website show in the other window without a request of its own', async () => {
    const other = await openManage(session);
    await open();
    sandbox.clearLog();
    await savePrivacy(page, host, 'Public');
    await expect.poll(async () => (await cells(other, host)).privacy).toBe('Public');
    await deleteWebsite(page, 'unknown.example');
    await expect.poll(() => names(other)).not.toContain('unknown.example');
    await addWebsite(page, 'new.example');
    await press(page, 'button', 'Track new.example');
    await expect.poll(async () => (await names(other))[0]).toBe('new.example');
    // Besides the page that opening a list costs: a record is read again before an edit and a delete, and looked up
    // before a create. The other window causes no request.
    const asked = sandbox.log.filter(({ operation, query }) => operation !== 'websites.list' || query.sort_by !== 'id');
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET', 'DELETE', 'GET', 'POST']);
    await other.close();
  });

  test('the popup changes privacy, the page follows', async () => {
    await open();
    const visited = await openTab(session, `http://${host}/`);
    const popup = await openPopup(session, visited);
    await press(popup, 'radio', 'Public');
    await said(popup, 'Privacy is now Public');
    await expect.poll(async () => (await cells(page, host)).privacy).toBe('Public');
    await visited.close();
  });
});

describe('another service is connected in another window', () => {
  afterEach(() => connect(session, sandbox, { seo: true }));

  test('an edit goes, which is said, and nothing is sent for it', async () => {
    await open();
    await press(page, 'checkbox', `Select ${host}`);
    await choosePrivacy(page, host, 'Public');
    const word = 'Exclude IP addresses';
    await shows(page, word);
    elsewhere.reset();
    elsewhere.addWebsites([{ domain: 'theirs.example' }, { domain: host }]);
    sandbox.clearLog();
    await connect(session, elsewhere, { seo: true });
    const now = new URL(elsewhere.url).host;
    await said(page, `The connection changed to ${now}, so the list was read again.`);
    await listed().toEqual([host, 'theirs.example']);
    expect(await page.evaluate(() => document.body.textContent)).not.toContain(word);
    expect(await page.$('dialog[open]')).toBeNull();
    expect(await page.$('.panel tbody input:checked')).toBeNull();
    const writes = [...sandbox.log, ...elsewhere.log].filter(({ method }) => method !== 'GET');
    expect(writes).toEqual([]);
    // For the same site at the other service, there is no draft.
    await press(page, 'button', `Edit ${host}`);
    await control(page, 'button', 'Save');
    expect(await chosen(page)).toBe('Private');
  });
});

describe('keyboard', () => {
  beforeEach(async () => {
    await open();
    await listed().toContain(host);
  });

  test('/ goes to the search, arrows through the rows and their controls, Enter opens, Escape returns', async () => {
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe(host);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('unknown.example');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Select unknown.example');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe(`Select ${host}`);
    await page.keyboard.press('Space');
    await shows(page, '1 selected');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('End');
    expect(await focused()).toBe('bücher.example');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await shows(page, 'Exclude IP addresses');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    expect(await focused()).toBe('bücher.example');
  });

  test('/ in a text box is a slash', async () => {
    await press(page, 'button', 'Add website');
    await page.keyboard.type('example.com/a');
    await shows(page, 'Will be registered as example.com');
    expect(await page.$eval('dialog input', (box) => (box as HTMLInputElement).value)).toBe('example.com/a');
  });

  test('arrows move between the tabs', async () => {
    await (await control(page, 'tab', 'Websites')).focus();
    await page.keyboard.press('ArrowRight');
    await control(page, 'tab', 'Projects');
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(['other.example', host]);
    expect(new URL(page.url()).search).toBe('?tab=projects');
    await page.goBack();
    await listed().toContain('unknown.example');
    // A sheet is closed where its list is left, and not open when the person is back.
    await press(page, 'button', 'Add website');
    await page.goForward();
    await listed().not.toContain('unknown.example');
    await page.goBack();
    await listed().toContain('unknown.example');
    expect(await page.$('dialog[open]')).toBeNull();
  });

  test('rows are named by their domain', async () => {
    const row = await page.waitForSelector(`::-p-aria([name="${host}"][role="row"])`);
    expect(await row?.evaluate((element) => element.tagName)).toBe('TR');
  });
});

/** Returns how much wider the page is than its window, and the text boxes and buttons that stick out. */
const overflow = () =>
  page.evaluate(() => ({
    wider: document.documentElement.scrollWidth - innerWidth,
    out: [...document.querySelectorAll('button, input, select, a, th, td')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  }));

full.describe.each(['ltr', 'rtl'])('fits (%s)', (direction) => {
  test.each([
    [360, 740],
    [640, 400],
    [819, 700],
    [1000, 700],
    [1600, 900],
  ])('%i × %i', async (width, height) => {
    await open();
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    await page.setViewport({ width, height });
    expect(await overflow()).toEqual({ wider: 0, out: [] });
    // Only the rows in sight are rendered.
    const [first] = await names(page);
    await press(page, 'checkbox', `Select ${first}`);
    expect(await overflow()).toEqual({ wider: 0, out: [] });
    // On a low page, the bar of the selection covers the row's buttons until one scrolls.
    await press(page, 'checkbox', `Select ${first}`);
    await press(page, 'button', `Edit ${first}`);
    expect(await overflow()).toEqual({ wider: 0, out: [] });
  });
});

test('offline: says so, shows what is stored, and asks again by itself once there is a connection', async () => {
  await open();
  sandbox.behave({ fault: 'drop' });
  await page.reload();
  await shows(page, 'cannot be reached');
  await page.setOfflineMode(true);
  await press(page, 'button', 'Try again');
  await shows(page, 'You are offline.');
  await listed().toContain(host);
  sandbox.behave({ fault: undefined });
  sandbox.addWebsite({ domain: 'new.example' });
  await page.setOfflineMode(false);
  await listed().toContain('new.example');
});

test('not connected: one button to the settings', async () => {
  await open();
  const { connections } = await stored(session);
  const set = (value: unknown) =>
    page.evaluate((connected) => chrome.storage.local.set({ connections: connected }), value);
  await set({ version: 1, value: { list: [] } });
  await shows(page, 'Connect your analytics service');
  await control(page, 'button', 'Set up Waymark');
  await set(connections);
  await listed().toContain(host);
  await settled(page);
});
