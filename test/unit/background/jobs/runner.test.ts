import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Job } from '@/lib/jobs/types.ts';
import type { Input } from '@/lib/messages/ask.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { jobStore, leaveCreate } from '../../jobs/left.ts';

const base = 'https://stats.example.net';

/** `silent`: the answer names no record; `late`: so long after its client has given up it is carried out (milliseconds); `as`: with another's values. */
type Reply =
  | 'silent'
  | { late: number; as?: Partial<Website> }
  | Promise<Problem | 'ok'>
  | 'closing'
  | 'lost, closing'
  | 'ok'
  | 'lost'
  | 'gone'
  | 'dropped'
  | 'die'
  | Problem;

/** A service that keeps records, and does to the next writes what a test says. */
type Kept = Website & { password?: string };
const service = { websites: [] as Kept[], requests: [] as string[], replies: [] as Reply[] };

type Fields = Partial<Record<'id' | 'domain' | 'search' | 'host' | 'password', string>>;

const recordOf = (fields: Fields) => service.websites.find(({ id }) => id === fields.id);

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
    setTimeout(() => carryOut[verb]?.(fields, recordOf(fields)), 15_000 + late);
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
    if (reply === 'silent') return undefined;
    if (reply === 'lost, closing') throw new Error('Browser is shutting down.');
    if (reply === 'lost') return fail({ kind: 'network' });
    return reply === 'die' ? new Promise(() => {}) : website;
  };
  const call = async (name: string, fields: Fields) => {
    const verb = name.split('.')[1] ?? '';
    service.requests.push(`${verb} ${fields.domain ?? fields.id ?? fields.host ?? 'all'}`);
    const found = recordOf(fields);
    const read = reads[verb];
    if (read) return read(fields, found) ?? fail({ kind: 'missing' });
    return write(verb, fields, found, (await service.replies.shift()) ?? 'ok');
  };
  return { ...api, call };
});

const connect = async (...list: ConnectionAddress[]) => {
  const { connections, set } = await import('@/lib/storage/settings.ts');
  await set(connections, { list });
};
/** Another address in the settings. */
const connectTo = (analyticsUrl: string, account = analyticsUrl) => connect({ id: 'main', analyticsUrl, account });

/** Two connections to one address. */
const connectTwice = () =>
  connect(...[base, 'again'].map((account, at) => ({ id: `c${at}`, analyticsUrl: base, account })));

/** The worker with which the test began, or the last new one. */
let worker: Awaited<ReturnType<typeof load>>;

/** Begins a new worker over the same storage; its locks are its own, as a dead worker's are let go. */
async function newWorker(): Promise<void> {
  worker = await load();
}

async function load() {
  vi.resetModules();
  const queue = new Map<string, Promise<unknown>>();
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: (name: string, ...rest: unknown[]) => {
        const last = (queue.get(name) ?? Promise.resolve()).catch(() => {}).then(rest.at(-1) as () => Promise<unknown>);
        queue.set(name, last);
        return last;
      },
    },
  });
  const [jobs, secret, runner, alarm, store, undo, press] = await Promise.all([
    import('@/lib/background/jobs/handlers.ts'),
    import('@/lib/background/jobs/passwords.ts'),
    import('@/lib/background/jobs/runner.ts'),
    import('@/lib/background/jobs/alarm.ts'),
    jobStore(),
    import('@/lib/background/jobs/undo.ts'),
    import('@/lib/background/jobs/press.ts'),
  ]);
  return {
    ...{ ...jobs, ...secret, ...runner, ...alarm, ...store, ...undo, ...press },
    startJob: (input: Input<'jobs.start'>, account = base) => jobs.startJob(input, { account }),
    updateByHand: (input: Input<'websites.update'>, account = base) => press.updateByHand(input, { account }),
  };
}

const sites = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `site${at}.example.com` }));
const usual = { id: 'j', kind: 'create', items: sites(3), fields: { privacy: 1 }, speed: 'fast' } as const;
const job = (change: Partial<Input<'jobs.start'>> = {}): Input<'jobs.start'> => ({ ...usual, ...change });

/** Websites of the service, as the items of a job that changes them. */
const known = (count: number) => sites(count).map(({ key }, at) => ({ key, id: String(at + 1) }));
/** Gives the service these websites, all of them public. */
const seed = (count: number) => {
  service.websites = known(count).map(({ key, id }) => ({ id, domain: key, privacy: 0, email: 0 }));
};
const updates = (count: number, fields: Input<'jobs.start'>['fields'] = { privacy: 1 }) =>
  ({ kind: 'update', items: known(count), fields }) as const;

type JobNow = Awaited<ReturnType<typeof worker.jobWith>>;

/** The store answers in real time, what waits passes in fake time, with the alarm: until the job has come to rest. */
async function until(state: (job: JobNow) => boolean, id = 'j'): Promise<void> {
  for (let count = 1; count < 10_000; count++) {
    if (state(await worker.jobWith(id))) return;
    if (count % 75 === 0) void worker.wake();
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(400);
  }
  throw new Error(`It never came to rest: ${JSON.stringify(await worker.jobWith(id))}`);
}
const ended = (id = 'j') => until((one) => one?.ended !== undefined, id);
const paused = () => until((one) => one?.state === 'paused');

/** Starts a job, whose first writes are answered so. */
async function started(replies: Reply[], change?: Partial<Input<'jobs.start'>>): Promise<void> {
  service.replies = [...replies];
  await worker.startJob(job(change));
}
/** The same, until the job has ended. */
async function finished(replies: Reply[], change?: Partial<Input<'jobs.start'>>): Promise<void> {
  await started(replies, change);
  await ended();
}
/** The same, until the job waits. */
async function waiting(replies: Reply[], change?: Partial<Input<'jobs.start'>>): Promise<void> {
  await started(replies, change);
  await until((one) => one?.until !== undefined);
}
/** Another worker goes on with a job. */
async function goneOn(): Promise<void> {
  await newWorker();
  void worker.wake();
}
/** The same with a job whose first worker has died at the second item, until the job has ended. */
async function afterDeath(replies: Reply[], change?: Partial<Input<'jobs.start'>>): Promise<void> {
  await started(replies, change);
  await until(() => service.websites.length === 2);
  await goneOn();
  await ended();
}
async function resumed(): Promise<void> {
  await worker.resumeJob({ id: 'j' });
  await ended();
}
async function retried(how: Partial<Input<'jobs.retry'>> = {}): Promise<void> {
  await worker.retryJob({ id: 'j', ...how });
  await ended();
}
const outcomes = async (id = 'j') =>
  (await worker.itemsOf(id)).map(({ state, outcome, problem }) => outcome ?? `${state} ${problem?.kind ?? ''}`.trim());
const registered = () => service.websites.map(({ domain }) => domain);
const writes = () => service.requests.filter((request) => !/^(list|find|show)/.test(request));
const hosts = (count: number) => sites(count).map(({ key }) => key);
/** The store answers, and no time passes: for a while, or until it is so. */
const turns = async (is?: () => boolean) => {
  for (let turn = 0; turn < (is ? 5_000 : 50) && !is?.(); turn++) await new Promise((resolve) => setImmediate(resolve));
};
/** A person changes the first website before a job is at its turn and once more while it waits for that; then it is. */
async function changedAround({ id = 'j', ...change }: Partial<Input<'jobs.start'>>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<Problem>();
  service.replies = [promise, 'ok'];
  const before = writes().length;
  const first = worker.updateByHand({ id: '1', email: 1 }).catch(() => {});
  await vi.waitFor(() => expect(writes()).toHaveLength(before + 1));
  await worker.startJob(job({ ...change, id }));
  await vi.waitFor(async () => expect((await worker.jobWith(id))?.counts.sending).toBe(1));
  await vi.advanceTimersByTimeAsync(10);
  const second = worker.updateByHand({ id: '1', privacy: 1 });
  await turns();
  resolve({ kind: 'rejected' });
  await Promise.all([first, second]);
  await ended(id);
}
const busy = (retryAfter: number): Problem => ({ kind: 'busy', retryAfter });
const rejected: Problem = { kind: 'rejected', fields: { privacy: ['no'] } };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  Object.assign(service, { websites: [], requests: [], replies: [] });
  await connectTo(base);
  await newWorker();
  for (const name of ['setTitle', 'setBadgeText', 'setBadgeBackgroundColor'] as const)
    vi.spyOn(fakeBrowser.action, name).mockResolvedValue();
});

describe('a job of creates', () => {
  test('looks each up and creates it, one at a time, and sets its alarm aside', async () => {
    await started([]);
    expect(await fakeBrowser.alarms.get('jobs')).toMatchObject({ periodInMinutes: 0.5 });
    await ended();
    expect(registered()).toEqual(hosts(3));
    expect(await outcomes()).toEqual(['created', 'created', 'created']);
    await until(() => true);
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
    const site = 'site0.example.com';
    await started([], { items: [{ key: site, absentAt: Date.now() - age }] });
    await worker.pauseJob({ id: 'j' });
    await worker.wake();
    vi.setSystemTime(Date.now() + sets);
    await vi.advanceTimersByTimeAsync(waits);
    if (dies) await newWorker();
    await resumed();
    expect(service.requests).toEqual([...(isSpared ? [] : ['list all']), `create ${site}`]);
  });

  test('what two jobs share is created once, though both were told that it is absent', async () => {
    const items = sites(2).map((item) => ({ ...item, absentAt: Date.now() }));
    await worker.startJob(job({ items }));
    await worker.startJob(job({ items, id: 'k' }));
    await ended('k');
    expect(registered()).toEqual(hosts(2));
    expect(await outcomes('k')).toEqual(['already', 'already']);
  });

  test('one that is started while another waits for an answer does not share the wait that follows', async () => {
    const { promise, resolve } = Promise.withResolvers<Problem>();
    await started([promise]);
    await until(() => writes().length === 1);
    await worker.startJob(job({ id: 'k', items: [{ key: 'quick.example.com' }] }));
    const from = Date.now();
    await until(() => Date.now() - from > 1_000);
    resolve({ kind: 'server', status: 503, retryAfter: 50 });
    await until(() => registered().includes('quick.example.com'));
    expect(Date.now() - from).toBeLessThan(20_000);
  });

  test('asked twice with one id, it is one job; woken often, it is one run', async () => {
    await Promise.all([worker.startJob(job()), worker.startJob(job()), worker.wake(), worker.wake()]);
    await Promise.all([worker.wake(), worker.startJob(job())]);
    await ended();
    expect(writes()).toEqual(hosts(3).map((host) => `create ${host}`));
  });

  test.each<[string, Reply[], string[], number]>([
    ['an answer lost after commit', ['lost'], ['confirmed', 'created', 'created'], 3],
    ['lost before commit', ['dropped'], ['unknown network', 'created', 'created'], 3],
    ['429, then on', [busy(5)], ['created', 'created', 'created'], 4],
    ['503, twice', Array(2).fill({ kind: 'server', status: 503 }), ['unknown server', 'unknown server', 'created'], 3],
    ['refused', [rejected], ['failed rejected', 'created', 'created'], 3],
  ])('%s: no second record', async (_name, replies, expected, sent) => {
    await finished(replies);
    expect(await outcomes()).toEqual(expected);
    expect(writes()).toHaveLength(sent);
    expect(new Set(registered()).size).toBe(registered().length);
  });

  test('what a popup left pending is looked for, and sent only where a person wants it again', async () => {
    await leaveCreate(base, 'site0.example.com');
    await finished([], { items: sites(1) });
    expect([writes(), await outcomes()]).toEqual([[], ['unknown timeout']]);
    await retried({ unknown: 'look' });
    expect([writes(), await outcomes()]).toEqual([[], ['unknown timeout']]);
    await retried({ unknown: 'send' });
    expect([writes(), await outcomes()]).toEqual([['create site0.example.com'], ['created']]);
  });

  test('a service that has refused a double is asked again by sending, once it had the time to carry it out', async () => {
    service.websites = [{ id: '1', domain: 'site0.example.com' }];
    const items = sites(2).map((item) => ({ ...item, absentAt: Date.now() }));
    await finished([{ kind: 'conflict', status: 409 }, 'dropped'], { items });
    const [one, two] = hosts(2).map((host) => `create ${host}`);
    expect([writes(), await outcomes()]).toEqual([
      [one, two, two],
      ['confirmed', 'created'],
    ]);
  });

  test('a worker that dies after the service has carried it out: the next one finds it', async () => {
    await afterDeath(['ok', 'die']);
    expect(await outcomes()).toEqual(['created', 'confirmed', 'created']);
    expect(registered()).toEqual(hosts(3));
    expect(writes()).toHaveLength(3);
  });

  test.each<[string, Reply, string[]]>([
    ['before it was carried out', 'closing', ['created', 'created', 'unknown cancelled']],
    ['after it was carried out', 'lost, closing', ['confirmed', 'created', 'created']],
  ])('storage that fails as the browser closes, %s: the job goes on', async (_when, reply, expected) => {
    await finished(['ok', reply]);
    expect((await outcomes()).toSorted()).toEqual(expected);
    expect(new Set(registered()).size).toBe(registered().length);
  });

  test('of an earlier worker is told to pages while its next write is under way', async () => {
    const { newJob } = await import('@/lib/jobs/state.ts');
    const made = newJob(usual, { url: base, account: base }, Date.now());
    await worker.addJob(made.job, made.items);
    service.replies = [new Promise(() => {})];
    void worker.wake();
    await until(() => writes().length > 0);
    await vi.advanceTimersByTimeAsync(1000);
    await turns();
    const { jobs } = await fakeBrowser.storage.session.get<Record<string, { value: Job[] }>>('jobs');
    expect(jobs?.value).toMatchObject([{ counts: { waiting: 2, sending: 1 } }]);
  });

  test('pause finishes what is being sent; resume goes on; cancel skips the rest', async () => {
    await waiting(['ok', busy(5)], { items: sites(4) });
    await worker.pauseJob({ id: 'j' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(registered()).toEqual(hosts(1));
    service.replies = ['ok', busy(5)];
    await worker.resumeJob({ id: 'j' });
    await until((one) => one?.counts.done === 2 && one.until !== undefined);
    await worker.cancelJob({ id: 'j' });
    await ended();
    expect(await outcomes()).toEqual(['created', 'created', 'skipped busy', 'skipped']);
  });

  test('what failed is tried again without what was skipped; the rest only where it is meant too', async () => {
    await waiting([rejected, busy(5)]);
    await worker.cancelJob({ id: 'j' });
    await ended();
    expect(await outcomes()).toEqual(['failed rejected', 'skipped busy', 'skipped']);
    await retried();
    expect(registered()).toEqual(['site0.example.com']);
    expect(await outcomes()).toEqual(['created', 'skipped busy', 'skipped']);
    await retried({ rest: true });
    expect(registered()).toEqual(hosts(3));
  });
});

describe('a run', () => {
  /** Whether the run has ended, without any time passing. */
  const isOver = (run: Promise<void>) => Promise.race([run.then(() => true), turns().then(() => false)]);

  test.each([
    ['longer than a minute: the alarm goes on', 90, true],
    ['shorter: it goes on by itself', 30, false],
  ])('that has to wait %s', async (_what, seconds, isLeft) => {
    await waiting(['ok', busy(seconds)]);
    expect(await isOver(worker.wake())).toBe(isLeft);
    expect(await fakeBrowser.alarms.get(worker.jobsAlarm)).toBeDefined();
    if (isLeft) {
      await vi.advanceTimersByTimeAsync(100_000);
      expect(registered()).toEqual(hosts(1));
      void worker.wake();
    }
    await ended();
    expect(registered()).toEqual(hosts(3));
  });

  test('that sleeps is woken by what a person does', async () => {
    await waiting(['ok', busy(50)]);
    const before = Date.now();
    await resumed();
    expect(Date.now() - before).toBeLessThan(10_000);
  });

  test('that a person resumed is not stopped by a failure from before', async () => {
    const { promise, resolve } = Promise.withResolvers<Problem>();
    await started([promise]);
    await until(() => writes().length === 1);
    await worker.pauseJob({ id: 'j' });
    await vi.advanceTimersByTimeAsync(1000);
    await worker.resumeJob({ id: 'j' });
    resolve({ kind: 'auth' });
    await until((one) => !!one?.ended || one?.state === 'paused');
    expect([(await worker.jobWith('j'))?.state, registered()]).toEqual(['done', hosts(3)]);
  });

  const many = (age: number) => ({ sent: Array<number>(54).fill(Date.now() - age) });
  test.each<[string, speed: Job['speed'], limit: () => object, waits: boolean]>([
    ['it says so, whoever was told', 'fast', () => ({ sent: [], blocked: Date.now() + 20_000 }), true],
    ['a careful one has sent what may be sent in a minute', 'careful', () => many(40_000), true],
    ['as many were sent by one that is not', 'fast', () => many(40_000), false],
    ['as many were sent a minute ago', 'careful', () => many(60_000), false],
  ])('waits until the service takes requests again: %s', async (_what, speed, limit, waits) => {
    const [{ rateLimitsNow }, { set }] = await Promise.all([
      import('@/lib/jobs/watch.ts'),
      import('@/lib/storage/settings.ts'),
    ]);
    await set(rateLimitsNow, { [base]: { sent: [], ...limit() } });
    await worker.startJob(job({ speed }));
    for (let second = 0; second < 19; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      await turns();
    }
    expect(service.requests.length > 0).toBe(!waits);
    await ended();
    expect(registered()).toEqual(hosts(3));
  });

  test('of a large job lets a small one that is started meanwhile go before the rest', async () => {
    await worker.startJob(job({ items: sites(25) }));
    await until(() => service.websites.length === 2);
    await worker.startJob(job({ id: 'k', items: [{ key: 'later.example.com' }] }));
    await ended();
    expect(registered().indexOf('later.example.com')).toBeLessThanOrEqual(20);
    expect(registered()).toHaveLength(26);
  });

  test('does all jobs of a connection, one after the other', async () => {
    const idle = vi.spyOn(navigator.locks, 'request').mockResolvedValue([] as never);
    await worker.startJob(job());
    await vi.advanceTimersByTimeAsync(1);
    await worker.startJob(job({ id: 'k', items: [{ key: 'later.example.com' }] }));
    idle.mockRestore();
    await goneOn();
    await until(() => service.websites.length === 4);
    expect(registered()).toEqual([...hosts(3), 'later.example.com']);
  });

  test.each([
    ['has not moved for two minutes is ended', 121_000, true],
    ['has moved since is left alone', 60_000, false],
  ])('that %s for another', async (_what, time, isStolen) => {
    await started(['die']);
    await until(() => writes().length === 1);
    const asked: unknown[] = [];
    const { request } = navigator.locks;
    vi.spyOn(navigator.locks, 'request').mockImplementation(((name: string, ...rest: unknown[]) => {
      if (name !== 'jobs') asked.push(name, rest[0]);
      return (request as (...all: unknown[]) => unknown)(name, ...rest);
    }) as never);
    await vi.advanceTimersByTimeAsync(time);
    void worker.wake();
    await turns();
    expect(asked).toEqual(['jobs main', { steal: isStolen }]);
  });

  test('keeps one alarm', async () => {
    const create = vi.spyOn(fakeBrowser.alarms, 'create');
    for (const wanted of [true, true, false, true]) await worker.keepAlarm(wanted);
    expect(create).toHaveBeenCalledTimes(2);
  });

  test('sets its alarm anew where the clock was set back, since Chromium waits for the moment by the clock', async () => {
    await worker.keepAlarm(true);
    vi.setSystemTime(Date.now() - 3_600_000);
    await worker.keepAlarm(true);
    expect((await fakeBrowser.alarms.get('jobs'))?.scheduledTime).toBeLessThanOrEqual(Date.now() + 30_000);
  });
});

test.each<[string, Reply]>([
  ['does not answer', 'die'],
  ['asks to wait for ten minutes', busy(600)],
  ['refuses the key', { kind: 'auth' }],
])('of two connections to one address, the job of one that %s does not hold up the other’s', async (_name, reply) => {
  await connectTwice();
  service.replies = [reply];
  await worker.startJob(job({ id: 'k', items: [{ key: 'slow.example.com' }] }), 'again');
  await until(() => service.requests.includes('create slow.example.com'));
  await worker.startJob(job());
  await ended();
  expect(await outcomes()).toEqual(['created', 'created', 'created']);
  expect((await worker.jobWith('k'))?.ended).toBeUndefined();
});

test('what jobs of two connections to one address share is created once, if the two are one account there', async () => {
  await connectTwice();
  const items = sites(3).map((item) => ({ ...item, absentAt: Date.now() }));
  await Promise.all([worker.startJob(job({ items })), worker.startJob(job({ items, id: 'k' }), 'again')]);
  for (const id of ['j', 'k']) await ended(id);
  expect(registered().toSorted()).toEqual(hosts(3));
});

describe('another key at the same address, maybe another account’s', () => {
  const shop = { id: '1', domain: 'shop.example.com', privacy: 0 as const };
  const another = { ...shop, domain: 'a.example' };
  const items = [{ key: shop.domain, id: '1' }];
  const update = { kind: 'update', items } as const;
  const remove = { kind: 'delete', items, fields: {} } as const;
  const create = { items: [{ key: shop.domain, absentAt: Date.now() }] };

  test.each<[string, Partial<Input<'jobs.start'>>, theirs: Website[], outcome: string, writes: string[]]>([
    ['a change of the same record', update, [shop], 'updated', ['update 1']],
    ['a change of another', update, [another], 'failed conflict', []],
    ['a change of none', update, [], 'failed missing', []],
    ['a delete of another', remove, [another], 'failed conflict', []],
    ['a delete of none', remove, [], 'failed missing', []],
    ['a create of what was absent before', create, [shop], 'already', []],
  ])(
    'stops the job, which goes on with it only when a person resumes it: %s',
    async (_name, change, theirs, outcome, sent) => {
      service.websites = [{ ...shop }];
      await waiting([busy(5)], change);
      service.requests = [];
      await connectTo(base, 'another');
      service.websites = theirs.map((one) => ({ ...one }));
      await paused();
      expect((await worker.jobWith('j'))?.problem).toMatchObject({ code: 'other-service' });
      await worker.wake();
      expect(service.requests).toEqual([]);
      await resumed();
      expect(await outcomes()).toEqual([outcome]);
      expect(writes()).toEqual(sent);
    },
  );
});

test('a report that nobody needs is forgotten after 30 days', async () => {
  await finished([]);
  const from = Date.now();
  const left: number[] = [];
  for (const day of [29, 29.9, 30]) {
    vi.setSystemTime(from + day * 24 * 3_600_000);
    await newWorker();
    await worker.wake();
    left.push((await worker.allJobs()).length, (await worker.itemsOf('j')).length);
  }
  expect(left).toEqual([1, 3, 1, 3, 0, 0]);
});

describe('changes and deletes', () => {
  /** Carried out late, with another value. */
  const asOther: Reply = { late: 1_000, as: { privacy: 2 } };
  const deletes = (count: number) => ({ kind: 'delete', items: known(count), fields: {} }) as const;

  test.each<['update' | 'delete', string, Reply, outcome: string, sent: string]>([
    ['update', 'each once', 'ok', 'updated', '1 2'],
    ['update', 'lost after commit: read back, not sent again', 'lost', 'confirmed', '1 2'],
    ['update', 'lost before commit: sent again later', 'dropped', 'updated', '1 2 1'],
    ['update', 'lost, and it is neither as before nor as meant', asOther, 'unknown timeout', '1 2'],
    ['update', 'gone', { kind: 'missing' }, 'failed missing', '1 2'],
    ['delete', 'each once', 'ok', 'deleted', '1 2'],
    ['delete', 'lost after commit: looked for, not sent again', 'lost', 'confirmed', '1 2'],
    ['delete', 'lost before commit: not sent again', 'dropped', 'unknown network', '1 2'],
    ['delete', 'gone already', 'gone', 'gone', '1 2'],
    ['delete', 'refused as if it were gone', { kind: 'missing' }, 'failed missing', '1 2'],
  ])('%s, %s', async (kind, _case, reply, outcome, sent) => {
    seed(2);
    await finished([reply], kind === 'update' ? updates(2) : deletes(2));
    expect(await outcomes()).toEqual([outcome, `${kind}d`]);
    expect(writes()).toEqual(sent.split(' ').map((id) => `${kind} ${id}`));
  });

  test('of a computer that slept for more than a week go on when a person resumes them: others may have changed', async () => {
    seed(3);
    await started(['ok', 'die'], updates(3, { privacy: 0 }));
    await until(() => writes().length === 2);
    Object.assign(service.websites[2] as Website, { privacy: 1 });
    vi.setSystemTime(Date.now() + 8 * 86_400_000);
    await goneOn();
    await paused();
    expect([writes(), service.websites[2]?.privacy]).toEqual([['update 1', 'update 2'], 1]);
    await resumed();
    expect(await outcomes()).toEqual(['updated', 'confirmed', 'updated']);
  });

  test.each<[string, Input<'jobs.start'>['fields'], outcome: string]>([
    ['the same field', { privacy: 0 }, 'overridden'],
    ['one of two', { privacy: 0, email: 1 }, 'updated'],
    ['another', { email: 1 }, 'updated'],
  ])(
    'while the answer to an update is lost, a person sets %s: the later wish stands',
    async (_what, fields, outcome) => {
      seed(1);
      // By another connection to the same service.
      await connectTwice();
      await started(['dropped'], updates(1, fields));
      await until(() => writes().length === 1);
      await worker.updateByHand({ id: '1', privacy: 1 }, 'again');
      Object.assign(service.websites[0] as Website, { email: 0 });
      await ended();
      expect([await outcomes(), service.websites[0]?.privacy]).toEqual([[outcome], 1]);
    },
  );

  test.each<[string, later: () => Promise<unknown>]>([
    ['by hand', () => worker.updateByHand({ id: '1', privacy: 1 })],
    ['by a later job', () => worker.startJob(job({ ...updates(1), id: 'k' })).then(() => ended('k'))],
  ])('a refused update is not sent again once its field is set %s', async (_how, later) => {
    seed(2);
    await finished([rejected, rejected], updates(2, { privacy: 0 }));
    await later();
    await retried();
    expect([await outcomes(), service.websites[0]?.privacy]).toEqual([['overridden', 'updated'], 1]);
    expect(await worker.jobWith('j')).toMatchObject({ counts: { done: 2, failed: 0 } });
  });

  test('an update by hand that waits goes before one of a job that began before', async () => {
    seed(1);
    await changedAround(updates(1, { privacy: 0 }));
    expect([await outcomes(), service.websites[0]?.privacy]).toEqual([['overridden'], 1]);
  });
});

describe('passwords', () => {
  const fields = { privacy: 2 as const };
  const password = { way: 'common', password: 'open sesame' } as const;
  const stored = async () => JSON.stringify([await worker.allJobs(), await worker.itemsOf('j')]);

  test('a common one is written, and erased with the last item', async () => {
    await started([], { fields, password });
    expect(await worker.secretOf('j')).toBeDefined();
    await ended();
    expect(service.websites.map(({ password }) => password)).toEqual(Array(3).fill('open sesame'));
    expect(await worker.secretOf('j')).toBeUndefined();
    expect(await stored()).not.toContain('open sesame');
  });

  test('what failed needs the common one again', async () => {
    await finished([rejected], { fields, password });
    await retried();
    const [failed] = await worker.itemsOf('j', 'failed');
    expect(failed?.problem).toMatchObject({ code: 'required', fields: { password: [] } });
    await retried({ password: 'once more' });
    expect(service.websites.at(-1)).toMatchObject({ domain: 'site0.example.com', password: 'once more' });
  });

  test('one that is typed again is stored only with the retry that needs it', async () => {
    await finished([rejected], { fields, password });
    const { put } = IDBObjectStore.prototype;
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
      if (this.name !== 'jobs') return put.call(this, value);
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    });
    await expect(worker.retryJob({ id: 'j', password: 'once more' })).rejects.toThrow('disk');
    full.mockRestore();
    expect(await worker.secretOf('j')).toBeUndefined();
  });

  test('one that is typed again does not take the place of the one that a retry under way uses', async () => {
    await finished([rejected], { fields, password });
    await worker.retryJob({ id: 'j', password: 'once more' });
    await worker.retryJob({ id: 'j', password: 'twice more' });
    await ended();
    expect(service.websites.at(-1)).toMatchObject({ domain: 'site0.example.com', password: 'once more' });
  });

  test('a generated one is not told for a site that a person registers after its answer was lost', async () => {
    await finished(['dropped'], { items: sites(1), fields, password: { way: 'each' } });
    const input = { domain: 'site0.example.com', privacy: 2, password: 'by hand' } as const;
    const made = worker.registerByHand(input, { account: base }, { again: Date.now() });
    await until(() => registered().length === 1);
    expect((await made).outcome).toBe('created');
    await retried({ unknown: 'look' });
    expect([await outcomes(), await worker.generatedPasswords('j')]).toEqual([['already'], []]);
  });

  test('generated ones outlive the worker, are told until they are erased, and are nowhere else', async () => {
    const change = { items: sites(4), fields, password: { way: 'each' } } as const;
    await afterDeath(['ok', 'die', 'ok', rejected], change);
    const told = await worker.generatedPasswords('j');
    expect(told).toEqual(service.websites.map(({ domain, password }) => ({ key: domain, password })));
    expect(new Set(told.map(({ password }) => password)).size).toBe(3);
    expect(told.every(({ password }) => /^[\w]{16}$/.test(password))).toBe(true);
    for (const { password } of told) expect(await stored()).not.toContain(password);
    expect(await worker.erasePasswords('j', 2)).toBe(false);
    expect(await worker.generatedPasswords('j')).toEqual(told);
    expect(await worker.erasePasswords('j', 3)).toBe(true);
    expect(await worker.generatedPasswords('j')).toEqual([]);
    expect(await worker.secretOf('j')).toBeUndefined();

    await retried();
    const later = { key: 'site3.example.com', password: service.websites.at(-1)?.password };
    expect(await worker.generatedPasswords('j')).toEqual([later]);
    await worker.dismissJob({ id: 'j' });
    expect([await worker.secretOf('j'), await stored()]).toEqual([undefined, '[[],[]]']);
  });

  test.each<[string, told: number[], Input<'websites.update'>, Reply?]>([
    ['another password by hand, is not told', [1], { id: '1', privacy: 2, password: 'typed' }],
    ['another setting', [0, 1], { id: '1', email: 1 }],
    ['another password, which is refused,', [0, 1], { id: '1', privacy: 2, password: 'typed' }, rejected],
  ])('a generated one of a website that a person gives %s: %j', async (_what, told, input, reply = 'ok') => {
    seed(2);
    await finished([], { ...updates(2, fields), password: { way: 'each' } });
    service.replies = [reply];
    await worker.updateByHand(input).catch(() => {});
    expect((await worker.generatedPasswords('j')).map(({ key }) => key)).toEqual(told.map((at) => known(2)[at]?.key));
    expect((await worker.jobWith('j'))?.secrets).toBe(told.length);
  });

  test('a generated one is told where a person has kept a later job from giving the website another', async () => {
    seed(1);
    const change = { ...updates(1, fields), password: { way: 'each' } } as const;
    await finished([], change);
    const told = await worker.generatedPasswords('j');
    await changedAround({ ...change, id: 'k' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(service.websites[0]?.password).toBe(told[0]?.password);
    expect(await worker.generatedPasswords('j')).toEqual(told);
  });

  test('a generated one is not told where a later job has given the website another', async () => {
    seed(2);
    await finished([], { ...updates(2, fields), password: { way: 'each' } });
    await worker.startJob(job({ ...updates(1, fields), id: 'k', password: { way: 'each' } }));
    await ended('k');
    const told = [...(await worker.generatedPasswords('j')), ...(await worker.generatedPasswords('k'))];
    const real = service.websites.map(({ domain, password }) => ({ key: domain, password }));
    expect(told).toEqual(real.reverse());
  });
});

describe('an undo', () => {
  /** Presses Undo, and waits until its job has ended, if one began. */
  async function undone(): Promise<void> {
    await worker.undoJob({ id: 'j' });
    await until((one) => !one || one.ended !== undefined, 'undo-j');
  }
  /** The undo of a job is begun, and paused while items are left. */
  async function begun(): Promise<void> {
    await worker.undoJob({ id: 'j' });
    await worker.pauseJob({ id: 'undo-j' });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const privacies = () => service.websites.map(({ privacy }) => privacy);

  test('of added websites deletes them, and of a change gives back what was there', async () => {
    await finished([], { items: sites(2) });
    await undone();
    expect(registered()).toEqual([]);
    seed(2);
    await worker.dismissJob({ id: 'undo-j' });
    await worker.dismissJob({ id: 'j' });
    await finished([], updates(2));
    expect(privacies()).toEqual([1, 1]);
    await undone();
    expect(privacies()).toEqual([0, 0]);
  });

  test.each(['the person began it', 'the job began it'])(
    'does not delete what a person registers meanwhile: %s',
    async (who) => {
      const { promise, resolve } = Promise.withResolvers<'ok'>();
      service.replies = [promise];
      const byHand = () => worker.registerByHand({ domain: 'site0.example.com', privacy: 1 }, { account: base });
      const byJob = async () => {
        await worker.startJob(job({ items: sites(1) }));
        await until((one) => one?.counts.sending === 1);
      };
      const isFirst = who === 'the person began it';
      if (!isFirst) await byJob();
      const answer = byHand();
      await turns(() => writes().length === 1);
      if (isFirst) await byJob();
      await vi.advanceTimersByTimeAsync(10);
      resolve('ok');
      await answer;
      await ended();
      expect(writes()).toEqual(['create site0.example.com']);
      await undone();
      expect(registered()).toEqual(['site0.example.com']);
    },
  );

  test('does not delete a record that was looked up, because the answer named none', async () => {
    service.websites = [{ id: '1', domain: 'site0.example.com' }];
    const items = [{ key: 'site0.example.com', absentAt: Date.now() - 60_000 }];
    await finished(['silent'], { items });
    expect(writes()).toEqual(['create site0.example.com']);
    await undone();
    expect(service.websites.map(({ id }) => id)).toEqual(['1', '2']);
  });

  test('leaves what is added again while it is under way', async () => {
    await finished([], { items: sites(30) });
    await worker.undoJob({ id: 'j' });
    await worker.startJob(job({ id: 'again', items: sites(30).slice(-1) }));
    await ended('again');
    await ended('undo-j');
    expect(registered()).toEqual(['site29.example.com']);
  });

  test.each<[string, Reply, left: number]>([
    ['deleted: it is not counted', 'ok', 0],
    ['deleted, and the answer was lost: it is not counted', 'lost', 0],
    ['tried to delete: it is counted as kept', rejected, 1],
  ])('of websites one of which a person has %s', async (_what, reply, left) => {
    await finished([], { items: sites(2) });
    service.replies = [reply];
    const ends = vi.fn();
    void worker.deleteByHand({ id: '1', domain: 'site0.example.com' }, { account: base }).then(ends, ends);
    await until(() => ends.mock.calls.length > 0);
    expect((await worker.jobWith('j'))?.undo).toEqual({ items: 1, links: 0, left });
  });

  test('takes the passwords of deleted websites with it', async () => {
    await finished([], { items: sites(2), fields: { privacy: 2 }, password: { way: 'each' } });
    await worker.deleteByHand({ id: '1', domain: 'site0.example.com' }, { account: base });
    expect((await worker.generatedPasswords('j')).map(({ key }) => key)).toEqual(['site1.example.com']);
    expect((await worker.jobWith('j'))?.secrets).toBe(1);
    await undone();
    expect([await worker.generatedPasswords('j'), await worker.secretOf('j')]).toEqual([[], undefined]);
    expect((await worker.jobWith('j'))?.secrets).toBe(0);
  });

  test('does not delete what has the id since', async () => {
    await finished([], { items: sites(1) });
    await worker.deleteByHand({ id: '1', domain: 'site0.example.com' }, { account: base });
    await worker.registerByHand({ domain: 'site0.example.com', privacy: 0 }, { account: base });
    await undone();
    expect(registered()).toEqual(['site0.example.com']);
  });

  test.each<[string, change: Partial<Website>]>([
    ['has no such host any more', { domain: 'shop.example' }],
    ['has another value', { privacy: 0 }],
  ])('does not delete a record that %s', async (_what, change) => {
    await finished([], { items: sites(1) });
    Object.assign(service.websites[0] as Website, change);
    await undone();
    expect(await outcomes('undo-j')).toEqual(['changed-since']);
    expect(service.websites).toHaveLength(1);
  });

  test('does not delete what a person changes while it waits', async () => {
    await finished([], { items: sites(2) });
    await begun();
    const left = service.websites.at(-1)?.id ?? '';
    await worker.updateByHand({ id: left, privacy: 0 });
    await worker.resumeJob({ id: 'undo-j' });
    await ended('undo-j');
    expect(service.websites).toMatchObject([{ id: left, privacy: 0 }]);
  });

  test('is cancelled where its key is gone, and not carried out with that of another account', async () => {
    await finished([], { items: sites(2) });
    await begun();
    // The other account has the same hosts, and counts its own ids.
    await connectTo(base, 'other');
    seed(2);
    for (let presses = 0; presses < 2; presses++) {
      await worker.resumeJob({ id: 'undo-j' });
      await until((one) => one?.state === 'paused' || one?.ended !== undefined, 'undo-j');
    }
    expect(service.websites).toHaveLength(2);
    expect((await worker.jobWith('undo-j'))?.state).toBe('cancelled');
  });

  test('leaves what a person has set by hand since, though it is the same value', async () => {
    seed(2);
    await finished([], updates(2));
    for (const privacy of [0, 1] as const) await worker.updateByHand({ id: '1', privacy });
    expect((await worker.jobWith('j'))?.undo).toEqual({ items: 1, links: 0, left: 1 });
    await undone();
    expect(privacies()).toEqual([1, 0]);
  });

  test.each<[string, account: string, reply: Reply, found?: true]>([
    ['through another connection to the service', 'again', 'ok'],
    ['and its answer was lost', base, 'lost'],
    ['and its answer was lost, and it was found', base, 'lost', true],
  ])(
    'does not publish what a person has made private by hand before the change, %s',
    async (_what, account, reply, found) => {
      seed(1);
      await connectTwice();
      if (reply === 'lost') await connectTo(base);
      const { request } = await import('@/lib/background/request.ts');
      await request('websites.list', { per_page: 100 }, { account: base });
      await vi.advanceTimersByTimeAsync(30 * 60_000);
      service.replies = [reply];
      const byHand = worker.updateByHand({ id: '1', privacy: 1 }, account).catch(() => undefined);
      // No time passes, so that nobody looks for the lost answer before the job is at its turn.
      await turns(() => service.websites[0]?.privacy === 1);
      if (reply === 'ok') await byHand;
      if (found) await until(() => service.requests.includes('show 1'));
      await vi.advanceTimersByTimeAsync(found ? 30_000 : 50);
      if (found) await byHand;
      await worker.startJob(job({ ...updates(1, { privacy: 2 }), password: { way: 'each' } }));
      if (reply !== 'ok') await turns(() => service.websites[0]?.privacy === 2);
      await ended();
      await vi.advanceTimersByTimeAsync(30_000);
      expect(privacies()).toEqual([2]);
      await undone();
      expect(privacies()).toEqual([1]);
    },
  );

  test.each(['before it begins', 'while it waits'])(
    'gives back a privacy though another field is set %s',
    async (when) => {
      seed(2);
      await finished([], updates(2));
      if (when === 'while it waits') await begun();
      await worker.updateByHand({ id: '2', email: 1 });
      if (when === 'while it waits') await worker.resumeJob({ id: 'undo-j' });
      await undone();
      expect(service.websites).toMatchObject([{ privacy: 0 }, { privacy: 0, email: 1 }]);
    },
  );

  test('does not publish what somebody has made private after a request that was lost', async () => {
    seed(1);
    await started(['dropped'], { ...updates(1, { privacy: 2 }), password: { way: 'each' } });
    await until(() => writes().length === 1);
    Object.assign(service.websites[0] as Website, { privacy: 1 });
    await ended();
    await retried({ unknown: 'send' });
    expect(privacies()).toEqual([2]);
    await undone();
    expect(privacies()).toEqual([1]);
  });

  test.each<[string, account: string]>([
    ['another connection to its address', 'again'],
    ['a new key', 'renewed'],
  ])('ends with the next bulk change through %s', async (_what, account) => {
    seed(1);
    await connectTwice();
    await finished([], updates(1));
    if (account === 'renewed') await connectTo(base, account);
    await worker.startJob(job({ id: 'later', ...updates(1) }), account);
    await ended('later');
    expect((await worker.jobWith('j'))?.undo).toBeUndefined();
    await undone();
    expect(privacies()).toEqual([1]);
  });

  test.each<[string, domain: string | undefined]>([
    ['', undefined],
    [', who have the same site', known(1)[0]?.key],
  ])('of a change of two accounts at one address%s takes back both', async (_what, domain) => {
    seed(2);
    Object.assign(service.websites[1] ?? {}, domain ? { domain } : {});
    await connectTwice();
    await finished([], updates(1));
    const items = [{ id: '2', key: service.websites[1]?.domain ?? '' }];
    await worker.startJob(job({ ...updates(2), id: 'k', items }), 'again');
    await ended('k');
    await worker.undoJob({ id: 'k' });
    await ended('undo-k');
    await undone();
    expect(privacies()).toEqual([0, 0]);
  });

  test('is not tried again after a later bulk change', async () => {
    seed(2);
    await finished([], updates(2));
    service.replies = [{ kind: 'forbidden' }];
    await undone();
    expect(privacies()).toEqual([1, 0]);
    await worker.startJob(job({ id: 'later', ...updates(2), items: known(2).slice(1) }));
    await ended('later');
    await worker.retryJob({ id: 'undo-j' });
    await ended('undo-j');
    expect(privacies()).toEqual([1, 1]);
  });

  test('that is being prepared ends with a bulk change that begins', async () => {
    seed(1);
    await finished([], updates(1));
    await Promise.all([worker.startJob(job({ id: 'k', ...updates(1) })), worker.undoJob({ id: 'j' })]);
    await ended('k');
    await until((one) => !one || one.ended !== undefined, 'undo-j');
    expect(privacies()).toEqual([1]);
  });
});
