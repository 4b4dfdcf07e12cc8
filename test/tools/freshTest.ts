import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

/** Returns a stored value as Chromium returns it: with the fields of each object in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, each]) => [name, sorted(each)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

for (const area of ['local', 'session', 'sync', 'managed'] as const) {
  const storage = fakeBrowser.storage[area];
  const get = storage.get.bind(storage);
  storage.get = (async (keys: null) => sorted(await get(keys))) as typeof storage.get;
}

/**
 * Makes each unit test begin with empty storage, without listeners, and without mocks. A test of the worker also begins
 * with empty databases.
 */
beforeEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  fakeBrowser.reset();
  if (expect.getState().testPath?.includes('/unit/background/')) globalThis.indexedDB = new IDBFactory();
});
