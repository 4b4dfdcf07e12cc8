import { describe, expect, test, vi } from 'vitest';
import { comesToShow } from '../harness/controls.ts';
import { addonId } from '../harness/firefox.ts';
import { ask, browsers, playOn, type Stage, type Subject } from './browsers.ts';

const host = 'shop.example.com';
const clients = Array.from({ length: 6 }, (_, n) => `client-${n}.example.com`);

/** Installs the extension again, as an update does: all its pages close, and the worker ends. */
async function reload({ session, firefox }: Subject): Promise<void> {
  if (firefox)
    await firefox.inside(async (id) => {
      const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
      await (await AddonManager.getAddonByID(id)).reload();
    }, addonId);
  if (!session) return;
  const page = await session.browser.newPage();
  await page.goto('chrome://extensions/');
  // With this option, the call resolves once the extension runs again, otherwise at once.
  await page.evaluate(`chrome.developerPrivate.reload('${session.id}', { populateErrorForUnpacked: true })`);
  await page.close();
}

/** Counts each host among these names. */
const tally = (names: (string | undefined)[]) =>
  Object.fromEntries([host, ...clients].map((name) => [name, names.filter((one) => one === name).length]));

async function play({ subject, sandbox, page: bare }: Stage) {
  // This tab keeps the window open while all tabs of the extension close.
  const page = await subject.tab();
  await page.goto(`http://${host}/`);
  // So late that, when the worker ends, all requests have arrived and no further one is sent. A request that is lost on
  // its way could only be reported as unknown.
  sandbox.behave({ delayAnswer: { is: 10_000, operation: 'websites.create' } });
  const items = clients.map((key) => ({ key }));
  await ask(bare, 'jobs.start', { id: 'proof', kind: 'create', items, fields: {}, speed: 'fast' });
  const soon = { timeout: 20_000, interval: 10 };
  await vi.waitUntil(() => sandbox.websites().length > 1, soon);
  // Nobody is left to receive the answer.
  ask(bare, 'websites.create', { domain: host }).catch(() => undefined);
  await vi.waitUntil(() => sandbox.websites().some(({ domain }) => domain === host), soon);
  await reload(subject);
  sandbox.behave({ delayAnswer: undefined });
  const manage = await subject.open('manage.html?tab=add');
  const job = await comesToShow(manage, '6 added', { timeout: 40_000 });
  const popup = await comesToShow(await subject.popup(page), 'Registered');
  const sent = sandbox.log
    .filter(({ operation }) => operation === 'websites.create')
    .map(({ fields }) => fields.domain);
  return { records: tally(sandbox.websites().map(({ domain }) => domain)), sent: tally(sent), job, popup };
}

const played = playOn(browsers, play, {
  service: { behave: { domains: 'duplicates', keepAlive: false } },
  isBare: true,
});

describe.each(browsers)('%s: the extension is reloaded while a create and a job are under way', (browser) => {
  const once = tally([host, ...clients]);

  test('every website is made once, and sent once', async () => {
    expect(await played(browser)).toMatchObject({ records: once, sent: once });
  });

  test('the job tells how it ended, and the popup of the website', async () => {
    expect(await played(browser)).toMatchObject({ job: true, popup: true });
  });
});
