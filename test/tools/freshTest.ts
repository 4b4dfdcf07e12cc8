import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

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
