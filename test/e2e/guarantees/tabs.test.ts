import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import { silent } from '../harness/web.ts';
import { type BrowserName, browsers, pageAt, playOn, type Subject } from './browsers.ts';

interface Row {
  what: string;
  address: string | ((subject: Subject) => string);
  /** The host that the popup shows, or why it shows none. */
  says: string;
  note?: string;
  only?: BrowserName;
  /** What happens to the tab before the popup opens. Resolves to the page that is in the tab then. */
  via?: (page: Page, subject: Subject) => Promise<Page>;
}

const file = join(tmpdir(), 'waymark-proof.html');
const hidden = 'This is a page of the browser, or one that the browser hides from extensions.';

const behind = 'This is the site behind the open view, such as a reader or source view.';
const slept = 'asleep.example.com';

async function toBlob(page: Page): Promise<Page> {
  const there = page.waitForNavigation({ waitUntil: [] }).catch(() => undefined);
  await page.evaluate(() => {
    const url = URL.createObjectURL(new Blob(['<p>A view'], { type: 'text/html' }));
    globalThis.setTimeout(() => location.assign(url));
  });
  await there;
  await vi.waitUntil(() => page.url().startsWith('blob:'));
  return page;
}

/** Makes the tab navigate to a site that has not answered yet. */
async function setOff(page: Page): Promise<Page> {
  const asked = page.waitForRequest((request) => request.url().includes(silent));
  await page.evaluate((host) => void globalThis.setTimeout(() => location.assign(`http://${host}/`)), silent);
  await asked;
  return page;
}

/** Discards the tab, as the browser does when memory is short, and then returns to the tab. */
async function sleepAndWake(_: Page, subject: Subject): Promise<Page> {
  const bare = await subject.bare();
  await bare.bringToFront();
  const asleep = await bare.evaluate(async () => {
    const ids = (await chrome.tabs.query({ active: false })).map(({ id = 0 }) => id);
    await chrome.tabs.discard(Math.max(...ids));
    return (await chrome.tabs.query({ discarded: true })).length;
  });
  if (asleep !== 1) throw new Error(`${asleep} tabs sleep.`);
  // In Firefox, a discarded tab has no page that could be brought to the front.
  await subject.firefox?.inside(() => {
    gBrowser.selectedTab = [...gBrowser.tabs].find(({ linkedPanel }) => !linkedPanel);
  });
  return pageAt(subject, slept);
}

/** The addresses as the browser reports them. How Waymark treats a reported address is tested elsewhere. */
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
  { what: 'a PDF', address: 'http://papers.example.com/a.pdf', says: 'papers.example.com' },
  {
    what: 'a reader view',
    address: 'about:reader?url=http%3A%2F%2Fread.example.com%2F',
    says: 'read.example.com',
    note: behind,
    only: 'Firefox',
  },
  { what: 'a blob', address: 'http://blob.example.com/', via: toBlob, says: hidden, only: 'Chromium' },
  {
    what: 'a blob',
    address: 'http://blob.example.com/',
    via: toBlob,
    says: 'blob.example.com',
    note: behind,
    only: 'Firefox',
  },
  { what: 'a tab that slept', address: `http://${slept}/`, via: sleepAndWake, says: slept },
  {
    what: 'a page on its way to another',
    address: 'http://first.example.com/',
    via: setOff,
    says: 'first.example.com',
  },
  {
    what: 'a host that browsers keep extensions from',
    address: 'https://addons.mozilla.org/',
    says: 'addons.mozilla.org',
  },
  { what: 'a page that did not load', address: 'https://nowhere.example.com/', says: 'nowhere.example.com' },
  { what: 'user-info', address: 'http://somebody:sesame@shop.example.com/', says: 'shop.example.com', only: 'Firefox' },
  // Chromium hides it, although the person opened the popup there (measured in 156).
  { what: 'user-info', address: 'http://somebody:sesame@shop.example.com/', says: hidden, only: 'Chromium' },
];

/** Runs in the page: whether it is the browser's error page. Firefox's own page never reports that it is complete. */
const isErrorPage = () =>
  /^(chrome-error:|about:(net|cert)error)/.test(document.documentURI) && document.readyState !== 'loading';

async function textOver(
  subject: Subject,
  { address, says, note = '', via = async (same) => same }: Row,
): Promise<string> {
  const page = await subject.tab();
  const url = typeof address === 'string' ? address : address(subject);
  // Some pages never report that they have loaded. The address stays even if nothing loads.
  const waitUntil = /^(http|file|chrome-extension)/i.test(url) ? 'load' : [];
  const loaded = await page.goto(url, { waitUntil }).catch(() => undefined);
  // Otherwise the popup would be about the earlier page: a new tab may report that its empty page has loaded, and the
  // error page comes after the failure. Access to a page ends with the navigation to the next.
  if (loaded && url !== 'about:blank') await vi.waitUntil(() => page.url() !== 'about:blank');
  if (!loaded && /^http/i.test(url)) await page.waitForFunction(isErrorPage);
  if (/^moz-extension/.test(url)) await page.waitForFunction(() => location.protocol === 'moz-extension:');
  const shown = await via(page, subject);
  const popup = await subject.popup(shown);
  const text = () => popup.evaluate(() => document.body?.textContent ?? '');
  // The details of a site follow its name.
  const isAll = (all: string) => all.includes(says) && all.includes(note);
  await vi.waitUntil(async () => isAll(await text())).catch(() => undefined);
  const all = await text();
  await shown.close();
  return all;
}

const rowsOf = (browser: BrowserName) => rows.filter(({ only }) => !only || only === browser);

const played = playOn(browsers, async ({ browser, subject }) => {
  await writeFile(file, '<!doctype html><title>A file</title>');
  const texts = [];
  for (const row of rowsOf(browser)) texts.push(await textOver(subject, row));
  return texts;
});

describe.each(browsers)('%s: the popup over', (browser) => {
  test.each(rowsOf(browser).map((row, index) => ({ ...row, index })))('$what', async ({ index, says, note }) => {
    const text = (await played(browser))[index];
    expect(text).toContain(says);
    if (note) expect(text).toContain(note);
    expect(text).not.toContain('sesame');
  });
});
