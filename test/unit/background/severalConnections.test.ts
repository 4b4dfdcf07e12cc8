import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { headersFor, saveHeaders } from '@/lib/background/storedHeaders.ts';
import { revisionOf } from '@/lib/connections/revision.ts';
import type { Name } from '@/lib/messages/ask.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import { connections, defaults, get, set, update } from '@/lib/storage/settings.ts';
import { leaveCreate } from '../jobs/left.ts';
import { storedAt } from '../records/seed.ts';
import { askAsPage } from './ask.ts';
import { turnedAway } from './service.ts';

const urls = { a: 'https://a.example', b: 'https://b.example' };
const keys = { a: 'made-up-key-of-a-0001', b: 'made-up-key-of-b-0002' };
type Id = keyof typeof urls;

const world = {
  /** Every request: method, origin, and whose key it had. */
  log: [] as string[],
  /** What the header for a proxy said, of every request. */
  proxied: [] as string[],
  /** Of every record that was created. */
  passwords: [] as (string | null)[],
  /** Has nothing where a list is asked for. */
  missing: undefined as Id | undefined,
};

function created(sent: URLSearchParams): Response {
  world.passwords.push(sent.get('password'));
  return Response.json({ data: { id: 8, domain: sent.get('domain'), privacy: 2 } });
}

const answerOf = (url: string) =>
  /websites\/\d+$/.test(url)
    ? { data: { id: 7, domain: 'site.example', privacy: 1 } }
    : { data: [{ id: 7, domain: 'site.example', privacy: 1 }], links: { next: null } };

const save = (
  id: Id,
  { url = urls[id], key, ...more }: { url?: string; key?: string | null; [more: string]: unknown } = {},
) =>
  askAsPage('connection.save', {
    connection: id,
    services: { analytics: { url, ...(key === null ? {} : { key: key ?? keys[id] }) } },
    keep: 'always',
    ...more,
  });
const remove = (connection: string) => askAsPage('connection.remove', { connection });
const accountOf = async (id: Id) => (await get(connections)).list.find((one) => one.id === id)?.account;
const changed = async (id: Id, part: object) => {
  const { list, ...rest } = await get(connections);
  await set(connections, { ...rest, list: list.map((one) => (one.id === id ? { ...one, ...part } : one)) });
};
const ask = async (name: Name, input: object, id: Id) => askAsPage(name, input, { account: await accountOf(id) });

/** All that is stored. */
const kept = async () => JSON.stringify([await browser.storage.local.get(), await browser.storage.session.get()]);

beforeEach(async () => {
  Object.assign(world, { log: [], proxied: [], passwords: [], missing: undefined });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const { origin } = new URL(url);
    const key = (new Headers(headers).get('authorization') ?? '').replace('Bearer ', '');
    const [id, owner] = [urls, keys].map(
      (all) => Object.entries(all).find(([, value]) => value === origin || value === key)?.[0],
    );
    world.log.push(`${method} ${id} with ${owner}`);
    world.proxied.push(`${id} ${new Headers(headers).get('x-proxy')}`);
    if (world.missing === id) return new Response('', { status: 404 });
    const away = turnedAway(url, { headers: headers ?? {} });
    if (away) return away;
    if (method === 'POST') return created(new URLSearchParams(body as URLSearchParams));
    if (method === 'DELETE') return Response.json({ deleted: true });
    return Response.json(answerOf(url));
  });
  const both = Object.entries(urls) as [Id, string][];
  const stored = {
    keys: Object.fromEntries(both.map(([id, origin]) => [`${id}:analytics`, { origin, key: keys[id] }])),
    connections: {
      active: 'a',
      list: both.map(([id, analyticsUrl]) => ({ id, analyticsUrl, account: crypto.randomUUID(), kind: 'analyticsV1' })),
    },
  };
  for (const [name, value] of Object.entries(stored))
    await browser.storage.local.set({ [name]: { version: 1, value } });
});

test.each<[Name, object]>([
  ['websites.list', {}],
  ['websites.show', { id: '7' }],
  ['websites.update', { id: '7', privacy: 0 }],
  ['websites.delete', { id: '7', domain: 'site.example' }],
  ['site.check', { host: 'site.example' }],
])('what names an account goes to its service, with its key: %s', async (name, input) => {
  for (const id of ['a', 'b'] as const) {
    world.log = [];
    expect(await ask(name, input, id)).toMatchObject({ ok: true });
    expect(new Set(world.log.map((line) => line.replace(/^\w+ /, '')))).toEqual(new Set([`${id} with ${id}`]));
  }
});

test('a create whose outcome is not known at one of two connections to one address is waited for by the other', async () => {
  await save('b', { url: urls.a, key: keys.b });
  world.log = [];
  const [a = '', b = ''] = [await accountOf('a'), await accountOf('b')];
  await leaveCreate(a, 'new.example', { url: urls.a, isLost: true, at: Date.now() - 60_000 });
  expect(await ask('websites.create', { domain: 'new.example' }, 'b')).toMatchObject({
    problem: { code: 'still-unconfirmed' },
  });
  expect([a === b, world.log.filter((line) => line.startsWith('POST'))]).toEqual([false, []]);
});

test.each<[string, (id: Id) => Promise<unknown>]>([
  ['the key of one is forgotten', (connection) => askAsPage('keys.forget', { connection, service: 'analytics' })],
  ['one is removed', remove],
])('%s: it is asked nothing more, and the other works on', async (_, act) => {
  const gone = await accountOf('a');
  await ask('websites.list', {}, 'a');
  world.log = [];
  await act('a');
  expect(await askAsPage('websites.list', {}, { account: gone })).toMatchObject({ ok: false });
  expect(world.log).toEqual([]);
  expect(await ask('websites.list', {}, 'b')).toMatchObject({ ok: true });
  expect(world.log).toEqual(['GET b with b']);
  expect(await storedAt(gone ?? '', 'site.example')).toBeUndefined();
});

test('of one that is removed nothing stays, no secret and nothing typed', async () => {
  await save('b', { headers: [header] });
  await askAsPage('keys.defaultPassword', { connection: 'b', password: 'word-of-b' });
  await remove('b');
  for (const trace of [keys.b, urls.b, header.value, 'word-of-b']) expect(await kept()).not.toContain(trace);
  expect(await kept()).toContain(keys.a);
  expect(await get(connections)).toMatchObject({ active: 'a', list: [{ id: 'a' }] });
});

test('one that cannot be removed, as the storage is full, stays as it was', async () => {
  const write = browser.storage.local.set.bind(browser.storage.local);
  const full = vi.spyOn(browser.storage.local, 'set').mockImplementation(async (values) => {
    if ('connections' in values) throw new Error('QUOTA');
    return write(values);
  });
  expect(await remove('b')).toMatchObject({ ok: false });
  full.mockRestore();
  expect(await ask('websites.list', {}, 'b')).toMatchObject({ ok: true });
  expect(await remove('b')).toMatchObject({ ok: true });
  expect(JSON.stringify(await browser.storage.local.get())).not.toContain(keys.b);
});

const header = { name: 'X-Proxy', value: 'value-of-c' };

test.each<[string, missing: Id | undefined, isKept: boolean]>([
  ['is stored with it', undefined, true],
  ['is stored nowhere where its service does not answer', 'a', false],
])('a header of one that is new %s', async (_what, missing, isKept) => {
  world.missing = missing;
  world.proxied = [];
  await save('a', { connection: 'c', headers: [header] });
  expect(new Set(world.proxied)).toEqual(new Set([`a ${header.value}`]));
  expect((await kept()).includes(header.value)).toBe(isKept);
});

test('what is left of one that was never saved goes as another is removed', async () => {
  await askAsPage('keys.defaultPassword', { connection: 'c', password: 'word-of-c' });
  await set(lastReportOf('c'), { report: { analytics: { ok: true, count: 7_654_321, more: false } }, at: 1 });
  await remove('b');
  const all = await kept();
  for (const trace of ['word-of-c', '7654321']) expect(all).not.toContain(trace);
  expect(all).toContain(keys.a);
});

const newer = () => browser.storage.local.set({ connections: { version: 99, value: {} } });
test.each<[string, connection: string, before: () => unknown, left: string[]]>([
  ['that is not saved yet: the others stay', 'c', () => {}, ['a', 'b']],
  ['that was removed: the other stays', 'b', () => remove('b'), ['a']],
  ['of a list that a newer version wrote: all go', 'b', newer, []],
])('the key is forgotten of one %s', async (_which, connection, before, left) => {
  await before();
  expect(await askAsPage('keys.forget', { connection, service: 'analytics' })).toMatchObject({ ok: true });
  const stored = JSON.stringify(await browser.storage.local.get('keys'));
  expect(Object.entries(keys).flatMap(([id, key]) => (stored.includes(key) ? [id] : []))).toEqual(left);
});

const templates = { statisticsUrl: '{base_url}/own', trackingCode: '', accountUrl: '' };
const publicly = { ...defaults.fallback, privacy: 0 as const };
const own = { name: 'Client A', rules: ['*.client.example'], defaults: publicly, templates };

test('a save keeps the name, the rules, the other settings of its own and the place in the list', async () => {
  await changed('a', own);
  await update(connections, (all) => ({ ...all, active: 'b' }));
  await save('a', { key: 'another-made-up-key-0003' });
  expect(await get(connections)).toMatchObject({ active: 'b', list: [{ id: 'a', ...own }, { id: 'b' }] });
});

/** What a form shows of a connection, as it sends it. */
const storedNow = async (id: Id) => (await get(connections)).list.find((one) => one.id === id);
const formOf = async (id: Id) => ({ own, read: revisionOf(await storedNow(id)) });

test('a form is saved with its name, rules and own settings, of a new one too; empty ones are not stored', async () => {
  expect(await save('a', await formOf('a'))).toMatchObject({ ok: true });
  expect(await save('a', { connection: 'c', own: { ...own, rules: ['c.example'] }, read: '' })).toMatchObject({
    ok: true,
  });
  const { list } = await get(connections);
  expect(list).toMatchObject([{ id: 'a', ...own }, { id: 'b' }, { id: 'c', name: own.name, rules: ['c.example'] }]);
  await save('a', { own: { name: '', rules: [] }, read: revisionOf(list[0]) });
  const [now] = (await get(connections)).list;
  expect(now).toEqual({ id: 'a', analyticsUrl: urls.a, account: now?.account, kind: now?.kind });
});

test('of the password only the worker knows whether there is one', async () => {
  await askAsPage('keys.defaultPassword', { connection: 'a', password: 'word-of-a' });
  await save('a', await formOf('a'));
  expect((await get(connections)).list[0]?.defaults).toMatchObject({ privacy: 0, hasPassword: true });
});

test.each<[string, meanwhile: () => Promise<unknown>, isSaved: boolean]>([
  ['nothing happens', async () => {}, true],
  ['its kind is found out', () => changed('a', { kind: 'umami' }), true],
  ['another is renamed', () => changed('b', { name: 'B' }), true],
  ['it is renamed', () => changed('a', { name: 'A' }), false],
  ['it gets a rule', () => askAsPage('connection.rule', { connection: 'a', host: 'x.example' }), false],
  ['its key is forgotten', () => askAsPage('keys.forget', { connection: 'a', service: 'analytics' }), false],
  ['it is removed', () => remove('a'), false],
])('between opening a form and saving it %s', async (_what, meanwhile, isSaved) => {
  const form = await formOf('a');
  await meanwhile();
  const before = await browser.storage.local.get();
  world.log = [];
  const answer = await save('a', { ...form, key: 'another-made-up-key-0003' });
  expect(answer).toMatchObject(isSaved ? { ok: true } : { ok: false, problem: { kind: 'setup', code: 'changed' } });
  if (isSaved) return;
  expect([await browser.storage.local.get(), world.log]).toEqual([before, []]);
  const [one] = (await get(connections)).list;
  const overwritten = { own, key: keys.a, read: revisionOf(one?.id === 'a' ? one : undefined) };
  expect(await save('a', overwritten)).toMatchObject({ ok: true });
});

test.each<[string, rules: string[], refused: string | undefined]>([
  ['a rule that another has', ['x.example', '*.b.example'], '*.b.example'],
  ['a rule that both had before', ['*'], undefined],
  ['a rule of its own', ['x.example'], undefined],
])('%s', async (_what, rules, refused) => {
  await changed('a', { rules: ['*'] });
  await changed('b', { rules: ['*.b.example', '*'] });
  const answer = await save('a', { own: { rules } });
  const problem = { kind: 'rejected', fields: { rules: [refused] } };
  expect(answer).toMatchObject(refused ? { ok: false, problem } : { ok: true });
  expect((await get(connections)).list[0]?.rules).toEqual(refused ? ['*'] : rules);
});

const isOk = (answer: unknown) => (answer as { ok: boolean }).ok;

describe('headers of one’s own', () => {
  const value = 'made-up-header-value-0005';
  const add = async (more: object) => {
    const answer = await save('a', { key: null, headers: [{ name: 'X-Proxy', value }], ...more });
    return isOk(answer) ? askAsPage('connection.status', { connection: 'a' }) : answer;
  };

  test('go with each request of their connection, and with none of another', async () => {
    const headers = [{ name: 'X-Proxy', host: 'a.example', lastFour: '0005' }];
    expect(await add({})).toMatchObject({ value: { headers } });
    world.proxied = [];
    await ask('websites.list', {}, 'a');
    await ask('websites.list', {}, 'b');
    await save('a', { key: null });
    expect(new Set(world.proxied)).toEqual(new Set([`a ${value}`, 'b null']));
  });

  test.each([
    ['Authorization', 'Basic anna:made-up', `Basic ${btoa('anna:made-up')}`],
    ['Authorization', 'anna:made-up', 'anna:made-up'],
    ['X-Proxy', 'Basic anna:made-up', 'Basic anna:made-up'],
  ])('%s: %s, as an earlier version stored it, is sent as %s', async (name, stored, sent) => {
    const url = 'https://a.example';
    await saveHeaders('a', { [name]: stored }, { url, keep: 'session' });
    expect(await headersFor('a', url)).toEqual({ [name]: sent });
  });

  test('go also with what asks, without the key, which kind of service it is', async () => {
    await add({});
    world.proxied = [];
    world.missing = 'a';
    expect(await save('a')).toMatchObject({ value: { analytics: { ok: false } } });
    expect(world.log).toContain('GET a with undefined');
    expect(new Set(world.proxied)).toEqual(new Set([`a ${value}`]));
  });

  test('stay bound to their origin, when the connection gets another address', async () => {
    await add({});
    world.proxied = [];
    await save('a', { url: urls.b, key: keys.b });
    expect(new Set(world.proxied)).toEqual(new Set(['b null']));
  });

  test.each([
    ['until the browser closes', 'session', ['b:analytics'], ['a:analytics', 'a:header-X-Proxy']],
    ['always', 'always', ['a:analytics', 'a:header-X-Proxy', 'b:analytics'], []],
  ])('are kept as the keys are: %s', async (_name, keep, local, session) => {
    await add({ keep: keep === 'always' ? 'session' : 'always' });
    await save('a', { keep });
    const areas = await Promise.all([browser.storage.local.get('keys'), browser.storage.session.get('keys')]);
    const names = areas.map(({ keys }) => Object.keys((keys as { value: object } | undefined)?.value ?? {}).sort());
    expect(names).toEqual([local, session]);
  });

  test('are written only: no page, answer or other place of the storage has their value', async () => {
    const answers = [await add({}), await askAsPage('connection.status', { connection: 'a' })];
    const { keys: _, ...rest } = await browser.storage.local.get();
    expect(JSON.stringify([answers, rest, await browser.storage.session.get()])).not.toContain(value);
  });

  test('a user and a password are stored as they are sent, and nothing of them is told', async () => {
    await changed('a', { kind: 'matomo' });
    const answer = await add({ headers: [{ name: 'authorization', value: 'anna:made-up-password' }] });
    const { headers } = (answer as { value: { headers: object[] } }).value;
    expect(headers).toEqual([{ name: 'authorization', host: 'a.example' }]);
    expect(await kept()).toContain(`Basic ${btoa('anna:made-up-password')}`);
  });

  test.each([
    ['Authorization', value, 'authorization'],
    ['x-proxy', value, 'double'],
    ['X-Other', 'line\nbreak', 'value'],
  ])('%s: refused with the reason', async (name, given, reason) => {
    await add({});
    const answer = { ok: false, problem: { kind: 'rejected', fields: { headers: [reason] } } };
    expect(await add({ headers: [{ name, value: given }] })).toEqual(answer);
  });

  test('are forgotten, and nothing else', async () => {
    await add({});
    await askAsPage('keys.forgetHeader', { connection: 'a', name: 'X-Proxy' });
    expect(await kept()).not.toMatch(/made-up-header|header-/);
    expect(await kept()).toContain(keys.a);
  });
});

describe('the default password', () => {
  const keep = (password: string, connection?: Id) => askAsPage('keys.defaultPassword', { password, connection });
  const hasPassword = async (id: Id) =>
    (await get(connections)).list.find((one) => one.id === id)?.defaults?.hasPassword;
  const create = async (domain: string, id: Id) =>
    ask('websites.create', { domain, privacy: 2, despiteUnknown: true }, id);

  test('of one is not the other’s; where one has none of its own, the common one holds', async () => {
    await keep('common-word');
    await keep('word-of-b', 'b');
    await create('one.example', 'a');
    await create('two.example', 'b');
    expect(world.passwords).toEqual(['common-word', 'word-of-b']);
    expect([await hasPassword('a'), await hasPassword('b')]).toEqual([undefined, true]);
    const { defaultPassword: _, defaultPasswords: __, ...rest } = await browser.storage.local.get();
    expect(JSON.stringify([rest, await browser.storage.session.get()])).not.toMatch(/common-word|word-of-b/);
  });

  test.each(['word-of-b', ''])('of one that follows the common settings again is the common one: "%s"', async (own) => {
    await keep('common-word');
    await keep(own, 'b');
    await save('b', { own: {} });
    await create('two.example', 'b');
    expect([world.passwords, await hasPassword('b')]).toEqual([['common-word'], undefined]);
  });

  test('removed of one, it has none, whatever the common one is', async () => {
    await keep('common-word');
    await keep('', 'b');
    expect(await create('one.example', 'b')).toMatchObject({ ok: false, problem: { code: 'required' } });
    expect(await hasPassword('b')).toBe(false);
  });

  test('removed of the only connection, is stored nowhere, although it was the common one', async () => {
    await remove('b');
    await changed('a', { defaults: own.defaults });
    await keep('common-word');
    await keep('', 'a');
    expect(await kept()).not.toContain('common-word');
    expect([await hasPassword('a'), (await get(defaults)).hasPassword]).toEqual([false, false]);
  });
});

describe('a registration makes its connection the one used last', () => {
  test.each<[string, object, string]>([
    ['a person’s', {}, 'b'],
    ['but none of a private window', { private: true }, 'a'],
  ])('%s', async (_whose, more, active) => {
    await askAsPage('websites.create', { domain: 'site.example' }, { account: await accountOf('b'), ...more });
    expect(await get(connections)).toMatchObject({ active, list: [{ id: 'a' }, { id: 'b' }] });
  });

  test('or is told all the same, where the connections cannot be read any more', async () => {
    const { local } = fakeBrowser.storage;
    const read = local.get.bind(local) as (name: unknown) => Promise<object>;
    vi.spyOn(local, 'get').mockImplementation((async (name: unknown) => {
      if (world.log.includes('POST b with b')) throw new Error('no');
      return read(name);
    }) as never);
    expect(await ask('websites.create', { domain: 'new.example' }, 'b')).toMatchObject({ ok: true });
  });

  test('where it is that already, nothing is written', async () => {
    const written = vi.spyOn(browser.storage.local, 'set');
    await ask('websites.create', { domain: 'site.example' }, 'a');
    expect(written.mock.calls.filter(([values]) => 'connections' in values)).toEqual([]);
  });
});

describe('what an organisation has fixed', () => {
  beforeEach(async () => {
    await askAsPage('connection.rule', { connection: 'a', host: 'site.example' });
    const a = { set: {}, own: {}, fixed: ['analyticsUrl', 'rules'], isAdded: true };
    await set(policyInForce, { ...policyInForce.fallback, connections: { a } });
  });

  const saving = (services: object) => ({ connection: 'a', services, keep: 'always' });
  test.each<[string, Name, object]>([
    ['its address', 'connection.save', saving({ analytics: { url: urls.b, key: keys.b } })],
    ['its rules', 'connection.rule', { connection: 'a', host: 'other.example' }],
    ['its rules, by those of another', 'connection.rule', { connection: 'b', host: 'site.example' }],
    ['that it is there', 'connection.remove', { connection: 'a' }],
  ])('%s stays, and no request is made', async (_what, name, input) => {
    const before = await fakeBrowser.storage.local.get();
    const answer = await askAsPage(name, input);
    expect(answer).toEqual({ ok: false, problem: { kind: 'setup', code: 'fixed' } });
    expect(await fakeBrowser.storage.local.get()).toEqual(before);
    expect(world.log).toEqual([]);
  });

  test.each<[string, Name, object]>([
    ['a key for its address', 'connection.save', saving({ analytics: { url: urls.a } })],
    ['an address it leaves open', 'connection.save', saving({ analytics: { url: urls.a }, seo: { url: urls.a } })],
    ['another connection', 'connection.remove', { connection: 'b' }],
    ['a rule of another', 'connection.rule', { connection: 'b', host: 'other.example' }],
  ])('%s may be changed', async (_what, name, input) => {
    expect(await askAsPage(name, input)).toMatchObject({ ok: true });
  });
});
