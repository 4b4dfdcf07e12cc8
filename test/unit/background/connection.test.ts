import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { revisionOf } from '@/lib/connections/revision.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import type { ConnectionReport, ConnectionStatus } from '@/lib/messages/commands.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { connections, get, set } from '@/lib/storage/settings.ts';
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

const list = (items: object[]) => () => Response.json({ data: items });

async function ask(name: string, input: unknown): Promise<Answer<never>> {
  const answer = await askAsPage(name, input);
  world.said.push(JSON.stringify(answer));
  return answer as Answer<never>;
}

type Step = () => unknown;
interface Saved {
  url?: string;
  key?: string;
  seo?: { url?: string; key?: string; copyOf?: 'analytics' };
  keep?: string;
  anyway?: true;
}
const seoOf = (other: Saved['seo']) => (other ? { seo: { url: seo, ...other } } : {});
const save =
  ({ url = a, key, seo: other, keep = 'always', ...more }: Saved): Step =>
  () =>
    ask('connection.save', { services: { analytics: { url, key }, ...seoOf(other) }, keep, ...more });
const forget = (service: string) => () => ask('keys.forget', { service });
const testAgain = () => ask('connection.test', {});
const restart = () => browser.storage.session.clear();
const store = (name: string, stored: unknown) => () => browser.storage.local.set({ [name]: stored });
const newer = { version: 9, value: 'later' };

const copyOf = 'analytics';
const atFirst = `${a}/seo`;
const connected = save({ key: first });
const forSession = save({ key: first, keep: 'session' });
const copied = save({ key: first, seo: { copyOf } });
const together = save({ key: first, seo: { url: atFirst } });
const separate = save({ key: first, seo: { key: second } });
const renewed = save({ key: second });
const moved = save({ url: b, key: second });
const anyway = save({ url: b, key: second, anyway: true });
/** Keys are to be forgotten, and the new one for the SEO service is refused. */
const refusedSession = async () => {
  world.answers[seo] = refuse(401);
  await save({ seo: { key: third }, keep: 'session' })();
};
const withThird = save({ key: second, seo: { key: third } });
/** As versions up to 1.3 stored one key that was given for both services. */
const storedAsShared = async () => {
  await separate();
  const keysOf = (seoUrl: string, key: string) => ({
    'main:analytics': { origin: a, key: first },
    'main:seo': { origin: seoUrl, key, shared: true },
  });
  await browser.storage.local.set({ keys: { version: 1, value: keysOf(seo, first) } });
};

beforeEach(() => {
  Object.assign(world, { answers: {}, barred: [], sent: [], said: [] });
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: HeadersInit }) => {
    const { origin, host } = new URL(url);
    const key = nameOf((new Headers(headers).get('authorization') ?? '').replace('Bearer ', ''));
    if (key) world.sent.push(`${host.replace('.example', '')} ${key}`);
    const answer = (world.answers[origin] ?? list([]))(new URL(url));
    const isList = answer.headers.get('content-type')?.includes('json') && answer.ok;
    return (isList ? turnedAway(url, { headers }) : undefined) ?? answer;
  });
  const contains = async ({ origins }: { origins: string[] }) => !origins.some((one) => world.barred.includes(one));
  Object.assign(fakeBrowser, { permissions: { contains } });
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

const look = ({ key, lastFour, isCopy }: ConnectionStatus['seo']) =>
  [key === 'stored' ? '' : key, lastFour, isCopy && 'too'].filter(Boolean).join(' ');

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
  ['a key for each', [separate], 'a first, seo second', '0001, 0002'],
  ['an address to be mended', [save({ url: ' a.example/x/ ', key: first })], 'a first', '0001, none'],
  ['the same origin, without its key', [connected, save({ url: `${a}/x` })], 'a first', '0001, none'],
  ['another origin', [connected, moved], 'b second', '0002, none'],
  ['a new key for one', [separate, save({ key: third, seo: {} })], 'a third, seo second', '0003, 0002'],
  ['no SEO address: its key is forgotten', [separate, save({})], 'a first', '0001, none'],
  ['as shared before: each its own', [storedAsShared, save({ seo: {} })], 'a first, seo first', '0001, 0001 too'],
  ['one of two shared is new', [storedAsShared, save({ key: third, seo: {} })], 'a third, seo first', '0003, 0001'],
  ['a key for the session', [forSession], 'a first', 'session 0001, none'],
  ['a key that outlives a restart', [connected, restart, testAgain], 'a first', '0001, none'],
  ['always, what was for the session', [forSession, save({}), restart, testAgain], 'a first', '0001, none'],
])('%s: saved, and asked with its key', async (_name, steps, sent, kept) => {
  expect(await play(...steps)).toEqual([{ analytics: ofFirst, ...(sent.includes(', ') && { seo: found }) }, sent]);
  expect(await keysNow()).toBe(kept);
});

test('a second service that has no key stays without one, at its address', async () => {
  await play(separate, forget('seo'));
  expect((await play(save({ key: third, seo: {} })))[1]).toBe('a third');
  expect([await keysNow(), (await get(connections)).list]).toMatchObject(['0003, none', [{ seoUrl: seo }]]);
});

/** Which key goes to the SEO service: what is stored before, where it is, and what is given for it. */
describe('the key of a second service', () => {
  const elsewhere = { separate, copied, connected, together: save({ key: first, seo: { url: b, copyOf } }) };
  const there = { separate: save({ key: first, seo: { url: atFirst, key: second } }), copied: together, connected };
  const newThere = { key: third, seo: { url: atFirst } };
  test.each<[string, Step, Saved, sent: string, kept: string]>([
    ['typed', connected, { seo: { key: third } }, 'a first, seo third', '0001, 0003'],
    ['typed, and not copied', connected, { seo: { key: third, copyOf } }, 'a first, seo third', '0001, 0003'],
    ['copied', connected, { seo: { copyOf } }, 'a first, seo first', '0001, 0001 too'],
    ['copied from a typed one', connected, { key: third, seo: { copyOf } }, 'a third, seo third', '0003, 0003 too'],
    ['copied over a stored one', separate, { seo: { copyOf } }, 'a first, seo first', '0001, 0001 too'],
    ['stored', separate, { seo: {} }, 'a first, seo second', '0001, 0002'],
    ['stored as a copy, and the first is new', copied, { key: third, seo: {} }, 'a third, seo first', '0003, 0001'],
    ['stored, and the first moves', copied, { url: b, key: second, seo: {} }, 'b second, seo first', '0002, 0001'],
    ['elsewhere, without one', elsewhere.copied, { seo: { url: b, copyOf } }, 'a first, b first', '0001, 0001 too'],
    ['at one origin, without one', there.connected, { seo: { url: atFirst } }, 'a first, a first', '0001, 0001 too'],
    ['at one origin, with its own', there.separate, { seo: { url: atFirst } }, 'a first, a second', '0001, 0002'],
    ['there, its own beside a new one', there.separate, newThere, 'a third, a second', '0003, 0002'],
    ['there, the same beside a new one', there.copied, newThere, 'a third, a third', '0003, 0003 too'],
    ['at one origin, another path', there.copied, { seo: { url: `${a}/x` } }, 'a first, a first', '0001, 0001 too'],
  ])('%s', async (_what, before, saved, sent, kept) => {
    expect((await play(before, save(saved)))[1]).toBe(sent);
    expect(await keysNow()).toBe(kept);
  });
});

const refusedFor = (field: string, reason: string) => ({ kind: 'rejected', fields: { [field]: [reason] } });
const noKey = { analytics: { ok: false, problem: { kind: 'setup', code: 'no-key' } } };
const [needsKey, needsSeoKey] = [required('analytics.key'), required('seo.key')];
const insecure = save({ url: 'http://a.example', key: first });
const withUserInfo = save({ key: first, seo: { url: 'https://u:p@seo.example' } });
const localhost = save({ url: 'https://localhost', key: first });
const seoElsewhere = save({ seo: { url: b } });
const waiting = () =>
  browser.storage.session.set({ keyDrafts: { version: 1, value: { 'main:analytics': { key: first, origins: [a] } } } });
test.each<[string, Step[], gives: object, kept: string]>([
  ['without any key', [save({})], needsKey, 'none, none'],
  ['at a refused address', [insecure], refusedFor('analytics.url', 'insecure'), 'none, none'],
  ['at a refused SEO address', [withUserInfo], refusedFor('seo.url', 'user-info'), 'none, none'],
  ['at another origin', [connected, save({ url: b })], needsKey, '0001, none'],
  ['at another port', [connected, save({ url: `${a}:8443` })], needsKey, '0001, none'],
  ['at http in place of https', [localhost, save({ url: 'http://localhost' })], needsKey, '0001, none'],
  ['at an SEO service elsewhere', [connected, save({ seo: {} })], needsSeoKey, '0001, none'],
  ['at an SEO service elsewhere, beside a typed key', [save({ key: first, seo: {} })], needsSeoKey, 'none, none'],
  ['at an SEO service that moved', [copied, seoElsewhere], needsSeoKey, '0001, 0001 too'],
  ['at an SEO service that moved, shared before', [storedAsShared, seoElsewhere], needsSeoKey, '0001, 0001 too'],
  ['as a copy of none', [separate, forget('analytics'), save({ seo: { copyOf } })], needsKey, 'none, 0002'],
  ['with a key that was typed in 1.3 and not saved', [waiting, save({})], needsKey, 'none, none'],
  ['tested with a key for the session, after a restart', [forSession, restart, testAgain], noKey, 'none, none'],
  ['tested with a forgotten key', [connected, forget('analytics'), testAgain], noKey, 'none, none'],
])('nothing is sent %s', async (_name, steps, gives, kept) => {
  expect(await play(...steps)).toEqual([gives, '']);
  expect(await keysNow()).toBe(kept);
});

test.each<[string, Step[], kept: string]>([
  ['one of two keys', [separate, forget('analytics')], 'none, 0002'],
  ['the other of two', [separate, forget('seo')], '0001, none'],
  ['one of the same elsewhere', [copied, forget('analytics')], 'none, 0001'],
  ['one that was shared before', [storedAsShared, forget('analytics')], 'none, 0001'],
  ['the same at one origin: both', [together, forget('analytics')], 'none, none'],
  ['the same at one origin, by the other: both', [together, forget('seo')], 'none, none'],
  ['but for the session', [copied, save({ seo: {}, keep: 'session' }), restart], 'none, none'],
  ['but for the session, also what was to be replaced', [separate, refusedSession, restart], 'none, none'],
])('is not kept: %s', async (_name, steps, kept) => {
  await play(...steps);
  expect(await keysNow()).toBe(kept);
});

test.each<[string, Step, isMoved: boolean]>([
  ['go to the account of a new key', renewed, true],
  ['stay behind where the address is another', moved, false],
])('texts that were typed in the popup and not sent %s', async (_name, step, isMoved) => {
  await play(connected);
  const nameNow = async () => `site:${(await get(connections)).list[0]?.account}:new.example`;
  const drafts = [{ of: 'new', fields: { privacy: 1 } }];
  const before = await nameNow();
  await browser.storage.session.set({ [before]: drafts, 'site:other:new.example': [] });
  await play(step);
  const sites = Object.entries(await browser.storage.session.get()).filter(([name]) => name.startsWith('site:'));
  const now = isMoved ? await nameNow() : before;
  expect(Object.fromEntries(sites)).toEqual({ [now]: drafts, 'site:other:new.example': [] });
});

test.each<[string, Step, isKept: boolean]>([
  ['goes on where the service has moved, with its key', save({ url: b, key: first }), true],
  ['goes on where it has moved and does not answer yet', save({ url: b, key: first, anyway: true }), true],
  ['ends where another service takes its place', moved, false],
])('a repeated check %s', async (_name, step, isKept) => {
  await play(connected);
  const accountNow = async () => (await get(connections)).list[0]?.account ?? '';
  const repeat = { every: 'week', sites: [{ key: 'a.example', id: '1' }], job: 'j', next: 1 } as const;
  await set(auditRepeats, [{ ...repeat, account: await accountNow() }]);
  await play(step);
  const sites = [{ key: 'a.example' }];
  expect(await get(auditRepeats)).toEqual(isKept ? [{ ...repeat, account: await accountNow(), sites }] : []);
});

test.each<[string, Step[], unknown]>([
  ['after a restart', [forSession, restart, forget('analytics')], true],
  ['where the key is refused', [connected, says(a, refuse(401)), save({ key: second, keep: 'session' })], true],
  ['until keys are to be kept', [forSession, save({})], undefined],
])('keys are to be forgotten with the browser, which is remembered: %s', async (_name, steps, remembered) => {
  await play(...steps);
  expect((await get(connections)).list[0]?.forgetKeys).toBe(remembered);
});

test('a key that is forgotten leaves its account, and the other service’s stays', async () => {
  const accounts = async () => {
    const [{ account, seoAccount } = {}] = (await get(connections)).list;
    return [account, seoAccount];
  };
  await play(copied);
  const [account, seoAccount] = await accounts();
  await forget('analytics')();
  expect(await accounts()).toEqual([expect.not.stringMatching(account ?? ''), seoAccount]);
  await forget('seo')();
  expect((await accounts())[1]).not.toBe(seoAccount);
});

describe('a key is forgotten over connections that cannot be read', () => {
  const separateFor = (keep: string) => save({ key: first, seo: { key: second }, keep });
  test.each<[string, Step, connections: unknown, left: string[]]>([
    ['always kept, newer', separateFor('always'), newer, ['main:seo']],
    ['always kept, broken', separateFor('always'), 'x', ['main:seo']],
    ['of the session, newer', separateFor('session'), newer, ['main:seo']],
    ['of the session, broken', separateFor('session'), 'x', ['main:seo']],
    ['the same for both, newer', copied, newer, ['main:seo']],
    ['the same at one origin, newer', together, newer, []],
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
const copiedAnew = save({ key: second, seo: { copyOf } });

test.each<[string, Step[], told: string, kept: string]>([
  ['over one that works', [connected, no(a), renewed], 'analyticsV1 auth unsaved', '0001, none'],
  ['at another address', [connected, down(b), moved], 'network unsaved', '0001, none'],
  ['but wanted anyway', [down(b), connected, anyway], 'network', '0002, none'],
  ['as the first one', [no(a), connected], 'analyticsV1 auth unsaved', 'none, none'],
  ['but connected', [connected, down(a), save({ keep: 'session' })], 'analyticsV1 network', 'session 0001, none'],
  ['at one of two', [no(seo), separate], 'analyticsV1 ok auth unsaved', '0001, none'],
  ['beside SEO that does', [connected, no(a), withThird], 'analyticsV1 auth unsaved ok', '0001, 0003'],
  ['while nothing was connected', [no(a), copied], 'analyticsV1 auth unsaved ok unsaved', 'none, none'],
  ['for both, at SEO', [copied, no(seo), copiedAnew], 'analyticsV1 ok auth unsaved', '0002, 0001'],
  ['for both, at analytics', [copied, no(a), copiedAnew], 'analyticsV1 auth unsaved ok', '0001, 0002'],
])('what does not answer is not saved, %s', async (_name, steps, told, kept) => {
  const [report] = await play(...steps);
  expect([inWords(report as ConnectionReport), await keysNow()]).toEqual([told, kept]);
});

test('what a test finds is told again later, until a key is removed', async () => {
  await play(connected, says(a, refuse(401)), save({ key: second }));
  // What was not saved says nothing of what is connected.
  expect(await get(lastReportOf('main'))).toEqual({ report: { analytics: ofFirst }, at: expect.any(Number) });
  await play(testAgain);
  const again = await get(lastReportOf('main'));
  expect(again).toEqual({ report: { analytics: refusedAs('auth') }, at: expect.any(Number) });
  await forget('analytics')();
  expect(await get(lastReportOf('main'))).toBeUndefined();
});

test.each<[string, saved: Saved, seo: object | undefined]>([
  ['the new key of an SEO service', { seo: { key: third } }, found],
  ['that there is none any more', {}, undefined],
])(
  'what a test has found is told of what is connected, where a key is refused beside %s',
  async (_what, saved, now) => {
    await play(no(seo), save({ key: first, seo: { key: second }, anyway: true }));
    await play(says(seo, list([])), no(a), save({ ...saved, key: second }));
    const report = { analytics: ofFirst, ...(now ? { seo: now } : {}) };
    expect((await get(lastReportOf('main')))?.report).toEqual(report);
  },
);

describe('what is stored', () => {
  test('a full store is told, and leaves the key that was there', async () => {
    await play(connected);
    const write = vi.spyOn(browser.storage.local, 'set').mockRejectedValue(new Error(`QUOTA ${second}`));
    expect((await play(save({ key: second })))[0]).toEqual({ kind: 'setup', code: 'fault' });
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
});

describe('a save that a page sends again, because the worker was stopped', () => {
  const own = { name: 'Mine', rules: ['*.shop.example'], defaults: undefined, templates: undefined };
  const headers = [{ name: 'X-Proxy', value: 'made-up-header-value' }];
  const services = { analytics: { url: a, key: first } };
  const separateAnyway = save({ key: first, seo: { key: second }, anyway: true });
  const besideSeo = { analytics: { url: a, key: second }, seo: { url: seo } };
  const read = async () => revisionOf((await get(connections)).list[0]);

  test.each<[string, before: Step[], input: object]>([
    ['a new connection', [], { services, read: '' }],
    ['a new one with settings of its own', [], { services, own, headers, read: '' }],
    ['a new one without SEO', [], { services: { ...services, seo: { url: seo, key: third } }, read: '' }],
    ['a header', [connected], { services: { analytics: { url: a } }, headers }],
    ['a new key and another name', [connected], { services: { analytics: { url: a, key: second } }, own }],
    ['a new key, beside an SEO service without one', [separateAnyway, forget('seo')], { services: besideSeo }],
    ['another address', [connected], { services: { analytics: { url: b, key: second } }, headers }],
  ])('does the same as once: %s', async (_what, before, input) => {
    world.answers[seo] = refuse(401);
    await play(...before);
    const message = { keep: 'always', read: await read(), ...input };
    const [once] = await play(() => ask('connection.save', message));
    const [kept, { keys: secrets }] = [await get(connections), await browser.storage.local.get()];
    const [twice] = await play(() => ask('connection.save', message));
    expect([once, twice]).toMatchObject([{ analytics: ofFirst }, { analytics: ofFirst }]);
    expect([await get(connections), (await browser.storage.local.get()).keys]).toEqual([kept, secrets]);
  });

  const withKey = (key?: string) => ({ services: { analytics: { url: a, key } } });
  test.each<[string, other: object, input: object]>([
    ['another name', { own }, { own: { ...own, name: 'Theirs' } }],
    ['another key', withKey(second), withKey(third)],
    ['another place for the keys', { keep: 'session' }, {}],
    ['a service that was removed', withKey(), { services: { analytics: { url: a }, seo: { url: atFirst } } }],
  ])('is told from one of another window: %s', async (_what, other, input) => {
    await play(together);
    const message = { keep: 'always', services: { analytics: { url: a } }, read: await read() };
    const told = await play(
      () => ask('connection.save', { ...message, ...other }),
      () => ask('connection.save', { ...message, ...input }),
    );
    expect(told[0]).toMatchObject({ kind: 'setup', code: 'changed' });
  });
});

describe('a header of a name that the connection has', () => {
  const given = (value: string, url = a, name = 'X-Proxy') => ({
    services: { analytics: { url, key: url === a ? first : second } },
    headers: [{ name, value }],
    keep: 'always',
  });
  const saved =
    (...input: Parameters<typeof given>): Step =>
    () =>
      ask('connection.save', given(...input));
  const [one, inCapitals] = [saved('value-of-one'), saved('value-of-two', b, 'X-PROXY')];
  const beside = () => {
    const { services, ...more } = given('value-of-two', b);
    return ask('connection.save', { ...more, services: { ...services, seo: { url: a, key: first } } });
  };
  const double = { kind: 'rejected', fields: { headers: ['double'] } };
  const headersNow = async () =>
    ((await ask('connection.status', {})) as { value?: ConnectionStatus }).value?.headers?.map(
      ({ name, host, lastFour }) => [name, host, lastFour].join(' '),
    );

  test.each<[string, Step[], gives: object, stays: string[]]>([
    ['another value', [one, saved('value-of-two')], double, ['X-Proxy a.example -one']],
    ['in capitals', [one, saved('value-of-two', a, 'X-PROXY')], double, ['X-Proxy a.example -one']],
    ['for another address', [one, saved('value-of-two', b)], { analytics: found }, ['X-Proxy b.example -two']],
    ['the same for another address', [one, saved('value-of-one', b)], { analytics: found }, ['X-Proxy b.example -one']],
    ['for another address, in capitals', [one, inCapitals], { analytics: found }, ['X-PROXY b.example -two']],
    ['for another address, with a service at the first', [one, beside], double, ['X-Proxy a.example -one']],
  ])('%s', async (_what, steps, gives, stays) => {
    expect((await play(...steps))[0]).toMatchObject(gives);
    expect(await headersNow()).toEqual(stays);
  });

  test('that another window saves at the same time is refused', async () => {
    await play(connected);
    const both = (await Promise.all([saved('value-of-one')(), saved('value-of-two')()])) as Answer<unknown>[];
    expect(both.map((answer) => answer.ok || answer.problem)).toEqual(
      expect.arrayContaining([true, expect.objectContaining(double)]),
    );
    expect(await headersNow()).toHaveLength(1);
  });
});
