import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { leaveChange, leaveCreate } from '../../jobs/left.ts';
import { connectTo } from '../service.ts';
import { a, b, host, setUp, type Worker, wake } from '../websites/twoServices.ts';

vi.mock('@/lib/text/i18n.ts', () => ({ t: (key: string) => key }));
setUp();
afterEach(() => void vi.useRealTimers());

const record = { key: host, id: '1' };
const there = () => ({ url: a.origin });

/** Presses that are stored, by the state of their items. */
async function left(worker: Worker): Promise<string[]> {
  const presses = (await worker.everyJob()).filter(({ press }) => press);
  return presses.map(({ kind, counts }) => `${kind} ${counts.unknown ? 'unknown' : 'looked for'}`);
}

/** The looks that are due by now. */
async function look(worker: Worker): Promise<void> {
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
  test.each<[string, Parameters<typeof leaveChange>[0], object, domain: string, string[]]>([
    ['is over where the record shows it', 'update', { ...record, fields: { privacy: 1 } }, host, []],
    ['is looked for where the record does not show it', 'update', update, host, ['update looked for']],
    ['is looked for where its id serves another site', 'update', update, 'b.example', ['update looked for']],
    [
      'is looked for where it set a password',
      'update',
      { ...record, fields: { privacy: 1 }, password: 'common' },
      host,
      ['update looked for'],
    ],
    ['is looked for where the deleted record is there', 'delete', record, host, ['delete looked for']],
    ['is over where the deleted record’s id serves another site', 'delete', record, 'b.example', []],
  ])('%s', async (_what, kind, what, domain, presses) => {
    await wake();
    await leaveChange(kind, a.origin, what as typeof update, there());
    a.has(domain);
    const worker = await wake();
    await look(worker);
    expect(await left(worker)).toEqual(presses);
    expect(a.log.filter((method) => method !== 'GET')).toEqual([]);
  });

  test('is over where its connection is gone', async () => {
    await wake();
    await leaveChange('update', a.origin, update, there());
    await connectTo(b);
    const worker = await wake();
    await worker.wake();
    expect([await left(worker), a.log, b.log]).toEqual([[], [], []]);
  });

  test.each([
    ['the same field', { privacy: 2 as const }, 'overridden', []],
    ['another field', { email: 1 as const }, 'updated', ['PATCH']],
    ['both', { privacy: 2 as const, email: 1 as const }, 'updated', ['PATCH']],
  ])('is not overwritten by an older job that sets %s', async (_what, fields, outcome, writes) => {
    a.has(host);
    const before = await wake();
    const { newJob } = await import('@/lib/jobs/state.ts');
    const job = { id: 'j', kind: 'update', items: [record], fields, speed: 'fast' } as const;
    const made = newJob(job, { url: a.origin, account: a.origin }, Date.now() - 1000);
    await before.addJob(made.job, made.items);
    await leaveChange('update', a.origin, update, there());
    const worker = await wake();
    void worker.wake();
    await vi.waitFor(async () => expect(await worker.jobWith('j')).toMatchObject({ outcomes: { [outcome]: 1 } }));
    expect(a.log.filter((method) => method !== 'GET')).toEqual(writes);
    expect(a.rows[0]?.privacy).toBe(1);
  });
});

test.each([
  ['a window', false],
  ['a private window', true],
])('what is stored of a change that is under way in %s holds no password', async (_where, isPrivate) => {
  a.has(host);
  const worker = await wake();
  const { promise, resolve } = Promise.withResolvers<Response>();
  a.instead = [() => promise];
  const input = { id: '1', privacy: 2, password: 'made up' };
  const made = worker.ask('websites.update', input, { private: isPrivate });
  await vi.waitFor(async () => expect(await worker.everyJob()).toHaveLength(1));
  const [job] = await worker.everyJob();
  expect(job).toMatchObject({ press: true, kind: 'update', fields: { privacy: 2 } });
  const items = await worker.itemsOf(job?.id ?? '');
  expect(items).toHaveLength(isPrivate ? 0 : 1);
  const { presses, ...session } = await fakeBrowser.storage.session.get();
  expect(JSON.stringify(presses ?? []).includes('"update"')).toBe(isPrivate);
  expect(JSON.stringify([job, items, presses, session])).not.toContain('made up');
  resolve(Response.json({ data: { id: '1', domain: host, privacy: 2 } }));
  expect(await made).toMatchObject({ ok: true, value: { privacy: 2 } });
  expect(await worker.everyJob()).toEqual([]);
});

describe('a page that asks again, because the worker was stopped that it had asked', () => {
  test.each([
    ['the same message', 'm', 'confirmed'],
    ['another message', 'n', 'already'],
  ])('hears of the create that the next one found: %s', async (_what, id, outcome) => {
    await wake();
    await leaveCreate(a.origin, host, { url: a.origin, message: 'm' });
    a.has(host);
    const worker = await wake();
    await look(worker);
    expect(await worker.ask('websites.create', { domain: host }, { id })).toMatchObject({ value: { outcome } });
    expect(a.log).not.toContain('POST');
  });

  test('sends what was not carried out once more, where that is safe', async () => {
    await wake();
    await leaveCreate(a.origin, host, { url: a.origin, message: 'm' });
    const worker = await wake();
    const { noteRefusedDouble } = await import('@/lib/background/websites/doubles.ts');
    await noteRefusedDouble(a.origin);
    const answer = await worker.ask('websites.create', { domain: host }, { id: 'm' });
    expect([answer, a.rows.length]).toMatchObject([{ value: { outcome: 'created' } }, 1]);
    expect(await worker.allOpenCreates()).toEqual([]);
  });

  test('hears of its create that was answered just before', async () => {
    const ask = async () => (await wake()).ask('websites.create', { domain: host }, { id: 'm' });
    const created = { value: { outcome: 'created' } };
    expect([await ask(), await ask(), a.rows]).toMatchObject([created, created, [{ domain: host }]]);
  });

  test('is not waited for longer than a minute', async () => {
    await wake();
    await leaveCreate(a.origin, host, { url: a.origin, message: 'm' });
    a.has(host);
    const worker = await wake();
    await look(worker);
    expect(await worker.everyJob()).toMatchObject([{ outcomes: { confirmed: 1 } }]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    await worker.wake();
    expect(await worker.everyJob()).toEqual([]);
  });
});
