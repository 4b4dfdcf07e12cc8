import { afterEach, vi } from 'vitest';

/** Nothing that a test puts in the place of something else is left to the next one. */
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
