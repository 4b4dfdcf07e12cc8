import { expect, test } from 'vitest';
import { control, press, shows } from '../harness/controls.ts';
import { page, playWithOneService, sandbox, session, unlimited } from '../harness/oneService.ts';
import { chooseFile, dropAndCheck, openAddMany, openPreview, paste, pressFirst } from './addManyPage.ts';

const lines = (count: number) => Array.from({ length: count }, (_, n) => `f${n}.example.com`).join('\n');
const title = () => page.$eval('.preview-step h2', ({ textContent }) => textContent);
const checkButton = () =>
  page.$eval('.sources-step footer button', ({ textContent, disabled }) => ({ textContent, disabled }));

playWithOneService({ behave: unlimited, open: () => openAddMany(session) });

test('Check pressed while a file is read goes on with all of it', async () => {
  await paste(page, 'one.example.org');
  await shows(page, 'Check 1 site');
  expect(await dropAndCheck({ 'clients.txt': lines(30_000) })).toBe('Reading…');
  await page.waitForSelector('.preview-step');
  expect(await title()).toBe('30,001 entries read');
});

test.each(['a file', 'a paste'])('%s that is still read as the tab is left is there afterwards', async (what) => {
  if (what === 'a file') await chooseFile('clients.txt', lines(100_000));
  else await paste(page, lines(100_000));
  await press(page, 'tab', 'Websites');
  await page.waitForFunction(() => !document.querySelector('.sources-step'));
  await press(page, 'tab', 'Add many');
  await shows(page, '100,000 lines');
  await expect.poll(checkButton).toEqual({ textContent: 'Check 100,000 sites', disabled: false });
});

test('a long paste keeps what was typed before', async () => {
  await paste(page, 'one.example.org\n');
  await page.evaluate((text) => {
    const box = document.querySelector('textarea');
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    box?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, lines(1500));
  await shows(page, 'Check 1,501 sites');
});

test('what is typed in the middle of the list stays there', async () => {
  await paste(page, 'one.example.org\nexample.com');
  await page.focus('textarea');
  await page.keyboard.press('Home');
  await page.keyboard.type('two.');
  expect(await page.$eval('textarea', ({ value }) => value)).toBe('one.example.org\ntwo.example.com');
});

test('back on the tab, a list is neither called empty nor checked before it is', async () => {
  await paste(page, lines(700));
  await openPreview(page);
  await press(page, 'tab', 'Websites');
  await page.waitForFunction(() => !document.querySelector('.preview-step'));
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    const text = (selector: string) => document.querySelector(selector)?.textContent ?? '';
    new MutationObserver(() => {
      if (!document.querySelector('.preview-step')) return;
      seen.add(`${text('.preview-step h2')} | ${text('.of-entries .empty')}`);
      if (!document.querySelector('.of-entries td.site')) seen.add(`without rows: ${text('.check-bar')}`);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await press(page, 'tab', 'Add many');
  await page.waitForSelector('.check-bar .good');
  const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  const allowed = ['700 entries read | Reading…', '700 entries read | ', '700 entries read, 700 new sites | '];
  expect(seen.filter((one) => ![...allowed, 'without rows: Reading…'].includes(one))).toEqual([]);
});

test('the focus stays with its site as that goes to another group', async () => {
  sandbox.addWebsites([{ domain: 'one.example.org' }]);
  await paste(page, 'one.example.org\ntwo.example.org\nthree.example.org');
  const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
  sandbox.behave({ delay });
  await pressFirst(page, 'Check ');
  await (await control(page, 'checkbox', 'Select two.example.org')).focus();
  sandbox.behave({ delay: undefined });
  answer();
  await page.waitForSelector('.of-entries .in-new');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(await focused()).toBe('Select two.example.org');
  for (const key of ['ArrowDown', 'ArrowUp'] as const) await page.keyboard.press(key);
  expect(await focused()).toBe('Select two.example.org');
});
