import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { loadOptions } from '@/entrypoints/options/load.ts';
import { hashOf, holdView, routeOf, useRoute } from '@/entrypoints/options/route.ts';
import { connections, set } from '@/lib/storage/settings.ts';
import { hooked, ok, openPage, tell, worker } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

/** Where the page is, as the browser tells it. */
const place = { pathname: '/options.html', search: '', hash: '' };

beforeEach(() => {
  openPage();
  Object.assign(place, { search: '', hash: '' });
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, url: string) => {
      const { search, hash } = new URL(url, 'https://extension.example');
      Object.assign(place, { search, hash });
    },
  });
  Object.assign(fakeBrowser, { permissions: { contains: async () => false } });
  worker.answers['settings.damaged'] = () => ok([]);
});

test.each<[string, ReturnType<typeof routeOf>]>([
  ['', { is: 'home' }],
  ['#', { is: 'home' }],
  ['#new', { is: 'connection' }],
  ['#import', { is: 'import' }],
  ['#connection/main', { is: 'connection', id: 'main' }],
  [hashOf('4f5b-1'), { is: 'connection', id: '4f5b-1' }],
  ['#connection/', { is: 'home' }],
  ['#connection/a/b', { is: 'home' }],
  ['#connection/%3Cb%3E', { is: 'home' }],
  ['#main', { is: 'home' }],
])('“%s” names a view', (hash, route) => {
  expect(routeOf(hash)).toEqual(route);
});

test('the view follows the address, and the page that was offered is not offered in the next one', async () => {
  Object.assign(place, { search: '?connect=https://a.example', hash: '#new' });
  const hook = await hooked(useRoute);
  expect(hook.now()).toEqual({ is: 'connection' });
  Object.assign(place, { hash: '#' });
  await tell('hashchange');
  expect([hook.now(), place.search]).toEqual([{ is: 'home' }, '']);
});

test('a view that is to be left is asked first, and stays where it says so', async () => {
  Object.assign(place, { hash: '#new' });
  const hook = await hooked(useRoute);
  const answers = [true, false];
  const letGo = holdView(() => answers.shift() ?? true);
  Object.assign(place, { hash: '#' });
  await tell('hashchange');
  expect(hook.now()).toEqual({ is: 'connection' });
  await tell('hashchange');
  expect(hook.now()).toEqual({ is: 'home' });
  letGo();
  Object.assign(place, { hash: '#import' });
  await tell('hashchange');
  expect(hook.now()).toEqual({ is: 'import' });
});

const one = connectionOf('one', { analyticsUrl: 'https://stats.example/umami' });
test.each<[string, list: object[], page: string, hash: string]>([
  ['of a connection opens that one', [one], 'https://stats.example/umami/websites/7', '#connection/one'],
  ['of another service begins a new one', [one], 'https://new.example/', '#new'],
  ['is for the first form where nothing is connected', [], 'https://new.example/', ''],
  ['that is no address opens nothing', [one], 'ftp://a.example', ''],
])('the page over which the popup was opened %s', async (_what, list, page, hash) => {
  await set(connections, { list } as never);
  Object.assign(place, { search: `?connect=${encodeURIComponent(page)}` });
  const { search } = place;
  await loadOptions(place);
  expect([place.hash, place.search]).toEqual([hash, search]);
});
