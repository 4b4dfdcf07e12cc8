import type { Page } from 'puppeteer-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { faultsInAnyLook } from '../harness/axe.ts';
import { control, press, shows } from '../harness/controls.ts';
import { openPage, openPopup, withBarePage } from '../harness/extension.ts';
import { a, b, connected, playWithTwoServices, session } from '../harness/twoServices.ts';

const long = `${'a-very-long-name-'.repeat(3)}of-a-harbour.example`;
/** The known sites of each connection. */
const known: Record<string, string[]> = {
  a: ['harbour-lights.example', 'bakery-hartmann.example', long],
  b: ['harbour-lights.example', 'charcoal-kitchen.example'],
};

let page: Page;
let popup: Page;

const field = () => control(popup, 'combobox', 'Search your sites');
/** Types a text into the focused field. Resolves to the results, each with its connection. */
async function found(text: string): Promise<string[]> {
  await popup.keyboard.type(text);
  await popup.waitForSelector('.results [role=status]:not(:empty)');
  return popup.$$eval('[role=option]', (rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('bdi, .hint:not(.key)')].map(({ textContent }) => textContent).join(' at '),
    ),
  );
}
/** Focuses the search field by its key, and searches. */
async function search(text: string): Promise<string[]> {
  await field();
  return found(`/${text}`);
}
/** Resolves to the address of the newly opened tab. */
const opened = () =>
  withBarePage(session, (bare) =>
    bare.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      return tab?.url;
    }),
  );
const prefer = (value: object) =>
  withBarePage(session, (bare) =>
    bare.evaluate((now) => chrome.storage.local.set({ preferences: { version: 1, value: now } }), value),
  );

playWithTwoServices();
beforeAll(async () => {
  const records = (await connected()).list.flatMap(({ id, account }) =>
    (known[id] ?? []).map((domain) => ({ account, slot: domain, record: { id: domain, domain }, hosts: [domain] })),
  );
  await withBarePage(session, (bare) =>
    bare.evaluate(async (all) => {
      const open = indexedDB.open('waymark');
      await new Promise((resolve) => open.addEventListener('success', resolve));
      const change = open.result.transaction('records.websites', 'readwrite');
      for (const one of all) change.objectStore('records.websites').put({ ...one, at: 1, pass: 0 });
      await new Promise((resolve) => change.addEventListener('complete', resolve));
      open.result.close();
    }, records),
  );
});
beforeEach(async () => {
  page = await session.browser.newPage();
  await page.goto('http://shop.example.com/');
  popup = await openPopup(session, page);
});

const harbours = [
  'harbour-lights.example at Client A',
  'harbour-lights.example at Client B',
  'bakery-hartmann.example at Client A',
  'charcoal-kitchen.example at Client B',
  `${long} at Client A`,
];

test('by keys alone, without a request, the chosen site’s statistics are opened at its connection', async () => {
  a.clearLog();
  b.clearLog();
  expect(await search('har')).toEqual(harbours);
  expect(await (await field()).evaluate((box) => [box.ariaExpanded, box.getAttribute('aria-controls')])).toEqual([
    'true',
    'found',
  ]);
  const chosen = () =>
    popup.$eval('[role=option][aria-selected=true]', ({ id }) => [
      id,
      document.activeElement?.getAttribute('aria-activedescendant'),
    ]);
  expect(await chosen()).toEqual(['found-0', 'found-0']);
  expect([...a.log, ...b.log].filter(({ query }) => query.search?.includes('har'))).toEqual([]);
  await popup.keyboard.press('ArrowDown');
  expect(await chosen()).toEqual(['found-1', 'found-1']);
  // The popup closes before the key is released.
  await popup.keyboard.press('Enter').catch(() => undefined);
  await expect.poll(opened).toBe(`${b.url}/harbour-lights.example`);
});

test('Escape leads back to the site of the tab, which has gone on meanwhile', async () => {
  await popup.close();
  a.addWebsite({ domain: 'late.example.com' });
  a.behave({ delay: 2000 });
  await page.goto('http://late.example.com/');
  popup = await openPopup(session, page);
  await search('har');
  const isSiteShown = () => popup.$eval('main:not(.results) h1', (title) => title.checkVisibility());
  expect(await isSiteShown()).toBe(false);
  await popup.keyboard.press('Escape');
  await popup.waitForSelector('.results', { hidden: true });
  expect([await isSiteShown(), await (await field()).evaluate((box) => (box as HTMLInputElement).value)]).toEqual([
    true,
    '',
  ]);
  await control(popup, 'link', 'Open statistics');
  a.reset();
});

test('where nothing is found, the list is searched', async () => {
  expect(await search('nowhere')).toEqual([]);
  await shows(popup, 'Nothing found for “nowhere”');
  await press(popup, 'button', 'Manage sites');
  await expect.poll(opened).toMatch(/\/manage\.html\?search=nowhere$/);
});

test('turned off, it is not there, and its key types nothing', async () => {
  await popup.close();
  await prefer({ popupSearch: false });
  popup = await openPopup(session, page);
  await control(popup, 'button', 'Track shop.example.com');
  await popup.keyboard.press('/');
  expect(await popup.$$eval('[role=combobox]', (boxes) => boxes.length)).toBe(0);
  await prefer({});
});

test('in either direction and any colours it breaks no rule, and fits at 320 px', async () => {
  popup = await openPage(session, 'popup.html');
  // Over a page that is not a site, the focus is in the box for a name, in which `/` is a letter.
  await (await field()).click();
  await found('har');
  expect(await faultsInAnyLook(popup)).toEqual([]);
});
