import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { forgetSites } from '../harness/connect.ts';
import { chosen, chosenIn, contentOf, control, fill, press, pressAndLeave, said, shows } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { a, arrange, b, connected, playWithTwoServices, session } from '../harness/twoServices.ts';
import { names, settled } from '../manage/managePage.ts';
import { answered, track } from './popupPage.ts';

let page: Page;

const host = 'shop.example.com';

const requests = ({ log }: Sandbox) => log.map(({ method }) => method);
const open = async (at = host) => {
  await page.goto(`http://${at}/`);
  return openPopup(session, page);
};
/** Returns the connection that the popup shows. */
const at = (popup: Page) => chosenIn(popup, '.connection-place select');
const choose = async (popup: Page, id: string) => {
  await control(popup, 'combobox', 'Connection');
  await popup.focus('.connection-place select');
  await popup.select('.connection-place select', id);
  await popup.waitForSelector(`.connection-place option[value="${id}"]:checked`);
};

playWithTwoServices();
beforeEach(async () => {
  await forgetSites(session);
  await arrange();
  a.reset();
  b.reset();
  page = await session.browser.newPage();
});
describe('the popup asks one connection', () => {
  test('the one that is known to have it, at the next opening', async () => {
    b.addWebsite({ domain: host });
    const first = await open();
    await shows(first, 'Not registered');
    await choose(first, 'b');
    await shows(first, 'Registered');
    a.clearLog();
    b.clearLog();
    const popup = await open();
    await shows(popup, 'Registered');
    await control(popup, 'combobox', 'Connection');
    expect(await at(popup)).toBe('Client B');
    expect([requests(a), requests(b)]).toEqual([[], ['GET']]);
  });

  test('where it is known elsewhere, too, that is said, without a request', async () => {
    await arrange({ rules: { a: [host] } });
    a.addWebsite({ domain: host });
    b.addWebsite({ domain: host });
    const first = await open();
    await shows(first, 'Registered');
    await choose(first, 'b');
    await answered(first);
    await expect.poll(() => requests(b)).toEqual(['GET']);
    const popup = await open();
    await shows(popup, 'Also registered at Client B');
    expect(await at(popup)).toBe('Client A');
    // Waits for the request behind the stored data, which the next test would otherwise receive.
    await expect.poll(() => requests(a)).toEqual(['GET', 'GET']);
    expect(requests(b)).toEqual(['GET']);
  });

  test('where it has the site twice, that leads to these two in its list', async () => {
    await arrange({ rules: { b: [host] } });
    b.addWebsites([{ domain: host }, { domain: host }, { domain: 'other.example.net' }]);
    const popup = await open();
    await popup.waitForSelector('.note.warn .button');
    const opened = session.browser.waitForTarget((target) => target.url().includes('manage.html'));
    await pressAndLeave(popup, '.note.warn .button');
    const manage = await (await opened).page();
    if (!manage) throw new Error('The list did not open.');
    await settled(manage);
    expect(await names(manage)).toEqual([host, host]);
    await manage.close();
  });
});

describe('another one is chosen', () => {
  test('this once: what was typed stays, and the record is made there', async () => {
    const popup = await open();
    await answered(popup);
    await press(popup, 'radio', 'Password');
    await fill(popup, 'Password', 'kept word');
    await press(popup, 'button', 'More');
    await fill(popup, 'Exclude IP addresses', '203.0.113.7');
    await choose(popup, 'b');
    await expect.poll(() => requests(b)).toEqual(['GET']);
    await expect.poll(() => popup.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    expect(await chosen(popup)).toBe('Password');
    const excluded = () => contentOf(popup, 'Exclude IP addresses');
    expect(await excluded()).toBe('203.0.113.7');
    expect(await track(popup, host)).toBe(`${host} is registered.`);
    expect(b.websites()).toMatchObject([{ domain: host, privacy: 2, password: 'kept word' }]);
    expect(a.websites()).toEqual([]);
    expect((await connected()).list.map(({ rules }) => rules)).toEqual([undefined, undefined]);
    // Sent fields do not appear in the form of another connection.
    await choose(popup, 'a');
    await control(popup, 'button', `Track ${host}`);
    expect(await chosen(popup)).toBe('Private');
    expect(await excluded()).toBe('');
  });

  test('always: by a rule, which is taken from the other', async () => {
    await arrange({ rules: { a: [host, '*.example.net'] } });
    const popup = await open();
    await control(popup, 'combobox', 'Connection');
    expect(await popup.$('.connection-place .link')).toBeNull();
    await choose(popup, 'b');
    await press(popup, 'button', `Always for ${host}`);
    await shows(popup, 'Saved as a rule.');
    await expect
      .poll(() => popup.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Connection');
    expect((await connected()).list).toMatchObject([{ rules: ['*.example.net'] }, { rules: [host] }]);
    const next = await open();
    await answered(next);
    await control(next, 'combobox', 'Connection');
    expect(await at(next)).toBe('Client B');
  });
});

test('a registration is taken back with Undo: only that record', async () => {
  a.addWebsite({ domain: 'other.example.com' });
  const popup = await open();
  await answered(popup);
  await track(popup, host);
  await press(popup, 'button', 'Undo');
  expect(await said(popup, 'no longer')).toBe(`${host} is no longer registered.`);
  expect(a.websites()).toMatchObject([{ domain: 'other.example.com' }]);
  expect(requests(a)).toEqual(['GET', 'POST', 'GET', 'DELETE']);
  expect(await popup.$('.status-line .link')).toBeNull();
  await control(popup, 'button', `Track ${host}`);
});
