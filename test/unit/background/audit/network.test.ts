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
  type Worker,
  without,
} from './auditWorker.ts';

setUp();

test.each([
  ['the connection is lost', false],
  ['no answer comes any more', true],
])('offline midway, %s: it waits, and calls no site silent', async (_how, aborted) => {
  const worker = await newWorker();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(aborted ? AbortSignal.abort() : new AbortController().signal);
  network.answer = () => {
    if (network.online) return without();
    throw new TypeError('Failed to fetch');
  };
  network.online = false;
  await audit(worker, hosts(3));
  await until(worker, 'a', (one) => one.until !== undefined);
  network.online = true;
  await worker.resumeJob({ id: 'a' });
  await closed(worker);
  expect(await looks(worker)).toEqual(['missing', 'missing', 'missing']);
});

test('13 sites that never answer are waited for six at a time, 15 seconds each, and it ends', async () => {
  const worker = await newWorker();
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
  await runAudit(worker, hosts(13));
  expect(await looks(worker)).toEqual(Array(13).fill('silent timeout'));
  expect(waited).toEqual(Array(13).fill(15_000));
  expect(most).toBe(6);
});

describe('sites that cannot be reached although the browser says that it is online', () => {
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
  /** A worker whose audit has begun, of sites that answer so. */
  const auditing = async (answer: typeof network.answer, sites: string[], how?: { isRepeat: true }) => {
    const worker = await newWorker();
    network.answer = answer;
    await audit(worker, sites, how);
    return worker;
  };
  const again = async (worker: Worker, answer = network.answer) => {
    network.answer = answer;
    await worker.resumeJob({ id: 'a' });
    return closed(worker);
  };
  /** It goes on by itself later. */
  const putOff = (worker: Worker) => until(worker, 'a', (one) => one.until !== undefined);
  const startedBefore = (worker: Worker, hours: number) =>
    worker.writeJob('a', [], (job) => ({ job: { ...job, started: job.started - hours * 3_600_000 }, items: [] }));
  const told = async (worker: Worker) =>
    reportRows({ total: 40 }, await worker.itemsOf('a'), []).map(({ look }) => [look.state, look.why]);
  const silent = async (worker: Worker) => (await looks(worker)).filter((look) => look.startsWith('silent')).length;

  test('none answers: it waits for the person, and calls no site silent', async () => {
    const worker = await auditing(unreachable, hosts(40));
    const job = await paused(worker);
    expect(job.problem).toMatchObject({ kind: 'setup', code: 'no-answers' });
    await vi.waitFor(async () => expect((await worker.jobWith('a'))?.counts).toMatchObject({ waiting: 40, done: 0 }));
    expect(await silent(worker)).toBe(0);
    expect((await again(worker, ours)).outcomes).toEqual({ silent: 0, tracking: 40 });
  });

  test('resumed while still none answers, it waits for the person again; cancelled, it says so of each', async () => {
    const worker = await auditing(unreachable, hosts(12));
    for (const times of [1, 2]) {
      expect((await paused(worker)).problem).toMatchObject({ code: 'no-answers' });
      await worker.resumeJob({ id: 'a' });
      await vi.waitFor(() => expect(network.asked.length).toBeGreaterThan(12 * times));
    }
    await paused(worker);
    await worker.cancelJob({ id: 'a' });
    await closed(worker);
    expect(await told(worker)).toEqual(Array(12).fill(['unsure', 'unreachable']));
  });

  test('resumed, and cancelled before any site answered: none is called silent', async () => {
    const worker = await auditing(unreachable, hosts(40));
    await paused(worker);
    network.answer = async (host) => {
      if (host === 's20.shop.example.com') await worker.cancelJob({ id: 'a' });
      return unreachable();
    };
    await worker.resumeJob({ id: 'a' });
    const { counts, outcomes } = await closed(worker);
    // A look that had failed before the cancellation came may be one that failed, not one that was left out.
    expect(counts).toMatchObject({ waiting: 0, sending: 0, done: 0, unknown: 0 });
    expect(counts.failed + counts.skipped).toBe(40);
    expect(outcomes.silent).toBe(0);
    expect(new Set((await told(worker)).map(String))).toEqual(new Set(['unsure,unreachable']));
  });

  test('only one answers, which was not asked: resumed, they are told as they are', async () => {
    const worker = await auditing((host) => (host === 's34.shop.example.com' ? ours() : unreachable()), hosts(40));
    await paused(worker);
    expect((await again(worker)).outcomes).toEqual({ silent: 39, tracking: 1 });
  });

  test('a repeated audit, which nobody sees, goes on by itself later', async () => {
    const worker = await auditing(unreachable, hosts(12), { isRepeat: true });
    const job = await putOff(worker);
    expect(job).toMatchObject({ state: 'running', problem: { code: 'no-answers' } });
    expect((job.until ?? 0) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect((await again(worker, ours)).outcomes).toEqual({ silent: 0, tracking: 12 });
  });

  test('a repeated audit of a few sites does so, too, and calls none silent', async () => {
    const worker = await auditing(unreachable, hosts(3), { isRepeat: true });
    await until(worker, 'a', (one) => one.until !== undefined && one.counts.waiting === 3);
    expect(shown).toEqual([]);
    expect((await again(worker, ours)).outcomes).toEqual({ silent: 0, tracking: 3 });
  });

  test('a repeated audit of a few sites, while its service answers, tells them as they are', async () => {
    const worker = await auditing((host) => (host === 'stats.example.net' ? ours() : unreachable()), hosts(3), {
      isRepeat: true,
    });
    expect((await closed(worker)).outcomes).toEqual({ silent: 3 });
  });

  test.each([
    ['repeated: each site is asked once more, and told as it is then', { isRepeat: true }, { tracking: 5 }],
    ['begun by a person, who sees that the network is gone: as it is now', undefined, { silent: 4, tracking: 1 }],
  ] as const)(
    'a computer that has just woken, and has no network for the first four of five sites. %s',
    async (_, how, outcomes) => {
      const first = new Set(hosts(4));
      const worker = await auditing((host) => (first.delete(host) ? unreachable() : ours()), hosts(5), how);
      expect((await closed(worker)).outcomes).toEqual(outcomes);
    },
  );

  test('a repeated audit that none has answered for a day tells them as they are', async () => {
    const worker = await auditing(unreachable, hosts(12), { isRepeat: true });
    await putOff(worker);
    await startedBefore(worker, 25);
    expect((await again(worker)).outcomes).toEqual({ silent: 12 });
  });

  test('a repeated audit that slept for a week with its computer, whose network is not back yet: none is called silent', async () => {
    network.online = false;
    const worker = await auditing(unreachable, hosts(12), { isRepeat: true });
    await putOff(worker);
    await startedBefore(worker, 7 * 24);
    network.online = true;
    await worker.resumeJob({ id: 'a' });
    await until(worker, 'a', ({ problem, until: moment }) => problem?.code === 'no-answers' && moment !== undefined);
    expect((await again(worker, ours)).outcomes).toEqual({ silent: 0, tracking: 12 });
  });

  test('lost midway: what was found before stays, and the rest waits', async () => {
    const worker = await newWorker();
    let isUp = true;
    network.answer = (host) => {
      isUp &&= host !== 's20.shop.example.com';
      return isUp ? ours() : unreachable();
    };
    await audit(worker, hosts(60));
    await paused(worker);
    await vi.waitFor(async () => expect((await worker.jobWith('a'))?.counts.sending).toBe(0));
    const { counts, outcomes } = (await worker.jobWith('a')) as Job;
    expect([counts.done > 10, outcomes.tracking, counts.waiting]).toEqual([true, counts.done, 60 - counts.done]);
    expect((await again(worker, ours)).outcomes).toMatchObject({ silent: 0, tracking: 60 });
  });

  test.each([
    ['the first', (at: number) => at < 30],
    ['those in the middle', (at: number) => at > 4 && at < 35],
    ['the last', (at: number) => at >= 10],
  ])('30 of 40 are told as they are where others answer: %s', async (_which, isGone) => {
    const worker = await auditing(
      (host) => (isGone(Number.parseInt(host.slice(1), 10)) ? unreachable() : ours()),
      hosts(40),
    );
    expect((await closed(worker)).outcomes).toMatchObject({ silent: 30, tracking: 10 });
  });

  test.each([
    ['none of those that answered does so any more: they cannot be told', false, { silent: 0, tracking: 8 }],
    ['the others still answer: they are told as they are', true, { silent: 4, tracking: 8 }],
  ])('the last four of twelve, %s', async (_how, isUp, outcomes) => {
    const worker = await newWorker();
    const seen = new Set<string>();
    network.answer = async (host) => {
      const isAgain = seen.has(host);
      seen.add(host);
      if (Number.parseInt(host.slice(1), 10) < 8) return isAgain && !isUp ? unreachable() : ours();
      // So that the others are told before.
      await vi.waitFor(async () => expect((await worker.jobWith('a'))?.counts.done).toBeGreaterThanOrEqual(8));
      return unreachable();
    };
    expect((await runAudit(worker, hosts(12))).outcomes).toMatchObject(outcomes);
    expect(await told(worker)).toHaveLength(12);
    expect(network.asked).toHaveLength(13);
  });

  test('the worker killed while one that answered is asked again at the end: the next asks it, too', async () => {
    const worker = await newWorker();
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
    await audit(worker, hosts(12));
    await vi.waitFor(() => expect(isAsked).toBe(true));
    const next = await newWorker();
    network.answer = unreachable;
    await next.resumeJob({ id: 'a' });
    expect((await closed(next)).outcomes).toEqual({ silent: 0, tracking: 11 });
  });

  test('access taken away before the end is no lost network: the site that answered cannot be asked again', async () => {
    const worker = await newWorker();
    network.answer = async (host) => {
      if (host === 's0.shop.example.com') return ours();
      if (host === 's2.shop.example.com') {
        // So that the others are told before.
        await vi.waitFor(async () => expect((await worker.jobWith('a'))?.counts.done).toBe(2));
        granted.clear();
      }
      return unreachable();
    };
    await runAudit(worker, hosts(3));
    expect(await looks(worker)).toEqual(['tracking', 'silent unreachable', 'unsure access']);
  });

  test('few: they are told as they are, and say nothing of the next audit', async () => {
    const worker = await auditing(unreachable, hosts(9));
    expect((await closed(worker)).outcomes).toEqual({ silent: 9 });
    expect((await runAudit(worker, ['gone.example.com'], { id: 'b' })).outcomes).toEqual({ silent: 1 });
  });

  test('a look that ends while others are taken back is not called silent either', async () => {
    const worker = await newWorker();
    const { takeBack } = await import('@/lib/background/audit/network.ts');
    const { promise, reject } = Promise.withResolvers<Response>();
    network.answer = () => promise;
    await audit(worker, hosts(12), { isRepeat: true });
    await vi.waitFor(() => expect(network.asked).toHaveLength(6));
    await takeBack((await worker.jobWith('a')) as Job);
    reject(new TypeError('Failed to fetch'));
    const { counts, until: moment } = await until(worker, 'a', (one) => one.counts.sending === 0);
    expect([counts.waiting, counts.done, moment !== undefined]).toEqual([12, 0, true]);
    expect(network.asked).toHaveLength(12);
    await worker.cancelJob({ id: 'a' });
    await closed(worker);
    // Those that were looked at.
    expect(await told(worker)).toEqual(Array(6).fill(['unsure', 'unreachable']));
  });

  test('cancelled while others are asked, it ends, and calls none silent', async () => {
    const worker = await newWorker();
    network.answer = async (host) => {
      if (host === 's39.shop.example.com') await worker.cancelJob({ id: 'a' });
      return unreachable();
    };
    const { counts } = await runAudit(worker, hosts(40));
    expect([counts.waiting, counts.sending, await silent(worker)]).toEqual([0, 0, 0]);
  });
});
