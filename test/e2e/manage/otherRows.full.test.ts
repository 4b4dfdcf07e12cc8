import { beforeEach, describe, expect, test } from 'vitest';
import type { Behaviour } from '../../sandbox/sandbox.ts';
import { askWorker } from '../harness/connect.ts';
import { control, fill, press, said, shows } from '../harness/controls.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';
import { names, open, pagerText, search, settled, site, sites } from './managePage.ts';

/** As another window or the popup does. */
const removed = (number: number) => {
  const id = sandbox.websites().find(({ domain }) => domain === site(number))?.id;
  return askWorker(session, 'websites.delete', { id: String(id), domain: site(number) });
};
const listed = () => expect.poll(() => names(page));
const shown = () => expect.poll(() => pagerText(page));
const selected = () => page.$$eval('.panel tbody tr.selected th', (all) => all.map(({ textContent }) => textContent));
/** The name of the row that has the focus, or else the kind of control. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.querySelector('th')?.textContent ?? element?.getAttribute('type');
  });
/** The next list is answered so late. */
const delay = (is: number) => sandbox.behave({ delay: { is, operation: 'websites.list', times: 1 } });

playWithOneService();

describe('page after page while websites come and go', () => {
  test('what moves up to a page as others are deleted is shown before the next page', async () => {
    sandbox.addWebsites(30);
    await open('?per_page=10');
    await removed(30);
    await removed(29);
    await shown().toBe('1–8 of 28');
    await press(page, 'button', 'Next');
    await listed().toEqual(sites(28, 19));
    await shown().toBe('1–10 of 28');
    await press(page, 'button', 'Next');
    await listed().toEqual(sites(18, 9));
    await shown().toBe('11–20 of 28');
    await press(page, 'button', 'Next');
    await listed().toEqual(sites(8, 1));
    await shown().toBe('21–28 of 28');
  });

  test('one that comes to a page takes no place from the next', async () => {
    sandbox.addWebsites(30);
    await open('?per_page=10');
    await askWorker(session, 'websites.create', { domain: 'new.example.net', privacy: 1, email: 0, exclude_bots: 1 });
    await shown().toBe('1–11 of 31');
    await press(page, 'button', 'Next');
    await listed().toHaveLength(10);
    await shown().toBe('11–20 of 31');
  });
});

describe('a row that shows another website by now', () => {
  beforeEach(async () => {
    sandbox.addWebsites(300);
    await open('?per_page=100');
  });

  const down = (times: number) => Array<'ArrowDown' | 'End'>(times).fill('ArrowDown');
  test.each<{ answer: string; text: string; keys: ('ArrowDown' | 'End')[]; from: string; to: string }>([
    { answer: 'without its website', text: 'site-0001', keys: down(5), from: site(296), to: 'search' },
    { answer: 'with its website at another place', text: 'site-0029', keys: down(5), from: site(296), to: site(296) },
    { answer: 'that ends before its place', text: 'site-0029', keys: down(20), from: site(281), to: 'search' },
    {
      answer: 'with its website before the end of it',
      text: 'site-0020',
      keys: [...down(1), 'End'],
      from: site(201),
      to: site(201),
    },
  ])('an answer $answer: the focus is not on another one', async ({ text, keys, from, to }) => {
    delay(900);
    await search(page, text);
    for (const key of keys) await page.keyboard.press(key);
    expect(await focused()).toBe(from);
    await page.waitForFunction(() => document.querySelectorAll('.panel tbody tr').length < 50);
    await settled(page);
    await expect.poll(focused).toBe(to);
    await page.keyboard.press('Space');
    expect(await selected()).toEqual(to === 'search' ? [] : [to]);
  });

  test.each([
    { what: 'its sheet', open: () => page.keyboard.press('Enter') },
    { what: 'its deletion', open: () => press(page, 'button', `Delete ${site(298)}`) },
  ])('$what was open meanwhile: the focus goes back to its website', async ({ open }) => {
    for (const key of ['/', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key as 'ArrowDown');
    expect(await focused()).toBe(site(298));
    sandbox.addWebsite({ domain: 'new.example.net' });
    delay(1500);
    await page.$eval('[aria-label="Refresh"]', (button) => (button as HTMLElement).click());
    await open();
    await page.waitForSelector('dialog');
    await expect.poll(async () => (await names(page))[0]).toBe('new.example.net');
    await settled(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.$$('dialog')).toEqual([]);
    await expect.poll(focused).toBe(site(298));
  });

  test.each(['.panel tbody input', '.panel tbody td.actions button:last-child'])(
    'a press that began on the one before does nothing (%s)',
    async (control) => {
      const eighth = (await page.$$(control))[8];
      const { x = 0, y = 0, width = 0, height = 0 } = (await eighth?.boundingBox()) ?? {};
      const before = (await names(page))[8];
      await page.mouse.move(x + width / 2, y + height / 2);
      delay(200);
      await page.$eval('thead th button', (button) => (button as HTMLElement).click());
      await page.mouse.down();
      await expect.poll(async () => (await names(page))[8]).not.toBe(before);
      await page.mouse.up();
      await settled(page);
      expect([await selected(), await page.$$('dialog')]).toEqual([[], []]);
      // The next press counts.
      await page.mouse.click(x + width / 2, y + height / 2);
      await page.waitForSelector('dialog, .panel tbody tr.selected');
    },
  );

  test('what is refreshed keeps the focus on its website', async () => {
    for (const key of ['/', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key as 'ArrowDown');
    expect(await focused()).toBe(site(298));
    sandbox.addWebsite({ domain: 'new.example.net' });
    await page.$eval('[aria-label="Refresh"]', (button) => (button as HTMLElement).click());
    await expect.poll(async () => (await names(page))[0]).toBe('new.example.net');
    await settled(page);
    await expect.poll(focused).toBe(site(298));
  });
});

describe('what comes late', () => {
  test('a website that comes into a filtered list takes neither the row nor the focus of another', async () => {
    const domains = Array.from({ length: 11 }, (_, n) => `s${n + 1}.example`);
    sandbox.addWebsites(domains.map((domain) => ({ domain, privacy: domain === 's8.example' ? 1 : 0 })));
    await open('?filter=public');
    await listed().toHaveLength(10);
    await page.keyboard.press('/');
    for (let row = 0; row < 9; row++) await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('s2.example');
    const id = sandbox.websites().find(({ domain }) => domain === 's8.example')?.id;
    await askWorker(session, 'websites.update', { id: String(id), privacy: 0 });
    await listed().toHaveLength(11);
    expect(await focused()).toBe('s2.example');
  });

  test('the page that was asked for does not take the focus of who searches by then', async () => {
    sandbox.addWebsites(60);
    await open('?per_page=10');
    delay(1200);
    await press(page, 'button', 'Next');
    await page.keyboard.press('/');
    for (const letter of 'site-0001') {
      await page.keyboard.type(letter);
      await new Promise((typed) => setTimeout(typed, 200));
    }
    expect(await page.$eval('input[type=search]', (box) => (box as HTMLInputElement).value)).toBe('site-0001');
    await listed().toEqual(sites(19, 10));
  });

  test('a deletion that ends does not take the focus of who searches by then', async () => {
    sandbox.addWebsites(30);
    await open();
    sandbox.behave({ delay: { is: 1200, operation: 'websites.delete', times: 1 } });
    await press(page, 'button', `Delete ${site(28)}`);
    await fill(page, `Type ${site(28)} to confirm`, site(28));
    await press(page, 'button', 'Delete for good');
    await page.waitForSelector('dialog [aria-busy=true], dialog [aria-disabled=true]');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await said(page, 'was deleted');
    await listed().not.toContain(site(28));
    await page.keyboard.type('site-00027');
    await listed().toEqual([site(27)]);
  });

  test('all that match do not come to what was selected since', async () => {
    sandbox.addWebsites(60);
    await open('?per_page=10&filter=private');
    const third = (await names(page))[2] ?? '';
    await press(page, 'checkbox', 'Select all on this page');
    sandbox.behave({ delay: { is: 1500, operation: 'websites.list' } });
    await press(page, 'button', 'Select all that match');
    await control(page, 'button', 'Stop');
    await page.click('.bulk .icon-button');
    await press(page, 'checkbox', `Select ${third}`);
    await press(page, 'button', 'E-mail reports');
    await shows(page, 'Apply to 1 website');
    await page.waitForFunction(
      () => ![...document.querySelectorAll('button')].some((one) => one.textContent === 'Stop'),
    );
    expect(await selected()).toEqual([third]);
    await control(page, 'button', 'Apply to 1 website');
  });
});

test.each([
  { which: 'between others', deleted: 3, to: 2 },
  { which: 'at the end', deleted: 1, to: 2 },
  { which: 'at the beginning', deleted: 4, to: 3 },
])(
  'a website $which has the focus and is deleted elsewhere: the one in its place, or the last, has it',
  async ({ deleted, to }) => {
    sandbox.addWebsites(4);
    await open();
    await page.keyboard.press('/');
    for (const _ of sites(4, deleted)) await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(site(deleted));
    await removed(deleted);
    await listed().not.toContain(site(deleted));
    expect(await focused()).toBe(site(to));
    await page.keyboard.press('Space');
    expect(await selected()).toEqual([site(to)]);
  },
);

test('a question about selected websites goes with the last of them', async () => {
  sandbox.addWebsites(3);
  await open();
  await page.$eval('.panel tbody input', (box) => (box as HTMLElement).click());
  await press(page, 'button', 'Delete');
  await page.waitForSelector('dialog');
  await removed(3);
  await listed().toEqual(sites(2, 1));
  await expect.poll(() => page.$$('dialog')).toEqual([]);
  await page.$eval('.panel tbody input', (box) => (box as HTMLElement).click());
  await expect.poll(selected).toEqual([site(2)]);
  expect(await page.$$('dialog')).toEqual([]);
});

describe('the focus of a button that its press takes away', () => {
  const beside = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName);
  test.each<[name: string, query: string, Behaviour, to: RegExp]>([
    ['Clear search', '?search=none', {}, /^INPUT$/],
    ['Show all', '?filter=unknown', {}, /^site-/],
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
    await removed(3);
    await listed().toHaveLength(2);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });
});
