import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { traits } from '../../../lib/services/traits.ts';
import { violations } from '../harness/axe.ts';
import { clearStored, connect } from '../harness/connect.ts';
import { control, press, said, shows } from '../harness/controls.ts';
import { allowDownloads } from '../harness/downloads.ts';
import { openPage, stored, withBarePage } from '../harness/extension.ts';
import { grantHost } from '../harness/permissions.ts';
import { inChromium } from '../harness/stage.ts';
import { connect as connectByForm } from './form.ts';

const stage = inChromium({ connected: false });
let page: Page;
let saved: Awaited<ReturnType<typeof allowDownloads>>;

const values = async () => {
  const all = (await stored(stage.session)) as Record<string, { value: unknown } | undefined>;
  return Object.fromEntries(
    ['connections', 'defaults', 'presets', 'preferences'].map((name) => [name, all[name]?.value]),
  );
};

/** Opens the fold of advanced settings. Before the first connection, an import has a view of its own. */
async function openAdvanced(): Promise<void> {
  await page.waitForSelector('details, main.first, main.import');
  if (await page.$('main.first')) {
    await press(page, 'button', 'More');
    await press(page, 'link', 'Import settings');
  } else await page.$$eval('details', (folds) => folds.forEach((fold) => void fold.setAttribute('open', '')));
}

async function choose(text: string, name = 'mine.json'): Promise<void> {
  const path = join(stage.session.profile, name);
  await writeFile(path, text);
  await openAdvanced();
  const [chooser] = await Promise.all([page.waitForFileChooser(), press(page, 'button', 'Import settings')]);
  await chooser.accept([path]);
}

const file = (contents: object) => JSON.stringify({ waymark: 'settings', version: 1, ...contents });

async function exported(): Promise<string> {
  if (new URL(page.url()).hash) await press(page, 'link', 'Settings');
  await control(page, 'button', 'Add connection');
  await openAdvanced();
  await press(page, 'button', 'Export settings');
  return saved(/^waymark-settings-[\d-]{10}\.json$/);
}

const planText = () => page.$eval('.plan', (plan) => (plan as HTMLElement).innerText);

beforeAll(() => grantHost(stage.session, 'http://127.0.0.1/*'));
beforeEach(async () => {
  await clearStored(stage.session);
  page = await openPage(stage.session, 'options.html');
  await page.waitForSelector('main');
  saved = await allowDownloads(stage.session, page);
});
afterEach(async () => {
  expect(stage.session.complaints).toEqual([]);
  await page.close();
});

describe('a connected browser', () => {
  beforeEach(async () => {
    await connectByForm(page, stage.sandbox);
    await control(page, 'button', 'Add connection');
  });

  test('exports its settings without the key, and an import of them changes nothing', async () => {
    const text = await exported();
    const before = await values();
    expect(JSON.parse(text)).toMatchObject({ version: 1, connections: [{ analyticsUrl: stage.sandbox.url }] });
    expect(text).not.toContain(stage.sandbox.key);
    const [{ account }] = (before.connections as { list: [{ account: string }] }).list;
    expect(text).not.toContain(account);
    await choose(text);
    await shows(page, 'Nothing in this file would change your settings.');
    expect(await planText()).toContain('Unchanged: ');
    await press(page, 'button', 'Cancel');
    expect(await values()).toEqual(before);
  });

  test('shows what would change, changes nothing before it is told to, then asks for the keys', async () => {
    const before = await values();
    await choose(
      file({
        connections: [
          { analyticsUrl: stage.sandbox.url, name: 'Ours', rules: ['*.ours.example'] },
          { id: 'b', analyticsUrl: 'https://stats.b.example', name: '<b>Client B</b>', apiKey: 'not-for-a-file' },
        ],
        preferences: { hostChoice: 'bare', badge: true },
      }),
    );
    await shows(page, 'Changes that mine.json would make');
    const plan = await planText();
    for (const part of [
      'connections[1].apiKey Waymark does not know this setting.',
      'Ours Changed',
      'Rules\n*.ours.example',
      '<b>Client B</b> Added',
      'As seen becomes Without www.',
      'Your browser has to ask you before these can be turned on',
    ])
      expect(plan).toContain(part);
    expect(plan).not.toContain('not-for-a-file');
    expect(await violations(page)).toEqual([]);
    expect(await values()).toEqual(before);
    await press(page, 'button', 'Import the rest');
    expect(await said(page, 'Imported.')).toBe('Imported. Type the API key for:<b>Client B</b>');
    expect(await values()).toMatchObject({
      connections: {
        list: [
          { id: 'main', name: 'Ours', rules: ['*.ours.example'], analyticsUrl: stage.sandbox.url },
          {
            id: expect.stringMatching(/^[\w-]{36}$/),
            name: '<b>Client B</b>',
            analyticsUrl: 'https://stats.b.example',
          },
        ],
      },
      preferences: { hostChoice: 'bare', badge: false },
    });
    expect(JSON.stringify(await stored(stage.session))).not.toContain('not-for-a-file');
  });
});

test('connections of every kind come, and go again, as they are', async () => {
  const connections = Object.keys(traits).map((kind) => ({
    name: `Of ${kind}`,
    analyticsUrl: `https://${kind.toLowerCase()}.example`,
    kind,
  }));
  await choose(file({ connections }));
  await shows(page, 'Changes that mine.json would make');
  await press(page, 'button', 'Import');
  const told = await said(page, 'Imported.');
  for (const { name } of connections) expect(told).toContain(name);
  expect(await values()).toMatchObject({ connections: { list: connections } });
  expect(JSON.parse(await exported()).connections).toMatchObject(connections);
});

const refusals: [string, string, string][] = [
  ['no JSON', 'domain,privacy', 'This file is not JSON'],
  ['another JSON', '{"name":"x"}', 'This is not a Waymark settings file.'],
  ['a newer one', file({ version: 7, release: '9.1.0' }), 'This file is from Waymark 9.1.0'],
  ['too large', `"${'x'.repeat(5_000_001)}"`, 'This file is larger than 5 MB'],
];
test.each(refusals)('%s is refused, and says why', async (_name, text, why) => {
  const before = await values();
  await choose(text);
  await said(page, why);
  expect(await values()).toEqual(before);
});

test('settings of a newer Waymark are not exported as if there were none', async () => {
  await connect(stage.session, stage.sandbox);
  await withBarePage(stage.session, (bare) =>
    bare.evaluate(() => chrome.storage.local.set({ preferences: { version: 99, value: {} } })),
  );
  await control(page, 'button', 'Add connection');
  await openAdvanced();
  await press(page, 'button', 'Export settings');
  await said(page, 'newer version of Waymark');
});
