import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { bookmarkFolders, tabEntries } from '@/entrypoints/manage/addMany/store.ts';
import { preferences, set } from '@/lib/storage/settings.ts';

const tabs = [
  { url: 'https://one.example/', title: 'One', windowId: 1 },
  { url: 'https://secret.example/', title: 'Secret', windowId: 2, incognito: true },
  { url: 'chrome://settings', title: 'Settings', windowId: 1 },
  { url: 'https://two.example/', title: 'Two', windowId: 3, incognito: false },
];

const remove = vi.fn(async () => true);

beforeEach(() => {
  fakeBrowser.reset();
  remove.mockClear();
  const bookmarks = { getTree: async () => [{ id: '0', title: '', children: [] }] };
  Object.assign(fakeBrowser, { bookmarks, permissions: { remove } });
  vi.spyOn(fakeBrowser.tabs, 'query').mockImplementation((async ({ currentWindow }: { currentWindow?: boolean }) =>
    currentWindow ? tabs.filter(({ windowId }) => windowId < 3) : tabs) as never);
});

test.each<['window' | 'all', string[]]>([
  ['window', ['one.example']],
  ['all', ['one.example', 'two.example']],
])('tabs of %s: none of a private window, and none without a site', async (where, hosts) => {
  const found = await tabEntries(where);
  expect(found.map(({ site }) => ('host' in site ? site.host : site.refused))).toEqual(hosts);
});

test.each<[string, badge: boolean, () => Promise<unknown>, given: string[]]>([
  ['tabs', false, () => tabEntries('all'), ['tabs']],
  ['tabs, which the badge needs on', true, () => tabEntries('all'), []],
  ['bookmarks', false, bookmarkFolders, ['bookmarks']],
])('once they are read, Waymark may read no more of %s', async (_what, badge, read, given) => {
  await set(preferences, { ...preferences.fallback, badge });
  await read();
  expect(remove.mock.calls).toEqual(given.map((permission) => [{ permissions: [permission] }]));
});
