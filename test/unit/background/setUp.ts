import { IDBFactory } from 'fake-indexeddb';
import { beforeEach } from 'vitest';

/** Each test of the worker begins with empty databases. */
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
