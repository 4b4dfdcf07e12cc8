import { openDB } from 'idb';
import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Item } from '@/lib/jobs/types.ts';
import { noDatabase } from '../util/noDatabase.ts';
import { jobStore, leaveCreate } from './left.ts';

const account = 'mine';
const host = 'shop.example.com';
const url = 'https://stats.example.net';

/** A new worker: nothing in memory, storage as it was. */
async function wake() {
  vi.resetModules();
  const [open, write, store, settings] = await Promise.all([
    import('@/lib/jobs/openCreates.ts'),
    import('@/lib/jobs/write.ts'),
    import('@/lib/jobs/store.ts'),
    import('@/lib/storage/settings.ts'),
  ]);
  return { ...open, ...write, ...store, ...settings };
}
const hosts = (creates: { host: string }[]) => creates.map((one) => one.host);

describe('a create whose outcome is not known', () => {
  test.each<[string, isPrivate: boolean, isRefused: boolean]>([
    ['of a window', false, false],
    ['of a private window', true, false],
    ['of a private window of a browser that gives us no database', true, true],
  ])('%s is found by the next worker, and once it is known by none', async (_whose, isPrivate, isRefused) => {
    if (isRefused) globalThis.indexedDB = noDatabase;
    await wake();
    await leaveCreate(account, host, { isPrivate, id: 'own-id', at: 7, isLost: true });
    const inMemory = JSON.stringify(await fakeBrowser.storage.session.get());
    expect(inMemory.includes(host)).toBe(isPrivate);
    expect(JSON.stringify(await fakeBrowser.storage.local.get())).not.toContain(host);
    const next = await wake();
    expect(await next.openCreate(account, host)).toMatchObject({ account, host, at: 7, id: 'own-id' });
    expect(await next.openCreate(account, 'other.example.com')).toBeUndefined();
    expect(await next.openCreate('other', host)).toBeUndefined();
    expect(await next.mayCreateYet(account, host)).toBe(true);
    expect(await next.hasOpenCreate(account, host)).toBe(!isPrivate);
    await next.endCreate(account, host);
    expect([await next.openCreates(), await next.everyJob()]).toEqual([[], []]);
    expect(JSON.stringify(await fakeBrowser.storage.session.get())).not.toContain(host);
  });

  test('of a private window is forgotten with the browser, others are not', async () => {
    await wake();
    await leaveCreate(account, host, { isPrivate: true });
    await leaveCreate(account, 'other.example.com');
    await fakeBrowser.storage.session.clear();
    expect(hosts(await (await wake()).openCreates())).toEqual(['other.example.com']);
  });

  test('the last of a host counts, in whichever window it was begun; they end together', async () => {
    await wake();
    await leaveCreate(account, host, { at: 9, id: 'b', isLost: true });
    await leaveCreate(account, host, { at: 7, id: 'a', isPrivate: true, isLost: true });
    const { openCreate, endCreate, everyJob } = await wake();
    expect(await openCreate(account, host)).toMatchObject({ id: 'b' });
    await endCreate(account, host);
    expect(await everyJob()).toEqual([]);
  });

  test.each([false, true])('goes to the account that a new key belongs to (private: %s)', async (isPrivate) => {
    const { moveCreates } = await wake();
    await leaveCreate(account, host, { isPrivate, id: 'own-id' });
    await moveCreates(account, 'new');
    const { openCreates, everyJob, openCreate } = await wake();
    expect(await openCreate('new', host)).toMatchObject({ account: 'new', host, id: 'own-id' });
    expect([await openCreates(), await everyJob()]).toMatchObject([[{ host }], [{ account: 'new' }]]);
  });

  test.each([false, true])('is forgotten with its account (private: %s)', async (isPrivate) => {
    const { dropOtherPresses } = await wake();
    await leaveCreate(account, host, { isPrivate });
    await leaveCreate('kept', host, { isPrivate });
    await dropOtherPresses(['kept']);
    expect(await (await wake()).everyJob()).toMatchObject([{ account: 'kept' }]);
  });

  test('of a job is left when its report is dismissed, for the next create of its host', async () => {
    const next = await wake();
    const { addJob, allJobs, dismiss, endCreate, everyJob, itemsOf, jobWith, openCreate } = next;
    const { newJob } = await import('@/lib/jobs/state.ts');
    const items = ['made.example.com', host, 'third.example.com'].map((key) => ({ key }));
    const start = newJob({ id: 'j', kind: 'create', items, fields: {}, speed: 'fast' }, { url, account }, 0);
    const [one, other, third] = start.items as [Item, Item, Item];
    const made: Item = { ...one, state: 'done', outcome: 'created', sent: 0 };
    const create = { at: 0, id: 'own-id' };
    const lost: Item = { ...other, state: 'unknown', sent: 0, lost: 1, lostAt: 0, open: [account, host], create };
    // Sent again by a person, and refused: the first may come all the same.
    const refused: Item = { ...third, state: 'failed', sent: 0, open: [account, third.key], create };
    const job = { ...start.job, state: 'done', ended: 3_600_000 } as const;
    await addJob({ ...job, secrets: 1 }, [made, lost, refused]);
    await dismiss('j');
    expect([await allJobs(), await jobWith('j')]).toEqual([[], undefined]);
    expect(await everyJob()).toMatchObject([{ secrets: 0, counts: { unknown: 2 } }]);
    expect((await itemsOf('j')).map(({ key, state }) => `${key} ${state}`)).toEqual([
      `${host} unknown`,
      'third.example.com unknown',
    ]);
    await endCreate(account, 'third.example.com');
    expect(await openCreate(account, host)).toMatchObject({ isOver: true, id: 'own-id' });
    expect([await next.mayCreateYet(account, host), await next.hasOpenCreate(account, host)]).toEqual([false, true]);
    await endCreate(account, host);
    expect([await everyJob(), await itemsOf('j')]).toEqual([[], []]);
  });

  test('that an earlier version noted is taken over, but for an account that is gone', async () => {
    const old = await openDB('waymark', 2, {
      upgrade(db) {
        db.createObjectStore('creates', { keyPath: ['base', 'host'] });
      },
    });
    await old.put('creates', { base: account, host, at: 7, id: 'own-id', private: false });
    await old.put('creates', { base: 'gone', host, at: 7 });
    await old.put('creates', { base: account, host: 'hidden.example', at: 7, private: true });
    old.close();
    const { connections, set } = await wake();
    await set(connections, { list: [{ id: 'main', analyticsUrl: url, account }] });
    const { openCreates, everyJob, openCreate } = await wake();
    expect(await openCreate(account, host)).toMatchObject({ at: 7, id: 'own-id', isOver: false });
    expect(await openCreates()).toMatchObject([
      { account, private: false },
      { account, private: true },
    ]);
    expect(await everyJob()).toMatchObject([{ press: true, serviceUrl: url }, { private: true }]);
    const left = await (await openDB('waymark')).getAll('creates');
    expect([left, await (await (await jobStore()).openJobStore()).count('items')]).toEqual([[], 1]);
  });
});
