import 'fake-indexeddb/auto';
import { beforeEach, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

/** Makes each unit test begin with empty storage, without listeners, and without mocks. */
beforeEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  fakeBrowser.reset();
});
