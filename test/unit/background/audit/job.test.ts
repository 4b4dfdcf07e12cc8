import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { paq } from '../../data/pages/kinds.ts';
import { code, page as html } from '../../data/pages/page.ts';
import {
  account,
  audit,
  closed,
  expectWritesGoOn,
  granted,
  hosts,
  looks,
  network,
  newWorker,
  ours,
  runAudit,
  sends,
  setUp,
  type Worker,
  without,
} from './auditWorker.ts';

setUp();

test('asks every site once, six at a time, keeps what was found and gives the access back', async () => {
  const worker = await newWorker();
  const all = hosts(14);
  // However slow the machine is, the first wait for the sixth.
  network.answer = async () => {
    await vi.waitFor(() => expect(network.asked.length).toBeGreaterThan(5));
    return ours();
  };
  const job = await runAudit(worker, all);
  expect(network.asked.toSorted()).toEqual(all.toSorted());
  expect(network.most).toBe(6);
  expect(job).toMatchObject({ state: 'done', outcomes: { tracking: 14 }, counts: { done: 14 } });
  expect(await worker.pastAudits(account)).toMatchObject([{ id: 'a', sites: all.map((host) => [host, 7]) }]);
  await vi.waitFor(() => expect([...granted]).toEqual(['https://stats.example.net/*']));
});

test('code that names another record of the same host counts, and is that record’s', async () => {
  const worker = await newWorker('matomo');
  const [domain = ''] = hosts(1);
  await worker.putWebsites(account, [
    { id: '0', domain },
    { id: '7', domain },
  ]);
  network.answer = () => sends(html(paq({ site: "'7'" })));
  await runAudit(worker, [domain]);
  expect(await worker.itemsOf('a')).toMatchObject([{ id: '7', look: { state: 'tracking' } }]);
});

test('a site that has been registered again, checked again from its report: the old code does not count', async () => {
  const worker = await newWorker('matomo');
  const [domain = ''] = hosts(1);
  await worker.putWebsites(account, [{ id: '7', domain }]);
  network.answer = () => sends(html(paq({ site: "'0'" })));
  await runAudit(worker, [domain]);
  expect(await worker.itemsOf('a')).toMatchObject([{ id: '7', look: { state: 'other', why: 'site', about: '0' } }]);
});

test.each([
  ['its domain', '7', 'other.example'],
  ['its id, where nothing is known of it', '8', '8'],
])('code for another site of the account is told by %s', async (_what, id, about) => {
  const worker = await newWorker('matomo');
  await worker.putWebsites(account, [{ id: '7', domain: 'other.example' }]);
  network.answer = () => sends(html(paq({ site: `'${id}'` })));
  await runAudit(worker, hosts(1));
  expect((await worker.itemsOf('a'))[0]?.look).toMatchObject({ state: 'other', why: 'site', about });
});

test('goes on after the worker’s death: what was under way is looked at again', async () => {
  network.answer = () => new Promise(() => {});
  await audit(await newWorker(), hosts(8));
  await vi.waitFor(() => expect(network.asked).toHaveLength(6));
  network.answer = without;
  const second = await newWorker();
  await second.ping({});
  await closed(second);
  expect(await looks(second)).toEqual(Array(8).fill('missing'));
  // At once: nothing was written that would have to be waited for.
}, 10_000);

/** Starts a new worker whenever the page of one of these is requested: that has ended the one before. Counts the deaths. */
async function dieBy(hostile: readonly string[], waits: readonly string[]) {
  const deaths = { count: 0 };
  network.answer = async (host) => {
    if (hostile.includes(host)) {
      deaths.count++;
      // It may end while it begins.
      newWorker()
        .then((next) => next.ping({}))
        .catch(() => {});
    } else if (waits.includes(host)) await new Promise((resolve) => setTimeout(resolve, 20));
    return ours();
  };
  return { deaths, worker: await newWorker() };
}

test('each of two pages that end their worker each time fails after three deaths, and only these', async () => {
  const all = hosts(12);
  const hostile = [1, 4].map((at) => all[at] ?? '');
  const { deaths, worker } = await dieBy(hostile, all.slice(0, 6));
  const job = await runAudit(worker, all);
  expect(deaths.count).toBeLessThanOrEqual(6);
  expect(job).toMatchObject({ state: 'done', outcomes: { tracking: 10 } });
  const failed = await worker.itemsOf('a', 'failed');
  expect(failed.map(({ key }) => key)).toEqual(hostile);
  expect(failed.map(({ problem }) => problem)).toEqual(hostile.map(() => ({ kind: 'cancelled', code: 'stopped' })));
  await vi.waitFor(() => expect([...granted]).toEqual(['https://stats.example.net/*']));
}, 20_000);

test('does not hold up the writes of its connection, however long its sites take', async () => {
  const worker = await newWorker();
  network.answer = () => new Promise(() => {});
  await audit(worker, hosts(20));
  await vi.waitFor(() => expect(network.asked).toHaveLength(6), 10_000);
  await expectWritesGoOn(worker);
});

test('the next audit begins while the access of the last one is being given back, and keeps what it needs', async () => {
  const worker = await newWorker();
  const { remove } = fakeBrowser.permissions;
  const firstRemoved = Promise.withResolvers<void>();
  Object.assign(fakeBrowser.permissions, {
    remove: async (some: { origins: string[] }) => {
      await firstRemoved.promise;
      return remove(some);
    },
  });
  const many = Array.from({ length: 251 }, (_, at) => `s${at}.example`);
  await runAudit(worker, many);
  const answered = Promise.withResolvers<Response>();
  network.answer = () => answered.promise;
  await audit(worker, ['s250.example'], { id: 'b' });
  firstRemoved.resolve();
  const left = ['https://stats.example.net/*', 'https://s250.example/*'];
  await vi.waitFor(() => expect([...granted]).toEqual(left));
  answered.resolve(ours());
  await closed(worker, 'b');
  const found = await looks(worker, 'b');
  expect([found.length, found[0]]).toEqual([251, 'tracking']);
  await vi.waitFor(() => expect([...granted]).toEqual(left.slice(0, 1)));
});

const failing = () => Promise.reject(new Error('made up'));
test.each<[string, () => Promise<unknown>]>([
  ['it cannot be kept', async () => (await (await import('idb')).openDB('waymark-audits', 9)).close()],
  ['the browser takes no access back', async () => Object.assign(fakeBrowser.permissions, { remove: failing })],
])('holds up neither the next audit nor another job where %s', async (_why, spoil) => {
  const worker = await newWorker();
  await spoil();
  await runAudit(worker, hosts(2));
  await expectWritesGoOn(worker);
  await runAudit(worker, hosts(2), { id: 'b' });
});

describe('of an account that is no longer connected', () => {
  const disconnect = async () => {
    const { connections, set } = await import('@/lib/storage/settings.ts');
    await set(connections, { list: [] });
  };

  const forgotten = (worker: Worker) =>
    vi.waitFor(async () => expect([await worker.allJobs(), await worker.itemsOf('a')]).toEqual([[], []]));

  test('leaves no report', async () => {
    const worker = await newWorker();
    const { keepToConnections } = await import('@/lib/background/keepToConnections.ts');
    await runAudit(worker, hosts(2));
    await disconnect();
    await keepToConnections({ list: [] });
    await forgotten(worker);
  });

  test('is cancelled, and gives the access back', async () => {
    const worker = await newWorker();
    const { keepToConnections } = await import('@/lib/background/keepToConnections.ts');
    const answered = Promise.withResolvers<void>();
    network.answer = () => answered.promise.then(() => new Response(html(code())));
    await audit(worker, hosts(12));
    await vi.waitFor(() => expect(network.asked).toHaveLength(6));
    await disconnect();
    await keepToConnections({ list: [] });
    answered.resolve();
    await forgotten(worker);
    expect(network.asked).toHaveLength(6);
    await vi.waitFor(() => expect(granted.size).toBe(1));
  });

  test('leaves the report before it to the account whose key replaces its own as it closes', async () => {
    const worker = await newWorker();
    await runAudit(worker, hosts(2));
    const { local } = fakeBrowser.storage;
    const { set } = local;
    local.set = async (items) => {
      if (JSON.stringify(items).includes('audit b')) {
        local.set = set;
        await disconnect();
        await worker.moveAudits(account, 'two');
      }
      return set(items);
    };
    await audit(worker, hosts(1), { id: 'b' });
    await vi.waitFor(async () => expect(await worker.jobWith('b')).toBeUndefined());
    expect(await worker.allJobs()).toMatchObject([{ id: 'a', account: 'two' }]);
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

test.each<[host: string, joins: boolean, said: string]>([
  ['moved.example', true, 'tracking'],
  ['moved.example', false, 'unsure related'],
  ['www.moved.example', true, 'unsure related'],
])('visits to the www. variant count if the service is known to join both: %s, %s', async (host, joins, said) => {
  await fakeBrowser.storage.local.set({ joinsWww: { version: 1, value: [joins ? account : 'two'] } });
  const worker = await newWorker();
  const other = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
  const redirect = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
  network.answer = (asked) => (asked === other ? ours() : redirect());
  granted.add(`https://${other}/*`);
  await runAudit(worker, [host]);
  expect(await looks(worker)).toEqual([said]);
  await worker.noteLook({ id: 'a', at: 0, look: { state: 'unsure', why: 'related', about: other, trackers: [] } });
  expect(await looks(worker)).toEqual([said]);
});

test('a redirect: the www. variant is looked at, if it may be and is no site of its own', async () => {
  const worker = await newWorker();
  const redirect = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
  network.answer = (host) => (host.startsWith('www.') ? ours() : redirect());
  granted.add('https://www.moved.example/*');
  const sites = ['moved.example', 'foreign.example', 'sub.shop.example.com'];
  await runAudit(worker, sites);
  expect(await looks(worker)).toEqual(['unsure related', 'unsure redirect', 'unsure redirect']);
  const abouts = (await worker.itemsOf('a')).map(({ look }) => look?.about);
  expect(abouts).toEqual(['www.moved.example', undefined, undefined]);
  expect(network.asked.toSorted()).toEqual([...sites, 'www.moved.example'].toSorted());
});
