import { openDB } from 'idb';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { preloadPopup } from '@/lib/storage/popupPreload.ts';
import { readAt, storedCount, storedHosts, storedWebsites } from './seed.ts';

const account = 'a';

interface Old {
  sites?: object[];
  projects?: object[];
  walks?: object[];
}

/** What a version before the third of the database has written. */
async function wrote({ sites = [], projects = [], walks = [] }: Old, version = 2): Promise<void> {
  const db = await openDB('waymark', version, {
    upgrade(made) {
      made.createObjectStore('sites', { keyPath: ['base', 'host'] }).createIndex('id', ['base', 'id']);
      for (const name of ['creates', 'projects']) made.createObjectStore(name, { keyPath: ['base', 'host'] });
      if (version > 1) made.createObjectStore('walks', { keyPath: 'base' });
    },
  });
  const change = db.transaction([...db.objectStoreNames], 'readwrite');
  for (const [name, rows] of Object.entries({ sites, projects, ...(version > 1 ? { walks } : {}) }))
    for (const row of rows) void change.objectStore(name).put(row);
  await change.done;
  db.close();
}

async function worker() {
  vi.resetModules();
  return {
    ...(await import('@/lib/background/records/copyOld.ts')),
    ...(await import('@/lib/background/records/records.ts')),
    ...(await import('@/lib/background/records/keepAnswer.ts')),
    ...(await import('@/lib/records/write.ts')),
    ...(await import('./seed.ts')),
  };
}

/** A question since which nothing has happened. */
const unasked = { isOutdated: () => false, note: () => {}, noteHost: () => {}, isLatest: () => true, end: () => {} };
const site = (host: string, more: object = {}) => ({ base: account, host, id: host, learnt: 1, ...more });
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => site(`s${String(at).padStart(5, '0')}.example`));
const left = async () => {
  const db = await openDB('waymark');
  const names = [...db.objectStoreNames].filter((name) => ['sites', 'projects', 'walks'].includes(name));
  const counts = await Promise.all(names.map((name) => db.count(name)));
  db.close();
  return counts.reduce((sum, count) => sum + count, 0);
};

describe('what earlier versions have stored', () => {
  test('is copied whole, and not left behind', async () => {
    await wrote({
      sites: [
        site('a.example', { privacy: 2, hasPassword: true, name: 'A', at: 7 }),
        // Two hosts of one record.
        site('b.example', { id: '5' }),
        site('www.b.example', { id: '5', domain: 'b.example', locked: 'not-allowed' }),
      ],
      projects: [{ base: 'seo', host: 'a.example', learnt: 1 }],
      walks: [
        { base: account, at: 9, ignoresCase: true },
        { base: '', name: 'the store’s' },
      ],
    });
    const { copyOld, knownSite } = await worker();
    await copyOld();
    expect(await knownSite(account, 'a.example')).toMatchObject({
      account,
      host: 'a.example',
      website: { id: 'a.example', domain: 'a.example', name: 'A', privacy: 2, has_password: true },
      at: 7,
    });
    expect(await storedWebsites(account)).toMatchObject([
      { record: { id: '5', domain: 'b.example', locked: 'not-allowed' }, hosts: ['b.example', 'www.b.example'] },
      {},
    ]);
    expect([await readAt(account), await storedCount('projects', 'seo'), await left()]).toEqual([9, 1, 0]);
  });

  test('once, and then their tables are not asked any more, nor by the next worker', async () => {
    await wrote({ sites: [site('a.example')] });
    const first = await worker();
    const asked: string[] = [];
    const open = IDBDatabase.prototype.transaction;
    const spied = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...given
    ) {
      asked.push(...[given[0]].flat().map(String));
      return open.apply(this, given);
    });
    onTestFinished(() => spied.mockRestore());
    const old = async ({ knownSite }: typeof first) => {
      asked.splice(0);
      expect(await knownSite(account, 'a.example')).toMatchObject({ host: 'a.example' });
      await knownSite(account, 'none.example');
      return asked.includes('sites');
    };
    expect(await old(first)).toBe(true);
    await first.copyOld();
    const second = await worker();
    expect([await old(first), await old(second)]).toEqual([false, false]);
    asked.splice(0);
    await second.copyOld();
    expect(asked).not.toContain('sites');
  });

  test.each([1000, 1001])('all %i of them', async (count) => {
    await wrote({ sites: many(count) });
    const { copyOld } = await worker();
    await copyOld();
    expect([await storedCount('websites', account), await left()]).toEqual([count, 0]);
  });

  test('but for one that names no record, which leaves the list not known whole', async () => {
    const sites = [site('a.example', { id: undefined }), site('b.example')];
    await wrote({ sites, walks: [{ base: account, at: 9 }] });
    const { copyOld } = await worker();
    await copyOld();
    expect([await storedHosts(account), await readAt(account), await left()]).toEqual([['b.example'], undefined, 0]);
  });

  test('of the first version, too, which had read no list', async () => {
    await wrote({ sites: [site('a.example')] }, 1);
    const { copyOld, siteStatus } = await worker();
    await copyOld();
    expect(await siteStatus(account, 'a.example')).toMatchObject({ site: { host: 'a.example' }, isWhole: false });
  });

  test('is copied on by the next worker where one is stopped midway', async () => {
    await wrote({ sites: many(2500), walks: [{ base: account, at: 9 }] });
    const put = IDBObjectStore.prototype.put;
    let puts = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
      if (++puts > 1500) throw new Error('stopped');
      return put.call(this, value);
    });
    await expect((await worker()).copyOld()).rejects.toThrow('stopped');
    vi.restoreAllMocks();
    const next = await worker();
    expect([await storedCount('websites', account), await readAt(account)]).toEqual([1000, undefined]);
    expect(await next.knownSite(account, 's02400.example')).toMatchObject({ host: 's02400.example' });
    await next.copyOld();
    expect([await storedCount('websites', account), await readAt(account), await left()]).toEqual([2500, 9, 0]);
  });

  test('where another record stood for a host, the list is not known whole', async () => {
    await wrote({ sites: [site('a.example', { several: true })], walks: [{ base: account, at: 9 }] });
    await (await worker()).copyOld();
    expect(await readAt(account)).toBeUndefined();
  });
});

describe('a project whose name is not spelled as its host', () => {
  const host = 'xn--bcher-kva.example';
  const name = 'bücher.example';
  type Worker = Awaited<ReturnType<typeof worker>>;
  const report = ({ putProjects }: Worker) => putProjects(account, [name]);
  const copy = ({ copyOld }: Worker) => copyOld();
  const drop = ({ dropProject }: Worker) => dropProject(account, name);

  test.each<[string, ((begun: Worker) => Promise<unknown>)[], number]>([
    ['is there once, reported before it is copied', [report, copy], 1],
    ['is there once, reported after', [copy, report], 1],
    ['is there once, reported twice', [copy, report, report], 1],
    ['is gone once it is deleted before it is copied', [drop, copy], 0],
    ['is gone once it is deleted after', [copy, drop], 0],
    ['is gone once it is reported and deleted', [copy, report, drop], 0],
  ])('%s', async (_what, steps, count) => {
    await wrote({ projects: [{ base: account, host, learnt: 1 }] });
    const begun = await worker();
    for (const step of steps) await step(begun);
    expect(await storedCount('projects', account)).toBe(count);
  });
});

describe('before it is copied', () => {
  test('it is found, and what the service says now is newer', async () => {
    await wrote({ sites: [site('a.example', { privacy: 0 }), site('b.example')] });
    const { copyOld, knownSite, putWebsites } = await worker();
    expect(await knownSite(account, 'a.example')).toMatchObject({ website: { privacy: 0 } });
    await putWebsites(account, [{ id: 'a.example', domain: 'a.example', privacy: 1 }]);
    expect(await knownSite(account, 'a.example')).toMatchObject({ website: { privacy: 1 } });
    await copyOld();
    expect(await knownSite(account, 'a.example')).toMatchObject({ website: { privacy: 1 } });
    expect(await storedHosts(account)).toEqual(['a.example', 'b.example']);
  });

  test('nothing of a removed connection comes back, though its list was empty', async () => {
    await wrote({ walks: [{ base: account, at: 9 }] });
    const { copyOld, keepAccounts, records } = await worker();
    await keepAccounts(records, []);
    await copyOld();
    expect(await readAt(account)).toBeUndefined();
  });

  test('what is deleted, or proved to be absent, does not come back', async () => {
    await wrote({ sites: ['a', 'b', 'c'].map((name) => site(`${name}.example`)) });
    const { copyOld, dropWebsite, keepHost } = await worker();
    await dropWebsite(account, 'a.example');
    await keepHost(account, 'b.example', [], unasked);
    await copyOld();
    expect(await storedHosts(account)).toEqual(['c.example']);
  });

  test('what stands for other hosts by now is not forgotten with a host that has no record any more', async () => {
    await wrote({ sites: [site('a.example', { id: '5' })] });
    const { keepHost, putWebsites } = await worker();
    await putWebsites(account, [{ id: '5', domain: 'b.example' }]);
    await keepHost(account, 'a.example', [], unasked);
    expect(await storedHosts(account)).toEqual(['b.example']);
  });

  test.each([
    ['another record stands for its host', '6', ['6']],
    ['it stands for its host still', '5', ['5']],
  ])('what a look-up shows holds: %s', async (_what, id, expected) => {
    await wrote({ sites: [site('a.example', { id: '5' })] });
    const { copyOld, keepHost, putWebsites } = await worker();
    const found = { id, domain: 'a.example' };
    if (id === '6') await putWebsites(account, [found]);
    await keepHost(account, 'a.example', [found], unasked);
    await copyOld();
    expect((await storedWebsites(account)).map(({ slot }) => slot)).toEqual(expected);
  });

  test('what a whole reading has not shown does not come back', async () => {
    await wrote({ sites: [site('gone.example')] });
    const { copyOld, putHosts, wasRead } = await worker();
    await putHosts(account, ['a.example']);
    await wasRead(account);
    await copyOld();
    expect([await storedHosts(account), await left()]).toEqual([['a.example'], 0]);
  });

  test.each([
    ['the worker has not upgraded the database', async () => {}],
    ['the worker is copying', async () => void (await (await worker()).putHosts(account, ['x.example']))],
  ])('the popup finds it while %s', async (_when, begin) => {
    await wrote({ sites: [site('a.example', { privacy: 0 })] });
    await begin();
    const { known } = preloadPopup();
    expect(await known([account], 'a.example')).toMatchObject([{ account, website: { id: 'a.example', privacy: 0 } }]);
    expect(await known([account], 'b.example')).toEqual([]);
  });
});

test('a store that version 1.0 has named is not said to be lost', async () => {
  await wrote({ sites: [site('a.example')], walks: [{ base: '', name: 'the store’s' }] });
  await worker();
  const [{ nameStore }, { storeTrouble }, { connections, get, set }] = await Promise.all([
    import('@/lib/records/storeName.ts'),
    import('@/lib/records/trouble.ts'),
    import('@/lib/storage/settings.ts'),
  ]);
  await browser.storage.local.set({ storeName: { version: 1, value: 'the store’s' } });
  await set(connections, { list: [{ id: 'main', analyticsUrl: 'https://stats.example', account }] });
  await nameStore();
  expect(await get(storeTrouble)).toBeUndefined();
});

test('a store of a newer version is not opened, by nobody', async () => {
  (await openDB('waymark', 5, { upgrade: (db) => void db.createObjectStore('records.new') })).close();
  const { knownSites, copyOld } = await worker();
  expect(await knownSites([account], ['a.example'])).toEqual([]);
  await expect(copyOld()).rejects.toMatchObject({ name: 'VersionError' });
  const { openAsPage } = await import('@/lib/records/database.ts');
  await expect(openAsPage()).rejects.toMatchObject({ name: 'VersionError' });
  const db = await openDB('waymark');
  expect([db.version, [...db.objectStoreNames]]).toEqual([5, ['records.new']]);
});

test('a page of an earlier version that has the database open delays no answer, and loses nothing', async () => {
  await wrote({ sites: [site('a.example')] });
  const page = await openDB('waymark', 2);
  const { copyOld, knownSite } = await worker();
  for (let time = 0; time < 2; time++) {
    await expect(copyOld()).rejects.toThrow('has the database open');
    expect(await knownSite(account, 'a.example')).toBeUndefined();
  }
  page.close();
  await vi.waitFor(async () => expect(await knownSite(account, 'a.example')).toMatchObject({ host: 'a.example' }));
  await copyOld();
  expect([await storedHosts(account), await left()]).toEqual([['a.example'], 0]);
});
