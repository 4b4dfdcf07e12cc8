import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import background from '@/entrypoints/background.ts';

/** The events a dead worker is woken by: each needs its listener before `main` returns. */
const listeners = () => ({
  message: fakeBrowser.runtime.onMessage.hasListeners(),
  alarm: fakeBrowser.alarms.onAlarm.hasListeners(),
  startup: fakeBrowser.runtime.onStartup.hasListeners(),
  installed: fakeBrowser.runtime.onInstalled.hasListeners(),
  settings: fakeBrowser.storage.onChanged.hasListeners(),
});

/** Events that the fake browser does not play. */
const others = ['contextMenus.onClicked', 'commands.onCommand', 'runtime.onUpdateAvailable'];

beforeEach(() => {
  fakeBrowser.reset();
  for (const path of others) {
    const [area = '', name = ''] = path.split('.');
    const events = (fakeBrowser as unknown as Record<string, Record<string, { addListener: () => void }>>)[area];
    const event = events?.[name];
    if (event) vi.spyOn(event, 'addListener').mockImplementation(() => {});
  }
});

test('main is synchronous: when it returns, every listener stands, and nothing was asked of storage', () => {
  const read = vi.spyOn(fakeBrowser.storage.local, 'get');
  expect(Object.values(listeners())).not.toContain(true);
  expect(background.main()).toBeUndefined();
  expect(Object.values(listeners())).not.toContain(false);
  expect(read).not.toHaveBeenCalled();
});
