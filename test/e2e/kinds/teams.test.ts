import type { Page } from 'puppeteer-core';
import { beforeAll, expect, test } from 'vitest';
import { startUmami, uuidOf } from '../../sandbox/kinds/umami.ts';
import { openPreview, paste, pressFirst, report } from '../addMany/addManyPage.ts';
import { control, press, said, shows } from '../harness/controls.ts';
import { openPage, openPopup } from '../harness/extension.ts';
import { inChromium } from '../harness/stage.ts';
import { openManage } from '../manage/managePage.ts';

const [guests, clients] = [501, 502].map(uuidOf) as [string, string];
const teams = [
  { id: guests, role: 'team-member', name: 'Guests' },
  { id: clients, role: 'team-view-only', name: 'Clients' },
] as const;
const stage = inChromium({}, undefined, () => startUmami({ role: 'user', teams: [...teams] }));
let tab: Page;

beforeAll(async () => {
  stage.sandbox.put('clients.example', { teamId: clients });
  tab = await stage.session.browser.newPage();
});

/** Chooses a team by its name. Only the teams in which the account may create websites may be offered. */
async function choose(page: Page, label: string, team: string): Promise<void> {
  const box = await control(page, 'combobox', label);
  const options = await box.evaluate((element) =>
    [...(element as HTMLSelectElement).options].map(({ text, value }) => ({ text, value })),
  );
  expect(options.map(({ text }) => text)).toEqual(['My account', 'Guests']);
  await (box as unknown as { select(value: string): Promise<unknown> }).select(
    options.find(({ text }) => text === team)?.value ?? '',
  );
}

const teamOf = (host: string) => stage.sandbox.rows.find(({ domain }) => domain === host)?.teamId;

test('the popup registers for the chosen team, says whose it is, and takes it back', async () => {
  await tab.goto('http://one.example/');
  const popup = await openPopup(stage.session, tab);
  await shows(popup, 'Only your account can see the statistics.');
  await press(popup, 'button', 'More');
  await choose(popup, 'Belongs to', 'Guests');
  await shows(popup, 'The website will belong to the team Guests.');
  await shows(popup, 'Only the team can see the statistics.');
  await press(popup, 'button', 'Track one.example');
  await said(popup, 'one.example is registered');
  expect(teamOf('one.example')).toBe(guests);
  await shows(popup, 'Team Guests');
  await press(popup, 'button', 'Undo');
  await expect.poll(() => teamOf('one.example')).toBeUndefined();
  await popup.close();
});

test('Add many adds for the chosen team', async () => {
  const page = await openPage(stage.session, 'manage.html?tab=add');
  await paste(page, 'two.example');
  await openPreview(page);
  await press(page, 'checkbox', 'All · Check these');
  await choose(page, 'New sites belong to', 'Guests');
  await pressFirst(page, 'Add 1 site');
  await expect.poll(() => report(page), { timeout: 60_000 }).toBe('1 added');
  expect(teamOf('two.example')).toBe(guests);
  await page.close();
});

test('the list says whose each website is, also why one may only be viewed, and a search finds it', async () => {
  const page = await openManage(stage.session, '?search=clients');
  await page.waitForSelector('.panel tbody tr');
  const rows = await page.$$eval('.panel tbody tr', (all) =>
    all.map((row) =>
      ['.name bdi', '.record-names', '.locked'].map((part) => row.querySelector(part)?.textContent ?? ''),
    ),
  );
  expect(rows).toEqual([
    ['clients.example', 'Team Clients', 'Read-only: In the team Clients, your account may only view websites.'],
  ]);
  await page.close();
});

test('the team of new sites is a default of the connection', async () => {
  const options = await openPage(stage.session, 'options.html#connection/main');
  await (await options.waitForSelector('#connection-fold-defaults'))?.click();
  await choose(options, 'New sites belong to', 'Guests');
  await press(options, 'button', 'Save and test');
  await said(options, 'Umami connected');
  await options.close();
  await tab.goto('http://three.example/');
  const popup = await openPopup(stage.session, tab);
  await shows(popup, 'The website will belong to the team Guests.');
  await press(popup, 'button', 'Track three.example');
  await said(popup, 'three.example is registered');
  expect(teamOf('three.example')).toBe(guests);
  await popup.close();
});
