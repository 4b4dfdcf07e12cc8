import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { paste, pressFirst, report } from '../addMany/addManyPage.ts';
import { control, press, said, shows } from '../harness/controls.ts';
import { unlimited } from '../harness/oneService.ts';
import { allowHost } from '../harness/permissions.ts';
import { openManage, settled } from '../manage/managePage.ts';
import { shop as host } from './reach.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let page: Page;
/** The number of presses so far: clicks, keys, or whole texts that are pasted or known by heart. */
let presses = 0;

const counted = async <T>(doing: Promise<T>): Promise<T> => {
  presses++;
  return doing;
};
const click = (role: Parameters<typeof press>[1], name: string) => counted(press(page, role, name));
const clickFirst = (name: string) => counted(pressFirst(page, name));
const key = (name: Parameters<Page['keyboard']['press']>[0]) => counted(page.keyboard.press(name));
const types = (text: string) => counted(page.keyboard.type(text));

/** Presses the toolbar button over a site. */
async function icon(name = host): Promise<void> {
  page = await counted(stage.popup(`http://${name}/?utm_source=mail&token=1`));
}

/** Opens the list, which does not count as a press. */
async function list(query = ''): Promise<void> {
  page = await openManage(stage.session, query);
}

const registered = () => stage.sandbox.websites();
const add = (privacy?: number) => stage.sandbox.addWebsite({ domain: host, ...(privacy !== undefined && { privacy }) });

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());
beforeEach(async () => {
  await stage.begin(true);
  presses = 0;
});
afterEach(() => page?.isClosed() || page?.close());

/** One of the most common tasks: the number of presses that it may take, and how it is done. */
const task = (what: string, most: number, perform: () => Promise<void>) =>
  test(`${what}: at most ${most} presses`, async () => {
    await perform();
    expect(presses).toBeLessThanOrEqual(most);
  });

task('register a site', 2, async () => {
  await icon();
  await control(page, 'button', `Track ${host}`);
  await key('Enter');
  await said(page, 'is registered');
});

task('register it with a password', 4, async () => {
  await icon();
  await click('radio', 'Password');
  await click('button', 'Generate');
  await click('button', `Track ${host}`);
  await said(page, 'is registered');
  expect(registered()).toMatchObject([{ privacy: 2 }]);
});

task('copy the code of a site that is registered, after opening the popup', 2, async () => {
  add();
  await icon();
  await click('button', 'Copy code');
  await shows(page, 'Copied');
});

task('change privacy', 2, async () => {
  add(0);
  await icon();
  await shows(page, 'Registered');
  await click('radio', 'Private');
  await said(page, 'Privacy is now Private');
});

task('open the statistics of another client: the icon, three letters, Enter', 5, async () => {
  stage.sandbox.addWebsites([{ domain: 'harbour.example' }]);
  await list();
  await page.close();
  await icon();
  await control(page, 'button', `Track ${host}`);
  for (const letter of ['h', 'a', 'r'] as const) await key(letter);
  await page.waitForSelector('[role=option]');
  // The popup closes before the key is released.
  await counted(page.keyboard.down('Enter'));
  const opened = () => stage.session.browser.targets().some((one) => one.url().includes('harbour.example'));
  await expect.poll(opened).toBe(true);
  await expect.poll(() => page.isClosed()).toBe(true);
});

task('make all public sites private, which can be undone', 4, async () => {
  stage.sandbox.addWebsites(Array.from({ length: 6 }, (_, at) => ({ domain: `s${at}.example`, privacy: at % 2 })));
  await list();
  await clickFirst('Public');
  await click('checkbox', 'Select all shown');
  await click('button', 'Set privacy');
  await clickFirst('Apply to 3 websites');
  await control(page, 'button', 'Undo');
  expect(registered().map(({ privacy }) => privacy)).toEqual(Array(6).fill(1));
});

task('leave out a parameter of the open page', 4, async () => {
  add();
  stage.sandbox.behave({ fields: 'params' });
  await icon();
  await shows(page, 'Registered');
  await click('button', 'More');
  await click('button', 'Exclude token');
  await click('button', 'Save');
  await said(page, 'Saved');
  expect(registered()).toMatchObject([{ exclude_params: 'token' }]);
});

task('delete a site, whose name is typed', 4, async () => {
  add();
  await list();
  await click('button', `Delete ${host}`);
  await control(page, 'textbox', `Type ${host} to confirm`);
  await types(host);
  await key('Enter');
  await settled(page);
  await expect.poll(registered).toEqual([]);
});

task('add eighty from a list', 4, async () => {
  stage.sandbox.behave(unlimited);
  await list();
  await click('tab', 'Add many');
  await control(page, 'textbox', 'Sites');
  await counted(paste(page, Array.from({ length: 80 }, (_, at) => `client-${at}.example.net`).join('\n')));
  await clickFirst('Check ');
  await page.waitForFunction(() => document.querySelector('.check-bar .good'));
  await clickFirst('Add 80 sites');
  await expect.poll(() => report(page), { timeout: 60_000 }).toBe('80 added');
});

test('check the tracking of all sites in two presses, and of one again in one', async () => {
  add();
  await list();
  await allowHost(stage.session, 'https://*/*');
  await click('button', 'Check tracking');
  await click('button', 'Check now');
  await page.waitForSelector('.of-audit tr.site');
  expect(presses).toBeLessThanOrEqual(2);
  await list();
  presses = 0;
  stage.sandbox.clearLog();
  await click('button', `Check tracking of ${host}`);
  await shows(page, 'Does not answer');
  expect(presses).toBe(1);
});
