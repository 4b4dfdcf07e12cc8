import { IDBFactory } from 'fake-indexeddb';
import { afterAll, expect, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

/** Remembers the properties of an object. Returns a function that restores exactly these. */
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

/** As the browser's, but it ends with its file: what waits for it would otherwise go on in a later file. */
const { timeout: nativeTimeout } = AbortSignal;
AbortSignal.timeout = (time) => {
  const control = new AbortController();
  const error = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  timers.add(begin(() => control.abort(error()), time).unref());
  return control.signal;
};

/** Replaces vitest's own limit of one second, which is too short on a busy machine (milliseconds). */
const patience = 30_000;
const waits = { waitFor: vi.waitFor, waitUntil: vi.waitUntil };
const patiently = <W extends typeof vi.waitFor | typeof vi.waitUntil>(wait: W) =>
  ((condition: () => unknown, given: number | object = {}) =>
    wait(condition, typeof given === 'number' ? given : { timeout: patience, ...given })) as W;
Object.assign(vi, { waitFor: patiently(vi.waitFor), waitUntil: patiently(vi.waitUntil) });

/** The operations of Web Crypto under way. They run outside the event loop, and take long on a busy machine. */
const hashing = new Set<Promise<unknown>>();
const { subtle } = crypto;
for (const name of ['importKey', 'sign'] as const) {
  const begun = (subtle[name] as (...given: unknown[]) => Promise<unknown>).bind(subtle);
  const counted = (...given: unknown[]) => {
    const work = begun(...given);
    hashing.add(work);
    return work.finally(() => hashing.delete(work));
  };
  Object.defineProperty(subtle, name, { configurable: true, value: counted });
}

/** How many rounds must pass without a step. */
const quietRounds = 20;
/**
 * Waits until all work is done that needs no timer. A step of the database is an immediate; code that awaits an import
 * runs after it, and may import more.
 */
async function atRest(): Promise<void> {
  for (let quiet = 0; quiet < quietRounds; quiet++) {
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setImmediate(resolve));
    if (hashing.size || process.getActiveResourcesInfo().includes('Immediate')) quiet = 0;
  }
}

/**
 * Gives each file its own names of locks, because a lock that a worker holds when its file ends is never released. Node
 * grants a free lock at once, browsers later.
 */
const { locks } = navigator;
const request = async (name: string, ...given: [never]) => {
  const own = `${expect.getState().testPath} ${name}`;
  await undefined;
  return locks.request(own, ...given);
};
Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query: () => locks.query() } });

/** Ends the timers that this file has started. What waits for them does not go on. */
export function endTimers(): void {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
}

// Test files share a process, so nothing of one file may affect the next.
afterAll(async () => {
  vi.useRealTimers();
  Object.assign(vi, waits);
  endTimers();
  // Code that is imported later would be a module of the next file, whose mocks may differ.
  await atRest();
  // Ends the timers that were started meanwhile, too.
  endTimers();
  globalThis.setTimeout = begin;
  AbortSignal.timeout = nativeTimeout;
  for (const name of ['importKey', 'sign']) Reflect.deleteProperty(subtle, name);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.resetModules();
  for (const restore of restores) restore();
  fakeBrowser.reset();
  if ('indexedDB' in globalThis) globalThis.indexedDB = new IDBFactory();
});
