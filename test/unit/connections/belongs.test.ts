import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { putSites } from '@/lib/background/websites/siteCache.ts';
import { belonging, orVariant } from '@/lib/connections/belongs.ts';
import { connections, set } from '@/lib/storage/settings.ts';

const [a, b] = ['a', 'b'].map((id) => ({ id, account: id, analyticsUrl: `https://${id}.example` })) as [never, never];
const all = { active: 'a', list: [a, b] };

beforeEach(async () => {
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
  await set(connections, all);
  await putSites('b', [
    { id: '1', domain: 'known.example' },
    { id: '2', domain: 'www.other.example' },
  ]);
  await putSites('a', [{ id: '1', domain: 'other.example' }]);
});

test.each([
  ['known.example', 'b', 'known.example'],
  ['www.known.example', 'b', 'known.example'],
  ['other.example', 'a', 'other.example'],
  ['www.other.example', 'b', 'www.other.example'],
  ['new.example', 'a', undefined],
])('%s belongs to %s', async (host, id, known) => {
  const found = await belonging(host, all);
  expect([found.connection?.id, found.known?.site.host]).toEqual([id, known]);
});

test.each([
  ['a.example', ['one']],
  ['www.a.example', ['one']],
  ['www.b.example', ['two']],
  ['b.example', ['two']],
  ['c.example', []],
])('what is known of %s, else of its variant', (host, found) => {
  const known = new Map([
    ['a.example', ['one']],
    ['www.b.example', ['two']],
  ]);
  expect([...orVariant(host, (one) => new Set(known.get(one)))]).toEqual(found);
});
