import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { preloadPopup } from '@/lib/storage/popupPreload.ts';
import { putWebsites } from '../records/seed.ts';

const base = 'https://stats.example.net';
const shop = { base, host: 'shop.example.com', id: '7' };
const elsewhere = { ...shop, base: 'https://numbers.example.org', id: '8' };
const other = { ...shop, host: 'other.example.com', id: '9' };

interface Given {
  url?: string;
  connections?: unknown;
  /** Without the store that the worker makes. */
  storeless?: boolean;
}

async function begin({ url = 'https://shop.example.com/cart?x=1', connections, storeless }: Given) {
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([{ id: 1, url }] as never);
  const list = [
    { id: 'main', analyticsUrl: base },
    { id: 'second', analyticsUrl: elsewhere.base },
  ];
  await fakeBrowser.storage.local.set({
    connections: connections ?? { version: 1, value: { list } },
    key: 'not asked for',
  });
  if (!storeless) {
    vi.resetModules();
    for (const { base: account, host, id } of [shop, elsewhere, other])
      await putWebsites(account, [{ id, domain: host }]);
  }
  return preloadPopup();
}

describe('what the popup asks before its script is there', () => {
  test('the open tab and the settings, and nothing else that is stored', async () => {
    const early = await begin({});
    expect(await early.tab).toMatchObject({ id: 1 });
    expect(Object.keys(await early.stored)).toEqual(['connections', 'defaults', 'preferences']);
  });

  test.each([
    ['no job', undefined, false],
    ['one that has ended', [{ ended: 7 }], false],
    ['one that goes on', [{ ended: 7 }, {}], true],
    ['what cannot be read', 5, false],
  ])('whether there is an open job: %s', async (_name, value, hasJob) => {
    await fakeBrowser.storage.session.set(value ? { jobs: { version: 1, value } } : {});
    expect(await (await begin({})).hasJob).toBe(hasJob);
  });

  const second = { active: 'second', list: [{ id: 'second', analyticsUrl: elsewhere.base }] };
  test.each<[string, Given, string, string, string | undefined]>([
    ['the site that was guessed', {}, base, shop.host, '7'],
    ['the connection in use', { connections: { value: second } }, elsewhere.base, shop.host, '8'],
    ['another host than the guess', {}, base, other.host, '9'],
    ['another service than the guess', {}, elsewhere.base, shop.host, '8'],
    ['a host that is not known', {}, base, 'new.example.com', undefined],
    ['no web page', { url: 'about:blank' }, base, shop.host, '7'],
    ['no address of the tab', { url: '' }, base, shop.host, '7'],
    ['nothing connected', { connections: { value: { list: [] } } }, base, shop.host, '7'],
    ['settings that cannot be read', { connections: 5 }, base, shop.host, '7'],
  ])('%s', async (_name, given, at, host, id) => {
    const early = await begin(given);
    expect((await early.known([at], host)).map(({ website }) => website.id)).toEqual(id ? [id] : []);
  });

  test('of several connections what each knows, in one transaction and before it is asked for', async () => {
    const early = await begin({});
    await early.tab;
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const known = await early.known([base, elsewhere.base], shop.host);
    expect(known.map(({ website }) => website.id).sort()).toEqual(['7', '8']);
    expect(await early.known([base, elsewhere.base], 'new.example.com')).toEqual([]);
    expect(transactions.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test('a store that it did not find it does not read, nor leave behind', async () => {
    const early = await begin({ storeless: true });
    await expect(early.known([base], shop.host)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await indexedDB.databases()).toEqual([]);
  });
});
