import { expect, test, vi } from 'vitest';
import {
  account,
  closed,
  granted,
  hosts,
  looks,
  network,
  ours,
  runAudit,
  setUp,
  without,
  worker,
} from './auditWorker.ts';

setUp();

test('small audits push out none that others are compared with', async () => {
  const sites = ['a', 'b'].map((host): [string, number] => [host, 7]);
  await worker.keepAudit({ id: 'all', account, at: 1, sites });
  const kept = async () =>
    (await worker.pastAudits(account)).map(({ id, sites: of }) => [id, of.map(([host]) => host)]);
  for (let at = 2; at <= 13; at++) await worker.keepAudit({ id: `a${at}`, account, at, sites: [['b', 7]] });
  expect((await kept())[0]).toEqual(['all', ['a']]);
  await worker.keepAudit({ id: 'again', account, at: 14, sites });
  const others = Array.from({ length: 11 }, (_, at) => [`a${at + 3}`, ['b']]);
  expect(await kept()).toEqual([['all', ['a']], ...others, ['again', ['a', 'b']]]);
});

test('the clock set back: a report takes the place of the one before, too', async () => {
  await runAudit(hosts(1));
  const ahead = Date.now() + 86_400_000;
  await worker.writeJob('a', ['done'], (job, items) => ({
    job: { ...job, started: ahead, ended: ahead },
    items: items.map((item) => ({ ...item, sent: ahead })),
  }));
  network.answer = without;
  await runAudit(hosts(1), { id: 'b' });
  expect((await worker.allJobs()).map(({ id }) => id)).toEqual(['b']);
  expect(await told('b')).toEqual(['s0 missing']);
});

test('the clock set back: the audit that has just ended is the newest, in place of the oldest other one', async () => {
  const sites = [['a', 7]] as const;
  const ahead = Date.now() + 86_400_000;
  for (let at = 1; at <= 12; at++) await worker.keepAudit({ id: `a${at}`, account, at: ahead + at, sites });
  await worker.keepAudit({ id: 'now', account, at: Date.now(), sites });
  const ids = (await worker.pastAudits(account)).map(({ id }) => id);
  expect(ids).toEqual([...hosts(11).map((_, at) => `a${at + 2}`), 'now']);
});

const kept = async () =>
  (await worker.pastAudits(account)).map(({ id, sites }) =>
    [id, ...sites.map(([host]) => host.split('.')[0])].join(' '),
  );

const told = async (id: string) =>
  (await worker.itemsOf(id)).flatMap(({ key, look }) => (look ? [`${key.split('.')[0]} ${look.state}`] : []));

test('a check of one site updates it in the report, and leaves the others of registered sites there', async () => {
  await runAudit(hosts(4));
  await worker.putWebsites(
    account,
    hosts(3).map((domain, id) => ({ id: `${id}`, domain })),
  );
  await worker.wasRead(account);
  network.answer = without;
  const job = await runAudit(hosts(1), { id: 'b' });
  expect((await worker.allJobs()).map(({ id }) => id)).toEqual(['b']);
  const report = ['s0 missing', 's1 tracking', 's2 tracking'];
  expect(await told('b')).toEqual(report);
  expect([job.total, await kept()]).toEqual([1, ['a s0 s1 s2 s3', 'b s0']]);
  // The worker may have died before it was noted that this was done.
  await worker.writeJob('b', [], (one) => ({ job: { ...one, holdsAccess: true }, items: [] }));
  await worker.resumeJob({ id: 'b' });
  await closed('b');
  expect(await told('b')).toEqual(report);
  await worker.noteLook({ id: 'b', at: 2, look: { state: 'missing', trackers: [] } });
  expect((await kept()).at(-1)).toBe('b s0 s2');
});

test('a check of one site drops what was found of another that has been registered again', async () => {
  await runAudit(hosts(3));
  await worker.putWebsites(account, [
    { id: '9', domain: hosts(2)[1] ?? '' },
    { id: '2', domain: hosts(3)[2] ?? '' },
  ]);
  await runAudit(hosts(1), { id: 'b' });
  expect(await told('b')).toEqual(['s0 tracking', 's2 tracking']);
});

test('a check of all sites that are registered shows no other', async () => {
  await runAudit(hosts(3));
  await runAudit(hosts(2), { id: 'b', isWhole: true });
  expect(await told('b')).toEqual(['s0 tracking', 's1 tracking']);
});

test('a cancelled audit keeps what it found beside what is known of the rest, and gives the access back, too', async () => {
  await runAudit(hosts(3));
  network.answer = async (host) => {
    if (!host.startsWith('s0.')) await worker.cancelJob({ id: 'b' });
    return without();
  };
  expect((await runAudit([...hosts(1), ...hosts(40).slice(2)], { id: 'b' })).state).toBe('cancelled');
  const report = Object.fromEntries((await told('b')).map((line) => line.split(' ')));
  expect(report).toMatchObject({ s0: 'missing', s1: 'tracking', s2: 'missing' });
  expect(Object.keys(report).length).toBeLessThan(12);
  expect((await kept()).at(-1)).toMatch(/^b s0 s2/);
  await vi.waitFor(() => expect(granted.size).toBe(1));
});

test('what a page showed that was opened after its check in an audit still under way is in the report of that audit', async () => {
  await runAudit(hosts(2));
  const opened = (at: number) => worker.noteLook({ id: 'a', at, look: { state: 'missing', trackers: [] } });
  await opened(1);
  network.answer = async (host) => {
    if (host.startsWith('s2.')) await opened(0);
    return ours();
  };
  await runAudit(hosts(3), { id: 'b' });
  expect(await told('b')).toEqual(['s0 missing', 's1 tracking', 's2 tracking']);
});

test('what an opened page showed is noted, in the report and in what is kept', async () => {
  await runAudit(hosts(2));
  await worker.noteLook({ id: 'a', at: 1, look: { state: 'missing', trackers: [] } });
  expect(await looks()).toEqual(['tracking', 'missing']);
  expect((await worker.itemsOf('a')).map(({ outcome }) => outcome)).toEqual(['tracking', 'missing']);
  expect((await worker.pastAudits(account))[0]?.sites.map(([, state]) => state)).toEqual([7, 0]);
  const ended = async () => (await worker.jobWith('a'))?.run.ended;
  await worker.noteLook({ id: 'a', at: 1, look: { state: 'missing', trackers: [] } });
  // By this, pages see that there is something new to read.
  expect(await ended()).toBe(4);
  await worker.noteLook({ id: 'a', at: 9, look: { state: 'missing', trackers: [] } });
  expect(await ended()).toBe(4);
  await worker.writeJob('a', ['done'], (job, items) => ({
    job,
    items: items.slice(0, 1).map(({ look: _, outcome: __, ...item }) => ({ ...item, state: 'skipped' })),
  }));
  await worker.noteLook({ id: 'a', at: 0, look: { state: 'other', trackers: [] } });
  expect(await looks()).toEqual(['other', 'missing']);
});

test.each<[string, object]>([
  ['under way', { ended: undefined }],
  ['of another kind', { kind: 'delete' }],
])('nothing of an opened page is noted in a job that is %s', async (_what, change) => {
  await runAudit(hosts(1));
  await worker.writeJob('a', [], (job) => ({ job: { ...job, ...change }, items: [] }));
  await worker.noteLook({ id: 'a', at: 0, look: { state: 'missing', trackers: [] } });
  expect([await looks(), (await worker.jobWith('a'))?.outcomes]).toEqual([['tracking'], { tracking: 1 }]);
});
