import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
    service.requests.push(name);
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
  const [
    { register, reconcilePendingCreates },
    { lookUpHost },
    { allPendingCreates, beginCreate },
    { storedAt },
    { saveDefaultPassword },
    { get },
    { lastChange },
    { noteRefusedDouble },
  ] = await Promise.all([
    import('@/lib/background/websites/register.ts'),
    import('@/lib/background/websites/lookUp.ts'),
    import('@/lib/background/websites/pendingCreates.ts'),
    import('../../records/seed.ts'),
    import('@/lib/background/keys.ts'),
    import('@/lib/storage/settings.ts'),
    import('@/lib/messages/changes.ts'),
    import('@/lib/background/websites/doubles.ts'),
  ]);
  return {
    register,
    settleAll: reconcilePendingCreates,
    check: lookUpHost,
    begin: beginCreate,
    pending: allPendingCreates,
    knownSite: storedAt,
    saveDefaultPassword,
    refuseDoubles: noteRefusedDouble,
    told: () => get(lastChange),
  };
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
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** After anything that a test does. */
const later = Number.MAX_SAFE_INTEGER;
const there: Website = { id: '7', domain: host };
const timeout: Problem = { kind: 'timeout' };
const taken: Problem = { kind: 'rejected', status: 422, fields: { domain: ['taken'] } };
const list = 'websites.list';
const find = 'websites.find';
const create = 'websites.create';

const cases: {
  name: string;
  websites?: Website[];
  creates?: Create[];
  before?: (worker: Worker) => Promise<unknown>;
  outcome: Outcome;
  requests: string[];
  records: number;
  options?: { isAbsent?: boolean; again?: number };
}[] = [
  { name: 'absent', outcome: 'created', requests: [list, create], records: 1 },
  { name: 'there already', websites: [there], outcome: 'already', requests: [list], records: 1 },
  {
    name: 'only its www variant is there',
    websites: [{ id: '7', domain: 'www.shop.example.com' }],
    outcome: 'created',
    requests: [list, create],
    records: 2,
  },
  {
    name: 'checked a moment ago',
    before: ({ check }) => check(host, {}),
    outcome: 'created',
    requests: [list, create],
    records: 1,
  },
  {
    name: 'accepted without a record',
    creates: [{ commits: true, answers: 'nothing' }],
    outcome: 'created',
    requests: [list, create, find],
    records: 1,
  },
  {
    name: 'accepted, but never there',
    creates: [{ commits: false, answers: 'nothing' }],
    outcome: { kind: 'shape', code: 'unconfirmed' },
    requests: [list, create, find, find, find],
    records: 0,
  },
  {
    name: 'answer lost after commit',
    creates: [{ commits: true, answers: timeout }],
    outcome: 'confirmed',
    requests: [list, create, find],
    records: 1,
  },
  {
    name: 'lost before commit: never a second create by itself',
    creates: [{ commits: false, answers: timeout }],
    outcome: { kind: 'timeout', code: 'unconfirmed' },
    requests: [list, create, find, find],
    records: 0,
  },
  {
    name: 'lost after a long wait: a look-up that this worker might not live to see is left to the next',
    creates: [{ commits: false, answers: timeout, takes: 15_000 }],
    outcome: { kind: 'timeout', code: 'unconfirmed' },
    requests: [list, create, find],
    records: 0,
  },
  {
    name: 'a redirect is uncertain',
    creates: [{ commits: false, answers: { kind: 'redirect' } }],
    outcome: { kind: 'redirect', code: 'unconfirmed' },
    requests: [list, create, find, find],
    records: 0,
  },
  {
    name: 'taken: made by another window meanwhile',
    creates: [{ commits: true, answers: taken }],
    outcome: 'already',
    requests: [list, create, find],
    records: 1,
  },
  {
    name: 'taken, in a job whose sites were absent: the browser has sent it twice',
    options: { isAbsent: false },
    creates: [{ commits: true, answers: taken }],
    outcome: 'confirmed',
    requests: [list, create, find],
    records: 1,
  },
  {
    name: 'taken by another account',
    creates: [{ commits: false, answers: taken }],
    outcome: taken,
    requests: [list, create, find],
    records: 0,
  },
  {
    name: 'a conflict: made by another window meanwhile',
    creates: [{ commits: true, answers: { kind: 'conflict', status: 409 } }],
    outcome: 'already',
    requests: [list, create, find],
    records: 1,
  },
  {
    name: 'refused for no field that is named',
    creates: [{ commits: false, answers: { kind: 'rejected', status: 400 } }],
    outcome: { kind: 'rejected', status: 400 },
    requests: [list, create],
    records: 0,
  },
  {
    name: 'refused for another field',
    creates: [{ commits: false, answers: { kind: 'rejected', fields: { email: ['no'] } } }],
    outcome: { kind: 'rejected', fields: { email: ['no'] } },
    requests: [list, create],
    records: 0,
  },
  {
    name: 'left behind by a dead worker, committed',
    websites: [there],
    before: ({ begin }) => begin(account, host),
    outcome: 'confirmed',
    requests: [find],
    records: 1,
  },
  ...[-86_400_000, -3_600_000, 0, 60_000, 3_600_000].map((by) => ({
    name: `left behind, not there: it may still come; the clock is ${by / 60_000} min on`,
    before: async ({ begin }: Worker) => {
      await begin(account, host);
      vi.setSystemTime(Date.now() + by);
    },
    outcome: { kind: 'timeout', code: 'still-unconfirmed' } as const,
    // Only what may just be on its way is waited for; where the clock was set back, that cannot be known.
    requests: by > 0 ? [find] : [find, find, find],
    records: 0,
  })),
  {
    name: 'left behind, not there, and the person wants it all the same',
    before: ({ begin }) => begin(account, host),
    options: { again: later },
    outcome: 'created',
    requests: [find, list, create],
    records: 1,
  },
  {
    name: 'the same, of one that was left behind after the person said so',
    before: ({ begin }) => begin(account, host),
    options: { again: 0 },
    outcome: { kind: 'timeout', code: 'still-unconfirmed' },
    requests: [find, find, find],
    records: 0,
  },
  {
    name: 'left behind, not there, where doubles have been refused',
    before: async ({ begin, refuseDoubles }) => {
      await begin(account, host);
      await refuseDoubles(account);
    },
    outcome: 'created',
    requests: [find, list, create],
    records: 1,
  },
  {
    name: 'left behind; sent again it is refused: it may still come',
    before: async ({ begin, register }) => {
      await begin(account, host);
      service.creates.push({ commits: false, answers: { kind: 'busy' } });
      await outcomeOf(register({ domain: host }, {}, { again: later }));
      service.requests.length = 0;
    },
    outcome: { kind: 'timeout', code: 'still-unconfirmed' },
    requests: [find, find, find],
    records: 0,
  },
];

describe('register', () => {
  test.each(cases)('$name', async ({ websites = [], creates = [], options, before, outcome, requests, records }) => {
    service.websites.push(...websites);
    service.creates.push(...creates);
    const worker = await wake();
    await before?.(worker);
    expect(await outcomeOf(worker.register({ domain: host, privacy: 1 }, {}, options))).toEqual(outcome);
    expect(service.requests).toEqual(requests);
    expect(service.websites).toHaveLength(records);
  });

  test.each([45_000, 180_000])(
    'a second press while the service holds the first for %i ms: no second record',
    async (late) => {
      service.creates.push(...Array(3).fill({ commits: false, answers: timeout, takes: 15_000 }));
      const { register } = await wake();
      setTimeout(() => service.websites.push(there), late);
      const press = () => outcomeOf(register({ domain: host }, {}));
      await press();
      await vi.advanceTimersByTimeAsync(1_000);
      await press();
      await press();
      await vi.advanceTimersByTimeAsync(late);
      expect(service.requests.filter((one) => one === create)).toHaveLength(1);
      expect(await press()).toBe('confirmed');
    },
  );

  test('two windows at once make one record', async () => {
    const { register } = await wake();
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(register({ domain: host }, {}))));
    expect(outcomes).toEqual(['created', 'created']);
    expect(service.requests).toEqual([list, create]);
  });

  test.each<[string, object]>([
    ['privacy', { privacy: 0 }],
    ['password', { privacy: 2, password: 'another' }],
  ])('to whom another %s was meant, the record that the other one made was there already', async (_what, other) => {
    const { register } = await wake();
    const asked = [{ privacy: 2, password: 'made up' } as const, other];
    const outcomes = await Promise.all(asked.map((one) => outcomeOf(register({ domain: host, ...one }, {}))));
    expect(outcomes).toEqual(['created', 'already']);
    expect([service.requests, service.passwords]).toEqual([[list, create], ['made up']]);
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
    ['made, as a look-up shows', [], [{ commits: true, answers: timeout }], {}, true],
    ['there already', [there], [], {}, false],
    ['made in a private window', [], [], { private: true }, false],
  ])('open pages are told of what is new: %s', async (_what, websites, creates, context, isTold) => {
    service.websites.push(...websites);
    service.creates.push(...creates);
    const { register, told } = await wake();
    await outcomeOf(register({ domain: host, privacy: 0 }, context));
    const website = { id: '1', domain: host };
    expect(await told()).toEqual(
      isTold
        ? { account, at: expect.any(Number), kind: 'website', created: true, website: expect.objectContaining(website) }
        : undefined,
    );
  });

  test('what was there already is not known to have the privacy that was meant', async () => {
    service.websites.push(there);
    const { register, knownSite } = await wake();
    expect(await outcomeOf(register({ domain: host, privacy: 0 }, {}))).toBe('already');
    expect((await knownSite(account, host))?.privacy).toBeUndefined();
  });

  test('a create that this worker waits for is not looked up at an alarm', async () => {
    service.creates.push({ commits: true, answers: 'record', takes: 10_000 });
    const { register, settleAll } = await wake();
    const made = register({ domain: host }, {});
    await vi.waitFor(() => expect(service.requests).toEqual([list, create]));
    const settled = settleAll();
    expect(await outcomeOf(made)).toBe('created');
    await settled;
    expect(service.requests).toEqual([list, create]);
  });

  test('what a dead worker left is settled at the next alarm, without a create', async () => {
    service.websites.push(there);
    const { begin } = await wake();
    await begin(account, host);
    const { settleAll, register, told } = await wake();
    await settleAll();
    expect(await told()).toMatchObject({ account, kind: 'website', created: true, website: { id: '7' } });
    expect(await outcomeOf(register({ domain: host }, {}))).toBe('already');
    expect(service.requests).not.toContain(create);
  });

  test('after ten minutes it is looked for no more, and its host is kept for 30 days', async () => {
    const { begin } = await wake();
    const minute = 60_000;
    const from = Date.now();
    await begin(account, host);
    const looks: number[] = [];
    const kept: (boolean | 'gone')[] = [];
    for (const at of [0.5, 1, 3, 10, 60, 24 * 60, 31 * 24 * 60]) {
      vi.setSystemTime(from + at * minute);
      service.requests.length = 0;
      const { settleAll, pending } = await wake();
      await settleAll();
      if (service.requests.length) looks.push(at);
      const [one] = await pending();
      kept.push(one ? !one.isOver : 'gone');
    }
    expect(looks).toEqual([0.5, 1, 3, 10]);
    expect(kept).toEqual([true, true, true, false, false, false, 'gone']);
  });

  test('what comes late is found at an alarm', async () => {
    const { begin } = await wake();
    await begin(account, host);
    await (await wake()).settleAll();
    service.websites.push(there);
    const { settleAll, pending } = await wake();
    await settleAll();
    expect(await pending()).toEqual([]);
  });

  test('an alarm is set for a create in case this worker dies; those that begin together share it', async () => {
    const { begin } = await wake();
    const alarm = vi.spyOn(fakeBrowser.alarms, 'create');
    await begin(account, host);
    await begin(account, 'other.example.com');
    const set = () => alarm.mock.calls.filter(([name]) => name === 'creates');
    expect(set()).toEqual([['creates', { delayInMinutes: 0.5 }]]);
    await vi.advanceTimersByTimeAsync(10_000);
    await begin(account, 'third.example.com');
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
    await (await wake()).begin(account, host);
    vi.setSystemTime(Date.now() + age);
    const { settleAll } = await wake();
    const alarm = vi.spyOn(fakeBrowser.alarms, 'create');
    await settleAll();
    expect(alarm.mock.calls).toEqual(delayInMinutes ? [['creates', { delayInMinutes }]] : []);
  });

  test('what a private window began is found out about too, and not kept', async () => {
    service.websites.push(there);
    const { begin } = await wake();
    await begin(account, host, true);
    const { settleAll, knownSite, register } = await wake();
    await settleAll();
    expect(await knownSite(account, host)).toBeUndefined();
    expect(await fakeBrowser.storage.session.get()).not.toHaveProperty('lastChange');
    expect(await outcomeOf(register({ domain: host }, { private: true }))).toBe('already');
    expect(service.requests).not.toContain(create);
  });
});
