import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { mayGoOn } from '@/lib/jobs/claim.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import type { Input } from '@/lib/messages/ask.ts';
import { putAnswer } from '@/lib/records/write.ts';
import type { Website } from '@/lib/services/index.ts';
import { jobStore } from '../../jobs/left.ts';

const base = 'https://stats.example.net';
const woken = vi.fn();
const keptAlarm = vi.fn();
vi.mock('@/lib/background/jobs/alarm.ts', () => ({ keepAlarm: async (...all: unknown[]) => void keptAlarm(...all) }));
vi.mock('@/lib/background/jobs/runner.ts', () => ({ wake: woken }));
vi.mock('@/lib/background/request.ts', async (original) => ({
  ...(await original<typeof import('@/lib/background/request.ts')>()),
  serviceOf: async () => ({ id: 'main', url: base, account: base }),
}));
vi.mock('@/lib/text/i18n.ts', () => ({
  language: () => 'de',
  numberText: (value: number) => value.toLocaleString('de'),
  t: (key: string, values: Record<string, string> = {}) => [key, ...Object.values(values)].join(' '),
  plural: (key: string, count: number) => `${key} ${count}`,
}));

/** What the toolbar button says. */
const button = { text: '', title: '', color: '', set: 0 };

async function load() {
  vi.resetModules();
  const [worker, undoing, store, { jobsNow }, { newJob }, { get }] = await Promise.all([
    import('@/lib/background/jobs/handlers.ts'),
    import('@/lib/background/jobs/undo.ts'),
    jobStore(),
    import('@/lib/jobs/watch.ts'),
    import('@/lib/jobs/state.ts'),
    import('@/lib/storage/settings.ts'),
  ]);
  const put = async (website: Website) =>
    putAnswer((await import('@/lib/background/records/records.ts')).records, 'websites', base, {
      items: [website],
      at: 1,
    });
  return { ...worker, ...undoing, ...store, told: () => get(jobsNow), begin: newJob, put };
}
type Loaded = Awaited<ReturnType<typeof load>>;
let worker: Loaded;

const given = { id: 'j', kind: 'create', items: [{ key: 'a.example' }], fields: {}, speed: 'fast' } as const;
const none = { waiting: 0, sending: 0, done: 0, failed: 0, skipped: 0 };
async function have(change: Partial<Job> = {}): Promise<Job> {
  const made = worker.begin({ ...given, items: [...given.items] }, { url: base, account: base }, 1);
  const job = { ...made.job, ...change };
  await worker.addJob(
    job,
    made.items.map((item): Item => ({ ...item, job: job.id })),
  );
  return job;
}
/** The job and its items have come so far. */
const finish = (change: Partial<Job>, more: Partial<Item>) =>
  worker.writeJob('j', ['waiting'], (job, items) => ({
    job: { ...job, ...change },
    items: items.map((one) => ({ ...one, ...more })),
  }));
const done: Partial<Job> = { state: 'done', ended: 9, counts: { ...none, done: 1 } };

beforeEach(async () => {
  woken.mockReset();
  keptAlarm.mockReset();
  Object.assign(button, { text: '', title: '', color: '', set: 0 });
  const keep = (name: 'text' | 'title' | 'color') => async (given: Record<string, string>) => {
    button.set++;
    button[name] = given[name] ?? '';
  };
  Object.assign(fakeBrowser, {
    action: { setBadgeText: keep('text'), setTitle: keep('title'), setBadgeBackgroundColor: keep('color') },
  });
  worker = await load();
});

describe('forgetting a job', () => {
  test.each<[string, Partial<Job>, number]>([
    ['that has ended', done, 0],
    ['that has not: it stays', {}, 1],
  ])('%s', async (_name, change, left) => {
    await have(change);
    expect(await worker.dismissJob({ id: 'j' })).toBeNull();
    expect([(await worker.allJobs()).length, (await worker.itemsOf('j')).length]).toEqual([left, left]);
  });

  test('that is tried again at that moment: it stays, or is not tried again', async () => {
    await have();
    await finish({ ...done, counts: { ...none, failed: 1 } }, { state: 'failed' });
    const [again] = await Promise.all([worker.retryJob({ id: 'j' }), worker.dismissJob({ id: 'j' })]);
    expect(await worker.itemsOf('j')).toHaveLength(again ? 1 : 0);
  });

  test.each<[string, (one: Loaded) => Promise<unknown>, answer?: true]>([
    ['dismissed', ({ dismissJob }) => dismissJob({ id: 'j' })],
    ['paused', ({ pauseJob }) => pauseJob({ id: 'j' })],
    ['resumed', ({ resumeJob }) => resumeJob({ id: 'j' })],
    ['cancelled', ({ cancelJob }) => cancelJob({ id: 'j' })],
    ['tried again', ({ retryJob }) => retryJob({ id: 'j' })],
    ['undone', ({ undoJob }) => undoJob({ id: 'j' })],
    ['rid of passwords', ({ forgetPasswords }) => forgetPasswords({ id: 'j', count: 1 }), true],
  ])('one that is not there is %s: nothing happens', async (_name, act, answer) => {
    expect(await act(worker)).toBe(answer ?? null);
    expect(await worker.allJobs()).toEqual([]);
  });
});

test.each<[string, Partial<Job>]>([
  ['that runs', { counts: { ...none, done: 1 } }],
  ['that has ended', done],
])('a job %s, started again with its id, is the same job as far as it is', async (_name, change) => {
  const job = await have(change);
  const [item] = await worker.itemsOf('j');
  await finish(change, { state: 'done' });
  const other = [{ key: 'b.example' }];
  const again = await worker.startJob({ ...given, items: other }, { account: base });
  expect(again).toMatchObject({ id: 'j', counts: job.counts });
  expect(await worker.itemsOf('j')).toEqual([{ ...item, state: 'done' }]);
});

describe('undoing a job', () => {
  const undo = { items: 1, links: 0, left: 0 };
  const changed: Partial<Job> = { ...done, kind: 'update', fields: { privacy: 1 }, undo };
  const item: Partial<Item> = { id: '7', state: 'done', outcome: 'updated', before: { privacy: 0 }, seen: {} };
  const jobs = async () => (await worker.allJobs()).map(({ id, kind, undo: can }) => [id, kind, can]);

  test.each<[string, Partial<Job>, Partial<Item>, kind: string, items: object[]]>([
    ['a change', changed, item, 'update', [{ fields: { privacy: 0 }, before: { privacy: 1 } }]],
    ['what was added', { ...changed, kind: 'create' }, { ...item, outcome: 'created' }, 'delete', [{ id: '7' }]],
  ])('%s: another job takes it back, once, and it is not offered again', async (_what, change, more, kind, items) => {
    await have();
    await finish(change, more);
    const started = await worker.undoJob({ id: 'j' });
    expect(await worker.undoJob({ id: 'j' })).toEqual(started);
    expect(await jobs()).toEqual([
      ['j', change.kind, undefined],
      ['undo-j', kind, undefined],
    ]);
    expect(await worker.itemsOf('undo-j')).toMatchObject(items);
    expect(woken).toHaveBeenCalledTimes(1);
  });

  test.each<[string, Partial<Job>]>([
    ['that still runs', { ...changed, state: 'running', ended: undefined } as never],
    ['of which nothing can be undone', { ...changed, undo: { ...undo, items: 0 } }],
    ['after which the account was changed again', { ...changed, undo: undefined }],
  ])('one %s: nothing happens', async (_what, change) => {
    await have();
    await finish(change, item);
    expect(await worker.undoJob({ id: 'j' })).toBeNull();
    expect(await jobs()).toHaveLength(1);
  });

  test.each<[string, Partial<Job>, isAdded: boolean]>([
    ['is as it was read', {}, true],
    ['cannot be undone any more', { undo: undefined }, false],
    ['can be undone in part only', { undo: { items: 0, links: 0, left: 1 } }, false],
    ['runs again', { ended: undefined }, false],
  ])('an undo is only added while its job %s', async (_what, change, isAdded) => {
    await have();
    await finish(changed, item);
    const read = (await worker.jobWith('j')) as Job;
    await finish(change, {});
    const undoing: Job = { ...read, id: 'undo-j', undo: undefined, undoes: {} };
    expect(await worker.addJob(undoing, [], undefined, read)).toBe(isAdded);
    expect(await jobs()).toHaveLength(isAdded ? 2 : 1);
  });
});

test.each<[string, Input<'jobs.start'>['kind'], item: { key: string; id?: string }, isStored: boolean]>([
  ['added', 'create', { key: 'a.example' }, false],
  ['changed where they are stored', 'update', { key: 'a.example', id: '1' }, true],
  ['changed where they are stored, but written otherwise', 'update', { key: 'A.example', id: '1' }, true],
  ['changed where they are not', 'update', { key: 'b.example', id: '2' }, false],
  ['deleted where another record is', 'delete', { key: 'b.example', id: '1' }, false],
])(
  'of a private window no site is named by a job that is not stored already: %s',
  async (_what, kind, item, isStored) => {
    await worker.put({ id: '1', domain: 'a.example' });
    const fields = kind === 'update' ? { privacy: 1 as const } : {};
    const started = worker.startJob({ ...given, kind, fields, items: [item] }, { account: base, private: true });
    if (isStored) await started;
    else await expect(started).rejects.toMatchObject({ problem: { kind: 'rejected', code: 'private' } });
    expect(await worker.allJobs()).toHaveLength(isStored ? 1 : 0);
  },
);

test.each<[string, password: { way: 'common'; password: string } | { way: 'each' } | undefined]>([
  ['no password', undefined],
  ['one password for all', { way: 'common', password: 'made-up' }],
  ['a password for each', { way: 'each' }],
])('a job that begins, with %s', async (_name, password) => {
  const items = [{ key: 'a.example' }, { key: 'b.example' }];
  const job = await worker.startJob({ ...given, items, ...(password ? { password } : {}) }, { account: base });
  const is = { connection: 'main', account: base, serviceUrl: base, counts: { ...none, waiting: 2 }, state: 'running' };
  expect(job).toMatchObject(is);
  expect([job.password, await worker.jobWith('j')]).toEqual([password?.way, job]);
  expect((await worker.itemsOf('j')).map(({ key }) => key)).toEqual(['a.example', 'b.example']);
  const secret = await worker.secretOf('j');
  if (password) expect(secret).toMatchObject(password);
  else expect(secret).toBeUndefined();
  expect([keptAlarm.mock.calls, woken.mock.calls.length]).toEqual([[[true]], 1]);
});

describe('a job is resumed where', () => {
  const at = (id: string, account: string, analyticsUrl = base) => ({ id, account, analyticsUrl });
  const elsewhere = 'https://elsewhere.example';
  const unbound = { connection: undefined };
  test.each<[string, Partial<Job>, list: object[], account: string]>([
    ['its connection has another account', {}, [at('main', 'new')], 'new'],
    ['another connection is of its service, too', {}, [at('b', 'other'), at('main', 'new')], 'new'],
    ['its connection is gone', {}, [at('b', 'other')], base],
    ['its connection is of another service', {}, [at('main', 'new', elsewhere)], base],
    ['nothing is connected', {}, [], base],
    ['one connection is of its service', unbound, [at('a', 'x', elsewhere), at('b', 'other')], 'other'],
    ['several are of its service', unbound, [at('a', 'x'), at('b', 'y')], base],
    ['its key was refused, and there is another', { problem: { kind: 'auth' } }, [at('main', 'new')], 'new'],
    ['it had stopped for something else', { problem: { kind: 'network' } }, [at('main', 'new')], base],
  ])('%s', async (_name, change, list, account) => {
    await fakeBrowser.storage.local.set({ connections: { version: 2, value: { list } } });
    await have({ state: 'paused', connection: 'main', problem: { kind: 'setup', code: 'no-key' }, ...change });
    expect(await worker.resumeJob({ id: 'j' })).toMatchObject({ state: 'running', account });
    expect(await worker.jobWith('j')).toMatchObject({ state: 'running', account });
    expect(woken).toHaveBeenCalledOnce();
  });
});

test.each<[string, Partial<Job>, left: string | undefined]>([
  ['runs: it is cancelled', {}, 'cancelled'],
  ['has ended: its report is forgotten', done, undefined],
  ['has ended, and still gives its access back: that comes to its end', { ...done, holdsAccess: true }, 'done'],
  ['is of an account that stays', { account: 'stays' }, 'running'],
  ['is no audit', { kind: 'create' }, 'running'],
])('of the accounts that are gone, an audit that %s', async (_name, change, left) => {
  await have({ kind: 'audit', account: 'gone', ...change });
  await worker.cancelOtherAudits(['stays', 'stays, too']);
  expect((await worker.jobWith('j'))?.state).toBe(left);
});

describe('what the toolbar button says of jobs', () => {
  const someUnknown: Partial<Job> = { ...done, total: 3, counts: { ...none, done: 1, unknown: 2 } };
  const some = { ...none, done: 10, skipped: 30 };
  const someSkipped: Partial<Job> = { ...done, state: 'cancelled', total: 40, counts: some };
  const hundred: Partial<Job> = { total: 100, counts: { ...none, done: 29, waiting: 71 } };
  const lookedUp: Partial<Job> = { state: 'cancelled', counts: { ...none, sending: 1 } };
  const half = { total: 3000, counts: { ...none, done: 1500, failed: 1, waiting: 1499 } };
  test.each<[string, Partial<Job>, string, string]>([
    ['running', half, '50%', 'addmany.badge_running 1.500 3.000 1'],
    ['paused', { ...half, state: 'paused' }, '50%', 'addmany.badge_paused 1.500 3.000 1'],
    ['running, of whole percents', hundred, '29%', 'addmany.badge_running 29 100 0'],
    ['just begun', {}, '0%', 'addmany.badge_running 0 1 0'],
    ['ended well', done, '✓', 'addmany.badge_ended 1 1 0'],
    ['ended with failures', { ...done, counts: { ...none, failed: 1 } }, '!', 'addmany.badge_ended 0 1 1'],
    ['cancelled', someSkipped, '✓', 'addmany.badge_ended 10 40 0'],
    ['ended, and some are unknown', someUnknown, '?', 'addmany.badge_ended 1 3 0 · addmany.badge_unknown 2'],
    ['cancelled, and one is still looked up', lookedUp, '0%', 'addmany.badge_running 0 1 0'],
    ['empty', { ...done, total: 0, counts: none }, '✓', 'addmany.badge_ended 0 0 0'],
  ])('%s', async (_name, change, text, title) => {
    await have(change);
    await worker.pauseJob({ id: 'none' });
    await vi.waitFor(() => expect(button).toMatchObject({ text, title }));
    expect(button.color).toMatch(/^#/);
    expect(await worker.told()).toMatchObject([{ id: 'j' }]);
  });

  test('of several, the one that runs', async () => {
    await have({ ...done, id: 'over' });
    await have({ id: 'paused', state: 'paused', started: 2 });
    await have({ id: 'runs', started: 3 });
    await worker.pauseJob({ id: 'none' });
    await vi.waitFor(() => expect(button.title).toBe('addmany.badge_running 0 1 0'));
  });

  test.each<[string, Partial<Job>]>([
    ['!', { counts: { ...none, failed: 1 } }],
    ['?', { counts: { ...none, unknown: 1 } }],
  ])('of several that have ended, the one that says %s', async (text, change) => {
    await have({ ...done, ...change });
    await have({ ...done, id: 'later', started: 2 });
    await worker.pauseJob({ id: 'none' });
    await vi.waitFor(() => expect(button.text).not.toBe(''));
    expect(button.text).toBe(text);
  });

  test('said once, and taken back with the last job', async () => {
    await have(done);
    await worker.pauseJob({ id: 'none' });
    await vi.waitFor(() => expect(button.text).toBe('✓'));
    const { set } = button;
    const tells = vi.spyOn(fakeBrowser.storage.session, 'set');
    await worker.pauseJob({ id: 'none' });
    await vi.waitFor(() => expect(tells).toHaveBeenCalled());
    expect(button.set).toBe(set);
    await worker.dismissJob({ id: 'j' });
    await vi.waitFor(() => expect(button).toMatchObject({ text: '', title: 'extension.name' }));
    expect(await worker.told()).toEqual([]);
  });
});

test('pages are told at once, and then at most twice a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  const tells = vi.spyOn(fakeBrowser.storage.session, 'set');
  const after = async (time: number) => {
    await vi.advanceTimersByTimeAsync(time);
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    return tells.mock.calls.length;
  };
  await worker.pauseJob({ id: 'none' });
  expect(await after(0)).toBe(1);
  for (const _ of ['paused', 'paused again']) await worker.pauseJob({ id: 'none' });
  expect([await after(490), await after(10), await after(5000)]).toEqual([1, 2, 2]);
  await worker.pauseJob({ id: 'none' });
  expect(await after(0)).toBe(3);
});

const failed = { ...done, counts: { ...none, failed: 1 } };
test.each<[string, Partial<Job>, boolean, string, Input<'jobs.ping'>?]>([
  ['wakes a worker that has work', {}, true, '0%'],
  ['wakes it, too, beside one that has ended', { started: 2 }, true, '0%'],
  ['has seen an outcome', done, false, ''],
  ['has not seen that of another tab', { ...failed, kind: 'update' }, false, '!'],
  ['has not seen one in the background', done, false, 'as it was', {}],
  ['has not seen the end of a paused one', { state: 'paused' }, false, '0%'],
  ['has not, either, beside one that has ended', { state: 'paused', started: 2 }, false, '0%'],
])('a page that shows the jobs %s', async (_name, change, wakes, text, shown = { seen: 'add' }) => {
  button.text = 'as it was';
  if (change.started) await have({ ...done, id: 'over' });
  await have(change);
  expect(await worker.ping(shown)).toBeNull();
  await vi.waitFor(() => expect([woken.mock.calls.length > 0, button.text]).toEqual([wakes, text]));
});

describe('an outcome that was seen', () => {
  const begins = async () => {
    worker = await load();
    const tells = vi.spyOn(fakeBrowser.storage.session, 'set');
    await worker.pauseJob({ id: 'none' });
    await vi.waitFor(() => expect(tells).toHaveBeenCalled());
    // The badge is set after the pages were told.
    await new Promise((resolve) => setTimeout(resolve, 50));
  };

  test('is not told again by the next worker', async () => {
    await have(done);
    await worker.ping({ seen: 'add' });
    await begins();
    expect(button.text).toBe('');
  });

  test('but the next end of the same job is', async () => {
    await have(done);
    await worker.ping({ seen: 'add' });
    await worker.writeJob('j', [], (job) => ({ job: { ...job, ended: 10 }, items: [] }));
    await begins();
    expect(button.text).toBe('✓');
  });
});

describe('what makes jobs go on', () => {
  const updates = vi.fn();
  const listen = (hasUpdates = true) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    Object.assign(fakeBrowser.runtime, { onUpdateAvailable: hasUpdates ? { addListener: updates } : undefined });
    const heard: Record<string, () => void> = {};
    const hear = (name: string, listener: () => void) => Object.assign(heard, { [name]: listener });
    vi.stubGlobal('addEventListener', hear);
    Object.assign(fakeBrowser, {
      permissions: { onAdded: { addListener: (listener: () => void) => hear('granted', listener) } },
    });
    const { onStartup, onInstalled } = fakeBrowser.runtime;
    vi.spyOn(onStartup, 'addListener').mockImplementation((listener) => void hear('started', listener));
    vi.spyOn(onInstalled, 'addListener').mockImplementation((listener) => void hear('installed', listener as never));
    worker.listenForJobs();
    return heard;
  };

  test('a second after the worker began', () => {
    listen();
    expect(woken).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(woken).toHaveBeenCalledOnce();
  });

  test('an update of the extension is waited for, where the browser tells of it', async () => {
    listen();
    const { onUpdateAvailable } = await import('@/lib/background/deferUpdate.ts');
    expect(updates.mock.calls).toEqual([[onUpdateAvailable]]);
    expect(() => listen(false)).not.toThrow();
  });

  test.each(['started', 'installed'] as const)('the browser or the extension was %s', (event) => {
    listen()[event]?.();
    expect(woken).toHaveBeenCalledOnce();
  });

  type Next = 'stays' | 'goes on' | 'may not write';
  test.each<[event: 'granted' | 'online', kind: 'access' | 'network', state: Job['state'], days: number, next: Next]>([
    ['granted', 'access', 'paused', 1, 'goes on'],
    ['online', 'network', 'running', 1, 'goes on'],
    ['granted', 'network', 'paused', 1, 'stays'],
    ['online', 'access', 'paused', 1, 'stays'],
    ['granted', 'access', 'paused', 8, 'may not write'],
    ['online', 'network', 'running', 8, 'may not write'],
  ])('%s: a job that stopped for %s, %s, begun %i days ago, %s', async (event, kind, state, days, next) => {
    const run = { from: Date.now() - days * 86_400_000, ended: 0 };
    await have({ state, problem: { kind }, until: 9e15, run });
    await have({ id: 'paused', state: 'paused', started: 2 });
    listen()[event]?.();
    vi.useRealTimers();
    const now = async () => (await worker.jobWith('j')) as Job;
    if (next === 'stays') await worker.allJobs();
    const expected = next === 'stays' ? { state, until: 9e15 } : { state: 'running', until: undefined };
    await vi.waitFor(async () => expect(await now()).toMatchObject(expected));
    expect(mayGoOn(await now(), Date.now())).toBe(days < 7);
    // What a person paused stays paused.
    expect((await worker.jobWith('paused'))?.state).toBe('paused');
  });

  test.each([
    ['the network has come back each day', () => listen().online?.(), false],
    ['a person has resumed it', () => worker.resumeJob({ id: 'j' }), true],
  ])('eight days after its start, a job may write: %s', async (_what, resume, isMeant) => {
    const from = Date.now() - 6 * 86_400_000;
    await have({ problem: { kind: 'network' }, until: 9e15, run: { from, ended: 0 } });
    for (const _day of [6, 7]) {
      void resume();
      vi.useRealTimers();
      await vi.waitFor(async () => expect(await worker.jobWith('j')).toMatchObject({ until: undefined }));
      const waits = { problem: { kind: 'network' }, until: 9e15 } as const;
      await worker.writeJob('j', [], (job) => ({ job: { ...job, ...waits }, items: [] }));
    }
    const job = (await worker.jobWith('j')) as Job;
    expect(mayGoOn(job, from + 8 * 86_400_000)).toBe(isMeant);
  });
});
