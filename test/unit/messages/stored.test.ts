import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { putHosts } from '../records/seed.ts';
import { noDatabase } from '../util/noDatabase.ts';

const base = 'https://stats.example.net';
const host = 'shop.example.com';

/** Nothing in memory, storage as it was. */
async function load() {
  vi.resetModules();
  const [messages, records, naming, { readStored }, { keepToConnections }] = await Promise.all([
    import('@/lib/messages/stored.ts'),
    import('@/lib/messages/records.ts'),
    import('@/lib/records/storeName.ts'),
    import('@/lib/background/readStored.ts'),
    import('@/lib/background/keepToConnections.ts'),
  ]);
  return { ...messages, ...records, ...naming, readStored, keepToConnections };
}

let workers: IDBFactory;
const asked: unknown[] = [];
/** The worker answers from its own store. */
const answerFrom = (databases: IDBFactory) =>
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation((async (message: { ask: string; input: never }) => {
    asked.push([message.ask, message.input]);
    const pages = globalThis.indexedDB;
    globalThis.indexedDB = databases;
    const { readStored } = await load();
    // Chromium sends messages as JSON.
    const answer = await readStored(JSON.parse(JSON.stringify(message.input))).then(
      (value) => ({ ok: true, value }),
      (error: Error) => ({ ok: false, problem: { kind: 'setup', code: error.name } }),
    );
    globalThis.indexedDB = pages;
    return answer;
  }) as never);

beforeEach(async () => {
  asked.splice(0);
  workers = new IDBFactory();
  globalThis.indexedDB = workers;
  await load();
  await putHosts(base, [host]);
});

describe('a page reads what the worker has stored', () => {
  const inContainer = async () => {
    globalThis.indexedDB = new IDBFactory();
  };
  const inPrivate = () => {
    globalThis.indexedDB = noDatabase;
  };
  test.each<[string, where: () => unknown, isNamed: boolean, isAsked: boolean]>([
    ['by itself, in the same store', () => {}, true, false],
    ['by the worker, while no store has a name yet', () => {}, false, true],
    ['by the worker, in a container tab, while no store has a name yet', inContainer, false, true],
    ['by the worker, in a container tab, which has another store', inContainer, true, true],
    ['by the worker, in a private window, which has none', inPrivate, true, true],
  ])('%s', async (_how, where, isNamed, isAsked) => {
    if (isNamed) await (await load()).nameStore();
    where();
    answerFrom(workers);
    const { knownHosts, readRows, rowsAt } = await load();
    expect(await knownHosts(base)).toEqual([host]);
    const slots: string[] = [];
    await readRows('websites', base, (rows) => slots.push(...rows.map(({ slot }) => slot)));
    expect([slots, (await rowsAt('websites', base, [host, 'gone'])).length]).toEqual([[host], 1]);
    const reads = asked.map((one) => (one as [string, { read: string }])[1].read);
    expect(reads).toEqual(isAsked ? ['hostBatch', 'rowBatch', 'rowsAt'] : []);
  });

  test.each<[string, facts: object, hosts: string[]]>([
    ['as far as it is known', {}, [host, 'new.example']],
    ['as a reading to the end of the list has shown', { pass: 1, ended: 1, why: 'unreadable-row' }, ['new.example']],
    ['where a reading ended before', { pass: 1, ended: 1, why: 'too-many' }, [host, 'new.example']],
  ])('the hosts that are listed, %s', async (_what, facts, hosts) => {
    const { records } = await import('@/lib/background/records/records.ts');
    await records.change(async (store) => store.putFacts({ account: base, list: 'websites', ...facts }));
    await putHosts(base, ['new.example']);
    const { listedHosts, nameStore } = await load();
    await nameStore();
    expect((await listedHosts(base)).sort()).toEqual(hosts.sort());
  });

  test('or is told that nobody can, so that nothing counts as absent', async () => {
    globalThis.indexedDB = noDatabase;
    answerFrom(noDatabase);
    const { stored, whyUnread } = await load();
    const why = await stored('allJobs', async () => [], ...[]).catch(whyUnread);
    expect(why).toEqual({ kind: 'setup', code: 'NoDatabase' });
    expect(whyUnread(new Error('the disk is full'))).toEqual({ kind: 'setup', code: 'fault' });
  });
});

describe('the name of the store', () => {
  const names = async () => {
    const { isWorkersStore } = await load();
    return isWorkersStore();
  };
  test('is given once, and stays when connections go', async () => {
    const { nameStore, keepToConnections } = await load();
    await nameStore();
    const before = await fakeBrowser.storage.local.get('storeName');
    await nameStore();
    await keepToConnections({ list: [] });
    expect(await names()).toBe(true);
    expect(await fakeBrowser.storage.local.get('storeName')).toEqual(before);
  });

  test('is given again to a store that lost it', async () => {
    await (await load()).nameStore();
    globalThis.indexedDB = new IDBFactory();
    expect(await names()).toBe(false);
    await (await load()).nameStore();
    expect(await names()).toBe(true);
  });
});

test('a worker without a database refuses what it would have to store, and says why', async () => {
  globalThis.indexedDB = noDatabase;
  vi.resetModules();
  const [{ connections, set }, { askAsPage }] = await Promise.all([
    import('@/lib/storage/settings.ts'),
    import('../background/ask.ts'),
  ]);
  await set(connections, { list: [{ id: 'main', analyticsUrl: base, account: base }] });
  const items = [{ key: host }];
  const start = { id: 'j', kind: 'create', items, fields: {}, speed: 'fast' };
  const problem = { kind: 'setup', code: 'no-database' };
  expect(await askAsPage('jobs.start', start as never, { account: base })).toEqual({ ok: false, problem });
  expect(await askAsPage('stored', { read: 'allJobs', args: [] })).toEqual({ ok: false, problem });
});
