import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { jobsAlarm } from '@/lib/background/jobs/alarm.ts';
import { wake } from '@/lib/background/jobs/runner.ts';
import { keepToConnections, moveToAccounts } from '@/lib/background/keepToConnections.ts';
import { forPerson } from '@/lib/background/persons.ts';
import { countedFetch } from '@/lib/background/rateLimits.ts';
import { records } from '@/lib/background/records/records.ts';
import { startPass } from '@/lib/records/write.ts';
import { ApiError, type ListOutput, type Problem, type Website } from '@/lib/services/index.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';
import type { Refresh } from '@/lib/storage/refresh.ts';
import { beginRefresh, isRefreshActive, readingOf, refreshesNow, refreshOf } from '@/lib/storage/refresh.ts';
import { get, set, update } from '@/lib/storage/settings.ts';
import { clearRecords, putProjects, putWebsites, readAt, storedCount, storedHosts } from '../../records/seed.ts';

const now = 1_800_000_000_000;
const base = 'https://stats.example.net';
const sites = (count: number): Website[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${i}`, domain: `a${i}.example` }));
type Answer = Partial<ListOutput<Website>> | Problem;
type Given = Answer | Promise<Answer>;
const service = { answers: [] as Given[], asked: [] as unknown[], deletesAt: '', areJobsLost: false };

vi.mock('@/lib/jobs/openDeletions.ts', () => ({
  mayDelete: async (url: string, list: string) => {
    if (service.areJobsLost) throw new DOMException('The database of jobs is damaged.', 'UnknownError');
    return url === service.deletesAt && list === 'websites';
  },
}));
vi.mock('@/lib/background/request.ts', () => ({
  request: async (name: string, { cursor }: { cursor?: string }) => {
    if (name === 'projects.list') return { items: [{ project: 'a.example' }], more: false };
    service.asked.push(cursor);
    const answer = (await service.answers.shift()) ?? { kind: 'auth' };
    if ('kind' in answer) throw new ApiError(answer);
    return { items: sites(100), more: false, ...answer };
  },
}));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now });
  Object.assign(service, { answers: [{}], asked: [], deletesAt: '', areJobsLost: false });
  await clearRecords();
});
afterEach(async () => {
  await set(refreshesNow, {});
  await vi.advanceTimersByTimeAsync(30_000);
});

const reading = async (account = base) => refreshOf(await get(refreshesNow), account);
const until = (state: object, account = base) =>
  vi.waitFor(async () => expect(await reading(account)).toMatchObject(state));

/** An account's list is being read, and the reading has come so far. */
async function begin(account: string, before: Partial<Refresh> = {}) {
  const pass = await startPass(records, 'websites', account, now);
  const refresh = { ...beginRefresh({ url: URL.canParse(account) ? account : base, account }, now, pass), ...before };
  await update(refreshesNow, (all) => ({ ...all, [account]: refresh }));
}

/** A worker goes on with a reading that has come so far, until it is in this state. */
async function goOn(before: Partial<Refresh>, answers: typeof service.answers, state: Refresh['state']) {
  service.answers = answers;
  await begin(base, before);
  const ended = wake();
  await until({ state });
  if (state !== 'waiting') await ended;
  return reading();
}

describe('after a page of the list', () => {
  const third = { read: 200, cursor: 'page=3', pages: 2 };
  const locked = (why: NonNullable<Website['locked']>) => [...sites(1), { id: '9', domain: 'b.example', locked: why }];
  const [readOnly, notAllowed] = [locked('inexact-id'), locked('not-allowed')];
  const sameId = ['a.example', 'b.example'].map((domain) => ({ id: '1', domain }));
  test.each<[string, Partial<Refresh>, Answer, Partial<Refresh>]>([
    ['the only page', {}, {}, { read: 100, pages: 1 }],
    ['an empty list', {}, { items: [], total: 0 }, { read: 0 }],
    ['a read-only record, which is not kept', {}, { items: readOnly }, { why: 'unreadable-row' }],
    ['a record that the account may not change, which is kept', {}, { items: notAllowed }, {}],
    ['a row that cannot be read, too', {}, { items: readOnly, unread: 1 }, { why: 'unreadable-row' }],
    ['one id in two records', {}, { items: sameId }, { why: 'changed' }],
    ['one on a page before', { why: 'unreadable-row' }, {}, { why: 'unreadable-row' }],
    ['after a wait', { state: 'waiting', until: now - 1, waits: 2, failures: 2 }, {}, {}],
    ['a wait that the clock was set back in', { state: 'waiting', since: now + 60_000, until: now + 600_000 }, {}, {}],
  ])('%s', async (_name, before, answer, after) => {
    const result = await goOn(before, [answer], 'done');
    expect(result).toMatchObject(after);
    expect(result.why).toBe(after.why);
    expect([result.until, result.since, result.waits, result.failures]).toEqual(Array(4).fill(undefined));
    expect(await readAt(base)).toBe(after.why ? undefined : now);
    expect(service.asked).toEqual([before.cursor]);
  });
  test.each([
    [200, 250, undefined, 250],
    [199, 250, 'changed', 251],
    [200, undefined, undefined, 250],
    [199, undefined, 'changed', 251],
  ])(
    'the last, once %s others were shown, some of them twice to an earlier worker, with a total of %s: %s',
    async (count, total, why, left) => {
      const earlier = (at: number) => ({ id: `earlier${at}`, domain: `b${at}.example` });
      await putWebsites(base, [earlier(-1), earlier(-2)]);
      service.answers = [{ items: sites(50), ...(total && { total }) }];
      await begin(base, third);
      await putWebsites(
        base,
        Array.from({ length: count }, (_, at) => earlier(at)),
      );
      void wake();
      await until({ state: 'done', read: 250, pages: 3, ...(why ? { why } : {}) });
      expect(service.asked).toEqual([third.cursor]);
      expect(await storedCount('websites', base)).toBe(left);
    },
  );
});

test.each([
  [true, 'changed'],
  [undefined, undefined],
] as const)('an empty list is believed where a person has asked (unasked: %s): %s', async (unasked, why) => {
  await putWebsites(base, [{ id: '900', domain: 'kept.example' }]);
  expect((await goOn({ ...(unasked ? { unasked } : {}) }, [{ items: [], total: 0 }], 'done')).why).toBe(why);
  expect(await storedHosts(base)).toEqual(why ? ['kept.example'] : []);
});

test.each([
  ['this service', base, 'changed'],
  ['another service', 'https://numbers.example.org', undefined],
])('a deletion at %s that may still come moves others past the reader: %s %s', async (_whose, url, why) => {
  service.deletesAt = url;
  expect((await goOn({}, [{}], 'done')).why).toBe(why);
});

test('where the jobs cannot be read, a reading ends all the same, and is not repeated by each alarm', async () => {
  service.areJobsLost = true;
  expect(await goOn({}, [{}], 'done')).toMatchObject({ why: 'changed' });
  await wake();
  expect(service.asked).toHaveLength(1);
});

test('a page that cannot be kept ends the reading', async () => {
  await begin(base);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new Error('the disk is full');
  });
  void wake();
  await until({ state: 'failed' });
  expect(await reading()).toMatchObject({ problem: { kind: 'setup', code: 'fault' }, read: 0 });
});

test('a list that was forgotten while it was read is not called whole', async () => {
  await begin(base);
  await clearRecords();
  void wake();
  await until({ state: 'stopped' });
  expect(await readAt(base)).toBeUndefined();
});

test('the list of projects is read beside that of websites, also where both services have one account', async () => {
  await putProjects(base, ['gone.example']);
  const list = 'projects';
  const pass = await startPass(records, list, base, now);
  const projects = beginRefresh({ url: base, account: base, list }, now, pass);
  await update(refreshesNow, (all) => ({ ...all, [readingOf(projects)]: projects }));
  await begin(base);
  void wake();
  await until({ state: 'done', read: 100 });
  await until({ state: 'done', read: 1, list }, readingOf(projects));
  expect([await storedCount('websites', base), await storedCount(list, base)]).toEqual([100, 1]);
});

test('when connections have changed, only what is of those that are left stays', async () => {
  const accounts = ['kept', 'seo', 'gone'];
  for (const account of accounts) {
    await begin(account);
    await putProjects(account, ['a.example']);
  }
  const repeat = { every: 'week', sites: [{ key: 'a.example' }], job: 'j', next: now } as const;
  await set(auditRepeats, [
    { ...repeat, account: 'kept' },
    { ...repeat, account: 'gone' },
  ]);
  await keepToConnections({
    list: [{ id: 'main', analyticsUrl: base, account: 'kept', seoUrl: base, seoAccount: 'seo' }],
  });
  expect(Object.keys(await get(refreshesNow))).toEqual(['kept', 'seo']);
  expect(await Promise.all(accounts.map((one) => storedCount('projects', one)))).toEqual([1, 1, 0]);
  expect((await get(auditRepeats)).map(({ account }) => account)).toEqual(['kept']);
});

const before = { id: 'main', analyticsUrl: base, account: 'a', seoUrl: 'https://seo.example', seoAccount: 's' };
const renewed = { ...before, account: 'a2', seoAccount: 's2' };
test.each<[string, now: typeof before | undefined, left: [websites: number, projects: number]]>([
  ['of both go to new keys', renewed, [0, 0]],
  ['stay where the first service is another', { ...renewed, analyticsUrl: 'https://b.example' }, [1, 0]],
  ['stay where the second is another', { ...renewed, seoUrl: 'https://b.example' }, [0, 1]],
  ['stay where nothing is connected', undefined, [1, 1]],
])('the records %s', async (_what, now, left) => {
  await putWebsites('a', sites(1));
  await putProjects('s', ['a.example']);
  await moveToAccounts(before, now);
  expect([await storedCount('websites', 'a'), await storedCount('projects', 's')]).toEqual(left);
});

const server: Problem = { kind: 'server', status: 502 };
test.each<[string, Partial<Refresh>, Problem, seconds: number | 'failed', Partial<Refresh>]>([
  ['asked to wait', {}, { kind: 'busy', status: 429, retryAfter: 60 }, 60, { waits: 1 }],
  ['asked to wait again and again', { waits: 20 }, { kind: 'busy', retryAfter: 60 }, 'failed', {}],
  ['asked to wait for a year', {}, { kind: 'busy', retryAfter: 31_536_000 }, 900, {}],
  ['asked to wait for no time', {}, { kind: 'busy', retryAfter: 0 }, 1, {}],
  ['asked to wait by 503', {}, { kind: 'server', status: 503, retryAfter: 60 }, 60, { waits: 1 }],
  ['a problem of the service, again', { waits: 1, failures: 1 }, server, 6, { failures: 2 }],
  ['a problem of the service, too often', { waits: 3, failures: 3 }, server, 'failed', { problem: server }],
  ['the key is refused', {}, { kind: 'auth', status: 401 }, 'failed', {}],
  ['an answer that cannot be read', {}, { kind: 'shape' }, 'failed', {}],
  ['a redirect', {}, { kind: 'redirect' }, 'failed', {}],
])('after a page that did not come: %s', async (_name, before, problem, seconds, after) => {
  const from = { cursor: 'page=4', pages: 3, read: 300 };
  const result = await goOn({ ...from, ...before }, [problem], seconds === 'failed' ? 'failed' : 'waiting');
  expect(result).toMatchObject({ ...from, ...after });
  expect(isRefreshActive(result)).toBe(seconds !== 'failed');
  if (seconds !== 'failed') expect(Math.abs((result.until ?? 0) - now - seconds * 1000)).toBeLessThan(900);
  if (seconds === 60) await wake();
  expect(service.asked).toEqual(['page=4']);
});

describe('several lists at once', () => {
  /** Named so that it comes second in storage, as the first answer is meant for `base`. */
  const other = 'https://visits.example.net';

  test('one that waits or fails does not delay another, and each has a state of its own', async () => {
    service.answers = [{ kind: 'busy', retryAfter: 600 }, {}];
    await begin(base);
    await begin(other);
    const isOver = vi.fn();
    void wake().then(isOver);
    await vi.waitFor(() => expect(isOver).toHaveBeenCalled());
    expect(await reading()).toMatchObject({ state: 'waiting', account: base, waits: 1 });
    expect(await reading(other)).toMatchObject({ state: 'done', account: other, read: 100 });
    expect([await readAt(base), await readAt(other)]).toEqual([undefined, now]);
  });

  test('one that does not answer is still read while another ends', async () => {
    const { promise: slow, resolve: answer } = Promise.withResolvers<Partial<ListOutput<Website>>>();
    service.answers = [slow, {}];
    await begin(base);
    await begin(other);
    void wake();
    await until({ state: 'done' }, other);
    expect(isRefreshActive(await reading())).toBe(true);
    // In case this worker is stopped meanwhile.
    expect(await fakeBrowser.alarms.get(jobsAlarm)).toMatchObject({ periodInMinutes: 0.5 });
    answer({});
    await until({ state: 'done' });
  });
});

test('beside a job there is one pace: it waits until the service takes requests again, and then reads', async () => {
  const busy = 'https://busy.example.net';
  const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '60' };
  vi.stubGlobal('fetch', async () => Response.json({}, { headers }));
  // The job's last request that the service's limit allowed.
  await countedFetch(`${busy}/api/v1/websites`);
  await begin(busy);
  void wake();
  await until({ state: 'waiting', until: now + 60_000 }, busy);
  expect(service.asked).toEqual([]);
  vi.setSystemTime(now + 60_000);
  void wake();
  await until({ state: 'done', read: 100 }, busy);
  expect(service.asked).toEqual([undefined]);
});

describe('a reading that nobody has asked for', () => {
  const unasked = true as const;

  test('leaves half of the limit free; from the press of Refresh on it takes the rest', async () => {
    const slow = 'https://slow.example.net';
    vi.stubGlobal('fetch', async () => Response.json({}));
    onTestFinished(() => void vi.unstubAllGlobals());
    for (let count = 0; count < 27; count++) await countedFetch(`${slow}/api/v1/websites`);
    await begin(slow, { unasked });
    void wake();
    await until({ state: 'waiting', until: now + 60_000, unasked }, slow);
    expect(service.asked).toEqual([]);
    const press = { unasked: false, until: 0 };
    await update(refreshesNow, ({ [slow]: one, ...all }) => ({ ...all, [slow]: { ...one, ...press } }) as never);
    vi.setSystemTime(now + 1000);
    void wake();
    await until({ state: 'done', read: 100 }, slow);
  });

  test('waits while a person does, and a little longer', async () => {
    const here = 'https://here.example.net';
    const { promise, resolve } = Promise.withResolvers<void>();
    const asks = forPerson(`${here}/path`, () => promise);
    service.answers = [{}, {}];
    await begin(here, { unasked });
    await begin('https://there.example.net', { unasked });
    void wake();
    await until({ state: 'done' }, 'https://there.example.net');
    await vi.advanceTimersByTimeAsync(5000);
    expect(service.asked).toHaveLength(1);
    resolve();
    await asks;
    await vi.advanceTimersByTimeAsync(1000);
    await until({ state: 'done' }, here);
  });

  test('one that a person has asked for does not wait for another request', async () => {
    const here = 'https://busy2.example.net';
    const asks = forPerson(here, () => new Promise(() => {}));
    await begin(here);
    void wake();
    await until({ state: 'done' }, here);
    void asks;
  });
});
