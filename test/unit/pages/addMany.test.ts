import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { tabEntries } from '@/entrypoints/manage/addMany/browserSources.ts';
import { useCheck } from '@/entrypoints/manage/addMany/useCheck.ts';
import type { ParsedEntry } from '@/lib/addMany/preview.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import { asked, failed, hooked, ok, openPage, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/lib/storage/siteCache.ts', () => ({ cachedHosts: async () => new Set() }));

const base = 'https://stats.example';

beforeEach(openPage);

describe('open tabs', () => {
  const tab = (url: string, more = {}) => ({ url, title: url, incognito: false, ...more });

  test.each([
    ['all', {}],
    ['window', { currentWindow: true }],
  ] as const)('of %s: none of a private window, none that is no site', async (where, wanted) => {
    const query = vi
      .spyOn(fakeBrowser.tabs, 'query')
      .mockImplementation((async () => [
        tab('https://a.example/'),
        tab('https://secret.example/', { incognito: true }),
        tab('about:blank'),
      ]) as never);
    const entries = await tabEntries(where);
    expect(entries.map(({ site }) => ('host' in site ? site.host : ''))).toEqual(['a.example']);
    expect(query).toHaveBeenCalledWith(wanted);
  });
});

describe('the check', () => {
  const site = siteOf('https://a.example/');
  const entry = { line: 1, text: 'a.example', site, source: 'typed' };
  const reads: ParsedEntry[] = [{ entry, host: 'a.example', related: [], notes: [] }];

  test('asks again only after the pause that the service asks for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      let busy = true;
      worker.answers['websites.list'] = () =>
        busy ? failed('busy', { retryAfter: 40 }) : ok({ items: [], more: false });
      const places = [{ connection: { id: 'main', analyticsUrl: base, account: base }, parsed: reads }];
      const hook = await hooked(() => useCheck(places), undefined);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(asked('websites.list')).toHaveLength(1);
      expect(hook.now().state.until).toBeGreaterThan(Date.now() + 30_000);
      busy = false;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked('websites.list').length).toBeGreaterThan(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
