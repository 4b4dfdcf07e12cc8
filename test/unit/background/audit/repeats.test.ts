import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Job } from '@/lib/jobs/types.ts';
import { code, page as html, stats } from '../../data/pages/page.ts';

const account = 'one';
const day = 24 * 3_600_000;
const granted = new Set<string>();
const alarms = new Map<string, number>();
const shown: [string, { title: string; message: string }][] = [];
const network = { asked: [] as string[], answer: (_host: string): string | Promise<string> => html(code()) };
const permissions = { notifications: true };

/** A new worker over the same storage. */
async function newWorker() {
  vi.resetModules();
  const { connections, set } = await import('@/lib/storage/settings.ts');
  await set(connections, { list: [{ id: 'main', analyticsUrl: stats, account }], active: 'main' });
  const [jobs, store, repeats, runs, stored, lent, audits, cache] = await Promise.all([
    import('@/lib/background/jobs/handlers.ts'),
    import('@/lib/jobs/store.ts'),
    import('@/lib/background/audit/repeats.ts'),
    import('@/lib/background/audit/runRepeats.ts'),
    import('@/lib/storage/auditRepeats.ts'),
    import('@/lib/storage/lentAccess.ts'),
    import('@/lib/storage/audits.ts'),
    import('@/lib/background/websites/siteCache.ts'),
  ]);
  return { ...jobs, ...store, ...repeats, ...runs, ...stored, ...lent, ...audits, ...cache };
}
type Worker = Awaited<ReturnType<typeof newWorker>>;

const repeatsOf = async (worker: Worker) => (await import('@/lib/storage/settings.ts')).get(worker.auditRepeats);
const closed = (worker: Worker, wanted = 1) =>
  vi.waitFor(
    async () => {
      const jobs = await worker.allJobs();
      const { length } = await worker.pastAudits(account);
      if (length < wanted || jobs.some(({ ended, holdsAccess }) => !ended || holdsAccess)) throw new Error('open');
      return jobs.at(-1) as Job;
    },
    { timeout: 10_000, interval: 5 },
  );

const hosts = ['a.shop.example.com', 'b.shop.example.com'];
const grant = (all: readonly string[]) => {
  for (const host of all) granted.add(`https://${host}/*`);
};
function audit(worker: Worker, options: { every?: 'week' | 'month'; id?: string; sites?: readonly string[] } = {}) {
  const { every, id = 'a', sites = hosts } = options;
  grant(sites);
  const items = sites.map((key, at) => ({ key, id: String(at) }));
  const repeat = every ? { repeat: every } : {};
  return worker.startJob({ id, kind: 'audit', items, fields: {}, speed: 'fast', ...repeat }, { account });
}
/** The clock goes on by days. */
const later = (days: number) => {
  const now = Date.now() + days * day;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
};

beforeEach(() => {
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
  for (const one of [granted, alarms]) one.clear();
  shown.length = 0;
  network.asked.length = 0;
  network.answer = () => html(code());
  permissions.notifications = true;
  granted.add('https://stats.example.net/*');
  Object.assign(fakeBrowser as never as object, {
    permissions: {
      contains: async ({ origins = [], permissions: more = [] }: { origins?: string[]; permissions?: string[] }) =>
        origins.every((one) => granted.has(one)) && (!more.length || permissions.notifications),
      getAll: async () => ({ origins: [...granted] }),
      remove: async ({ origins = [], permissions: more = [] }: { origins?: string[]; permissions?: string[] }) => {
        for (const one of origins) granted.delete(one);
        if (more.length) permissions.notifications = false;
        return true;
      },
    },
    alarms: {
      create: async (name: string, { when = Date.now() }: { when?: number }) => void alarms.set(name, when),
      clear: async (name: string) => alarms.delete(name),
      get: async (name: string) => (alarms.has(name) ? { name, scheduledTime: alarms.get(name) } : undefined),
    },
    notifications: { create: async (id: string, what: (typeof shown)[number][1]) => void shown.push([id, what]) },
  });
  Object.assign(fakeBrowser.i18n, {
    getMessage: (key: string, values: string[] = []) => [key, ...values].join(' '),
    getUILanguage: () => 'en',
  });
  for (const name of ['setTitle', 'setBadgeText', 'setBadgeBackgroundColor'] as const)
    vi.spyOn(fakeBrowser.action, name).mockResolvedValue();
  const tails = new Map<string, Promise<unknown>>();
  const request = (name: string, ...rest: unknown[]) => {
    const next = (tails.get(name) ?? Promise.resolve()).catch(() => {}).then(rest.at(-1) as () => Promise<unknown>);
    tails.set(name, next);
    return next;
  };
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
  vi.stubGlobal('fetch', async (url: string) => {
    const { hostname } = new URL(url);
    network.asked.push(hostname);
    return new Response(await network.answer(hostname), { headers: { 'content-type': 'text/html' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('without a repeat', () => {
  test('an audit gives its access back, and no alarm is left', async () => {
    const worker = await newWorker();
    await worker.keepRepeatAlarm();
    await audit(worker);
    await closed(worker);
    await worker.keepRepeatAlarm();
    await vi.waitFor(() => expect([...alarms]).toEqual([]));
    expect([...granted]).toEqual(['https://stats.example.net/*']);
    expect(shown).toEqual([]);
  });
});

describe('a repeated audit', () => {
  test('keeps its access and one alarm, begins when it is due, once, and tells only of the worse', async () => {
    const worker = await newWorker();
    const start = Date.now();
    await audit(worker, { every: 'week' });
    await closed(worker);
    expect(granted).toContain('https://a.shop.example.com/*');
    expect(alarms.get('auditRepeat')).toBeGreaterThan(start + 6 * day);
    await worker.runRepeats();
    expect((await worker.allJobs()).map(({ id }) => id)).toEqual(['a']);
    later(8);
    await worker.runRepeats();
    await worker.runRepeats();
    const same = await closed(worker, 2);
    expect(network.asked).toHaveLength(4);
    expect([same.isRepeat, shown]).toEqual([true, []]);
    expect(granted).toContain('https://b.shop.example.com/*');
    network.answer = () => html('');
    later(8);
    await worker.runRepeats();
    const { id } = await closed(worker, 3);
    expect(shown).toMatchObject([[`audit ${id}`, { title: 'audit_worse', message: 'audit_lost' }]]);
    expect([...alarms.keys()].filter((name) => name !== 'jobs')).toEqual(['auditRepeat']);
  });

  test('goes on in a new worker after a restart, where the alarm is gone', async () => {
    const first = await newWorker();
    await audit(first, { every: 'month' });
    await closed(first);
    alarms.clear();
    const second = await newWorker();
    await second.keepRepeatAlarm();
    const due = alarms.get('auditRepeat') ?? 0;
    expect(due).toBeGreaterThan(Date.now() + 27 * day);
    alarms.clear();
    later(40);
    await second.keepRepeatAlarm();
    expect(alarms.get('auditRepeat')).toBe(Date.now() + 60_000);
    await second.runRepeats();
    await closed(second, 2);
    expect(network.asked).toHaveLength(4);
  });

  test('a worker that died between the start and its note does not begin it twice', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    const before = await repeatsOf(worker);
    later(8);
    await worker.runRepeats();
    await closed(worker, 2);
    const { set } = await import('@/lib/storage/settings.ts');
    await set(worker.auditRepeats, before);
    await worker.runRepeats();
    await closed(worker, 2);
    expect(network.asked).toHaveLength(4);
    expect((await repeatsOf(worker))[0]?.next).toBeGreaterThan(Date.now());
  });

  test('stops by itself when its access is taken away, and goes on once it is back', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    granted.delete('https://a.shop.example.com/*');
    await worker.stopRepeats();
    expect(await repeatsOf(worker)).toMatchObject([{ account }]);
    expect((await repeatsOf(worker))[0]?.stopped).toBeUndefined();
    granted.delete('https://b.shop.example.com/*');
    await worker.stopRepeats();
    expect(await repeatsOf(worker)).toMatchObject([{ stopped: true }]);
    expect(alarms.has('auditRepeat')).toBe(false);
    later(8);
    await worker.runRepeats();
    expect(network.asked).toHaveLength(2);
    grant(hosts);
    await worker.setRepeat(account, true);
    expect(alarms.get('auditRepeat')).toBe(Date.now());
    await worker.runRepeats();
    await closed(worker, 2);
    expect(network.asked).toHaveLength(4);
  });

  test('goes on for the others where only the access to some was taken away, and says of these that it has none', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    granted.delete('https://a.shop.example.com/*');
    await worker.stopRepeats();
    later(8);
    network.asked.length = 0;
    await worker.runRepeats();
    const { id } = await closed(worker, 2);
    expect(network.asked).toEqual(['b.shop.example.com']);
    expect((await worker.itemsOf(id)).map(({ look }) => [look?.state, look?.why])).toEqual([
      ['unsure', 'access'],
      ['tracking', undefined],
    ]);
    const [repeat] = await repeatsOf(worker);
    expect([repeat?.stopped, repeat?.sites.length, shown]).toEqual([undefined, 2, []]);
    grant(hosts);
    later(8);
    await worker.runRepeats();
    await closed(worker, 3);
    expect(network.asked).toHaveLength(3);
  });

  test('ended by the person, it gives back its access, the notifications and its alarm', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    await worker.setRepeat(account, false);
    expect(await repeatsOf(worker)).toEqual([]);
    expect([...granted]).toEqual(['https://stats.example.net/*']);
    expect([permissions.notifications, alarms.has('auditRepeat')]).toEqual([false, false]);
  });

  test('an audit of some sites leaves it its access, and one that is repeated joins it', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    await audit(worker, { id: 'b', sites: ['a.shop.example.com', 'c.shop.example.com'] });
    await closed(worker, 2);
    expect([...granted].toSorted()).toEqual([...hosts.map((one) => `https://${one}/*`), 'https://stats.example.net/*']);
    await audit(worker, { id: 'c', sites: ['c.shop.example.com'], every: 'month' });
    await closed(worker, 3);
    expect(await repeatsOf(worker)).toMatchObject([
      { every: 'month', sites: [{ key: hosts[0] }, { key: hosts[1] }, { key: 'c.shop.example.com' }] },
    ]);
  });

  const wholeList = async (worker: Worker, domain: string) => {
    await worker.beginListReading(account, 1);
    await worker.putSites(account, [{ id: '0', domain }]);
    await worker.endListReading(account, 1);
  };

  test('ends where none of its sites is registered any more, and gives everything back', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    await wholeList(worker, 'other.example.com');
    later(8);
    await worker.runRepeats();
    expect([await repeatsOf(worker), [...granted]]).toEqual([[], ['https://stats.example.net/*']]);
    expect([network.asked.length, permissions.notifications, alarms.has('auditRepeat')]).toEqual([2, false, false]);
  });

  test('leaves out what is not registered any more, once the whole list was read, and gives its access back', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    await wholeList(worker, 'a.shop.example.com');
    later(8);
    network.asked.length = 0;
    await worker.runRepeats();
    await closed(worker, 2);
    expect(network.asked).toEqual(['a.shop.example.com']);
    expect((await repeatsOf(worker))[0]?.sites).toEqual([{ key: 'a.shop.example.com', id: '0' }]);
    expect([...granted].toSorted()).toEqual(['https://a.shop.example.com/*', 'https://stats.example.net/*']);
  });

  test('stays as it is, with its access, while the connections are those of a newer Waymark', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    const before = await repeatsOf(worker);
    const { connections } = await fakeBrowser.storage.local.get('connections');
    await fakeBrowser.storage.local.set({ connections: { version: 99, value: {} } });
    later(8);
    await worker.runRepeats();
    await expect(worker.keptAddresses()).rejects.toThrow('connections');
    expect([await repeatsOf(worker), granted.size]).toEqual([before, 3]);
    expect(alarms.get('auditRepeat')).toBeLessThanOrEqual(Date.now() + 30 * 60_000);
    await fakeBrowser.storage.local.set({ connections });
    await worker.runRepeats();
    await closed(worker, 2);
  });

  test('waits beside another audit, and is bound to its account', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    later(8);
    network.answer = () => new Promise(() => {});
    await audit(worker, { id: 'b' });
    // It has fired.
    alarms.delete('auditRepeat');
    await worker.runRepeats();
    expect((await worker.allJobs()).filter(({ isRepeat }) => isRepeat)).toEqual([]);
    expect(alarms.get('auditRepeat')).toBe(Date.now() + 30 * 60_000);
    await worker.endOtherRepeats(['another']);
    expect([await repeatsOf(worker), alarms.has('auditRepeat')]).toEqual([[], false]);
  });

  test('stops by itself without leave to notify, which the preferences do not take away', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    await worker.giveBackNotifications();
    await worker.stopRepeats();
    expect([permissions.notifications, (await repeatsOf(worker))[0]?.stopped]).toEqual([true, undefined]);
    permissions.notifications = false;
    await worker.stopRepeats();
    expect((await repeatsOf(worker))[0]?.stopped).toBe(true);
  });

  test('leave to notify taken away while it looks: nothing is shown', async () => {
    const worker = await newWorker();
    await audit(worker, { every: 'week' });
    await closed(worker);
    network.answer = () => {
      permissions.notifications = false;
      return html('');
    };
    later(8);
    await worker.runRepeats();
    await closed(worker, 2);
    expect(shown).toEqual([]);
  });
});

describe('an audit that the worker refuses', () => {
  test('beside another, whoever asks: also two presses at once', async () => {
    const worker = await newWorker();
    network.answer = () => new Promise(() => {});
    const answers = await Promise.allSettled([audit(worker), audit(worker, { id: 'b' }), audit(worker)]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(answers[1]).toMatchObject({ reason: { problem: { kind: 'conflict', code: 'audit-under-way' } } });
    expect((await worker.allJobs()).map(({ id }) => id)).toEqual(['a']);
  });

  test('beside one that has not given its access back yet', async () => {
    const worker = await newWorker();
    await audit(worker);
    await closed(worker);
    await worker.writeJob('a', [], (job) => ({ job: { ...job, holdsAccess: true }, items: [] }));
    await expect(audit(worker, { id: 'b' })).rejects.toMatchObject({ problem: { code: 'audit-under-way' } });
  });

  test('from a private window: nothing of it is stored', async () => {
    const worker = await newWorker();
    const start = { id: 'a', items: [{ key: 'a.example' }], fields: {} };
    const how = { kind: 'audit', speed: 'fast', repeat: 'week' } as const;
    const refused = worker.startJob({ ...start, ...how }, { account, private: true });
    await expect(refused).rejects.toMatchObject({ problem: { kind: 'rejected', code: 'private' } });
    expect([await worker.allJobs(), await repeatsOf(worker)]).toEqual([[], []]);
  });
});
