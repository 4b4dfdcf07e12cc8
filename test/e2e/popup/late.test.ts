import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeRequest, type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect, forgetSites } from '../harness/connect.ts';
import { control, press, said, shows } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';

let web: Web;
let sandbox: Sandbox;
let session: Session;
let page: Page;
const host = 'shop.example.com';
const late = 1_500;

const open = () => openPopup(session, page);
/** The service answers the popup's own look-up late. */
const beLate = () => sandbox.behave({ delay: { is: late, operation: 'websites.list', times: 1 } });
/** The answer has come, and what it replaces at once is replaced. */
const answered = async () => {
  const isAnswered = () => sandbox.log.some(({ path, status }) => path.endsWith('/websites') && status);
  await expect.poll(isAnswered, { timeout: 2 * late }).toBe(true);
  await sleep(300);
};
const writes = () => sandbox.log.filter(({ method }) => method !== 'GET').map(describeRequest);
const type = async (popup: Page, name: string, text: string) => {
  await (await control(popup, 'textbox', name)).focus();
  await popup.keyboard.type(text);
};
const textIn = (popup: Page, name: string) =>
  control(popup, 'textbox', name).then((box) => box.evaluate((input) => (input as HTMLInputElement).value));
/** The popup knows the site from earlier, and the service has `now` in its place. */
const knownFromEarlier = async (...now: { domain: string }[]) => {
  sandbox.addWebsite({ domain: host, privacy: 1 });
  await shows(await open(), 'Registered');
  await page.bringToFront();
  sandbox.reset();
  sandbox.addWebsites(now);
  beLate();
  return open();
};

beforeAll(async () => {
  web = await openWeb();
  sandbox = await startSandbox();
  session = await launch({ web });
  await connect(session, sandbox);
});
beforeEach(async () => {
  await forgetSites(session);
  sandbox.reset();
  page = await session.browser.newPage();
  await page.goto(`http://${host}/`);
});
afterEach(async () => {
  await page.close();
  expect(session.complaints).toEqual([]);
});
afterAll(async () => {
  await session?.close();
  await sandbox?.close();
  await web?.close();
});

describe('a site that was registered when the popup saw it last', () => {
  test('its id is another website by now: that one is left alone', async () => {
    const popup = await knownFromEarlier({ domain: 'other.example.net' });
    await press(popup, 'radio', 'Public');
    await shows(popup, 'This is now a different website at the service. Nothing was changed.');
    await control(popup, 'button', `Track ${host}`);
    expect(writes()).toEqual([]);
  });

  test('it is gone: a change says so', async () => {
    const popup = await knownFromEarlier();
    await press(popup, 'radio', 'Public');
    await said(popup, `${host} was already deleted`);
    await control(popup, 'button', `Track ${host}`);
    expect(writes()).toEqual([]);
  });

  test('it is gone: the password that is being typed stays in its box, and presses nothing', async () => {
    const popup = await knownFromEarlier();
    await press(popup, 'radio', 'Password');
    await type(popup, 'Password', 'walnut');
    await answered();
    await popup.keyboard.type(' lamp');
    expect(await textIn(popup, 'Password')).toBe('walnut lamp');
    await popup.keyboard.press('Enter');
    await said(popup, `${host} was already deleted`);
    expect(await textIn(popup, 'Password')).toBe('walnut lamp');
    expect(writes()).toEqual([]);
  });

  test('it is gone: Enter after the name that is typed to delete it registers nothing', async () => {
    const popup = await knownFromEarlier();
    await press(popup, 'button', 'More');
    await press(popup, 'button', 'Delete website');
    await type(popup, `Type ${host} to confirm`, host);
    await answered();
    await popup.keyboard.press('Enter');
    await said(popup, `${host} was already deleted`);
    expect(writes()).toEqual([]);
  });

  test('it is gone: the answer is shown once the box is left', async () => {
    const popup = await knownFromEarlier();
    await press(popup, 'radio', 'Password');
    await type(popup, 'Password', 'walnut');
    await answered();
    await shows(popup, 'Registered');
    await popup.keyboard.press('Tab');
    await shows(popup, 'Not registered');
    expect(await textIn(popup, 'Password')).toBe('walnut');
  });
});

test('a site that turns out to be registered: the password that was typed for a new one is there for it', async () => {
  sandbox.addWebsite({ domain: host, privacy: 1 });
  beLate();
  const popup = await open();
  await press(popup, 'radio', 'Password');
  await type(popup, 'Password', 'walnut');
  await answered();
  await popup.keyboard.type(' lamp');
  await popup.keyboard.press('Tab');
  await shows(popup, 'Registered');
  expect(await textIn(popup, 'Password')).toBe('walnut lamp');
  expect(writes()).toEqual([]);
});

test('Undo of a privacy undoes nothing that somebody else set since', async () => {
  const { id } = sandbox.addWebsite({ domain: host, privacy: 1 });
  const popup = await open();
  await shows(popup, 'Registered');
  await press(popup, 'radio', 'Public');
  await said(popup, 'Privacy is now Public');
  await fetch(`${sandbox.url}/api/v1/websites/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${sandbox.key}` },
    body: new URLSearchParams({ privacy: '2', password: 'theirs' }),
  });
  await press(popup, 'button', 'Undo');
  await shows(popup, 'has been changed at the service since, so this was not undone');
  await shows(popup, 'Password set');
  expect(sandbox.websites()).toMatchObject([{ privacy: 2, password: 'theirs' }]);
});
