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
  without,
  worker,
} from './auditWorker.ts';

setUp();

test('asks every site once, six at a time, keeps what was found and gives the access back', async () => {
  const all = hosts(14);
  // However slow the machine is, the first wait for the sixth.
  network.answer = async () => {
    await vi.waitFor(() => expect(network.asked.length).toBeGreaterThan(5));
    return ours();
  };
  const job = await runAudit(all);
  expect(network.asked.toSorted()).toEqual(all.toSorted());
  expect(network.most).toBe(6);
  expect(job).toMatchObject({ state: 'done', outcomes: { tracking: 14 }, counts: { done: 14 } });
  expect(await worker.pastAudits(account)).toMatchObject([{ id: 'a', sites: all.map((host) => [host, 7]) }]);
  await vi.waitFor(() => expect([...granted]).toEqual(['https://stats.example.net/*']));
});

test('code that names another record of the same host counts, and is that record’s', async () => {
  await newWorker('matomo');
  const [domain = ''] = hosts(1);
  await worker.putWebsites(account, [
    { id: '0', domain },
    { id: '7', domain },
  ]);
  network.answer = () => sends(html(paq({ site: "'7'" })));
  await runAudit([domain]);
  expect(await worker.itemsOf('a')).toMatchObject([{ id: '7', look: { state: 'tracking' } }]);
});

test('a site that has been registered again, checked again from its report: the old code does not count', async () => {
  await newWorker('matomo');
  const [domain = ''] = hosts(1);
  await worker.putWebsites(account, [{ id: '7', domain }]);
  network.answer = () => sends(html(paq({ site: "'0'" })));
  await runAudit([domain]);
  expect(await worker.itemsOf('a')).toMatchObject([{ id: '7', look: { state: 'other', why: 'site', about: '0' } }]);
});

test.each([
  ['its domain', '7', 'other.example'],
  ['its id, where nothing is known of it', '8', '8'],
])('code for another site of the account is told by %s', async (_what, id, about) => {
  await newWorker('matomo');
  await worker.putWebsites(account, [{ id: '7', domain: 'other.example' }]);
  network.answer = () => sends(html(paq({ site: `'${id}'` })));
  await runAudit(hosts(1));
  expect((await worker.itemsOf('a'))[0]?.look).toMatchObject({ state: 'other', why: 'site', about });
});

test('goes on after the worker’s death: what was under way is looked at again', async () => {
  network.answer = () => new Promise(() => {});
  await audit(hosts(8));
  await vi.waitFor(() => expect(network.asked).toHaveLength(6));
  network.answer = without;
  await newWorker();
  await worker.ping({});
  await closed();
  expect(await looks()).toEqual(Array(8).fill('missing'));
  // At once: nothing was written that would have to be waited for.
}, 10_000);

/** Starts a new worker whenever the page of one of these is requested: that has ended the one before. Counts the deaths. */
function dieBy(hostile: readonly string[], waits: readonly string[]) {
  const deaths = { count: 0 };
  network.answer = async (host) => {
    if (hostile.includes(host)) {
      deaths.count++;
      // It may end while it begins.
      newWorker()
        .then(() => worker.ping({}))
        .catch(() => {});
    } else if (waits.includes(host)) await new Promise((resolve) => setTimeout(resolve, 20));
    return ours();
  };
  return deaths;
}

test('each of two pages that end their worker each time fails after three deaths, and only these', async () => {
  const all = hosts(12);
  const hostile = [1, 4].map((at) => all[at] ?? '');
  const deaths = dieBy(hostile, all.slice(0, 6));
  const job = await runAudit(all);
  expect(deaths.count).toBeLessThanOrEqual(6);
  expect(job).toMatchObject({ state: 'done', outcomes: { tracking: 10 } });
  const failed = await worker.itemsOf('a', 'failed');
  expect(failed.map(({ key }) => key)).toEqual(hostile);
  expect(failed.map(({ problem }) => problem)).toEqual(hostile.map(() => ({ kind: 'cancelled', code: 'stopped' })));
  await vi.waitFor(() => expect([...granted]).toEqual(['https://stats.example.net/*']));
}, 20_000);

test('does not hold up the writes of its connection, however long its sites take', async () => {
  network.answer = () => new Promise(() => {});
  await audit(hosts(20));
  await vi.waitFor(() => expect(network.asked).toHaveLength(6), 10_000);
  await expectWritesGoOn();
});

test('the next audit begins while the access of the last one is being given back, and keeps what it needs', async () => {
  const { remove } = fakeBrowser.permissions;
  const firstRemoved = Promise.withResolvers<void>();
  Object.assign(fakeBrowser.permissions, {
    remove: async (some: { origins: string[] }) => {
      await firstRemoved.promise;
      return remove(some);
    },
  });
  const many = Array.from({ length: 251 }, (_, at) => `s${at}.example`);
  await runAudit(many);
  const answered = Promise.withResolvers<Response>();
  network.answer = () => answered.promise;
  await audit(['s250.example'], { id: 'b' });
  firstRemoved.resolve();
  const left = ['https://stats.example.net/*', 'https://s250.example/*'];
  await vi.waitFor(() => expect([...granted]).toEqual(left));
  answered.resolve(ours());
  await closed('b');
  const found = await looks('b');
  expect([found.length, found[0]]).toEqual([251, 'tracking']);
  await vi.waitFor(() => expect([...granted]).toEqual(left.slice(0, 1)));
});

const failing = () => Promise.reject(new Error('made up'));
test.each<[string, () => Promise<unknown>]>([
  ['it cannot be kept', async () => (await (await import('idb')).openDB('waymark-audits', 9)).close()],
  ['the browser takes no access back', async () => Object.assign(fakeBrowser.permissions, { remove: failing })],
])('holds up neither the next audit nor another job where %s', async (_why, spoil) => {
  await spoil();
  await runAudit(hosts(2));
  await expectWritesGoOn();
  await runAudit(hosts(2), { id: 'b' });
});

describe('of an account that is no longer connected', () => {
  const disconnect = () => worker.set(worker.connections, { list: [] });

  const forgotten = () =>
    vi.waitFor(async () => expect([await worker.allJobs(), await worker.itemsOf('a')]).toEqual([[], []]));

  test('leaves no report', async () => {
    await runAudit(hosts(2));
    await disconnect();
    await worker.keepToConnections({ list: [] });
    await forgotten();
  });

  test('is cancelled, and gives the access back', async () => {
    const answered = Promise.withResolvers<void>();
    network.answer = () => answered.promise.then(() => new Response(html(code())));
    await audit(hosts(12));
    await vi.waitFor(() => expect(network.asked).toHaveLength(6));
    await disconnect();
    await worker.keepToConnections({ list: [] });
    answered.resolve();
    await forgotten();
    expect(network.asked).toHaveLength(6);
    await vi.waitFor(() => expect(granted.size).toBe(1));
  });

  test('leaves the report before it to the account whose key replaces its own as it closes', async () => {
    await runAudit(hosts(2));
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
    await audit(hosts(1), { id: 'b' });
    await vi.waitFor(async () => expect(await worker.jobWith('b')).toBeUndefined());
    expect(await worker.allJobs()).toMatchObject([{ id: 'a', account: 'two' }]);
  });

  test('is not kept, though it came to its end', async () => {
    await audit(hosts(1));
    await disconnect();
    await forgotten();
    await worker.noteLook({ id: 'a', at: 0, look: { state: 'missing', trackers: [] } });
    expect(await worker.pastAudits(account)).toEqual([]);
  });
});

const redirect = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
test.each<[host: string, joins: boolean, said: string]>([
  ['moved.example', true, 'tracking'],
  ['moved.example', false, 'unsure related'],
  ['www.moved.example', true, 'unsure related'],
])('visits to the www. variant count if the service is known to join both: %s, %s', async (host, joins, said) => {
  await fakeBrowser.storage.local.set({ joinsWww: { version: 1, value: [joins ? account : 'two'] } });
  const other = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
  network.answer = (asked) => (asked === other ? ours() : redirect());
  granted.add(`https://${other}/*`);
  await runAudit([host]);
  expect(await looks()).toEqual([said]);
  await worker.noteLook({ id: 'a', at: 0, look: { state: 'unsure', why: 'related', about: other, trackers: [] } });
  expect(await looks()).toEqual([said]);
});

test('a redirect: the www. variant is looked at, if it may be and is no site of its own', async () => {
  network.answer = (host) => (host.startsWith('www.') ? ours() : redirect());
  granted.add('https://www.moved.example/*');
  const sites = ['moved.example', 'foreign.example', 'sub.shop.example.com'];
  await runAudit(sites);
  expect(await looks()).toEqual(['unsure related', 'unsure redirect', 'unsure redirect']);
  const abouts = (await worker.itemsOf('a')).map(({ look }) => look?.about);
  expect(abouts).toEqual(['www.moved.example', undefined, undefined]);
  expect(network.asked.toSorted()).toEqual([...sites, 'www.moved.example'].toSorted());
});

describe('an audit that the worker refuses', () => {
  test('beside another, whoever asks: also two presses at once', async () => {
    const held = Promise.withResolvers<void>();
    network.answer = () => held.promise.then(without);
    const begins = [audit(hosts(2)), audit(hosts(2), { id: 'b' }), audit(hosts(2))];
    const answers = await Promise.allSettled(begins);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(answers[1]).toMatchObject({ reason: { problem: { kind: 'conflict', code: 'audit-under-way' } } });
    expect((await worker.allJobs()).map(({ id }) => id)).toEqual(['a']);
    held.resolve();
    await closed();
  });

  test('from a private window: nothing of it is stored', async () => {
    const start = { id: 'a', items: [{ key: 'a.example' }], fields: {} };
    const how = { kind: 'audit', speed: 'fast', repeat: 'week' } as const;
    const refused = worker.startJob({ ...start, ...how }, { account, private: true });
    await expect(refused).rejects.toMatchObject({ problem: { kind: 'rejected', code: 'private' } });
    expect([await worker.allJobs(), await worker.get(worker.auditRepeats)]).toEqual([[], []]);
  });
});
