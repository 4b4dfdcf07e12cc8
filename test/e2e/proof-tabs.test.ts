import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { startSandbox } from '../sandbox/sandbox.ts';
import { openWeb } from './harness/web.ts';
import { type BrowserName, browsers, connectTo, playBoth, type Subject, start } from './proof-browsers.ts';

interface Row {
  what: string;
  address: string | ((subject: Subject) => string);
  /** The host that the popup is about, or why it is about none. */
  says: string;
  note?: string;
  only?: BrowserName;
}

const file = join(tmpdir(), 'waymark-proof.html');
const hidden = 'This is a page of the browser, or one that it hides from extensions.';

/** Addresses as the browser tells them; what becomes of one that is told has its own tests. */
const rows: Row[] = [
  { what: 'an empty tab', address: 'about:blank', says: hidden, only: 'Chromium' },
  { what: 'an empty tab', address: 'about:blank', says: 'Open a website first.', only: 'Firefox' },
  { what: 'a page of the browser', address: 'about:license', says: hidden, only: 'Firefox' },
  { what: 'a page of the browser', address: 'chrome://version/', says: hidden, only: 'Chromium' },
  { what: 'a new tab', address: 'chrome://newtab/', says: hidden, only: 'Chromium' },
  { what: 'our own page', address: ({ origin }) => `${origin}/manage.html`, says: 'This is a page of an extension' },
  { what: 'a file', address: `file://${file}`, says: 'This is a file on your computer' },
  { what: 'a data: address', address: 'data:text/html,<p>x', says: hidden, only: 'Chromium' },
  { what: 'a data: address', address: 'data:text/html,<p>x', says: 'This is not a website.', only: 'Firefox' },
  { what: 'a source view', address: 'view-source:http://viewed.example.com/', says: hidden, only: 'Chromium' },
  { what: 'a trailing dot', address: 'http://dotted.example.com./', says: 'dotted.example.com' },
  { what: 'an escaped dot', address: 'http://example.com%2eevil.example.net/', says: 'example.com.evil.example.net' },
  { what: 'an international name', address: 'http://bücher.example.com/', says: 'xn--bcher-kva.example.com' },
  {
    what: 'an IP address, oddly written',
    address: 'http://0x0a.1/',
    says: '10.0.0.1',
    note: 'This is a local address',
  },
  { what: 'upper case and a port', address: 'HTTP://SHOP.EXAMPLE.COM:80/A?b#c', says: 'shop.example.com' },
  { what: 'a page that did not load', address: 'https://nowhere.example.com/', says: 'nowhere.example.com' },
  { what: 'user-info', address: 'http://somebody:sesame@shop.example.com/', says: 'shop.example.com', only: 'Firefox' },
  // Chromium hides it, though the person asked there (measured in 156).
  { what: 'user-info', address: 'http://somebody:sesame@shop.example.com/', says: hidden, only: 'Chromium' },
];

async function textOver(subject: Subject, { address, says }: Row): Promise<string> {
  const page = await subject.tab();
  const url = typeof address === 'string' ? address : address(subject);
  // Load events of some pages never come. What does not load stays an address all the same, once Chromium's own page is there.
  const loaded = await page.goto(url, { waitUntil: /^http/i.test(url) ? 'load' : [] }).catch(() => undefined);
  if (!loaded && subject.session && url.startsWith('https:'))
    await page.waitForFunction(() => location.protocol === 'chrome-error:' && document.readyState === 'complete');
  const popup = await subject.popup(page);
  const text = () => popup.evaluate(() => document.body.textContent ?? '');
  await vi
    .waitUntil(async () => (await text()).includes(says), { timeout: 5_000, interval: 50 })
    .catch(() => undefined);
  const all = await text();
  await page.close();
  return all;
}

async function play(browser: BrowserName): Promise<string[]> {
  const [web, sandbox] = await Promise.all([openWeb(), startSandbox()]);
  const subject = await start(browser, { web });
  try {
    await writeFile(file, '<!doctype html><title>A file</title>');
    await connectTo(subject, await subject.open('options.html'), sandbox);
    const texts = [];
    for (const row of rowsOf(browser)) texts.push(await textOver(subject, row));
    return texts;
  } finally {
    await subject.close();
    await Promise.all([sandbox.close(), web.close()]);
  }
}

const rowsOf = (browser: BrowserName) => rows.filter(({ only }) => !only || only === browser);
const played = playBoth(play);

describe.each(browsers)('%s: the popup over', (browser) => {
  test.each(rowsOf(browser).map((row, index) => ({ ...row, index })))('$what', async ({ index, says, note }) => {
    const text = (await played(browser))[index];
    expect(text).toContain(says);
    if (note) expect(text).toContain(note);
    expect(text).not.toContain('sesame');
  });
});
