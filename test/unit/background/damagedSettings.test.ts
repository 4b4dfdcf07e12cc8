import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Answer, Input, Name } from '@/lib/messages/ask.ts';
import { isFull } from '../../tier.ts';
import { damaged, damagedRecords } from '../data/stored/damage.ts';
import {
  damageable,
  declarations,
  declared,
  fallbacks,
  goodStorage,
  goodValue,
  storedAs,
} from '../data/stored/settings.ts';

/** What is waited for is not what is tested here. */
vi.mock('@/lib/util/sleep.ts', () => ({ sleep: () => new Promise((resolve) => setTimeout(resolve, 1)) }));

const connection = 'main';
const address = 'https://stats.example';
const host = 'shop.example';
const job = { id: 'j' };
const item = { id: '7', domain: host };

/** An input for each command and operation. */
const inputs: { [N in Name]: Input<N> } = {
  'websites.list': {},
  'websites.find': { host },
  'websites.show': { id: '7' },
  'websites.create': { domain: host, privacy: 1 },
  'websites.update': { ...item, privacy: 1 },
  'websites.delete': item,
  'websites.hits': { ids: ['7'], last: true },
  'teams.list': {},
  'projects.list': {},
  'projects.delete': { project: host } as never,
  'site.check': { host },
  stored: { read: 'allJobs', args: [] },
  'site.suffixes': { hosts: [host] },
  'connection.status': { connection },
  'connection.save': { connection, services: { analytics: { url: address, key: 'made-up-key-0009' } }, keep: 'always' },
  'connection.test': { connection },
  'connection.identify': { page: address },
  'connection.rule': { connection, host },
  'keys.forget': { connection, service: 'seo' },
  'keys.forgetHeader': { connection, name: 'X-New' },
  'keys.defaultPassword': { connection, password: 'made-up' },
  'jobs.start': { id: 'new', kind: 'audit', items: [{ key: host }], fields: {}, speed: 'careful', repeat: 'week' },
  'jobs.pause': job,
  'jobs.resume': job,
  'jobs.cancel': job,
  'jobs.retry': job,
  'jobs.undo': job,
  'jobs.dismiss': job,
  'jobs.passwords': job,
  'jobs.erasePasswords': { ...job, count: 1 },
  'jobs.ping': {},
  'audits.looked': { ...job, at: 1, look: { state: 'tracked', trackers: [] } as never },
  'audits.repeat': { on: false },
  'records.refresh': { connection },
  'records.stop': { connection },
  'records.forget': { connection },
  'records.told': {},
  'settings.damaged': {},
  'settings.reset': { part: 'connections' },
  'connection.remove': { connection: 'other' },
};

/** As browsers do, it refuses what is no pattern. */
async function checkPatterns({ origins = [] }: { origins?: string[] }): Promise<boolean> {
  for (const one of origins)
    if (!/^https?:\/\/(\*|(\*\.)?[^*/\s]+)\/\S*$/.test(one)) throw new Error(`Invalid value for origin pattern ${one}`);
  return true;
}

type Area = 'local' | 'session';

/** Stores settings where all is well but for these of one area. */
async function store(area: Area, stored: Record<string, unknown>): Promise<void> {
  for (const name of ['local', 'session'] as const) {
    await browser.storage[name].clear();
    await browser.storage[name].set({ ...goodStorage(name), ...(area === name ? stored : {}) });
  }
}

let ask: (name: Name, input: unknown) => Promise<Answer<unknown>>;
/** One worker's, over several tests. */
let databases = indexedDB;
/** A worker and pages that have just begun. */
async function begin(): Promise<void> {
  vi.resetModules();
  databases = new IDBFactory();
  globalThis.indexedDB = databases;
  const { askAsPage, send } = await import('./ask.ts');
  Object.assign(fakeBrowser.runtime, { sendMessage: send });
  ask = (name, input) => askAsPage(name, input, { account: name.startsWith('projects') ? 's' : 'a' }) as never;
}

/** Empties the databases: what one test began is not for the next to go on with. */
async function emptyDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await openDB(name);
    const names = [...database.objectStoreNames];
    const all = database.transaction(names, 'readwrite');
    await Promise.all(names.map((store) => all.objectStore(store).clear()));
    database.close();
  }
}

/** What the worker does by itself. */
const deeds: Record<string, () => Promise<unknown>> = {
  'follows the policy': async () => (await import('@/lib/background/policy/follow.ts')).followPolicy(true),
  'tells what is lost': async () => (await import('@/lib/background/registering.ts')).showInterrupted(),
  'goes on with jobs and readings': async () => (await import('@/lib/background/jobs/runner.ts')).wake(),
  'repeats audits': async () => (await import('@/lib/background/audit/runRepeats.ts')).runRepeats(),
  'keeps house': async () => (await import('@/lib/background/housekeeping.ts')).keepHouse(),
  'looks after what is lent': async () => (await import('@/lib/background/housekeeping.ts')).afterStart(),
  'installs an update': async () => (await import('@/lib/background/deferUpdate.ts')).reloadForUpdate(),
  'makes its menu': async () => (await import('@/lib/background/menu.ts')).makeMenu(),
};

/** What pages read before they are shown. */
const pages: Record<string, () => Promise<unknown>> = {
  'the settings': async () => {
    const { loadOptions } = await import('@/entrypoints/options/load.ts');
    const { connectionLines } = await import('@/entrypoints/options/connectionLines.ts');
    const start = await loadOptions({ pathname: '', search: '' });
    return [start, connectionLines(start.connections, {})];
  },
  'the form of a connection': async () => (await import('@/entrypoints/options/connection/mirror.ts')).loadRead('main'),
  'the popup': async () => {
    const { preloadPopup } = await import('@/lib/storage/popupPreload.ts');
    return (await import('@/entrypoints/popup/load.ts')).loadPopup(preloadPopup());
  },
  'the list': async () => {
    const { loadManage, startFor } = await import('@/entrypoints/manage/useStart.ts');
    return startFor(await loadManage(), undefined);
  },
};

const faultsOf = (error: unknown) =>
  (error as Error).name === 'NewerSettings' ? [] : [`${(error as Error).stack?.split('\n').slice(0, 4).join(' ')}`];

/** How many ways there are to damage a setting. */
const ways = Object.keys({ ...damaged, ...damagedRecords }).length;
/**
 * Of the acts one for as many as there are ways, beginning with another one for each key and way: each act meets each key
 * and each way. In the full tier all.
 */
const some = <T>(acts: Record<string, T>, turn: number | undefined): [string, T][] =>
  Object.entries(acts).filter((_, at) => isFull || turn === undefined || (at + turn) % ways === 0);

/** Everything that answers `fault` or fails. `turn`: which of the acts are played; all unless given. */
async function faults(area: Area, stored: Record<string, unknown>, turn?: number): Promise<string[]> {
  const found: string[] = [];
  // Each over the damage itself, not over what the one before made of it.
  for (const [name, act] of some({ ...pages, ...deeds }, turn)) {
    await store(area, stored);
    await act().catch((error) => found.push(...faultsOf(error).map((text) => `${name}: ${text}`)));
  }
  for (const [name, input] of some(inputs, turn)) {
    await store(area, stored);
    const answer = await ask(name as Name, input);
    if (!answer.ok && (answer.problem.code === 'fault' || answer.problem.fields?.input))
      found.push(`${name} ${JSON.stringify(answer.problem)}`);
  }
  return found;
}

beforeAll(begin);
beforeEach(() => {
  globalThis.indexedDB = databases;
  vi.stubGlobal('fetch', async (to: string, { method = 'GET' }: RequestInit = {}) => {
    // Only such an answer is believed at once; another one would be looked into for 6 s.
    if (method === 'DELETE') return Response.json({ deleted: true });
    const isOne = /\/websites\/7$/.test(to) || method === 'POST';
    return Response.json(isOne ? { data: { id: '7', domain: host, privacy: 1 } } : { data: [], links: { next: null } });
  });
  Object.assign(fakeBrowser, {
    permissions: { contains: checkPatterns, remove: checkPatterns, getAll: async () => ({ origins: [] }) },
    contextMenus: { removeAll: async () => {}, create: () => {} },
  });
  Object.assign(fakeBrowser.storage, {
    managed: { get: async () => ({ connections: [{ analyticsUrl: address, name: 'Ours' }] }) },
  });
  Object.assign(fakeBrowser.i18n, { getMessage: (name: string) => name, getUILanguage: () => 'en' });
});

test('every declared setting is found in the source', () => {
  expect(declared.every(({ key }) => key)).toBe(true);
  expect([declarations.length, new Set(declared.map(({ key, area }) => `${key} ${area}`)).size]).toEqual([
    fallbacks,
    declared.length,
  ]);
});

test('there is an input for each command', async () => {
  const { handlers } = await import('@/lib/background/handlers.ts');
  expect(Object.keys(inputs).sort()).toEqual(Object.keys(handlers).sort());
});

test('where all is well, nothing fails', async () => {
  expect(await faults('local', {})).toEqual([]);
  await emptyDatabases();
});

/** What is stored of a setting that is damaged in each way. */
const damages = (key: string, value: unknown) => [
  ...Object.entries(damaged).map(([what, damage]) => ({ what, stored: storedAs(key, damage(value)) })),
  ...Object.entries(damagedRecords).map(([what, damage]) => ({
    what,
    stored: { [key]: damage(storedAs(key, value)[key] as never) },
  })),
];

// A worker reads each setting anew, so that one serves all; in the full tier each damage has its own.
test.each(damageable.map((one, place) => ({ ...one, place })))(
  '$key ($area), however it is damaged',
  async ({ key, area, place }) => {
    const found: string[] = [];
    for (const [at, { what, stored }] of damages(key, goodValue({ key, area })).entries()) {
      if (isFull) await begin();
      found.push(...(await faults(area, stored, place + at)).map((text) => `${what}: ${text}`));
      await emptyDatabases();
    }
    expect(found).toEqual([]);
  },
);
