import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeRequest } from '../../sandbox/sandbox.ts';
import { control, press, said, shows, contentOf as textIn } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';

const host = 'shop.example.com';
const late = 1_500;

const open = () => openPopup(session, page);
/** Delays the service's answer to the popup's own look-up. */
const beLate = () => sandbox.behave({ delay: { is: late, operation: 'websites.list', times: 1 } });
/** Waits until the answer has come and has replaced what it replaces at once. */
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
/** Uses the draft of another record of the site, which is offered. */
const use = (popup: Page) => press(popup, 'button', 'Use what you typed');
/** Opens the popup over a registered site. */
const openRegistered = async () => {
  const { id } = sandbox.addWebsite({ domain: host, privacy: 1 });
  const popup = await open();
  await shows(popup, 'Registered');
  return { id, popup };
};
const typePassword = async (popup: Page, key?: 'Enter' | 'Tab') => {
  await press(popup, 'radio', 'Password');
  await type(popup, 'Password', 'walnut');
  if (key) await popup.keyboard.press(key);
};
/** Begins to delete the site, and types its name. */
const typeName = async (popup: Page) => {
  await press(popup, 'button', 'More');
  await press(popup, 'button', 'Delete website');
  await type(popup, `Type ${host} to confirm`, host);
};
/** Deletes the record as another person would. */
const deleteElsewhere = (id: number) =>
  fetch(`${sandbox.url}/api/v1/websites/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${sandbox.key}` },
  });
/** Opens the popup late over a site that is known from an earlier visit. The service's records are now `now`. */
const knownFromEarlier = async (...now: { domain: string }[]) => {
  await openRegistered();
  await page.bringToFront();
  sandbox.reset();
  sandbox.addWebsites(now);
  beLate();
  return open();
};

playWithOneService({ isWeb: true, open: () => session.browser.newPage() });
beforeEach(() => page.goto(`http://${host}/`));

test('a password that could not be saved stays where it is typed on', async () => {
  const { popup } = await openRegistered();
  const once = { operation: 'websites.update', times: 1 } as const;
  sandbox.behave({ delayAnswer: { is: 500, ...once }, fault: { is: '500', ...once } });
  await typePassword(popup, 'Enter');
  await shows(popup, 'status 500');
  await popup.keyboard.type(' lamp');
  expect(await textIn(popup, 'Password')).toBe('walnut lamp');
  await press(popup, 'button', 'Try again');
  await said(popup, 'Privacy is now Password');
  expect(sandbox.websites()).toMatchObject([{ privacy: 2, password: 'walnut lamp' }]);
  await control(popup, 'button', 'Copy again');
});

test('a password is sent to a site that was deleted since: what is typed after Enter is not cut off', async () => {
  const { id, popup } = await openRegistered();
  await deleteElsewhere(id);
  sandbox.behave({ delay: { is: 300, operation: 'websites.update' } });
  await typePassword(popup, 'Enter');
  await popup.keyboard.type(' lamp and more', { delay: 120 });
  await said(popup, `${host} is no longer registered`);
  await use(popup);
  expect(await textIn(popup, 'Password')).toBe('walnut lamp and more');
  expect(sandbox.websites()).toEqual([]);
});

const focused = (popup: Page) =>
  popup.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.textContent);

describe('a site that was registered when the popup saw it last', () => {
  test.each(['Enter', 'Tab'] as const)(
    'it is gone: a password that is being typed stays, and %s registers nothing',
    async (key) => {
      const popup = await knownFromEarlier();
      await typePassword(popup);
      await answered();
      await popup.keyboard.type(' lamp');
      expect(await textIn(popup, 'Password')).toBe('walnut lamp');
      await popup.keyboard.press(key);
      await said(popup, `${host} is no longer registered`);
      await use(popup);
      expect(await textIn(popup, 'Password')).toBe('walnut lamp');
      expect(writes()).toEqual([]);
    },
  );

  test('it is gone: Enter after the name that is typed to delete it registers nothing', async () => {
    const popup = await knownFromEarlier();
    await typeName(popup);
    await answered();
    await popup.keyboard.press('Enter');
    await said(popup, `${host} was already deleted`);
    expect(writes()).toEqual([]);
  });

  test.each<[where: string, go: (popup: Page) => Promise<unknown>]>([
    ['on the link to its statistics', (popup) => control(popup, 'link', 'Open statistics')],
    ['on another button than the box that was left', (popup) => typePassword(popup, 'Tab')],
  ])('it is gone, and the focus was %s: no key registers it', async (_where, go) => {
    const popup = await knownFromEarlier();
    await go(popup);
    await said(popup, `${host} is no longer registered`);
    expect(await focused(popup)).toBe('status');
    await popup.keyboard.press('Enter');
    await popup.keyboard.press('Space');
    await sleep(300);
    expect(writes()).toEqual([]);
  });
});
