import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Answer } from '@/lib/messages/ask.ts';
import type { ConnectionStatus } from '@/lib/messages/commands.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { connections, type Draft, draftOf, get, set } from '@/lib/storage/settings.ts';
import { askAsPage } from './ask.ts';
import { turnedAway } from './service.ts';

const a = 'https://a.example';
const b = 'https://b.example';
const seo = 'https://seo.example';
const first = 'first-made-up-key-0001';
const second = 'second-made-up-key-0002';
const third = 'third-made-up-key-0003';
const keys = { first, second, third };
const nameOf = (key: string) => Object.entries(keys).find(([, value]) => value === key)?.[0] ?? 'unknown';

/** What the services answer, which hosts the browser allows, and which key reached which origin. */
const world = {
  answers: {} as Record<string, (url: URL, key: string) => Response>,
  barred: [] as string[],
  sent: [] as string[],
  said: [] as string[],
};

const list = (items: object[], total?: number) => () =>
  Response.json({ data: items, ...(total && { meta: { total } }) });

async function ask(name: string, input: unknown): Promise<Answer<never>> {
  const answer = await askAsPage(name, input);
  world.said.push(JSON.stringify(answer));
  return answer as Answer<never>;
}

const save = (input: object) => () => ask('connection.save', { keep: 'always', ...input });
const type =
  (service: string, key: string, ...addresses: string[]) =>
  () =>
    ask('keys.draft', { service, key, addresses });
const forget = (service: string) => () => ask('keys.forget', { service });
const restart = () => browser.storage.session.clear();
const newer = () => browser.storage.local.set({ connections: { version: 9, value: 'later' } });
const broken = () => browser.storage.local.set({ connections: 'x' });
const newerKeys = () => browser.storage.local.set({ keys: { version: 9, value: 'later' } });
/** The names of the stored keys, as an answer. */
async function whatIsKept(): Promise<Answer<string[]>> {
  const all = await Promise.all([browser.storage.local.get('keys'), browser.storage.session.get('keys')]);
  return {
    ok: true,
    value: all.flatMap(({ keys: record }) => Object.keys((record as { value: object })?.value ?? {})),
  };
}

beforeEach(() => {
  fakeBrowser.reset();
  Object.assign(world, { answers: {}, barred: [], sent: [], said: [] });
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: HeadersInit }) => {
    const { origin } = new URL(url);
    const key = nameOf((new Headers(headers).get('authorization') ?? '').replace('Bearer ', ''));
    if (key !== 'unknown') world.sent.push(`${origin} ${key}`);
    const answer = (world.answers[origin] ?? list([]))(new URL(url), key);
    const isList = answer.headers.get('content-type')?.includes('json') && answer.ok;
    return (isList ? turnedAway(url, { headers }) : undefined) ?? answer;
  });
  Object.assign(fakeBrowser, {
    permissions: {
      contains: async ({ origins }: { origins: string[] }) => !origins.some((one) => world.barred.includes(one)),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const look = ({ key, lastFour, shared, waiting }: ConnectionStatus['seo']) =>
  [key, lastFour, shared && 'shared', waiting && `waiting ${waiting.lastFour}`].filter(Boolean).join(' ');

const found = { ok: true, count: 0, more: false };
const ofFirst = { ...found, kind: 'analyticsV1' };
const problem = (kind: string) => ({ ok: false, problem: expect.objectContaining({ kind }) });
const refusedAs = (kind: string) => ({ ...problem(kind), kind: 'analyticsV1' });
const refuse =
  (status: number, headers = {}) =>
  () =>
    Response.json({ message: 'No.' }, { status, headers });
const says = (origin: string, answer: () => Response) => () => {
  world.answers[origin] = answer;
};
const down = (origin: string) =>
  says(origin, () => {
    throw new TypeError('Failed to fetch');
  });
const required = (field: string) => ({ kind: 'rejected', code: 'required', fields: { [field]: [] } });

const cases: {
  name: string;
  steps: (() => unknown)[];
  /** The last answer's value or problem. */
  gives: unknown;
  /** Which key went where in the last step. */
  sent?: string[];
  status: [analytics: string, seo: string];
}[] = [
  {
    name: 'one service',
    steps: [save({ analyticsUrl: a, apiKey: first })],
    gives: { analytics: ofFirst },
    sent: [`${a} first`],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'one key for both',
    steps: [save({ analyticsUrl: a, seoUrl: seo, apiKey: first })],
    gives: { analytics: ofFirst, seo: found },
    sent: [`${a} first`, `${seo} first`],
    status: ['stored 0001', 'stored 0001 shared'],
  },
  {
    name: 'a key for each',
    steps: [save({ analyticsUrl: a, seoUrl: seo, apiKey: first, seoApiKey: second })],
    gives: { analytics: ofFirst, seo: found },
    sent: [`${a} first`, `${seo} second`],
    status: ['stored 0001', 'stored 0002'],
  },
  {
    name: 'the address is mended before it is stored',
    steps: [save({ analyticsUrl: ' a.example/stats//api/v1/websites?x ', apiKey: first })],
    gives: { analytics: ofFirst },
    sent: [`${a} first`],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'the key is mended before it is stored',
    steps: [type('analytics', `Bearer ${first}`, a), save({ analyticsUrl: a })],
    gives: { analytics: ofFirst },
    sent: [`${a} first`],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'no key at all',
    steps: [save({ analyticsUrl: a })],
    gives: required('apiKey'),
    sent: [],
    status: ['none', 'none'],
  },
  {
    name: 'a refused address',
    steps: [save({ analyticsUrl: 'http://a.example', apiKey: first })],
    gives: { kind: 'rejected', fields: { analyticsUrl: ['insecure'] } },
    sent: [],
    status: ['none', 'none'],
  },
  {
    name: 'a refused SEO address stores nothing',
    steps: [save({ analyticsUrl: a, seoUrl: 'https://u:p@seo.example', apiKey: first })],
    gives: { kind: 'rejected', fields: { seoUrl: ['user-info'] } },
    sent: [],
    status: ['none', 'none'],
  },
  {
    name: 'saved again without typing the key',
    steps: [save({ analyticsUrl: a, apiKey: first }), save({ analyticsUrl: `${a}/stats` })],
    gives: { analytics: ofFirst },
    sent: [`${a} first`],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'another origin asks for the key again',
    steps: [save({ analyticsUrl: a, apiKey: first }), save({ analyticsUrl: b })],
    gives: required('apiKey'),
    sent: [],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'another port is another origin',
    steps: [save({ analyticsUrl: a, apiKey: first }), save({ analyticsUrl: `${a}:8443` })],
    gives: required('apiKey'),
    sent: [],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'http on this computer is another origin than https',
    steps: [save({ analyticsUrl: 'https://localhost', apiKey: first }), save({ analyticsUrl: 'http://localhost' })],
    gives: required('apiKey'),
    sent: [],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'another origin with its key',
    steps: [save({ analyticsUrl: a, apiKey: first }), save({ analyticsUrl: b, apiKey: second })],
    gives: { analytics: ofFirst },
    sent: [`${b} second`],
    status: ['stored 0002', 'none'],
  },
  {
    name: 'an SEO service at another origin needs its key, though one is stored',
    steps: [save({ analyticsUrl: a, apiKey: first }), save({ analyticsUrl: a, seoUrl: seo })],
    gives: required('seoApiKey'),
    sent: [],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'an SEO service at the same origin does not',
    steps: [save({ analyticsUrl: a, apiKey: first }), save({ analyticsUrl: a, seoUrl: `${a}/seo` })],
    gives: { analytics: ofFirst, seo: found },
    sent: [`${a} first`, `${a} first`],
    status: ['stored 0001', 'stored 0001 shared'],
  },
  {
    name: 'a new key for both replaces the shared one',
    steps: [
      save({ analyticsUrl: a, seoUrl: seo, apiKey: first }),
      save({ analyticsUrl: a, seoUrl: seo, apiKey: second }),
    ],
    gives: { analytics: ofFirst, seo: found },
    sent: [`${a} second`, `${seo} second`],
    status: ['stored 0002', 'stored 0002 shared'],
  },
  {
    name: 'a new analytics key leaves the SEO key alone',
    steps: [
      save({ analyticsUrl: a, seoUrl: seo, apiKey: first, seoApiKey: second }),
      save({ analyticsUrl: a, seoUrl: seo, apiKey: third }),
    ],
    gives: { analytics: ofFirst, seo: found },
    sent: [`${a} third`, `${seo} second`],
    status: ['stored 0003', 'stored 0002'],
  },
  {
    name: 'a shared key does not follow the SEO service to another origin',
    steps: [save({ analyticsUrl: a, seoUrl: seo, apiKey: first }), save({ analyticsUrl: a, seoUrl: b })],
    gives: required('seoApiKey'),
    sent: [],
    status: ['stored 0001', 'stored 0001 shared'],
  },
  {
    name: 'nor does a key typed for another origin go to the SEO service, which keeps its own',
    steps: [
      save({ analyticsUrl: a, seoUrl: seo, apiKey: first }),
      save({ analyticsUrl: b, seoUrl: seo, apiKey: second }),
    ],
    gives: { analytics: ofFirst, seo: found },
    sent: [`${b} second`, `${seo} first`],
    status: ['stored 0002', 'stored 0001'],
  },
  {
    name: 'or needs it, where it has none',
    steps: [
      save({ analyticsUrl: a, seoUrl: seo, apiKey: first }),
      forget('analytics'),
      save({ analyticsUrl: b, seoUrl: seo, apiKey: second }),
    ],
    gives: required('seoApiKey'),
    sent: [],
    status: ['none', 'none'],
  },
  {
    name: 'without an SEO address its key is forgotten',
    steps: [save({ analyticsUrl: a, seoUrl: seo, apiKey: first, seoApiKey: second }), save({ analyticsUrl: a })],
    gives: { analytics: ofFirst },
    sent: [`${a} first`],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'a typed key waits',
    steps: [type('analytics', first)],
    gives: { analytics: { key: 'none', waiting: { lastFour: '0001', origins: [] } }, seo: { key: 'none' } },
    status: ['none waiting 0001', 'none'],
  },
  {
    name: 'a text that is no key yet does not',
    steps: [type('analytics', 'short')],
    gives: { analytics: { key: 'none' }, seo: { key: 'none' } },
    status: ['none', 'none'],
  },
  {
    name: 'a waiting key is saved',
    steps: [type('analytics', first, a), type('seo', second, seo), save({ analyticsUrl: a, seoUrl: seo })],
    gives: { analytics: ofFirst, seo: found },
    sent: [`${a} first`, `${seo} second`],
    status: ['stored 0001', 'stored 0002'],
  },
  {
    name: 'a waiting key is saved for both, where both addresses were there',
    steps: [type('analytics', first, a, seo), save({ analyticsUrl: a, seoUrl: seo })],
    gives: { analytics: ofFirst, seo: found },
    sent: [`${a} first`, `${seo} first`],
    status: ['stored 0001', 'stored 0001 shared'],
  },
  ...(
    [
      ['another analytics address', [seo], 'apiKey'],
      ['another SEO address', [a], 'seoApiKey'],
      ['no address', [], 'apiKey'],
    ] as const
  ).map(([typedFor, addresses, field]) => ({
    name: `a waiting key that was typed for ${typedFor} is asked for again`,
    steps: [type('analytics', first, ...addresses), save({ analyticsUrl: a, seoUrl: seo })],
    gives: required(field),
    sent: [],
    status: ['none waiting 0001', 'none'] as [string, string],
  })),
  {
    name: 'what is typed now wins over what waits',
    steps: [type('analytics', first, a), save({ analyticsUrl: a, apiKey: second })],
    gives: { analytics: ofFirst },
    sent: [`${a} second`],
    status: ['stored 0002 waiting 0001', 'none'],
  },
  {
    name: 'a waiting key is discarded',
    steps: [type('analytics', first), type('analytics', '')],
    gives: { analytics: { key: 'none' }, seo: { key: 'none' } },
    status: ['none', 'none'],
  },
  {
    name: 'a waiting key is gone after a restart',
    steps: [type('analytics', first, a), restart, save({ analyticsUrl: a })],
    gives: required('apiKey'),
    sent: [],
    status: ['none', 'none'],
  },
  {
    name: 'a kept key outlives a restart',
    steps: [save({ analyticsUrl: a, apiKey: first }), restart, () => ask('connection.test', {})],
    gives: { analytics: ofFirst },
    sent: [`${a} first`],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'a key for the session',
    steps: [save({ analyticsUrl: a, apiKey: first, keep: 'session' })],
    gives: { analytics: ofFirst },
    sent: [`${a} first`],
    status: ['session 0001', 'none'],
  },
  {
    name: 'a key for the session is gone after a restart, the address is not',
    steps: [save({ analyticsUrl: a, apiKey: first, keep: 'session' }), restart, () => ask('connection.test', {})],
    gives: { analytics: { ok: false, problem: { kind: 'setup', code: 'no-key' } } },
    sent: [],
    status: ['none', 'none'],
  },
  {
    name: 'a stored key is moved into the session',
    steps: [
      save({ analyticsUrl: a, seoUrl: seo, apiKey: first }),
      save({ analyticsUrl: a, seoUrl: seo, keep: 'session' }),
      restart,
      () => ask('connection.status', {}),
    ],
    gives: { analytics: { url: a, key: 'none' }, seo: { url: seo, key: 'none' } },
    status: ['none', 'none'],
  },
  {
    name: 'and back',
    steps: [
      save({ analyticsUrl: a, apiKey: first, keep: 'session' }),
      save({ analyticsUrl: a }),
      restart,
      () => ask('connection.test', {}),
    ],
    gives: { analytics: ofFirst },
    sent: [`${a} first`],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'a forgotten key',
    steps: [save({ analyticsUrl: a, apiKey: first }), forget('analytics'), () => ask('connection.test', {})],
    gives: { analytics: { ok: false, problem: { kind: 'setup', code: 'no-key' } } },
    sent: [],
    status: ['none', 'none'],
  },
  {
    name: 'a shared key is forgotten for both',
    steps: [save({ analyticsUrl: a, seoUrl: seo, apiKey: first }), forget('analytics')],
    gives: { analytics: { url: a, key: 'none' }, seo: { url: seo, key: 'none' } },
    sent: [],
    status: ['none', 'none'],
  },
  {
    name: 'a separate SEO key stays when the other is forgotten',
    steps: [save({ analyticsUrl: a, seoUrl: seo, apiKey: first, seoApiKey: second }), forget('analytics')],
    gives: { analytics: { url: a, key: 'none' }, seo: { url: seo, key: 'stored', lastFour: '0002' } },
    sent: [],
    status: ['none', 'stored 0002'],
  },
  ...(['always', 'session'] as const).flatMap((keep) =>
    ([newer, broken] as const).map((make) => ({
      name: `a key kept ${keep} is forgotten over connections that are ${make.name}`,
      steps: [
        save({ analyticsUrl: a, seoUrl: seo, apiKey: first, seoApiKey: second, keep }),
        make,
        forget('analytics'),
        whatIsKept,
      ],
      gives: ['main:seo'],
      status: ['none', 'none'] as [string, string],
    })),
  ),
  {
    name: 'a shared key is forgotten for both over connections that are newer',
    steps: [save({ analyticsUrl: a, seoUrl: seo, apiKey: first }), newer, forget('analytics'), whatIsKept],
    gives: [],
    status: ['none', 'none'],
  },
  {
    name: 'keys that a newer version wrote are not said to be forgotten',
    steps: [save({ analyticsUrl: a, apiKey: first }), newerKeys, forget('analytics')],
    gives: { kind: 'setup', code: 'newer-settings' },
    status: ['none', 'none'],
  },
  {
    name: 'a refused key does not take the place of the one that works',
    steps: [save({ analyticsUrl: a, apiKey: first }), says(a, refuse(401)), save({ analyticsUrl: a, apiKey: second })],
    gives: { analytics: refusedAs('auth'), unsaved: ['analytics'] },
    sent: [`${a} second`],
    status: ['stored 0001', 'none'],
  },
  {
    name: 'nor does an address where nothing answers',
    steps: [save({ analyticsUrl: a, apiKey: first }), down(b), save({ analyticsUrl: b, apiKey: second })],
    gives: { analytics: problem('network'), unsaved: ['analytics'] },
    status: ['stored 0001', 'none'],
  },
  {
    name: 'but where the person wants it anyway',
    steps: [down(b), save({ analyticsUrl: a, apiKey: first }), save({ analyticsUrl: b, apiKey: second, anyway: true })],
    gives: { analytics: problem('network') },
    status: ['stored 0002', 'none'],
  },
  {
    name: 'a first key that is refused is not saved',
    steps: [says(a, refuse(401)), type('analytics', first, a), save({ analyticsUrl: a })],
    gives: { analytics: refusedAs('auth'), unsaved: ['analytics'] },
    status: ['none waiting 0001', 'none'],
  },
  {
    name: 'what is connected already stays so while the service is down, kept as is wanted now',
    steps: [save({ analyticsUrl: a, apiKey: first }), down(a), save({ analyticsUrl: a, keep: 'session' })],
    gives: { analytics: refusedAs('network') },
    status: ['session 0001', 'none'],
  },
  {
    name: 'an SEO service that refuses is not saved; the other one is',
    steps: [says(seo, refuse(401)), save({ analyticsUrl: a, seoUrl: seo, apiKey: first, seoApiKey: second })],
    gives: { analytics: ofFirst, seo: problem('auth'), unsaved: ['seo'] },
    status: ['stored 0001', 'none'],
  },
  {
    name: 'an SEO service that answers is saved beside what was connected',
    steps: [
      save({ analyticsUrl: a, apiKey: first }),
      says(a, refuse(401)),
      save({ analyticsUrl: a, seoUrl: seo, apiKey: second, seoApiKey: third }),
    ],
    gives: { analytics: refusedAs('auth'), seo: found, unsaved: ['analytics'] },
    status: ['stored 0001', 'stored 0003'],
  },
  {
    name: 'but not where nothing was',
    steps: [says(a, refuse(401)), save({ analyticsUrl: a, seoUrl: seo, apiKey: first })],
    gives: { analytics: refusedAs('auth'), seo: found, unsaved: ['analytics', 'seo'] },
    status: ['none', 'none'],
  },
  {
    name: 'a new key for both that one refuses: each has its own from then on',
    steps: [
      save({ analyticsUrl: a, seoUrl: seo, apiKey: first }),
      says(seo, refuse(401)),
      save({ analyticsUrl: a, seoUrl: seo, apiKey: second }),
    ],
    gives: { analytics: ofFirst, seo: problem('auth'), unsaved: ['seo'] },
    status: ['stored 0002', 'stored 0001'],
  },
  {
    name: 'and the other way round',
    steps: [
      save({ analyticsUrl: a, seoUrl: seo, apiKey: first }),
      says(a, refuse(401)),
      save({ analyticsUrl: a, seoUrl: seo, apiKey: second }),
    ],
    gives: { analytics: refusedAs('auth'), seo: found, unsaved: ['analytics'] },
    status: ['stored 0001', 'stored 0002'],
  },
  {
    name: 'forgetting lets a waiting key go too',
    steps: [type('analytics', first), forget('analytics')],
    gives: { analytics: { key: 'none' }, seo: { key: 'none' } },
    status: ['none', 'none'],
  },
];

describe('the connection', () => {
  test.each(cases)('$name', async ({ steps, gives, sent, status }) => {
    let last: unknown;
    for (const step of steps) {
      world.sent = [];
      last = await step();
    }
    const answer = last as Answer<unknown>;
    expect(answer.ok ? answer.value : answer.problem).toEqual(gives);
    if (sent) expect(world.sent).toEqual(sent);
    const now = (await ask('connection.status', {})) as Answer<ConnectionStatus>;
    if (!now.ok) throw new Error('The status was not told.');
    expect([look(now.value.analytics), look(now.value.seo)]).toEqual(status);
    for (const key of Object.values(keys)) expect(world.said.join()).not.toContain(key);
  });
});

const html = () => new Response('<!doctype html><title>Log in</title>', { headers: { 'content-type': 'text/html' } });
const redirect = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
const outcomes: [name: string, answer: () => Response, outcome: object][] = [
  [
    'three websites',
    list([{ id: 1 }, { id: 2 }, { id: 3 }].map((one) => ({ ...one, domain: 'x.example' }))),
    { ok: true, count: 3, more: false },
  ],
  ['a total', list([{ id: 1, domain: 'x.example' }], 812), { ok: true, count: 812, more: false }],
  ['a log-in page', html, { ok: false, problem: { kind: 'shape', status: 200 } }],
  ['a redirect', redirect, { ok: false, problem: { kind: 'redirect' } }],
  ['the key refused', refuse(401), { ok: false, problem: { kind: 'auth' } }],
  ['a plan without access', refuse(403), { ok: false, problem: { kind: 'forbidden' } }],
  ['no such list', refuse(404), { ok: false, problem: { kind: 'missing' } }],
  ['too many requests', refuse(429, { 'retry-after': '7' }), { ok: false, problem: { kind: 'busy', retryAfter: 7 } }],
  ['an error', refuse(500), { ok: false, problem: { kind: 'server', status: 500 } }],
];

describe('what a test finds', () => {
  test.each(outcomes)('%s', async (_name, answer, outcome) => {
    world.answers[a] = answer;
    const report = await save({ analyticsUrl: a, apiKey: first })();
    expect(report).toMatchObject({ ok: true, value: { analytics: outcome } });
  });

  test('each service has its own outcome', async () => {
    Object.assign(world.answers, { [a]: refuse(401), [seo]: list([{ project: 'x.example' }], 4) });
    const report = await save({ analyticsUrl: a, seoUrl: seo, apiKey: first })();
    expect(report).toMatchObject({
      value: { analytics: { ok: false, problem: { kind: 'auth' } }, seo: { ok: true, count: 4 } },
    });
  });

  test('without access nothing is sent or saved, and the typed key waits', async () => {
    world.barred = [`${a}/*`];
    await type('analytics', first, a)();
    const report = await save({ analyticsUrl: a })();
    expect(report).toMatchObject({ value: { analytics: { ok: false, problem: { kind: 'access', url: a } } } });
    expect([world.sent, await get(connections)]).toEqual([[], { list: [] }]);
    world.barred = [];
    expect(await save({ analyticsUrl: a })()).toMatchObject({ value: { analytics: ofFirst } });
  });

  test('is told again later, until a key is removed', async () => {
    await save({ analyticsUrl: a, apiKey: first })();
    await says(a, refuse(401))();
    const report = { analytics: refusedAs('auth'), unsaved: ['analytics'] };
    await save({ analyticsUrl: a, apiKey: second })();
    expect(await get(lastReportOf('main'))).toEqual({ report, at: expect.any(Number) });
    await ask('connection.test', {});
    expect(await get(lastReportOf('main'))).toMatchObject({ report: { analytics: refusedAs('auth') } });
    await forget('analytics')();
    expect(await get(lastReportOf('main'))).toBeUndefined();
  });

  /** A service under a path, and what is around it. */
  const serviceAt = (path: string, around: () => Response) => (url: URL, key: string) => {
    if (url.pathname !== `${path}/api/v1/websites`) return around();
    return (key === 'first' ? list([]) : refuse(401))();
  };
  test.each<[pasted: string, path: string, around: () => Response, found: string | undefined]>([
    ['/websites/12/overview', '', refuse(404), a],
    ['/stats/websites/12', '/stats', refuse(404), `${a}/stats`],
    ['/stats/websites', '/stats', html, `${a}/stats`],
    ['/login', '', redirect, a],
    ['/stats/1/2/3/4/5/6/7', '', html, a],
    ['/stats', '/other', refuse(404), undefined],
    ['', '/stats', refuse(404), undefined],
    ['/stats', '', refuse(500), undefined],
  ])('pasted %s, a service at %j: found where it is, without its key', async (pasted, path, around, where) => {
    world.answers[a] = serviceAt(path, around);
    const report = await save({ analyticsUrl: a + pasted, apiKey: first })();
    expect(report as Answer<{ analytics: { found?: string } }>).toHaveProperty('value.unsaved');
    expect((report as { value?: { analytics: { found?: string } } }).value?.analytics.found).toBe(where);
    expect(world.sent).toEqual([]);
  });
});

describe('after a failed test', () => {
  test('a typed key goes on waiting, so that a mistyped address does not cost it', async () => {
    world.answers[a] = () => Response.error();
    await type('analytics', first, a)();
    await save({ analyticsUrl: a })();
    expect(await ask('connection.status', {})).toMatchObject({
      value: { analytics: { waiting: { lastFour: '0001' } } },
    });
    world.sent = [];
    expect(await save({ analyticsUrl: b })()).toEqual({ ok: false, problem: required('apiKey') });
    expect(world.sent).toEqual([]);
    await save({ analyticsUrl: b, apiKey: first })();
    expect(world.sent).toEqual([`${b} first`]);
    expect(await ask('connection.status', {})).toEqual({
      ok: true,
      value: { analytics: { url: b, key: 'stored', lastFour: '0001' }, seo: { key: 'none' } },
    });
  });

  test('only the service that took its key lets it go', async () => {
    world.answers[seo] = refuse(401);
    await type('analytics', first, a)();
    await type('seo', second, seo)();
    await save({ analyticsUrl: a, seoUrl: seo })();
    expect(await ask('connection.status', {})).toMatchObject({ value: { seo: { waiting: { lastFour: '0002' } } } });
    expect((await ask('connection.status', {})) as unknown).not.toHaveProperty('value.analytics.waiting');
  });
});

describe('what is stored', () => {
  test.each<[string, typed: Draft, left: Draft]>([
    ['are let go', { analyticsUrl: 'a.example', seoUrl: '', forgetKeys: false }, {}],
    ['typed since or elsewhere stay', { analyticsUrl: 'a.example', seoUrl: 'seo.ex' }, { seoUrl: 'seo.ex' }],
    [
      'that are others by now stay',
      { analyticsUrl: 'b.example', forgetKeys: true },
      { analyticsUrl: 'b.example', forgetKeys: true },
    ],
  ])('once addresses are saved, those %s', async (_what, typed, left) => {
    await set(draftOf('main'), typed);
    await save({ analyticsUrl: 'a.example', apiKey: first })();
    expect([await get(draftOf('main')), await get(connections)]).toEqual([
      left,
      { active: 'main', list: [{ id: 'main', analyticsUrl: a, account: expect.any(String), kind: 'analyticsV1' }] },
    ]);
  });

  test('a full store is told, and leaves the key that was there', async () => {
    await save({ analyticsUrl: a, apiKey: first })();
    const write = vi.spyOn(browser.storage.local, 'set').mockRejectedValue(new Error(`QUOTA ${second}`));
    const answer = await save({ analyticsUrl: a, apiKey: second })();
    write.mockRestore();
    expect(answer).toEqual({ ok: false, problem: { kind: 'setup', code: 'fault' } });
    expect(await ask('connection.status', {})).toMatchObject({
      value: { analytics: { key: 'stored', lastFour: '0001' } },
    });
    expect(world.said.join()).not.toContain(second);
  });

  test('settings of a newer version are not overwritten', async () => {
    const newer = { connections: { version: 9, value: 'later' } };
    await browser.storage.local.set(newer);
    expect(await save({ analyticsUrl: a, apiKey: first })()).toEqual({
      ok: false,
      problem: { kind: 'setup', code: 'newer-settings' },
    });
    expect(await browser.storage.local.get()).toEqual(newer);
  });

  test('a key lies under its origin in one record, and nowhere else', async () => {
    await save({ analyticsUrl: a, apiKey: first })();
    const { keys: record, ...rest } = await browser.storage.local.get();
    expect(record).toEqual({ version: 1, value: { 'main:analytics': { origin: a, key: first } } });
    expect(JSON.stringify([rest, await browser.storage.session.get()])).not.toContain(first);
  });

  test('two windows that type at once lose nothing', async () => {
    await Promise.all([type('analytics', first)(), type('seo', second)()]);
    const status = (await ask('connection.status', {})) as Answer<ConnectionStatus>;
    expect(status).toMatchObject({
      value: { analytics: { waiting: { lastFour: '0001' } }, seo: { waiting: { lastFour: '0002' } } },
    });
  });

  test('the common password is kept by the worker, and only that there is one is told', async () => {
    const password = 'a-made-up-password';
    expect(await ask('keys.defaultPassword', { password })).toEqual({ ok: true, value: null });
    expect(await browser.storage.local.get('defaults')).toMatchObject({ defaults: { value: { hasPassword: true } } });
    await ask('keys.defaultPassword', { password: '' });
    expect(await browser.storage.local.get('defaults')).toMatchObject({ defaults: { value: { hasPassword: false } } });
    expect(world.said.join()).not.toContain(password);
  });
});

const malformed: [string, object][] = [
  ['no address', { apiKey: first }],
  ['an unknown field', { analyticsUrl: a, apiKey: first, url: b }],
  ['a key with a line break', { analyticsUrl: a, apiKey: `${first}\nx` }],
  ['a short key', { analyticsUrl: a, apiKey: 'short' }],
  ['another way to keep it', { analyticsUrl: a, apiKey: first, keep: 'sync' }],
];

test.each(malformed)('refused before anything is stored: %s', async (_name, input) => {
  expect(await save(input)()).toMatchObject({ ok: false, problem: { kind: 'rejected' } });
  expect(await browser.storage.local.get()).toEqual({});
});
