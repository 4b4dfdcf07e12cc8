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
const nameOf = (key: string) => Object.entries(keys).find(([, value]) => value === key)?.[0];

/** What the services answer, which hosts the browser allows, which key reached which service, and all that pages were told. */
const world = {
  answers: {} as Record<string, (url: URL, key: string | undefined) => Response>,
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

type Step = () => unknown;
const save = (input: object) => () => ask('connection.save', { keep: 'always', ...input });
const saveA = (more: object) => save({ analyticsUrl: a, ...more });
const saveBoth = (more: object) => saveA({ seoUrl: seo, ...more });
const type =
  (service: string, key: string, ...addresses: string[]) =>
  () =>
    ask('keys.draft', { service, key, addresses });
const forget = (service: string) => () => ask('keys.forget', { service });
const testAgain = () => ask('connection.test', {});
const restart = () => browser.storage.session.clear();
const store = (name: string, stored: unknown) => () => browser.storage.local.set({ [name]: stored });
const newer = { version: 9, value: 'later' };

/** What may have happened before. */
const connected = saveA({ apiKey: first });
const shared = saveBoth({ apiKey: first });
const separate = saveBoth({ apiKey: first, seoApiKey: second });

beforeEach(() => {
  fakeBrowser.reset();
  Object.assign(world, { answers: {}, barred: [], sent: [], said: [] });
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: HeadersInit }) => {
    const { origin, host } = new URL(url);
    const key = nameOf((new Headers(headers).get('authorization') ?? '').replace('Bearer ', ''));
    if (key) world.sent.push(`${host.replace('.example', '')} ${key}`);
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
afterEach(() => {
  vi.unstubAllGlobals();
  for (const key of Object.values(keys)) expect(world.said.join()).not.toContain(key);
});

/** Takes the steps: the last answer's value or problem, and which key went where in the last step. */
async function play(...steps: Step[]): Promise<[gives: unknown, sent: string]> {
  let last: unknown;
  for (const step of steps) {
    world.sent = [];
    last = await step();
  }
  const answer = last as Answer<unknown> | undefined;
  return [answer?.ok ? answer.value : answer?.problem, world.sent.join(', ')];
}

const look = ({ key, lastFour, shared: isShared, waiting }: ConnectionStatus['seo']) =>
  [key === 'stored' ? '' : key, lastFour, isShared && 'shared', waiting && `waiting ${waiting.lastFour}`]
    .filter(Boolean)
    .join(' ');

/** The keys of both services, as pages are told of them. */
async function keysNow(): Promise<string> {
  const now = (await ask('connection.status', {})) as Answer<ConnectionStatus>;
  if (!now.ok) throw new Error('The status was not told.');
  return `${look(now.value.analytics)}, ${look(now.value.seo)}`;
}

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

test.each<[string, Step[], sent: string, kept: string]>([
  ['one service', [connected], 'a first', '0001, none'],
  ['one key for both', [shared], 'a first, seo first', '0001, 0001 shared'],
  ['a key for each', [separate], 'a first, seo second', '0001, 0002'],
  ['an address to be mended', [save({ analyticsUrl: ' a.example/x/ ', apiKey: first })], 'a first', '0001, none'],
  ['a key to be mended', [type('analytics', `Bearer ${first}`, a), saveA({})], 'a first', '0001, none'],
  ['the same origin, without its key', [connected, save({ analyticsUrl: `${a}/x` })], 'a first', '0001, none'],
  ['another origin', [connected, save({ analyticsUrl: b, apiKey: second })], 'b second', '0002, none'],
  ['SEO at the same origin', [connected, saveA({ seoUrl: `${a}/seo` })], 'a first, a first', '0001, 0001 shared'],
  ['a new key for both', [shared, saveBoth({ apiKey: second })], 'a second, seo second', '0002, 0002 shared'],
  ['a new key for one', [separate, saveBoth({ apiKey: third })], 'a third, seo second', '0003, 0002'],
  [
    'a key for another origin, while the SEO service keeps the one that both shared',
    [shared, save({ analyticsUrl: b, seoUrl: seo, apiKey: second })],
    'b second, seo first',
    '0002, 0001',
  ],
  ['no SEO address: its key is forgotten', [separate, saveA({})], 'a first', '0001, none'],
  [
    'keys that wait',
    [type('analytics', first, a), type('seo', second, seo), saveBoth({})],
    'a first, seo second',
    '0001, 0002',
  ],
  [
    'one that waits for both addresses',
    [type('analytics', first, a, seo), saveBoth({})],
    'a first, seo first',
    '0001, 0001 shared',
  ],
  [
    'another than the one that waits',
    [type('analytics', first, a), saveA({ apiKey: second })],
    'a second',
    '0002 waiting 0001, none',
  ],
  ['a key for the session', [saveA({ apiKey: first, keep: 'session' })], 'a first', 'session 0001, none'],
  ['a key that outlives a restart', [connected, restart, testAgain], 'a first', '0001, none'],
  [
    'a key of the session that is kept from now on',
    [saveA({ apiKey: first, keep: 'session' }), saveA({}), restart, testAgain],
    'a first',
    '0001, none',
  ],
])('%s: saved, and asked with its key', async (_name, steps, sent, kept) => {
  expect(await play(...steps)).toEqual([{ analytics: ofFirst, ...(sent.includes(', ') && { seo: found }) }, sent]);
  expect(await keysNow()).toBe(kept);
});

const refusedFor = (field: string, reason: string) => ({ kind: 'rejected', fields: { [field]: [reason] } });
const noKey = { analytics: { ok: false, problem: { kind: 'setup', code: 'no-key' } } };
test.each<[string, Step[], gives: object, kept: string]>([
  ['without any key', [saveA({})], required('apiKey'), 'none, none'],
  [
    'at a refused address',
    [save({ analyticsUrl: 'http://a.example', apiKey: first })],
    refusedFor('analyticsUrl', 'insecure'),
    'none, none',
  ],
  [
    'at a refused SEO address',
    [saveA({ seoUrl: 'https://u:p@seo.example', apiKey: first })],
    refusedFor('seoUrl', 'user-info'),
    'none, none',
  ],
  ['at another origin', [connected, save({ analyticsUrl: b })], required('apiKey'), '0001, none'],
  ['at another port', [connected, save({ analyticsUrl: `${a}:8443` })], required('apiKey'), '0001, none'],
  [
    'at http on this computer in place of https',
    [save({ analyticsUrl: 'https://localhost', apiKey: first }), save({ analyticsUrl: 'http://localhost' })],
    required('apiKey'),
    '0001, none',
  ],
  ['at an SEO service elsewhere', [connected, saveBoth({})], required('seoApiKey'), '0001, none'],
  [
    'at an SEO service that shared a key, and is elsewhere now',
    [shared, saveA({ seoUrl: b })],
    required('seoApiKey'),
    '0001, 0001 shared',
  ],
  [
    'at an SEO service whose key was forgotten, with one typed for another origin',
    [shared, forget('analytics'), save({ analyticsUrl: b, seoUrl: seo, apiKey: second })],
    required('seoApiKey'),
    'none, none',
  ],
  ...(
    [
      ['another analytics address', [seo], 'apiKey'],
      ['another SEO address', [a], 'seoApiKey'],
      ['no address', [], 'apiKey'],
    ] as const
  ).map(([typedFor, addresses, field]): [string, Step[], object, string] => [
    `with a key that was typed for ${typedFor}`,
    [type('analytics', first, ...addresses), saveBoth({})],
    required(field),
    'none waiting 0001, none',
  ]),
  [
    'with a typed key, after a restart',
    [type('analytics', first, a), restart, saveA({})],
    required('apiKey'),
    'none, none',
  ],
  [
    'tested with a key for the session, after a restart',
    [saveA({ apiKey: first, keep: 'session' }), restart, testAgain],
    noKey,
    'none, none',
  ],
  ['tested with a forgotten key', [connected, forget('analytics'), testAgain], noKey, 'none, none'],
])('nothing is sent %s', async (_name, steps, gives, kept) => {
  expect(await play(...steps)).toEqual([gives, '']);
  expect(await keysNow()).toBe(kept);
});

test('a typed key waits, with the origins it was typed for', async () => {
  const waiting = { lastFour: '0001', origins: [a] };
  expect(await play(type('analytics', first, `${a}/stats`))).toEqual([
    { analytics: { key: 'none', waiting }, seo: { key: 'none' } },
    '',
  ]);
});

test.each<[string, Step[], kept: string]>([
  ['a text that is no key yet', [type('analytics', 'short')], 'none, none'],
  ['a waiting key that is discarded', [type('analytics', first), type('analytics', '')], 'none, none'],
  ['a waiting key, with the stored one', [type('analytics', first), forget('analytics')], 'none, none'],
  ['a shared key, for both', [shared, forget('analytics')], 'none, none'],
  ['one of two keys', [separate, forget('analytics')], 'none, 0002'],
  [
    'what was kept before, once only the session is wanted',
    [shared, saveBoth({ keep: 'session' }), restart],
    'none, none',
  ],
])('is not kept: %s', async (_name, steps, kept) => {
  await play(...steps);
  expect(await keysNow()).toBe(kept);
});

describe('a key is forgotten over connections that cannot be read', () => {
  const separateFor = (keep: string) => saveBoth({ apiKey: first, seoApiKey: second, keep });
  test.each<[string, Step, connections: unknown, left: string[]]>([
    ['always kept, newer', separateFor('always'), newer, ['main:seo']],
    ['always kept, broken', separateFor('always'), 'x', ['main:seo']],
    ['of the session, newer', separateFor('session'), newer, ['main:seo']],
    ['of the session, broken', separateFor('session'), 'x', ['main:seo']],
    ['shared, newer', shared, newer, []],
  ])('%s', async (_name, before, stored, left) => {
    await play(before, store('connections', stored), forget('analytics'));
    const areas = await Promise.all([browser.storage.local.get('keys'), browser.storage.session.get('keys')]);
    expect(areas.flatMap((area) => Object.keys((area.keys as { value?: object })?.value ?? {}))).toEqual(left);
    expect(await keysNow()).toBe('none, none');
  });

  test('but keys that a newer version wrote are not said to be', async () => {
    const [told] = await play(connected, store('keys', newer), forget('analytics'));
    expect([told, await keysNow()]).toEqual([{ kind: 'setup', code: 'newer-settings' }, 'none, none']);
  });
});

describe('what does not answer is not saved', () => {
  const no = (origin: string) => says(origin, refuse(401));
  const auth = refusedAs('auth');
  const atB = { analyticsUrl: b, apiKey: second };
  test.each<[string, Step[], gives: object, kept: string]>([
    [
      'a key that is refused takes the place of none that works',
      [connected, no(a), saveA({ apiKey: second })],
      { analytics: auth, unsaved: ['analytics'] },
      '0001, none',
    ],
    [
      'nor does an address where nothing answers',
      [connected, down(b), save(atB)],
      { analytics: problem('network'), unsaved: ['analytics'] },
      '0001, none',
    ],
    [
      'but where the person wants it anyway',
      [down(b), connected, save({ ...atB, anyway: true })],
      { analytics: problem('network') },
      '0002, none',
    ],
    [
      'a first key that is refused waits on',
      [no(a), type('analytics', first, a), saveA({})],
      { analytics: auth, unsaved: ['analytics'] },
      'none waiting 0001, none',
    ],
    [
      'what is connected already stays so while the service is down, kept as is wanted now',
      [connected, down(a), saveA({ keep: 'session' })],
      { analytics: refusedAs('network') },
      'session 0001, none',
    ],
    [
      'an SEO service that refuses; the other one is saved',
      [no(seo), separate],
      { analytics: ofFirst, seo: problem('auth'), unsaved: ['seo'] },
      '0001, none',
    ],
    [
      'an SEO service that answers is saved beside what was connected',
      [connected, no(a), saveBoth({ apiKey: second, seoApiKey: third })],
      { analytics: auth, seo: found, unsaved: ['analytics'] },
      '0001, 0003',
    ],
    [
      'but not where nothing was',
      [no(a), shared],
      { analytics: auth, seo: found, unsaved: ['analytics', 'seo'] },
      'none, none',
    ],
    [
      'of a new key for both that one refuses, each has its own from then on',
      [shared, no(seo), saveBoth({ apiKey: second })],
      { analytics: ofFirst, seo: problem('auth'), unsaved: ['seo'] },
      '0002, 0001',
    ],
    [
      'and the other way round',
      [shared, no(a), saveBoth({ apiKey: second })],
      { analytics: auth, seo: found, unsaved: ['analytics'] },
      '0001, 0002',
    ],
  ])('%s', async (_name, steps, gives, kept) => {
    const [given] = await play(...steps);
    expect([given, await keysNow()]).toEqual([gives, kept]);
  });
});

const html = () => new Response('<!doctype html><title>Log in</title>', { headers: { 'content-type': 'text/html' } });
const redirect = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
const sites = (count: number) => Array.from({ length: count }, (_, id) => ({ id, domain: 'x.example' }));
const fails = (given: object) => ({ ok: false, problem: given });

describe('what a test finds', () => {
  test.each<[string, answer: () => Response, outcome: object]>([
    ['three websites', list(sites(3)), { ok: true, count: 3, more: false }],
    ['a total', list(sites(1), 812), { ok: true, count: 812, more: false }],
    ['a log-in page', html, fails({ kind: 'shape', status: 200 })],
    ['a redirect', redirect, fails({ kind: 'redirect' })],
    ['the key refused', refuse(401), fails({ kind: 'auth' })],
    ['a plan without access', refuse(403), fails({ kind: 'forbidden' })],
    ['no such list', refuse(404), fails({ kind: 'missing' })],
    ['too many requests', refuse(429, { 'retry-after': '7' }), fails({ kind: 'busy', retryAfter: 7 })],
    ['an error', refuse(500), fails({ kind: 'server', status: 500 })],
  ])('%s', async (_name, answer, analytics) => {
    expect((await play(says(a, answer), connected))[0]).toMatchObject({ analytics });
  });

  test('each service has its own outcome', async () => {
    const [report] = await play(says(a, refuse(401)), says(seo, list([{ project: 'x.example' }], 4)), shared);
    expect(report).toMatchObject({ analytics: problem('auth'), seo: { ok: true, count: 4 } });
  });

  test('without access nothing is sent or saved, and the typed key waits', async () => {
    world.barred = [`${a}/*`];
    const refused = { analytics: { ok: false, problem: { kind: 'access', url: a } } };
    expect(await play(type('analytics', first, a), saveA({}))).toMatchObject([refused, '']);
    expect(await get(connections)).toEqual({ list: [] });
    world.barred = [];
    expect(await play(saveA({}))).toEqual([{ analytics: ofFirst }, 'a first']);
  });

  test('is told again later, until a key is removed', async () => {
    await play(connected, says(a, refuse(401)), saveA({ apiKey: second }));
    const report = { analytics: refusedAs('auth'), unsaved: ['analytics'] };
    expect(await get(lastReportOf('main'))).toEqual({ report, at: expect.any(Number) });
    await testAgain();
    expect(await get(lastReportOf('main'))).toMatchObject({ report: { analytics: refusedAs('auth') } });
    await forget('analytics')();
    expect(await get(lastReportOf('main'))).toBeUndefined();
  });

  /** A service under a path, and what is around it. */
  const serviceAt = (path: string, around: () => Response) => (url: URL, key: string | undefined) => {
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
    const [report, sent] = await play(save({ analyticsUrl: a + pasted, apiKey: first }));
    expect([report, sent]).toMatchObject([{ unsaved: ['analytics'] }, '']);
    expect((report as { analytics: { found?: string } }).analytics.found).toBe(where);
  });
});

describe('after a failed test', () => {
  test('a typed key goes on waiting, so that a mistyped address does not cost it', async () => {
    await play(
      says(a, () => Response.error()),
      type('analytics', first, a),
      saveA({}),
    );
    expect(await keysNow()).toBe('none waiting 0001, none');
    expect(await play(save({ analyticsUrl: b }))).toEqual([required('apiKey'), '']);
    expect((await play(save({ analyticsUrl: b, apiKey: first })))[1]).toBe('b first');
    expect(await ask('connection.status', {})).toEqual({
      ok: true,
      value: { analytics: { url: b, key: 'stored', lastFour: '0001' }, seo: { key: 'none' } },
    });
  });

  test('only the service that took its key lets it go', async () => {
    await play(says(seo, refuse(401)), type('analytics', first, a), type('seo', second, seo), saveBoth({}));
    expect(await keysNow()).toBe('0001, none waiting 0002');
  });
});

describe('what is stored', () => {
  const typedB = { analyticsUrl: 'b.example', forgetKeys: true };
  test.each<[string, typed: Draft, left: Draft]>([
    ['are let go', { analyticsUrl: 'a.example', seoUrl: '', forgetKeys: false }, {}],
    ['typed since or elsewhere stay', { analyticsUrl: 'a.example', seoUrl: 'seo.ex' }, { seoUrl: 'seo.ex' }],
    ['that are others by now stay', typedB, typedB],
  ])('once addresses are saved, those %s', async (_what, typed, left) => {
    await set(draftOf('main'), typed);
    await play(save({ analyticsUrl: 'a.example', apiKey: first }));
    const main = { id: 'main', analyticsUrl: a, account: expect.any(String), kind: 'analyticsV1' };
    expect([await get(draftOf('main')), await get(connections)]).toEqual([left, { active: 'main', list: [main] }]);
  });

  test('a full store is told, and leaves the key that was there', async () => {
    await play(connected);
    const write = vi.spyOn(browser.storage.local, 'set').mockRejectedValue(new Error(`QUOTA ${second}`));
    expect((await play(saveA({ apiKey: second })))[0]).toEqual({ kind: 'setup', code: 'fault' });
    write.mockRestore();
    expect(await keysNow()).toBe('0001, none');
  });

  test('settings of a newer version are not overwritten', async () => {
    const [told] = await play(store('connections', newer), connected);
    expect(told).toEqual({ kind: 'setup', code: 'newer-settings' });
    expect(await browser.storage.local.get()).toEqual({ connections: newer });
  });

  test('a key lies under its origin in one record, and nowhere else', async () => {
    await play(connected);
    const { keys: record, ...rest } = await browser.storage.local.get();
    expect(record).toEqual({ version: 1, value: { 'main:analytics': { origin: a, key: first } } });
    expect(JSON.stringify([rest, await browser.storage.session.get()])).not.toContain(first);
  });

  test('two windows that type at once lose nothing', async () => {
    await Promise.all([type('analytics', first)(), type('seo', second)()]);
    expect(await keysNow()).toBe('none waiting 0001, none waiting 0002');
  });

  test('the common password is kept by the worker, and only that there is one is told', async () => {
    const password = 'a-made-up-password';
    const common = async (given: string) => {
      expect(await play(() => ask('keys.defaultPassword', { password: given }))).toEqual([null, '']);
      return browser.storage.local.get('defaults');
    };
    expect(await common(password)).toMatchObject({ defaults: { value: { hasPassword: true } } });
    expect(JSON.stringify([world.said, await browser.storage.local.get('defaults')])).not.toContain(password);
    expect(await common('')).toMatchObject({ defaults: { value: { hasPassword: false } } });
  });
});

test.each<[string, object]>([
  ['no address', { apiKey: first }],
  ['an unknown field', { analyticsUrl: a, apiKey: first, url: b }],
  ['a key with a line break', { analyticsUrl: a, apiKey: `${first}\nx` }],
  ['a short key', { analyticsUrl: a, apiKey: 'short' }],
  ['another way to keep it', { analyticsUrl: a, apiKey: first, keep: 'sync' }],
])('refused before anything is stored: %s', async (_name, input) => {
  expect((await play(save(input)))[0]).toMatchObject({ kind: 'rejected' });
  expect(await browser.storage.local.get()).toEqual({});
});
