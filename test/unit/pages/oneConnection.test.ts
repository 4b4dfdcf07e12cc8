import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ConnectionStart } from '@/entrypoints/options/load.ts';
import { useFound } from '@/entrypoints/options/useFound.ts';
import { useOneConnection } from '@/entrypoints/options/useOneConnection.ts';
import { usePolicy } from '@/entrypoints/options/usePolicy.ts';
import { useCommon } from '@/entrypoints/options/usePreferences.ts';
import { useStoredConnection } from '@/entrypoints/options/useStoredConnection.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import { type ConnectionAddress, connections, defaults, get, preferences, set } from '@/lib/storage/settings.ts';
import { asked, does, failed, held, hooked, loaded, ok, openPage, settled, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

/** What pages were told of, and those that listen. */
const channel = { names: [] as string[], told: [] as unknown[], all: [] as { onmessage: unknown }[] };

beforeEach(() => {
  openPage();
  Object.assign(channel, { names: [], told: [], all: [] });
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage: unknown = null;
      constructor(name: string) {
        channel.names.push(name);
        channel.all.push(this);
      }
      close() {}
      postMessage(said: unknown) {
        channel.told.push(said);
      }
    },
  );
  worker.answers['connection.status'] = () => ok(none);
});

const none = { analytics: { key: 'none' }, seo: { key: 'none' } };
const stored = { analytics: { key: 'stored' }, seo: { key: 'none' } };
const startOf = (more: object = {}): ConnectionStart =>
  ({ id: 'one', connection: undefined, draft: {}, status: none, barred: [], last: undefined, ...more }) as never;
const isWatched = () => fakeBrowser.storage.onChanged.hasListeners();

const url = 'https://one.example';
const one: ConnectionAddress = { id: 'one', account: 'one', analyticsUrl: url };
const two: ConnectionAddress = { id: 'two', account: 'two', analyticsUrl: 'https://two.example' };
const ownDefaults = { ...defaults.fallback, privacy: 2 as const };
const ownTemplates = { statisticsUrl: 'https://own.example', trackingCode: 'own', accountUrl: 'https://own.example/a' };

describe('one connection', () => {
  const open = async (connection: ConnectionAddress | undefined, isSeveral: boolean, more: object = {}) => {
    const all = { list: connection ? [connection, two] : [two], active: 'two' };
    await set(connections, all);
    const start = startOf({ connection, ...more });
    const hook = await hooked(() => {
      const common = useCommon({ defaults: defaults.fallback, preferences: preferences.fallback });
      return useOneConnection({ start, all, common }, isSeveral);
    });
    await settled();
    return hook;
  };

  test.each<[string, own: Partial<ConnectionAddress>, isSeveral: boolean, defaults: string, pages: string]>([
    ['the only one', {}, false, 'common', 'common'],
    ['one of several', {}, true, 'own', 'own'],
    ['the only one that is left, with defaults of its own', { defaults: ownDefaults }, false, 'own', 'common'],
    ['the only one that is left, with pages of its own', { templates: ownTemplates }, false, 'common', 'own'],
  ])('what is changed at %s is kept where it is from', async (_what, own, isSeveral, fields, pages) => {
    const hook = await open({ ...one, ...own }, isSeveral);
    await act(() => hook.now().newSites.onChange({ privacy: 0 }));
    await does(() => hook.now().pages.onChange({ statisticsUrl: 'https://x.example/{domain}' }));
    const { list, active } = await get(connections);
    const [at, beside] = list;
    const isOwn = at?.defaults?.privacy === 0;
    const isOwnPage = at?.templates?.statisticsUrl === 'https://x.example/{domain}';
    expect([isOwn, isOwnPage]).toEqual([fields === 'own', pages === 'own']);
    expect([(await get(defaults)).privacy, (await get(preferences)).statisticsUrl]).toEqual([
      isOwn ? defaults.fallback.privacy : 0,
      isOwnPage ? '' : 'https://x.example/{domain}',
    ]);
    expect([beside, active]).toEqual([two, 'two']);
  });

  test('shows its own settings, and the form of its service', async () => {
    const own = { name: 'Client', rules: ['*.a.example'], defaults: ownDefaults, templates: ownTemplates };
    const hook = await open({ ...one, ...own }, true);
    expect(hook.now()).toMatchObject({
      id: 'one',
      connection: { id: 'one' },
      own,
      newSites: { value: { privacy: 2 } },
      pages: { value: ownTemplates },
      form: { form: { analyticsUrl: url }, accountUrl: ownTemplates.accountUrl },
      headers: { host: 'one.example' },
    });
    await act(() => hook.now().form.onInput('analyticsUrl', 'https://typed.example'));
    expect(hook.now().form.form.analyticsUrl).toBe('https://typed.example');
    await act(() => hook.now().changeOwn({ name: 'Another' }, () => {}));
    expect([hook.now().own.name, (await get(connections)).list[0]?.name]).toEqual(['Another', 'Another']);
  });

  test('one that is not saved yet has none of its own', async () => {
    const hook = await open(undefined, true);
    expect(hook.now()).toMatchObject({ id: 'one', connection: undefined, own: { name: '', rules: [] } });
    expect(hook.now().own).toMatchObject({ defaults: undefined, templates: undefined });
    await act(() => set(connections, { list: [two, { ...one, name: 'Client' }], active: 'two' }));
    expect(hook.now().own.name).toBe('Client');
  });

  const page = 'https://new.example/websites/7';
  test.each<
    [string, Partial<ConnectionAddress> | undefined, Answer<unknown> | undefined, kind: 'umami' | 'matomo' | undefined]
  >([
    ['of its kind', { kind: 'umami' }, undefined, 'umami'],
    ['of no kind that is known', {}, undefined, undefined],
    ['of the kind that was found', undefined, ok({ url: 'https://new.example', kind: 'matomo' }), 'matomo'],
    ['where none was found', undefined, ok(null), undefined],
    ['where nobody could ask', undefined, failed('network'), undefined],
  ])('its pages are those %s', async (_what, connection, answer, kind) => {
    if (answer) worker.answers['connection.identify'] = () => answer;
    const hook = await open(connection && { ...one, ...connection }, false, answer && { offered: page });
    expect(hook.now().pages.initial).toMatchObject(traitsOf(kind).templates);
  });
});

describe('the page from which the settings were opened', () => {
  const tabs = (...all: object[]) => vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue(all as never);
  const opened = async (more: object = {}) => {
    const hook = await loaded(() => useFound(startOf(more)));
    return hook;
  };
  const [older, newer] = ['https://older.example/a', 'https://newer.example/b'];

  const tab = (url: string | undefined, lastAccessed?: number, active = false) => ({ url, lastAccessed, active });
  test.each<[string, tabs: object[], string | undefined]>([
    ['the last one', [tab(older, 1), tab(newer, 2)], newer],
    ['whichever comes first', [tab(newer, 2), tab(older, 1)], newer],
    ['one of which that is told', [tab(older), tab(newer, 2), tab(older)], newer],
    ['not this one', [tab(older, 1), tab(newer, 2, true)], older],
    ['none of the browser', [tab('chrome://history/', 2), tab(older, 1)], undefined],
    ['none over http', [tab('http://plain.example/')], undefined],
    ['none of a service that is connected', [tab(`${two.analyticsUrl}/websites`, 1)], undefined],
    ['none that is not told', [tab(undefined, 2), tab(older, 1)], undefined],
    ['none where there is no other', [], undefined],
  ])('a new connection offers %s', async (_what, all, last) => {
    await set(connections, { list: [one, two] });
    const query = tabs(...all);
    expect((await opened()).now()).toMatchObject({ page: undefined, found: undefined, last });
    expect(query.mock.calls).toEqual([[{ currentWindow: true }]]);
    expect(asked('connection.identify')).toEqual([]);
  });

  test.each([
    ['is stored', { connection: one }],
    ['has its address', { draft: { analyticsUrl: 'https://typed.example' } }],
  ])('a connection that %s offers none', async (_what, more) => {
    const query = tabs({ url: newer, lastAccessed: 2 });
    expect((await opened(more)).now().last).toBeUndefined();
    expect(query).not.toHaveBeenCalled();
  });

  test('a browser that does not tell its tabs offers none', async () => {
    vi.spyOn(fakeBrowser.tabs, 'query').mockRejectedValue(new Error('no'));
    expect((await opened()).now().last).toBeUndefined();
  });

  test('its service is asked about as Connect is pressed, and each page once', async () => {
    tabs({ url: newer, lastAccessed: 2 });
    const answer = held('connection.identify');
    const hook = await opened();
    await act(() => hook.now().onConnect(newer));
    expect(hook.now()).toMatchObject({ page: newer, found: 'asking', last: newer });
    await answer.settle(ok({ url: 'https://newer.example', kind: 'umami' }));
    expect(hook.now().found).toEqual({ url: 'https://newer.example', kind: 'umami' });
    await does(() => hook.now().onConnect(older));
    expect(asked('connection.identify')).toEqual([{ page: newer }, { page: older }]);
  });
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
  ])('%s', async (_what, id, fixed) => {
    await set(policyInForce, policy);
    const hook = await loaded(usePolicy);
    expect([...hook.now().fixedOf(id)]).toEqual(fixed);
    expect(hook.now().faults).toEqual(faults);
  });

  test('is followed as it changes, until the page is left', async () => {
    const hook = await hooked(usePolicy);
    expect([hook.now().faults, [...hook.now().fixedOf('p')]]).toEqual([[], []]);
    await settled();
    await act(() => set(policyInForce, policy));
    expect([hook.now().faults, [...hook.now().fixedOf('p')]]).toEqual([faults, ['badge', 'name', 'connection']]);
    await act(() => set(policyInForce, policyInForce.fallback));
    expect([hook.now().faults, [...hook.now().fixedOf('p')]]).toEqual([[], []]);
    expect(isWatched()).toBe(true);
    await hook.end();
    expect(isWatched()).toBe(false);
  });
});

describe('a connection that another window changes', () => {
  const open = async (id = 'one') => {
    await set(connections, { list: [one, two] });
    const starts = (await get(connections)).list.map((connection) => startOf({ id: connection.id, connection }));
    return hooked(
      (now: string) => useStoredConnection(starts.find((start) => start.id === now) as ConnectionStart),
      id,
    );
  };

  test('its address and its key are shown as they are there', async () => {
    const hook = await open();
    expect([hook.now().saved, hook.now().status, asked('connection.status')]).toEqual([one, none, []]);
    worker.answers['connection.status'] = () => ok(stored);
    const moved = { ...one, analyticsUrl: 'https://moved.example' };
    await does(() => set(connections, { list: [two, moved] }));
    expect([hook.now().saved, hook.now().status]).toEqual([moved, stored]);
    await act(() => set(connections, { list: [two] }));
    expect(hook.now().saved).toBeUndefined();
    expect(asked('connection.status')).toEqual([{ connection: 'one' }, { connection: 'one' }]);
  });

  test('of a key, each page tells the others, and nobody who has left', async () => {
    const hook = await open();
    worker.answers['connection.status'] = () => ok(stored);
    const [own] = channel.all as [{ onmessage: () => void }];
    await does(() => own.onmessage());
    expect([channel.names, hook.now().status, channel.told]).toEqual([['connection'], stored, []]);
    worker.answers['connection.status'] = () => ok(none);
    await act(async () => expect(await hook.now().follow()).toEqual(ok(none)));
    expect([hook.now().status, channel.told]).toEqual([none, ['changed']]);
    expect(asked('connection.status')).toEqual([{ connection: 'one' }, { connection: 'one' }]);
    expect(isWatched()).toBe(true);
    await hook.end();
    expect([own.onmessage, isWatched()]).toEqual([null, false]);
  });

  test('a page that shows another connection asks about that one', async () => {
    const hook = await open();
    await hook.show('two');
    await act(async () => void (await hook.now().follow()));
    await does(() => set(connections, { list: [one, two] }));
    expect(asked('connection.status')).toEqual([{ connection: 'two' }, { connection: 'two' }]);
    expect(hook.now().saved).toEqual(two);
  });
});
