import { expect, test } from 'vitest';
import { mayDelete } from '@/lib/jobs/openDeletions.ts';
import { leaveChange } from './left.ts';

const minute = 60_000;

test.each<[string, kind: 'update' | 'delete', age: number, isLost: boolean, mayCome: boolean]>([
  ['just now', 'delete', 0, false, true],
  ['nine minutes ago, and its answer was lost', 'delete', 9 * minute, true, true],
  ['ten minutes ago, and its answer was lost', 'delete', 10 * minute, true, false],
  ['ten minutes ago', 'delete', 10 * minute, false, false],
  ['in an hour, since the clock was set back', 'delete', -60 * minute, false, false],
  ['just now, to change the record', 'update', 0, false, false],
])('what was sent %s (%s) may still delete a website: %s %s %s', async (_when, kind, age, isLost, mayCome) => {
  for (const isPrivate of [false, true]) {
    const url = `https://${crypto.randomUUID()}.example`;
    const left = { url, at: Date.now() - age, isLost, isPrivate };
    await leaveChange(kind, url, { key: 'shop.example.com', id: '7' }, left);
    expect(await mayDelete(url, 'websites')).toBe(mayCome);
    expect(await mayDelete(url, 'projects')).toBe(false);
  }
});
