import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { isGone, isTyped, shownDefaults, textOf } from '@/entrypoints/options/connection/shown.ts';
import type { Event } from '@/entrypoints/options/connection/state.ts';
import { useConnection } from '@/entrypoints/options/connection/useConnection.ts';
import { isHeld } from '@/entrypoints/options/route.ts';
import { type ConnectionAddress, connections, defaults, preferences, set } from '@/lib/storage/settings.ts';
import { accessEvents, asked, does, failed, held, hooked, ok, openPage, settled, worker } from '../hooked.ts';
import { a, b, good, kept, keys, none, one, openSession, pressSave, stored, types, withSeo } from './form.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('../hooked.ts')).messages);

/** What the browser was asked for and got back, and where the page went. */
const page = { asked: [] as string[], given: [] as string[], places: [] as string[] };
const listeners = new Map<string, (event: never) => unknown>();
const confirm = vi.fn((_question: string) => true);

beforeEach(() => {
  openPage();
  Object.assign(page, { asked: [], given: [], places: [] });
  openSession();
  listeners.clear();
  confirm.mockReset().mockReturnValue(true);
  Object.assign(fakeBrowser, {
    permissions: {
      ...accessEvents,
      contains: async () => true,
      request: async ({ origins = [] }: { origins?: string[] }) => {
        page.asked.push(...origins);
        return true;
      },
      getAll: async () => ({ origins: [`${a}/*`, 'https://old.example/*'] }),
      remove: async ({ origins = [] }: { origins?: string[] }) => page.given.push(...origins),
    },
  });
  const go = (_state: null, _title: string, to: string) => page.places.push(to);
  vi.stubGlobal('history', { replaceState: go });
  const at = { pathname: '/options.html', search: '', hash: '', href: 'x#connection/one' };
  vi.stubGlobal('location', { ...at, assign: (to: string) => page.places.push(to) });
  vi.stubGlobal('addEventListener', (name: string, listener: (_: never) => unknown) => listeners.set(name, listener));
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name));
  vi.stubGlobal('confirm', confirm);
  worker.answers['connection.status'] = () => ok({ analytics: none, seo: none });
  worker.answers['connection.save'] = () => ok({ analytics: good });
});

async function open(connection?: ConnectionAddress, isNew = connection === undefined) {
  const id = isNew ? undefined : connection?.id;
  await set(connections, { list: connection ? [connection] : [] });
  if (connection) worker.answers['connection.status'] = () => ok({ analytics: stored, seo: none });
  const hook = await hooked(() => useConnection(id));
  await settled();
  const state = () => {
    const now = hook.now()?.state;
    if (!now) throw new Error('The form is not open.');
    return now;
  };
  const send = (...events: Event[]) => does(() => events.forEach((event) => void hook.now()?.send(event)));
  return { ...hook, state, send };
}

const confirms = (what: string): Event[] => [{ type: 'asked', what: what as never, focus: 'x' }, { type: 'confirmed' }];

test('a form saves with the access it needs, and gives back what nothing needs any more', async () => {
  const form = await open(one);
  await form.send(...types({ name: 'Mine' }), pressSave);
  expect(asked('connection.save')).toMatchObject([{ connection: 'one', own: { name: 'Mine' } }]);
  expect([page.asked, page.given]).toEqual([[`${a}/*`], ['https://old.example/*']]);
  expect([form.state().busy, isTyped(form.state().typed)]).toEqual([undefined, false]);
});

test.each<[string, before: ConnectionAddress[], Event[]]>([
  ['a new connection that is given up', [one], [{ type: 'cancelled' }]],
  ['a connection that is removed', [], confirms('connection')],
])('access to the address of %s is given back', async (_what, left, events) => {
  worker.answers['connection.remove'] = async () => {
    await set(connections, { list: left });
    return ok(null);
  };
  const form = await open(one, left.length > 0);
  await form.send(...events);
  const old = 'https://old.example/*';
  expect([page.given, page.places]).toEqual([left.length ? [old] : [`${a}/*`, old], ['#']]);
});

test('a save is answered although what is stored cannot be read at its end', async () => {
  worker.answers['connection.save'] = () => {
    vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValue(new Error('no'));
    return { ok: false, problem: { kind: 'setup', code: 'fault' } };
  };
  const form = await open(one);
  await form.send(...types({ name: 'Mine' }), pressSave);
  const { busy, failure, typed } = form.state();
  expect([busy, failure?.problem.code, typed.texts]).toEqual([undefined, 'fault', { name: 'Mine' }]);
});

test('access stays where a service does not answer yet', async () => {
  worker.answers['connection.save'] = () => ok({ analytics: failed('network'), unsaved: ['analytics'] });
  const form = await open(one);
  await form.send(...types({ 'analytics.url': b, 'analytics.key': keys.second }), pressSave);
  expect([page.given, textOf(form.state(), 'analytics.url')]).toEqual([[], b]);
});

test.each<[string, stored: ConnectionAddress | undefined, hash: string, id: RegExp, isNamed: boolean]>([
  ['the first connection has the first id', undefined, '', /^main$/, false],
  ['a further one has another, and the address names it once it is stored', one, '#new', /^[\w-]{36}$/, true],
])('%s', async (_what, before, hash, id, isNamed) => {
  Object.assign(location, { hash });
  worker.answers['connection.save'] = async ({ connection }) => {
    const added = { ...one, id: String(connection), analyticsUrl: b };
    await set(connections, { list: [...(before ? [before] : []), added] });
    return ok({ analytics: good });
  };
  const form = await open(before, true);
  await form.send(...types({ 'analytics.url': b, 'analytics.key': keys.first }), pressSave);
  expect(asked('connection.save')).toMatchObject([{ connection: expect.stringMatching(id) }]);
  expect(page.places).toEqual(isNamed ? [`/options.html#connection/${form.state().id}`] : []);
});

test('a form that was left does not name the address of the view that is shown by then', async () => {
  Object.assign(location, { hash: '#new' });
  const answer = held('connection.save');
  const form = await open(one, true);
  await form.send(...types({ 'analytics.url': b, 'analytics.key': keys.first }), pressSave);
  await form.end();
  await set(connections, { list: [one, { ...one, id: String(asked('connection.save')[0]?.connection) }] });
  await answer.settle(ok({ analytics: good }));
  expect(page.places).toEqual([]);
});

test('an address that names no connection says so, and nothing is saved there', async () => {
  const form = await open({ ...one, id: 'gone' });
  await does(() => set(connections, { list: [one] }));
  await form.end();
  const again = await hooked(() => useConnection('gone'));
  await settled();
  await does(() => again.now()?.send(pressSave));
  const state = again.now()?.state;
  expect([state && isGone(state), asked('connection.save')]).toEqual([true, []]);
});

describe('a reload', () => {
  test('keeps what was typed, but for secrets', async () => {
    const form = await open(one);
    const secrets = { password: 'made-up-word', 'header.value': 'made-up-value' };
    const texts = { name: 'Mine', 'analytics.key': keys.first, ...secrets };
    await form.send(...types({ ...texts, 'seo.url': 'https://u:made-up@seo.example', 'header.name': 'X-Proxy' }));
    expect([...kept.keys()]).toEqual(['form:one']);
    expect([...kept.values()].join()).not.toContain('made-up');
    await form.end();
    const again = await open(one);
    expect(again.state().typed.texts).toEqual({ name: 'Mine' });
  });

  test('of a new one keeps its id', async () => {
    await set(connections, { list: [one] });
    const form = await open(one, true);
    await form.send(...types({ 'analytics.url': b }));
    const { id } = form.state();
    await form.end();
    expect((await open(one, true)).state().id).toBe(id);
  });

  test.each(['{}', '{"id":"other"}'])('reads nothing out of %s', async (text) => {
    kept.set('form:one', text);
    expect((await open(one)).state().typed).toEqual({ texts: {} });
  });

  test('in a private window keeps nothing', async () => {
    Object.assign(fakeBrowser, { extension: { inIncognitoContext: true } });
    const form = await open(one);
    await form.send(...types({ name: 'Mine' }));
    Object.assign(fakeBrowser, { extension: undefined });
    expect(kept.size).toBe(0);
  });
});

describe('leaving', () => {
  const unload = () => {
    const event = { preventDefault: vi.fn() };
    listeners.get('beforeunload')?.(event as never);
    return event.preventDefault.mock.calls.length;
  };
  const change = () => {
    Object.assign(location, { href: 'x#' });
    return Number(isHeld({ oldURL: 'x#connection/one' } as never));
  };

  test.each<[string, typed: Event[], answer: boolean, asks: number, stays: number, count: number]>([
    ['with nothing typed asks nothing', [], true, 0, 0, 0],
    ['asks, and stays', types({ name: 'Mine' }), false, 1, 1, 1],
    ['asks, and goes', types({ name: 'Mine' }), true, 1, 0, 0],
  ])('%s', async (_what, typed, answer, asks, stays, count) => {
    confirm.mockReturnValue(answer);
    const form = await open(one);
    await form.send(...typed);
    expect(unload()).toBe(asks);
    expect([change(), confirm.mock.calls.length, kept.size]).toEqual([stays, asks, count]);
    await settled();
    expect(page.given).toEqual(stays ? [] : ['https://old.example/*']);
    expect(page.places).toEqual(stays ? ['x#connection/one'] : []);
    await form.end();
    expect([listeners.size, change()]).toEqual([0, 0]);
  });

  test('before its data are read asks nothing', async () => {
    worker.answers['connection.status'] = () => {
      Object.assign(location, { href: 'x#' });
      return ok({ analytics: stored, seo: none });
    };
    await set(connections, { list: [one] });
    await hooked(() => useConnection('one'));
    await settled();
    expect(change()).toBe(0);
  });

  test('goes back to where it was new once it has a name', async () => {
    Object.assign(location, { hash: '#new', href: 'x#new' });
    vi.stubGlobal('history', { replaceState: () => Object.assign(location, { href: 'x#connection/one' }) });
    worker.answers['connection.save'] = async ({ connection }) => {
      await set(connections, { list: [one, { ...one, id: String(connection) }] });
      return ok({ analytics: good });
    };
    const form = await open(one, true);
    await form.send(...types({ 'analytics.url': b, 'analytics.key': keys.first }), pressSave);
    Object.assign(location, { href: 'x#new' });
    expect(isHeld({ oldURL: 'x#connection/one' } as never)).toBe(false);
  });
});

test('what another window stores is shown; a removed connection leads away', async () => {
  const form = await open(one);
  await does(() => set(connections, { list: [{ ...one, name: 'Elsewhere' }] }));
  await does(() => set(defaults, { ...defaults.fallback, privacy: 0 }));
  await does(() => set(preferences, { ...preferences.fallback, statisticsUrl: `${b}/{domain}` }));
  const [now, { privacy }] = [form.state(), shownDefaults(form.state())];
  expect([textOf(now, 'name'), textOf(now, 'statisticsUrl'), privacy]).toEqual(['Elsewhere', `${b}/{domain}`, 0]);
  await form.send({ type: 'asked', what: 'connection', focus: 'x' }, { type: 'confirmed' });
  expect([asked('connection.remove'), page.places]).toEqual([[{ connection: 'one' }], ['#']]);
});

test.each<[string, Event[], name: string, input: object]>([
  ['a key', confirms('key analytics'), 'keys.forget', { connection: 'one', service: 'analytics' }],
  ['the password', confirms('password'), 'keys.defaultPassword', { connection: 'one', password: '' }],
])('%s is removed at once; what cannot be is said', async (_what, events, name, input) => {
  const form = await open(withSeo);
  await form.send(...events);
  expect(asked(name)).toEqual([input]);
  worker.answers[name] = () => failed('server');
  await form.send(...events);
  expect(form.state().failure).toEqual({ problem: { kind: 'server' } });
});

test('a test asks for access first where it is missing, and shows its answer', async () => {
  const answer = held('connection.test');
  Object.assign(fakeBrowser.permissions, { contains: async () => false });
  const form = await open(one);
  await form.send({ type: 'retried' });
  expect([page.asked, form.state().busy?.services]).toEqual([[`${a}/*`], ['analytics']]);
  await answer.settle(ok({ analytics: good }));
  expect([form.state().busy, form.state().read.last?.report ?? { analytics: good }]).toEqual([
    undefined,
    { analytics: good },
  ]);
});

const tab = (url: string | undefined, lastAccessed?: number, active = false) => ({ url, lastAccessed, active });
const [older, newer] = ['https://older.example/a', 'https://newer.example/b'];
test.each<[string, tabs: object[], string | undefined]>([
  ['one of which that is told', [tab(older), tab(newer, 2), tab(older)], newer],
  ['not this one', [tab(older, 1), tab(newer, 2, true)], older],
  ['none over http', [tab('http://plain.example/')], undefined],
  ['none of a service that is connected', [tab(`${a}/websites`, 1)], undefined],
  ['none that is not told', [tab(undefined, 2), tab(older, 1)], undefined],
])('a new connection offers, of the pages before it, %s', async (_what, tabs, last) => {
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue(tabs as never);
  await set(connections, { list: [one] });
  const form = await open(one, true);
  expect(form.state().lastPage).toBe(last);
  expect(asked('connection.identify')).toEqual([]);
});

test('over a page at which nothing could be asked, no service is said to be missing', async () => {
  Object.assign(location, { search: `?connect=${encodeURIComponent(`${b}/umami/websites/7`)}` });
  worker.answers['connection.identify'] = () => failed('access');
  expect((await open()).state().found).toMatchObject({ service: null });
});

test('over a page, its address is taken and its service asked about, without a key', async () => {
  Object.assign(location, { search: `?connect=${encodeURIComponent(`${b}/umami/websites/7`)}` });
  worker.answers['connection.identify'] = () => ok({ url: `${b}/umami`, kind: 'umami' });
  const form = await open();
  expect(asked('connection.identify')).toEqual([{ page: `${b}/umami/websites/7` }]);
  expect(form.state()).toMatchObject({ focus: { on: 'analytics.key' }, found: { service: { kind: 'umami' } } });
  expect(textOf(form.state(), 'analytics.url')).toBe(`${b}/umami`);
});
