import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { loadOptions } from '@/entrypoints/options/load.ts';
import { fixedNames, policyInForce } from '@/lib/storage/policyInForce.ts';
import { connections, set } from '@/lib/storage/settings.ts';
import { asked, openPage } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const places: string[] = [];
const _isWatched = () => fakeBrowser.storage.onChanged.hasListeners();

beforeEach(() => {
  openPage();
  places.length = 0;
  Object.assign(fakeBrowser, { permissions: { contains: async () => true } });
  vi.stubGlobal('history', { replaceState: (_state: null, _title: string, to: string) => places.push(to) });
});

describe('what an organisation has fixed', () => {
  const set_ = (...fixed: string[]) => ({ set: {}, own: {}, fixed, isAdded: true });
  const faults = [{ place: 'preferences', reason: 'value' }] as never;
  const policy = {
    ...policyInForce.fallback,
    faults,
    fixed: ['badge'],
    connections: { p: set_('name'), t: set_('templates'), e: set_() },
  };

  test.each<[string, id: string | undefined, fixed: string[]]>([
    ['of all connections', undefined, ['badge']],
    ['of one', 'p', ['badge', 'name', 'connection']],
    ['of the pages of one', 't', ['badge', 'templates', 'statisticsUrl', 'trackingCode', 'accountUrl', 'connection']],
    ['nothing of one that it sets', 'e', ['badge', 'connection']],
    ['nothing of one of the person', 'mine', ['badge']],
    ['nothing of one with the name of a property', 'constructor', ['badge']],
  ])('%s', (_what, id, fixed) => {
    expect([...fixedNames(policy, id)]).toEqual(fixed);
  });
});

const one = { id: 'one', account: 'one', analyticsUrl: 'https://one.example' };
const service = { ...one, id: 'two', analyticsUrl: 'https://stats.example/umami' };
test.each<[string, list: (typeof one)[], hash: string | undefined]>([
  ['while nothing is connected', [], undefined],
  ['of a service that is not connected', [one], '#new'],
  ['of one that is', [one, service], '#connection/two'],
])('over the page %s, the settings show its connection', async (_what, list, hash) => {
  const search = `?connect=${encodeURIComponent('https://stats.example/umami/websites/7?tab=a')}`;
  await set(connections, { list });
  await loadOptions({ pathname: '/options.html', search });
  expect(places).toEqual(hash ? [`/options.html${search}${hash}`] : []);
  expect(asked('connection.identify')).toEqual([]);
});
