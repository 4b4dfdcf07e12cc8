import { beforeEach, describe, expect, test } from 'vitest';
import { askWorker, connect, forgetLists } from '../harness/connect.ts';
import { control, press, shows } from '../harness/controls.ts';
import { openPage } from '../harness/extension.ts';
import { full } from '../harness/full.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';
import { revokeHost } from '../harness/permissions.ts';
import { names, search, settled, site, sites } from './managePage.ts';
import { counted, focusedRow, listed, open } from './open.ts';

const lists = () => sandbox.log.filter(({ operation }) => operation === 'websites.list').map(({ query }) => query);
/** Expects these first rows. More rows are rendered than are visible. */
const begins = (first: string[]) => expect.poll(async () => (await names(page)).slice(0, first.length)).toEqual(first);
const focused = () => expect.poll(focusedRow);
const query = () => new URL(page.url()).search;
const counts = () => page.$$eval('.overview .part', (parts) => parts.map((part) => part.textContent));
const newest = { sort_by: 'id', sort: 'desc', per_page: '100' };

playWithOneService();
beforeEach(() => forgetLists(session));

describe('lists of every size', () => {
  full.test('none: says so, and offers the one thing to do', async () => {
    await open();
    await shows(page, 'No websites yet');
    await press(page, 'button', 'Add website');
    await control(page, 'textbox', 'Domain');
  });

  test('3: all of them, newest first, by one request; the focus is in the search', async () => {
    sandbox.addWebsites(3);
    await open();
    await listed().toEqual(sites(3, 1));
    await counted().toBe('3 websites');
    await shows(page, 'As of ');
    expect(lists()).toEqual([newest]);
    await page.reload();
    await settled(page);
    expect(await focusedRow()).toBe('search');
  });

  test('250: all are read, and counted as more than those until then; keys lead through all of them', async () => {
    sandbox.addWebsites(250);
    const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
    sandbox.behave({ delay: { is: delay, operation: 'websites.list', skip: 1 } });
    await open();
    await counted().toBe('100+ websites');
    expect((await counts())[0]).toBe('All 100+');
    answer();
    await counted().toBe('250 websites');
    expect(await page.$eval('table', (table) => [table.role, table.getAttribute('aria-rowcount')])).toEqual([
      'grid',
      '251',
    ]);
    const rendered = await names(page);
    expect(rendered).toEqual(sites(250, 250 - rendered.length + 1));
    expect(rendered.length).toBeLessThan(60);
    await page.keyboard.press('ArrowDown');
    await focused().toBe(site(250));
    await page.keyboard.press('End');
    await focused().toBe(site(1));
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('251');
    await page.keyboard.press('PageUp');
    await focused().toBe(site(1 + Math.floor(800 / 36) - 2));
    await page.keyboard.press('Home');
    await focused().toBe(site(250));
    // Scrolled out of sight, the focused row stays in the page.
    await page.evaluate(() => scrollTo(0, 4000));
    await expect.poll(() => names(page)).toContain(site(130));
    expect(await focusedRow()).toBe(site(250));
    await page.keyboard.press('ArrowDown');
    await focused().toBe(site(249));
    expect(await page.evaluate(() => scrollY)).toBeLessThan(400);
  });

  test.each([true, false])(
    'the first row in sight stays where it is while others come above; in front: %s',
    async (isInFront) => {
      sandbox.addWebsites(120);
      await open();
      await counted().toBe('120 websites');
      await page.evaluate(() => scrollTo(0, 1000));
      const place = (name: string) =>
        page.$$eval(
          'tbody tr:not(.room)',
          (rows, wanted) =>
            rows.find((row) => row.querySelector('th bdi')?.textContent === wanted)?.getBoundingClientRect().top,
          name,
        );
      await expect.poll(() => place(site(95))).toBeDefined();
      const before = await place(site(95));
      const other = isInFront ? undefined : await openPage(session, 'options.html');
      await other?.bringToFront();
      for (let number = 0; number < 3; number++)
        await askWorker(session, 'websites.create', { domain: `new-${number}.example`, privacy: 1 });
      await counted().toBe('123 websites');
      await other?.close();
      await page.bringToFront();
      expect(await place(site(95))).toBeCloseTo(before ?? 0, 0);
    },
  );

  test('a reading that takes long can be stopped; what is there stays', async () => {
    sandbox.addWebsites(250);
    sandbox.behave({ delay: { is: 60_000, operation: 'websites.list', skip: 1 } });
    await open();
    await press(page, 'button', 'Stop');
    await page.waitForFunction(() => !document.querySelector('.strip'));
    await counted().toBe('100+ websites');
  });
});

describe('what is listed', () => {
  beforeEach(() => {
    sandbox.addWebsites(30);
  });

  test('sort, filter and search live in the address and ask nobody; back, forward and reload follow it', async () => {
    await open();
    await counted().toBe('30 websites');
    sandbox.clearLog();
    const sorted = () =>
      page.$$eval('thead th[aria-sort]', (heads) => heads.map((head) => `${head.textContent} ${head.ariaSort}`));
    expect(await sorted()).toEqual(['Domain none', 'Privacy none', 'Tracking none', 'Created descending']);
    await press(page, 'button', 'Domain');
    await begins(sites(1, 15));
    expect(await sorted()).toEqual(['Domain ascending', 'Privacy none', 'Tracking none', 'Created none']);
    await press(page, 'button', 'Domain');
    await begins(sites(30, 16));
    await press(page, 'button', 'Public 10');
    await counted().toBe('10 of 30 websites');
    expect(await counts()).toEqual(['All 30', 'Public 10', 'Private 10', 'Password 10']);
    await search(page, '0001');
    await counted().toBe('5 of 30 websites');
    expect(await counts()).toEqual(['All 11', 'Public 5', 'Private 3', 'Password 3']);
    expect(query()).toBe('?search=0001&sort_by=domain&filter=public');
    await page.goBack();
    await counted().toBe('10 of 30 websites');
    expect(await page.$eval('input[type=search]', (box) => (box as HTMLInputElement).value)).toBe('');
    await page.goForward();
    await counted().toBe('5 of 30 websites');
    expect(lists()).toEqual([]);
    await page.reload();
    await settled(page);
    await counted().toBe('5 of 30 websites');
    // A second opening costs one page.
    expect(lists()).toEqual([newest]);
  });

  test('nothing found; the search is cleared by one press', async () => {
    await open('?search=nosuch');
    await shows(page, 'Nothing found for “nosuch”');
    await press(page, 'button', 'Clear search');
    await begins(sites(30, 16));
  });

  test('opening the browser’s own search, one is told that it sees fewer rows, until one types here', async () => {
    await open();
    // The hint goes when the box gets the focus, which it does once after the page was opened.
    await page.waitForFunction(() => document.hasFocus() && document.activeElement?.matches('input[type=search]'));
    await page.keyboard.down('Control');
    await page.keyboard.press('f');
    await page.keyboard.up('Control');
    await shows(page, 'Searches all names.');
    await search(page, '0001');
    await expect.poll(() => page.$eval('.beside', ({ textContent }) => textContent)).toBe('');
  });
});

describe('when it cannot be read', () => {
  test('what is stored is there at once, also offline, and says of when it is', async () => {
    sandbox.addWebsites(3);
    await open();
    await listed().toEqual(sites(3, 1));
    sandbox.behave({ fault: 'drop' });
    await page.reload();
    await listed().toEqual(sites(3, 1));
    await shows(page, 'Shown as of ');
    await shows(page, 'cannot be reached');
    sandbox.behave({ fault: undefined });
    sandbox.addWebsite({ domain: 'new.example' });
    await press(page, 'button', 'Try again');
    await listed().toEqual(['new.example', ...sites(3, 1)]);
    expect(await page.$('.stale-note')).toBeNull();
  });

  test('a refused key: one sentence, one action', async () => {
    sandbox.addWebsites(3);
    sandbox.behave({ fault: '401' });
    await open();
    await shows(page, 'refused the API key');
    const actions = await page.$$eval('.problem button', (all) => all.map(({ textContent }) => textContent));
    expect([actions, await names(page)]).toEqual([['Settings'], []]);
  });

  test('no permission: asks for it, sends nothing', async () => {
    sandbox.addWebsites(3);
    await revokeHost(session, 'http://127.0.0.1/*');
    await open();
    await shows(page, 'does not let Waymark access 127.0.0.1');
    await control(page, 'button', 'Allow access');
    expect(lists()).toHaveLength(0);
    await connect(session, sandbox);
    await listed().toEqual(sites(3, 1));
  });
});
