import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { press, shows } from '../harness/controls.ts';
import { openWeb } from '../harness/web.ts';
import { ask, type BrowserName, connectTo, engines, playIn, type Subject, start } from './browsers.ts';

const settings = [
  'connections',
  'defaults',
  'presets',
  'preferences',
  'keys',
  'defaultPassword',
  'defaultPasswords',
  'walked',
  'updateWaits',
];
const momentary = ['draft', 'addedConnections', 'keyDrafts', 'refresh', 'jobs', 'paces', 'lastChange'];

/** What may stand where a setting stood: a broken disk, another program, a version yet to come. */
const spoilt: Record<string, unknown> = {
  nothing: null,
  'a text': 'x',
  'a list': [[], null],
  'no value': { version: 1 },
  'a value of another kind': { version: 1, value: 'x' },
  'fields of other kinds': { version: 1, value: { list: 7, active: {}, analyticsUrl: [], state: 5, name: null } },
  'a list of rubbish': { version: 1, value: [null, 7, { name: {} }] },
  'a newer version': { version: 99, value: { future: true } },
};
const host = 'shop.example.com';

interface Stage {
  subject: Subject;
  sandbox: Sandbox;
  /** A page of the extension, from which storage is spoilt. */
  bare: Page;
  /** What was stored while all was well. */
  good: Record<string, unknown>;
}

const put = (page: Page, area: 'local' | 'session', values: Record<string, unknown>) =>
  page.evaluate((name, all) => chrome.storage[name as 'local'].set(all), area, values);
const read = (page: Page) => page.evaluate(() => chrome.storage.local.get(null));
const every = (names: string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
const text = (page: Page) => page.evaluate(() => document.body?.textContent?.replace(/\s+/g, ' ').trim() ?? '');

const pages = { 'popup.html': 'Settings', 'options.html': 'Save and test', 'manage.html': 'Websites' };

/** Opens every page over storage of one kind; gives those that do not show what they always show. */
async function opens({ subject, bare, good }: Stage, value: unknown): Promise<string[]> {
  await Promise.all([put(bare, 'local', every(settings, value)), put(bare, 'session', every(momentary, value))]);
  const blank: string[] = [];
  for (const [path, wanted] of Object.entries(pages)) {
    const page = await subject.open(path);
    await shows(page, wanted).catch(async () => blank.push(`${path}: ${await text(page)}`));
    await page.close();
  }
  await bare.evaluate(() => Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()]));
  await put(bare, 'local', good);
  return blank;
}

/** Every question that writes a setting, over settings of a newer version: what was there, and is there afterwards. */
async function overwrites({ bare, good, sandbox }: Stage) {
  await put(bare, 'local', every(settings, spoilt['a newer version']));
  const heard = await Promise.all([
    ask(bare, 'connection.save', { analyticsUrl: sandbox.url, apiKey: sandbox.key, keep: 'always' }),
    ask(bare, 'keys.forget', { service: 'analytics' }),
    ask(bare, 'keys.defaultPassword', { password: 'made-up' }),
    ask(bare, 'websites.create', { domain: host }),
  ]);
  const after = await read(bare);
  await bare.evaluate(() => chrome.storage.local.clear());
  await put(bare, 'local', good);
  return { heard, after: Object.fromEntries(Object.entries(after).filter(([name]) => settings.includes(name))) };
}

/** A store of known sites that a newer version has changed; the popup over a page, and Track pressed. */
async function newerStore({ subject, bare, sandbox }: Stage): Promise<{ said: string; sent: number }> {
  // Pages hold the store too, the one that opened at the installation as well.
  for (const page of (await (subject.session ?? subject.firefox)?.browser.pages()) ?? []) {
    const at = await page.evaluate(() => location.href).catch(() => '');
    if (at.startsWith(subject.origin) && /(options|manage)\.html/.test(at)) await page.close();
  }
  await subject.kill();
  await bare.evaluate(async () => {
    const done = (request: IDBRequest) => new Promise((resolve) => request.addEventListener('success', resolve));
    const open = indexedDB.open('waymark', 99);
    await done(open);
    open.result.close();
  });
  const page = await subject.tab();
  await page.goto(`http://${host}/`);
  const popup = await subject.popup(page);
  await press(popup, 'button', `Track ${host}`);
  await popup.waitForSelector('.note.danger p');
  const said = await popup.$eval('.note.danger p', (note) => note.textContent ?? '');
  return { said, sent: sandbox.log.filter(({ operation }) => operation === 'websites.create').length };
}

/** Only Chromium says how much may be stored; Firefox takes what the disk has. */
async function full({ subject, bare }: Stage): Promise<{ said: string; opened: boolean; kept: boolean } | undefined> {
  if (!subject.session) return undefined;
  const before = JSON.stringify(await read(bare));
  await bare.evaluate(async () => {
    for (let size = 8 * 1024 * 1024, n = 0; size >= 1; n++) {
      const filler = { [`filler${n}`]: 'x'.repeat(size) };
      if (
        !(await chrome.storage.local.set(filler).then(
          () => true,
          () => false,
        ))
      )
        size = Math.floor(size / 2);
    }
  });
  const options = await subject.open('options.html');
  await options.bringToFront();
  await press(options, 'checkbox', 'E-mail reports');
  await shows(options, 'Not saved');
  const said = /Not saved\.[^.]*\./.exec(await text(options))?.[0] ?? '';
  const opened = await subject.open('manage.html').then((page) => shows(page, 'Websites').then(() => true));
  await bare.evaluate(async () => {
    const all = Object.keys(await chrome.storage.local.get(null)).filter((name) => name.startsWith('filler'));
    await (chrome.storage.local as unknown as { remove(names: string[]): Promise<void> }).remove(all);
  });
  return { said, opened, kept: JSON.stringify(await read(bare)) === before };
}

interface Played {
  blank: Record<string, string[]>;
  overwritten: Awaited<ReturnType<typeof overwrites>>;
  newer: Awaited<ReturnType<typeof newerStore>>;
  full: Awaited<ReturnType<typeof full>>;
}

async function play(browser: BrowserName): Promise<Played> {
  const [web, sandbox] = await Promise.all([openWeb(), startSandbox()]);
  const subject = await start(browser, { web });
  try {
    const bare = await subject.bare();
    await connectTo(subject, bare, sandbox);
    const stage = { subject, sandbox, bare, good: await read(bare) };
    const blank: Record<string, string[]> = {};
    for (const [name, value] of Object.entries(spoilt)) blank[name] = await opens(stage, value);
    const overwritten = await overwrites(stage);
    await vi.waitUntil(async () => (await ask(bare, 'connection.test', {}))?.ok, { timeout: 30_000 });
    const filled = await full(stage);
    return { blank, overwritten, full: filled, newer: await newerStore(stage) };
  } finally {
    await subject.close();
    await Promise.all([sandbox.close(), web.close()]);
  }
}

const played = playIn(engines, play);

describe.each(engines)('%s', (browser) => {
  test.each(Object.keys(spoilt))('every page opens over settings that are %s', async (name) => {
    expect((await played(browser)).blank[name]).toEqual([]);
  });

  test('settings of a newer version are not overwritten, and nothing is sent', async () => {
    const { heard, after } = (await played(browser)).overwritten;
    expect(heard.map((one) => one?.ok)).toEqual([false, false, false, false]);
    expect(after).toEqual(every(settings, spoilt['a newer version']));
  });

  test('a store of sites of a newer version: said, and no website is made that could not be noted', async () => {
    expect((await played(browser)).newer).toEqual({ said: expect.stringContaining('could not read or save'), sent: 0 });
  });
});

test('Chromium: storage is full: said, the pages open, nothing is lost', async () => {
  expect((await played('Chromium')).full).toEqual({
    said: expect.stringContaining('Not saved'),
    opened: true,
    kept: true,
  });
});
