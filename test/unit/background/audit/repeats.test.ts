import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { RepeatedSite } from '@/lib/audit/repeat.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { stats } from '../../data/pages/page.ts';
import { never } from '../life.ts';
import {
  account,
  alarms,
  audit,
  grant,
  granted,
  looks,
  network,
  newWorker,
  ours,
  permissions,
  runAudit,
  setUp,
  shown,
  type Worker,
  without,
} from './auditWorker.ts';

setUp();

const day = 24 * 3_600_000;
const sites = ['a.shop.example.com', 'b.shop.example.com'] as const;
/** Where an audit's notification leads: the report at its own connection. */
const reportOf = ({ id }: Job) => `?tab=tracking&connection=main&audit=${id}`;
const repeatsOf = async (worker: Worker) => (await import('@/lib/storage/settings.ts')).get(worker.auditRepeats);
const allClosed = (worker: Worker, wanted = 1) =>
  vi.waitFor(
    async () => {
      const jobs = await worker.allJobs();
      const { length } = await worker.pastAudits(account);
      if (length < wanted || jobs.some(({ ended, holdsAccess }) => !ended || holdsAccess)) throw new Error('open');
      return jobs.at(-1) as Job;
    },
    { timeout: 10_000, interval: 5 },
  );

/** A worker whose audit is repeated, and has ended. */
async function repeating(every: 'week' | 'month' = 'week'): Promise<Worker> {
  const worker = await newWorker();
  await audit(worker, sites, { repeat: every });
  await allClosed(worker);
  return worker;
}
/** The repeat is due, and its audit ends. */
async function repeated(worker: Worker, wanted = 2): Promise<Job> {
  later(8);
  await worker.runRepeats();
  return allClosed(worker, wanted);
}
const service = 'https://stats.example.net/*';
const accessTo = (...hosts: string[]) => [...hosts.map((host) => `https://${host}/*`), service];
const accessNow = () => [...granted].toSorted();

/** When housekeeping is due. */
const nextAlarm = async (worker: Worker) => {
  await worker.keepHousekeeping();
  return alarms.get('housekeeping');
};

/** The clock goes on by days. */
const later = (days: number) => {
  const now = Date.now() + days * day;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
};

const wholeList = async (worker: Worker, domain: string) => {
  await worker.clearRecords();
  await worker.putWebsites(account, [{ id: '0', domain }]);
  await worker.wasRead(account);
};

test('without a repeat an audit gives its access back, and no alarm is left', async () => {
  const worker = await newWorker();
  await runAudit(worker, sites);
  await worker.keepHousekeeping();
  await vi.waitFor(() => expect([...alarms]).toEqual([]));
  expect([...granted]).toEqual([service]);
  // Whoever looks at the report needs no notification of what is worse.
  network.answer = without;
  await runAudit(worker, sites, { id: 'b' });
  expect(shown).toEqual([]);
});

describe('a repeated audit', () => {
  test('keeps its access and one alarm, begins when it is due, once, and tells only of the worse', async () => {
    const worker = await newWorker();
    const start = Date.now();
    await audit(worker, sites, { repeat: 'week' });
    await allClosed(worker);
    expect(granted).toContain('https://a.shop.example.com/*');
    expect(await nextAlarm(worker)).toBeGreaterThan(start + 6 * day);
    await worker.runRepeats();
    expect((await worker.allJobs()).map(({ id }) => id)).toEqual(['a']);
    later(8);
    await worker.runRepeats();
    await worker.runRepeats();
    const same = await allClosed(worker, 2);
    expect(network.asked).toHaveLength(4);
    expect([same.isRepeat, shown]).toEqual([true, []]);
    expect(granted).toContain('https://b.shop.example.com/*');
    network.answer = without;
    const job = await repeated(worker, 3);
    expect(shown).toMatchObject([[reportOf(job), { title: 'audit_worse', message: 'audit_lost' }]]);
  });

  const refused = () => new Response('', { status: 500 });
  const bothWorse = (host: string) => (host[0] === 'a' ? without() : refused());
  test.each<[string, answer: (host: string) => Response, message: string | undefined]>([
    ['a site does not answer any more', refused, 'audit_gone'],
    ['one has no code, and another does not answer', bothWorse, 'audit_lost\naudit_gone'],
    ['all is as it was', ours, undefined],
  ])('tells in one notification where %s', async (_what, answer, message) => {
    const worker = await repeating();
    network.answer = answer;
    const job = await repeated(worker);
    const iconUrl = fakeBrowser.runtime.getURL('/icons/128.png');
    expect(shown).toEqual(message ? [[reportOf(job), { type: 'basic', iconUrl, title: 'audit_worse', message }]] : []);
  });

  test('tells nothing where the browser has no notifications', async () => {
    const worker = await repeating();
    Object.assign(fakeBrowser, { notifications: undefined });
    network.answer = without;
    await repeated(worker);
    expect([shown, await worker.pastAudits(account)]).toMatchObject([[], [{}, {}]]);
  });

  test('goes on in a new worker after a restart, where the alarm is gone', async () => {
    await repeating('month');
    alarms.clear();
    const second = await newWorker();
    expect(await nextAlarm(second)).toBeGreaterThan(Date.now() + 27 * day);
    alarms.clear();
    later(40);
    expect(await nextAlarm(second)).toBe(Date.now() + 60_000);
    await second.keepHouse();
    await allClosed(second, 2);
    expect(network.asked).toHaveLength(4);
  });

  test('a worker that died between the start and its note does not begin it twice', async () => {
    const worker = await repeating();
    const before = await repeatsOf(worker);
    await repeated(worker);
    const { set } = await import('@/lib/storage/settings.ts');
    await set(worker.auditRepeats, before);
    await worker.runRepeats();
    await allClosed(worker, 2);
    expect(network.asked).toHaveLength(4);
    expect((await repeatsOf(worker))[0]?.next).toBeGreaterThan(Date.now());
  });

  test('stops by itself when its access is taken away, and goes on once it is back', async () => {
    const worker = await repeating();
    granted.delete('https://a.shop.example.com/*');
    await worker.stopRepeats();
    expect(await repeatsOf(worker)).toMatchObject([{ account }]);
    expect((await repeatsOf(worker))[0]?.stopped).toBeUndefined();
    granted.delete('https://b.shop.example.com/*');
    later(8);
    for (const _twice of [1, 2]) await worker.runRepeats();
    expect(await repeatsOf(worker)).toMatchObject([{ stopped: true }]);
    expect(await nextAlarm(worker)).toBeUndefined();
    expect([network.asked.length, (await worker.allJobs()).map(({ id }) => id)]).toEqual([2, ['a']]);
    grant(sites);
    await worker.setRepeat(account, true);
    await allClosed(worker, 2);
    expect(network.asked).toHaveLength(4);
  });

  test('goes on for the others where only the access to some was taken away, and says of these that it has none', async () => {
    const worker = await repeating();
    granted.delete('https://a.shop.example.com/*');
    await worker.stopRepeats();
    network.asked.length = 0;
    const { id } = await repeated(worker);
    expect(network.asked).toEqual(['b.shop.example.com']);
    expect(await looks(worker, id)).toEqual(['unsure access', 'tracking']);
    const [repeat] = await repeatsOf(worker);
    expect([repeat?.stopped, repeat?.sites.length, shown]).toEqual([undefined, 2, []]);
    grant(sites);
    await repeated(worker, 3);
    expect(network.asked).toHaveLength(3);
  });

  test('ended by the person, it gives back its access, the notifications and its alarm', async () => {
    const worker = await repeating();
    await worker.setRepeat(account, false);
    expect(await repeatsOf(worker)).toEqual([]);
    expect([...granted]).toEqual([service]);
    expect([permissions.notifications, await nextAlarm(worker)]).toEqual([false, undefined]);
  });

  const end = (worker: Worker) => worker.setRepeat(account, false);
  const leaveOut = async (worker: Worker) => {
    await wholeList(worker, sites[0]);
    later(8);
    return worker.runRepeats();
  };
  test.each<[string, end: (worker: Worker) => Promise<unknown>, kept: readonly string[]]>([
    ['it was ended', end, []],
    ['it left out a site', leaveOut, sites.slice(0, 1)],
  ])('gives its access back, too, where the worker died just when %s', async (_when, end, kept) => {
    const worker = await repeating();
    const { local } = fakeBrowser.storage;
    const store = local.set.bind(local);
    const noted = Promise.withResolvers<void>();
    // It stores that the repeat has ended, and nothing after that.
    vi.spyOn(local, 'set').mockImplementation(async (items) => {
      await store(items);
      if (!('auditRepeats' in items)) return;
      noted.resolve();
      await never();
    });
    void end(worker);
    await noted.promise;
    vi.mocked(local.set).mockRestore();
    const next = await newWorker();
    await next.afterStart();
    await vi.waitFor(() => expect(accessNow()).toEqual(accessTo(...kept)));
  });

  test('of two accounts, each has its own sites, and one that ends leaves the other all that it needs', async () => {
    const worker = await newWorker();
    const other = 'another account';
    const [mine, theirs] = sites.map((key) => [{ key, id: '0' }]) as [RepeatedSite[], RepeatedSite[]];
    grant(sites);
    await worker.addRepeat(account, 'week', mine);
    await worker.addRepeat(other, 'week', theirs);
    await worker.addRepeat(account, 'month', mine);
    expect(await repeatsOf(worker)).toMatchObject([
      { account: other, every: 'week', sites: theirs },
      { account, every: 'month', sites: mine },
    ]);
    await worker.setRepeat(account, false);
    expect(await repeatsOf(worker)).toMatchObject([{ account: other, sites: theirs }]);
    expect(accessNow()).toEqual(accessTo('b.shop.example.com'));
    expect([permissions.notifications, await nextAlarm(worker)]).toEqual([true, expect.any(Number)]);
  });

  test('that is due leaves that of another account as it is', async () => {
    const worker = await newWorker();
    const { connections, update } = await import('@/lib/storage/settings.ts');
    const other = { id: 'other', analyticsUrl: 'https://other.example', account: 'another account' };
    await update(connections, (all) => ({ ...all, list: [...all.list, other] }));
    grant(sites);
    await worker.addRepeat(account, 'week', [{ key: sites[0] ?? '' }]);
    await worker.addRepeat(other.account, 'month', [{ key: sites[1] ?? '' }]);
    const [, before] = await repeatsOf(worker);
    await repeated(worker, 1);
    expect([network.asked, (await repeatsOf(worker))[1]]).toEqual([sites.slice(0, 1), before]);
  });

  test('an audit of some sites leaves it its access, and one that is repeated joins it', async () => {
    const worker = await repeating();
    await audit(worker, ['a.shop.example.com', 'c.shop.example.com'], { id: 'b' });
    await allClosed(worker, 2);
    await vi.waitFor(() => expect(accessNow()).toEqual(accessTo(...sites)));
    await audit(worker, ['c.shop.example.com'], { id: 'c', repeat: 'month' });
    await allClosed(worker, 3);
    const joined = [...sites, 'c.shop.example.com'].map((key) => ({ key }));
    expect(await repeatsOf(worker)).toMatchObject([{ every: 'month', sites: joined }]);
  });

  test('tells nothing of a site that a person deletes while it is checked', async () => {
    const worker = await repeating();
    network.answer = async (host) => {
      await wholeList(worker, sites[1]);
      return host === sites[0] ? refused() : ours();
    };
    await repeated(worker);
    expect([network.asked.length, shown]).toEqual([4, []]);
  });

  test('ends where none of its sites is registered any more, and gives everything back', async () => {
    const worker = await repeating();
    await wholeList(worker, 'other.example.com');
    later(8);
    await worker.runRepeats();
    expect([await repeatsOf(worker), [...granted]]).toEqual([[], [service]]);
    expect([network.asked.length, permissions.notifications, await nextAlarm(worker)]).toEqual([2, false, undefined]);
  });

  test('leaves out what is not registered any more, once the whole list was read, and gives its access back', async () => {
    const worker = await repeating();
    await wholeList(worker, 'a.shop.example.com');
    network.asked.length = 0;
    await repeated(worker);
    expect(network.asked).toEqual(['a.shop.example.com']);
    expect((await repeatsOf(worker))[0]?.sites).toEqual([{ key: 'a.shop.example.com', id: '0' }]);
    await vi.waitFor(() => expect(accessNow()).toEqual(accessTo('a.shop.example.com')));
  });

  test.each([
    ['registered again', ['9'], '9'],
    ['a record of the same host beside its own', ['0', '9'], '0'],
  ])('looks for the id that its site has now: %s', async (_what, records, id) => {
    const worker = await repeating();
    for (const [at, one] of records.entries())
      await worker.putWebsites(account, [{ id: one, domain: sites[0] }], at + 1);
    const { id: job } = await repeated(worker);
    expect((await worker.itemsOf(job)).map((item) => item.id)).toEqual([id, '1']);
    expect((await repeatsOf(worker))[0]?.sites[0]).toEqual({ key: sites[0], id });
  });

  test('stays as it is, with its access, while the connections are those of a newer Waymark', async () => {
    const worker = await repeating();
    const before = await repeatsOf(worker);
    const { connections } = await fakeBrowser.storage.local.get('connections');
    await fakeBrowser.storage.local.set({ connections: { version: 99, value: {} } });
    later(8);
    await worker.keepHouse();
    await expect(worker.keptAddresses()).rejects.toThrow('connections');
    expect([await repeatsOf(worker), granted.size]).toEqual([before, 3]);
    expect(alarms.get('housekeeping')).toBe(Date.now() + 30 * 60_000);
    await fakeBrowser.storage.local.set({ connections });
    await worker.runRepeats();
    await allClosed(worker, 2);
  });

  test('waits beside another audit, and is bound to its account', async () => {
    const worker = await repeating();
    later(8);
    network.answer = () => new Promise(() => {});
    await audit(worker, sites, { id: 'b' });
    await worker.keepHouse();
    expect((await worker.allJobs()).filter(({ isRepeat }) => isRepeat)).toEqual([]);
    expect(alarms.get('housekeeping')).toBe(Date.now() + 30 * 60_000);
    await worker.endOtherRepeats(['another']);
    expect([await repeatsOf(worker), await nextAlarm(worker)]).toEqual([[], undefined]);
  });

  test('begins beside an audit that a person has paused, which stays and can go on', async () => {
    const worker = await repeating();
    later(8);
    const held = Promise.withResolvers<void>();
    network.answer = () => held.promise.then(ours);
    await audit(worker, sites, { id: 'b' });
    await worker.pauseJob({ id: 'b' });
    await worker.keepHouse();
    const states = (await worker.allJobs()).map(({ isRepeat, state }) => (isRepeat ? `repeat ${state}` : state));
    expect(states.toSorted()).toEqual(['done', 'paused', 'repeat running']);
    expect((await repeatsOf(worker))[0]?.next).toBeGreaterThan(Date.now());
    held.resolve();
    await worker.resumeJob({ id: 'b' });
    await allClosed(worker, 3);
  });

  describe('whose connection gets a new key', () => {
    async function renewed(analyticsUrl = stats, begin: (worker: Worker) => Promise<unknown> = async () => {}) {
      const worker = await repeating();
      await begin(worker);
      const { keepToConnections, moveToAccounts } = await import('@/lib/background/keepToConnections.ts');
      const { connections, set } = await import('@/lib/storage/settings.ts');
      const now = { id: 'main', analyticsUrl, account: 'two' };
      await set(connections, { list: [now] });
      await moveToAccounts({ ...now, analyticsUrl: stats, account }, now);
      await keepToConnections({ list: [now] });
      return worker;
    }

    test('goes on, keeps its access and compares with what was found, with the ids of the present account', async () => {
      const worker = await renewed();
      const [first] = sites;
      expect(await repeatsOf(worker)).toMatchObject([{ account: 'two', every: 'week', sites: [{ key: first }, {}] }]);
      expect(accessNow()).toEqual(accessTo(...sites));
      await worker.putWebsites('two', [{ id: '9', domain: first }]);
      network.answer = without;
      later(8);
      await worker.runRepeats();
      await vi.waitFor(async () => expect(await worker.pastAudits('two')).toHaveLength(2), { timeout: 10_000 });
      const job = (await worker.allJobs()).at(-1) as Job;
      expect((await worker.itemsOf(job.id)).map((item) => item.id)).toEqual(['9', undefined]);
      // Notified of once the result is stored.
      await vi.waitFor(() => expect(shown).toMatchObject([[reportOf(job), { message: 'audit_lost' }]]));
    });

    test('is due again where that cancels it', async () => {
      const worker = await renewed(stats, (worker) => {
        later(8);
        network.answer = () => new Promise(() => {});
        return worker.runRepeats();
      });
      expect(await repeatsOf(worker)).toMatchObject([{ account: 'two', next: Date.now() }]);
    });

    test('keeps its report, as open pages are told, with the ids of the records that it is about', async () => {
      const { reportedAudit } = await import('@/lib/audit/report.ts');
      const { jobsNow } = await import('@/lib/jobs/watch.ts');
      const { get } = await import('@/lib/storage/settings.ts');
      const isToldOf = (account: string) =>
        vi.waitFor(async () => expect(reportedAudit(await get(jobsNow), account)).toBeDefined());
      const worker = await renewed(stats, () => isToldOf(account));
      await isToldOf('two');
      const report = reportedAudit(await worker.allJobs(), 'two');
      const items = report && (await worker.itemsOf(report.id));
      expect(items?.map(({ key, id, look }) => [key, id, look?.state])).toEqual(
        sites.map((key, at) => [key, String(at), 'tracking']),
      );
    });

    test('ends, and is forgotten with what it found, where another service takes the place of its own', async () => {
      const worker = await renewed('https://other.example');
      const past = await Promise.all([account, 'two'].map((one) => worker.pastAudits(one)));
      expect([await repeatsOf(worker), past.flat(), accessNow()]).toEqual([[], [], [service]]);
    });
  });

  test('stops by itself without leave to notify, which the preferences do not take away', async () => {
    const worker = await repeating();
    await worker.giveBackNotifications();
    await worker.stopRepeats();
    expect([permissions.notifications, (await repeatsOf(worker))[0]?.stopped]).toEqual([true, undefined]);
    permissions.notifications = false;
    await worker.stopRepeats();
    expect((await repeatsOf(worker))[0]?.stopped).toBe(true);
  });
});
