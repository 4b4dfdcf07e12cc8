import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { afterStart } from '@/lib/background/housekeeping.ts';
import { keyStores } from '@/lib/background/keys.ts';
import type { Name } from '@/lib/messages/ask.ts';
import { connections, get } from '@/lib/storage/settings.ts';
import { storedAt } from '../records/seed.ts';
import { askAsPage } from './ask.ts';

const urls = { a: 'https://a.example', b: 'https://b.example', c: 'https://c.example' };
type Id = keyof typeof urls;

/** Which key went where. */
let log: string[] = [];

const save = (connection: Id) => {
  const apiKey = `made-up-key-of-${connection}`;
  const services = { analytics: { url: urls[connection], key: apiKey } };
  return askAsPage('connection.save', { connection, services, keep: 'always' });
};
const remove = (connection: string) => askAsPage('connection.remove', { connection });
const accountOf = async (id: string) => (await get(connections)).list.find((one) => one.id === id)?.account ?? '';
const refused = (code: string) => ({ ok: false, problem: { kind: 'setup', code } });

beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    log.push(`${new URL(url).origin} ${new Headers(headers).get('authorization')}`);
    return Response.json({ data: [], links: { next: null } });
  });
  for (const id of ['a', 'b', 'c'] as const) await save(id);
  log = [];
});

test.each<[string, object]>([
  ['connection.test', {}],
  ['connection.rule', { host: 'site.example' }],
  ['records.refresh', {}],
  ['records.stop', {}],
  ['records.forget', {}],
])('%s of one that was removed: no other is asked or changed in its place', async (name, input) => {
  await askAsPage('connection.rule', { connection: 'b', host: 'site.example' });
  await remove('a');
  const before = await get(connections);
  log = [];
  expect(await askAsPage(name, { connection: 'a', ...input })).toEqual(refused('other-service'));
  expect([log, await get(connections)]).toEqual([[], before]);
});

test.each<[string, Id, removed: Id[], code: string]>([
  ['its connection was removed, and the one used last has no key', 'b', ['b'], 'other-service'],
  ['its key was forgotten beside others', 'a', [], 'other-service'],
  ['its key was forgotten, and there is no other', 'a', ['b', 'c'], 'no-key'],
])('an account that is gone, asked by a page that still shows it: %s', async (_what, id, removed, code) => {
  const gone = await accountOf(id);
  for (const other of removed) await remove(other);
  await askAsPage('keys.forget', { connection: 'a', service: 'analytics' });
  log = [];
  expect(await askAsPage('websites.list', {}, { account: gone })).toEqual(refused(code));
  expect(log).toEqual([]);
});

describe('the worker ends before it has forgotten the key of a connection that it removes', () => {
  const keys = async () => Object.keys(await get(keyStores.always));
  beforeEach(async () => {
    const { set } = fakeBrowser.storage.local;
    vi.spyOn(fakeBrowser.storage.local, 'set').mockImplementation(async (items: object) => {
      if ('keys' in items) throw new Error('The worker has ended.');
      return set(items);
    });
    await remove('a');
    vi.mocked(fakeBrowser.storage.local.set).mockImplementation(set);
    expect(await accountOf('a')).toBe('');
  });

  test('the next one forgets it', async () => {
    await afterStart();
    expect(await keys()).toEqual(['b:analytics', 'c:analytics']);
  });

  test('but none while a connection cannot be read', async () => {
    const { list } = await get(connections);
    await fakeBrowser.storage.local.set({ connections: { version: 2, value: { list: [...list, { id: 'a' }] } } });
    await afterStart();
    expect(await keys()).toEqual(['a:analytics', 'b:analytics', 'c:analytics']);
  });
});

test('a connection that cannot be read keeps its key while another is removed', async () => {
  const [a, ...list] = (await get(connections)).list;
  const broken = { ...a, analyticsUrl: 'x' };
  await fakeBrowser.storage.local.set({ connections: { version: 2, value: { list: [broken, ...list] } } });
  await remove('c');
  expect(Object.keys(await get(keyStores.always))).toEqual(['a:analytics', 'b:analytics']);
});

test.each<[Name, object]>([
  ['websites.create', { domain: 'late.example' }],
  ['websites.update', { id: '8', privacy: 1 }],
])('%s that ends after its connection was removed is told, and nothing of it is kept', async (name, input) => {
  const account = await accountOf('b');
  const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const read = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!['POST', 'PUT', 'PATCH'].includes(init.method ?? 'GET')) return read(url, init);
    sent.resolve();
    await answered.promise;
    return Response.json({ data: { id: 8, domain: 'late.example', privacy: 1 } });
  });
  const writing = askAsPage(name, input, { account });
  await sent.promise;
  await remove('b');
  answered.resolve();
  expect(await writing).toMatchObject({ ok: true });
  expect(await storedAt(account, 'late.example')).toBeUndefined();
  expect(await fakeBrowser.storage.session.get()).not.toHaveProperty('lastChange');
});
