import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { connections, set } from '@/lib/storage/settings.ts';

const base = 'https://stats.example.net';

async function wake() {
  vi.resetModules();
  const [records, naming, trouble, seed, settings] = await Promise.all([
    import('@/lib/background/records/records.ts'),
    import('@/lib/records/storeName.ts'),
    import('@/lib/records/trouble.ts'),
    import('../../records/seed.ts'),
    import('@/lib/storage/settings.ts'),
  ]);
  const said = () => settings.get(trouble.storeTrouble);
  return { ...records, ...naming, ...trouble, ...seed, said };
}

const fails = (name: string) => ({
  open: () => {
    throw new DOMException('no', name);
  },
});

beforeEach(async () => {
  await set(connections, { list: [{ id: 'main', analyticsUrl: base, account: base }] });
});

test.each<[string, fails: string, what: string | undefined]>([
  ['a store that cannot be opened', 'UnknownError', 'unreadable'],
  ['one that a newer Waymark has made', 'VersionError', undefined],
  ['no store', 'InvalidStateError', 'none'],
])('%s is said as that', async (_what, name, what) => {
  globalThis.indexedDB = fails(name) as never;
  const { knownSite, said } = await wake();
  await knownSite(base, 'a.example');
  expect(await said()).toEqual(what && { what });
});

test('a full disk is said until something is stored again', async () => {
  const { putHosts, said } = await wake();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError');
  });
  await expect(putHosts(base, ['a.example'])).rejects.toThrow();
  expect(await said()).toEqual({ what: 'full' });
  put.mockRestore();
  const later = await wake();
  await later.putHosts(base, ['a.example']);
  await vi.waitFor(async () => expect(await said()).toBeUndefined());
});

test.each([
  ['was deleted', true, true, true],
  ['was never made', false, true, false],
  ['was deleted while nothing is connected', true, false, false],
])('a store that %s', async (_what, isMade, isConnected, isLost) => {
  if (isMade) await (await wake()).nameStore();
  if (!isConnected) await set(connections, { list: [] });
  globalThis.indexedDB = new IDBFactory();
  const { nameStore, said } = await wake();
  await nameStore();
  expect(await said()).toEqual(isLost ? { what: 'lost' } : undefined);
});

test('a loss is said once, and so is the next; what is stored meanwhile does not hide it', async () => {
  const said: unknown[] = [];
  await (await wake()).nameStore();
  for (let time = 0; time < 2; time++) {
    globalThis.indexedDB = new IDBFactory();
    const worker = await wake();
    await worker.nameStore();
    await worker.putHosts(base, ['a.example']);
    said.push(await worker.said());
    await worker.noteTold();
    await worker.nameStore();
    said.push(await worker.said());
  }
  const once = [{ what: 'lost' }, { what: 'lost', told: true }];
  expect(said).toEqual([...once, ...once]);
});

test('that there is no store is said once, and no more once there is one', async () => {
  globalThis.indexedDB = fails('InvalidStateError') as never;
  const first = await wake();
  await first.putHosts(base, ['a.example']);
  await first.noteTold();
  const second = await wake();
  await second.putHosts(base, ['a.example']);
  expect(await second.said()).toEqual({ what: 'none', told: true });
  globalThis.indexedDB = new IDBFactory();
  await second.nameStore();
  expect(await second.said()).toBeUndefined();
});

test('a full or unreadable store is not over by being read of', async () => {
  const { noteTrouble, noteTold, said } = await wake();
  await noteTrouble('full');
  await noteTold();
  expect(await said()).toEqual({ what: 'full' });
});
