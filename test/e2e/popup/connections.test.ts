import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect, forgetSites } from '../harness/connect.ts';
import { chosen, control, fill, press, pressAndLeave, said, shows } from '../harness/controls.ts';
import { openPopup, stored, withBarePage } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';
import { names, settled } from '../manage/managePage.ts';

let web: Web;
let a: Sandbox;
let b: Sandbox;
let session: Session;
let page: Page;

const host = 'shop.example.com';

interface Stored {
  id: string;
  name?: string;
  rules?: string[];
}

const connected = async () => {
  const { connections } = (await stored(session)) as { connections: { value: { active: string; list: Stored[] } } };
  return connections.value;
};
const store = (value: { active: string; list: Stored[] }) =>
  withBarePage(session, (bare) =>
    bare.evaluate((now) => chrome.storage.local.set({ connections: { version: 2, value: now } }), value),
  );
/** Names the connections, and gives them rules. The first one is the one that was used last. */
async function arrange(rules: Record<string, string[]> = {}): Promise<void> {
  const list = (await connected()).list.map(({ rules: _, ...one }) => ({
    ...one,
    name: one.id === 'a' ? 'Client A' : 'Client B',
    ...(rules[one.id] ? { rules: rules[one.id] } : {}),
  }));
  await store({ active: 'a', list });
}
const requests = ({ log }: Sandbox) => log.map(({ method }) => method);
const open = async (at = host) => {
  await page.goto(`http://${at}/`);
  return openPopup(session, page);
};
const answered = (popup: Page) =>
  popup.waitForFunction(() => /registered/i.test(document.querySelector('.site-status')?.textContent ?? ''));
/** Returns the connection that the popup shows. */
const at = (popup: Page) =>
  popup.$eval('.connection-place select', (select) => (select as HTMLSelectElement).selectedOptions[0]?.textContent);
const choose = async (popup: Page, id: string) => {
  await control(popup, 'combobox', 'Connection');
  await popup.focus('.connection-place select');
  await popup.select('.connection-place select', id);
  await popup.waitForSelector(`.connection-place option[value="${id}"]:checked`);
};

beforeAll(async () => {
  web = await openWeb();
  [a, b] = await Promise.all([startSandbox(), startSandbox({ key: 'sandbox-demo-key-0002' })]);
  session = await launch({ web });
  await connect(session, a, { connection: 'a' });
  await connect(session, b, { connection: 'b' });
});
beforeEach(async () => {
  await forgetSites(session);
  await arrange();
  a.reset();
  b.reset();
  page = await session.browser.newPage();
});
afterEach(async () => {
  await page.close();
  expect(session.complaints).toEqual([]);
});
afterAll(async () => {
  await session?.close();
  await Promise.all([a?.close(), b?.close(), web?.close()]);
});

describe('the popup asks one connection', () => {
  test('the one that a rule names', async () => {
    await arrange({ b: ['*.example.com'] });
    const popup = await open();
    await answered(popup);
    await control(popup, 'combobox', 'Connection');
    expect(await at(popup)).toBe('Client B');
    expect([requests(a), requests(b)]).toEqual([[], ['GET']]);
  });

  test('the one that is known to have it, at the next opening', async () => {
    b.addWebsite({ domain: host });
    const first = await open();
    await shows(first, 'Not registered');
    await choose(first, 'b');
    await shows(first, 'Registered');
    a.clearLog();
    b.clearLog();
    const popup = await open();
    await shows(popup, 'Registered');
    await control(popup, 'combobox', 'Connection');
    expect(await at(popup)).toBe('Client B');
    expect([requests(a), requests(b)]).toEqual([[], ['GET']]);
  });

  test('where it is known elsewhere, too, that is said, without a request', async () => {
    await arrange({ a: [host] });
    a.addWebsite({ domain: host });
    b.addWebsite({ domain: host });
    const first = await open();
    await shows(first, 'Registered');
    await choose(first, 'b');
    await first.waitForFunction(() => document.querySelector('.site-status')?.textContent?.includes('Registered'));
    await expect.poll(() => requests(b)).toEqual(['GET']);
    const popup = await open();
    await shows(popup, 'Also registered at Client B');
    expect(await at(popup)).toBe('Client A');
    // Waits for the request behind the stored data, which the next test would otherwise receive.
    await expect.poll(() => requests(a)).toEqual(['GET', 'GET']);
    expect(requests(b)).toEqual(['GET']);
  });

  test('where it has the site twice, that leads to these two in its list', async () => {
    await arrange({ b: [host] });
    b.addWebsites([{ domain: host }, { domain: host }, { domain: 'other.example.net' }]);
    const popup = await open();
    await popup.waitForSelector('.note.warn .button');
    const opened = session.browser.waitForTarget((target) => target.url().includes('manage.html'));
    await pressAndLeave(popup, '.note.warn .button');
    const manage = await (await opened).page();
    if (!manage) throw new Error('The list did not open.');
    await settled(manage);
    expect(await names(manage)).toEqual([host, host]);
    await manage.close();
  });
});

describe('another one is chosen', () => {
  test('this once: what was typed stays, and the record is made there', async () => {
    const popup = await open();
    await answered(popup);
    await press(popup, 'radio', 'Password');
    await fill(popup, 'Password', 'kept word');
    await press(popup, 'button', 'More');
    await fill(popup, 'Exclude IP addresses', '203.0.113.7');
    await choose(popup, 'b');
    await expect.poll(() => requests(b)).toEqual(['GET']);
    await expect.poll(() => popup.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    expect(await chosen(popup)).toBe('Password');
    const excluded = async (popup: Page) =>
      (await control(popup, 'textbox', 'Exclude IP addresses')).evaluate(
        (element) => (element as HTMLTextAreaElement).value,
      );
    expect(await excluded(popup)).toBe('203.0.113.7');
    await press(popup, 'button', `Track ${host}`);
    expect(await said(popup, 'is registered')).toBe(`${host} is registered.`);
    expect(b.websites()).toMatchObject([{ domain: host, privacy: 2, password: 'kept word' }]);
    expect(a.websites()).toEqual([]);
    expect((await connected()).list.map(({ rules }) => rules)).toEqual([undefined, undefined]);
    // Sent fields do not appear in the form of another connection.
    await choose(popup, 'a');
    await control(popup, 'button', `Track ${host}`);
    expect(await chosen(popup)).toBe('Private');
    expect(await excluded(popup)).toBe('');
  });

  test('always: by a rule, which is taken from the other', async () => {
    await arrange({ a: [host, '*.example.net'] });
    const popup = await open();
    await control(popup, 'combobox', 'Connection');
    expect(await popup.$('.connection-place .link')).toBeNull();
    await choose(popup, 'b');
    await press(popup, 'button', `Always for ${host}`);
    await shows(popup, 'Saved as a rule.');
    await expect
      .poll(() => popup.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Connection');
    expect((await connected()).list).toMatchObject([{ rules: ['*.example.net'] }, { rules: [host] }]);
    const next = await open();
    await answered(next);
    await control(next, 'combobox', 'Connection');
    expect(await at(next)).toBe('Client B');
  });
});

test('a registration is taken back with Undo: only that record', async () => {
  a.addWebsite({ domain: 'other.example.com' });
  const popup = await open();
  await answered(popup);
  await press(popup, 'button', `Track ${host}`);
  await said(popup, 'is registered');
  await press(popup, 'button', 'Undo');
  expect(await said(popup, 'no longer')).toBe(`${host} is no longer registered.`);
  expect(a.websites()).toMatchObject([{ domain: 'other.example.com' }]);
  expect(requests(a)).toEqual(['GET', 'POST', 'GET', 'DELETE']);
  expect(await popup.$('.status-line .link')).toBeNull();
  await control(popup, 'button', `Track ${host}`);
});
