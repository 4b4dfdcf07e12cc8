import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { withSiteAccess } from '@/entrypoints/manage/audit/siteAccess.ts';
import { dropOtherAccess } from '@/lib/connections/permissions.ts';
import {
  giveBackAccess,
  giveBackLent,
  holdAccess,
  keptAddresses,
  lentAccess,
  withLentAccess,
} from '@/lib/storage/lentAccess.ts';
import { connections, get, set } from '@/lib/storage/settings.ts';

const service = 'https://stats.example/';
const site = 'https://shop.example/';
let granted: string[];

beforeEach(async () => {
  granted = [`${service}*`, `${site}*`];
  Object.assign(fakeBrowser, {
    permissions: {
      request: async () => true,
      contains: async () => true,
      getAll: async () => ({ origins: granted }),
      remove: async ({ origins }: { origins: string[] }) => {
        granted = granted.filter((one) => !origins.includes(one));
      },
    },
  });
  await set(connections, { list: [{ id: 'main', analyticsUrl: service, account: 'a' }] });
});

test.each<[string, () => Promise<void>]>([
  ['looked', async () => {}],
  ['failed', () => Promise.reject(new Error('the window was closed'))],
])('a page that has %s gives the access back, but for what a connection needs', async (_how, work) => {
  await withLentAccess([service, site], async () => {
    await giveBackLent();
    expect(granted).toHaveLength(2);
    await work();
  }).catch(() => {});
  expect([granted, await get(lentAccess)]).toEqual([[`${service}*`], []]);
});

test('what a page that was closed had is given back at the next start', async () => {
  await set(lentAccess, [{ id: 'closed', urls: [site] }]);
  await giveBackLent();
  expect([granted, await get(lentAccess)]).toEqual([[`${service}*`], []]);
});

test('access to a site whose check ends before the page hears that it has begun is given back at the next start', async () => {
  const isStarted = await withSiteAccess([{ key: 'shop.example' }], {}, async () => {
    await giveBackAccess({ id: 'audit', urls: [site] });
    return true;
  });
  await giveBackLent();
  expect([isStarted, granted, await get(lentAccess)]).toEqual([true, [`${service}*`], []]);
});

test.each([
  ['looks', withLentAccess, 1],
  ['connects', holdAccess, 2],
])('what ends in one window leaves its access to another that %s', async (_what, during, after) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const other = during([site], () => promise);
  await withLentAccess([site], async () => {});
  await dropOtherAccess(await keptAddresses());
  await giveBackLent();
  expect(granted).toHaveLength(2);
  resolve();
  await other;
  expect([granted.length, await get(lentAccess)]).toEqual([after, []]);
});

test('where a newer version wrote what is needed, nothing fails, and access is given back at a start that can read it', async () => {
  const { connections: ours } = await fakeBrowser.storage.local.get('connections');
  await fakeBrowser.storage.local.set({ connections: { version: 99, value: {} } });
  await withLentAccess([site], async () => {});
  await giveBackLent();
  expect(granted).toHaveLength(2);
  await fakeBrowser.storage.local.set({ connections: ours });
  await giveBackLent();
  expect([granted, await get(lentAccess)]).toEqual([[`${service}*`], []]);
});
