import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { endTimers } from './setupFile.ts';

const inOrder = (object: object) => Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Returns a value as Chromium stores it: with the fields of each object in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return inOrder(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sorted(each)])));
}

for (const area of ['local', 'session', 'sync', 'managed'] as const) {
  const storage = fakeBrowser.storage[area];
  const [get, set] = [storage.get.bind(storage), storage.set.bind(storage)];
  storage.get = (async (keys: null) => inOrder(await get(keys))) as typeof storage.get;
  storage.set = ((items: object) => set(sorted(items) as object)) as typeof storage.set;
}

/**
 * Makes each unit test begin with empty storage, without listeners, without mocks, and without what an earlier test has
 * put off. A test outside of the pages, which share a database, also begins with empty ones, and one of the worker with
 * access to every site.
 */
beforeEach(() => {
  endTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  fakeBrowser.reset();
  const { testPath = '' } = expect.getState();
  if (!testPath.includes('/unit/pages/')) globalThis.indexedDB = new IDBFactory();
  if (testPath.includes('/unit/background/')) Object.assign(fakeBrowser.permissions, { contains: async () => true });
});
