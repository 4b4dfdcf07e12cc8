import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { AuditItem } from '@/lib/audit/repeat.ts';
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
  without,
  worker,
} from './auditWorker.ts';

setUp();

const day = 24 * 3_600_000;
const sites = ['a.shop.example.com', 'b.shop.example.com'] as const;
/** Where an audit's notification leads: the report at its own connection. */
const reportOf = ({ id }: Job) => `?tab=tracking&connection=main&audit=${id}`;
const repeatsOf = () => worker.get(worker.auditRepeats);
const allClosed = (wanted = 1) =>
  vi.waitFor(
    async () => {
      const jobs = await worker.allJobs();
      const { length } = await worker.pastAudits(account);
      if (length < wanted || jobs.some(({ ended, holdsAccess }) => !ended || holdsAccess)) throw new Error('open');
      return jobs.at(-1) as Job;
    },
    { timeout: 10_000, interval: 5 },
  );

/** An audit is repeated, and has ended. */
async function repeating(repeat: 'week' | 'month' = 'week'): Promise<void> {
  await audit(sites, { repeat });
  await allClosed();
}
/** A week later the repeat is due. */
function isDue(): Promise<void> {
  later(8);
  return worker.runRepeats();
}
/** The same, and its audit ends. */
async function repeated(wanted = 2): Promise<Job> {
  await isDue();
  return allClosed(wanted);
}
const service = 'https://stats.example.net/*';
const accessTo = (...hosts: string[]) => [...hosts.map((host) => `https://${host}/*`), service];
const accessNow = () => [...granted].toSorted();

/** When housekeeping is due. */
const nextAlarm = async () => {
  await worker.keepHousekeeping();
  return alarms.get('housekeeping');
};

/** The clock goes on by days. */
const later = (days: number) => {
  const now = Date.now() + days * day;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
};

const wholeList = async (domain: string) => {
  await worker.clearRecords();
  await worker.putWebsites(account, [{ id: '0', domain }]);
  await worker.wasRead(account);
};

test('without a repeat an audit gives its access back, and no alarm is left', async () => {
  await runAudit(sites);
  await worker.keepHousekeeping();
  await vi.waitFor(() => expect([...alarms]).toEqual([]));
  expect([...granted]).toEqual([service]);
  // Whoever looks at the report needs no notification of what is worse.
  network.answer = without;
  await runAudit(sites, { id: 'b' });
  expect(shown).toEqual([]);
});

describe('a repeated audit', () => {
  test('keeps its access and one alarm, begins when it is due, once, and tells only of the worse', async () => {
    const start = Date.now();
    await repeating();
    expect(granted).toContain('https://a.shop.example.com/*');
    expect(await nextAlarm()).toBeGreaterThan(start + 6 * day);
    await worker.runRepeats();
    expect((await worker.allJobs()).map(({ id }) => id)).toEqual(['a']);
    await isDue();
    await worker.runRepeats();
    const same = await allClosed(2);
    expect(network.asked).toHaveLength(4);
    expect([same.isRepeat, shown]).toEqual([true, []]);
    expect(granted).toContain('https://b.shop.example.com/*');
    network.answer = without;
    const job = await repeated(3);
    expect(shown).toMatchObject([[reportOf(job), { title: 'audit_worse', message: 'audit_lost' }]]);
  });

  const refused = () => new Response('', { status: 500 });
  const bothWorse = (host: string) => (host[0] === 'a' ? without() : refused());
  test.each<[string, answer: (host: string) => Response, message: string | undefined]>([
    ['a site does not answer any more', refused, 'audit_gone'],
    ['one has no code, and another does not answer', bothWorse, 'audit_lost\naudit_gone'],
    ['all is as it was', ours, undefined],
  ])('tells in one notification where %s', async (_what, answer, message) => {
    await repeating();
    network.answer = answer;
    const job = await repeated();
    const iconUrl = fakeBrowser.runtime.getURL('/icons/128.png');
    expect(shown).toEqual(message ? [[reportOf(job), { type: 'basic', iconUrl, title: 'audit_worse', message }]] : []);
  });

  test('tells nothing where the browser has no notifications', async () => {
    await repeating();
    Object.assign(fakeBrowser, { notifications: undefined });
    network.answer = without;
    await repeated();
    expect([shown, await worker.pastAudits(account)]).toMatchObject([[], [{}, {}]]);
  });

  test('goes on in a new worker after a restart, where the alarm is gone', async () => {
    await repeating('month');
    alarms.clear();
    await newWorker();
    expect(await nextAlarm()).toBeGreaterThan(Date.now() + 27 * day);
    alarms.clear();
    later(40);
    expect(await nextAlarm()).toBe(Date.now() + 60_000);
    await worker.keepHouse();
    await allClosed(2);
    expect(network.asked).toHaveLength(4);
  });

  test('a worker that died between the start and its note does not begin it twice', async () => {
    await repeating();
    const before = await repeatsOf();
    await repeated();
    await worker.set(worker.auditRepeats, before);
    await worker.runRepeats();
    await allClosed(2);
    expect(network.asked).toHaveLength(4);
    expect((await repeatsOf())[0]?.next).toBeGreaterThan(Date.now());
  });

  test('stops by itself when its access is taken away, and goes on once it is back', async () => {
    await repeating();
    granted.delete('https://a.shop.example.com/*');
    await worker.stopRepeats();
    expect(await repeatsOf()).toMatchObject([{ account }]);
    expect((await repeatsOf())[0]?.stopped).toBeUndefined();
    granted.delete('https://b.shop.example.com/*');
    later(8);
    for (const _twice of [1, 2]) await worker.runRepeats();
    expect(await repeatsOf()).toMatchObject([{ stopped: true }]);
    expect(await nextAlarm()).toBeUndefined();
    expect([network.asked.length, (await worker.allJobs()).map(({ id }) => id)]).toEqual([2, ['a']]);
    grant(sites);
    await worker.setRepeat(account, true);
    await allClosed(2);
    expect(network.asked).toHaveLength(4);
  });

  test('goes on for the others where only the access to some was taken away, and says of these that it has none', async () => {
    await repeating();
    granted.delete('https://a.shop.example.com/*');
    await worker.stopRepeats();
    network.asked.length = 0;
    const { id } = await repeated();
    expect(network.asked).toEqual(['b.shop.example.com']);
    expect(await looks(id)).toEqual(['unsure access', 'tracking']);
    const [repeat] = await repeatsOf();
    expect([repeat?.stopped, repeat?.sites.length, shown]).toEqual([undefined, 2, []]);
    grant(sites);
    await repeated(3);
    expect(network.asked).toHaveLength(3);
  });

  test('ended by the person, it gives back its access, the notifications and its alarm', async () => {
    await repeating();
    await worker.setRepeat(account, false);
    expect(await repeatsOf()).toEqual([]);
    expect([...granted]).toEqual([service]);
    expect([permissions.notifications, await nextAlarm()]).toEqual([false, undefined]);
  });

  const end = () => worker.setRepeat(account, false);
  const leaveOut = async () => {
    await wholeList(sites[0]);
    return isDue();
  };
  test.each<[string, end: () => Promise<unknown>, kept: readonly string[]]>([
    ['it was ended', end, []],
    ['it left out a site', leaveOut, sites.slice(0, 1)],
  ])('gives its access back, too, where the worker died just when %s', async (_when, end, kept) => {
    await repeating();
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
    void end();
    await noted.promise;
    vi.mocked(local.set).mockRestore();
    await newWorker();
    await worker.afterStart();
    await vi.waitFor(() => expect(accessNow()).toEqual(accessTo(...kept)));
  });

  test('of two accounts, each has its own sites, and one that ends leaves the other all that it needs', async () => {
    const other = 'another account';
    const [mine, theirs] = sites.map((key) => [{ key, id: '0' }]) as [AuditItem[], AuditItem[]];
    grant(sites);
    await worker.addRepeat(account, 'week', mine);
    await worker.addRepeat(other, 'week', theirs);
    await worker.addRepeat(account, 'month', mine);
    expect(await repeatsOf()).toMatchObject([
      { account: other, every: 'week', sites: theirs },
      { account, every: 'month', sites: mine },
    ]);
    await worker.setRepeat(account, false);
    expect(await repeatsOf()).toMatchObject([{ account: other, sites: theirs }]);
    expect(accessNow()).toEqual(accessTo('b.shop.example.com'));
    expect([permissions.notifications, await nextAlarm()]).toEqual([true, expect.any(Number)]);
  });

  test('that is due leaves that of another account as it is', async () => {
    const other = { id: 'other', analyticsUrl: 'https://other.example', account: 'another account' };
    await worker.update(worker.connections, (all) => ({ ...all, list: [...all.list, other] }));
    grant(sites);
    await worker.addRepeat(account, 'week', [{ key: sites[0] ?? '' }]);
    await worker.addRepeat(other.account, 'month', [{ key: sites[1] ?? '' }]);
    const [, before] = await repeatsOf();
    await repeated(1);
    expect([network.asked, (await repeatsOf())[1]]).toEqual([sites.slice(0, 1), before]);
  });

  test('an audit of some sites leaves it its access, and one that is repeated joins it', async () => {
    await repeating();
    await audit(['a.shop.example.com', 'c.shop.example.com'], { id: 'b' });
    await allClosed(2);
    await vi.waitFor(() => expect(accessNow()).toEqual(accessTo(...sites)));
    await audit(['c.shop.example.com'], { id: 'c', repeat: 'month' });
    await allClosed(3);
    const joined = [...sites, 'c.shop.example.com'].map((key) => ({ key }));
    expect(await repeatsOf()).toMatchObject([{ every: 'month', sites: joined }]);
  });

  test('tells nothing of a site that a person deletes while it is checked', async () => {
    await repeating();
    network.answer = async (host) => {
      await wholeList(sites[1]);
      return host === sites[0] ? refused() : ours();
    };
    await repeated();
    expect([network.asked.length, shown]).toEqual([4, []]);
  });

  test('ends where none of its sites is registered any more, and gives everything back', async () => {
    await repeating();
    await wholeList('other.example.com');
    await isDue();
    expect([await repeatsOf(), [...granted]]).toEqual([[], [service]]);
    expect([network.asked.length, permissions.notifications, await nextAlarm()]).toEqual([2, false, undefined]);
  });

  test('leaves out what is not registered any more, once the whole list was read, and gives its access back', async () => {
    await repeating();
    await wholeList('a.shop.example.com');
    network.asked.length = 0;
    await repeated();
    expect(network.asked).toEqual(['a.shop.example.com']);
    expect((await repeatsOf())[0]?.sites).toEqual([{ key: 'a.shop.example.com', id: '0' }]);
    await vi.waitFor(() => expect(accessNow()).toEqual(accessTo('a.shop.example.com')));
  });

  test.each([
    ['registered again', ['9'], '9'],
    ['a record of the same host beside its own', ['0', '9'], '0'],
  ])('looks for the id that its site has now: %s', async (_what, records, id) => {
    await repeating();
    for (const [at, one] of records.entries())
      await worker.putWebsites(account, [{ id: one, domain: sites[0] }], at + 1);
    const { id: job } = await repeated();
    expect((await worker.itemsOf(job)).map((item) => item.id)).toEqual([id, '1']);
    expect((await repeatsOf())[0]?.sites[0]).toEqual({ key: sites[0], id });
  });

  test('stays as it is, with its access, while the connections are those of a newer Waymark', async () => {
    await repeating();
    const before = await repeatsOf();
    const { connections } = await fakeBrowser.storage.local.get('connections');
    await fakeBrowser.storage.local.set({ connections: { version: 99, value: {} } });
    later(8);
    await worker.keepHouse();
    await expect(worker.keptAddresses()).rejects.toThrow('connections');
    expect([await repeatsOf(), granted.size]).toEqual([before, 3]);
    expect(alarms.get('housekeeping')).toBe(Date.now() + 30 * 60_000);
    await fakeBrowser.storage.local.set({ connections });
    await worker.runRepeats();
    await allClosed(2);
  });

  test('waits beside another audit, and is bound to its account', async () => {
    await repeating();
    later(8);
    network.answer = () => new Promise(() => {});
    await audit(sites, { id: 'b' });
    await worker.keepHouse();
    expect((await worker.allJobs()).filter(({ isRepeat }) => isRepeat)).toEqual([]);
    expect(alarms.get('housekeeping')).toBe(Date.now() + 30 * 60_000);
    await worker.endOtherRepeats(['another']);
    expect([await repeatsOf(), await nextAlarm()]).toEqual([[], undefined]);
  });

  test('begins beside an audit that a person has paused, which stays and can go on', async () => {
    await repeating();
    later(8);
    const held = Promise.withResolvers<void>();
    network.answer = () => held.promise.then(ours);
    await audit(sites, { id: 'b' });
    await worker.pauseJob({ id: 'b' });
    await worker.keepHouse();
    const states = (await worker.allJobs()).map(({ isRepeat, state }) => (isRepeat ? `repeat ${state}` : state));
    expect(states.toSorted()).toEqual(['done', 'paused', 'repeat running']);
    expect((await repeatsOf())[0]?.next).toBeGreaterThan(Date.now());
    held.resolve();
    await worker.resumeJob({ id: 'b' });
    await allClosed(3);
  });

  describe('whose connection gets a new key', () => {
    async function renewed(analyticsUrl = stats, begin: () => Promise<unknown> = async () => {}) {
      await repeating();
      await begin();
      const now = { id: 'main', analyticsUrl, account: 'two' };
      await worker.set(worker.connections, { list: [now] });
      await worker.moveToAccounts({ ...now, analyticsUrl: stats, account }, now);
      await worker.keepToConnections({ list: [now] });
    }

    test('goes on, keeps its access and compares with what was found, with the ids of the present account', async () => {
      await renewed();
      const [first] = sites;
      expect(await repeatsOf()).toMatchObject([{ account: 'two', every: 'week', sites: [{ key: first }, {}] }]);
      expect(accessNow()).toEqual(accessTo(...sites));
      await worker.putWebsites('two', [{ id: '9', domain: first }]);
      network.answer = without;
      await isDue();
      await vi.waitFor(async () => expect(await worker.pastAudits('two')).toHaveLength(2), { timeout: 10_000 });
      const job = (await worker.allJobs()).at(-1) as Job;
      expect((await worker.itemsOf(job.id)).map((item) => item.id)).toEqual(['9', undefined]);
      // Notified of once the result is stored.
      await vi.waitFor(() => expect(shown).toMatchObject([[reportOf(job), { message: 'audit_lost' }]]));
    });

    test('is due again where that cancels it', async () => {
      await renewed(stats, () => {
        later(8);
        network.answer = () => new Promise(() => {});
        return worker.runRepeats();
      });
      expect(await repeatsOf()).toMatchObject([{ account: 'two', next: Date.now() }]);
    });

    test('keeps its report, as open pages are told, with the ids of the records that it is about', async () => {
      const { reportedAudit } = await import('@/lib/audit/report.ts');
      const { jobsNow } = await import('@/lib/jobs/watch.ts');
      const isToldOf = (account: string) =>
        vi.waitFor(async () => expect(reportedAudit(await worker.get(jobsNow), account)).toBeDefined());
      await renewed(stats, () => isToldOf(account));
      await isToldOf('two');
      const report = reportedAudit(await worker.allJobs(), 'two');
      const items = report && (await worker.itemsOf(report.id));
      expect(items?.map(({ key, id, look }) => [key, id, look?.state])).toEqual(
        sites.map((key, at) => [key, String(at), 'tracking']),
      );
    });

    test('ends, and is forgotten with what it found, where another service takes the place of its own', async () => {
      await renewed('https://other.example');
      const past = await Promise.all([account, 'two'].map((one) => worker.pastAudits(one)));
      expect([await repeatsOf(), past.flat(), accessNow()]).toEqual([[], [], [service]]);
    });
  });

  test('stops by itself without leave to notify, which the preferences do not take away', async () => {
    await repeating();
    await worker.giveBackNotifications();
    await worker.stopRepeats();
    expect([permissions.notifications, (await repeatsOf())[0]?.stopped]).toEqual([true, undefined]);
    permissions.notifications = false;
    await worker.stopRepeats();
    expect((await repeatsOf())[0]?.stopped).toBe(true);
  });
});
