import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Job } from '@/lib/jobs/types.ts';
import type { Kind } from '@/lib/services/traits.ts';
import { code, page as html, stats } from '../../data/pages/page.ts';
import { jobStore } from '../../jobs/left.ts';
import { begin, isDead, never } from '../life.ts';

export const account = 'one';
const service = 'https://stats.example.net/*';
export const granted = new Set<string>();
export const alarms = new Map<string, number>();
/** The notifications that were shown. */
export const shown: [string, { title: string; message: string }][] = [];
export const permissions = { notifications: true };
type Answering = (host: string) => Response | Promise<Response>;
export const network = { online: true, asked: [] as string[], now: 0, most: 0, answer: (() => ours()) as Answering };

export const sends = (body: string) => new Response(body, { headers: { 'content-type': 'text/html' } });
export const ours = () => sends(html(code()));
export const without = () => sends(html(''));

/** The worker that is alive: the one with which the test began, or the last new one. */
export let worker: Awaited<ReturnType<typeof start>>;

/** Begins a new worker over the same storage, connected to a service of this kind. The one before it is dead. */
export async function newWorker(kind?: Kind): Promise<void> {
  newLocks();
  worker = await begin((inside) => start(inside, kind));
}

async function start(inside: <F extends object>(functions: F) => F, kind?: Kind) {
  vi.resetModules();
  const settings = await import('@/lib/storage/settings.ts');
  const one = { id: 'main', analyticsUrl: stats, account, ...(kind ? { kind } : {}) };
  await settings.set(settings.connections, { list: [one], active: 'main' });
  const [jobs, store, audits, noted, seed, repeats, runs, house, stored, lent, keepTo] = await Promise.all([
    import('@/lib/background/jobs/handlers.ts'),
    jobStore(),
    import('@/lib/storage/audits.ts'),
    import('@/lib/background/audit/handlers.ts'),
    import('../../records/seed.ts'),
    import('@/lib/background/audit/repeats.ts'),
    import('@/lib/background/audit/runRepeats.ts'),
    import('@/lib/background/housekeeping.ts'),
    import('@/lib/storage/auditRepeats.ts'),
    import('@/lib/storage/lentAccess.ts'),
    import('@/lib/background/keepToConnections.ts'),
  ]);
  const acts = inside({ ...jobs, ...noted, ...repeats, ...runs, ...house });
  return { ...settings, ...store, ...audits, ...seed, ...stored, ...lent, ...keepTo, ...acts };
}

export const until = (id: string, is: (job: Job) => boolean) =>
  vi.waitFor(
    async () => {
      const job = await worker.jobWith(id);
      if (!job || !is(job)) throw new Error(JSON.stringify(job));
      return job;
    },
    { interval: 5 },
  );
export const paused = () => until('a', ({ state }) => state === 'paused');
/** It has ended, and its report is there. */
export const reported = (id = 'a') => until(id, ({ ended, holdsAccess }) => !!ended && !holdsAccess);
/** The same, and nothing more is asked of its service. */
export const closed = (id = 'a') =>
  until(id, ({ ended, holdsAccess, asksVisits }) => !!ended && !holdsAccess && !asksVisits);

export const hosts = (count: number) => Array.from({ length: count }, (_, at) => `s${at}.shop.example.com`);
export const grant = (all: readonly string[]) => {
  for (const host of all) granted.add(`https://${host}/*`);
};
interface AuditOptions {
  id?: string;
  repeat?: 'week' | 'month';
  isWhole?: true;
  isRepeat?: true;
}
export function audit(sites: readonly string[], { id = 'a', ...how }: AuditOptions = {}) {
  grant(sites);
  const items = sites.map((key, at) => ({ key, id: String(at) }));
  return worker.startJob({ id, kind: 'audit', items, fields: {}, speed: 'fast', ...how }, { account });
}
/** The same, once it is over and has given its access back. */
export async function runAudit(sites: readonly string[], how: AuditOptions = {}): Promise<Job> {
  await audit(sites, how);
  return closed(how.id);
}
/** A write of the same connection, which has no key, is taken up meanwhile. */
export async function expectWritesGoOn(): Promise<void> {
  const items = [{ key: 'z.example', id: '5' }];
  await worker.startJob({ id: 'd', kind: 'delete', items, fields: {}, speed: 'fast' }, { account });
  expect((await until('d', ({ state }) => state === 'paused')).problem).toMatchObject({ code: 'no-key' });
}
/** What was found of each site: its state, and why. */
export const looks = async (id = 'a') =>
  (await worker.itemsOf(id)).map(({ look }) => [look?.state, look?.why].filter(Boolean).join(' '));

let tails = new Map<string, Promise<unknown>>();

/** Locks of one worker; those of a dead one are free. */
function newLocks(): void {
  tails = new Map();
  const request = (name: string, ...rest: unknown[]) => {
    if (isDead()) return never();
    const work = rest.at(-1) as (lock: { name: string }) => Promise<unknown>;
    const next = (tails.get(name) ?? Promise.resolve()).catch(() => {}).then(() => work({ name }));
    tails.set(name, next);
    return next;
  };
  vi.stubGlobal('navigator', {
    get onLine() {
      return network.online;
    },
    locks: { request },
  });
}

interface Permissions {
  origins?: string[];
  permissions?: string[];
}

/**
 * Before each test, a worker connected to a service of this kind, in an empty browser, which has access to the service
 * and, once `audit` or `grant` says so, to sites.
 */
export function setUp(kind?: Kind): void {
  beforeEach(async () => {
    fakeBrowser.reset();
    for (const one of [granted, alarms]) one.clear();
    shown.length = 0;
    granted.add(service);
    permissions.notifications = true;
    Object.assign(network, { online: true, asked: [], now: 0, most: 0, answer: ours });
    Object.assign(fakeBrowser as never as object, {
      permissions: {
        contains: async ({ origins = [], permissions: more = [] }: Permissions) =>
          origins.every((one) => granted.has(one)) && (!more.length || permissions.notifications),
        getAll: async () => ({ origins: [...granted] }),
        remove: async ({ origins = [], permissions: more = [] }: Permissions) => {
          for (const one of origins) granted.delete(one);
          if (more.length) permissions.notifications = false;
          return true;
        },
      },
      alarms: {
        create: async (name: string, { when = Date.now() }: { when?: number }) => void alarms.set(name, when),
        clear: async (name: string) => alarms.delete(name),
        get: async (name: string) => (alarms.has(name) ? { name, scheduledTime: alarms.get(name) } : undefined),
        getAll: async () => [...alarms].map(([name, scheduledTime]) => ({ name, scheduledTime })),
      },
      notifications: { create: async (id: string, what: (typeof shown)[number][1]) => void shown.push([id, what]) },
    });
    Object.assign(fakeBrowser.i18n, {
      getMessage: (key: string, values: string[] = []) => [key, ...values].join(' '),
      getUILanguage: () => 'en',
    });
    for (const name of ['setTitle', 'setBadgeText', 'setBadgeBackgroundColor'] as const)
      vi.spyOn(fakeBrowser.action, name).mockResolvedValue();
    for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, vi.fn());
    // The wait before the second request for a site ends at once.
    const later = setTimeout;
    vi.stubGlobal('setTimeout', (run: () => void, wait?: number) => later(run, wait === 10_000 ? 1 : wait));
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      if (isDead()) throw new DOMException('The worker has ended.', 'InvalidStateError');
      return transaction.apply(this, args);
    });
    vi.stubGlobal('fetch', async (url: string) => {
      if (isDead()) return never();
      const { hostname } = new URL(url);
      network.asked.push(hostname);
      network.now += 1;
      network.most = Math.max(network.most, network.now);
      try {
        await new Promise((resolve) => setTimeout(resolve, 5));
        const answer = await network.answer(hostname);
        return isDead() ? await never() : answer;
      } finally {
        network.now -= 1;
      }
    });
    await newWorker(kind);
  });
  afterEach(async () => {
    // Access is given back by itself: not that of the next test.
    const giving = () => tails.get('lent-access');
    for (let last: unknown; last !== giving(); ) {
      last = giving();
      await giving()?.catch(() => {});
    }
    // Its worker dies with the test: what that still has under way would be stored in the next one's database.
    begin(() => {});
  });
}
