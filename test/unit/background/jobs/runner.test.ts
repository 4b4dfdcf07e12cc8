import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Job } from '@/lib/jobs/types.ts';
import type { Input } from '@/lib/messages/ask.ts';
import type { Problem, Website } from '@/lib/services/index.ts';

const base = 'https://stats.example.net';

/** `late`: so long after its client has given up it is carried out (milliseconds); `as`: with another's values. */
type Reply =
  | { late: number; as?: Partial<Website> }
  | Promise<Problem>
  | 'closing'
  | 'lost, closing'
  | 'ok'
  | 'lost'
  | 'gone'
  | 'dropped'
  | 'die'
  | Problem;

/** A service that keeps records, and does to the next writes what a test says. */
const service = {
  /** Every address that was asked. */
  asked: new Set<string>(),
  websites: [] as (Website & { password?: string })[],
  requests: [] as string[],
  replies: [] as Reply[],
};

type Fields = Partial<Record<'id' | 'domain' | 'search' | 'host' | 'password', string>>;

/** What a write does to the records; undefined: there is no such record. */
const carryOut: Record<string, (fields: Fields, found: Website | undefined) => Website | undefined> = {
  create: (fields) => {
    const website = { id: String(service.websites.length + 1), domain: fields.domain ?? '' };
    service.websites.push({ ...website, ...fields, id: website.id, domain: website.domain });
    return website;
  },
  update: ({ id: _, ...fields }, found) => found && Object.assign(found, fields),
  delete: (_fields, found) => {
    if (found) service.websites.splice(service.websites.indexOf(found), 1);
    return found;
  },
};

const reads: Record<string, (fields: Fields, found: Website | undefined) => unknown> = {
  list: ({ search = '' }) => ({ items: service.websites.filter(({ domain }) => domain.includes(search)), more: false }),
  find: ({ host = '' }) => ({ items: service.websites.filter(({ domain }) => domain === host), complete: true }),
  show: (_fields, found) => found,
};

/** Only the wire is made up: what guards the key and the address is the worker's own. */
vi.mock('@/lib/background/keys.ts', async (original) => ({
  ...(await original<object>()),
  keyFor: async () => 'made-up-key',
  getDefaultPassword: async () => undefined,
}));
vi.mock('@/lib/connections/permissions.ts', async (original) => ({
  ...(await original<object>()),
  hasAccess: async () => true,
}));
vi.mock('@/lib/services/index.ts', async (original) => {
  const api = await original<typeof import('@/lib/services/index.ts')>();
  const fail = (problem: Problem) => {
    throw new api.ApiError(problem);
  };
  const later = async (verb: string, fields: Fields, late: number) => {
    setTimeout(
      () =>
        carryOut[verb]?.(
          fields,
          service.websites.find(({ id }) => id === fields.id),
        ),
      15_000 + late,
    );
    await new Promise((resolve) => setTimeout(resolve, 15_000));
    return fail({ kind: 'timeout' });
  };
  const write = (verb: string, fields: Fields, found: Website | undefined, reply: Awaited<Reply>) => {
    if (typeof reply !== 'object') return answered(verb, fields, found, reply);
    return 'late' in reply ? later(verb, { ...fields, ...reply.as } as Fields, reply.late) : fail(reply);
  };
  const answered = (verb: string, fields: Fields, found: Website | undefined, reply: string) => {
    if (reply === 'closing') throw new Error('Browser is shutting down.');
    if (reply === 'dropped') return fail({ kind: 'network' });
    const website = carryOut[verb]?.(fields, found);
    if (!website || reply === 'gone') return fail({ kind: 'missing' });
    if (reply === 'lost, closing') throw new Error('Browser is shutting down.');
    if (reply === 'lost') return fail({ kind: 'network' });
    return reply === 'die' ? new Promise(() => {}) : website;
  };
  const call = async (name: string, fields: Fields, { url }: { url: string }) => {
    const verb = name.split('.')[1] ?? '';
    service.asked.add(url);
    service.requests.push(`${verb} ${fields.domain ?? fields.id ?? fields.host ?? 'all'}`);
    const found = service.websites.find(({ id }) => id === fields.id);
    const read = reads[verb];
    if (read) return read(fields, found) ?? fail({ kind: 'missing' });
    return write(verb, fields, found, (await service.replies.shift()) ?? 'ok');
  };
  return { ...api, call };
});

/** Another address in the settings. */
const connectTo = async (analyticsUrl: string, account = analyticsUrl) => {
  const { connections, set } = await import('@/lib/storage/settings.ts');
  await set(connections, { list: [{ id: 'main', analyticsUrl, account }], active: 'main' });
};

/** A new worker over the same storage; its locks are its own, as a dead worker's are let go. */
async function newWorker() {
  vi.resetModules();
  const queues = new Map<string, Promise<unknown>>();
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: (name: string, ...rest: unknown[]) => {
        const last = (queues.get(name) ?? Promise.resolve())
          .catch(() => {})
          .then(rest.at(-1) as () => Promise<unknown>);
        queues.set(name, last);
        return last;
      },
    },
  });
  const [jobs, secret, runner, store, update] = await Promise.all([
    import('@/lib/background/jobs/handlers.ts'),
    import('@/lib/background/jobs/passwords.ts'),
    import('@/lib/background/jobs/runner.ts'),
    import('@/lib/jobs/store.ts'),
    import('@/lib/background/deferUpdate.ts'),
  ]);
  const startJob = (input: Input<'jobs.start'>, account = base) => jobs.startJob(input, { account });
  return { ...jobs, ...secret, ...runner, ...store, ...update, startJob };
}

type Worker = Awaited<ReturnType<typeof newWorker>>;

const sites = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `site${at}.example.com` }));
const job = (change: Partial<Input<'jobs.start'>> = {}): Input<'jobs.start'> => ({
  id: 'j',
  kind: 'create',
  items: sites(3),
  fields: { privacy: 1 },
  speed: 'fast',
  ...change,
});

/** The store answers in real time, what waits passes in fake time, with the alarm: until the job has come to rest. */
async function until(worker: Worker, state: (job: Awaited<ReturnType<Worker['jobWith']>>) => boolean): Promise<void> {
  for (let count = 1; count < 10_000; count++) {
    if (state(await worker.jobWith('j'))) return;
    if (count % 300 === 0) void worker.wake();
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(100);
  }
  throw new Error(`It never came to rest: ${JSON.stringify(await worker.jobWith('j'))}`);
}
const ended = (worker: Worker) => until(worker, (one) => one?.ended !== undefined);
const paused = (worker: Worker) => until(worker, (one) => one?.state === 'paused');
const outcomes = async (worker: Worker) =>
  (await worker.itemsOf('j')).map(({ state, outcome, problem }) => outcome ?? `${state} ${problem?.kind ?? ''}`.trim());
const registered = () => service.websites.map(({ domain }) => domain);
const writes = () => service.requests.filter((request) => !/^(list|find|show)/.test(request));
const hosts = (count: number) => sites(count).map(({ key }) => key);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
  Object.assign(service, { asked: new Set(), websites: [], requests: [], replies: [] });
  await connectTo(base);
  vi.spyOn(fakeBrowser.action, 'setTitle').mockResolvedValue();
  vi.spyOn(fakeBrowser.action, 'setBadgeText').mockResolvedValue();
  vi.spyOn(fakeBrowser.action, 'setBadgeBackgroundColor').mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a job of creates', () => {
  test('looks each up and creates it, one at a time, and sets its alarm aside', async () => {
    const worker = await newWorker();
    await worker.startJob(job());
    expect(await fakeBrowser.alarms.get('jobs')).toMatchObject({ periodInMinutes: 0.5 });
    await ended(worker);
    expect(registered()).toEqual(hosts(3));
    expect(await outcomes(worker)).toEqual(['created', 'created', 'created']);
    await until(worker, () => true);
    await worker.wake();
    expect(await fakeBrowser.alarms.get('jobs')).toBeUndefined();
  });

  test.each<[string, { age?: number; waits?: number; sets?: number; dies?: true }, boolean]>([
    ['a fresh word of absence', {}, true],
    ['a stale one', { age: 16 * 60_000 }, false],
    ['one of the future', { age: -60_000 }, false],
    ['one that was fresh as the job began', { waits: 16 * 60_000 }, false],
    ['the same, with the clock set back', { waits: 16 * 60_000, sets: -10 * 60_000 }, false],
    ['a fresh one, with the clock set back', { sets: -60 * 60_000 }, true],
    ['one that an earlier worker was told', { dies: true }, false],
  ])('%s (%j) spares the look-up: %j', async (_name, { age = 60_000, waits = 0, sets = 0, dies }, isSpared) => {
    const first = await newWorker();
    const site = 'site0.example.com';
    await first.startJob(job({ items: [{ key: site, absentAt: Date.now() - age }] }));
    await first.pauseJob({ id: 'j' });
    vi.setSystemTime(Date.now() + sets);
    await vi.advanceTimersByTimeAsync(waits);
    const worker = dies ? await newWorker() : first;
    await worker.resumeJob({ id: 'j' });
    await ended(worker);
    expect(service.requests).toEqual([...(isSpared ? [] : ['list all']), `create ${site}`]);
  });

  test('what two jobs share is created once, though both were told that it is absent', async () => {
    const worker = await newWorker();
    const items = sites(2).map((item) => ({ ...item, absentAt: Date.now() }));
    await worker.startJob(job({ items }));
    await worker.startJob(job({ items, id: 'k' }));
    await ended(worker);
    await until(worker, () => true);
    while (!(await worker.jobWith('k'))?.ended) await vi.advanceTimersByTimeAsync(100);
    expect(registered()).toEqual(hosts(2));
    expect((await worker.itemsOf('k')).map(({ outcome }) => outcome)).toEqual(['already', 'already']);
  });

  test('one that is started while another waits for an answer does not share the wait that follows', async () => {
    const worker = await newWorker();
    const { promise, resolve } = Promise.withResolvers<Problem>();
    service.replies = [promise];
    await worker.startJob(job());
    await until(worker, () => writes().length === 1);
    await worker.startJob(job({ id: 'k', items: [{ key: 'quick.example.com' }] }));
    const from = Date.now();
    await until(worker, () => Date.now() - from > 1_000);
    resolve({ kind: 'server', status: 503, retryAfter: 50 });
    await until(worker, () => registered().includes('quick.example.com'));
    expect(Date.now() - from).toBeLessThan(20_000);
  });

  test('asked twice with one id, it is one job; woken often, it is one run', async () => {
    const worker = await newWorker();
    await Promise.all([worker.startJob(job()), worker.startJob(job()), worker.wake(), worker.wake()]);
    await Promise.all([worker.wake(), worker.startJob(job())]);
    await ended(worker);
    expect(writes()).toEqual(hosts(3).map((host) => `create ${host}`));
  });

  test.each<[string, Reply[], string[], number]>([
    ['an answer lost after commit', ['lost'], ['confirmed', 'created', 'created'], 3],
    ['lost before commit', ['dropped'], ['unknown network', 'created', 'created'], 3],
    ['429, then on', [{ kind: 'busy', retryAfter: 5 }], ['created', 'created', 'created'], 4],
    ['503, twice', Array(2).fill({ kind: 'server', status: 503 }), ['unknown server', 'unknown server', 'created'], 3],
    ['refused', [{ kind: 'rejected', fields: { privacy: ['no'] } }], ['failed rejected', 'created', 'created'], 3],
  ])('%s: no second record', async (_name, replies, expected, sent) => {
    const worker = await newWorker();
    service.replies = replies;
    await worker.startJob(job());
    await ended(worker);
    expect(await outcomes(worker)).toEqual(expected);
    expect(writes()).toHaveLength(sent);
    expect(new Set(registered()).size).toBe(registered().length);
  });

  test('what a popup left pending is looked for, and sent only where a person wants it again', async () => {
    const worker = await newWorker();
    const { beginCreate } = await import('@/lib/background/websites/pendingCreates.ts');
    await beginCreate(base, 'site0.example.com');
    await worker.startJob(job({ items: sites(1) }));
    await ended(worker);
    expect([writes(), await outcomes(worker)]).toEqual([[], ['unknown timeout']]);
    await worker.retryJob({ id: 'j', unknown: 'look' });
    await ended(worker);
    expect([writes(), await outcomes(worker)]).toEqual([[], ['unknown timeout']]);
    await worker.retryJob({ id: 'j', unknown: 'send' });
    await ended(worker);
    expect([writes(), await outcomes(worker)]).toEqual([['create site0.example.com'], ['created']]);
  });

  test('three answers in a row that were lost pause it; resumed, it looks for them and goes on', async () => {
    const worker = await newWorker();
    service.replies = ['dropped', 'dropped', 'dropped'];
    await worker.startJob(job({ items: sites(5) }));
    await paused(worker);
    expect([writes().length, (await worker.jobWith('j'))?.problem]).toEqual([
      3,
      { kind: 'network', code: 'unconfirmed' },
    ]);
    await worker.resumeJob({ id: 'j' });
    await ended(worker);
    expect(await outcomes(worker)).toEqual([...Array(3).fill('unknown network'), 'created', 'created']);
    expect(writes()).toHaveLength(5);
  });

  test('a service that has refused a double is asked again by sending, once it had the time to carry it out', async () => {
    const worker = await newWorker();
    service.websites = [{ id: '1', domain: 'site0.example.com' }];
    service.replies = [{ kind: 'conflict', status: 409 }, 'dropped'];
    await worker.startJob(job({ items: sites(2).map((item) => ({ ...item, absentAt: Date.now() })) }));
    await ended(worker);
    expect([writes(), await outcomes(worker)]).toEqual([
      ['create site0.example.com', 'create site1.example.com', 'create site1.example.com'],
      ['confirmed', 'created'],
    ]);
  });

  test('a worker that dies after the service has carried it out: the next one finds it', async () => {
    const dying = await newWorker();
    service.replies = ['ok', 'die'];
    await dying.startJob(job());
    await until(dying, () => service.websites.length === 2);
    const worker = await newWorker();
    void worker.wake();
    await ended(worker);
    expect(await outcomes(worker)).toEqual(['created', 'confirmed', 'created']);
    expect(registered()).toEqual(hosts(3));
    expect(writes()).toHaveLength(3);
  });

  test.for([
    ['before it was carried out', 'closing'],
    ['after it was carried out', 'lost, closing'],
  ] as const)('storage that fails as the browser closes, %s: the job goes on', async ([, reply]) => {
    const worker = await newWorker();
    service.replies = ['ok', reply];
    await worker.startJob(job());
    await ended(worker);
    expect((await outcomes(worker)).toSorted()).toEqual(
      reply === 'closing' ? ['created', 'created', 'unknown cancelled'] : ['confirmed', 'created', 'created'],
    );
    expect(new Set(registered()).size).toBe(registered().length);
  });

  test('pause finishes what is being sent; resume goes on; cancel skips the rest', async () => {
    const worker = await newWorker();
    service.replies = ['ok', { kind: 'busy', retryAfter: 5 }];
    await worker.startJob(job({ items: sites(4) }));
    await until(worker, (one) => one?.until !== undefined);
    await worker.pauseJob({ id: 'j' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(registered()).toEqual(hosts(1));
    service.replies = ['ok', { kind: 'busy', retryAfter: 5 }];
    await worker.resumeJob({ id: 'j' });
    await until(worker, (one) => one?.counts.done === 2 && one.until !== undefined);
    await worker.cancelJob({ id: 'j' });
    await ended(worker);
    expect(await outcomes(worker)).toEqual(['created', 'created', 'skipped busy', 'skipped']);
    await worker.retryJob({ id: 'j', rest: true });
    await ended(worker);
    expect(registered()).toEqual(hosts(4));
  });

  test.each<[string, Problem]>([
    ['the key is refused', { kind: 'auth' }],
    ['the permission is gone', { kind: 'access' }],
  ])('%s: it stops and says why; retry on resume', async (_name, problem) => {
    const worker = await newWorker();
    service.replies = ['ok', problem];
    await worker.startJob(job());
    await paused(worker);
    expect((await worker.jobWith('j'))?.problem).toEqual(problem);
    await worker.resumeJob({ id: 'j' });
    await ended(worker);
    expect(registered()).toEqual(hosts(3));
  });

  test('what failed is tried again without what was skipped; the rest only where it is meant too', async () => {
    const worker = await newWorker();
    service.replies = [
      { kind: 'rejected', fields: { privacy: ['no'] } },
      { kind: 'busy', retryAfter: 5 },
    ];
    await worker.startJob(job());
    await until(worker, (one) => one?.until !== undefined);
    await worker.cancelJob({ id: 'j' });
    await ended(worker);
    expect(await outcomes(worker)).toEqual(['failed rejected', 'skipped busy', 'skipped']);
    await worker.retryJob({ id: 'j' });
    await ended(worker);
    expect(registered()).toEqual(['site0.example.com']);
    expect(await outcomes(worker)).toEqual(['created', 'skipped busy', 'skipped']);
    await worker.retryJob({ id: 'j', rest: true });
    await ended(worker);
    expect(registered()).toEqual(hosts(3));
  });
});

describe('a run', () => {
  /** A job whose first write is answered so, and that has come to rest for now. */
  const waiting = async (retryAfter: number) => {
    const worker = await newWorker();
    service.replies = ['ok', { kind: 'busy', retryAfter }];
    await worker.startJob(job());
    await until(worker, (one) => one?.until !== undefined);
    return worker;
  };
  /** Whether the run has ended, without any time passing. */
  const isOver = async (run: Promise<void>) => {
    let over = false;
    void run.then(() => {
      over = true;
    });
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    return over;
  };

  test.each([
    ['longer than a minute: the alarm goes on', 90, true],
    ['shorter: it goes on by itself', 30, false],
  ])('that has to wait %s', async (_what, seconds, isLeft) => {
    const worker = await waiting(seconds);
    expect(await isOver(worker.wake())).toBe(isLeft);
    expect(await fakeBrowser.alarms.get(worker.jobsAlarm)).toBeDefined();
    if (isLeft) {
      await vi.advanceTimersByTimeAsync(100_000);
      expect(registered()).toEqual(hosts(1));
      void worker.wake();
    }
    await ended(worker);
    expect(registered()).toEqual(hosts(3));
  });

  test('that sleeps is woken by what a person does', async () => {
    const worker = await waiting(50);
    const { now } = Date;
    const before = now();
    await worker.resumeJob({ id: 'j' });
    await ended(worker);
    expect(now() - before).toBeLessThan(5000);
  });

  const many = (age: number) => ({ sent: Array<number>(54).fill(Date.now() - age) });
  test.each<[string, speed: Job['speed'], limit: () => object, waits: boolean]>([
    ['it says so, whoever was told', 'fast', () => ({ sent: [], blocked: Date.now() + 20_000 }), true],
    ['a careful one has sent what may be sent in a minute', 'careful', () => many(40_000), true],
    ['as many were sent by one that is not', 'fast', () => many(40_000), false],
    ['as many were sent a minute ago', 'careful', () => many(60_000), false],
  ])('waits until the service takes requests again: %s', async (_what, speed, limit, waits) => {
    const worker = await newWorker();
    const [{ rateLimitsNow }, { set }] = await Promise.all([
      import('@/lib/jobs/watch.ts'),
      import('@/lib/storage/settings.ts'),
    ]);
    await set(rateLimitsNow, { [base]: { sent: [], ...limit() } });
    await worker.startJob(job({ speed }));
    for (let second = 0; second < 19; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(service.requests.length > 0).toBe(!waits);
    await ended(worker);
    expect(registered()).toEqual(hosts(3));
  });

  test('does all jobs of a connection, one after the other', async () => {
    const first = await newWorker();
    const idle = vi.spyOn(navigator.locks, 'request').mockResolvedValue([] as never);
    await first.startJob(job());
    await vi.advanceTimersByTimeAsync(1);
    await first.startJob(job({ id: 'k', items: [{ key: 'later.example.com' }] }));
    idle.mockRestore();
    const worker = await newWorker();
    void worker.wake();
    await until(worker, () => service.websites.length === 4);
    expect(registered()).toEqual([...hosts(3), 'later.example.com']);
  });

  test.each([
    ['has not moved for two minutes is ended', 121_000, true],
    ['has moved since is left alone', 60_000, false],
  ])('that %s for another', async (_what, time, isStolen) => {
    const worker = await newWorker();
    service.replies = ['die'];
    await worker.startJob(job());
    await until(worker, () => writes().length === 1);
    const asked: unknown[] = [];
    const { request } = navigator.locks;
    vi.spyOn(navigator.locks, 'request').mockImplementation(((name: string, ...rest: unknown[]) => {
      if (name !== 'jobs') asked.push(name, rest[0]);
      return (request as (...all: unknown[]) => unknown)(name, ...rest);
    }) as never);
    await vi.advanceTimersByTimeAsync(time);
    void worker.wake();
    await isOver(new Promise(() => {}));
    expect(asked).toEqual(['jobs main', { steal: isStolen }]);
  });

  test('keeps one alarm', async () => {
    const worker = await newWorker();
    const create = vi.spyOn(fakeBrowser.alarms, 'create');
    for (const wanted of [true, true, false, true]) await worker.keepAlarm(wanted);
    expect(create).toHaveBeenCalledTimes(2);
  });
});

describe.each([
  ['at two origins', 'https://other.example.net'],
  ['at one origin', `${base}/second`],
  ['at one address', base],
])('jobs of two connections %s', (_where, otherUrl) => {
  const other = 'another account';
  const connectBoth = async () => {
    const { connections, set } = await import('@/lib/storage/settings.ts');
    const list = [
      { id: 'one', analyticsUrl: base, account: base },
      { id: 'other', analyticsUrl: otherUrl, account: other },
    ];
    await set(connections, { list });
  };

  test.each<[string, Reply]>([
    ['does not answer', 'die'],
    ['asks to wait for ten minutes', { kind: 'busy', retryAfter: 600 }],
    ['refuses the key', { kind: 'auth' }],
  ])('one that %s does not hold up the other’s', async (_name, reply) => {
    await connectBoth();
    const worker = await newWorker();
    service.replies = [reply];
    await worker.startJob(job({ id: 'k', items: [{ key: 'slow.example.com' }] }), other);
    await until(worker, () => service.requests.includes('create slow.example.com'));
    await worker.startJob(job());
    await ended(worker);
    expect(await outcomes(worker)).toEqual(['created', 'created', 'created']);
    expect((await worker.jobWith('k'))?.ended).toBeUndefined();
  });
});

test('what jobs of two connections to one address share is created once, if the two are one account there', async () => {
  const { connections, set } = await import('@/lib/storage/settings.ts');
  const list = [base, 'another'].map((account, at) => ({ id: `c${at}`, analyticsUrl: base, account }));
  await set(connections, { list });
  const worker = await newWorker();
  const items = sites(3).map((item) => ({ ...item, absentAt: Date.now() }));
  await Promise.all([worker.startJob(job({ items })), worker.startJob(job({ items, id: 'k' }), 'another')]);
  await ended(worker);
  while (!(await worker.jobWith('k'))?.ended) await vi.advanceTimersByTimeAsync(100);
  expect(registered().toSorted()).toEqual(hosts(3));
});

describe.each(['https://other.example', `${base}/second`, `${base}:8443`])('%s is connected: not asked', (other) => {
  const known = [{ key: 'site0.example.com', id: '1' }];
  test.each<[string, Partial<Input<'jobs.start'>>, Reply]>([
    ['creates', {}, { kind: 'busy', retryAfter: 5 }],
    ['changes', { kind: 'update', items: known }, { kind: 'busy', retryAfter: 5 }],
    ['deletes', { kind: 'delete', items: known, fields: {} }, { kind: 'busy', retryAfter: 5 }],
    ['a look-up of a lost create', {}, 'dropped'],
    ['a look-up of a lost change', { kind: 'update', items: known }, 'dropped'],
    ['a look-up of a lost delete', { kind: 'delete', items: known, fields: {} }, 'dropped'],
  ])('%s', async (_name, change, reply) => {
    service.websites = [{ id: '1', domain: 'site0.example.com', privacy: 0 }];
    const worker = await newWorker();
    service.replies = [reply];
    await worker.startJob(job({ items: [{ key: 'new.example.com', absentAt: Date.now() }], ...change }));
    await until(worker, (one) => one?.until !== undefined);
    await connectTo(other);
    await paused(worker);
    expect((await worker.jobWith('j'))?.problem).toMatchObject({ kind: 'setup', code: 'other-service' });
    await connectTo(base);
    await worker.resumeJob({ id: 'j' });
    await ended(worker);
    expect([...service.asked]).toEqual([base]);
  });
});

describe('another key at the same address, maybe another account’s', () => {
  const shop = { id: '1', domain: 'shop.example.com', privacy: 0 as const };
  const items = [{ key: shop.domain, id: '1' }];
  const absentAt = Date.now();

  test.each<[string, Partial<Input<'jobs.start'>>, Website[], outcome: string, writes: string[]]>([
    ['a change of the same record', { kind: 'update', items }, [shop], 'updated', ['update 1']],
    ['a change of another', { kind: 'update', items }, [{ ...shop, domain: 'a.example' }], 'failed conflict', []],
    ['a change of none', { kind: 'update', items }, [], 'failed missing', []],
    [
      'a delete of another',
      { kind: 'delete', items, fields: {} },
      [{ ...shop, domain: 'a.example' }],
      'failed conflict',
      [],
    ],
    ['a delete of none', { kind: 'delete', items, fields: {} }, [], 'gone', []],
    ['a create of what was absent before', { items: [{ key: shop.domain, absentAt }] }, [shop], 'already', []],
  ])(
    'stops the job, which goes on with it only when a person resumes it: %s',
    async (_name, change, theirs, outcome, sent) => {
      service.websites = [{ ...shop }];
      const worker = await newWorker();
      service.replies = [{ kind: 'busy', retryAfter: 5 }];
      await worker.startJob(job(change));
      await until(worker, (one) => one?.until !== undefined);
      service.requests = [];
      await connectTo(base, 'another');
      service.websites = theirs.map((one) => ({ ...one }));
      await paused(worker);
      expect((await worker.jobWith('j'))?.problem).toMatchObject({ code: 'other-service' });
      await worker.wake();
      expect(service.requests).toEqual([]);
      await worker.resumeJob({ id: 'j' });
      await ended(worker);
      expect(await outcomes(worker)).toEqual([outcome]);
      expect(writes()).toEqual(sent);
    },
  );
});

describe('a service that carries a write out late', () => {
  const lateBy = [30_000, 165_000];
  const run = async (change: Partial<Input<'jobs.start'>>, replies: Reply[]) => {
    const worker = await newWorker();
    service.replies = replies;
    await worker.startJob(job(change));
    await until(worker, (one) => one?.ended !== undefined || one?.state === 'paused');
    return worker;
  };

  test.each(lateBy)('a create, %i ms after its client has given up: one request and one record', async (late) => {
    const worker = await run({ items: sites(1) }, Array(5).fill({ late }));
    expect([writes(), registered(), await outcomes(worker)]).toEqual([
      ['create site0.example.com'],
      hosts(1),
      ['confirmed'],
    ]);
  });

  test.each(lateBy)('a delete, %i ms after: one request', async (late) => {
    service.websites = [{ id: '1', domain: 'site0.example.com' }];
    const items = [{ key: 'site0.example.com', id: '1' }];
    const worker = await run({ kind: 'delete', items, fields: {} }, Array(5).fill({ late }));
    expect([writes(), registered(), await outcomes(worker)]).toEqual([['delete 1'], [], ['confirmed']]);
  });
});

describe('the clock is set back by an hour', () => {
  test.each<[string, Reply]>([
    ['while it waits for the limit', { kind: 'busy', retryAfter: 5 }],
    ['while a create may still be carried out', 'lost'],
  ])('%s: it goes on, and no later than it would have', async (_name, reply) => {
    const worker = await newWorker();
    service.replies = [reply];
    await worker.startJob(job({ speed: 'careful' }));
    await until(worker, (one) => one?.until !== undefined);
    const from = Date.now() - 3_600_000;
    vi.setSystemTime(from);
    await ended(worker);
    expect(Date.now() - from).toBeLessThan(30_000);
    expect(registered().toSorted()).toEqual(hosts(3));
  });
});

describe('reports that nobody needs', () => {
  test.each<[string, days: number[], Partial<Job>, boolean]>([
    ['are forgotten after 30 days', [29, 30], {}, true],
    ['not before', [29, 29.9], {}, false],
    ['not by a clock that is set forward, and back', [90, 1], {}, false],
    ['not while passwords wait to be copied', [90, 91], { secrets: 1 }, false],
  ])('%s', async (_name, days, change, gone) => {
    const worker = await newWorker();
    await worker.startJob(job());
    await ended(worker);
    await worker.writeJob('j', [], (one) => ({ job: { ...one, ...change }, items: [] }));
    const from = Date.now();
    let later = worker;
    for (const day of days) {
      vi.setSystemTime(from + day * 24 * 3_600_000);
      later = await newWorker();
      await later.wake();
    }
    expect([await later.jobWith('j'), await later.itemsOf('j')].map((one) => JSON.stringify(one) ?? 'none')).toEqual(
      gone ? ['none', '[]'] : [expect.any(String), expect.stringContaining('site0')],
    );
  });
});

test.each<[string, Reply[], number, boolean]>([
  ['a job runs: it waits', [{ kind: 'busy', retryAfter: 60 }], 0, false],
  ['a page is open: it waits', [], 1, false],
  ['nothing runs and no page is open: it is installed', [], 0, true],
])('an update, %s', async (_name, replies, pages, installed) => {
  const worker = await newWorker();
  const reload = vi.spyOn(fakeBrowser.runtime, 'reload').mockImplementation(() => {});
  Object.assign(fakeBrowser.runtime, { getContexts: async () => Array(pages).fill({}) });
  service.replies = replies;
  await worker.startJob(job());
  await until(worker, (one) => one?.ended !== undefined || one?.until !== undefined);
  await worker.onUpdateAvailable();
  expect(reload.mock.calls.length > 0).toBe(installed);
  if (!replies.length) return;
  await ended(worker);
  await worker.wake();
  expect(reload).toHaveBeenCalled();
});

describe('changes and deletes', () => {
  const known = (count: number) => sites(count).map(({ key }, at) => ({ key, id: String(at + 1) }));
  const seed = (count: number) => {
    service.websites = known(count).map(({ key, id }) => ({ id, domain: key, privacy: 0 }));
  };

  test.each<[string, Reply[], string[], string[]]>([
    ['each once', [], ['updated', 'updated'], ['update 1', 'update 2']],
    ['lost after commit: read back, not sent again', ['lost'], ['confirmed', 'updated'], ['update 1', 'update 2']],
    ['lost before commit: sent again later', ['dropped'], ['updated', 'updated'], ['update 1', 'update 2', 'update 1']],
    [
      'lost before commit, and then it is neither as before nor as meant: not sent again',
      [{ late: 1_000, as: { privacy: 2 } }],
      ['unknown timeout', 'updated'],
      ['update 1', 'update 2'],
    ],
    ['gone', [{ kind: 'missing' }], ['failed missing', 'updated'], ['update 1', 'update 2']],
  ])('update, %s', async (_name, replies, expected, sent) => {
    seed(2);
    service.replies = replies;
    const worker = await newWorker();
    const items = known(2).map((item) => ({ ...item, before: { privacy: 0 as const } }));
    await worker.startJob(job({ kind: 'update', items, fields: { privacy: 1 } }));
    await ended(worker);
    expect(await outcomes(worker)).toEqual(expected);
    expect(writes()).toEqual(sent);
  });

  test('update, lost before commit, and what it was before is not known: not sent again', async () => {
    seed(1);
    service.replies = ['dropped'];
    const worker = await newWorker();
    await worker.startJob(job({ kind: 'update', items: known(1), fields: { privacy: 1 } }));
    await ended(worker);
    expect([writes(), await outcomes(worker)]).toEqual([['update 1'], ['unknown network']]);
  });

  test.each<[string, Partial<Input<'jobs.start'>>, outcome: string, privacy: number]>([
    ['the same field', { fields: { privacy: 0 } }, 'overridden', 1],
    ['one of two', { fields: { privacy: 0, email: 1 } }, 'updated', 1],
    ['another', { fields: { email: 1 } }, 'updated', 1],
  ])(
    'while the answer to an update is lost, a person sets %s: the later wish stands',
    async (_what, change, outcome, privacy) => {
      seed(1);
      service.replies = ['dropped'];
      const worker = await newWorker();
      const { updateWebsite } = await import('@/lib/background/websites/writes.ts');
      const { connections, get, set } = await import('@/lib/storage/settings.ts');
      // By another connection to the same service.
      const { list } = await get(connections);
      await set(connections, { list: [...list, { id: 'two', analyticsUrl: base, account: 'again' }] });
      const before = { privacy: 0 as const, email: 0 as const };
      await worker.startJob(job({ kind: 'update', items: known(1).map((item) => ({ ...item, before })), ...change }));
      await until(worker, () => writes().length === 1);
      await updateWebsite({ id: '1', privacy: 1 }, { account: 'again' });
      Object.assign(service.websites[0] as Website, { email: 0 });
      await ended(worker);
      expect([await outcomes(worker), service.websites[0]?.privacy]).toEqual([[outcome], privacy]);
    },
  );

  test('an update by hand that waits goes before one of a job that began before', async () => {
    seed(1);
    const worker = await newWorker();
    const { updateWebsite } = await import('@/lib/background/websites/writes.ts');
    const { promise, resolve } = Promise.withResolvers<Problem>();
    service.replies = [promise, 'ok'];
    const first = updateWebsite({ id: '1', privacy: 2, password: 'made up' }, { account: base }).catch(() => {});
    await vi.waitFor(() => expect(writes()).toHaveLength(1));
    await worker.startJob(job({ kind: 'update', items: known(1), fields: { privacy: 0 } }));
    await until(worker, (one) => one?.counts.sending === 1);
    await vi.advanceTimersByTimeAsync(10);
    const second = updateWebsite({ id: '1', privacy: 1 }, { account: base });
    resolve({ kind: 'rejected' });
    await Promise.all([first, second]);
    await ended(worker);
    expect([await outcomes(worker), service.websites[0]?.privacy]).toEqual([['overridden'], 1]);
  });

  test.each<[string, Reply[], string[], string[]]>([
    ['each once', [], ['deleted', 'deleted'], ['delete 1', 'delete 2']],
    ['lost after commit: looked for, not sent again', ['lost'], ['confirmed', 'deleted'], ['delete 1', 'delete 2']],
    ['lost before commit: not sent again', ['dropped'], ['unknown network', 'deleted'], ['delete 1', 'delete 2']],
    ['gone already', ['gone'], ['gone', 'deleted'], ['delete 1', 'delete 2']],
    ['refused as if it were gone', [{ kind: 'missing' }], ['failed missing', 'deleted'], ['delete 1', 'delete 2']],
  ])('delete, %s', async (_name, replies, expected, sent) => {
    seed(2);
    service.replies = replies;
    const worker = await newWorker();
    await worker.startJob(job({ kind: 'delete', items: known(2), fields: {} }));
    await ended(worker);
    expect(await outcomes(worker)).toEqual(expected);
    expect(writes()).toEqual(sent);
  });

  test('a record that is another by now than the one confirmed is not deleted, and the job says so', async () => {
    seed(2);
    service.websites[0] = { id: '1', domain: 'neighbour.example.com' };
    const worker = await newWorker();
    await worker.startJob(job({ kind: 'delete', items: known(2), fields: {} }));
    await ended(worker);
    expect(await outcomes(worker)).toEqual(['failed conflict', 'deleted']);
    expect(writes()).toEqual(['delete 2']);
  });

  test('an id that was given to another website while the answer was lost is not deleted', async () => {
    seed(1);
    service.replies = ['lost'];
    const worker = await newWorker();
    await worker.startJob(job({ kind: 'delete', items: known(1), fields: {} }));
    await until(worker, () => service.websites.length === 0);
    service.websites = [{ id: '1', domain: 'neighbour.example.com' }];
    await ended(worker);
    expect(registered()).toEqual(['neighbour.example.com']);
  });
});

describe('passwords', () => {
  const fields = { privacy: 2 as const };
  const stored = async (worker: Worker) => JSON.stringify([await worker.allJobs(), await worker.itemsOf('j')]);

  test('a common one is written, and erased with the last item', async () => {
    const worker = await newWorker();
    await worker.startJob(job({ fields, password: { way: 'common', password: 'open sesame' } }));
    expect(await worker.secretOf('j')).toBeDefined();
    await ended(worker);
    expect(service.websites.map(({ password }) => password)).toEqual(Array(3).fill('open sesame'));
    expect(await worker.secretOf('j')).toBeUndefined();
    expect(await stored(worker)).not.toContain('open sesame');
  });

  test('what failed needs the common one again', async () => {
    const worker = await newWorker();
    service.replies = [{ kind: 'rejected', fields: { email: ['no'] } }];
    await worker.startJob(job({ fields, password: { way: 'common', password: 'open sesame' } }));
    await ended(worker);
    await worker.retryJob({ id: 'j' });
    await ended(worker);
    expect((await worker.itemsOf('j', 'failed'))[0]?.problem).toMatchObject({
      code: 'required',
      fields: { password: [] },
    });
    await worker.retryJob({ id: 'j', password: 'once more' });
    await ended(worker);
    expect(service.websites.at(-1)).toMatchObject({ domain: 'site0.example.com', password: 'once more' });
  });

  test('generated ones outlive the worker, are told until they are erased, and are nowhere else', async () => {
    const dying = await newWorker();
    service.replies = ['ok', 'die', 'ok', { kind: 'rejected', fields: { email: ['no'] } }];
    await dying.startJob(job({ items: sites(4), fields, password: { way: 'each' } }));
    await until(dying, () => service.websites.length === 2);
    const worker = await newWorker();
    void worker.wake();
    await ended(worker);
    const told = await worker.generatedPasswords('j');
    expect(told).toEqual(service.websites.map(({ domain, password }) => ({ key: domain, password })));
    expect(new Set(told.map(({ password }) => password)).size).toBe(3);
    expect(told.every(({ password }) => /^[\w]{16}$/.test(password))).toBe(true);
    for (const { password } of told) expect(await stored(worker)).not.toContain(password);
    await worker.erasePasswords('j', 2);
    expect(await worker.generatedPasswords('j')).toEqual(told);
    await worker.erasePasswords('j', 3);
    expect(await worker.generatedPasswords('j')).toEqual([]);
    expect(await worker.secretOf('j')).toBeUndefined();

    await worker.retryJob({ id: 'j' });
    await ended(worker);
    const [later, ...rest] = await worker.generatedPasswords('j');
    expect(rest).toEqual([]);
    expect(later).toEqual({ key: 'site3.example.com', password: service.websites.at(-1)?.password });
    await worker.dismissJob({ id: 'j' });
    expect([await worker.allJobs(), await worker.itemsOf('j'), await worker.secretOf('j')]).toEqual([
      [],
      [],
      undefined,
    ]);
  });
});
