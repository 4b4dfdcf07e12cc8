import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { connectionStatus } from '@/lib/background/connection.ts';
import { getDefaultPassword, keyFor } from '@/lib/background/keys.ts';
import { allJobs, itemsOf } from '@/lib/jobs/store.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { presets } from '@/lib/storage/presets.ts';
import {
  activeConnection,
  connections,
  defaults,
  draftOf,
  firstId,
  get,
  NewerSettings,
  preferences,
  set,
  update,
} from '@/lib/storage/settings.ts';
import { cachedHosts, listReadAt } from '@/lib/storage/siteCache.ts';

/** What the last release that knew one connection only has stored. */
const connection = {
  id: 'main',
  analyticsUrl: 'https://stats.example/path',
  account: '6a1d8c1e-0000-4000-8000-000000000001',
  kind: 'umami',
  seoUrl: 'https://seo.example',
  seoAccount: '6a1d8c1e-0000-4000-8000-000000000002',
};
const fields = { privacy: 2, email: 1, exclude_bots: 0, exclude_params: ['ref'], exclude_ips: ['10.0.0.1'] };
const preferred = {
  hostChoice: 'bare',
  statisticsUrl: '{base_url}/s/{id}',
  trackingCode: '',
  accountUrl: '',
  contextMenu: false,
  notifications: true,
  badge: true,
};
const report = { report: { analytics: { ok: true, count: 3, more: false } }, at: 1_790_000_000_000 };
const secret = { origin: 'https://stats.example', key: 'made-up-key-of-a-release' };
const local = {
  connections: { version: 1, value: { active: 'main', list: [connection] } },
  keys: { version: 1, value: { 'main:analytics': secret, 'main:seo': { ...secret, origin: 'https://seo.example' } } },
  defaults: { version: 1, value: { ...fields, hasPassword: true } },
  defaultPassword: { version: 1, value: 'made-up-password' },
  presets: { version: 1, value: [{ ...fields, name: 'Shops', password: 'common' }] },
  preferences: { version: 1, value: preferred },
  lastReport: { version: 1, value: report },
};
const draft = { analyticsUrl: 'https://next.example', seoUrl: '', forgetKeys: true };
const site = {
  base: connection.account,
  host: 'shop.example',
  id: '1',
  privacy: 1,
  hasPassword: false,
  learnt: 1_790_000_000_000,
};
const job = {
  id: 'job-1',
  kind: 'create',
  serviceUrl: connection.analyticsUrl,
  account: connection.account,
  fields: { privacy: 1 },
  speed: 'careful',
  state: 'running',
  total: 2,
  counts: { waiting: 1, sending: 0, done: 1, failed: 0, skipped: 0 },
  outcomes: { created: 1 },
  started: 1_790_000_000_000,
};
const items = ['done', 'waiting'].map((state, at) => ({ job: job.id, at, key: `${at}.example`, state }));

async function storeSites(): Promise<void> {
  const old = await openDB('waymark', 2, {
    upgrade(database) {
      database.createObjectStore('sites', { keyPath: ['base', 'host'] }).createIndex('id', ['base', 'id']);
      database.createObjectStore('creates', { keyPath: ['base', 'host'] });
      database.createObjectStore('projects', { keyPath: ['base', 'host'] });
      database.createObjectStore('walks', { keyPath: 'base' });
    },
  });
  await old.put('sites', site);
  await old.put('walks', { base: connection.account, at: 1_790_000_000_001 });
  old.close();
}

async function storeJob(): Promise<void> {
  const old = await openDB('waymark-jobs', 2, {
    upgrade(database) {
      database.createObjectStore('jobs', { keyPath: 'id' });
      database.createObjectStore('items', { keyPath: ['job', 'at'] }).createIndex('state', ['job', 'state', 'at']);
      database.createObjectStore('secrets', { keyPath: 'job' });
    },
  });
  await old.put('jobs', job);
  for (const item of items) await old.put('items', item);
  old.close();
}

beforeEach(async () => {
  fakeBrowser.reset();
  await browser.storage.local.set(local);
  await browser.storage.session.set({ draft: { version: 1, value: draft } });
});

describe('what a release with one connection has stored', () => {
  const read: [string, () => Promise<unknown>, unknown][] = [
    ['the connection', async () => activeConnection(await get(connections)), connection],
    ['the analytics key', () => keyFor(firstId, 'analytics', connection.analyticsUrl), secret.key],
    ['the SEO key', () => keyFor(firstId, 'seo', connection.seoUrl), secret.key],
    [
      'how the keys stand',
      connectionStatus,
      expect.objectContaining({ analytics: expect.objectContaining({ key: 'stored' }) }),
    ],
    ['the defaults', () => get(defaults), { ...fields, hasPassword: true }],
    ['the default password', () => getDefaultPassword(firstId), 'made-up-password'],
    ['the presets', () => get(presets), local.presets.value],
    ['the preferences', () => get(preferences), preferred],
    ['the last test', () => get(lastReportOf(firstId)), report],
    ['the draft', () => get(draftOf(firstId)), expect.objectContaining(draft)],
  ];
  test.each(read)('%s is read', async (_name, now, before) => expect(await now()).toEqual(before));

  test('the known sites and the job under way are there, under the account of the connection', async () => {
    await storeSites();
    await storeJob();
    const { account = '' } = activeConnection(await get(connections)) ?? {};
    expect([...(await cachedHosts(account))]).toEqual([site.host]);
    expect(await listReadAt(account)).toBe(1_790_000_000_001);
    expect(await allJobs()).toEqual([job]);
    expect(await itemsOf(job.id)).toEqual(items);
  });

  test('a second connection leaves all of it as it was', async () => {
    const other = { id: 'other', analyticsUrl: 'https://other.example', account: 'other' };
    await update(connections, ({ list, ...rest }) => ({ ...rest, list: [...list, other] }));
    expect(await browser.storage.local.get()).toEqual({
      ...local,
      connections: { version: 2, value: { active: 'main', list: [connection, other] } },
    });
  });
});

test('going back to that release: it takes the settings for newer ones, and overwrites nothing', async () => {
  await update(connections, (all) => all);
  const stored = await browser.storage.local.get();
  const asThen = { ...connections, version: 1 };
  expect(await get(asThen)).toEqual({ list: [] });
  await expect(set(asThen, { list: [] })).rejects.toThrow(NewerSettings);
  await expect(update(asThen, (all) => all)).rejects.toThrow(NewerSettings);
  expect(await browser.storage.local.get()).toEqual(stored);
});
