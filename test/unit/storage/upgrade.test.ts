import { openDB } from 'idb';
import { beforeEach, describe, expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { connectionStatus } from '@/lib/background/connection.ts';
import { getDefaultPassword, keyFor } from '@/lib/background/keys.ts';
import { copyOld } from '@/lib/background/records/copyOld.ts';
import { openCreate } from '@/lib/jobs/openCreates.ts';
import { allJobs, itemsOf } from '@/lib/jobs/store.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { presets } from '@/lib/storage/presets.ts';
import {
  activeConnection,
  connections,
  defaults,
  firstId,
  get,
  NewerSettings,
  preferences,
  set,
  update,
} from '@/lib/storage/settings.ts';
/**
 * What the last build that knew one connection only stored in Chromium, in the middle of a job of four sites: written by its
 * own pages and worker, connected to the sandbox. Of the cached sites only the first three.
 */
import storedThen from '../data/storedByOneConnection.json' with { type: 'json' };
import { readAt, storedHosts } from '../records/seed.ts';

const { local, session, databases } = storedThen;
const [connection] = local.connections.value.list as [(typeof local.connections.value.list)[0]];
const { account, analyticsUrl, seoUrl } = connection;
const { sites, creates } = databases.waymark.stores;
const { jobs, items } = databases['waymark-jobs'].stores;

interface StoredTable {
  keyPath: string | string[];
  indexes: [name: string, keyPath: string[]][];
  rows: object[];
}

async function restoreDatabases(): Promise<void> {
  for (const [name, { version, stores }] of Object.entries(databases)) {
    const tables = Object.entries(stores) as unknown as [string, StoredTable][];
    const database = await openDB(name, version, {
      upgrade(made) {
        for (const [table, { keyPath, indexes }] of tables) {
          const store = made.createObjectStore(table, { keyPath });
          for (const [index, path] of indexes) store.createIndex(index, path);
        }
      },
    });
    for (const [table, { rows }] of tables) for (const row of rows) await database.put(table, row);
    database.close();
  }
}

beforeEach(async () => {
  await browser.storage.local.set(local);
  await browser.storage.session.set(session);
});

const exclude = { exclude_bots: 0, exclude_params: ['ref', 'utm_source'], exclude_ips: ['10.0.0.1'] };
const fields = { privacy: 2, email: 1, ...exclude };
const key = 'sandbox-demo-key-0001';

describe('what a build with one connection has stored', () => {
  const read: [string, () => Promise<unknown>, unknown][] = [
    ['the connection', async () => activeConnection(await get(connections)), connection],
    ['the analytics key', () => keyFor(firstId, 'analytics', analyticsUrl), key],
    ['the SEO key', () => keyFor(firstId, 'seo', seoUrl), key],
    ['the key’s state', async () => (await connectionStatus()).analytics, expect.objectContaining({ key: 'stored' })],
    ['the defaults', () => get(defaults), { ...fields, hasPassword: true }],
    ['the default password', () => getDefaultPassword(firstId), 'made-up-password'],
    ['the presets', () => get(presets), [{ ...fields, name: 'Clients', password: 'common' }]],
    ['the preferences', () => get(preferences), { ...local.preferences.value, popupSearch: true }],
    ['the last test', () => get(lastReportOf(firstId)), local.lastReport.value],
  ];
  test.each(read)('%s is read', async (_name, now, before) => expect(await now()).toEqual(before));

  test('the known sites, the job under way and its open create are there, under the account of the connection', async () => {
    await restoreDatabases();
    await copyOld();
    expect(await storedHosts(account)).toEqual(sites.rows.map(({ host }) => host));
    expect(await readAt(account)).toBeGreaterThan(1_790_000_000_000);
    expect(await allJobs()).toEqual(jobs.rows);
    expect(await itemsOf('job-1')).toEqual(items.rows);
    const [create] = creates.rows;
    expect(await openCreate(account, 'new-2.example')).toMatchObject({ at: create?.at, host: 'new-2.example' });
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
