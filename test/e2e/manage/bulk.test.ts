import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeElsewhere } from '../harness/changeElsewhere.ts';
import { copied, watchClipboard } from '../harness/clipboard.ts';
import { forgetLists } from '../harness/connect.ts';
import { control, fill, focusedText, press, said, shows } from '../harness/controls.ts';
import { allowDownloads } from '../harness/downloads.ts';
import { page, playWithOneService, sandbox, session, unlimited } from '../harness/oneService.ts';
import { cells, changeAll, dismissJobs, names, search, site } from './managePage.ts';
import { counted, listed, open } from './open.ts';

const writes = () => sandbox.log.filter(({ method }) => method !== 'GET');
const select = (name: string) => press(page, 'checkbox', `Select ${name}`);
const selected = () => page.$$eval('tbody input:checked', (boxes) => boxes.length);
const finished = () => shows(page, 'Finished');
/** Changes all websites by a job, and waits for its end. */
const change = async (button: string, choice: string) => {
  await changeAll(page, button, choice, sandbox.websites().length);
  await finished();
};
const privacies = () => sandbox.websites().map(({ privacy }) => privacy);

playWithOneService({ behave: unlimited });
beforeEach(() => forgetLists(session));
beforeEach(async () => {
  sandbox.addWebsites(6);
  await open();
});
afterEach(() => dismissJobs(page));

describe('selecting', () => {
  test('one, a stretch with Shift, all that are shown', async () => {
    await select(site(6));
    await page.keyboard.down('Shift');
    await select(site(3));
    await page.keyboard.up('Shift');
    expect(await selected()).toBe(4);
    await shows(page, '4 selected');
    await press(page, 'checkbox', 'Select all shown');
    expect(await selected()).toBe(6);
    await press(page, 'checkbox', 'Select all shown');
    expect(await selected()).toBe(0);
    expect(await page.$('.bulk')).toBeNull();
  });

  const ways = [
    ['mouse', true],
    ['key', false],
  ] as const;
  test.each(ways)('taken back by %s: does the list stay where it is, or show the focus? %s', async (by, stays) => {
    sandbox.addWebsites(19);
    await press(page, 'button', 'Refresh');
    await counted().toBe('25 websites');
    await page.setViewport({ width: 1280, height: 400 });
    const [first = ''] = await names(page);
    await select(first);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(400);
    const clear = await control(page, 'button', 'Clear');
    if (by === 'mouse') await clear.click();
    else await clear.press('Enter');
    await page.waitForFunction(() => !document.querySelector('.bulk'));
    expect(await page.evaluate(() => document.activeElement?.closest('tr')?.textContent)).toContain(first);
    expect(await page.evaluate(() => scrollY > 400)).toBe(stays);
  });

  test('stays while the person searches, who is told how many are out of sight and can let them go', async () => {
    await select(site(6));
    await select(site(1));
    await search(page, site(1));
    await listed().toEqual([site(1)]);
    await shows(page, '2 selected · 1 not shown');
    await press(page, 'button', 'E-mail reports');
    await control(page, 'button', 'Apply to 2 websites');
    await page.keyboard.press('Escape');
    await press(page, 'button', 'Keep only shown');
    await shows(page, '1 selected');
    expect(await focusedText(page)).toBe('Set privacy');
  });
});

test('all that a search finds is changed as one job, and nothing else is', async () => {
  sandbox.addWebsites([...Array(120)].map((_, index) => ({ domain: `shop-${index}.example` })));
  await page.goto(new URL('?search=shop', page.url()).href);
  // More websites were added elsewhere than one page shows.
  await press(page, 'button', 'Refresh');
  await counted().toBe('120 of 126 websites');
  await changeAll(page, 'Bot counting', 'Count bots', 120);
  await finished();
  const shops = sandbox.websites().filter(({ domain }) => domain.startsWith('shop'));
  expect(shops.map(({ exclude_bots }) => exclude_bots)).toEqual(Array(120).fill(0));
  expect(writes().map(({ method, fields }) => [method, fields])).toEqual(
    Array(120).fill(['PATCH', { exclude_bots: '0' }]),
  );
  expect(await selected()).toBe(0);
});

describe('changing many', () => {
  test('one password for all', async () => {
    await select(site(1));
    await select(site(2));
    await press(page, 'button', 'Set privacy');
    await press(page, 'radio', 'Password');
    await press(page, 'radio', 'One password for all');
    await press(page, 'button', 'Apply to 2 websites');
    await shows(page, 'Type a password');
    await fill(page, 'Password', 'open sesame');
    await press(page, 'button', 'Apply to 2 websites');
    await finished();
    expect(sandbox.websites().slice(0, 2)).toMatchObject(Array(2).fill({ privacy: 2, password: 'open sesame' }));
    await expect.poll(async () => (await cells(page, site(1))).privacy).toBe('Password');
  });

  const generated = () => sandbox.websites().map(({ domain, password }) => `${domain}\t${password}`);
  const generate = async () => {
    sandbox.reset();
    sandbox.addWebsites(2);
    await forgetLists(session);
    await page.reload();
    await change('Set privacy', 'Password');
  };

  test('generated passwords stay until they are copied: not allowed, reloaded, nearly dismissed', async () => {
    await generate();
    await watchClipboard(page, false);
    await press(page, 'button', 'Copy passwords');
    await said(page, 'The browser did not allow copying.');
    await press(page, 'button', 'Close');
    await page.reload();
    await press(page, 'button', 'Dismiss');
    await shows(page, '2 passwords have not been copied');
    await watchClipboard(page);
    await press(page, 'button', 'Copy passwords');
    await said(page, 'Passwords copied.');
    expect((await copied(page)).flatMap((text) => text.split('\n')).toSorted()).toEqual(generated().toSorted());
    await press(page, 'button', 'Dismiss');
    await page.waitForFunction(() => !document.querySelector('.job-panel'));
  });

  test('one failure: told with its reason, and retried alone', async () => {
    sandbox.behave({ fault: { is: '422-plan-limit', operation: 'websites.update', skip: 2, times: 1 } });
    await change('Set privacy', 'Private');
    await said(page, '5 of 6 done, 1 failed');
    await press(page, 'button', 'Details');
    const failed = '.job-panel td.outcome.failed';
    await page.waitForSelector(failed);
    expect(await page.$$eval(failed, (rows) => rows.map((row) => row.textContent))).toEqual([
      expect.stringContaining('Your plan allows'),
    ]);
    await press(page, 'button', 'All 6');
    const wide = page.viewport();
    await page.setViewport({ width: 320, height: 700 });
    const linesOf = (names: Element[]) => names.map((name) => name.getClientRects().length);
    await expect.poll(() => page.$$eval('.job-panel td.site .host', linesOf)).toEqual(Array(6).fill(1));
    await page.setViewport(wide);
    sandbox.clearLog();
    await press(page, 'button', 'Retry 1 failed site');
    await said(page, '6 of 6 done');
    expect(writes()).toHaveLength(1);
    expect(privacies()).toEqual(Array(6).fill(1));
  });
});

test('undone, each gets back what it had, passwords included; what was changed since stays as it is', async () => {
  await change('Set privacy', 'Public');
  expect(privacies()).toEqual(Array(6).fill(0));
  const passwords = sandbox.websites().map(({ password }) => password);
  await changeElsewhere(sandbox, 2, { privacy: '2', password: 'since' });
  sandbox.clearLog();
  await press(page, 'button', 'Undo');
  await shows(page, 'Each website gets back');
  await page.keyboard.press('Enter');
  await shows(page, '1 changed since');
  expect(privacies()).toEqual([0, 2, 2, 0, 1, 2]);
  expect(sandbox.websites().map(({ password }) => password)).toEqual(passwords.with(1, 'since'));
  expect(writes()).toHaveLength(3);
  await expect.poll(async () => (await cells(page, site(5))).privacy).toBe('Private');
  expect(await page.$$eval('button', (all) => all.some((one) => one.textContent === 'Undo'))).toBe(false);
  const titles = (all: Element[]) => all.map((one) => one.querySelector('h2')?.textContent ?? one.textContent);
  expect(await page.$$eval('.earlier-jobs > *', titles)).toEqual(['Earlier jobs 1', 'Privacy: Public · 6 websites']);
});

test('deleting several: only after their count was typed', async () => {
  await select(site(6));
  await select(site(4));
  await press(page, 'button', 'Delete');
  await shows(page, 'Delete 2 websites?');
  expect(await page.$$eval('.names li', (rows) => rows.map((row) => row.textContent))).toEqual([site(6), site(4)]);
  const button = await control(page, 'button', 'Delete for good');
  expect(await button.evaluate((element) => (element as HTMLButtonElement).disabled)).toBe(true);
  await fill(page, 'Type 2 to confirm', '2');
  await press(page, 'button', 'Delete for good');
  await finished();
  expect(sandbox.websites().map(({ domain }) => domain)).toEqual([1, 2, 3, 5].map(site));
  await listed().toEqual([5, 3, 2, 1].map(site));
});

test('all are exported as CSV that is safe to open, without a request', async () => {
  const saved = await allowDownloads(session, page);
  sandbox.addWebsite({ domain: '=cmd|calc.example', exclude_ips: '10.0.0.1\n"10.0.0.2"' });
  sandbox.addWebsites(199);
  await page.reload();
  await press(page, 'button', 'Refresh');
  await counted().toBe('206 websites');
  sandbox.clearLog();
  await press(page, 'button', 'Export');
  await press(page, 'button', 'CSV');
  const text = await saved(/\.csv$/);
  const lines = text.split('\r\n');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  expect(lines[0]?.slice(1)).toBe(
    'domain,privacy,password,email,exclude_bots,exclude_params,exclude_ips,created_at,updated_at,id',
  );
  expect(lines).toHaveLength(6 + 1 + 199 + 2);
  expect(sandbox.log).toEqual([]);
  expect(text).toContain(`"'=cmd|calc.example",private,no,no,yes,,"10.0.0.1\n""10.0.0.2""",`);
});
