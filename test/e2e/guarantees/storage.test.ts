import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import { isFull } from '../../tier.ts';
import { damaged, damagedRecords } from '../../unit/data/stored/damage.ts';
import { damageable, goodStorage, goodValue, storedAs } from '../../unit/data/stored/settings.ts';
import { control, press, shows } from '../harness/controls.ts';
import { ask, engines, playOn, type Stage } from './browsers.ts';

/** The texts that each page shows even if a connection cannot be read. */
const pages = {
  'popup.html': ['Continue'],
  // In the first form, and in the list of connections.
  'options.html': ['Save and test', 'Add connection'],
  'manage.html': ['Websites'],
};
const host = 'shop.example.com';

type Area = 'local' | 'session';
type Values = Record<string, unknown>;
type Damage = (record: { version: number; value: unknown }) => unknown;

/** The possible damages of a stored record: a wrong value, or something that is not a record. */
const damages: Record<string, Damage> = {
  ...Object.fromEntries(
    Object.entries(damaged).map(([what, damage]) => [
      what,
      ({ version, value }: Parameters<Damage>[0]) => ({ version, value: damage(value) }),
    ]),
  ),
  ...damagedRecords,
};
const kinds = Object.keys(damages);
/** The rounds, each of which opens all pages. Unit tests have the worker's reaction to each kind of damage. */
const rounds = kinds.filter((_, at) => isFull || at % 4 === 0);

const read = (page: Page, area: Area = 'local'): Promise<Values> =>
  page.evaluate((name) => chrome.storage[name].get(null), area);
const replace = (page: Page, area: Area, values: Values) =>
  page.evaluate(
    async (name, all) => {
      await chrome.storage[name].clear();
      await chrome.storage[name].set(JSON.parse(all));
    },
    area,
    // Firefox's driver cannot send an object with a property named like one of prototypes.
    JSON.stringify(values),
  );
const text = (page: Page) => page.evaluate(() => document.body?.innerText.replace(/\s+/g, ' ').trim() ?? '');

/** Returns all settings, each with another damage. In all rounds together, each setting has each damage. */
const damagedIn = (first: string, area: Area): Values =>
  Object.fromEntries(
    damageable.flatMap((one, at) => {
      const kind = kinds[(kinds.indexOf(first) + at) % kinds.length] ?? '';
      const [[name, record] = ['']] = Object.entries(storedAs(one.key, goodValue(one)));
      return one.area === area ? [[name, damages[kind]?.(record as Parameters<Damage>[0])]] : [];
    }),
  );

/** Resolves to the pages that lack their usual texts when the settings have the damages of this round. */
async function blankIn({ subject, page: bare }: Stage, first: string): Promise<string[]> {
  for (const area of ['local', 'session'] as const) await replace(bare, area, damagedIn(first, area));
  const blank: string[] = [];
  for (const [path, wanted] of Object.entries(pages)) {
    const page = await subject.open(path);
    const isThere = async () => {
      await Promise.any(wanted.map((one) => shows(page, one)));
      if (path === 'popup.html') await control(page, 'button', 'Settings');
    };
    await isThere().catch(async () => blank.push(`${path}: ${await text(page)}`));
    await page.close();
  }
  return blank;
}

/** Damages one connection beside an intact one. Resolves to the note's text, and to what remains after the reset. */
async function resetOf({ subject, page: bare }: Stage) {
  const good = (await read(bare)) as { connections: { value: { list: object[] } } };
  const { list } = good.connections.value;
  const other = { id: 'other', name: 'Other', analyticsUrl: 'htp:/other', account: 'b' };
  await replace(bare, 'local', { ...good, ...storedAs('connections', { list: [...list, other] }) });
  const page = await subject.open('options.html');
  await page.bringToFront();
  await control(page, 'button', 'Reset “Connections”');
  const named = await page.$eval('.note.damaged', (note) => (note as HTMLElement).innerText.replace(/\s+/g, ' '));
  await press(page, 'button', 'Reset “Connections”');
  await shows(page, 'Saved');
  const isNamed = (await page.$('.note.damaged')) !== null;
  await page.close();
  const after = await read(bare);
  await replace(bare, 'local', good);
  const others = Object.keys(good).filter((name) => !(name in after));
  return { end: { isNamed, others, rest: after.connections }, named, expected: list };
}

/** All settings, as a future version would have written them. */
const newer = Object.fromEntries(
  Object.keys(goodStorage('local')).map((name) => [name, { version: 99, value: { future: true } }]),
);

/** Sends all messages that write a setting over a newer version's settings. Resolves to these before and after. */
async function overwrites({ page, sandbox }: Stage) {
  const good = await read(page);
  await replace(page, 'local', newer);
  const heard = await Promise.all([
    ask(page, 'connection.save', { services: { analytics: { url: sandbox.url, key: sandbox.key } }, keep: 'always' }),
    ask(page, 'keys.forget', { service: 'analytics' }),
    ask(page, 'keys.defaultPassword', { password: 'made-up' }),
    ask(page, 'websites.create', { domain: host }),
  ]);
  const after = await read(page);
  await replace(page, 'local', good);
  return { heard, after: Object.fromEntries(Object.entries(after).filter(([name]) => name in newer)) };
}

/** Opens the popup over a page while the store has a newer version, and presses Track. */
async function newerStore({ subject, page: bare, sandbox }: Stage) {
  // Pages keep the store open, even the page that opened at the installation.
  for (const page of (await (subject.session ?? subject.firefox)?.browser.pages()) ?? []) {
    const at = await page.evaluate(() => location.href).catch(() => '');
    if (at.startsWith(subject.origin) && /(options|manage)\.html/.test(at)) await page.close();
  }
  await subject.kill();
  await bare.evaluate(async () => {
    const open = indexedDB.open('waymark', 99);
    await new Promise((resolve) => open.addEventListener('success', resolve));
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

/** Fills the storage. Only Chromium reports its limit; Firefox uses the whole disk. */
async function full({ subject, page: bare }: Stage) {
  if (!subject.session) return undefined;
  const before = await read(bare);
  await bare.evaluate(async () => {
    for (let size = 8 * 1024 * 1024, n = 0; size >= 1; n++) {
      const filler = { [`filler${n}`]: 'x'.repeat(size) };
      await chrome.storage.local.set(filler).catch(() => {
        size = Math.floor(size / 2);
      });
    }
  });
  const options = await subject.open('options.html');
  await options.bringToFront();
  await press(options, 'switch', 'E-mail reports');
  await shows(options, 'Not saved');
  const said = /Not saved\.[^.]*\./.exec(await text(options))?.[0] ?? '';
  const opened = await subject.open('manage.html').then((page) => shows(page, 'Websites').then(() => true));
  const kept = Object.entries(await read(bare)).filter(([name]) => !name.startsWith('filler'));
  await replace(bare, 'local', before);
  return { said, opened, before, after: Object.fromEntries(kept) };
}

async function play(stage: Stage) {
  const { page } = stage;
  const reset = await resetOf(stage);
  const good = await read(page);
  const blank: Record<string, string[]> = {};
  for (const kind of rounds) blank[kind] = await blankIn(stage, kind);
  await replace(page, 'session', {});
  await replace(page, 'local', good);
  const overwritten = await overwrites(stage);
  await vi.waitUntil(async () => (await ask(page, 'connection.test', {}))?.ok);
  const filled = await full(stage);
  return { blank, reset, overwritten, full: filled, newer: await newerStore(stage) };
}

const played = playOn(engines, play, { isBare: true, timeout: 400_000 });

describe.each(engines)('%s', (browser) => {
  test.each(rounds)(
    'every page opens over settings of which the first is %s, and each other in another way',
    async (kind) => {
      expect((await played(browser)).blank[kind]).toEqual([]);
    },
  );

  test('a connection whose address cannot be read is named, and is all that its reset removes', async () => {
    const { end, named, expected } = (await played(browser)).reset;
    expect(end).toMatchObject({ isNamed: false, others: [], rest: { value: { list: expected } } });
    expect(named).toContain('Other htp:/other');
  });

  test('settings of a newer version are not overwritten, and nothing is sent', async () => {
    const { heard, after } = (await played(browser)).overwritten;
    expect(heard.map((one) => one?.ok)).toEqual([false, false, false, false]);
    expect(after).toEqual(newer);
  });

  test('a store of sites of a newer version: said, and no website is made that could not be noted', async () => {
    expect((await played(browser)).newer).toEqual({ said: expect.stringContaining('could not read or save'), sent: 0 });
  });
});

test('Chromium: storage is full: said, the pages open, nothing is lost', async () => {
  const { said, opened, before, after } = (await played('Chromium')).full ?? {};
  expect([said, opened]).toEqual([expect.stringContaining('Not saved'), true]);
  expect(after).toEqual(before);
});
