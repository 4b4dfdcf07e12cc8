import { beforeEach, expect, test, vi } from 'vitest';
import { wholeList } from '@/entrypoints/manage/list/wholeList.ts';
import type { ListFacts } from '@/lib/records/types.ts';
import { asked, failed, openPage, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
const facts = vi.hoisted(() => ({ now: undefined as Partial<ListFacts> | undefined }));
vi.mock('@/lib/messages/records.ts', () => ({ listFacts: async () => facts.now, readRows: async () => {} }));

beforeEach(openPage);

const [now, minute] = [Date.now(), 60_000];
const read = { whole: now - 9 * minute, tried: now - 9 * minute, pass: 1, ended: 1, total: 300, counted: 300 };
test.each<[string, isRead: boolean, Partial<ListFacts> | undefined]>([
  ['that was read whole today', false, read],
  ['that was read yesterday', true, { ...read, whole: 1, tried: 1 }],
  ['whose service has said since that it has more', true, { ...read, total: 310 }],
  ['whose last reading missed some', true, { ...read, why: 'changed' }],
  ['that was never read', true, undefined],
])('for all websites, a list %s is read again: %s', async (_which, isRead, known) => {
  facts.now = known;
  worker.answers['records.refresh'] = () => failed('network');
  await wholeList({ connection: 'c', account: 'one', signal: new AbortController().signal });
  expect(asked('records.refresh')).toHaveLength(isRead ? 1 : 0);
});
