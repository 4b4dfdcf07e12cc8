import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshIfDue, stopRefresh } from '@/lib/background/websites/sync.ts';
import type { ListName } from '@/lib/records/types.ts';
import { ApiError } from '@/lib/services/index.ts';
import { readingOf, refreshesNow, refreshNow } from '@/lib/storage/refresh.ts';
import { connections, set } from '@/lib/storage/settings.ts';

const url = 'https://stats.example.net';
const accounts: Record<ListName, string> = { websites: 'a', projects: 's' };
const asked: string[] = [];

vi.mock('@/lib/background/request.ts', async (original) => ({
  ...(await original<object>()),
  serviceOf: async (keeper: string, account: string) => ({
    id: 'main',
    url,
    account,
    list: keeper === 'seo' ? 'projects' : 'websites',
  }),
  request: async (name: string, { cursor }: { cursor?: string }) => {
    asked.push(name);
    if (cursor) throw new ApiError({ kind: 'busy', retryAfter: 50 });
    const one = name === 'projects.list' ? { project: 'a.example' } : { id: '1', domain: 'a.example' };
    return { items: [one], more: true, next: 'page=2', total: 300 };
  },
}));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  asked.length = 0;
  const seo = { seoUrl: url, seoAccount: accounts.projects };
  await set(connections, { list: [{ id: 'main', analyticsUrl: url, account: accounts.websites, ...seo }] });
});
afterEach(async () => {
  await set(refreshesNow, {});
  vi.useRealTimers();
});

test.each(['websites', 'projects'] as const)(
  'a reading of %s that a person stopped does not begin by itself that day',
  async (list) => {
    const account = accounts[list];
    const state = async () => (await refreshNow(readingOf({ account, list }))).state;
    await refreshIfDue(list, account, 300);
    await vi.waitFor(async () => expect(await state()).toBe('waiting'));
    await stopRefresh('main');
    expect(await state()).toBe('stopped');
    const before = asked.length;
    vi.setSystemTime(Date.now() + 660_000);
    // The person opens the list again.
    await refreshIfDue(list, account, 300);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([await state(), asked.length]).toEqual(['stopped', before]);
  },
);
