import { describe, expect, test } from 'vitest';
import { isNotShown, isWhole, knownAt } from '@/lib/records/known.ts';
import { memoryStore } from '@/lib/records/memory.ts';
import { countOf, factsOf, knownSites, rowsAt } from '@/lib/records/read.ts';
import { afterAnswer, afterWrite, beginPass, endPass, merged, withoutHost } from '@/lib/records/rules.ts';
import { storedPart } from '@/lib/records/storedFields.ts';
import type { ListFacts, Row } from '@/lib/records/types.ts';
import { dropRecord, moveList, putAnswer } from '@/lib/records/write.ts';
import type { Website } from '@/lib/services/index.ts';

const account = 'a';
const facts: ListFacts = { account, list: 'websites', pass: 5 };
const website = (id: string, more: Partial<Website> = {}): Website => ({ id, domain: `s${id}.example`, ...more });
const row = (record: Website, more: Partial<Row> = {}): Row => ({
  ...merged('websites', undefined, record, { account, slot: record.id, at: 1, pass: 4 }),
  ...more,
});
const stored = (...rows: Row[]) => new Map(rows.map((one) => [one.slot, one]));

test('of a record its listed fields are stored, and nothing else', () => {
  const record = { ...website('1', { privacy: 0 }), token: 'secret', note: undefined };
  expect(storedPart('websites', record)).toEqual(website('1', { privacy: 0 }));
});

describe('a record after an answer', () => {
  const link = { share_url: 'https://x.example/s' };
  const known = row(website('1', { privacy: 1, ...link, name: 'Shop' }));
  const closed = website('1', { privacy: 0, share_url: null });
  const odd = website('1', { privacy_raw: 'odd', share_url: null });
  const aged = { record: website('1', { privacy: 0, ...link }), ages: { share_url: 1 } };
  test.each<[string, Website, Partial<Row>]>([
    ['that reports all', closed, { record: closed }],
    ['that leaves fields out', website('1', { privacy: 0 }), aged],
    ['whose privacy is no known one', odd, { record: odd }],
  ])('%s', (_what, record, expected) => {
    const { put } = afterAnswer('websites', facts, stored(known), { items: [record], at: 9 });
    expect(put).toEqual([{ account, slot: '1', hosts: ['s1.example'], at: 9, pass: 5, ...expected }]);
  });

  test('an age stays that of the last report', () => {
    const aged = row(website('1', { privacy: 1 }), { at: 7, ages: { privacy: 3 } });
    const [now] = afterAnswer('websites', facts, stored(aged), { items: [website('1')], at: 9 }).put;
    expect(now?.ages).toEqual({ privacy: 3 });
    const written = row(website('1', { privacy: 0 }), { at: 10, pass: 5 });
    expect(afterWrite(now as Row, { privacy: 0 }, 10, 5)).toEqual(written);
  });

  const hosts = ['b.example', 'c.example'];
  const moved = { privacy: 0, share_url: null, hosts } as const;
  test.each<[string, Partial<Website>, Partial<Row>]>([
    ['what was not written keeps its age', { privacy: 0 }, { ...aged, record: { ...aged.record, name: 'Shop' } }],
    ['it is found by the hosts that were written', moved, { record: website('1', { ...moved, name: 'Shop' }), hosts }],
  ])('after a change: %s', (_what, fields, expected) => {
    expect(afterWrite(known, fields, 10, 5)).toEqual({ ...row(website('1')), at: 10, pass: 5, ...expected });
  });

  test('after a change of one that the account may not delete it stays so; a known privacy replaces any other', () => {
    const odd = row(website('1', { privacy_raw: 'odd', locked: 'not-allowed' }));
    expect(afterWrite(odd, { privacy: 1 }, 10, 5).record).toEqual(website('1', { privacy: 1, locked: 'not-allowed' }));
    expect(afterWrite(odd, { name: 'Shop' }, 10, 5)).toMatchObject({ record: odd.record, ages: { privacy_raw: 1 } });
  });

  test('after a change of one that another key has reported, it still proves nothing', () => {
    const old = row(website('1', { privacy: 1 }), { hosts: [], replaced: true });
    expect(afterWrite(old, { privacy: 0 }, 10, 5)).toMatchObject({ hosts: [], replaced: true, record: { privacy: 0 } });
  });

  test('an id that names another website by now has nothing of the one before', () => {
    const items = [website('1', { domain: 'b.example' })];
    const { put } = afterAnswer('websites', facts, stored(known), { items, at: 9 });
    expect(put).toMatchObject([{ record: { id: '1', domain: 'b.example' }, hosts: ['b.example'] }]);
    expect(put[0]).not.toHaveProperty('ages');
  });
});

describe('rows that no id names', () => {
  const locked = website('', { domain: 'x.example', locked: 'no-id' });
  test('are stored by a reading and their place, and found by no host', () => {
    const { put } = afterAnswer('websites', facts, new Map(), { items: [website('1'), locked], at: 9, position: 100 });
    expect(put.map(({ slot, hosts }) => [slot, hosts])).toEqual([
      ['1', ['s1.example']],
      ['\n5.101', []],
    ]);
  });
  test('are left out of any other answer', () => {
    expect(afterAnswer('websites', facts, new Map(), { items: [locked], at: 9 }).put).toEqual([]);
  });
  test('go with the next reading that comes to its end, whole or not', () => {
    const rows = [
      { slot: '\n4.7', pass: 4 },
      { slot: '\n5.7', pass: 5 },
      { slot: '1', pass: 4 },
    ];
    const of = (why?: 'changed') => endPass(facts, { pass: 5, now: 9, ...(why ? { why } : {}) });
    expect(rows.map((one) => of('changed')?.outdated(one))).toEqual([true, false, false]);
    expect(rows.map((one) => of()?.outdated(one))).toEqual([true, false, true]);
  });
  test('two records of one id: neither is lost, and the list is not whole', () => {
    const items = [website('1'), website('1', { domain: 'b.example' })];
    const one = afterAnswer('websites', facts, new Map(), { items, at: 9, position: 0 });
    expect([one.put.map(({ slot }) => slot), one.facts.moved]).toEqual([['1', '1\nb.example'], true]);
    expect(endPass(one.facts, { pass: 5, now: 9 })?.facts).toEqual({ ...facts, ended: 5, why: 'changed' });
  });
});

describe('what a reading proves', () => {
  test.each([0, 4, 5, 6, 900])('its number is greater than that of the one before, with the clock at %i', (now) => {
    expect(beginPass(facts, now).pass).toBe(Math.max(6, now));
  });
  test('all, and that the key is that of this account again', () => {
    const end = endPass({ ...facts, replaced: 3, ignoresCase: true }, { pass: 5, now: 9, total: 2 });
    expect(end?.facts).toEqual({ ...facts, ended: 5, whole: 9, total: 2, counted: 2 });
  });
  test('nothing, where another has begun, or the list was forgotten', () => {
    expect(endPass({ ...facts, pass: 6 }, { pass: 5, now: 9 })).toBeUndefined();
    expect(endPass({ account, list: 'websites' }, { pass: 5, now: 9 })).toBeUndefined();
  });
  test('a part: what it did not show is marked, until it is reported again', () => {
    const end = endPass(facts, { pass: 5, now: 9, why: 'too-many' });
    expect([4, 5, 6].map((pass) => isNotShown({ pass }, end?.facts))).toEqual([true, false, false]);
    expect([isWhole(end?.facts), isNotShown({ pass: 0 }, undefined)]).toEqual([false, false]);
  });
  test('a part: all that an earlier reading has proved stays', () => {
    const end = endPass({ ...facts, whole: 3 }, { pass: 5, now: 9, why: 'too-many' });
    expect(end?.facts).toMatchObject({ whole: 3, ended: 5 });
  });
});

test('a host that a record does not have any more goes; the record stays while it has another', () => {
  const both = row(website('1', { hosts: ['a.example', 'b.example'] }));
  const one = withoutHost(both, 'a.example');
  expect(one).toMatchObject({ hosts: ['b.example'], record: { hosts: ['b.example'] } });
  expect(withoutHost(one as Row, 'b.example')).toBeUndefined();
});

test('of two records of a host the one reported last is known, and how old its privacy is', () => {
  const [one, two] = ['1', '2'].map((id) => row(website(id), { at: Number(id), ages: { name: 0 } })) as [Row, Row];
  const known = { account, host: 'a.example', website: two.record, at: 2, several: true };
  expect(knownAt([one, two], [account, 'b'], 'a.example')).toEqual([known]);
  const aged = { ...two, ages: { privacy: 1 } };
  expect(knownAt([aged], [account], 'a.example')).toEqual([{ ...known, at: 1, several: false }]);
});

test('a deletion during a reading of the list: others may have moved past the reader', async () => {
  const store = memoryStore();
  await store.change(async (writes) => writes.putFacts(facts));
  await dropRecord(store, 'websites', account, '1');
  expect(await factsOf(store, 'websites', account)).toMatchObject({ moved: true });
});

test('a replaced key keeps the rows, which prove nothing until they are reported again', async () => {
  const store = memoryStore();
  const items = [website('1'), website('2')];
  await putAnswer(store, 'websites', account, { items, at: 1 });
  await store.change(async (writes) => writes.putFacts({ ...facts, whole: 3, total: 2 }));
  await moveList(store, 'websites', account, 'b', 7);
  expect(await factsOf(store, 'websites', 'b')).toEqual({ account: 'b', list: 'websites', replaced: 7, total: 2 });
  const stored = () => store.read((reads) => reads.count('websites', 'b'));
  const counts = async () => [await countOf(store, 'websites', 'b'), await stored()];
  expect([await countOf(store, 'websites', account), ...(await counts())]).toEqual([0, 0, 2]);
  const hosts = ['s1.example', 's2.example'];
  expect(await knownSites(store, ['b'], hosts)).toEqual([]);
  await putAnswer(store, 'websites', 'b', { items: [website('2')], at: 8 });
  expect((await knownSites(store, ['b'], hosts)).map(({ host }) => host)).toEqual(['s2.example']);
  expect(await counts()).toEqual([1, 2]);
  await putAnswer(store, 'websites', 'b', { items: [website('2')], at: 9, whole: true });
  expect(await counts()).toEqual([1, 1]);
});

describe('an answer that is the whole list', () => {
  const known = async (more: Partial<ListFacts>) => {
    const store = memoryStore();
    await putAnswer(store, 'websites', account, { items: [website('1'), website('2')], at: 1 });
    await store.change(async (writes) => writes.putFacts({ ...facts, ended: 5, ...more }));
    return store;
  };
  const quiet = { isOutdated: () => false, note: () => {}, noteHost: () => {} };
  const question = (isLatest: boolean) => ({ ...quiet, isLatest: () => isLatest });
  test.each<[string, ids: string[], Partial<ListFacts>, isLatest: boolean, whole: number | undefined]>([
    ['is a reading of it', ['1', '2'], {}, true, 9],
    ['is none where something is stored that it does not show', ['2'], {}, true, undefined],
    ['is none where it shows nothing any more', [], {}, true, undefined],
    ['is none after a later write or answer', ['1', '2'], {}, false, undefined],
    ['does not end a reading that is under way', ['1', '2'], { pass: 6 }, true, undefined],
  ])('%s', async (_what, ids, more, isLatest, whole) => {
    const store = await known({ ...more, stopped: 8 });
    const items = ids.map((id) => website(id));
    const answer = { items, at: 9, total: ids.length, whole: true, question: question(isLatest) };
    expect(await putAnswer(store, 'websites', account, answer)).toBe(true);
    expect(await countOf(store, 'websites', account)).toBe(2);
    const found = await factsOf(store, 'websites', account);
    expect([found?.stopped, found?.whole]).toEqual([8, whole]);
  });

  test('drops projects that another key has reported', async () => {
    const store = memoryStore();
    const put = (at: string, projects: string[], whole: boolean) =>
      putAnswer(store, 'projects', at, { items: projects.map((project) => ({ project })), at: 1, whole });
    await put(account, ['a.example', 'b.example'], false);
    await moveList(store, 'projects', account, 'b', 7);
    await put('b', ['b.example'], false);
    const count = () => store.read((reads) => reads.count('projects', 'b'));
    expect(await count()).toBe(2);
    await put('b', ['b.example'], true);
    expect([await count(), await countOf(store, 'projects', 'b')]).toEqual([1, 1]);
  });
});

test('with the key of one of two services that have one name, the other keeps its records', async () => {
  const store = memoryStore();
  await putAnswer(store, 'websites', account, { items: [website('1')], at: 1 });
  await putAnswer(store, 'projects', account, { items: [{ project: 's1.example' }], at: 1 });
  await moveList(store, 'websites', account, 'b', 7);
  expect(await rowsAt(store, 'projects', account, ['s1.example', 'gone'])).toMatchObject([{ slot: 's1.example' }]);
  expect([await countOf(store, 'websites', account), await countOf(store, 'projects', 'b')]).toEqual([0, 0]);
});
