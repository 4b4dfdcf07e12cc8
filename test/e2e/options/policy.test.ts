import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { chosenIn, control, fill, press, said, shows } from '../harness/controls.ts';
import { openPage, openPopup, openTab, stored, withBarePage } from '../harness/extension.ts';
import { addonId, type Firefox, launchFirefox } from '../harness/firefox.ts';
import { openPage as openFirefoxPage } from '../harness/firefoxState.ts';
import { launch } from '../harness/launch.ts';
import { allowHost } from '../harness/permissions.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';

const fixedNote = 'Set by your organisation';
let sandbox: Sandbox;
let folder: string;
let web: Web;

const ours = () => ({ name: 'Ours', analyticsUrl: sandbox.url, rules: ['*.ours.example'] });

/** Opens the view of a connection. */
const openForm = (page: Page, name: string) => press(page, 'link', `Edit ${name}`);
const isDisabled = async (page: Page, role: 'textbox' | 'radio', name: string) =>
  (await control(page, role, name)).evaluate((box) => box.matches(':disabled'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-policy-'));
  [sandbox, web] = await Promise.all([startSandbox(), openWeb()]);
});
afterAll(async () => {
  await Promise.all([sandbox?.close(), web?.close()]);
  await rm(folder, { recursive: true, force: true });
});

describe('Chromium', () => {
  /** The policy files that Chromium and Chrome read. They apply only to the extension of this test. */
  const files = ['/etc/chromium', '/etc/opt/chrome'].map((root) =>
    join(root, 'policies/managed', `waymark-test-${process.pid}.json`),
  );
  let session: Session;
  let page: Page;
  let build: string;

  /** Returns the id of an unpacked extension, which depends on its path. */
  const idOf = (path: string) =>
    createHash('sha256')
      .update(path)
      .digest('hex')
      .slice(0, 32)
      .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));

  const setPolicy = (policy: object) =>
    Promise.all(
      files.map(async (file) => {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, JSON.stringify({ '3rdparty': { extensions: { [idOf(build)]: policy } } }));
      }),
    );
  const dropPolicy = () => Promise.all(files.map((file) => rm(file, { force: true })));

  const value = async (key: string) => ((await stored(session))[key] as { value: Record<string, unknown> })?.value;
  const list = async () => (await value('connections'))?.list;
  const becomes = (what: () => Promise<unknown>) => expect.poll(what);

  beforeAll(async () => {
    build = join(await realpath(folder), 'build');
    await cp(process.env.WAYMARK_BUILD ?? '', build, { recursive: true });
    const first = {
      connections: [{ ...ours(), fixed: ['rules'] }],
      preferences: { hostChoice: 'bare' },
      fixed: ['hostChoice'],
    };
    await setPolicy(first);
    // Waits until the browser itself has read the file. It does so again when the file changes, and now and then not at
    // all.
    const isRead = () =>
      withBarePage(session, (bare) => bare.evaluate(async () => 'fixed' in (await chrome.storage.managed.get(null))));
    const isSoonRead = () => vi.waitUntil(isRead, { timeout: 5_000, interval: 500 }).catch(() => false);
    for (let tries = 0; tries < 4; tries++) {
      await session?.close();
      session = await launch({ build, web });
      if (await isSoonRead()) break;
      await setPolicy(first);
      if (await isSoonRead()) break;
    }
    await allowHost(session, 'http://127.0.0.1/*');
    expect(session.id).toBe(idOf(build));
  });
  afterAll(async () => {
    await dropPolicy();
    await session?.close();
  });

  test('what it sets is there without a click, fixed; only the key is asked for', async () => {
    await becomes(list).toMatchObject([ours()]);
    page = await openPage(session, 'options.html');
    await shows(page, fixedNote);
    expect(await isDisabled(page, 'radio', 'As seen')).toBe(true);
    await openForm(page, 'Ours');
    expect(await isDisabled(page, 'textbox', 'Analytics service address')).toBe(true);
    expect(await isDisabled(page, 'textbox', 'API key')).toBe(false);
    await fill(page, 'API key', sandbox.key);
    await press(page, 'button', 'Save and test');
    await said(page, 'Connected');
    await press(page, 'link', 'Settings');
    expect(await list()).toMatchObject([ours()]);
  });

  test('a change is followed while the browser runs, and what was added beside it stays', async () => {
    await page.evaluate(async () => {
      const { connections } = await chrome.storage.local.get('connections');
      const own = { id: 'own', name: 'Own', analyticsUrl: 'https://own.example', account: 'own' };
      const list = [...(connections?.value.list ?? []), own];
      await chrome.storage.local.set({ connections: { ...connections, value: { ...connections?.value, list } } });
    });
    await setPolicy({ connections: [{ ...ours(), rules: ['*.theirs.example'], fixed: ['rules'] }] });
    await becomes(list).toMatchObject([{ rules: ['*.theirs.example'] }, { id: 'own' }]);
    await becomes(() => value('preferences')).toMatchObject({ hostChoice: 'seen' });
    await expect.poll(() => isDisabled(page, 'radio', 'As seen')).toBe(false);
  });

  test('a service that moves takes its sites along: the popup over one has the new connection', async () => {
    const moved = { ...ours(), analyticsUrl: 'https://moved.example', rules: ['*.theirs.example'] };
    await setPolicy({ connections: [moved] });
    await becomes(list).toMatchObject([{ analyticsUrl: sandbox.url }, { id: 'own' }, moved]);
    const [person] = (await list()) as object[];
    expect(person).not.toHaveProperty('rules');
    const tab = await openTab(session, 'http://shop.theirs.example/');
    const popup = await openPopup(session, tab);
    await control(popup, 'combobox', 'Connection');
    expect(await chosenIn(popup, 'select')).toBe('Ours');
    await tab.close();
    await page.bringToFront();
  });

  test('what is wrong is named on the page, and the rest is used', async () => {
    await setPolicy({
      connections: [{ ...ours(), rules: ['*nonsense'] }, { name: 'Nowhere' }],
      preferences: { hostChoice: 'registrable' },
    });
    await shows(page, 'Your organisation’s policy for Waymark has mistakes.');
    const text = await page.$eval('.note.warn', (note) => (note as HTMLElement).innerText);
    expect(text).toContain('connections[0].rules[0] This is not a site, *.site or *.');
    expect(text).toContain('connections[1].analyticsUrl This is missing.');
    await becomes(() => value('preferences')).toMatchObject({ hostChoice: 'registrable' });
  });

  test('where it goes, all is the person’s again: their key keeps its connection', async () => {
    await dropPolicy();
    await becomes(() => value('preferences')).toMatchObject({ hostChoice: 'seen' });
    expect(await list()).toMatchObject([{ analyticsUrl: sandbox.url }, { id: 'own' }]);
    await page.waitForFunction((note) => !document.body.textContent?.includes(note), {}, fixedNote);
    expect(session.complaints).toEqual([]);
  });
});

describe('Firefox', () => {
  let firefox: Firefox;
  beforeAll(async () => {
    const data = { connections: [ours()], preferences: { hostChoice: 'bare', colour: 'red' }, fixed: ['hostChoice'] };
    const file = join(folder, '.mozilla/managed-storage', `${addonId}.json`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ name: addonId, description: 'Waymark', type: 'storage', data }));
    firefox = await launchFirefox({ web, home: folder });
  });
  afterAll(async () => {
    await firefox?.close();
  });

  test('what it sets is there, fixed, and what is wrong is named', async () => {
    const page = await openFirefoxPage(firefox, 'options.html');
    await shows(page, fixedNote);
    await shows(page, 'preferences.colour Waymark does not know this setting.');
    expect(await isDisabled(page, 'radio', 'As seen')).toBe(true);
    await openForm(page, 'Ours');
    expect(await isDisabled(page, 'textbox', 'Analytics service address')).toBe(true);
  });
});
