import { IDBFactory } from 'fake-indexeddb';
import { afterAll, expect, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

/** Remembers what an object holds; gives what puts exactly that back. */
function keep(object: object): () => void {
  const held = { ...object };
  return () => {
    for (const name of Object.keys(object)) Reflect.deleteProperty(object, name);
    Object.assign(object, held);
  };
}
const areas = Object.values(fakeBrowser).filter((area) => typeof area === 'object');
const restores = [fakeBrowser, ...areas].map(keep);

const { setTimeout: begin } = globalThis;
const timers = new Set<NodeJS.Timeout>();
globalThis.setTimeout = Object.assign((...given: Parameters<typeof begin>) => {
  const timer = begin(...given);
  timers.add(timer);
  return timer;
}, begin);

/** On a busy machine a second, vitest's own limit, is soon over (milliseconds). */
const patience = 30_000;
const waits = { waitFor: vi.waitFor, waitUntil: vi.waitUntil };
const patiently = <W extends typeof vi.waitFor | typeof vi.waitUntil>(wait: W) =>
  ((condition: () => unknown, given: number | object = {}) =>
    wait(condition, typeof given === 'number' ? given : { timeout: patience, ...given })) as W;
Object.assign(vi, { waitFor: patiently(vi.waitFor), waitUntil: patiently(vi.waitUntil) });

/** Rounds without a step that say that nothing goes on; passwords are made outside the event loop, which takes some. */
const quietRounds = 20;
/**
 * Waits until nothing goes on that needs no timer. A step of the database is an immediate; what an import was waiting for goes
 * on after it, and may import more.
 */
async function atRest(): Promise<void> {
  for (let quiet = 0; quiet < quietRounds; quiet++) {
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setImmediate(resolve));
    if (process.getActiveResourcesInfo().includes('Immediate')) quiet = 0;
  }
}

/**
 * Locks that a worker holds when its file ends are held for ever, so each file has names of its own. Node grants a free lock at
 * once, browsers later.
 */
const { locks } = navigator;
const request = async (name: string, ...given: [never]) => {
  const own = `${expect.getState().testPath} ${name}`;
  await undefined;
  return locks.request(own, ...given);
};
Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query: () => locks.query() } });

// Files of tests share a process: nothing of one may reach the next.
afterAll(async () => {
  vi.useRealTimers();
  Object.assign(vi, waits);
  const endTimers = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  endTimers();
  // What is loaded later would be a module of the next file's, with what that puts in the place of others or without.
  await atRest();
  // Those begun meanwhile, too.
  endTimers();
  globalThis.setTimeout = begin;
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.resetModules();
  for (const restore of restores) restore();
  fakeBrowser.reset();
  if ('indexedDB' in globalThis) globalThis.indexedDB = new IDBFactory();
});
