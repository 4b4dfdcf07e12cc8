import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Name } from '@/lib/messages/ask.ts';
import { refreshesNow } from '@/lib/storage/refresh.ts';
import { get } from '@/lib/storage/settings.ts';
import { leaveCreate } from '../jobs/left.ts';
import { putHosts, putProjects, readAt, storedCount, storedHosts, wasRead } from '../records/seed.ts';
import { Service, serve } from './service.ts';

const [a, b] = [new Service('https://a.example'), new Service('https://b.example')];
const list = [
  { id: 'a', analyticsUrl: a.origin, account: 'A', seoUrl: 'https://seo.example', seoAccount: 'A-seo' },
  { id: 'b', analyticsUrl: b.origin, account: 'B' },
];

/** Asks a worker just begun. */
let ask: typeof import('./ask.ts').askAsPage;
const forget = (connection = 'a') => ask('records.forget', { connection });

const store = (name: string, value: unknown) => fakeBrowser.storage.local.set({ [name]: { version: 1, value } });

beforeEach(async () => {
  for (const service of [a, b]) Object.assign(service, { rows: [], log: [], instead: [] });
  serve(a, b);
  const key = 'made-up-key-0001';
  await store('keys', { 'a:analytics': { origin: a.origin, key }, 'b:analytics': { origin: b.origin, key } });
  await store('connections', { active: 'b', list });
  vi.resetModules();
  ({ askAsPage: ask } = await import('./ask.ts'));
});

/** Something is stored of every account. */
async function fill(): Promise<void> {
  for (const account of ['A', 'B']) {
    await putHosts(account, ['one.example', 'two.example']);
    await wasRead(account);
  }
  await putProjects('A-seo', ['one.example']);
}
const left = () => {
  const websites = ['A', 'B'].map((account) => storedCount('websites', account));
  return Promise.all([...websites, storedCount('projects', 'A-seo'), readAt('A'), readAt('B')]);
};

test.each<[string, connection: string | undefined, left: unknown[]]>([
  ['of one connection, both of its accounts', 'a', [0, 2, 0, undefined, 5]],
  ['of the other', 'b', [2, 0, 1, 5, undefined]],
  ['of the one used last, if none is named', undefined, [2, 0, 1, 5, undefined]],
])('the list is forgotten %s', async (_what, connection, expected) => {
  await fill();
  expect(await ask('records.forget', { connection })).toEqual({ ok: true, value: null });
  expect([await left(), a.log, b.log]).toEqual([expected, [], []]);
});

test.each(['A', 'A-seo'])(
  'what was forgotten is not read by itself or by a look-up (beside %s)',
  async (seoAccount) => {
    const [first, second] = list;
    await store('connections', { active: 'a', list: [{ ...first, seoAccount }, second] });
    a.has(...Array.from({ length: 30 }, (_, at) => `shop${at}.example.org`));
    await fill();
    await forget();
    const asked = (name: string, input: object) => ask(name as Name, input, { account: 'A' });
    await asked('site.check', { host: 'other.example.com' });
    expect(await storedHosts('A')).toEqual([]);
    await asked('websites.list', { per_page: 10 });
    expect([await storedCount('websites', 'A'), await get(refreshesNow)]).toEqual([10, {}]);
  },
);

test('what a removal could not forget is forgotten at the next start', async () => {
  const { forgetGone } = await import('@/lib/background/keepToConnections.ts');
  await fill();
  await putHosts('gone', ['secret.example']);
  await forgetGone();
  expect([await storedHosts('gone'), ...(await left())]).toEqual([[], 2, 2, 1, 5, 5]);
});

test('while nothing is connected there is nothing to forget', async () => {
  await store('connections', { list: [] });
  expect(await ask('records.forget', {})).toEqual({ ok: true, value: null });
});

test('what an earlier version has stored, and is not copied yet, is forgotten with it', async () => {
  const db = await openDB('waymark', 2, {
    upgrade(made) {
      made.createObjectStore('sites', { keyPath: ['base', 'host'] }).createIndex('id', ['base', 'id']);
      for (const name of ['creates', 'projects']) made.createObjectStore(name, { keyPath: ['base', 'host'] });
      made.createObjectStore('walks', { keyPath: 'base' });
    },
  });
  for (const base of ['A', 'B']) {
    await db.put('sites', { base, host: 'old.example', id: '9', learnt: 1 });
    await db.put('walks', { base, at: 7 });
  }
  await db.put('projects', { base: 'A-seo', host: 'old.example', learnt: 1 });
  db.close();
  expect(await forget()).toMatchObject({ ok: true });
  const { copyOld } = await import('@/lib/background/records/copyOld.ts');
  await copyOld();
  expect(await Promise.all(['A', 'B'].map(storedHosts))).toEqual([[], ['old.example']]);
  expect([await storedCount('projects', 'A-seo'), await readAt('A'), await readAt('B')]).toEqual([0, undefined, 7]);
});

test('creates whose outcome is not known, keys and settings stay', async () => {
  const { openCreates } = await import('@/lib/jobs/openCreates.ts');
  await fill();
  await leaveCreate('A', 'late.example');
  const before = await fakeBrowser.storage.local.get();
  await forget();
  expect(await openCreates()).toMatchObject([{ account: 'A', host: 'late.example' }]);
  expect(await fakeBrowser.storage.local.get()).toEqual(before);
});

test('a page of the list that comes after it is not stored, and no other is asked for', async () => {
  const answer = a.holds();
  await ask('records.refresh', { connection: 'a' });
  await vi.waitFor(() => expect(a.log).toHaveLength(1));
  await forget();
  const next = `${a.origin}/api/v1/websites?page=2`;
  answer(Response.json({ data: [{ id: 1, domain: 'late.example', privacy: 1 }], links: { next } }));
  // The reading has ended when its lock is free.
  await navigator.locks.request('refresh:A', async () => {});
  expect([await storedHosts('A'), await get(refreshesNow), a.log]).toEqual([[], {}, ['GET']]);
});

test.each<[Name, object]>([
  ['websites.list', {}],
  ['websites.find', { host: 'late.example' }],
  ['websites.show', { id: '1' }],
  ['websites.update', { id: '1', privacy: 0 }],
])('an answer that comes after it is told, and not stored: %s', async (name, input) => {
  a.has('late.example');
  const late = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const real = fetch;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const answer = await real(...given);
    sent.resolve();
    await late.promise;
    return answer;
  });
  const asking = ask(name, input, { account: 'A' });
  await sent.promise;
  await forget();
  late.resolve();
  expect(await asking).toMatchObject({ ok: true });
  expect(await storedHosts('A')).toEqual([]);
});

test('a reading that begins after it stores the list again', async () => {
  await fill();
  a.has('new.example');
  await forget();
  await ask('records.refresh', { connection: 'a' });
  await vi.waitFor(async () => expect(await readAt('A')).toBeGreaterThan(5));
  expect(await storedHosts('A')).toEqual(['new.example']);
});

test('a store that cannot be read is not called forgotten', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'UnknownError');
  });
  expect(await forget()).toMatchObject({ ok: false, problem: { code: 'fault' } });
});

test.each<[string, command: Name]>([
  ['its list is forgotten', 'records.forget'],
  ['the connection is removed', 'connection.remove'],
])('what was typed over its sites goes as %s', async (_what, command) => {
  const names = ['site:A:one.example', 'site:B:one.example'];
  await fakeBrowser.storage.session.set(Object.fromEntries(names.map((name) => [name, [{ of: '1', fields: {} }]])));
  await ask(command, { connection: 'a' });
  const stored = Object.keys(await fakeBrowser.storage.session.get());
  expect(stored.filter((name) => name.startsWith('site:'))).toEqual(['site:B:one.example']);
});
