import fc from 'fast-check';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { RecordStore, Writes } from '@/lib/records/store.ts';
import type { Row } from '@/lib/records/types.ts';
import { forAny } from '../util/forAny.ts';

beforeEach(() => void vi.resetModules());

const row = (account: string, slot: string, hosts: string[] = [`s${slot}.example`]): Row => ({
  account,
  slot,
  record: { id: slot, domain: hosts[0] ?? '' },
  hosts,
  at: 1,
  pass: 0,
});

const openIndexed = async () =>
  (await import('@/lib/records/indexed.ts')).indexedStore((await import('@/lib/records/database.ts')).openRecords);
const kinds: [string, () => Promise<RecordStore>][] = [
  ['a database', openIndexed],
  ['memory', async () => (await import('@/lib/records/memory.ts')).memoryStore()],
];

describe.each(kinds)('records in %s', (_name, open) => {
  let read: RecordStore['read'];
  let change: RecordStore['change'];
  beforeEach(async () => {
    ({ read, change } = await open());
  });

  test('are found by slot and by host, each account for itself', async () => {
    await change(async (store) => {
      for (const one of [row('a', '1', ['x.example', 'y.example']), row('b', '1', ['x.example']), row('a', '2')])
        store.put('websites', one);
      store.put('projects', { ...row('a', 'x.example'), record: { project: 'x.example' } });
    });
    const found = (accounts: string[], hosts: string[]) =>
      read(async (reads) =>
        (await reads.byHosts('websites', accounts, hosts)).map(({ account, slot }) => account + slot).sort(),
      );
    expect(await found(['a', 'b'], ['x.example'])).toEqual(['a1', 'b1']);
    expect(await found(['a'], ['y.example', 'x.example', 's2.example'])).toEqual(['a1', 'a2']);
    expect(await found(['c'], ['x.example'])).toEqual([]);
    expect(await found(['a'], ['example'])).toEqual([]);
    const slots = await read((reads) => reads.get('websites', 'a', ['2', '7', '1']));
    expect(slots.map((one) => one?.slot)).toEqual(['2', undefined, '1']);
    expect(await read((reads) => reads.count('websites', 'a'))).toBe(2);
    expect(await read((reads) => reads.count('projects', 'a'))).toBe(1);
  });

  test.each([0, 1, 3, 4, 7])('%i are read in batches of three', async (count) => {
    const slots = Array.from({ length: count }, (_, at) => String(at));
    await change(async (store) => {
      for (const slot of slots) for (const account of ['a', 'a/b', 'b']) store.put('websites', row(account, slot));
    });
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const rows = await read((reads) => reads.batch('websites', 'a', after, 3));
      seen.push(...rows.map(({ slot }) => slot));
      after = rows.at(-1)?.slot;
      if (rows.length < 3) break;
    }
    expect(seen).toEqual(slots);
  });

  test('the newest are those created last, with all of the same moment, of this account alone', async () => {
    const made = { a: ['2', '9', undefined, '5', '5'], 'a/b': ['7'], b: ['8'] };
    await change(async (store) => {
      for (const [account, all] of Object.entries(made))
        for (const [at, created_at] of all.entries()) {
          const one = row(account, String(at));
          store.put('websites', { ...one, record: { ...one.record, ...(created_at ? { created_at } : {}) } });
        }
    });
    const newest = async (count: number) =>
      (await read((reads) => reads.newest('websites', 'a', count))).map(({ slot }) => slot).sort();
    expect(await newest(9)).toEqual(['0', '1', '3', '4']);
    expect(await newest(2)).toEqual(['1', '3', '4']);
    expect(await read((reads) => reads.newest('projects', 'a', 2))).toEqual([]);
  });

  test('a step that fails stores nothing', async () => {
    await change(async (store) => store.put('websites', row('a', '1')));
    const failed = change(async (store) => {
      store.put('websites', row('a', '2'));
      store.drop('websites', 'a', '1');
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    const rows = await read((reads) => reads.batch('websites', 'a', undefined, 9));
    expect(rows.map(({ slot }) => slot)).toEqual(['1']);
  });

  test('an account is forgotten whole', async () => {
    await change(async (store) => {
      for (const account of ['a', 'ab', 'b']) {
        store.put('websites', row(account, '1'));
        store.putFacts({ account, list: 'websites', whole: 1 });
      }
    });
    await change(async (store) => store.clear('a'));
    expect(await change((store) => store.accounts())).toEqual(['ab', 'b']);
    expect(await read((reads) => reads.facts('websites', 'a'))).toBeUndefined();
    expect(await read((reads) => reads.facts('websites', 'ab'))).toMatchObject({ whole: 1 });
  });
});

const account = fc.constantFrom('a', 'b');
const slot = fc.constantFrom('1', '10', '2', '2\nx', '\n5.0');
const host = fc.constantFrom('x.example', 'y.example', 'z.example');
const change: fc.Arbitrary<(store: Writes) => void> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(account, slot, fc.uniqueArray(host)).map(
      ([one, at, hosts]) =>
        (store: Writes) =>
          store.put('websites', row(one, at, hosts)),
    ),
  },
  fc.tuple(account, slot).map(
    ([one, at]) =>
      (store: Writes) =>
        store.drop('websites', one, at),
  ),
  fc.tuple(account, fc.nat(3)).map(
    ([one, whole]) =>
      (store: Writes) =>
        store.putFacts({ account: one, list: 'websites', whole }),
  ),
  account.map((one) => (store: Writes) => store.clear(one)),
);
const steps = fc.array(fc.tuple(fc.array(change, { maxLength: 6 }), fc.boolean()), { maxLength: 8 });

test('both hold the same after any steps, some of which fail', async () => {
  const [opened, memory] = await Promise.all(kinds.map(([, open]) => open()));
  const seen = (store: RecordStore) =>
    store.read(async (reads) => {
      const hosts = ['x.example', 'y.example'];
      const found = await reads.byHosts('websites', ['a', 'b'], hosts);
      const of = (one: string) =>
        Promise.all([
          reads.batch('websites', one, undefined, 9),
          reads.batch('websites', one, '10', 2),
          reads.count('websites', one),
          reads.facts('websites', one),
        ]);
      return [await of('a'), await of('b'), found.map((one) => one.account + one.slot).sort()];
    });
  await forAny([steps], async (all) => {
    for (const store of [opened, memory] as RecordStore[])
      for (const [changes, fails] of [[[(one: Writes) => ['a', 'b'].forEach(one.clear)], false] as const, ...all]) {
        const step = store.change(async (access) => {
          for (const act of changes) act(access);
          if (fails) throw new Error('no');
        });
        if (fails) await expect(step).rejects.toThrow('no');
        else await step;
      }
    expect(await seen(memory as RecordStore)).toEqual(await seen(opened as RecordStore));
  });
});

test('rows of the third version of the database stay, and are found by when they were created', async () => {
  const slots = ['account', 'slot'];
  const tables = { websites: slots, projects: slots, lists: ['account', 'list'], about: 'key' };
  const old = await openDB('waymark', 3, {
    upgrade(db) {
      for (const [name, keyPath] of Object.entries(tables)) {
        const table = db.createObjectStore(`records.${name}`, { keyPath });
        if (keyPath.includes('slot')) table.createIndex('hosts', 'hosts', { multiEntry: true });
      }
    },
  });
  const stored = row('a', '1');
  const made = { ...row('a', '2'), record: { ...row('a', '2').record, created_at: '2026-01-01' } };
  for (const one of [stored, made]) await old.put('records.websites', one);
  old.close();
  const { read } = await openIndexed();
  expect(await read((reads) => reads.batch('websites', 'a', undefined, 9))).toEqual([stored, made]);
  expect(await read((reads) => reads.newest('websites', 'a', 9))).toEqual([made]);
});
