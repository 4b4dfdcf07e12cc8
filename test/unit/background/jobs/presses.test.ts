import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { JobStart } from '@/lib/jobs/state.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { leaveChange, leaveCreate } from '../../jobs/left.ts';
import { connectTo, soon, stopTime } from '../service.ts';
import { a, ask, b, host, setUp, wake, worker } from '../websites/twoServices.ts';

vi.mock('@/lib/text/i18n.ts', () => ({ t: (key: string) => key }));
setUp();
const record = { key: host, id: '1' };
const there = () => ({ url: a.origin });

/** Presses that are stored, by the state of their items. */
async function left(): Promise<string[]> {
  const presses = (await worker.everyJob()).filter(({ press }) => press);
  return presses.map(({ kind, counts }) => `${kind} ${counts.unknown ? 'unknown' : 'looked for'}`);
}

const since = (seconds: number) => Date.now() - seconds * 1000;

/** Leaves a job of one item: an update of the record, which waits, or was claimed or sent by a worker that died. */
async function leaveJob(
  {
    id = 'j',
    at = since(60),
    isSent = false,
    isClaimed = isSent,
    ...given
  }: Partial<JobStart> & { at?: number; isSent?: boolean; isClaimed?: boolean },
  change: Partial<Job> = {},
  more: Partial<Item> = {},
): Promise<void> {
  const { claimItem, newJob, sentItem } = await import('@/lib/jobs/state.ts');
  const start: JobStart = { kind: 'update', items: [record], fields: { privacy: 0 }, speed: 'fast', ...given, id };
  const made = newJob(start, { id: 'main', url: a.origin, account: a.origin }, at);
  const item = { ...(made.items[0] as Item), ...more };
  const claimed = claimItem(made.job, item, at);
  const sent = isSent ? sentItem(claimed.item, { open: ['record', a.origin, '1'] }) : claimed.item;
  const secret = given.password && { job: id, way: 'each' as const, seed: new Uint8Array(32).buffer };
  await (isClaimed ? worker.addJob(claimed.job, [sent]) : worker.addJob({ ...made.job, ...change }, [item], secret));
}

const isDone = () => vi.waitFor(async () => expect(await worker.jobWith('j')).toMatchObject({ counts: { done: 1 } }));

/** The looks that are due by now. */
async function look(): Promise<void> {
  void worker.wake();
  await vi.waitFor(() => expect(a.log.length).toBeGreaterThan(0));
  await vi.waitFor(async () => {
    const [job] = await worker.everyJob();
    const [item] = job ? await worker.itemsOf(job.id) : [];
    expect(item?.claims !== undefined && item.again === undefined && item.state === 'sending').toBe(false);
  });
}

describe('a change by hand whose worker died', () => {
  const update = { ...record, fields: { privacy: 0 as const } };
  const done = { ...record, fields: { privacy: 1 } };
  const withPassword = { ...done, password: 'common' };
  const looked = ['update looked for'];
  test.each<[string, Parameters<typeof leaveChange>[0], object, domain: string, string[]]>([
    ['is over where the record shows it', 'update', done, host, []],
    ['is looked for where the record does not show it', 'update', update, host, looked],
    ['is looked for where its id serves another site', 'update', update, 'b.example', looked],
    ['is looked for where it set a password', 'update', withPassword, host, looked],
    ['is looked for where the deleted record is there', 'delete', record, host, ['delete looked for']],
    ['is over where the deleted record’s id serves another site', 'delete', record, 'b.example', []],
  ])('%s', async (_what, kind, what, domain, presses) => {
    await leaveChange(kind, a.origin, what as typeof update, there());
    a.has(domain);
    await wake();
    await look();
    expect(await left()).toEqual(presses);
    expect(a.log.filter((method) => method !== 'GET')).toEqual([]);
  });

  test('is over where its connection is gone', async () => {
    await leaveChange('update', a.origin, update, there());
    await connectTo(b);
    await wake();
    await worker.wake();
    expect([await left(), a.log, b.log]).toEqual([[], [], []]);
  });

  test.each([
    ['the same field', { privacy: 2 as const }, 'overridden', []],
    ['another field', { email: 1 as const }, 'updated', ['PATCH']],
    ['both', { privacy: 2 as const, email: 1 as const }, 'updated', ['PATCH']],
  ])('is not overwritten by an older job that sets %s', async (_what, fields, outcome, writes) => {
    a.has(host);
    await leaveJob({ fields });
    await leaveChange('update', a.origin, update, there());
    await wake();
    void worker.wake();
    await vi.waitFor(async () => expect(await worker.jobWith('j')).toMatchObject({ outcomes: { [outcome]: 1 } }));
    expect(a.log.filter((method) => method !== 'GET')).toEqual(writes);
    expect(a.rows[0]?.privacy).toBe(1);
  });
});

describe('an older job is not sent over a later wish', () => {
  const wanted = { ...record, fields: { privacy: 1 as const } };
  const byPress = () => leaveChange('update', a.origin, wanted, { ...there(), at: since(1) });
  const byJob = () => leaveJob({ id: 'k', fields: { privacy: 1 }, at: since(30), isSent: true });
  test.each<[string, waits: boolean, leave: () => Promise<void>]>([
    ['of a press whose worker died, and that a look has confirmed', true, byPress],
    ['of a later job whose worker died', false, byJob],
    ['of a later job whose worker died, and that a look has confirmed', true, byJob],
  ])('%s', async (_whose, waits, leave) => {
    a.has(host);
    await leaveJob({}, waits ? { until: Date.now() + 1500, since: Date.now() } : {});
    await leave();
    await wake();
    void worker.wake();
    await isDone();
    expect([a.rows[0]?.privacy, a.log.includes('PATCH')]).toEqual([1, false]);
  });

  test('but where a person tries it again after that', async () => {
    a.has(host);
    const ended = { state: 'done' as const, ended: since(50) };
    const counts = { waiting: 0, sending: 0, done: 0, failed: 1, skipped: 0 };
    await leaveJob({}, { ...ended, counts }, { state: 'failed', problem: { kind: 'forbidden' } });
    const what = { ...record, fields: { privacy: 2 as const } };
    await leaveChange('update', a.origin, what, { ...there(), at: since(40), isLost: true });
    await wake();
    await ask('jobs.retry', { id: 'j', rest: true });
    await isDone();
    expect(a.rows[0]?.privacy).toBe(0);
  });

  test('nor is a generated password shown that was not sent for it', async () => {
    a.has(host);
    await leaveJob({ fields: { privacy: 2, email: 1 }, password: 'each' });
    await ask('websites.update', { id: '1', privacy: 1 });
    void worker.wake();
    await isDone();
    expect(await ask('jobs.passwords', { id: 'j' })).toEqual({ ok: true, value: [] });
  });
});

test('a change whose connection is replaced before its outcome is known is not called done', async () => {
  a.has(host);
  a.instead = [() => new Response('', { status: 500 })];
  stopTime();
  const told = ask('websites.update', { id: '1', privacy: 0 });
  await vi.waitFor(async () => expect((await worker.everyJob())[0]?.until).toBeDefined());
  await connectTo(b);
  expect(await soon(told)).toMatchObject({ problem: { code: 'maybe-changed' } });
});

test('an update whose outcome stays unknown is forgotten with its connection', async () => {
  await leaveChange('update', a.origin, { ...record, fields: { privacy: 0 } }, { ...there(), isLost: true });
  await worker.dropOtherPresses([a.origin]);
  expect(await left()).toHaveLength(1);
  await worker.dropOtherPresses(['another']);
  expect(await left()).toEqual([]);
});

test('a job whose connection was removed and made anew goes on at one press', async () => {
  a.instead = [() => Response.json({ data: [] })];
  const answer = a.holds();
  const [first, ...others] = ['one.example.com', 'two.example.com', 'three.example.com'];
  const items = [first, ...others].map((key) => ({ key }));
  const id = 'job-that-is-held-up';
  await ask('jobs.start', { id, kind: 'create', items, fields: { privacy: 1 }, speed: 'fast' });
  await vi.waitFor(() => expect(a.log).toEqual(['GET', 'POST']));
  await ask('connection.remove', { connection: 'main' });
  answer(Response.json({ data: { id: '9', domain: first, privacy: 1 } }));
  await vi.waitFor(async () => expect(await worker.jobWith(id)).toMatchObject({ state: 'paused' }));
  expect(await worker.saveKey('made-up-key-0001')).toMatchObject({ ok: true });
  await ask('jobs.resume', { id });
  await vi.waitFor(async () => expect(await worker.jobWith(id)).toMatchObject({ state: 'done' }));
  expect(a.rows.map(({ domain }) => domain)).toEqual(others);
});

test('a create in flight is not over where another record of its host is deleted', async () => {
  a.instead = [() => Response.json({ data: [], links: { next: null } })];
  const answer = a.holds();
  const create = ask('websites.create', { domain: host });
  await vi.waitFor(() => expect(a.log).toContain('POST'));
  a.has(host);
  await ask('websites.delete', { id: '1', domain: host });
  expect(await worker.mayCreateYet(a.origin, host)).toBe(true);
  answer(Response.json({ data: { id: '2', domain: host } }));
  expect(await create).toMatchObject({ value: { outcome: 'created' } });
});

test.each([
  ['was sent', { isSent: true }, { state: 'done' }],
  ['was never sent, as the worker died', {}, { state: 'paused', outcomes: {} }],
])('the create of a paused job that %s, where a record of its host is deleted', async (_what, given, left) => {
  a.has(host);
  await leaveJob({ kind: 'create', items: [{ key: host }], isClaimed: true, ...given });
  await ask('jobs.pause', { id: 'j' });
  await ask('websites.delete', { id: '1', domain: host });
  expect(await worker.jobWith('j')).toMatchObject(left);
});

test('a press that waits for its turn for two minutes hears how it ended', async () => {
  a.has(host);
  const [first, second] = [a.holds(), a.holds()];
  const answer = () => Response.json({ data: { id: '1', domain: host, privacy: 0 } });
  const both = [{ email: 1 }, { privacy: 0 }].map((fields) => ask('websites.update', { id: '1', ...fields }));
  await vi.waitFor(() => expect(a.log).toEqual(['PATCH']));
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 130_000);
  first(answer());
  await vi.waitFor(() => expect(a.log).toEqual(['PATCH', 'PATCH']));
  const steal = vi.spyOn(navigator.locks, 'request');
  void worker.wake();
  await vi.waitFor(() =>
    expect(steal).toHaveBeenCalledWith(expect.stringContaining('jobs press'), expect.anything(), expect.anything()),
  );
  second(answer());
  later.mockRestore();
  expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }]);
});

test('a person hears within 20 seconds that an outcome is unknown, though no look-up is answered either', async () => {
  a.has(host);
  stopTime();
  const from = Date.now();
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  a.instead = [lost, ...Array(9).fill(() => new Promise(() => {}))];
  const answer = await soon(ask('websites.update', { id: '1', privacy: 0 }));
  expect(answer).toMatchObject({ ok: false, problem: { code: 'maybe-changed' } });
  expect(Date.now() - from).toBeLessThanOrEqual(20_000);
  expect(a.log.slice(0, 2)).toEqual(['PATCH', 'GET']);
});

test.each([
  ['a window', false],
  ['a private window', true],
])('what is stored of a change that is under way in %s holds no password', async (_where, isPrivate) => {
  a.has(host);
  const answer = a.holds();
  const input = { id: '1', privacy: 2, password: 'made up' };
  const made = ask('websites.update', input, { private: isPrivate });
  await vi.waitFor(async () => expect(await worker.everyJob()).toHaveLength(1));
  const [job] = await worker.everyJob();
  expect(job).toMatchObject({ press: true, kind: 'update', fields: { privacy: 2 } });
  const items = await worker.itemsOf(job?.id ?? '');
  expect(items).toHaveLength(isPrivate ? 0 : 1);
  const { presses, ...session } = await fakeBrowser.storage.session.get();
  expect(JSON.stringify(presses ?? []).includes('"update"')).toBe(isPrivate);
  expect(JSON.stringify([job, items, presses, session])).not.toContain('made up');
  answer(Response.json({ data: { id: '1', domain: host, privacy: 2 } }));
  expect(await made).toMatchObject({ ok: true, value: { privacy: 2 } });
  // Of a private window nothing is kept, not even for a page that may ask again.
  expect(await worker.everyJob()).toMatchObject(isPrivate ? [] : [{ outcomes: { updated: 1 } }]);
});

describe('a page that asks again, because the worker was stopped that it had asked', () => {
  const create = { domain: host };
  const undo = { id: '1', domain: host, sent: { privacy: 0 }, privacy: 1 };
  const remove = { id: '1', domain: host };
  const wanted = { ...record, fields: { privacy: 1 as const } };
  const leaves: Record<string, (left: { url: string; message: string }) => Promise<void>> = {
    'websites.create': (left) => leaveCreate(a.origin, host, left),
    'websites.update': (left) => leaveChange('update', a.origin, wanted, left),
    'websites.delete': (left) => leaveChange('delete', a.origin, record, left),
  };
  test.each([
    ['the create that was carried out', 'websites.create', create, 'm', true, { value: { outcome: 'confirmed' } }],
    ['a create, by another message', 'websites.create', create, 'n', true, { ok: true }],
    ['an update that was carried out, and changed since', 'websites.update', undo, 'm', true, { ok: true }],
    ['a deletion that was carried out', 'websites.delete', remove, 'm', false, { value: { outcome: 'deleted' } }],
  ])('hears of %s', async (_what, name, input, id, isThere, told) => {
    for (const isLooked of [false, true]) {
      await leaves[name]?.({ url: a.origin, message: 'm' });
      a.rows = [];
      if (isThere) a.has(host);
      await wake();
      if (isLooked) await look();
      expect(await ask(name, input, { id })).toMatchObject(told);
      expect(a.log.filter((method) => method !== 'GET')).toEqual([]);
      await worker.dropOtherPresses([]);
    }
  });

  test('sees the record of an update that was carried out as it is now', async () => {
    await leaves['websites.update']?.({ url: a.origin, message: 'm' });
    a.has(host);
    await wake();
    await look();
    for (const row of a.rows) row.privacy = 0;
    expect(await ask('websites.update', undo, { id: 'm' })).toMatchObject({ ok: true, value: { privacy: 0 } });
  });

  test('sends what was not carried out once more, where that is safe', async () => {
    await leaveCreate(a.origin, host, { url: a.origin, message: 'm' });
    await wake();
    const { refusingDoubles } = await import('@/lib/background/websites/accountFacts.ts');
    await refusingDoubles.note(a.origin);
    const answer = await ask('websites.create', create, { id: 'm' });
    expect([answer, a.rows.length]).toMatchObject([{ value: { outcome: 'created' } }, 1]);
    expect(await worker.openCreates()).toEqual([]);
  });

  test.each([
    ['of a worker that was stopped just after', true],
    ['twice at once', false],
  ])('hears the same answer, %s', async (_when, isStopped) => {
    const first = ask('websites.create', create, { id: 'm' });
    if (isStopped) await first;
    if (isStopped) await wake();
    const second = ask('websites.create', create, { id: 'm' });
    const created = { value: { outcome: 'created' } };
    expect([await first, await second, a.rows]).toMatchObject([created, created, [{ domain: host }]]);
  });

  test('does not send its change once more over what another window set meanwhile', async () => {
    a.has(host);
    const answer = a.holds();
    const both = [1, 2].map(() => ask('websites.update', { id: '1', privacy: 0 }, { id: 'm' }));
    await vi.waitFor(() => expect(a.log).toEqual(['PATCH']));
    const later = ask('websites.update', { id: '1', privacy: 1 });
    answer(Response.json({ data: { id: '1', domain: host, privacy: 0 } }));
    expect(await Promise.all([...both, later])).toMatchObject(Array(3).fill({ ok: true }));
    expect(a.rows[0]?.privacy).toBe(1);
  });

  test('is not waited for longer than 20 seconds, and the alarm ends that', async () => {
    await ask('websites.create', create);
    await worker.wake();
    expect(await worker.everyJob()).toMatchObject([{ outcomes: { created: 1 } }]);
    expect(await fakeBrowser.alarms.get(worker.jobsAlarm)).toBeDefined();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 21_000 });
    await worker.wake();
    expect(await worker.everyJob()).toEqual([]);
  });
});

test.each<[name: string, input: object, method: string]>([
  ['websites.create', { domain: 'new.example' }, 'POST'],
  ['websites.update', { id: '1', domain: host, privacy: 0 }, 'PATCH'],
  ['websites.delete', { id: '1', domain: host }, 'DELETE'],
])(
  '%s that could not be prepared was not sent: said at once, and sent by the next press',
  async (name, input, method) => {
    a.has(host);
    const { local } = fakeBrowser.storage;
    const read = local.get.bind(local) as (name: unknown) => Promise<object>;
    const reading = vi.spyOn(local, 'get').mockImplementation((async (name: unknown) => {
      // Read before the service is asked what it has, and again before the write.
      if (name === 'untested' && a.log.length) throw new Error('no');
      return read(name);
    }) as never);
    const fault = { ok: false, problem: { kind: 'setup', code: 'fault' } };
    expect([await ask(name, input), await left()]).toEqual([fault, []]);
    reading.mockRestore();
    expect(await ask(name, input)).toMatchObject({ ok: true });
    expect(a.log.filter((one) => one !== 'GET')).toEqual([method]);
  },
);
