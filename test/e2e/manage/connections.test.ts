import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { violations } from '../harness/axe.ts';
import { askWorker, connect } from '../harness/connect.ts';
import { press, said, shows } from '../harness/controls.ts';
import { stored, withBarePage } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';
import { cells, choose, names, openManage, settled } from './managePage.ts';

let web: Web;
let a: Sandbox;
let b: Sandbox;
let session: Session;
let page: Page;

interface Stored {
  value: { active: string; list: { id: string }[] };
}

/** Changes the stored connections as another page would. */
const edit = (change: { active?: string; names?: Record<string, string>; rules?: Record<string, string[]> }) =>
  withBarePage(session, (bare) =>
    bare.evaluate(async ({ active, names: called = {}, rules = {} }) => {
      const { connections } = (await chrome.storage.local.get('connections')) as unknown as { connections: Stored };
      const { value } = connections;
      if (active) value.active = active;
      for (const one of value.list)
        Object.assign(one, called[one.id] && { name: called[one.id] }, { rules: rules[one.id] ?? [] });
      await chrome.storage.local.set({ connections });
    }, change),
  );
const written = (sandbox: Sandbox) => sandbox.log.filter(({ method }) => method !== 'GET').map(({ method }) => method);
const listed = (wanted: string[]) => expect.poll(() => names(page)).toEqual(wanted);
/** What the combo box says, also where a dialog is open before it. */
const shownConnection = () =>
  page.$eval('select[aria-label=Connection]', (select) => (select as HTMLSelectElement).selectedOptions[0]?.label);

beforeAll(async () => {
  web = await openWeb();
  [a, b] = await Promise.all([startSandbox(), startSandbox()]);
  session = await launch({ web });
});
beforeEach(async () => {
  for (const sandbox of [a, b]) sandbox.reset();
  await connect(session, a, { connection: 'a', seo: true });
  await connect(session, b, { connection: 'b' });
  await edit({ active: 'a', names: { a: 'Client A', b: 'Client B' } });
  await withBarePage(session, (bare) => bare.evaluate(() => chrome.storage.local.remove('manageConnection')));
  a.addWebsites([{ domain: 'ours.example' }, { domain: 'shop.example.com' }]);
  b.addWebsites([{ domain: 'theirs.example' }, { domain: 'shop.example.com', privacy: 0 }]);
  for (const sandbox of [a, b]) sandbox.clearLog();
});
afterEach(async () => {
  for (const open of await session.browser.pages()) if (open.url() !== 'about:blank') await open.close();
  expect(session.complaints).toEqual([]);
});
afterAll(async () => {
  await session?.close();
  await Promise.all([a?.close(), b?.close()]);
  await web?.close();
});

test('what is chosen is listed and changed, and only there; it stays in the address and for the next opening', async () => {
  page = await openManage(session);
  expect(await shownConnection()).toBe('Client A');
  await choose(page, 'Connection', 'Client B');
  await listed(['shop.example.com', 'theirs.example']);
  expect(new URL(page.url()).search).toBe('?connection=b');
  a.clearLog();
  await press(page, 'button', 'Edit shop.example.com');
  await press(page, 'radio', 'Private');
  await press(page, 'button', 'Save');
  await expect.poll(async () => (await cells(page, 'shop.example.com')).privacy).toBe('Private');
  expect([written(a), written(b), a.log]).toEqual([[], ['PATCH'], []]);
  await press(page, 'tab', 'Projects');
  await shows(page, 'SEO service');
  expect(new URL(page.url()).searchParams.get('connection')).toBe('b');
  page = await openManage(session);
  await listed(['shop.example.com', 'theirs.example']);
  expect(await shownConnection()).toBe('Client B');
  expect((await stored(session)).connections).toMatchObject({ value: { active: 'a' } });
  expect(await violations(page)).toEqual([]);
  await page.goto(page.url().replace(/\?.*|$/, '?connection=a'));
  await settled(page);
  await listed(['shop.example.com', 'ours.example']);
});

test('another one used elsewhere disturbs nothing', async () => {
  page = await openManage(session);
  await press(page, 'button', 'Edit ours.example');
  await press(page, 'radio', 'Public');
  await edit({ active: 'b', names: { a: 'Agency A' } });
  await expect.poll(shownConnection).toBe('Agency A');
  await press(page, 'button', 'Save');
  await expect.poll(async () => (await cells(page, 'ours.example')).privacy).toBe('Public');
  expect([written(a), b.log]).toEqual([['PATCH'], []]);
});

test('removed under the open page: it says so, shows the other, and nothing is sent', async () => {
  page = await openManage(session, '?connection=b');
  await press(page, 'checkbox', 'Select shop.example.com');
  await press(page, 'button', 'Edit theirs.example');
  await press(page, 'radio', 'Public');
  await askWorker(session, 'connection.remove', { connection: 'b' });
  await said(page, '“Client B” was removed. This is Client A now.');
  await listed(['shop.example.com', 'ours.example']);
  expect(await page.$('dialog[open], .panel tbody input:checked')).toBeNull();
  // One connection alone is not named.
  expect(await page.$('header select')).toBeNull();
  expect([...written(a), ...written(b)]).toEqual([]);
});

test('a job goes on at its own service whichever is shown, and names it', async () => {
  a.addWebsites(Array.from({ length: 8 }, (_, at) => ({ domain: `a${at}.example` })));
  a.behave({ delay: 150 });
  page = await openManage(session);
  await press(page, 'checkbox', 'Select all on this page');
  await press(page, 'button', 'Set privacy');
  await press(page, 'radio', 'Public');
  await press(page, 'button', 'Apply to 10 websites');
  await choose(page, 'Connection', 'Client B');
  await listed(['shop.example.com', 'theirs.example']);
  await shows(page, 'Client A ·');
  // Its own change does not wait for that of the other service.
  await press(page, 'checkbox', 'Select theirs.example');
  await press(page, 'button', 'Set privacy');
  await press(page, 'radio', 'Public');
  await press(page, 'button', 'Apply to 1 website');
  await expect.poll(() => written(b)).toEqual(['PATCH']);
  expect(written(a).length).toBeLessThan(10);
  await expect.poll(() => written(a).length, { timeout: 20_000 }).toBe(10);
  expect(written(b)).toEqual(['PATCH']);
});
