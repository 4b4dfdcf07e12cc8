import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { useKnownSites } from '@/entrypoints/options/useKnownSites.ts';
import { useTrySite } from '@/entrypoints/options/useTrySite.ts';
import { recordChanges } from '@/lib/records/changes.ts';
import { beginRefresh, refreshesNow } from '@/lib/storage/refresh.ts';
import { connections, type Preferences, set } from '@/lib/storage/settings.ts';
import { clearRecords, putHosts, putProjects, wasRead } from '../records/seed.ts';
import { asked, does, failed, hooked, loaded, openPage, settled, worker } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
// The page is in the worker's own store.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));

const [a, b] = [connectionOf('a'), connectionOf('b')];

/** What the browser is asked about its tabs, and whether it agrees. */
let tabs: string[] = [];
let isAllowed = true;

beforeEach(async () => {
  openPage();
  [tabs, isAllowed] = [[], true];
  const told = (name: string) => async () => {
    tabs.push(name);
    return isAllowed;
  };
  Object.assign(fakeBrowser, { permissions: { request: told('request'), remove: told('remove') } });
  await clearRecords();
});

const has = (account: string, ...hosts: string[]) => putHosts(account, hosts);
const tellChange = (account: string, count: number) => does(() => set(recordChanges, { [account]: count }));

async function open(account: string | undefined = a.account) {
  const changes: Partial<Preferences>[] = [];
  const change = async (part: Partial<Preferences>) => void changes.push(part);
  await set(connections, { list: [{ ...a, account }] });
  const hook = await loaded((id: string) => useKnownSites(id, account, change), 'a' as string);
  return { ...hook, changes };
}
const state = (account: string, more = {}) =>
  act(() =>
    set(refreshesNow, { [account]: { ...beginRefresh({ url: 'https://a.example', account }, 1, 1), ...more } }),
  );

describe('what is known of a connection’s sites', () => {
  test('their count, and those of the account it has by now', async () => {
    await has(a.account, 'one.example', 'two.example');
    await has('new', 'three.example');
    const hook = await open();
    expect(hook.now()).toMatchObject({ isConnected: true, panel: { count: 2, listReadAt: undefined } });
    await does(() => set(connections, { list: [{ ...a, account: 'new' }] }));
    expect(hook.now().panel.count).toBe(1);
    await does(() => set(connections, { list: [b] }));
    expect(hook.now()).toMatchObject({ isConnected: false, panel: { count: 0 } });
  });

  test('counted whenever the worker says that it has changed, and once at the end of a reading', async () => {
    const hook = await open();
    await state(a.account);
    await settled();
    expect(hook.now().panel.refresh.state).toBe('running');
    await has(a.account, 'one.example');
    await tellChange('another', 1);
    expect(hook.now().panel.count).toBe(0);
    await tellChange(a.account, 1);
    expect(hook.now().panel.count).toBe(1);
    await has(a.account, 'two.example');
    await state(a.account, { state: 'done' });
    await settled();
    expect(hook.now().panel.count).toBe(2);
    await state('another');
    expect(hook.now().panel.refresh.state).toBe('none');
    await hook.end();
    expect(fakeBrowser.storage.onChanged.hasListeners()).toBe(false);
  });

  test('as the page opens: when the list was read, and that it is being read, until the page is left', async () => {
    await has(a.account, 'one.example');
    await wasRead(a.account);
    await state(a.account);
    const hook = await open();
    await settled();
    expect(hook.now().panel).toMatchObject({ count: 1, listReadAt: 5, refresh: { state: 'running' } });
    expect(fakeBrowser.storage.onChanged.hasListeners()).toBe(true);
    await hook.end();
    expect(fakeBrowser.storage.onChanged.hasListeners()).toBe(false);
  });

  test('of another connection that is shown instead, as that changes', async () => {
    await has(b.account, 'one.example');
    const hook = await open();
    await hook.show('b');
    await does(() => set(connections, { list: [a, b] }));
    expect(hook.now().panel.count).toBe(1);
    await act(() => hook.now().panel.onStop());
    expect(asked('records.stop')).toEqual([{ connection: 'b' }]);
  });

  test('read again, stopped; a refusal is told', async () => {
    const hook = await open();
    await act(() => hook.now().panel.onRefresh());
    await act(() => hook.now().panel.onStop());
    expect(worker.asked.map(({ name, input }) => [name, input])).toEqual([
      ['records.refresh', { connection: 'a' }],
      ['records.stop', { connection: 'a' }],
    ]);
    expect(hook.now().said).toBe('none');
    worker.answers['records.refresh'] = () => failed('missing');
    await does(() => hook.now().panel.onRefresh());
    expect(hook.now().said).toEqual({ failed: expect.stringMatching(/^problem/) });
  });
});

describe('the list is forgotten', () => {
  const withSeo = { ...a, seoUrl: 'https://seo.example', seoAccount: 'seo of a' };

  test.each<[string, fill: () => Promise<unknown>, isEmpty: boolean]>([
    ['nothing', async () => {}, true],
    ['only of another account', () => has(b.account, 'one.example'), true],
    ['a website', () => has(a.account, 'one.example'), false],
    ['a project', () => putProjects(withSeo.seoAccount, ['one.example']), false],
    ['only that the list was read, and is empty', () => wasRead(a.account), false],
  ])('where this is stored: %s', async (_what, fill, isEmpty) => {
    await fill();
    const hook = await open();
    await does(() => set(connections, { list: [withSeo] }));
    expect(hook.now().panel).toMatchObject({ isEmpty, isForgotten: false });
  });

  test('projects that are stored later can be forgotten, too', async () => {
    const hook = await open();
    await does(() => set(connections, { list: [withSeo] }));
    await putProjects(withSeo.seoAccount, ['one.example']);
    await tellChange(withSeo.seoAccount, 1);
    expect(hook.now().panel.isEmpty).toBe(false);
  });

  test('that is said of this connection once nothing is left', async () => {
    await has(a.account, 'one.example');
    const hook = await open();
    await does(() => hook.now().panel.onForget());
    expect(asked('records.forget')).toEqual([{ connection: 'a' }]);
    expect(hook.now().panel).toMatchObject({ count: 1, isForgotten: false });
    await clearRecords();
    await tellChange(a.account, 1);
    expect(hook.now().panel).toMatchObject({ count: 0, isEmpty: true, isForgotten: true });
    await hook.show('b');
    await does(() => set(connections, { list: [a, b] }));
    expect(hook.now().panel).toMatchObject({ isEmpty: true, isForgotten: false });
  });

  test('nor is it said once the list is to be read again, which may be empty', async () => {
    const hook = await open();
    await does(() => hook.now().panel.onForget());
    expect(hook.now().panel.isForgotten).toBe(true);
    await does(() => hook.now().panel.onRefresh());
    expect(hook.now().panel.isForgotten).toBe(false);
  });

  test('where that fails, nothing is called forgotten', async () => {
    worker.answers['records.forget'] = () => failed('missing');
    const hook = await open();
    await does(() => hook.now().panel.onForget());
    expect(hook.now().panel.isForgotten).toBe(false);
    expect(hook.now().said).toEqual({ failed: 'problem_missing' });
  });
});

describe('the badge', () => {
  test.each<[string, wanted: boolean, allowed: boolean, read: boolean, isOn: boolean, reads: number]>([
    ['on: the whole list is read', true, true, false, true, 1],
    ['on, where that was read before', true, true, true, true, 0],
    ['on, which the browser refuses', true, false, false, false, 0],
    ['off: the access is given back', false, true, false, false, 0],
  ])('%s', async (_what, wanted, allowed, read, isOn, reads) => {
    isAllowed = allowed;
    if (read) await wasRead(a.account);
    const hook = await open();
    await does(() => hook.now().badge.onChange(wanted));
    expect([hook.changes, asked('records.refresh').length, hook.now().badge.isDenied, tabs]).toEqual([
      [{ badge: isOn }],
      reads,
      wanted && !allowed,
      [wanted ? 'request' : 'remove'],
    ]);
  });

  test('on, where the list cannot be read: that is told', async () => {
    worker.answers['records.refresh'] = () => failed('missing');
    const hook = await open();
    await does(() => hook.now().badge.onChange(true));
    expect([hook.changes, hook.now().said]).toEqual([[{ badge: true }], { failed: 'problem_missing' }]);
  });

  test('on while nothing is connected: nothing can be read', async () => {
    const hook = await hooked(() => useKnownSites('a', undefined, async () => {}));
    await does(() => hook.now().badge.onChange(true));
    expect([hook.now().isConnected, asked('records.refresh')]).toEqual([false, []]);
  });
});

test('where a typed site would go is looked up in what is stored', async () => {
  await has(b.account, 'known.example');
  const hook = await hooked(() => useTrySite({ list: [a, b] }));
  await does(() => hook.now().onInput('https://known.example/path'));
  expect(hook.now().said).toBe('options_try_known');
});
