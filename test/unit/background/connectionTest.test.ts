import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { parentsOf, searchTime, testCandidates, testConnection } from '@/lib/background/connectionTest.ts';
import { ApiError, type CallOptions, type ProblemKind } from '@/lib/services/index.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { type ConnectionAddress, connections, get, set } from '@/lib/storage/settings.ts';
import { untestedAccounts } from '@/lib/storage/untested.ts';

interface Service {
  url: string;
  kind?: string;
}
type Search = (url: string, options: { fetch: typeof fetch; signal: AbortSignal }) => Promise<string | undefined>;

/** What was asked of the services, and what they answer. */
const world = vi.hoisted(() => ({
  called: [] as unknown[][],
  searched: [] as string[],
  answer: (_found: Service, _context: CallOptions) => ({ items: [] as unknown[], more: false }) as object,
  identify: (async () => undefined) as Search,
  unknown: (async () => 'analyticsV1') as Search,
  keyed: async (service: string, account?: string) => ({ url: `https://${service}.example`, account }) as object,
}));
vi.mock('@/lib/services/index.ts', async (original) => ({
  ...(await original<object>()),
  identify: async (...given: Parameters<Search>) => {
    world.searched.push(given[0]);
    return world.identify(...given);
  },
  kindToAsk: async (url: string, service: string, options: Parameters<Search>[1]) => {
    world.searched.push(`${service} ${url}`);
    return world.unknown(url, options);
  },
}));
vi.mock('@/lib/background/request.ts', async (original) => ({
  ...(await original<object>()),
  callService: async (name: string, input: object, found: Service, context: CallOptions) => {
    world.called.push([name, input, found.kind, Object.keys(context)]);
    return world.answer(found, context);
  },
  keyedServiceOf: async (service: string, account?: string) => world.keyed(service, account),
}));

const url = 'https://stats.example/a/b';
const key = 'made-up-key-0001';
const first = 'analyticsV1';
const fails = (kind: ProblemKind) => () => {
  throw new ApiError({ kind });
};
const refused = (kind: ProblemKind) => ({ ok: false, problem: { kind } });
const none = { items: [], more: false };
const good = { ok: true, count: 0, more: false };
const goodFirst = { ...good, kind: first };
/** As the test of a service that is known as one of the first kind fails. */
const refusedFirst = (kind: ProblemKind) => ({ ...refused(kind), kind: first });
const analyticsOf = async (more: object = {}) =>
  (await testCandidates({ analytics: { url, key, ...more } }, {})).analytics;

beforeEach(() => {
  Object.assign(world, {
    called: [],
    searched: [],
    answer: () => none,
    identify: async () => undefined,
    unknown: async () => first,
    keyed: async (service: string, account?: string) => ({ url: `https://${service}.example`, account }),
  });
});

describe('what a service answers', () => {
  test.each<[string, object, object]>([
    ['how many there are', { items: [1, 2], total: 7, more: true }, { count: 7, more: false }],
    ['none, as it says', { items: [], total: 0, more: false }, { count: 0, more: false }],
    ['one page of more', { items: [1, 2], more: true }, { count: 2, more: true }],
    ['all of them', { items: [1, 2, 3], more: false }, { count: 3, more: false }],
  ])('%s', async (_what, answer, told) => {
    world.answer = () => answer;
    expect(await analyticsOf()).toEqual({ ok: true, ...told, kind: first });
    expect(await analyticsOf({ kind: 'umami' })).toEqual({ ok: true, ...told, kind: 'umami' });
  });

  test('the first message that its PHP prints is told', async () => {
    world.answer = (_found, { onPhpMessage }) => {
      for (const message of ['Notice: a', 'Notice: b']) onPhpMessage?.(message);
      return none;
    };
    expect(await analyticsOf()).toEqual({ ...goodFirst, phpMessage: 'Notice: a' });
  });

  test('is asked of a cloud as its kind, which its address tells', async () => {
    world.answer = ({ kind }) => (kind === 'umamiCloud' ? none : fails('auth')());
    const cloud = ['https://api.umami.is', 'https://api.umami.is/v1'].map((url) => analyticsOf({ url }));
    expect(await Promise.all(cloud)).toEqual(Array(2).fill({ ...good, kind: 'umamiCloud' }));
    expect(world.searched).toEqual([]);
    const other = 'https://api.umami.is.example';
    expect(await analyticsOf({ url: other })).toEqual(refusedFirst('auth'));
    expect(world.searched).toEqual([`analytics ${other}`]);
  });

  test('is asked once, each by its own list, and as long as the page wants to know', async () => {
    const seo = { url: 'https://seo.example', key };
    expect(await testCandidates({ analytics: { url, key }, seo }, {})).toEqual({ analytics: goodFirst, seo: good });
    expect(await testCandidates({ analytics: { url, key } }, {})).toEqual({ analytics: goodFirst });
    const list = ['websites.list', { per_page: 100 }, first, ['signal', 'onPhpMessage']];
    expect(world.called).toEqual([list, ['projects.list', ...list.slice(1)], list]);
    expect(world.searched).toEqual([`analytics ${url}`, `seo ${seo.url}`, `analytics ${url}`]);
  });

  test.each<[string, object]>([
    ['without access', { kind: 'access', url }],
    ['whose kind cannot be found out', { kind: 'timeout' }],
  ])('is not asked of one %s', async (_what, problem) => {
    Object.assign(fakeBrowser, { permissions: { contains: async () => !('url' in problem) } });
    world.unknown = () => Promise.reject(new ApiError({ kind: 'timeout' }));
    expect(await analyticsOf()).toEqual({ ok: false, problem });
    expect(world.called).toEqual([]);
  });

  test.each<[string, gives: ProblemKind, page: boolean]>([
    ['is given up after 20 seconds', 'timeout', false],
    ['ends as the page gives it up', 'cancelled', true],
  ])('%s', async (_what, kind, byPage) => {
    const [late, page] = [new AbortController(), new AbortController()];
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    world.answer = () => {
      (byPage ? page : late).abort();
      return fails('cancelled')();
    };
    const { analytics } = await testCandidates({ analytics: { url, key } }, { signal: page.signal });
    expect(analytics).toEqual(refusedFirst(kind));
    expect(timeout.mock.calls).toEqual([[20_000]]);
  });
});

describe('an analytics service that does not answer as one', () => {
  const above = ['https://stats.example/a', 'https://stats.example'];
  type Row = [ProblemKind, searched: string[]];
  test.each<Row>([
    ...(['missing', 'shape', 'redirect'] as const).map((kind): Row => [kind, [url, ...above]]),
    ...(['forbidden', 'server', 'rejected'] as const).map((kind): Row => [kind, [url]]),
    ...(['auth', 'busy', 'network', 'timeout', 'access', 'setup', 'conflict', 'cancelled'] as const).map(
      (kind): Row => [kind, []],
    ),
  ])('%s: it is looked for where one may be', async (kind, searched) => {
    world.answer = fails(kind);
    expect(await analyticsOf({ kind: first })).toEqual(refusedFirst(kind === 'cancelled' ? 'timeout' : kind));
    expect([world.searched, world.called.length]).toEqual([searched, 1]);
  });

  test('one that is no page of it is not looked for', async () => {
    world.unknown = () => Promise.reject(new ApiError({ kind: 'network' }));
    expect(await analyticsOf()).toEqual(refused('network'));
    expect([world.searched, world.called]).toEqual([[`analytics ${url}`], []]);
  });

  test('an SEO service is looked for nowhere', async () => {
    world.answer = ({ url: at }) => (at === url ? none : fails('missing')());
    const seo = { url: 'https://seo.example/a', key };
    expect(await testCandidates({ analytics: { url, key }, seo }, {})).toMatchObject({ seo: refused('missing') });
    expect(world.searched).toEqual([`analytics ${url}`, `seo ${seo.url}`]);
  });

  test.each<[string, was: string, is: string, kinds: unknown[], outcome: object]>([
    ['another kind than it was', 'matomo', 'umami', ['matomo', 'umami'], { ...good, kind: 'umami' }],
    ['another kind than the first', first, 'umami', [first, 'umami'], { ...good, kind: 'umami' }],
    ['the kind that it was', 'matomo', 'matomo', ['matomo'], { ...refused('missing'), kind: 'matomo' }],
  ])('is asked again as %s', async (_what, was, is, kinds, outcome) => {
    world.answer = ({ kind }) => (kind === 'umami' ? none : fails('missing')());
    world.identify = async () => is;
    expect(await analyticsOf({ kind: was })).toEqual(outcome);
    const asked = world.called.map(([name, , kind]) => [name, kind]);
    expect([asked, world.searched]).toEqual([kinds.map((kind) => ['websites.list', kind]), [url]]);
  });

  test('of the other kind it is told what that says', async () => {
    world.answer = ({ kind }) => fails(kind === 'umami' ? 'auth' : 'missing')();
    world.identify = async () => 'umami';
    expect(await analyticsOf({ kind: first })).toEqual({ ...refused('auth'), kind: 'umami' });
  });

  test.each<[string, answers: Record<string, string>, found: string | undefined, searched: number]>([
    ['the nearest above', { [above[0] ?? '']: 'umami', [above[1] ?? '']: 'matomo' }, above[0], 2],
    ['none', {}, undefined, 3],
  ])('is found above, without the key: %s', async (_what, answers, found, searched) => {
    world.unknown = () => Promise.reject(new ApiError({ kind: 'missing' }));
    world.identify = async (at) => answers[at];
    expect(await analyticsOf()).toEqual({ ...refused('missing'), ...(found ? { found } : {}) });
    expect([world.called.length, world.searched.length]).toEqual([0, searched]);
  });

  test('is found at its own address, where only its pages were given, and nothing is sent to these', async () => {
    const found = 'https://api.umami.is/v1';
    expect(await analyticsOf({ url: 'https://cloud.umami.is/websites' })).toEqual({ ...refused('missing'), found });
    expect([world.called, world.searched]).toEqual([[], []]);
  });

  test('an address where nobody can be asked is none', async () => {
    world.answer = fails('missing');
    world.identify = () => Promise.reject(new Error('aborted'));
    expect(await analyticsOf()).toEqual(refusedFirst('missing'));
    expect(await analyticsOf({ kind: first })).toEqual(refusedFirst('missing'));
  });

  test('is looked for with the headers that its proxy asks for, beside those of the question, and without its key', async () => {
    const sent: object[] = [];
    vi.stubGlobal('fetch', async (at: string, { headers, method }: RequestInit) => {
      sent.push({ at, method, ...Object.fromEntries(new Headers(headers)) });
      return new Response();
    });
    world.answer = fails('forbidden');
    world.identify = async (at, { fetch: send }) => {
      await send(`${at}/script.js`, { method: 'HEAD', headers: { accept: 'text/html', 'x-proxy': 'of the question' } });
      await send(at);
      return undefined;
    };
    await analyticsOf({ headers: { 'X-Proxy': 'made up' }, kind: first });
    await analyticsOf({ kind: first });
    expect(sent).toEqual([
      { at: `${url}/script.js`, method: 'HEAD', accept: 'text/html', 'x-proxy': 'made up' },
      { at: url, method: undefined, 'x-proxy': 'made up' },
      { at: `${url}/script.js`, method: 'HEAD', accept: 'text/html', 'x-proxy': 'of the question' },
      { at: url, method: undefined },
    ]);
  });
});

test.each<[url: string, parents: string[]]>([
  ['https://a.example', []],
  ['https://a.example/b', ['https://a.example']],
  ['https://a.example/b/c', ['https://a.example/b', 'https://a.example']],
  ['https://a.example:8443/b/c/d/e/f', ['/b/c', '/b', ''].map((path) => `https://a.example:8443${path}`)],
])('the addresses above %s', (address, parents) => {
  expect(parentsOf(address)).toEqual(parents);
});

test.each<[string, ends: 'time' | 'page' | undefined]>([
  ['lasts', undefined],
  ['ends after five seconds', 'time'],
  ['ends as the page gives it up', 'page'],
])('a search %s', (_what, ends) => {
  const [time, page] = [new AbortController(), new AbortController()];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  const both = searchTime({ signal: page.signal });
  const alone = searchTime({});
  if (ends) ({ time, page })[ends].abort();
  expect([both.aborted, alone.aborted]).toEqual([ends !== undefined, ends === 'time']);
  expect(timeout.mock.calls).toEqual([[5000], [5000]]);
});

describe('a connection that is stored', () => {
  const one: ConnectionAddress = { id: 'one', account: 'A', analyticsUrl: 'https://analytics.example' };
  const two: ConnectionAddress = { id: 'two', account: 'B', analyticsUrl: 'https://two.example', kind: 'matomo' };
  const withSeo = { ...one, seoUrl: 'https://seo.example', seoAccount: 'S' };
  const ofAnalytics = ['analytics', 'A'];
  const asked: unknown[][] = [];
  beforeEach(() => {
    asked.length = 0;
    world.keyed = async (...given) => {
      asked.push(given);
      return { url: `https://${given[0]}.example` };
    };
  });

  test.each<[string, list: ConnectionAddress[], id: string | undefined, asked: unknown[][], report: object]>([
    ['with one service', [two, one], 'one', [ofAnalytics], { analytics: goodFirst }],
    ['with both', [two, withSeo], 'one', [ofAnalytics, ['seo', 'S']], { analytics: goodFirst, seo: good }],
    ['that was used last', [two, one], undefined, [['analytics', 'B']], { analytics: goodFirst }],
    ['that is none', [], undefined, [['analytics', undefined]], { analytics: goodFirst }],
  ])('%s is asked, and its report kept', async (_what, list, id, services, report) => {
    await set(connections, { list });
    await set(untestedAccounts, ['A', 'B', 'S', 'other']);
    expect(await testConnection(id, {})).toEqual(report);
    expect(asked).toEqual(services);
    for (const each of ['one', 'two']) {
      const isKept = list.length > 0 && each === (id ?? 'two');
      expect((await get(lastReportOf(each)))?.report).toEqual(isKept ? report : undefined);
    }
    const tested = list.length ? services.map(([, account]) => account) : [];
    expect(await get(untestedAccounts)).toEqual(['A', 'B', 'S', 'other'].filter((one) => !tested.includes(one)));
    // What its service was recognised as is kept with it.
    const now = list.map((each) => (each.id === (id ?? 'two') ? { ...each, kind: first } : each));
    expect(await get(connections)).toEqual({ list: now });
  });

  test('without its key is told so, and its other service is asked all the same', async () => {
    await set(connections, { list: [withSeo] });
    world.keyed = async (service) => {
      if (service === 'analytics') throw new ApiError({ kind: 'setup', code: 'no-key' });
      return { url: 'https://seo.example' };
    };
    const analytics = { ok: false, problem: { kind: 'setup', code: 'no-key' } };
    expect(await testConnection('one', {})).toEqual({ analytics, seo: good });
    world.keyed = () => Promise.reject(new TypeError('ours'));
    await expect(testConnection('one', {})).rejects.toThrow('ours');
  });

  test.each<[string, was: string | undefined, is: string | undefined, writes: boolean]>([
    ['is kept for it alone', undefined, 'umami', true],
    ['takes the place of another', 'umamiCloud', 'umami', true],
    ['is not written again', 'umami', 'umami', false],
  ])('the kind that was found %s', async (_what, was, is, isWritten) => {
    const first = { ...one, ...(was ? { kind: was } : {}) } as ConnectionAddress;
    await set(connections, { list: [two, first], active: 'two' });
    world.keyed = async () => ({ url: 'https://analytics.example', kind: was });
    world.answer = ({ kind }) => (kind === is ? none : fails('missing')());
    world.identify = async () => is;
    world.unknown = async () => is;
    const write = vi.spyOn(fakeBrowser.storage.local, 'set');
    await testConnection('one', {});
    expect(await get(connections)).toEqual({ list: [two, { ...one, kind: is }], active: 'two' });
    expect(write.mock.calls.some(([items]) => 'connections' in (items ?? {}))).toBe(isWritten);
  });

  test.each<[string, ConnectionAddress[]]>([
    ['another account', [{ ...one, account: 'new' }]],
    ['another SEO account', [{ ...one, seoUrl: 'https://seo.example', seoAccount: 'new' }]],
    ['nothing', []],
  ])('that has become %s meanwhile: nothing of the report is kept', async (_what, list) => {
    await set(connections, { list: [one] });
    world.keyed = async () => ({ url: 'https://analytics.example', kind: 'umami' });
    world.answer = () => set(connections, { list }).then(() => none);
    await testConnection('one', {});
    expect([await get(lastReportOf('one')), await get(connections)]).toEqual([undefined, { list }]);
  });
});
