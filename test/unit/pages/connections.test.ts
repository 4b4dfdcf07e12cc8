import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test } from 'vitest';
import { useConnectionChange } from '@/entrypoints/manage/useConnections.ts';
import type { ManageStart } from '@/entrypoints/manage/useStart.ts';
import { lastConnection, loadManage, startFor, useManageSettings } from '@/entrypoints/manage/useStart.ts';
import { type ConnectionAddress, connections, defaults, preferences, set } from '@/lib/storage/settings.ts';
import { everyConnection } from '@/lib/websites/query.ts';
import { hooked, loaded, openPage } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

const [a, b] = [connectionOf('a'), connectionOf('b', { name: 'Client' })];

beforeEach(openPage);

describe('what this page starts with', () => {
  const load = async (list: ConnectionAddress[], last: string, active?: string) => {
    await set(connections, { list, ...(active ? { active } : {}) });
    await set(lastConnection, last);
    return loadManage();
  };
  test.each<[string, ConnectionAddress[], last: string, active: string | undefined, opened: string | undefined]>([
    ['the one chosen here last', [a, b], 'b', 'a', 'b'],
    ['the only one that is left of all', [a], 'all', 'a', 'a'],
    ['the one used last, where that is gone', [a, b], 'gone', 'b', 'b'],
    ['none', [], 'a', undefined, undefined],
  ])('%s', async (_what, list, last, active, opened) => {
    await set(defaults, { ...defaults.fallback, privacy: 0 });
    await set(preferences, { ...preferences.fallback, hostChoice: 'bare' });
    expect(await load(list, last, active)).toEqual({
      connections: { list, ...(active ? { active } : {}) },
      opened,
      defaults: { ...defaults.fallback, privacy: 0 },
      preferences: { ...preferences.fallback, hostChoice: 'bare' },
    });
  });

  test.each<[chosen: string | undefined, id: string, isEvery: boolean]>([
    ['b', 'b', false],
    ['all', 'a', true],
  ])('where the address names %s, it is %s, all: %s', async (chosen, id, isEvery) => {
    const start = startFor(await load([a, b], ''), chosen);
    expect([start.connection?.id, start.isEvery]).toEqual([id, isEvery]);
  });

  test('knows what another page changed while this one was loaded', async () => {
    const first = await load([a], 'a');
    await set(connections, { list: [b] });
    await set(defaults, { ...defaults.fallback, privacy: 2 });
    await set(preferences, { ...preferences.fallback, hostChoice: 'bare' });
    const hook = await loaded(() => useManageSettings(first, 'a'));
    const { connection, ...start } = hook.now();
    expect([connection, start.defaults.privacy, start.preferences.hostChoice]).toEqual([b, 2, 'bare']);
  });
});

const own = {
  defaults: { ...defaults.fallback, privacy: 0, exclude_ips: ['192.0.2.1'] },
  templates: { statisticsUrl: 'https://first.example/of/{domain}', trackingCode: '', accountUrl: '' },
} as const;

test.each<[string, ConnectionAddress]>([
  ['has settings of its own', connectionOf('first', own as never)],
  ['is of another kind', connectionOf('first', { kind: 'matomo' })],
])('beside one that %s, each of all connections has what holds for it alone', (_what, first) => {
  const loaded = {
    connections: { list: [first, connectionOf('second'), connectionOf('third', { kind: 'umami' })] },
    opened: everyConnection,
    defaults: defaults.fallback,
    preferences: preferences.fallback,
  };
  const all = startFor(loaded, undefined);
  for (const id of ['first', 'second', 'third']) {
    const { of: _, ...alone } = startFor(loaded, id);
    expect(all.of(id)).toMatchObject(alone);
  }
});

describe('a connection that is changed while its records are shown', () => {
  const withSeo = connectionOf('a', { seoUrl: 'https://seo.example', seoAccount: 'seo' });
  const elsewhere = { ...withSeo, analyticsUrl: 'https://new.example', account: 'new' };
  const rekeyed = { ...withSeo, account: 'new', seoAccount: 'new SEO' };
  const changed = 'manage_connection_changed';
  const gone = 'manage_connection_gone';
  test.each<[string, tab: string, ConnectionAddress | undefined, ConnectionAddress[], object, string | undefined]>([
    ['its name', 'websites', { ...withSeo, name: 'Client' }, [withSeo], {}, undefined],
    ['its service', 'websites', elsewhere, [elsewhere], {}, changed],
    ['its key', 'websites', rekeyed, [rekeyed], {}, undefined],
    ['its service, of several lists', 'websites', b, [b, elsewhere], { isEvery: true }, changed],
    ['it was removed, of several lists', 'websites', b, [b], { isEvery: true }, undefined],
    ['that of another list', 'tracking', withSeo, [withSeo, { ...b, account: 'new' }], { isEvery: true }, undefined],
    ['it was removed, beside other lists', 'tracking', b, [b, connectionOf('c')], { isEvery: true }, gone],
    ['its service, beside other lists', 'tracking', elsewhere, [elsewhere, b], { isEvery: true }, changed],
    ['its service, over sites to add', 'add', elsewhere, [elsewhere], {}, undefined],
    ['it was removed', 'websites', b, [b], {}, gone],
    ['another was chosen', 'websites', b, [withSeo, b], {}, undefined],
  ])('%s, over %s', async (_what, tab, connection, list, more, text) => {
    const route = { query: { tab } } as never;
    const startOf = (one: ConnectionAddress | undefined, all: ConnectionAddress[]) =>
      ({ connection: one, connections: { list: all }, isEvery: false, ...more }) as unknown as ManageStart;
    const open = (start: ManageStart) => useConnectionChange(start, route);
    const hook = await hooked(open, startOf(withSeo, [withSeo, b]));
    expect(hook.now().text).toBeUndefined();
    await hook.load(startOf(connection, list));
    expect(hook.now().text).toBe(text);
    await act(() => hook.now().close());
    expect(hook.now().text).toBeUndefined();
  });
});
