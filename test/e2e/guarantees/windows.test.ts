import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import { describeRequest } from '../../sandbox/sandbox.ts';
import { comesToShow, control, press, shows } from '../harness/controls.ts';
import { addonId, type Firefox, permitPrivate } from '../harness/firefox.ts';
import { full } from '../harness/full.ts';
import { ask, browsers, engines, pageAt, type Stage, type Subject, stageIn } from './browsers.ts';
import { kept } from './secrets.ts';
import { openWindow, privateInChromium } from './windows.ts';

const textOf = (page: Page) => page.evaluate(() => document.body?.textContent ?? '');

/** Opens two windows with a site each. Resolves to the popup's texts over both. */
async function twoWindows({ subject }: Stage): Promise<string[]> {
  const [one, two] = ['one.example.com', 'two.example.com'];
  const page = await subject.tab();
  await page.goto(`http://${one}/`);
  const bare = await subject.bare();
  await openWindow(bare, { url: `http://${two}/` });
  const other = await pageAt(subject, two);
  const texts: string[] = [];
  for (const [over, host] of [
    [other, two],
    [page, one],
    [other, two],
  ] as const) {
    const popup = await subject.popup(over);
    await shows(popup, host);
    texts.push(await textOf(popup));
  }
  await Promise.all([other, page, bare].map((each) => each.close()));
  return texts;
}

/** Moves the tab to another site while the popup is open over it, and then presses a button twice. */
async function goneOn({ subject, sandbox }: Stage, host: string, button: string) {
  const page = await subject.tab();
  await page.goto(`http://${host}/`);
  const popup = await subject.popup(page);
  await shows(popup, 'Not registered');
  if (button === 'Try again') {
    sandbox.behave({ fault: { is: '404', operation: 'websites.create', times: 1 } });
    await press(popup, 'button', `Track ${host}`);
    await control(popup, 'button', button);
    // Chosen after the failure, this value is sent then.
    await press(popup, 'radio', 'Public');
  }
  await page.evaluate(() => void globalThis.setTimeout(() => location.assign('http://after.example.com/')));
  await page.waitForFunction(() => location.hostname === 'after.example.com');
  sandbox.clearLog();
  await press(popup, 'button', button);
  const warned = await comesToShow(popup, 'This tab has moved on to another page.');
  const sent = sandbox.log.map(describeRequest);
  await press(popup, 'button', button);
  await shows(popup, `${host} is registered`);
  await page.close();
  return { warned, sent, made: sandbox.websites().map(({ domain, privacy }) => [domain, privacy]) };
}

/** Opens a private window, as `privateInChromium` does. */
async function privateInFirefox(firefox: Firefox, subject: Subject, host: string): Promise<Page> {
  await permitPrivate(firefox);
  await firefox.inside(
    async (id, address) => {
      const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
      const { BrowserWindowTracker } = ChromeUtils.importESModule('resource:///modules/BrowserWindowTracker.sys.mjs');
      // The extension's own tabs close, and a window closes with its last tab.
      gBrowser.addTrustedTab('about:blank');
      await (await AddonManager.getAddonByID(id)).reload();
      const opened = await BrowserWindowTracker.promiseOpenWindow({ private: true });
      opened.gBrowser.fixupAndLoadURIString(address, {
        triggeringPrincipal: Services.scriptSecurityManager.createNullPrincipal({ privateBrowsingId: 1 }),
      });
    },
    addonId,
    `http://${host}/`,
  );
  return subject.popup(await pageAt(subject, host));
}

/** Resolves to the buttons of the lists in the same private window. */
async function buttonsOfLists(subject: Subject, host: string): Promise<string[]> {
  const lists = await subject.open('manage.html');
  await shows(lists, host);
  const buttons = await lists.$$eval('button', (all) => all.map(({ textContent }) => textContent ?? ''));
  await lists.close();
  return buttons;
}

/** Whether a website's statistics open in a private window from the popup. Closes them afterwards. */
async function statisticsArePrivate(subject: Subject, popup: Page, url: string): Promise<boolean> {
  await press(popup, 'link', 'Open statistics');
  const bare = await subject.bare();
  const opened = await vi.waitUntil(() =>
    bare.evaluate(async (at) => {
      const tab = (await chrome.tabs.query({})).find((one) => one.url === at);
      if (tab?.id) await chrome.tabs.remove(tab.id);
      return tab;
    }, url),
  );
  await bare.close();
  return opened.incognito;
}

/** Resolves to where an unanswered create is noted. In Firefox, a private popup has no database. */
async function pendingIn(popup: Page, host: string, hasDatabases: boolean) {
  const areas = await popup.evaluate(async () => ({
    inMemory: JSON.stringify(await chrome.storage.session.get(null)),
    onDisk: JSON.stringify(await chrome.storage.local.get(null)),
  }));
  const { databases } = hasDatabases ? await kept(popup) : { databases: '' };
  return { isInMemory: areas.inMemory.includes(host), isOnDisk: (areas.onDisk + databases).includes(host) };
}

/** Plays the scenario in a private window in which the extension is allowed. */
async function inPrivate({ subject, sandbox }: Stage) {
  const host = 'private.example.com';
  const { session, firefox } = subject;
  sandbox.clearLog();
  const popup = session
    ? await privateInChromium(session, subject.bare, host)
    : await privateInFirefox(firefox as Firefox, subject, host);
  await shows(popup, 'Private window.');
  const text = await textOf(popup);
  // The popup sends its messages after its paint, through the same channel as this message, which is later.
  await popup.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  await popup.waitForSelector('.tracking-status[data-state]');
  await ask(popup, 'projects.list', {});
  // The worker may be reading the lists meanwhile.
  const asked = sandbox.log.map(describeRequest).filter((line) => line.includes('private'));
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  sandbox.behave({ delayAnswer: { is: promise, operation: 'websites.create' } });
  await press(popup, 'button', `Track ${host}`);
  await vi.waitUntil(() => sandbox.websites().some(({ domain }) => domain === host));
  const pending = await pendingIn(popup, host, !!session);
  sandbox.behave({ delayAnswer: undefined });
  answer();
  await shows(popup, 'is registered');
  const staysHere = await statisticsArePrivate(subject, popup, `${sandbox.url}/${host}`);
  // In Firefox, a new tab opens in this window. Chromium opens no page of an extension in a private window.
  const buttons = firefox && (await buttonsOfLists(subject, host));
  if (firefox) await (await pageAt(subject, host)).close();
  const all = JSON.stringify(await kept(await subject.bare()));
  return { text, asked, pending, staysHere, buttons, isKept: all.includes(host), isRead: all.includes(sandbox.url) };
}

describe.each(browsers)('%s', (browser) => {
  const stage = stageIn(browser);

  test('of two windows, the popup is about the one it opened in', async () => {
    expect(await twoWindows(stage)).toEqual([
      expect.stringContaining('two.example.com'),
      expect.stringContaining('one.example.com'),
      expect.stringContaining('two.example.com'),
    ]);
  });

  // Both engines behave alike, so the second one runs only in the full tier.
  const inEngines = engines.includes(browser) ? { describe } : full;
  inEngines.describe(
    'a tab that goes on under an open popup: said before anything is sent, then as the person says',
    () => {
      test.each([
        ['before.example.com', 'Track before.example.com', 1],
        ['again.example.com', 'Try again', 0],
      ])('%s: %s', async (host, button, privacy) => {
        const { warned, sent, made } = await goneOn(stage, host, button);
        expect({ warned, sent }).toEqual({ warned: true, sent: [] });
        expect(made.filter(([domain]) => domain === host)).toEqual([[host, privacy]]);
      });
    },
  );

  // This test comes last, because the extension restarts for it.
  test('a private window: told, asked about only when the person acts, and nothing of it is kept', async () => {
    expect(await inPrivate(stage)).toEqual({
      text: expect.stringContaining('private.example.com'),
      asked: [],
      pending: { isInMemory: true, isOnDisk: false },
      staysHere: true,
      buttons: browser === 'Firefox' ? expect.not.arrayContaining(['Check tracking']) : undefined,
      isKept: false,
      isRead: true,
    });
  });
});
