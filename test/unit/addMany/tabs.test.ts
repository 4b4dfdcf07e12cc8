import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { tabEntries } from '@/entrypoints/manage/addMany/browserSources.ts';

const tabs = [
  { url: 'https://one.example/', title: 'One', windowId: 1 },
  { url: 'https://secret.example/', title: 'Secret', windowId: 2, incognito: true },
  { url: 'chrome://settings', title: 'Settings', windowId: 1 },
  { url: 'https://two.example/', title: 'Two', windowId: 3, incognito: false },
];

beforeEach(() => {
  fakeBrowser.reset();
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
