import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Registration } from '@/lib/messages/commands.ts';
import type { Problem, Website } from '@/lib/services/index.ts';

/** Unlike the address: whatever names records names this. */
const account = 'mine';
const host = 'shop.example.com';

/** What the service does with the next create: commit or not, and what it answers. */
interface Create {
  commits: boolean;
  answers: 'record' | 'nothing' | Problem;
  /** How long that takes (milliseconds). */
  takes?: number;
}

const service = {
  websites: [] as Website[],
  requests: [] as string[],
  passwords: [] as (string | undefined)[],
  creates: [] as Create[],
};

const pass = (time?: number) => (time ? new Promise((resolve) => setTimeout(resolve, time)) : undefined);

vi.mock('@/lib/background/request.ts', () => {
  const request = async (
    name: string,
    input: { search?: string; host?: string; domain?: string; password?: string },
    { account: only = account }: { account?: string } = {},
  ) => {
    if (only !== account) throw new Error(`of the account ${only}`);
    service.requests.push(name.replace('websites.', ''));
    if (name === 'websites.list')
      return { items: service.websites.filter(({ domain }) => domain.includes(input.search ?? '')), more: false };
    if (name === 'websites.find')
      return { items: service.websites.filter(({ domain }) => domain.includes(input.host ?? '')), complete: true };
    service.passwords.push(input.password);
    const { commits, answers, takes } = service.creates.shift() ?? { commits: true, answers: 'record' };
    await pass(takes);
    const website = { id: String(service.websites.length + 1), domain: input.domain ?? '' };
    if (commits) service.websites.push(website);
    const { ApiError } = await import('@/lib/services/index.ts');
    if (typeof answers === 'object') throw new ApiError(answers);
    return answers === 'record' ? website : undefined;
  };
  return {
    isConnected: async () => true,
    serviceOf: async () => ({ id: 'main', url: 'https://stats.example.net', account }),
    request,
    prepareCall: async (name: string, context: object) => (input: object) => request(name, input, context),
  };
});

/** A new worker: nothing in memory, storage as it was. */
async function wake() {
  vi.resetModules();
  const [register, lookUp, creates, cache, keys, settings, changes, doubles] = await Promise.all([
    import('@/lib/background/websites/register.ts'),
    import('@/lib/background/websites/lookUp.ts'),
    import('@/lib/background/websites/pendingCreates.ts'),
    import('../../records/seed.ts'),
    import('@/lib/background/keys.ts'),
    import('@/lib/storage/settings.ts'),
    import('@/lib/messages/changes.ts'),
    import('@/lib/background/websites/doubles.ts'),
  ]);
  const told = () => settings.get(changes.lastChange);
  return { ...register, ...lookUp, ...creates, ...cache, ...keys, ...doubles, told };
}

type Worker = Awaited<ReturnType<typeof wake>>;
type Outcome = Registration['outcome'] | Problem;

async function outcomeOf(registering: Promise<Registration>): Promise<Outcome> {
  let settled: Outcome | undefined;
  void registering.then(
    ({ outcome }) => {
      settled = outcome;
    },
    (error) => {
      settled = (error as { problem: Problem }).problem;
    },
  );
  // The store answers in real time, the waits in between pass in fake time.
  while (settled === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(100);
  }
  return settled;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'] });
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
  Object.assign(service, { websites: [], requests: [], passwords: [], creates: [] });
});

/** After anything that a test does. */
const later = Number.MAX_SAFE_INTEGER;
const there: Website = { id: '7', domain: host };
const www: Website = { id: '7', domain: `www.${host}` };
const timeout: Problem = { kind: 'timeout' };
const taken: Problem = { kind: 'rejected', status: 422, fields: { domain: ['taken'] } };
const conflict: Problem = { kind: 'conflict', status: 409 };
const refused: Problem = { kind: 'rejected', status: 400 };
const refusedField: Problem = { kind: 'rejected', fields: { email: ['no'] } };
const unconfirmed = (kind: Problem['kind']): Problem => ({ kind, code: 'unconfirmed' });
const uncertain = unconfirmed('timeout');
const still: Problem = { kind: 'timeout', code: 'still-unconfirmed' };

const committed = (answers: Create['answers']): Create => ({ commits: true, answers });
const lost = (answers: Create['answers'], takes?: number): Create => ({
  commits: false,
  answers,
  ...(takes && { takes }),
});

/** What was before, and what the service does with the create. */
interface Given {
  websites?: Website[];
  create?: Create;
  before?: (worker: Worker) => Promise<unknown>;
  options?: { isAbsent?: boolean; again?: number };
}
const inJob: Given = { create: committed(taken), options: { isAbsent: false } };
/** A create that a dead worker left behind. */
const left = ({ beginCreate }: Worker) => beginCreate(account, host);
const leftAgo = (by: number) => async (worker: Worker) => {
  await left(worker);
  vi.setSystemTime(Date.now() + by);
};
const refusesDoubles = async (worker: Worker) => {
  await left(worker);
  await worker.noteRefusedDouble(account);
};
const refusedAgain = async (worker: Worker) => {
  await left(worker);
  service.creates.push(lost({ kind: 'busy' }));
  await outcomeOf(worker.register({ domain: host }, {}, { again: later }));
  service.requests.length = 0;
};

describe('register', () => {
  test.each<[string, Given, Outcome, requests: string, records: number]>([
    ['absent', {}, 'created', 'list create', 1],
    ['there already', { websites: [there] }, 'already', 'list', 1],
    ['only its www variant is there', { websites: [www] }, 'created', 'list create', 2],
    ['checked a moment ago', { before: ({ lookUpHost }) => lookUpHost(host, {}) }, 'created', 'list create', 1],
    ['accepted without a record', { create: committed('nothing') }, 'created', 'list create find', 1],
    ['accepted, but never there', { create: lost('nothing') }, unconfirmed('shape'), 'list create find find find', 0],
    ['answer lost after commit', { create: committed(timeout) }, 'confirmed', 'list create find', 1],
    ['lost before commit: no second one by itself', { create: lost(timeout) }, uncertain, 'list create find find', 0],
    // A look-up that this worker might not live to see is left to the next.
    ['lost after a long wait', { create: lost(timeout, 15_000) }, uncertain, 'list create find', 0],
    ['a redirect', { create: lost({ kind: 'redirect' }) }, unconfirmed('redirect'), 'list create find find', 0],
    ['taken: made by another window meanwhile', { create: committed(taken) }, 'already', 'list create find', 1],
    // The browser has sent it twice.
    ['taken, in a job whose sites were absent', inJob, 'confirmed', 'list create find', 1],
    ['taken by another account', { create: lost(taken) }, taken, 'list create find', 0],
    ['a conflict: made by another window', { create: committed(conflict) }, 'already', 'list create find', 1],
    ['refused for no field that is named', { create: lost(refused) }, refused, 'list create', 0],
    ['refused for another field', { create: lost(refusedField) }, refusedField, 'list create', 0],
    ['left by a dead worker, committed', { websites: [there], before: left }, 'confirmed', 'find', 1],
    // Only what may just be on its way is waited for; where the clock was set back, that cannot be known.
    ...[-86_400_000, -3_600_000, 0, 60_000, 3_600_000].map((by): [string, Given, Outcome, string, number] => [
      `left, not there: it may still come; the clock is ${by / 60_000} min on`,
      { before: leftAgo(by) },
      still,
      by > 0 ? 'find' : 'find find find',
      0,
    ]),
    [
      'left, not there, wanted all the same',
      { before: left, options: { again: later } },
      'created',
      'find list create',
      1,
    ],
    ['left after the person wanted it', { before: left, options: { again: 0 } }, still, 'find find find', 0],
    ['left, not there, where doubles were refused', { before: refusesDoubles }, 'created', 'find list create', 1],
    ['left; sent again it is refused: it may still come', { before: refusedAgain }, still, 'find find find', 0],
  ])('%s', async (_name, { websites = [], create, options, before }, outcome, requests, records) => {
    service.websites.push(...websites);
    if (create) service.creates.push(create);
    const worker = await wake();
    await before?.(worker);
    expect(await outcomeOf(worker.register({ domain: host, privacy: 1 }, {}, options))).toEqual(outcome);
    expect([service.requests.join(' '), service.websites.length]).toEqual([requests, records]);
  });

  test.each([45_000, 180_000])(
    'a second press while the service holds the first for %i ms: no second record',
    async (late) => {
      service.creates.push(...Array(3).fill(lost(timeout, 15_000)));
      const { register } = await wake();
      setTimeout(() => service.websites.push(there), late);
      const press = () => outcomeOf(register({ domain: host }, {}));
      await press();
      await vi.advanceTimersByTimeAsync(1_000);
      await press();
      await press();
      await vi.advanceTimersByTimeAsync(late);
      expect(service.requests.filter((one) => one === 'create')).toHaveLength(1);
      expect(await press()).toBe('confirmed');
    },
  );

  test('two windows at once make one record', async () => {
    const { register } = await wake();
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(register({ domain: host }, {}))));
    expect(outcomes).toEqual(['created', 'created']);
    expect(service.requests).toEqual(['list', 'create']);
  });

  test.each<[string, object]>([
    ['privacy', { privacy: 0 }],
    ['password', { privacy: 2, password: 'another' }],
  ])('to whom another %s was meant, the record that the other one made was there already', async (_what, other) => {
    const { register } = await wake();
    const asked = [{ privacy: 2, password: 'made up' } as const, other];
    const outcomes = await Promise.all(asked.map((one) => outcomeOf(register({ domain: host, ...one }, {}))));
    expect(outcomes).toEqual(['created', 'already']);
    expect([service.requests, service.passwords]).toEqual([['list', 'create'], ['made up']]);
  });

  test.each([
    ['co.uk', { kind: 'rejected', code: 'public-suffix', fields: { domain: [] } }],
    ['not a domain', { kind: 'rejected', code: 'not-a-domain', fields: { domain: [] } }],
  ])('%s is refused before anything is sent', async (domain, problem) => {
    const { register } = await wake();
    expect(await outcomeOf(register({ domain }, {}))).toEqual(problem);
    expect(service.requests).toEqual([]);
  });

  test('privacy 2 without a password takes the common one, or is refused', async () => {
    const { register, saveDefaultPassword } = await wake();
    const refused = await outcomeOf(register({ domain: host, privacy: 2 }, {}));
    expect(refused).toEqual({ kind: 'rejected', code: 'required', fields: { password: [] } });
    await saveDefaultPassword(undefined, 'common-word');
    expect(await outcomeOf(register({ domain: host, privacy: 2 }, {}))).toBe('created');
    expect(service.passwords).toEqual(['common-word']);
  });

  test.each<[string, Website[], Create[], context: object, told: boolean]>([
    ['made', [], [], {}, true],
    ['made, as a look-up shows', [], [committed(timeout)], {}, true],
    ['there already', [there], [], {}, false],
    ['made in a private window', [], [], { private: true }, false],
  ])('open pages are told of what is new: %s', async (_what, websites, creates, context, isTold) => {
    service.websites.push(...websites);
    service.creates.push(...creates);
    const { register, told } = await wake();
    await outcomeOf(register({ domain: host, privacy: 0 }, context));
    const website = expect.objectContaining({ id: '1', domain: host });
    const change = { account, at: expect.any(Number), kind: 'website', created: true, website };
    expect(await told()).toEqual(isTold ? change : undefined);
  });

  test('what was there already is not known to have the privacy that was meant', async () => {
    service.websites.push(there);
    const { register, storedAt } = await wake();
    expect(await outcomeOf(register({ domain: host, privacy: 0 }, {}))).toBe('already');
    expect((await storedAt(account, host))?.privacy).toBeUndefined();
  });

  test('a create that this worker waits for is not looked up at an alarm', async () => {
    service.creates.push({ commits: true, answers: 'record', takes: 10_000 });
    const { register, reconcilePendingCreates } = await wake();
    const made = register({ domain: host }, {});
    await vi.waitFor(() => expect(service.requests).toEqual(['list', 'create']));
    const settled = reconcilePendingCreates();
    expect(await outcomeOf(made)).toBe('created');
    await settled;
    expect(service.requests).toEqual(['list', 'create']);
  });

  test('what a dead worker left is settled at the next alarm, without a create', async () => {
    service.websites.push(there);
    const { beginCreate } = await wake();
    await beginCreate(account, host);
    const { reconcilePendingCreates, register, told } = await wake();
    await reconcilePendingCreates();
    expect(await told()).toMatchObject({ account, kind: 'website', created: true, website: { id: '7' } });
    expect(await outcomeOf(register({ domain: host }, {}))).toBe('already');
    expect(service.requests).not.toContain('create');
  });

  test('after ten minutes it is looked for no more, and its host is kept for 30 days', async () => {
    const { beginCreate } = await wake();
    const minute = 60_000;
    const from = Date.now();
    await beginCreate(account, host);
    const looks: number[] = [];
    const kept: (boolean | 'gone')[] = [];
    for (const at of [0.5, 1, 3, 10, 60, 24 * 60, 31 * 24 * 60]) {
      vi.setSystemTime(from + at * minute);
      service.requests.length = 0;
      const { reconcilePendingCreates, allPendingCreates } = await wake();
      await reconcilePendingCreates();
      if (service.requests.length) looks.push(at);
      const [one] = await allPendingCreates();
      kept.push(one ? !one.isOver : 'gone');
    }
    expect(looks).toEqual([0.5, 1, 3, 10]);
    expect(kept).toEqual([true, true, true, false, false, false, 'gone']);
  });

  test.each([
    [[], false],
    [['sent'], false],
    [['refused a double'], false],
    [['sent', 'refused a double'], true],
  ])('a create may be sent again without a second record after %j: %s', async (before, may) => {
    const { beginCreate, mayCreateAgain, noteRefusedDouble } = await wake();
    if (before.includes('sent')) await beginCreate(account, host);
    if (before.includes('refused a double')) await noteRefusedDouble(account);
    expect(await mayCreateAgain(account, host)).toBe(may);
  });

  test('an alarm is set for a create in case this worker dies; those that begin together share it', async () => {
    const { beginCreate } = await wake();
    const alarm = vi.spyOn(fakeBrowser.alarms, 'create');
    await beginCreate(account, host);
    await beginCreate(account, 'other.example.com');
    const set = () => alarm.mock.calls.filter(([name]) => name === 'creates');
    expect(set()).toEqual([['creates', { delayInMinutes: 0.5 }]]);
    await vi.advanceTimersByTimeAsync(10_000);
    await beginCreate(account, 'third.example.com');
    expect(set()).toHaveLength(2);
  });

  test.each([
    [0, 1],
    [45_000, 0.5],
    [60_000, 2],
    [180_000, 7],
    [600_000, undefined],
    [-3_600_000, 1],
  ])('a create that was begun %i ms ago is looked up again in %j minutes', async (age, delayInMinutes) => {
    await (await wake()).beginCreate(account, host);
    vi.setSystemTime(Date.now() + age);
    const { reconcilePendingCreates } = await wake();
    const alarm = vi.spyOn(fakeBrowser.alarms, 'create');
    await reconcilePendingCreates();
    expect(alarm.mock.calls).toEqual(delayInMinutes ? [['creates', { delayInMinutes }]] : []);
  });

  test('what a private window began is found out about too, and not kept', async () => {
    service.websites.push(there);
    const { beginCreate } = await wake();
    await beginCreate(account, host, true);
    const { reconcilePendingCreates, storedAt, register } = await wake();
    await reconcilePendingCreates();
    expect(await storedAt(account, host)).toBeUndefined();
    expect(await fakeBrowser.storage.session.get()).not.toHaveProperty('lastChange');
    expect(await outcomeOf(register({ domain: host }, { private: true }))).toBe('already');
    expect(service.requests).not.toContain('create');
  });
});
