import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { ask, askAll } from '../guarantees/browsers.ts';
import { askWorker, forgetSites } from '../harness/connect.ts';
import { fill, press, said, shows } from '../harness/controls.ts';
import { killWorker, openPage, openPopup, stored, withBarePage, worker, workerRuns } from '../harness/extension.ts';
import { inChromium } from '../harness/stage.ts';

const stage = inChromium();

let page: Page;

const host = 'shop.example.com';

beforeAll(async () => {
  page = await stage.session.browser.newPage();
  await page.goto(`http://${host}/`);
});
beforeEach(async () => {
  await forgetSites(stage.session);
  stage.sandbox.reset();
});

const asked = () => stage.sandbox.log.map(({ operation }) => operation);

/** Opens the popup, waits until it shows this text about the site, and acts. */
const inPopup = (says: string, act?: (popup: Page) => Promise<unknown>) => async (): Promise<Page> => {
  const popup = await openPopup(stage.session, page);
  await shows(popup, says);
  await act?.(popup);
  return popup;
};

/** Resolves to the stored readings of lists. */
const readings = async () => {
  const { refresh } = (await stored(stage.session, 'session')) as { refresh?: { value: object } };
  return Object.values(refresh?.value ?? {});
};

// Before the tests that write, because the alarm also stays until a write's outcome has been tidied away.
test('a reading that a stopped worker left goes on where it stood, by the alarm of the queue', async () => {
  const names = () =>
    withBarePage(stage.session, (bare) =>
      bare.evaluate(async () => (await chrome.alarms.getAll()).map(({ name }) => name)),
    );
  stage.sandbox.addWebsites(250);
  stage.sandbox.behave({ delay: 500 });
  await askWorker(stage.session, 'records.refresh', {});
  await expect.poll(readings).toMatchObject([{ read: 100 }]);
  await killWorker(stage.session);
  expect(await names()).toEqual(['jobs']);
  await withBarePage(stage.session, (bare) => bare.evaluate(() => chrome.alarms.create('jobs', { when: Date.now() })));
  await expect.poll(readings).toMatchObject([{ state: 'done', read: 250 }]);
  await expect.poll(names).toEqual([]);
  // The page under way is requested again, but not the first one.
  expect(asked().length).toBeLessThanOrEqual(4);
});

interface Task {
  task: string;
  /** The number of existing websites, or `own` for the page's own website. */
  there?: number | 'own';
  act(): Promise<Page | undefined>;
  requests: string[];
}

const tasks: Task[] = [
  {
    task: 'another privacy',
    there: 'own',
    act: inPopup('Registered', async (popup) => {
      await press(popup, 'radio', 'Public');
      await said(popup, 'Privacy is now Public');
    }),
    requests: ['websites.list', 'websites.update'],
  },
  {
    task: 'Delete',
    there: 'own',
    act: inPopup('Registered', async (popup) => {
      await press(popup, 'button', 'More');
      await press(popup, 'button', 'Delete website');
      await fill(popup, `Type ${host} to confirm`, host);
      await popup.keyboard.press('Enter');
      await said(popup, 'was deleted');
    }),
    requests: ['websites.list', 'websites.show', 'websites.delete'],
  },
  {
    task: 'reading 250 sites',
    there: 250,
    act: async () => {
      await askWorker(stage.session, 'records.refresh', {});
      await expect.poll(readings).toMatchObject([{ state: 'done', read: 250 }]);
      return undefined;
    },
    requests: ['websites.list', 'websites.list', 'websites.list'],
  },
];

test.each(tasks)('$task', async ({ there = 0, act, requests }) => {
  if (there === 'own') stage.sandbox.addWebsite({ domain: host, privacy: 1 });
  else stage.sandbox.addWebsites(there);
  const open = await act();
  expect(asked()).toEqual(requests);
  await open?.close();
});

/** Texts that are evaluated with a kind's module, and occur nowhere else in the worker. */
const marks = {
  umami: '/api/heartbeat',
  umamiCloud: 'x-umami-api-key',
  matomo: 'SitesManager.getSitesWithAdminAccess',
};

test('a kind of service is evaluated where a connection of it is asked, and not before', async () => {
  const standIns = { umami: await startUmami(), matomo: await startMatomo() };
  const extension = await openPage(stage.session, 'manifest.json');
  for (const [connection, { url: analyticsUrl, key: apiKey }] of Object.entries(standIns))
    await ask(extension, 'connection.save', {
      connection,
      services: { analytics: { url: analyticsUrl, key: apiKey } },
      keep: 'always',
    });
  await killWorker(stage.session);
  await expect.poll(() => workerRuns(stage.session)).toBe(false);
  // The browser may start a new worker instead of the one that has ended, whose session is then closed.
  const client = await vi.waitFor(async () => {
    await worker(stage.session);
    const target = stage.session.browser.targets().find((one) => one.type() === 'service_worker');
    const begun = await target?.createCDPSession();
    if (!begun) throw new Error('No worker');
    await begun.send('Profiler.enable');
    await begun.send('Profiler.startPreciseCoverage', { callCount: true });
    return begun;
  });
  const source = readFileSync(join(process.env.WAYMARK_BUILD ?? '', 'background.js'), 'utf8');
  const marksIn = ({ startOffset, endOffset }: { startOffset: number; endOffset: number }) =>
    Object.entries(marks)
      .filter(([, mark]) => source.slice(startOffset, endOffset).includes(mark))
      .map(([name]) => name);
  const evaluated = async (connection?: string): Promise<string[]> => {
    await askAll(extension, [{ ask: 'websites.list', input: {}, ...(connection ? { connection } : {}) }]);
    const { result } = await client.send('Profiler.takePreciseCoverage');
    const [script] = result.filter(({ url }) => url.endsWith('/background.js'));
    const run = (script?.functions ?? []).flatMap(({ ranges: [whole] }) => (whole?.count ? [marksIn(whole)] : []));
    // The function around all others is the script itself.
    return [...new Set(run.filter(({ length }) => length === 1).flat())];
  };
  expect(await evaluated()).toEqual([]);
  expect(await evaluated('umami')).toEqual(['umami']);
  expect(await evaluated('matomo')).toEqual(['matomo']);
  await client.send('Profiler.disable');
  await extension.close();
  await Promise.all([standIns.umami.close(), standIns.matomo.close()]);
});
