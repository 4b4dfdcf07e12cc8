import { expect, test } from 'vitest';
import { isDue } from '@/lib/records/due.ts';
import { memoryStore } from '@/lib/records/memory.ts';
import { factsOf } from '@/lib/records/read.ts';
import type { ListFacts } from '@/lib/records/types.ts';
import { dropRecord, finishPass, putAnswer, putStopped, startPass } from '@/lib/records/write.ts';

const now = 1_800_000_000_000;
const hours = (count: number) => now - count * 3_600_000;
const read = { pass: 5, ended: 5, tried: hours(2), whole: hours(2), counted: 30 };

test.each<[string, Partial<ListFacts> | undefined, total: number | undefined, due: boolean]>([
  ['never read', undefined, 30, true],
  ['never read, by a service that says no total', {}, undefined, true],
  ['read, and the total is the same', read, 30, false],
  ['read, and no total is said', read, undefined, false],
  ['read, and there are more', read, 31, true],
  ['read, and there are fewer', read, 29, true],
  ['read while no total was said', { ...read, counted: undefined }, 31, false],
  ['read 24 hours ago', { ...read, tried: hours(24), whole: hours(24) }, 30, true],
  ['read by an earlier version yesterday', { whole: hours(25) }, 30, true],
  ['read by an earlier version today', { whole: hours(1) }, 30, false],
  ['read by a clock that was ahead', { ...read, tried: hours(-9), whole: hours(-9) }, 30, true],
  ['read to its end, but not whole', { ...read, whole: undefined, why: 'repeats' }, 30, false],
  ['the same yesterday', { ...read, whole: undefined, why: 'repeats', tried: hours(25) }, 30, true],
  ['cut off just now', { ...read, pass: 6, tried: now - 60_000 }, 31, false],
  ['cut off a while ago', { ...read, pass: 6, tried: now - 600_000 }, 30, true],
  ['stopped today', { ...read, stopped: hours(23) }, 31, false],
  ['stopped today before it was ever read', { stopped: hours(1) }, 31, false],
  ['stopped yesterday', { ...read, stopped: hours(24) }, 31, true],
])('%s', (_what, facts, total, due) => expect(isDue(facts as Partial<ListFacts>, total, now)).toBe(due));

test('our own creates and deletions change no total', async () => {
  const store = memoryStore();
  const site = (id: string) => ({ id, domain: `s${id}.example` });
  const counted = async () => (await factsOf(store, 'websites', 'a'))?.counted;
  const pass = await startPass(store, 'websites', 'a', now);
  await putAnswer(store, 'websites', 'a', { items: [site('1'), site('2')], at: now, position: 0, pass });
  await finishPass(store, 'websites', 'a', { pass, now, total: 2 });
  expect(await counted()).toBe(2);
  await putAnswer(store, 'websites', 'a', { items: [site('3')], at: now, made: true });
  await putAnswer(store, 'websites', 'a', { items: [site('3')], at: now });
  expect(await counted()).toBe(3);
  // The second one finds nothing to delete.
  for (const _ of [1, 2]) await dropRecord(store, 'websites', 'a', '1');
  expect(await counted()).toBe(2);
});

test('a new reading ends a stop', async () => {
  const store = memoryStore();
  await putStopped(store, 'websites', 'a', now);
  expect(isDue(await factsOf(store, 'websites', 'a'), undefined, now)).toBe(false);
  await startPass(store, 'websites', 'a', now);
  expect(await factsOf(store, 'websites', 'a')).not.toHaveProperty('stopped');
});
