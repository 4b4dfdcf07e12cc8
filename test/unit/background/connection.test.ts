import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Answer } from '@/lib/messages/ask.ts';
import type { ConnectionReport, ConnectionStatus } from '@/lib/messages/commands.ts';
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
  answers: {} as Record<string, (url: URL) => Response>,
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

const typed = type('analytics', first, a);
const typedForBoth = type('analytics', first, a, seo);
const connected = saveA({ apiKey: first });
const forSession = saveA({ apiKey: first, keep: 'session' });
const shared = saveBoth({ apiKey: first });
const separate = saveBoth({ apiKey: first, seoApiKey: second });
/** With a new key for the first service, or for both. */
const renewed = saveA({ apiKey: second });
const renewedBoth = saveBoth({ apiKey: second });
const moved = save({ analyticsUrl: b, apiKey: second });
const anyway = save({ analyticsUrl: b, apiKey: second, anyway: true });
const withThird = saveBoth({ apiKey: second, seoApiKey: third });
const movedBesideSeo = save({ analyticsUrl: b, seoUrl: seo, apiKey: second });

beforeEach(() => {
  fakeBrowser.reset();
  Object.assign(world, { answers: {}, barred: [], sent: [], said: [] });
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: HeadersInit }) => {
    const { origin, host } = new URL(url);
    const key = nameOf((new Headers(headers).get('authorization') ?? '').replace('Bearer ', ''));
    if (key) world.sent.push(`${host.replace('.example', '')} ${key}`);
    const answer = (world.answers[origin] ?? list([]))(new URL(url));
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
  ['another origin', [connected, moved], 'b second', '0002, none'],
  ['SEO at the same origin', [connected, saveA({ seoUrl: `${a}/seo` })], 'a first, a first', '0001, 0001 shared'],
  ['a new key for both', [shared, renewedBoth], 'a second, seo second', '0002, 0002 shared'],
  ['a new key for one', [separate, saveBoth({ apiKey: third })], 'a third, seo second', '0003, 0002'],
  ['another origin, and SEO keeps what was shared', [shared, movedBesideSeo], 'b second, seo first', '0002, 0001'],
  ['no SEO address: its key is forgotten', [separate, saveA({})], 'a first', '0001, none'],
  ['keys that wait', [typed, type('seo', second, seo), saveBoth({})], 'a first, seo second', '0001, 0002'],
  ['one waits for both', [typedForBoth, saveBoth({})], 'a first, seo first', '0001, 0001 shared'],
  ['another than the one that waits', [typed, renewed], 'a second', '0002 waiting 0001, none'],
  ['a key for the session', [forSession], 'a first', 'session 0001, none'],
  ['a key that outlives a restart', [connected, restart, testAgain], 'a first', '0001, none'],
  ['always, what was for the session', [forSession, saveA({}), restart, testAgain], 'a first', '0001, none'],
])('%s: saved, and asked with its key', async (_name, steps, sent, kept) => {
  expect(await play(...steps)).toEqual([{ analytics: ofFirst, ...(sent.includes(', ') && { seo: found }) }, sent]);
  expect(await keysNow()).toBe(kept);
});

const refusedFor = (field: string, reason: string) => ({ kind: 'rejected', fields: { [field]: [reason] } });
const noKey = { analytics: { ok: false, problem: { kind: 'setup', code: 'no-key' } } };
const [needsKey, needsSeoKey] = [required('apiKey'), required('seoApiKey')];
const insecure = save({ analyticsUrl: 'http://a.example', apiKey: first });
const withUserInfo = saveA({ seoUrl: 'https://u:p@seo.example', apiKey: first });
const localhost = save({ analyticsUrl: 'https://localhost', apiKey: first });
test.each<[string, Step[], gives: object, kept: string]>([
  ['without any key', [saveA({})], needsKey, 'none, none'],
  ['at a refused address', [insecure], refusedFor('analyticsUrl', 'insecure'), 'none, none'],
  ['at a refused SEO address', [withUserInfo], refusedFor('seoUrl', 'user-info'), 'none, none'],
  ['at another origin', [connected, save({ analyticsUrl: b })], needsKey, '0001, none'],
  ['at another port', [connected, save({ analyticsUrl: `${a}:8443` })], needsKey, '0001, none'],
  ['at http in place of https', [localhost, save({ analyticsUrl: 'http://localhost' })], needsKey, '0001, none'],
  ['at an SEO service elsewhere', [connected, saveBoth({})], needsSeoKey, '0001, none'],
  ['at an SEO service that moved from a shared key', [shared, saveA({ seoUrl: b })], needsSeoKey, '0001, 0001 shared'],
  ['at an SEO service without a key', [shared, forget('analytics'), movedBesideSeo], needsSeoKey, 'none, none'],
  ['typed for another address', [type('analytics', first, seo), saveBoth({})], needsKey, 'none waiting 0001, none'],
  ['typed for another SEO address', [typed, saveBoth({})], needsSeoKey, 'none waiting 0001, none'],
  ['typed for no address', [type('analytics', first), saveBoth({})], needsKey, 'none waiting 0001, none'],
  ['typed before a restart', [typed, restart, saveA({})], needsKey, 'none, none'],
  ['tested with a key for the session, after a restart', [forSession, restart, testAgain], noKey, 'none, none'],
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
  ['but for the session', [shared, saveBoth({ keep: 'session' }), restart], 'none, none'],
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

/** What a report says of both services: its kind, what came of the test, and whether it is unsaved. */
const inWords = ({ unsaved = [], ...report }: ConnectionReport) =>
  (['analytics', 'seo'] as const)
    .flatMap((service) => {
      const result = report[service];
      if (!result) return [];
      const { kind } = result as { kind?: string };
      return [kind, result.ok ? 'ok' : result.problem.kind, unsaved.includes(service) && 'unsaved'];
    })
    .filter(Boolean)
    .join(' ');
const no = (origin: string) => says(origin, refuse(401));

test.each<[string, Step[], told: string, kept: string]>([
  ['over one that works', [connected, no(a), renewed], 'analyticsV1 auth unsaved', '0001, none'],
  ['at another address', [connected, down(b), moved], 'network unsaved', '0001, none'],
  ['but wanted anyway', [down(b), connected, anyway], 'network', '0002, none'],
  ['as the first one', [no(a), typed, saveA({})], 'analyticsV1 auth unsaved', 'none waiting 0001, none'],
  [
    'but connected already',
    [connected, down(a), saveA({ keep: 'session' })],
    'analyticsV1 network',
    'session 0001, none',
  ],
  ['at one of two', [no(seo), separate], 'analyticsV1 ok auth unsaved', '0001, none'],
  ['beside SEO that does', [connected, no(a), withThird], 'analyticsV1 auth unsaved ok', '0001, 0003'],
  ['while nothing was connected', [no(a), shared], 'analyticsV1 auth unsaved ok unsaved', 'none, none'],
  ['for both, at SEO', [shared, no(seo), renewedBoth], 'analyticsV1 ok auth unsaved', '0002, 0001'],
  ['for both, at analytics', [shared, no(a), renewedBoth], 'analyticsV1 auth unsaved ok', '0001, 0002'],
])('what does not answer is not saved, %s', async (_name, steps, told, kept) => {
  const [report] = await play(...steps);
  expect([inWords(report as ConnectionReport), await keysNow()]).toEqual([told, kept]);
});

const redirect = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
const fails = (given: object) => ({ ok: false, problem: given });

describe('what a test finds', () => {
  test.each<[string, answer: () => Response, outcome: object]>([
    ['a total', list([{ id: 1, domain: 'x.example' }], 812), { ok: true, count: 812, more: false }],
    ['a redirect', redirect, fails({ kind: 'redirect' })],
    ['the key refused', refuse(401), fails({ kind: 'auth' })],
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
    const again = await get(lastReportOf('main'));
    expect(again).toMatchObject({ report: { analytics: refusedAs('auth') }, since: expect.any(Number) });
    await forget('analytics')();
    expect(await get(lastReportOf('main'))).toBeUndefined();
  });

  test('a service above the address that was pasted is found where it is, without its key', async () => {
    world.answers[a] = ({ pathname }) => refuse(pathname === '/stats/api/v1/websites' ? 401 : 404)();
    const [report, sent] = await play(save({ analyticsUrl: `${a}/stats/websites/12`, apiKey: first }));
    expect([report, sent]).toMatchObject([{ analytics: { found: `${a}/stats` }, unsaved: ['analytics'] }, '']);
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
