import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import background from '@/entrypoints/background.ts';
import { makeMenu } from '@/lib/background/menu.ts';

/** What Firefox for Android does not have. */
const absent = ['contextMenus', 'commands'] as const;
const everything = fakeBrowser as unknown as Record<string, unknown>;
const before = new Map<string, unknown>();

beforeEach(() => {
  // A background has network events; Node's global has none.
  vi.stubGlobal('addEventListener', vi.fn());
  for (const [name, event] of Object.values(everything).flatMap((area) => Object.entries(area ?? {})))
    if (/^on[A-Z]/.test(name)) vi.spyOn(event as { addListener: () => void }, 'addListener').mockReturnValue();
  for (const area of absent) {
    before.set(area, everything[area]);
    everything[area] = undefined;
  }
});
afterEach(() => {
  for (const [area, value] of before) everything[area] = value;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('without menus and shortcuts the background starts, and makes no menu', async () => {
  expect(() => background.main()).not.toThrow();
  await expect(makeMenu()).resolves.toBeUndefined();
});
