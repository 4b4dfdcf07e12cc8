import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type Route, useRoute } from '@/entrypoints/manage/useRoute.ts';
import { hooked, openPage, tell } from './hooked.ts';

const pages: string[] = [];
const address = { pathname: '/manage.html', search: '' };

beforeEach(() => {
  openPage();
  fakeBrowser.reset();
  pages.length = 0;
  const go = (_state: unknown, _title: string, url: string) => {
    address.search = url.startsWith('?') ? url : '';
  };
  const pushState: typeof go = (...given) => {
    pages.push(address.search);
    go(...given);
  };
  vi.stubGlobal('location', address);
  vi.stubGlobal('history', { pushState, replaceState: go });
});

const back = async () => {
  address.search = pages.pop() ?? '';
  await tell('popstate');
};

type Step = (route: Route) => unknown;
const to =
  (tab: 'websites' | 'projects' | 'tracking' | 'add', connection?: string): Step =>
  (route) =>
    route.openTab(tab, connection);
const choose =
  (connection: string): Step =>
  (route) =>
    route.change({ connection });

test.each<[string, string, Step[], string]>([
  [
    'from all to one of them, and again to all',
    '?connection=all',
    [to('tracking', 'b'), to('websites')],
    '?connection=all',
  ],
  ['the same, where the address names none', '', [to('tracking', 'b'), to('websites')], ''],
  ['and again to that one', '', [to('tracking', 'b'), to('websites'), to('tracking')], '?tab=tracking&connection=b'],
  ['to one, where another was chosen', '', [to('tracking', 'b'), choose('c'), to('websites')], '?connection=c'],
  ['to a tab that was not open yet', '?connection=a', [to('projects')], '?tab=projects&connection=a'],
  [
    'after going back to a page of another one',
    '?connection=a',
    [to('projects'), to('websites'), choose('b'), back, to('projects')],
    '?tab=projects&connection=a',
  ],
])('between tabs: %s', async (_what, first, steps, last) => {
  address.search = first;
  const route = await hooked(() => useRoute(50), undefined);
  for (const step of steps) await act(async () => void (await step(route.now())));
  expect(address.search).toBe(last);
});
