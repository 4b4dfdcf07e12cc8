import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Job } from '@/lib/jobs/types.ts';
import { code, page as html, stats } from '../../data/pages/page.ts';

const account = 'one';
const granted = new Set<string>();
const network = {
  online: true,
  asked: [] as string[],
  now: 0,
  most: 0,
  answer: (_host: string): Response | Promise<Response> =>
    new Response(html(code()), { headers: { 'content-type': 'text/html' } }),
};

/** A new worker over the same storage. */
async function newWorker() {
  vi.resetModules();
  const { connections, set } = await import('@/lib/storage/settings.ts');
  await set(connections, { list: [{ id: 'main', analyticsUrl: stats, account }], active: 'main' });
  const [jobs, store, audits, noted] = await Promise.all([
    import('@/lib/background/jobs/handlers.ts'),
    import('@/lib/jobs/store.ts'),
    import('@/lib/storage/audits.ts'),
    import('@/lib/background/audit/noteLook.ts'),
  ]);
  return { ...jobs, ...store, ...audits, ...noted };
}
type Worker = Awaited<ReturnType<typeof newWorker>>;

const until = (worker: Worker, id: string, is: (job: Job) => boolean) =>
  vi.waitFor(
    async () => {
      const job = await worker.jobWith(id);
      if (!job || !is(job)) throw new Error(JSON.stringify(job));
      return job;
    },
    { timeout: 30_000, interval: 5 },
  );
const closed = (worker: Worker, id = 'a') => until(worker, id, ({ ended, holdsAccess }) => !!ended && !holdsAccess);

function audit(worker: Worker, hosts: readonly string[], id = 'a') {
  for (const host of hosts) granted.add(`https://${host}/*`);
  const items = hosts.map((key, at) => ({ key, id: String(at) }));
  return worker.startJob({ id, kind: 'audit', items, fields: {}, speed: 'fast' }, { account });
}
const states = async (worker: Worker, id = 'a') => (await worker.itemsOf(id)).map(({ look }) => look?.state);
const hosts = (count: number) => Array.from({ length: count }, (_, at) => `s${at}.shop.example.com`);

beforeEach(() => {
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
  granted.clear();
  granted.add('https://stats.example.net/*');
  Object.assign(network, { online: true, asked: [], now: 0, most: 0 });
  network.answer = () => new Response(html(code()), { headers: { 'content-type': 'text/html' } });
  const { permissions } = fakeBrowser as never as Record<string, Record<string, unknown>>;
  Object.assign(permissions ?? {}, {
    contains: async ({ origins }: { origins: string[] }) => origins.every((one) => granted.has(one)),
    getAll: async () => ({ origins: [...granted] }),
    remove: async ({ origins }: { origins: string[] }) => {
      for (const one of origins) granted.delete(one);
      return true;
    },
  });
  vi.spyOn(fakeBrowser.action, 'setTitle').mockResolvedValue();
  vi.spyOn(fakeBrowser.action, 'setBadgeText').mockResolvedValue();
  vi.spyOn(fakeBrowser.action, 'setBadgeBackgroundColor').mockResolvedValue();
  const tails = new Map<string, Promise<unknown>>();
  const request = (name: string, ...rest: unknown[]) => {
    const next = (tails.get(name) ?? Promise.resolve()).catch(() => {}).then(rest.at(-1) as () => Promise<unknown>);
    tails.set(name, next);
    return next;
  };
  vi.stubGlobal('navigator', {
    get onLine() {
      return network.online;
    },
    locks: { request },
  });
  vi.stubGlobal('fetch', async (url: string) => {
    const { hostname } = new URL(url);
    network.asked.push(hostname);
    network.now += 1;
    network.most = Math.max(network.most, network.now);
    try {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return await network.answer(hostname);
    } finally {
      network.now -= 1;
    }
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('asks every site once, six at a time, keeps what was found and gives the access back', async () => {
  const worker = await newWorker();
  const all = hosts(40);
  await audit(worker, all);
  const job = await closed(worker);
  expect(network.asked.toSorted()).toEqual(all.toSorted());
  expect(network.most).toBe(6);
  expect(job).toMatchObject({ state: 'done', outcomes: { tracking: 40 }, counts: { done: 40 } });
  expect(await worker.pastAudits(account)).toMatchObject([{ id: 'a', sites: all.map((host) => [host, 7]) }]);
  expect([...granted]).toEqual(['https://stats.example.net/*']);
});

test('goes on after the worker’s death: what was under way is looked at again', async () => {
  let first: Worker | undefined = await newWorker();
  network.answer = () => new Promise(() => {});
  await audit(first, hosts(8));
  await vi.waitFor(() => expect(network.asked).toHaveLength(6));
  first = undefined;
  network.answer = () => new Response(html(''), { headers: { 'content-type': 'text/html' } });
  const tails = new Map<string, Promise<unknown>>();
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: (name: string, ...rest: unknown[]) => {
        const next = (tails.get(name) ?? Promise.resolve()).then(rest.at(-1) as () => Promise<unknown>);
        tails.set(name, next);
        return next;
      },
    },
  });
  const second = await newWorker();
  await second.ping();
  await closed(second);
  expect(new Set(await states(second))).toEqual(new Set(['missing']));
  // At once: nothing was written that would have to be waited for.
}, 10_000);

test('access taken away midway: the rest says so, and it ends', async () => {
  const worker = await newWorker();
  network.answer = (host) => {
    granted.delete('https://s39.shop.example.com/*');
    return new Response(host, { headers: { 'content-type': 'text/html' } });
  };
  await audit(worker, hosts(40));
  await closed(worker);
  const [last] = (await worker.itemsOf('a')).slice(-1);
  expect(last?.look).toEqual({ state: 'unsure', why: 'access', trackers: [] });
  expect(network.asked).toHaveLength(39);
});

test.each([
  ['the connection is lost', false],
  ['no answer comes any more', true],
])('offline midway, %s: it waits, and calls no site silent', async (_how, aborted) => {
  const worker = await newWorker();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(aborted ? AbortSignal.abort() : new AbortController().signal);
  network.answer = () => {
    if (network.online) return new Response(html(''), { headers: { 'content-type': 'text/html' } });
    throw new TypeError('Failed to fetch');
  };
  network.online = false;
  await audit(worker, hosts(3));
  await until(worker, 'a', ({ until: moment }) => moment !== undefined);
  network.online = true;
  await worker.resumeJob({ id: 'a' });
  await closed(worker);
  expect(await states(worker)).toEqual(['missing', 'missing', 'missing']);
});

test('50 sites that never answer are waited for six at a time, 15 seconds each, and it ends', async () => {
  const worker = await newWorker();
  const waited: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
    waited.push(time);
    return timeout(time / 1000);
  });
  let [now, most] = [0, 0];
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    now -= 1;
    throw signal.reason;
  });
  await audit(worker, hosts(50));
  await closed(worker);
  const looks = (await worker.itemsOf('a')).map(({ look }) => [look?.state, look?.why]);
  expect(looks).toEqual(Array(50).fill(['silent', 'timeout']));
  expect([waited, granted.size]).toEqual([Array(50).fill(15_000), 1]);
  expect(most).toBe(6);
});

test('a report takes the place of the one before, and twelve audits are kept to compare with', async () => {
  const worker = await newWorker();
  for (let count = 0; count < 14; count++) {
    await audit(worker, ['s0.shop.example.com'], `a${count}`);
    await closed(worker, `a${count}`);
  }
  expect((await worker.allJobs()).map(({ id }) => id)).toEqual(['a13']);
  expect((await worker.pastAudits(account)).map(({ id }) => id)).toEqual(hosts(12).map((_, at) => `a${at + 2}`));
});

test('small audits push out none that others are compared with', async () => {
  const worker = await newWorker();
  const sites = ['a', 'b'].map((host): [string, number] => [host, 7]);
  await worker.keepAudit({ id: 'all', account, at: 1, sites });
  const kept = async () =>
    (await worker.pastAudits(account)).map(({ id, sites: of }) => [id, of.map(([host]) => host)]);
  for (let at = 2; at <= 13; at++) await worker.keepAudit({ id: `a${at}`, account, at, sites: [['b', 7]] });
  expect((await kept())[0]).toEqual(['all', ['a']]);
  await worker.keepAudit({ id: 'again', account, at: 14, sites });
  expect(await kept()).toHaveLength(12);
});

test('the clock set back: a report takes the place of the one before, too', async () => {
  const worker = await newWorker();
  await audit(worker, hosts(1));
  await closed(worker);
  const ahead = Date.now() + 86_400_000;
  await worker.writeJob('a', [], (job) => ({ job: { ...job, started: ahead, ended: ahead }, items: [] }));
  await audit(worker, hosts(1), 'b');
  await closed(worker, 'b');
  expect((await worker.allJobs()).map(({ id }) => id)).toEqual(['b']);
});

test('the clock set back: the audit that has just ended is kept in place of the oldest other one', async () => {
  const worker = await newWorker();
  for (let at = 1; at <= 12; at++) await worker.keepAudit({ id: `a${at}`, account, at: at + 9, sites: [] });
  await worker.keepAudit({ id: 'now', account, at: 5, sites: [] });
  expect((await worker.pastAudits(account)).map(({ id }) => id)).toEqual([
    'now',
    ...Array.from({ length: 11 }, (_, at) => `a${at + 2}`),
  ]);
});

test('a cancelled audit is nothing to compare with, and gives the access back, too', async () => {
  const worker = await newWorker();
  await audit(worker, hosts(40));
  await worker.cancelJob({ id: 'a' });
  await closed(worker);
  expect(await worker.pastAudits(account)).toEqual([]);
  expect(granted.size).toBe(1);
});

const failing = () => Promise.reject(new Error('made up'));
test.each<[string, () => Promise<unknown>]>([
  ['it cannot be kept', async () => (await (await import('idb')).openDB('waymark-audits', 9)).close()],
  ['the browser takes no access back', async () => Object.assign(fakeBrowser.permissions, { remove: failing })],
])('holds up neither the next audit nor another job where %s', async (_why, spoil) => {
  const worker = await newWorker();
  await spoil();
  await audit(worker, hosts(2));
  await closed(worker);
  const items = [{ key: 'z.example', id: '5' }];
  await worker.startJob({ id: 'd', kind: 'delete', items, fields: {}, speed: 'fast' }, { account });
  expect((await until(worker, 'd', ({ state }) => state === 'paused')).problem).toMatchObject({ code: 'no-key' });
  await audit(worker, hosts(2), 'b');
  await closed(worker, 'b');
});

describe('of an account that is no longer connected', () => {
  const disconnect = async () => {
    const { connections, set } = await import('@/lib/storage/settings.ts');
    await set(connections, { list: [] });
  };

  const forgotten = (worker: Worker) =>
    vi.waitFor(async () => expect([await worker.allJobs(), await worker.itemsOf('a')]).toEqual([[], []]), 5000);

  test('leaves no report', async () => {
    const worker = await newWorker();
    const { keepToConnections } = await import('@/lib/background/websites/sync.ts');
    await audit(worker, hosts(2));
    await closed(worker);
    await disconnect();
    await keepToConnections({ list: [] });
    await forgotten(worker);
  });

  test('is cancelled, and gives the access back', async () => {
    const worker = await newWorker();
    const { keepToConnections } = await import('@/lib/background/websites/sync.ts');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    network.answer = () => answered.then(() => new Response(html(code())));
    await audit(worker, hosts(40));
    await vi.waitFor(() => expect(network.asked).toHaveLength(6));
    await disconnect();
    await keepToConnections({ list: [] });
    answer();
    await forgotten(worker);
    expect([network.asked.length, [...granted].filter((one) => one.includes('shop'))]).toEqual([6, []]);
  });

  test('is not kept, though it came to its end', async () => {
    const worker = await newWorker();
    await audit(worker, hosts(1));
    await disconnect();
    await forgotten(worker);
    await worker.noteLook({ id: 'a', at: 0, look: { state: 'missing', trackers: [] } });
    expect(await worker.pastAudits(account)).toEqual([]);
  });
});

test('a redirect: the www. variant is looked at, if it may be and is no site of its own', async () => {
  const worker = await newWorker();
  const redirect = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
  network.answer = (host) =>
    host.startsWith('www.') ? new Response(html(code()), { headers: { 'content-type': 'text/html' } }) : redirect();
  granted.add('https://www.moved.example/*');
  await audit(worker, ['moved.example', 'foreign.example', 'sub.shop.example.com']);
  await closed(worker);
  expect((await worker.itemsOf('a')).map(({ look }) => [look?.state, look?.why, look?.about])).toEqual([
    ['unsure', 'related', 'www.moved.example'],
    ['unsure', 'redirect', undefined],
    ['unsure', 'redirect', undefined],
  ]);
  expect(network.asked.toSorted()).toEqual([
    'foreign.example',
    'moved.example',
    'sub.shop.example.com',
    'www.moved.example',
  ]);
});

test('what an opened page showed is noted, in the report and in what is kept', async () => {
  const worker = await newWorker();
  await audit(worker, hosts(2));
  await closed(worker);
  await worker.noteLook({ id: 'a', at: 1, look: { state: 'missing', trackers: [] } });
  expect(await states(worker)).toEqual(['tracking', 'missing']);
  expect((await worker.jobWith('a'))?.outcomes).toEqual({ tracking: 1, missing: 1 });
  expect((await worker.pastAudits(account))[0]?.sites.map(([, state]) => state)).toEqual([7, 0]);
  await worker.noteLook({ id: 'a', at: 9, look: { state: 'missing', trackers: [] } });
  expect((await worker.jobWith('a'))?.outcomes).toEqual({ tracking: 1, missing: 1 });
});
