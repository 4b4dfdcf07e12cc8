import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

const account = 'https://stats.example.net';
const host = 'shop.example.com';

/** A new worker: nothing in memory, storage as it was. */
async function wake() {
  vi.resetModules();
  const [creates, sync, { openRecords }, { connections, set }] = await Promise.all([
    import('@/lib/background/websites/pendingCreates.ts'),
    import('@/lib/background/websites/sync.ts'),
    import('@/lib/records/database.ts'),
    import('@/lib/storage/settings.ts'),
  ]);
  const onDisk = async () => (await openRecords()).getAll('creates');
  return { ...creates, ...sync, onDisk, connections, set };
}
const hosts = (creates: { host: string }[]) => creates.map((one) => one.host);
/** Firefox with "Never remember history". */
const refuseDatabases = () => {
  const message = 'A mutation operation was attempted on a database that did not allow mutations.';
  const open = () => {
    throw new DOMException(message, 'InvalidStateError');
  };
  globalThis.indexedDB = { open } as never;
};

beforeEach(() => {
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
});

describe('a create whose outcome is not known', () => {
  test.each<[string, isPrivate: boolean, isRefused: boolean, onDisk: boolean]>([
    ['of a window', false, false, true],
    ['of a private window', true, false, false],
    ['of a browser that gives us no database', false, true, false],
    ['of a private window of such a browser', true, true, false],
  ])('%s is found by the next worker, and once it is known by none', async (_whose, isPrivate, isRefused, onDisk) => {
    if (isRefused) refuseDatabases();
    await (await wake()).beginCreate(account, host, isPrivate, 'own-id');
    expect(await fakeBrowser.alarms.get('creates')).toBeTruthy();
    const inMemory = JSON.stringify(await fakeBrowser.storage.session.get());
    expect(inMemory.includes(host)).toBe(!onDisk);
    expect(JSON.stringify(await fakeBrowser.storage.local.get())).not.toContain(host);
    const next = await wake();
    if (!isRefused) expect(hosts(await next.onDisk())).toEqual(onDisk ? [host] : []);
    expect(await next.pendingCreate(account, host)).toMatchObject({ base: account, host, id: 'own-id' });
    expect(await next.pendingCreate(account, 'other.example.com')).toBeUndefined();
    expect(hosts(await next.allPendingCreates())).toEqual([host]);
    await next.endCreate(account, host);
    expect(await (await wake()).allPendingCreates()).toEqual([]);
    expect(JSON.stringify(await fakeBrowser.storage.session.get())).not.toContain(host);
  });

  test('of a private window is forgotten with the browser, others are not', async () => {
    const { beginCreate } = await wake();
    await beginCreate(account, host, true);
    await beginCreate(account, 'other.example.com');
    await fakeBrowser.storage.session.clear();
    expect(hosts(await (await wake()).allPendingCreates())).toEqual(['other.example.com']);
  });

  test('of one account and host is not that of another', async () => {
    const { beginCreate, endCreate, allPendingCreates } = await wake();
    const all = [account, 'other'].flatMap((base) => [host, 'b.example'].map((name) => [base, name] as const));
    for (const [base, name] of all) await beginCreate(base, name, true);
    await endCreate(account, host);
    expect((await allPendingCreates()).map((one) => [one.base, one.host])).toEqual(all.slice(1));
  });

  test('begun in both kinds of window is one', async () => {
    const { beginCreate } = await wake();
    await beginCreate(account, host, true, 'own-id');
    await beginCreate(account, host, false, 'own-id');
    const { allPendingCreates, endCreate, pendingCreate } = await wake();
    expect(hosts(await allPendingCreates())).toEqual([host]);
    await endCreate(account, host);
    expect(await pendingCreate(account, host)).toBeUndefined();
  });

  test.each([false, true])('goes to the account that a new key belongs to (private: %s)', async (isPrivate) => {
    const { beginCreate, moveCreates } = await wake();
    await beginCreate(account, host, isPrivate, 'own-id');
    await moveCreates(account, 'new');
    const { allPendingCreates, pendingCreate } = await wake();
    expect(await pendingCreate('new', host)).toMatchObject({ base: 'new', host, id: 'own-id' });
    if (isPrivate) expect(await allPendingCreates()).toHaveLength(1);
  });

  test.each([false, true])('is forgotten with its account (private: %s)', async (isPrivate) => {
    const { beginCreate, keepToConnections, allPendingCreates } = await wake();
    await beginCreate(account, host, isPrivate);
    await beginCreate('kept', host, isPrivate);
    await keepToConnections({ list: [{ id: 'main', analyticsUrl: account, account: 'kept' }] });
    expect((await allPendingCreates()).map(({ base }) => base)).toEqual(['kept']);
  });

  test.each<[string, boolean]>([
    ['of a window', false],
    ['of a private window', true],
  ])('%s that can be noted nowhere is not begun', async (_whose, isPrivate) => {
    const worker = await wake();
    if (!isPrivate) refuseDatabases();
    vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValue(new Error('QuotaExceededError'));
    await expect(worker.beginCreate(account, host, isPrivate)).rejects.toThrow();
  });
});
