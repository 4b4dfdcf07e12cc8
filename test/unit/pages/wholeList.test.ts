import { beforeEach, expect, test, vi } from 'vitest';
import { wholeList } from '@/entrypoints/manage/list/wholeList.ts';
import type { ListFacts } from '@/lib/records/types.ts';
import { asked, failed, openPage, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
const stored = vi.hoisted(() => ({ facts: undefined as Partial<ListFacts> | undefined, rows: [] as object[] }));
vi.mock('@/lib/messages/records.ts', () => ({
  listFacts: async () => stored.facts,
  readRows: async (_list: string, _account: string, take: (rows: object[]) => void) => take(stored.rows),
}));

beforeEach(() => {
  openPage();
  Object.assign(stored, { facts: undefined, rows: [] });
});

const all = () => wholeList({ connection: 'c', account: 'one', signal: new AbortController().signal });

const [now, minute] = [Date.now(), 60_000];
const read = { whole: now - 9 * minute, tried: now - 9 * minute, pass: 1, ended: 1, total: 300, counted: 300 };
test.each<[string, isRead: boolean, Partial<ListFacts> | undefined]>([
  ['that was read whole today', false, read],
  ['that was read yesterday', true, { ...read, whole: 1, tried: 1 }],
  ['whose service has said since that it has more', true, { ...read, total: 310 }],
  ['whose last reading missed some', true, { ...read, why: 'changed' }],
  ['that was never read', true, undefined],
])('for all websites, a list %s is read again: %s', async (_which, isRead, known) => {
  stored.facts = known;
  worker.answers['records.refresh'] = () => failed('network');
  await all();
  expect(asked('records.refresh')).toHaveLength(isRead ? 1 : 0);
});

test.each<[string, privacy: number, ages: object | undefined, copied: number | undefined]>([
  ['not public', 0, { privacy: 1 }, undefined],
  ['private', 1, { privacy: 1 }, 1],
  ['public, where that was reported last', 0, { email: 1 }, 0],
])('a website that was so once is %s', async (_what, privacy, ages, copied) => {
  const record = { id: '1', domain: 'a.example', email: 1 };
  Object.assign(stored, { facts: read, rows: [{ record: { ...record, privacy }, ages }] });
  const websites = [{ ...record, ...(copied === undefined ? {} : { privacy: copied }) }];
  expect(await all()).toEqual({ websites, complete: true, at: read.whole });
});
