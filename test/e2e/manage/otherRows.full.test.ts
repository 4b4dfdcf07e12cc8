import { beforeEach, describe, expect, test } from 'vitest';
import type { Behaviour } from '../../sandbox/sandbox.ts';
import { forgetLists } from '../harness/connect.ts';
import { control, fill, press, said } from '../harness/controls.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';
import { deleteWebsite, names, site, sites } from './managePage.ts';
import { counted, deleteElsewhere, focusedRow, listed, open } from './open.ts';

const selected = () =>
  page.$$eval('.panel tbody tr.selected th bdi', (all) => all.map(({ textContent }) => textContent));
const focused = () => expect.poll(focusedRow);

playWithOneService();
beforeEach(() => forgetLists(session));

describe('a row in whose place another website is by now', () => {
  beforeEach(async () => {
    sandbox.addWebsites(300);
    await open();
    await counted().toBe('300 websites');
  });
  const refresh = () => page.$$eval('.counted button', ([button]) => (button as HTMLElement | undefined)?.click());

  test.each([
    { what: 'its sheet', open: () => page.keyboard.press('Enter') },
    { what: 'its deletion', open: () => press(page, 'button', `Delete ${site(298)}`) },
  ])('$what was open meanwhile: the focus goes back to its website', async ({ open }) => {
    for (const key of ['/', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key as 'ArrowDown');
    await focused().toBe(site(298));
    sandbox.addWebsite({ domain: 'new.example.net' });
    await refresh();
    await open();
    await page.waitForSelector('dialog');
    await expect.poll(async () => (await names(page))[0]).toBe('new.example.net');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.$$('dialog')).toEqual([]);
    const rowOfFocus = () => document.activeElement?.closest('tr')?.querySelector('th bdi')?.textContent;
    await expect.poll(() => page.evaluate(rowOfFocus)).toBe(site(298));
  });

  test.each(['.panel tbody input', '.panel tbody td.actions button:last-child'])(
    'a press that began on the one before does nothing (%s)',
    async (control) => {
      const eighth = (await page.$$(control))[8];
      const { x = 0, y = 0, width = 0, height = 0 } = (await eighth?.boundingBox()) ?? {};
      const before = (await names(page))[8];
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.$eval('thead th.name button', (button) => (button as HTMLElement).click());
      await expect.poll(async () => (await names(page))[8]).not.toBe(before);
      await page.mouse.up();
      expect([await selected(), await page.$$('dialog')]).toEqual([[], []]);
      // The next press has an effect.
      await page.mouse.click(x + width / 2, y + height / 2);
      await page.waitForSelector('dialog, .panel tbody tr.selected');
    },
  );
});

describe('what comes late', () => {
  test('a deletion that ends does not take the focus of who searches by then', async () => {
    sandbox.addWebsites(30);
    await open();
    sandbox.behave({ delay: { is: 1200, operation: 'websites.delete', times: 1 } });
    await deleteWebsite(page, site(28));
    await page.waitForSelector('dialog [aria-busy=true], dialog [aria-disabled=true]');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await said(page, 'was deleted');
    await listed().not.toContain(site(28));
    await page.keyboard.type('site-00027');
    await listed().toEqual([site(27)]);
  });
});

test('a website has the focus and is deleted elsewhere: the one in its place has it', async () => {
  sandbox.addWebsites(4);
  await open();
  await listed().toHaveLength(4);
  await page.keyboard.press('/');
  for (const _ of [4, 3]) await page.keyboard.press('ArrowDown');
  await focused().toBe(site(3));
  await deleteElsewhere(site(3));
  await listed().not.toContain(site(3));
  await focused().toBe(site(2));
  await page.keyboard.press('Space');
  expect(await selected()).toEqual([site(2)]);
});

test('a question about selected websites that are all gone deletes nothing, and says so', async () => {
  sandbox.addWebsites(3);
  await open();
  await page.$eval('.panel tbody input', (box) => (box as HTMLElement).click());
  await press(page, 'button', 'Delete');
  await page.waitForSelector('dialog');
  await deleteElsewhere(site(3));
  await listed().toEqual(sites(2, 1));
  sandbox.clearLog();
  await fill(page, 'Type 1 to confirm', '1');
  await press(page, 'button', 'Delete for good');
  await expect.poll(() => page.$$('dialog')).toEqual([]);
  await said(page, 'Left out, because they are gone or have changed since they were selected: 1');
  expect(sandbox.log.filter(({ method }) => method === 'DELETE')).toEqual([]);
  expect(await selected()).toEqual([]);
});

describe('the focus of a button that its press takes away', () => {
  const beside = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName);
  test.each<[name: string, query: string, Behaviour, to: RegExp]>([
    ['Clear search', '?search=none', {}, /^INPUT$/],
    ['Show all', '?filter=unknown', {}, /^INPUT$/],
    ['Try again', '', { fault: '500' }, /^INPUT$/],
  ])('%s', async (name, query, before, to) => {
    sandbox.addWebsites(30);
    sandbox.behave(before);
    await open(query);
    await (await control(page, 'button', name)).focus();
    sandbox.behave({ fault: undefined });
    await page.keyboard.press('Enter');
    await expect.poll(beside).toEqual(expect.stringMatching(to));
  });

  test('the person’s own leaving is left alone', async () => {
    sandbox.addWebsites(3);
    await open();
    await (await control(page, 'button', `Delete ${site(3)}`)).focus();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await deleteElsewhere(site(3));
    await listed().toHaveLength(2);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });
});
