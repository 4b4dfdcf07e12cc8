import { beforeEach, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { jobStore } from '../../jobs/left.ts';
import { begin, lifeName } from '../life.ts';
import { connectTo, Service, serve } from '../service.ts';

export const host = 'shop.example.com';
export const many = (count: number) => Array.from({ length: count }, (_, at) => `site${at}.example.org`);

/** The service that is connected, and another one. */
export let a: Service;
export let b: Service;

/** All workers of a test. */
let life = Symbol('test 0');
let lives = 0;

/** The worker with which the test began, or the last one that was begun after it. */
export let worker: Awaited<ReturnType<typeof start>>;

/** Begins a worker: nothing in memory, storage as it was. Those of earlier tests are dead. */
export async function wake(): Promise<void> {
  worker = await begin(start, life);
}

/** Asks the worker as a page would, about the account that is connected. */
export const ask = (name: string, input: unknown, more: object = {}) => worker.ask(name, input, more);

async function start(inside: <F extends object>(functions: F) => F) {
  vi.resetModules();
  const [{ askAsPage }, known, press, runner, alarm, creates, refresh, keepTo, settings, state, jobs, { openRecords }] =
    await Promise.all([
      import('../ask.ts'),
      import('../../records/seed.ts'),
      import('@/lib/background/jobs/press.ts'),
      import('@/lib/background/jobs/runner.ts'),
      import('@/lib/background/jobs/alarm.ts'),
      import('@/lib/jobs/openCreates.ts'),
      import('@/lib/background/websites/sync.ts'),
      import('@/lib/background/keepToConnections.ts'),
      import('@/lib/storage/settings.ts'),
      import('@/lib/storage/refresh.ts'),
      jobStore(),
      import('@/lib/records/database.ts'),
    ]);
  const ask = (name: string, input: unknown, more: object = {}) =>
    askAsPage(name, input, { account: a.origin, ...more });
  /** Saves the connection with another key, or the one that it has. */
  const saveKey = (key: string, keep = 'always') =>
    ask('connection.save', { services: { analytics: { url: a.origin, key } }, keep });
  return inside({
    ask,
    saveKey,
    reading: async () => state.refreshOf(await settings.get(state.refreshesNow), a.origin),
    allSites: async () => (await openRecords()).getAll('records.websites'),
    openRecords,
    ...known,
    ...press,
    ...runner,
    ...alarm,
    ...creates,
    ...refresh,
    ...keepTo,
    ...settings,
    ...jobs,
  });
}

/** What was sent before this is on its way no more, so it is not waited for. */
export const aMinuteLater = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });

/** Turns badges on, and gives those that a tab with the host's site then shows. */
export async function badgesShown(): Promise<string[]> {
  const shown: string[] = [];
  const note = async ({ text }: { text?: string }) => void (text && shown.push(text));
  const action = { setBadgeText: note, getBadgeText: async () => '', setTitle: note, setBadgeBackgroundColor: note };
  const tabs = { ...fakeBrowser.tabs, get: async () => ({ id: 7, url: `https://${host}/`, incognito: false }) };
  Object.assign(fakeBrowser, { action, tabs });
  await fakeBrowser.storage.local.set({ preferences: { version: 1, value: { badge: true } } });
  const { listenForBadges } = await import('@/lib/background/siteBadge.ts');
  listenForBadges();
  await fakeBrowser.tabs.onActivated.trigger({ tabId: 7, windowId: 1 });
  return shown;
}

const { locks } = navigator;
/** What a worker of an earlier test still holds is in nobody's way. */
const locksOfTest = {
  request: (name: string, ...rest: [never]) => locks.request(`${lifeName() ?? life.description} ${name}`, ...rest),
};

/** Before each test, a worker in an empty browser that is connected to the first service. */
export function setUp(): void {
  beforeEach(async () => {
    life = Symbol(`test ${++lives}`);
    vi.stubGlobal('navigator', { onLine: true, locks: locksOfTest });
    [a, b] = [new Service('https://a.example.net'), new Service('https://b.example.net')];
    serve(a, b);
    await connectTo(a);
    await wake();
  });
}
