import { beforeEach, expect, test, vi } from 'vitest';
import { refreshToEnd } from '@/lib/background/websites/readList.ts';
import { refreshIfDue } from '@/lib/background/websites/sync.ts';
import { isRefreshActive, refreshNow } from '@/lib/storage/refresh.ts';
import { connections, set } from '@/lib/storage/settings.ts';

const url = 'https://stats.example.net';
const asked: unknown[] = [];

vi.mock('@/lib/jobs/openDeletions.ts', () => ({
  mayDelete: async () => {
    throw new DOMException('The database of jobs is damaged.', 'UnknownError');
  },
}));
vi.mock('@/lib/background/jobs/runner.ts', () => ({ wake: async () => {} }));
vi.mock('@/lib/background/request.ts', async (original) => ({
  ...(await original<object>()),
  serviceOf: async () => ({ id: 'main', url, account: url, list: 'websites' }),
  request: async (_name: string, { cursor }: { cursor?: string }) => {
    asked.push(cursor);
    return { items: [{ id: '1', domain: 'a.example' }], more: false };
  },
}));

beforeEach(async () => {
  await set(connections, { list: [{ id: 'main', analyticsUrl: url, account: url }] });
});

test('where the jobs cannot be read, a reading of a list ends all the same, and is not repeated by each alarm', async () => {
  await refreshIfDue('websites', url, undefined);
  for (const _alarm of [1, 2, 3]) await refreshToEnd(url).catch(() => {});
  expect([asked.length, isRefreshActive(await refreshNow(url))]).toEqual([1, false]);
});
