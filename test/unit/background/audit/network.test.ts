import { describe, expect, test, vi } from 'vitest';
import { reportRows } from '@/entrypoints/manage/audit/report.ts';
import type { Job } from '@/lib/jobs/types.ts';
import {
  audit,
  closed,
  granted,
  hosts,
  looks,
  network,
  newWorker,
  ours,
  paused,
  runAudit,
  setUp,
  shown,
  until,
  without,
  worker,
} from './auditWorker.ts';

setUp();

test.each([
  ['the connection is lost', false],
  ['no answer comes any more', true],
])('offline midway, %s: it waits, and calls no site silent', async (_how, aborted) => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(aborted ? AbortSignal.abort() : new AbortController().signal);
  network.answer = () => {
    if (network.online) return without();
    throw new TypeError('Failed to fetch');
  };
  network.online = false;
  await audit(hosts(3));
  await until('a', (one) => one.until !== undefined);
  network.online = true;
  await worker.resumeJob({ id: 'a' });
  await closed();
  expect(await looks()).toEqual(['missing', 'missing', 'missing']);
});

test('13 sites that never answer are waited for six at a time, 15 seconds each, and it ends', async () => {
  const waited: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
    waited.push(time);
    // Long enough for six to begin.
    return timeout(time / 100);
  });
  let [now, most] = [0, 0];
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    now -= 1;
    throw signal.reason;
  });
  await runAudit(hosts(13));
  expect(await looks()).toEqual(Array(13).fill('silent timeout'));
  expect(waited).toEqual(Array(13).fill(15_000));
  expect(most).toBe(6);
});

describe('sites that cannot be reached although the browser says that it is online', () => {
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
  /** An audit has begun, of sites that answer so. */
  const auditing = (answer: typeof network.answer, sites: string[], how?: { isRepeat: true }) => {
    network.answer = answer;
    return audit(sites, how);
  };
  const again = async (answer = network.answer) => {
    network.answer = answer;
    await worker.resumeJob({ id: 'a' });
    return closed();
  };
  /** It goes on by itself later. */
  const putOff = () => until('a', (one) => one.until !== undefined);
  const startedBefore = (hours: number) =>
    worker.writeJob('a', [], (job) => ({ job: { ...job, started: job.started - hours * 3_600_000 }, items: [] }));
  const told = async () =>
    reportRows({ total: 40 }, await worker.itemsOf('a'), []).map(({ look }) => [look.state, look.why]);
  const silent = async () => (await looks()).filter((look) => look.startsWith('silent')).length;

  test('none answers: it waits for the person, and calls no site silent', async () => {
    await auditing(unreachable, hosts(40));
    const job = await paused();
    expect(job.problem).toMatchObject({ kind: 'setup', code: 'no-answers' });
    await vi.waitFor(async () => expect((await worker.jobWith('a'))?.counts).toMatchObject({ waiting: 40, done: 0 }));
    expect(await silent()).toBe(0);
    expect((await again(ours)).outcomes).toEqual({ silent: 0, tracking: 40 });
  });

  test('resumed while still none answers, it waits for the person again; cancelled, it says so of each', async () => {
    await auditing(unreachable, hosts(12));
    for (const times of [1, 2]) {
      expect((await paused()).problem).toMatchObject({ code: 'no-answers' });
      await worker.resumeJob({ id: 'a' });
      await vi.waitFor(() => expect(network.asked.length).toBeGreaterThan(12 * times));
    }
    await paused();
    await worker.cancelJob({ id: 'a' });
    await closed();
    expect(await told()).toEqual(Array(12).fill(['unsure', 'unreachable']));
  });

  test('resumed, and cancelled before any site answered: none is called silent', async () => {
    await auditing(unreachable, hosts(40));
    await paused();
    network.answer = async (host) => {
      if (host === 's20.shop.example.com') await worker.cancelJob({ id: 'a' });
      return unreachable();
    };
    await worker.resumeJob({ id: 'a' });
    const { counts, outcomes } = await closed();
    // A look that had failed before the cancellation came may be one that failed, not one that was left out.
    expect(counts).toMatchObject({ waiting: 0, sending: 0, done: 0, unknown: 0 });
    expect(counts.failed + counts.skipped).toBe(40);
    expect(outcomes.silent).toBe(0);
    expect(new Set((await told()).map(String))).toEqual(new Set(['unsure,unreachable']));
  });

  test('only one answers, which was not asked: resumed, they are told as they are', async () => {
    await auditing((host) => (host === 's34.shop.example.com' ? ours() : unreachable()), hosts(40));
    await paused();
    expect((await again()).outcomes).toEqual({ silent: 39, tracking: 1 });
  });

  test('a repeated audit, which nobody sees, goes on by itself later', async () => {
    await auditing(unreachable, hosts(12), { isRepeat: true });
    const job = await putOff();
    expect(job).toMatchObject({ state: 'running', problem: { code: 'no-answers' } });
    expect((job.until ?? 0) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect((await again(ours)).outcomes).toEqual({ silent: 0, tracking: 12 });
  });

  test('a repeated audit of a few sites does so, too, and calls none silent', async () => {
    await auditing(unreachable, hosts(3), { isRepeat: true });
    await until('a', (one) => one.until !== undefined && one.counts.waiting === 3);
    expect(shown).toEqual([]);
    expect((await again(ours)).outcomes).toEqual({ silent: 0, tracking: 3 });
  });

  test('a repeated audit of a few sites, while its service answers, tells them as they are', async () => {
    await auditing((host) => (host === 'stats.example.net' ? ours() : unreachable()), hosts(3), {
      isRepeat: true,
    });
    expect((await closed()).outcomes).toEqual({ silent: 3 });
  });

  test.each([
    ['repeated: each site is asked once more, and told as it is then', { isRepeat: true }, { tracking: 5 }],
    ['begun by a person, who sees that the network is gone: as it is now', undefined, { silent: 4, tracking: 1 }],
  ] as const)(
    'a computer that has just woken, and has no network for the first four of five sites. %s',
    async (_, how, outcomes) => {
      const first = new Set(hosts(4));
      await auditing((host) => (first.delete(host) ? unreachable() : ours()), hosts(5), how);
      expect((await closed()).outcomes).toEqual(outcomes);
    },
  );

  test('a repeated audit that none has answered for a day tells them as they are', async () => {
    await auditing(unreachable, hosts(12), { isRepeat: true });
    await putOff();
    await startedBefore(25);
    expect((await again()).outcomes).toEqual({ silent: 12 });
  });

  test('a repeated audit that slept for a week with its computer, whose network is not back yet: none is called silent', async () => {
    network.online = false;
    await auditing(unreachable, hosts(12), { isRepeat: true });
    await putOff();
    await startedBefore(7 * 24);
    network.online = true;
    await worker.resumeJob({ id: 'a' });
    await until('a', ({ problem, until: moment }) => problem?.code === 'no-answers' && moment !== undefined);
    expect((await again(ours)).outcomes).toEqual({ silent: 0, tracking: 12 });
  });

  test('lost midway: what was found before stays, and the rest waits', async () => {
    let isUp = true;
    network.answer = (host) => {
      isUp &&= host !== 's20.shop.example.com';
      return isUp ? ours() : unreachable();
    };
    await audit(hosts(60));
    await paused();
    await vi.waitFor(async () => expect((await worker.jobWith('a'))?.counts.sending).toBe(0));
    const { counts, outcomes } = (await worker.jobWith('a')) as Job;
    expect([counts.done > 10, outcomes.tracking, counts.waiting]).toEqual([true, counts.done, 60 - counts.done]);
    expect((await again(ours)).outcomes).toMatchObject({ silent: 0, tracking: 60 });
  });

  test.each([
    ['the first', (at: number) => at < 30],
    ['those in the middle', (at: number) => at > 4 && at < 35],
    ['the last', (at: number) => at >= 10],
  ])('30 of 40 are told as they are where others answer: %s', async (_which, isGone) => {
    await auditing((host) => (isGone(Number.parseInt(host.slice(1), 10)) ? unreachable() : ours()), hosts(40));
    expect((await closed()).outcomes).toMatchObject({ silent: 30, tracking: 10 });
  });

  test.each([
    ['none of those that answered does so any more: they cannot be told', false, { silent: 0, tracking: 8 }],
    ['the others still answer: they are told as they are', true, { silent: 4, tracking: 8 }],
  ])('the last four of twelve, %s', async (_how, isUp, outcomes) => {
    const seen = new Set<string>();
    network.answer = async (host) => {
      const isAgain = seen.has(host);
      seen.add(host);
      if (Number.parseInt(host.slice(1), 10) < 8) return isAgain && !isUp ? unreachable() : ours();
      // So that the others are told before.
      await vi.waitFor(async () => expect((await worker.jobWith('a'))?.counts.done).toBeGreaterThanOrEqual(8));
      return unreachable();
    };
    expect((await runAudit(hosts(12))).outcomes).toMatchObject(outcomes);
    expect(await told()).toHaveLength(12);
    expect(network.asked).toHaveLength(13);
  });

  test('the worker killed while one that answered is asked again at the end: the next asks it, too', async () => {
    const seen = new Set<string>();
    let isAsked = false;
    network.answer = async (host) => {
      if (seen.has(host)) {
        isAsked = true;
        return new Promise(() => {});
      }
      seen.add(host);
      if (host !== 's11.shop.example.com') return ours();
      // So that the others are told before.
      await vi.waitFor(async () => expect((await worker.jobWith('a'))?.counts.done).toBe(11));
      return unreachable();
    };
    await audit(hosts(12));
    await vi.waitFor(() => expect(isAsked).toBe(true));
    await newWorker();
    expect((await again(unreachable)).outcomes).toEqual({ silent: 0, tracking: 11 });
  });

  test('access taken away before the end is no lost network: the site that answered cannot be asked again', async () => {
    network.answer = async (host) => {
      if (host === 's0.shop.example.com') return ours();
      if (host === 's2.shop.example.com') {
        // So that the others are told before.
        await vi.waitFor(async () => expect((await worker.jobWith('a'))?.counts.done).toBe(2));
        granted.clear();
      }
      return unreachable();
    };
    await runAudit(hosts(3));
    expect(await looks()).toEqual(['tracking', 'silent unreachable', 'unsure access']);
  });

  test('few: they are told as they are, and say nothing of the next audit', async () => {
    await auditing(unreachable, hosts(9));
    expect((await closed()).outcomes).toEqual({ silent: 9 });
    expect((await runAudit(['gone.example.com'], { id: 'b' })).outcomes).toEqual({ silent: 1 });
  });

  test('a look that ends while others are taken back is not called silent either', async () => {
    const { takeBack } = await import('@/lib/background/audit/network.ts');
    const { promise, reject } = Promise.withResolvers<Response>();
    network.answer = () => promise;
    await audit(hosts(12), { isRepeat: true });
    await vi.waitFor(() => expect(network.asked).toHaveLength(6));
    await takeBack((await worker.jobWith('a')) as Job);
    reject(new TypeError('Failed to fetch'));
    const { counts, until: moment } = await until('a', (one) => one.counts.sending === 0);
    expect([counts.waiting, counts.done, moment !== undefined]).toEqual([12, 0, true]);
    expect(network.asked).toHaveLength(12);
    await worker.cancelJob({ id: 'a' });
    await closed();
    // Those that were looked at.
    expect(await told()).toEqual(Array(6).fill(['unsure', 'unreachable']));
  });

  test('cancelled while others are asked, it ends, and calls none silent', async () => {
    network.answer = async (host) => {
      if (host === 's39.shop.example.com') await worker.cancelJob({ id: 'a' });
      return unreachable();
    };
    const { counts } = await runAudit(hosts(40));
    expect([counts.waiting, counts.sending, await silent()]).toEqual([0, 0, 0]);
  });
});
