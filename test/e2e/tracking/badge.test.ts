import type { Page } from 'puppeteer-core';
import { beforeAll, expect, test } from 'vitest';
import { press, shows as showsText } from '../harness/controls.ts';
import { answerDialog } from '../harness/dialog.ts';
import { killWorker, openPage, stored, withBarePage } from '../harness/extension.ts';
import { inChromium } from '../harness/stage.ts';

const stage = inChromium({ headed: true });

const sites = 40;
const nameOf = (index: number) => `site${index}.example.com`;

beforeAll(async () => {
  stage.sandbox.addWebsites(
    Array.from({ length: sites }, (_, index) => ({ domain: nameOf(index), privacy: index % 2 })),
  );
});

/** Resolves to the toolbar button's badge and title for the tab with this address. */
function badgeOf(address: string): Promise<string> {
  // Not asked of the worker, because the question would wake it.
  return withBarePage(stage.session, (page) =>
    page.evaluate(async (url) => {
      const [tab] = (await chrome.tabs.query({})).filter((one) => one.url === url);
      return tab?.id === undefined ? 'no such tab' : chrome.action.getBadgeText({ tabId: tab.id });
    }, address),
  );
}

/** Returns the expected badge: even sites are public, and sites from number `sites` on are not registered. */
const wanted = (index: number) => (index >= sites ? '–' : index % 2 ? '✓' : '◉');
const shows = (index: number) => expect.poll(() => badgeOf(`http://${nameOf(index)}/`)).toBe(wanted(index));
const turn = (options: Page) => press(options, 'switch', 'Show on the toolbar button whether a site is registered');
const visit = (page: Page, index: number) => page.goto(`http://${nameOf(index)}/`);

test('it is off until the person turns it on and the browser has asked', async () => {
  const page = await stage.session.browser.newPage();
  await visit(page, 1);
  const options = await openPage(stage.session, 'options.html');
  await turn(options);
  await answerDialog(stage.session, options, 'deny');
  await showsText(options, 'Your browser did not allow access');
  expect(stage.sandbox.log).toEqual([]);
  await turn(options);
  await answerDialog(stage.session, options, 'allow');
  // The list is read once, because otherwise an unknown site could not be told from an unregistered one.
  await showsText(options, `${sites} sites known`);
  await page.bringToFront();
  await shows(1);
  expect(stage.sandbox.log.map(({ method }) => method)).toEqual(['GET']);
  await Promise.all([page.close(), options.close()]);
});

test('every tab has its own; a tab that moves on at once shows the last', async () => {
  stage.sandbox.clearLog();
  const [one, two] = [await stage.session.browser.newPage(), await stage.session.browser.newPage()];
  await Promise.all([visit(one, 3), visit(two, 45)]);
  await shows(3);
  await shows(45);
  for (const index of [4, 46, 5, 47, 6]) await one.goto(`http://${nameOf(index)}/`, { waitUntil: 'domcontentloaded' });
  await shows(6);
  await shows(45);
  await one.evaluate(() => history.pushState(null, '', '/#there'));
  await expect.poll(() => badgeOf(`http://${nameOf(6)}/#there`)).toBe(wanted(6));
  await one.reload();
  await expect.poll(() => badgeOf(`http://${nameOf(6)}/#there`)).toBe(wanted(6));
  expect(stage.sandbox.log).toEqual([]);
  await Promise.all([one.close(), two.close()]);
});

test('a worker that was stopped is woken by a visit', async () => {
  const page = await stage.session.browser.newPage();
  await killWorker(stage.session);
  await visit(page, 8);
  await shows(8);
  expect(stage.session.complaints).toEqual([]);
  await page.close();
});

test('turned off, nothing is shown and the permission is given back', async () => {
  const page = await stage.session.browser.newPage();
  await visit(page, 2);
  await shows(2);
  const options = await openPage(stage.session, 'options.html');
  const before = await options.evaluate(
    async () => (await chrome.tabs.query({})).find(({ url }) => url?.includes('site2.'))?.id,
  );
  await turn(options);
  await expect.poll(() => options.evaluate((tabId) => chrome.action.getBadgeText({ tabId }), before)).toBe('');
  expect(await options.evaluate(async () => (await chrome.permissions.getAll()).permissions)).not.toContain('tabs');
  expect(await stored(stage.session)).toMatchObject({ preferences: { value: { badge: false } } });
  await Promise.all([page.close(), options.close()]);
});
