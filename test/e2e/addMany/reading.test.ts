import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect, forgetSites } from '../harness/connect.ts';
import { press, shows } from '../harness/controls.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { openAddMany, openPreview, paste, pressFirst } from './addManyPage.ts';

let sandbox: Sandbox;
let session: Session;
let page: Page;
let folder: string;

const lines = (count: number) => Array.from({ length: count }, (_, n) => `f${n}.example.com`).join('\n');
const buttons = () => page.$$eval('.filters button', (all) => all.map(({ textContent }) => textContent));
const checkButton = () =>
  page.$eval('.sources-step footer button', ({ textContent, disabled }) => ({ textContent, disabled }));
/** Chooses a file of so many sites. */
async function choose(count: number): Promise<void> {
  const path = join(folder, 'clients.txt');
  await writeFile(path, lines(count));
  const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(path);
}

beforeAll(async () => {
  sandbox = await startSandbox({ behave: { rateLimit: { limit: 1000, windowMs: 60_000 } } });
  folder = await mkdtemp(join(tmpdir(), 'waymark-reading-'));
  session = await launch();
  await connect(session, sandbox);
});
beforeEach(async () => {
  sandbox.reset();
  await forgetSites(session);
  page = await openAddMany(session);
});
afterEach(async () => {
  await page.close();
  expect(session.complaints).toEqual([]);
});
afterAll(async () => {
  await session?.close();
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Drops files, and presses Check while the first of them is read. */
const dropAndCheck = (texts: Record<string, string>) =>
  page.evaluate(async (all) => {
    const files = new DataTransfer();
    for (const [name, text] of Object.entries(all)) files.items.add(new File([text], name));
    const drop = new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true });
    document.querySelector('.sources-step')?.dispatchEvent(drop);
    await new Promise((rendered) => setTimeout(rendered, 0));
    const said = document.querySelector('.sources-step footer [role=status]')?.textContent;
    document.querySelector<HTMLElement>('.sources-step footer button')?.click();
    return said;
  }, texts);

test('Check pressed while a file is read goes on with all of it', async () => {
  await paste(page, 'one.example.org');
  await shows(page, 'Check 1 site');
  expect(await dropAndCheck({ 'clients.txt': lines(30_000) })).toBe('Reading…');
  await page.waitForSelector('.preview-step');
  expect((await buttons())[0]).toBe('All 30,001');
});

test('Check pressed while files are read of which one cannot be: that is said first', async () => {
  await paste(page, 'one.example.org');
  await shows(page, 'Check 1 site');
  const texts = { 'clients.txt': lines(30_000), 'clients.zip': 'PK\x03\x04\x14\0\0\0' };
  expect(await dropAndCheck(texts)).toBe('Reading…');
  await shows(page, 'This file could not be read as text.');
  await expect.poll(checkButton).toEqual({ textContent: 'Check 30,001 sites', disabled: false });
  await pressFirst(page, 'Check ');
  await page.waitForSelector('.preview-step');
});

test.each(['a file', 'a paste'])('%s that is still read as the tab is left is there afterwards', async (what) => {
  if (what === 'a file') await choose(100_000);
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
      seen.add(`${text('.preview-step header > .hint')} | ${text('.filters button')} | ${text('.virtual .empty')}`);
      if (!document.querySelector('.virtual td.site')) seen.add(`without rows: ${text('.check-bar')}`);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await press(page, 'tab', 'Add many');
  await page.waitForSelector('.check-bar .good');
  const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  const allowed = ['700 entries read | All 700 | Reading…', '700 entries read | All 700 | ', 'without rows: Reading…'];
  expect(seen.filter((one) => !allowed.includes(one))).toEqual([]);
});

test('Add pressed while the service is asked adds what was shown then', async () => {
  await paste(page, 'one.example.org');
  sandbox.behave({ delay: 1500 });
  await pressFirst(page, 'Check ');
  await pressFirst(page, 'Add 1 site');
  await shows(page, 'Adding 1 site');
  sandbox.behave({ delay: undefined });
  await expect.poll(() => sandbox.websites().map(({ domain }) => domain)).toEqual(['one.example.org']);
});
