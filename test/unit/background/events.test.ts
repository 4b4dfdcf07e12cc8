import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import background from '@/entrypoints/background.ts';
import { updateWaits } from '@/lib/background/deferUpdate.ts';
import { followed } from '@/lib/background/policy/listen.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';
import { connections, preferences, set } from '@/lib/storage/settings.ts';

/** What the worker was set to do. */
const did = vi.hoisted(() => [] as string[]);
const doing = vi.hoisted(() => (name: string) => async () => void did.push(name));

vi.mock('@/lib/background/jobs/runner.ts', () => ({ wake: doing('wake') }));
vi.mock('@/lib/background/housekeeping.ts', () => ({
  keepHouse: doing('keepHouse'),
  keepHousekeeping: doing('keepHousekeeping'),
  afterStart: doing('afterStart'),
}));
vi.mock('@/lib/background/menu.ts', () => ({
  makeMenu: doing('makeMenu'),
  onCommand: doing('onCommand'),
  onMenuClick: doing('onMenuClick'),
}));
vi.mock('@/lib/background/keys.ts', async (original) => ({
  ...(await original<object>()),
  guardStorage: doing('guardStorage'),
}));
vi.mock('@/lib/background/policy/follow.ts', () => ({ followPolicy: async () => did.push('followPolicy') > 0 }));
vi.mock('@/lib/background/router.ts', () => ({ onMessage: () => undefined }));
vi.mock('@/lib/background/siteBadge.ts', () => ({ listenForBadges: () => {} }));

type Listener = (...given: unknown[]) => unknown;
const listeners = new Map<string, Listener[]>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('addEventListener', vi.fn());
  listeners.clear();
  for (const [area, parts] of Object.entries(fakeBrowser))
    for (const [name, event] of Object.entries(parts ?? {})) {
      if (!/^on[A-Z]/.test(name) || area === 'storage') continue;
      vi.spyOn(event as { addListener: (listener: Listener) => void }, 'addListener').mockImplementation((listener) => {
        listeners.set(`${area}.${name}`, [...(listeners.get(`${area}.${name}`) ?? []), listener]);
      });
    }
  background.main();
  did.length = 0;
});

test.each<[string, unknown, string[]]>([
  ['runtime.onStartup', undefined, ['followPolicy', 'wake']],
  ['runtime.onInstalled', { reason: 'update' }, ['followPolicy', 'guardStorage', 'makeMenu', 'wake']],
  ['alarms.onAlarm', { name: 'jobs' }, ['wake']],
  ['alarms.onAlarm', { name: 'housekeeping' }, ['keepHouse']],
  ['alarms.onAlarm', { name: 'of an earlier version' }, ['keepHouse']],
])('%s %o', async (event, given, then) => {
  for (const listener of listeners.get(event) ?? []) await listener(given);
  await vi.waitFor(() => expect(did.toSorted()).toEqual(then));
});

test.each<[string, () => Promise<void>, string[]]>([
  ['the preferences', () => set(preferences, { ...preferences.fallback, contextMenu: false }), ['makeMenu']],
  ['the connections', () => set(connections, connections.fallback), ['makeMenu']],
  ['a repeated audit', () => set(auditRepeats, []), ['keepHousekeeping']],
  ['an update waits, which', () => set(updateWaits, true), ['keepHousekeeping']],
  ['what is known of a policy', () => set(followed, 'unsure'), ['keepHousekeeping', 'makeMenu']],
])('%s changes', async (_setting, change, then) => {
  await change();
  await vi.waitFor(() => expect(did.toSorted()).toEqual(then));
});

test('a session begins without any event: the menu is made, since Firefox drops it with an update while switched off', async () => {
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(did).toContain('makeMenu'));
});

test('a worker that has begun keeps house, once jobs had their turn', async () => {
  await vi.advanceTimersByTimeAsync(1499);
  await vi.dynamicImportSettled();
  expect(did).not.toContain('afterStart');
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(did).toContain('afterStart'));
});

test('a click on a notification is heard once they are allowed, though the worker began without', async () => {
  const { notifications } = fakeBrowser;
  listeners.clear();
  Object.assign(fakeBrowser, { notifications: undefined });
  background.main();
  expect(listeners.has('notifications.onClicked')).toBe(false);
  Object.assign(fakeBrowser, { notifications });
  await Promise.allSettled((listeners.get('permissions.onAdded') ?? []).map((listener) => listener()));
  expect(listeners.get('notifications.onClicked')).toHaveLength(1);
});
