import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import background from '@/entrypoints/background.ts';

vi.mock('@/lib/background/menu.ts', () => ({ makeMenu: async () => {} }));

/** Stands in for every event of the browser, and gives the names of those that were listened to. */
function listened(): Set<string> {
  const names = new Set<string>();
  for (const [area, parts] of Object.entries(fakeBrowser)) {
    for (const [name, event] of Object.entries(parts ?? {})) {
      if (!/^on[A-Z]/.test(name)) continue;
      vi.spyOn(event as { addListener: () => void }, 'addListener').mockImplementation(() =>
        names.add(`${area}.${name}`),
      );
    }
  }
  return names;
}

// A worker has network events; Node's global has none.
beforeEach(() => void vi.stubGlobal('addEventListener', vi.fn()));

test('main is synchronous: when it returns, every listener that wakes a dead worker stands, and no storage was read', () => {
  const names = listened();
  const reads = [fakeBrowser.storage.local, fakeBrowser.storage.session].map((area) => vi.spyOn(area, 'get'));
  expect(background.main()).toBeUndefined();
  expect([...names]).toEqual(
    expect.arrayContaining([
      'runtime.onMessage',
      'runtime.onStartup',
      'runtime.onInstalled',
      'alarms.onAlarm',
      'contextMenus.onClicked',
      'commands.onCommand',
      'storage.onChanged',
    ]),
  );
  for (const read of reads) expect(read).not.toHaveBeenCalled();
  expect([...names].filter((name) => /External$/.test(name))).toEqual([]);
});

test.each([
  ['install', 1],
  ['update', 0],
  ['browser_update', 0],
])('at %s, the settings open %i times', async (reason, times) => {
  listened();
  const installed: ((details: { reason: string }) => void)[] = [];
  vi.spyOn(fakeBrowser.runtime.onInstalled, 'addListener').mockImplementation((given) => {
    installed.push(given as (typeof installed)[number]);
  });
  for (const area of [fakeBrowser.storage.local, fakeBrowser.storage.session])
    Object.assign(area, { setAccessLevel: async () => {} });
  const open = vi.spyOn(fakeBrowser.runtime, 'openOptionsPage').mockResolvedValue();
  background.main();
  for (const listener of installed) listener({ reason });
  expect(open).toHaveBeenCalledTimes(times);
});

test('without menus and shortcuts, as on Firefox for Android, the background starts', () => {
  listened();
  const { contextMenus, commands } = fakeBrowser;
  Object.assign(fakeBrowser, { contextMenus: undefined, commands: undefined });
  onTestFinished(() => void Object.assign(fakeBrowser, { contextMenus, commands }));
  expect(() => background.main()).not.toThrow();
});
