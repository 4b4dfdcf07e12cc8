import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { damaged } from '../../unit/data/stored/damage.ts';
import { declared, goodStorage, goodValue, storedAs } from '../../unit/data/stored/settings.ts';
import { control, press, shows } from '../harness/controls.ts';
import { openWeb } from '../harness/web.ts';
import { type BrowserName, connectTo, engines, playIn, type Subject, start } from './browsers.ts';

const pages = { 'popup.html': 'Settings', 'options.html': 'Save and test', 'manage.html': 'Websites' };
const kinds = Object.keys(damaged);

type Area = 'local' | 'session';
type Values = Record<string, unknown>;

const read = (page: Page, area: Area): Promise<Values> =>
  page.evaluate((name) => chrome.storage[name as 'local'].get(null), area);
const replace = (page: Page, area: Area, values: Values) =>
  page.evaluate(
    async (name, all) => {
      await chrome.storage[name as 'local'].clear();
      await chrome.storage[name as 'local'].set(JSON.parse(all));
    },
    area,
    // The driver of Firefox passes on no object with a name of prototypes in it.
    JSON.stringify(values),
  );
const text = (page: Page) => page.evaluate(() => document.body?.innerText.replace(/\s+/g, ' ').trim() ?? '');

/** Each setting in another way, so that in all rounds each was damaged in each way. */
const damagedIn = (round: number, area: Area): Values =>
  Object.assign(
    {},
    ...declared.map((one, at) => {
      const damage = damaged[kinds[(round + at) % kinds.length] ?? ''] as (value: unknown) => unknown;
      return one.area === area ? storedAs(one.key, damage(goodValue(one))) : {};
    }),
  );

/** The pages that do not show what they always show over settings that are damaged in this round's ways. */
async function blankIn(subject: Subject, bare: Page, round: number): Promise<string[]> {
  for (const area of ['local', 'session'] as const) await replace(bare, area, damagedIn(round, area));
  const blank: string[] = [];
  for (const [path, wanted] of Object.entries(pages)) {
    const page = await subject.open(path);
    await shows(page, wanted).catch(async () => blank.push(`${path}: ${await text(page)}`));
    await page.close();
  }
  return blank;
}

/** A part that is damaged among others that are well; the note's text, and what is left once its button was pressed. */
async function resetOf(subject: Subject, bare: Page, key: string, value: unknown, button: string) {
  const good = { ...(await read(bare, 'local')) };
  await replace(bare, 'session', {});
  await replace(bare, 'local', { ...good, ...storedAs(key, value) });
  const page = await subject.open('options.html');
  await page.bringToFront();
  await control(page, 'button', button);
  const named = await page.$eval('.note.damaged', (note) => (note as HTMLElement).innerText.replace(/\s+/g, ' '));
  await press(page, 'button', button);
  await shows(page, 'Saved');
  const isNamed = (await page.$('.note.damaged')) !== null;
  await page.close();
  const after = await read(bare, 'local');
  await replace(bare, 'local', good);
  const rest = (after[key] as { value: unknown }).value;
  return { named, isNamed, rest, others: Object.keys(good).filter((name) => !(name in after)) };
}

const other = { id: 'other', name: 'Other', analyticsUrl: 'https://other.example', account: 'b' };

async function play(browser: BrowserName) {
  const [web, sandbox] = await Promise.all([openWeb(), startSandbox()]);
  const subject = await start(browser, { web });
  try {
    const bare = await subject.bare();
    await connectTo(subject, bare, sandbox);
    const stored = await read(bare, 'local');
    const { list } = (stored.connections as { value: { list: object[] } }).value;
    const { value: keys } = stored.keys as { value: Record<string, object> };
    const reset = {
      connections: await resetOf(
        subject,
        bare,
        'connections',
        { list: [...list, { ...other, analyticsUrl: 'htp:/other' }] },
        'Reset “Connections”',
      ),
      keys: await resetOf(subject, bare, 'keys', { ...keys, 'other:analytics': 7 }, 'Reset “API key”'),
      policy: await resetOf(subject, bare, 'policy', { connections: 7 }, 'Reset “Your organisation’s policy”'),
    };
    const blank: Record<string, string[]> = {};
    for (const [round, kind] of kinds.entries()) blank[kind] = await blankIn(subject, bare, round);
    return { blank, reset, list, keys };
  } finally {
    await subject.close();
    await Promise.all([sandbox.close(), web.close()]);
  }
}

const played = playIn(engines, play, 400_000);

test('there are settings to damage', () => expect(Object.keys(goodStorage('local')).length).toBeGreaterThan(10));

describe.each(engines)('%s', (browser) => {
  test.each(kinds)(
    'every page opens over settings of which the first is %s, and each other in another way',
    async (kind) => {
      expect((await played(browser)).blank[kind]).toEqual([]);
    },
  );

  test('a connection whose address cannot be read is named, and is all that its reset removes', async () => {
    const { reset, list } = await played(browser);
    expect(reset.connections).toMatchObject({ isNamed: false, rest: { list }, others: [] });
    expect(reset.connections.named).toContain('Other htp:/other');
  });

  test('damaged keys are named without a word of what they are, and the others stay', async () => {
    const { reset, keys } = await played(browser);
    expect(reset.keys).toMatchObject({ isNamed: false, rest: keys, others: [] });
    expect(reset.keys.named).not.toContain('other:analytics');
  });

  test('a damaged policy is named and reset', async () => {
    expect((await played(browser)).reset.policy).toMatchObject({ isNamed: false, others: [] });
  });
});
