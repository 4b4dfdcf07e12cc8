import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Registration } from '@/lib/messages/commands.ts';
import type { Privacy, Problem, Website } from '@/lib/services/index.ts';
import { jobStore, type Left, leaveCreate } from '../../jobs/left.ts';
import { begin, isDead, never } from '../life.ts';

/** Unlike the address: whatever names records names this. */
const account = 'mine';
const host = 'shop.example.com';
const url = 'https://stats.example.net';

/** What the service does with the next create: commit or not, and what it answers. */
interface Create {
  commits: boolean;
  answers: 'record' | 'nothing' | Problem;
  /** How long that takes (milliseconds). */
  takes?: number;
  /** What the service says of the record that it makes. */
  made?: Partial<Website>;
}

type Password = string | undefined;
const lists = { requests: [] as string[], passwords: [] as Password[], creates: [] as Create[] };
const service = { websites: [] as Website[], ...lists };

const pass = (time?: number) => (time ? new Promise((resolve) => setTimeout(resolve, time)) : undefined);

vi.mock('@/lib/background/request.ts', () => {
  const answer = async (
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
    const { commits, answers, takes, made } = service.creates.shift() ?? { commits: true, answers: 'record' };
    await pass(takes);
    const id = String(service.websites.length + 1);
    const website = { id, domain: input.domain ?? '', ...made };
    if (commits) service.websites.push(website);
    const { ApiError } = await import('@/lib/services/index.ts');
    if (typeof answers === 'object') throw new ApiError(answers);
    return answers === 'record' ? website : undefined;
  };
  const request = (...given: Parameters<typeof answer>) => (isDead() ? never() : answer(...given));
  return {
    isConnected: async () => true,
    serviceOf: async () => ({ id: 'main', url, account }),
    request,
    prepareCall: async (name: string, context: object) => (input: object) => request(name, input, context),
  };
});

interface Input {
  domain: string;
  privacy?: Privacy;
  password?: string;
}
interface Options {
  isAbsent?: boolean;
  again?: number;
}

/** The worker with which the test began, or the last new one. */
let worker: Awaited<ReturnType<typeof start>>;

/** Begins a new worker: nothing in memory, storage as it was; the one before it is dead. */
async function wake(): Promise<void> {
  worker = await begin(start);
}

async function start(inside: <F extends object>(functions: F) => F) {
  vi.resetModules();
  const [{ mayCreateAgain, register }, lookUp, press, runner, { get }, { lastChange }, ...others] = await Promise.all([
    import('@/lib/background/websites/register.ts'),
    import('@/lib/background/websites/lookUp.ts'),
    import('@/lib/background/jobs/press.ts'),
    import('@/lib/background/jobs/runner.ts'),
    import('@/lib/storage/settings.ts'),
    import('@/lib/messages/changes.ts'),
    import('@/lib/jobs/openCreates.ts'),
    jobStore(),
    import('../../records/seed.ts'),
    import('@/lib/background/keys.ts'),
    import('@/lib/background/websites/accountFacts.ts'),
    import('@/lib/background/rateLimits.ts'),
  ]);
  const [creates, jobs, cache, keys, accountFacts, limits] = others;
  const told = () => get(lastChange);
  /** What Track does; with `isAbsent`, what a job does with one of its sites. */
  const track = (input: Input, context: { private?: boolean } = {}, { isAbsent, ...options }: Options = {}) => {
    const bound = { account, ...context };
    if (isAbsent === undefined) return press.registerByHand(input, bound, options);
    return register(input, bound, { ...options, isAbsent, item: { job: 'j', at: 0 }, begin: async () => true });
  };
  const all = { ...creates, ...jobs, ...cache, ...keys, ...accountFacts, ...limits, told };
  return { ...all, ...inside({ ...lookUp, mayCreateAgain, goOn: runner.wake, track }) };
}

type Outcome = Registration['outcome'] | Problem;

let asked = '';

/** Waits for an outcome, and notes in `asked` what was requested until then. */
async function outcomeOf(registering: Promise<Registration>): Promise<Outcome> {
  let settled: Outcome | undefined;
  void registering
    .then(({ outcome }) => outcome)
    .catch((error: { problem: Problem }) => error.problem)
    .then((outcome) => {
      settled = outcome;
    });
  // The store answers in real time, the waits in between pass in fake time.
  while (settled === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(100);
  }
  asked = service.requests.join(' ');
  return settled;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'] });
  Object.assign(service, { websites: [], requests: [], passwords: [], creates: [] });
  await wake();
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
const lost = (answers: Create['answers'], takes = 0): Create => ({ commits: false, answers, takes });

const day = 86_400_000;
/** Answered by a record that was made so many days ago. */
const madeAgo = (days: number) => new Date(Date.now() - days * day).toISOString();
const answered = (days: number): Create => ({ ...committed('record'), made: { created_at: madeAgo(days) } });

/** What was before, and what the service does with the create. */
interface Given {
  websites?: Website[];
  create?: Create;
  before?: () => Promise<unknown>;
  options?: { isAbsent?: boolean; again?: number };
}
const inJob: Given = { create: committed(taken), options: { isAbsent: false } };
const takenInPublic: Given = { ...inJob, create: { ...committed(taken), made: { privacy: 0 } } };
/** A create that a dead worker left behind. */
const left = () => leaveCreate(account, host);
const leftAgo = (by: number) => async () => {
  await left();
  vi.setSystemTime(Date.now() + by);
};
const checked = () => worker.lookUpHost(host, { account });
/** Answered by a record with this creation date. */
const dated = (created_at: string): Given => ({ create: { ...committed('record'), made: { created_at } } });
const weekBehind: Given = {
  before: () => {
    const headers = { date: new Date(Date.now() - 7 * day).toUTCString() };
    vi.stubGlobal('fetch', async () => new Response(null, { headers }));
    return worker.countedFetch(url);
  },
  create: answered(7),
};
const refusesDoubles = async () => {
  await left();
  await worker.refusingDoubles.note(account);
};
const refusedAgain = async () => {
  await left();
  service.creates.push(lost({ kind: 'busy' }));
  await outcomeOf(worker.track({ domain: host }, {}, { again: later }));
  service.requests.splice(0);
};

describe('register', () => {
  test.each<[string, Given, Outcome, requests: string, records: number]>([
    ['absent', {}, 'created', 'list create', 1],
    ['there already', { websites: [there] }, 'already', 'list', 1],
    ['only its www variant is there', { websites: [www] }, 'created', 'list create', 2],
    ['checked a moment ago', { before: checked }, 'created', 'list create', 1],
    ['accepted without a record', { create: committed('nothing') }, 'created', 'list create find', 1],
    ['answered by a record that it had long before', { create: answered(400) }, 'already', 'list create', 1],
    ['answered by a record without a true date', dated(new Date(0).toISOString()), 'created', 'list create', 1],
    ['answered by a record with an old date with slashes', dated('2024/01/02'), 'already', 'list create', 1],
    ['answered by a record with an old HTTP date', dated('Tue, 02 Jan 2024 10:00:00 GMT'), 'already', 'list create', 1],
    ['answered by a record with a date that is easily misread', dated('02/01/2026 10:00'), 'created', 'list create', 1],
    ['answered by a service whose clock is a day behind', { create: answered(1) }, 'created', 'list create', 1],
    ['answered by a service whose clock is a week behind, as it says', weekBehind, 'created', 'list create', 1],
    ['accepted, but never there', { create: lost('nothing') }, unconfirmed('shape'), 'list create find find find', 0],
    ['answer lost after commit', { create: committed(timeout) }, 'confirmed', 'list create find', 1],
    ['lost before commit: no second one by itself', { create: lost(timeout) }, uncertain, 'list create find find', 0],
    ['lost after a long wait', { create: lost(timeout, 15_000) }, uncertain, 'list create find', 0],
    ['a redirect', { create: lost({ kind: 'redirect' }) }, unconfirmed('redirect'), 'list create find find', 0],
    ['taken: made by another window meanwhile', { create: committed(taken) }, 'already', 'list create find', 1],
    // The browser has sent it twice.
    ['taken, in a job whose sites were absent', inJob, 'confirmed', 'list create find', 1],
    ['taken, in such a job, by a public record: another’s', takenInPublic, 'already', 'list create find', 1],
    ['taken by another account', { create: lost(taken) }, taken, 'list create find', 0],
    ['a conflict: made by another window', { create: committed(conflict) }, 'already', 'list create find', 1],
    ['refused for no field that is named', { create: lost(refused) }, refused, 'list create', 0],
    ['refused for another field', { create: lost(refusedField) }, refusedField, 'list create', 0],
    ['left by a dead worker, committed', { websites: [there], before: left }, 'confirmed', 'find', 1],
    // Only what may just be on its way is waited for; where the clock was set back, that cannot be known.
    ...[-3_600_000, 0, 60_000].map((by): [string, Given, Outcome, string, number] => [
      `left, not there: it may still come; the clock is ${by / 60_000} min on`,
      { before: leftAgo(by) },
      still,
      by > 0 ? 'find' : 'find find find',
      0,
    ]),
    ['left, wanted all the same', { before: left, options: { again: later } }, 'created', 'find list create', 1],
    ['left after the person wanted it', { before: left, options: { again: 0 } }, still, 'find find find', 0],
    ['left, not there, where doubles were refused', { before: refusesDoubles }, 'created', 'find list create', 1],
    ['left; sent again it is refused: it may still come', { before: refusedAgain }, still, 'find find find', 0],
  ])('%s', async (_name, { websites = [], create, options, before }, outcome, requests, records) => {
    service.websites.push(...websites);
    if (create) service.creates.push(create);
    await before?.();
    expect(await outcomeOf(worker.track({ domain: host, privacy: 1 }, {}, options))).toEqual(outcome);
    expect([asked, service.websites.length]).toEqual([requests, records]);
  });

  test('a record that an earlier create has made is told as that of others', async () => {
    service.websites.push(there);
    await leaveCreate(account, host);
    const found = await worker.track({ domain: host }, {}, { isAbsent: false });
    expect(found).toEqual({ outcome: 'confirmed', website: there, isOthers: true });
  });

  test('so is one that the service names as it refuses another', async () => {
    await refusesDoubles();
    service.creates.push(committed(taken));
    const found = await worker.track({ domain: host }, {}, { isAbsent: false });
    expect(found).toMatchObject({ outcome: 'confirmed', isOthers: true });
  });

  test.each([45_000, 180_000])('no second record by presses while the first is held for %i ms', async (late) => {
    service.creates.push(...Array(3).fill(lost(timeout, 15_000)));
    setTimeout(() => service.websites.push(there), late);
    const press = () => outcomeOf(worker.track({ domain: host }, {}));
    await press();
    await vi.advanceTimersByTimeAsync(1_000);
    await press();
    await press();
    await vi.advanceTimersByTimeAsync(late);
    expect(service.requests.filter((one) => one === 'create')).toHaveLength(1);
    expect(await press()).toBe('confirmed');
  });

  test('two windows at once make one record', async () => {
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(worker.track({ domain: host }, {}))));
    expect(outcomes).toEqual(['created', 'created']);
    expect(service.requests).toEqual(['list', 'create']);
  });

  test.each<[string, object]>([
    ['privacy', { privacy: 0 }],
    ['password', { privacy: 2, password: 'another' }],
  ])('to whom another %s was meant, the record that the other one made was there already', async (_what, other) => {
    const asked: { privacy?: Privacy; password?: string }[] = [{ privacy: 2, password: 'made up' }, other];
    const outcomes = await Promise.all(asked.map((one) => outcomeOf(worker.track({ domain: host, ...one }, {}))));
    // Whichever comes first.
    expect(outcomes.toSorted()).toEqual(['already', 'created']);
    expect(service.requests).toEqual(['list', 'create']);
    expect(service.passwords).toEqual([asked[outcomes.indexOf('created')]?.password]);
  });

  test.each([
    ['co.uk', { kind: 'rejected', code: 'public-suffix', fields: { domain: [] } }],
    ['not a domain', { kind: 'rejected', code: 'not-a-domain', fields: { domain: [] } }],
  ])('%s is refused before anything is sent', async (domain, problem) => {
    expect(await outcomeOf(worker.track({ domain }, {}))).toEqual(problem);
    expect(service.requests).toEqual([]);
  });

  test('privacy 2 without a password takes the common one, or is refused', async () => {
    const refused = await outcomeOf(worker.track({ domain: host, privacy: 2 }, {}));
    expect(refused).toEqual({ kind: 'rejected', code: 'required', fields: { password: [] } });
    await worker.saveDefaultPassword(undefined, 'common-word');
    expect(await outcomeOf(worker.track({ domain: host, privacy: 2 }, {}))).toBe('created');
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
    await outcomeOf(worker.track({ domain: host, privacy: 0 }, context));
    const website = expect.objectContaining({ id: '1', domain: host });
    const change = { account, at: expect.any(Number), kind: 'website', website };
    expect(await worker.told()).toEqual(isTold ? change : undefined);
  });

  test('what was there already is not known to have the privacy that was meant', async () => {
    service.websites.push(there);
    expect(await outcomeOf(worker.track({ domain: host, privacy: 0 }, {}))).toBe('already');
    expect((await worker.storedAt(account, host))?.privacy).toBeUndefined();
  });

  test('a create that this worker waits for is not looked up at an alarm', async () => {
    service.creates.push({ commits: true, answers: 'record', takes: 10_000 });
    const made = worker.track({ domain: host });
    await vi.waitFor(() => expect(service.requests).toEqual(['list', 'create']));
    expect(await fakeBrowser.alarms.get('jobs')).toBeTruthy();
    const settled = worker.goOn();
    expect(await outcomeOf(made)).toBe('created');
    await settled;
    expect(service.requests).toEqual(['list', 'create']);
    expect(await fakeBrowser.alarms.get('jobs')).toBeUndefined();
  });

  test.each<[string, Left]>([
    ['a create', {}],
    ['one in a private window', { isPrivate: true }],
  ])('a worker that died and sent %s that was carried out: the next one goes on', async (_what, how) => {
    service.websites.push(there);
    await leaveCreate(account, host, how);
    await wake();
    await worker.goOn();
    expect([service.requests, await worker.everyJob()]).toEqual([['find'], []]);
    const change = { account, kind: 'website', website: { domain: host } };
    if (how.isPrivate)
      expect([await worker.told(), await worker.storedAt(account, host)]).toEqual([undefined, undefined]);
    else expect(await worker.told()).toMatchObject(change);
    expect(await outcomeOf(worker.track({ domain: host }))).toBe('already');
  });

  test('the words of a service that repeats the password are not stored', async () => {
    service.creates.push(lost({ kind: 'server', status: 500, message: 'insert … values (made up)' }));
    await outcomeOf(worker.track({ domain: host, privacy: 2, password: 'made up' }));
    const [job] = await worker.everyJob();
    const stored = [job, await worker.itemsOf(job?.id ?? '')];
    expect(stored).toMatchObject([{ press: true }, [{ problem: { kind: 'server', code: 'unconfirmed' } }]]);
    expect(JSON.stringify([stored, await fakeBrowser.storage.session.get()])).not.toContain('made up');
  });

  test.each<[string, Create, Outcome]>([
    ['was made', committed('record'), 'created'],
    ['may have been made', lost(timeout), uncertain],
  ])('what %s is told so, where the disk is full by then', async (_what, create, outcome) => {
    service.creates.push({ ...create, takes: 1000 });
    const made = worker.track({ domain: host });
    await vi.waitFor(() => expect(service.requests).toContain('create'));
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('no', 'QuotaExceededError');
    });
    expect(await outcomeOf(made)).toEqual(outcome);
  });

  test('found by another window while it is looked for, it is told as confirmed', async () => {
    service.creates.push(lost(timeout));
    const made = worker.track({ domain: host });
    await vi.waitFor(() => expect(service.requests).toContain('create'));
    await vi.waitFor(async () => expect((await worker.openCreates())[0]?.isLost).toBe(true));
    service.websites.push(there);
    await worker.endCreate(account, host);
    expect([await outcomeOf(made), await worker.everyJob()]).toEqual(['confirmed', []]);
  });

  test.each([
    [[], false],
    [['sent'], false],
    [['refused a double'], false],
    [['sent', 'refused a double'], true],
  ])('a create may be sent again without a second record after %j: %s', async (before, may) => {
    if (before.includes('sent')) await leaveCreate(account, host);
    if (before.includes('refused a double')) await worker.refusingDoubles.note(account);
    expect(await worker.mayCreateAgain(account, host)).toBe(may);
  });
});
