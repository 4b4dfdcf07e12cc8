import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { tabEntries } from '@/entrypoints/manage/addMany/browserSources.ts';
import { useAdd } from '@/entrypoints/manage/addMany/useAdd.ts';
import { useCheck } from '@/entrypoints/manage/addMany/useCheck.ts';
import { usePlaces } from '@/entrypoints/manage/addMany/usePlaces.ts';
import { usePresets } from '@/entrypoints/manage/addMany/usePresets.ts';
import type { ParsedEntry } from '@/lib/addMany/preview.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import { type ConnectionAddress, type Defaults, defaults, set } from '@/lib/storage/settings.ts';
import { asked, failed, hooked, later, ok, openPage, settled, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
/** By account, the hosts that are known there. */
const known: Record<string, string[]> = {};
vi.mock('@/lib/messages/records.ts', () => ({ knownHosts: async (account: string) => [...(known[account] ?? [])] }));
/** The connections that there are. */
let connected: ConnectionAddress[] = [];
vi.mock('@/entrypoints/manage/useConnections.ts', () => ({ useConnections: () => connected }));

const base = 'https://stats.example';

beforeEach(openPage);

describe('open tabs', () => {
  const tab = (url: string, more = {}) => ({ url, title: url, incognito: false, ...more });

  test.each([
    ['all', {}],
    ['window', { currentWindow: true }],
  ] as const)('of %s: none of a private window, none that is no site', async (where, wanted) => {
    const query = vi
      .spyOn(fakeBrowser.tabs, 'query')
      .mockImplementation((async () => [
        tab('https://a.example/'),
        tab('https://secret.example/', { incognito: true }),
        tab('about:blank'),
      ]) as never);
    const entries = await tabEntries(where);
    expect(entries.map(({ site }) => ('host' in site ? site.host : ''))).toEqual(['a.example']);
    expect(query).toHaveBeenCalledWith(wanted);
  });
});

describe('the check', () => {
  const site = siteOf('https://a.example/');
  const entry = { line: 1, text: 'a.example', site, source: 'typed' };
  const reads: ParsedEntry[] = [{ entry, host: 'a.example', related: [], notes: [] }];

  test('asks again only after the pause that the service asks for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      let busy = true;
      worker.answers['websites.list'] = () =>
        busy ? failed('busy', { retryAfter: 40 }) : ok({ items: [], more: false });
      const places = [{ connection: { id: 'main', analyticsUrl: base, account: base }, parsed: reads }];
      const hook = await hooked(() => useCheck(places), undefined);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(asked('websites.list')).toHaveLength(1);
      expect(hook.now().state.until).toBeGreaterThan(Date.now() + 30_000);
      busy = false;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked('websites.list').length).toBeGreaterThan(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('where entries go', () => {
  const connection = (id: string, ...rules: string[]) => ({
    id,
    analyticsUrl: `https://${id}.example`,
    account: `of ${id}`,
    rules,
  });
  const [a, b, c] = [connection('a'), connection('b', '*.client.example'), connection('c')];
  const reads = (...hosts: (string | undefined)[]): ParsedEntry[] =>
    hosts.map((host, line) => ({
      entry: { line, text: host ?? '', site: siteOf(`https://${host}/`), source: '' },
      ...(host ? { host } : {}),
      related: [],
      notes: [],
    }));
  const all = reads('shop.client.example', 'known.example', 'any.example', undefined);
  const open = async (list: ConnectionAddress[], shown: ConnectionAddress, parsed = all) => {
    connected = list;
    Object.assign(known, { [c.account]: ['known.example', 'shop.client.example'] });
    const hook = await hooked((now: ConnectionAddress) => usePlaces(parsed, now), shown);
    await settled();
    const went = () =>
      Object.fromEntries(
        (hook.now().places ?? []).map(({ connection: { id }, parsed: some }) => [
          id,
          some.map(({ host }) => host ?? '-'),
        ]),
      );
    return { ...hook, went };
  };

  test('with one connection all go there, and nothing can be moved', async () => {
    const { now } = await open([b], b);
    expect(now().places).toEqual([{ connection: b, parsed: all }]);
    expect(now().move).toBeUndefined();
  });

  test('by the rules, else where it is known, else to the one that is shown', async () => {
    const { went, show } = await open([a, b, c], a);
    expect(went()).toEqual({ b: ['shop.client.example'], c: ['known.example'], a: ['any.example', '-'] });
    await show(c);
    expect(went()).toEqual({ b: ['shop.client.example'], c: ['known.example', 'any.example', '-'] });
  });

  test('as the person says, until that is taken back or the connection is gone', async () => {
    const { went, now, show } = await open([a, b, c], a);
    await act(() => now().move?.(['shop.client.example', 'any.example'], 'c'));
    expect(went()).toEqual({ c: ['shop.client.example', 'known.example', 'any.example'], a: ['-'] });
    await act(() => now().move?.(['shop.client.example'], ''));
    expect(went()).toEqual({ b: ['shop.client.example'], c: ['known.example', 'any.example'], a: ['-'] });
    connected = [a, b];
    await show(a);
    await settled();
    expect(went()).toEqual({ b: ['shop.client.example'], a: ['known.example', 'any.example', '-'] });
    await act(() => now().reset());
  });

  test('what was copied goes to where it was copied, and where the person says, also by the rules', async () => {
    const copied = reads('shop.client.example').map((read) => ({
      ...read,
      entry: { ...read.entry, copied: { fields: {}, to: 'a' } },
    }));
    const { went, now } = await open([a, b, c], c, copied);
    const gone: object[] = [went()];
    for (const id of ['c', '']) {
      await act(() => now().move?.(['shop.client.example'], id));
      gone.push(went());
    }
    const hosts = ['shop.client.example'];
    expect(gone).toEqual([{ a: hosts }, { c: hosts }, { b: hosts }]);
    await act(() => now().reset());
  });

  test('a list in which nothing is a site still goes somewhere', async () => {
    expect((await open([a, b], b, reads(undefined))).went()).toEqual({ b: ['-'] });
    expect((await open([a, b], b, [])).went()).toEqual({ b: [] });
  });
});

describe('the check of two services', () => {
  const place = (id: string, host: string) => ({
    connection: { id, analyticsUrl: `https://${id}.example`, account: `of ${id}` },
    parsed: [
      { entry: { line: 1, text: host, site: siteOf(`https://${host}/`), source: '' }, host, related: [], notes: [] },
    ],
  });

  test('one that fails leaves what the other says; a site that comes is asked for alone', async () => {
    let isDown = true;
    worker.answers['websites.list'] = () => (isDown ? failed('server') : ok({ items: [], more: false }));
    const [one, two] = [place('one', 'a.example'), place('two', 'b.example')];
    const hook = await hooked((places: (typeof one)[]) => useCheck(places), [one]);
    await vi.waitFor(
      () => expect(hook.now().state).toMatchObject({ phase: 'ended', problem: { kind: 'server' } }),
      20_000,
    );
    isDown = false;
    const before = asked('websites.list').length;
    await hook.show([one, two]);
    await vi.waitFor(() => expect(hook.now().stateOf('of two').phase).toBe('ended'));
    expect(asked('websites.list')).toHaveLength(before + 1);
    expect(hook.now().stateOf('of one').problem).toBeDefined();
    expect(hook.now().knownOf('of two').complete).toBeDefined();
    expect(hook.now().knownOf('of one').complete).toBeUndefined();
    expect(hook.now().state).toMatchObject({ phase: 'ended', problem: { kind: 'server' } });
  });
});

describe('what each connection is sent', () => {
  const at = (id: string, more: Partial<Defaults> = {}, kind?: 'umami' | 'matomo'): ConnectionAddress => ({
    id,
    analyticsUrl: base,
    account: id,
    defaults: { ...defaults.fallback, ...more },
    ...(kind ? { kind } : {}),
  });
  const first = at('first', { privacy: 0, exclude_ips: ['192.0.2.1'] });
  const second = at('second', { exclude_ips: ['192.0.2.2'] });
  const stored = at('stored', { hasPassword: true });
  const matomo = at('matomo', {}, 'matomo');
  const umami = at('umami', {}, 'umami');
  type Presets = ReturnType<typeof usePresets>;
  type Value = NonNullable<Presets['value']>;
  const privacy2 = ({ fields }: Value) => ({ fields: { ...fields, privacy: 2 as const } });
  const one = (value: Value) => ({ ...privacy2(value), way: 'common' as const });
  const each = (value: Value) => ({ ...privacy2(value), way: 'each' as const });
  const email = ({ fields }: Value) => ({ fields: { ...fields, email: true } });
  const started: string[] = [];
  const sending = async (shown: ConnectionAddress) => {
    started.length = 0;
    const hook = await hooked(() => {
      const presets = usePresets(shown);
      const add = useAdd(
        'first',
        presets,
        ({ connection }) => void started.push(connection.id),
        () => void started.push('all'),
      );
      return { presets, add };
    }, undefined);
    await settled();
    await act(() => hook.now().presets.choose(''));
    return { presets: () => hook.now().presets, add: () => hook.now().add };
  };

  test.each<[string, ConnectionAddress[], (value: Value) => Partial<Value>, object[]]>([
    [
      'its own defaults with what was changed',
      [first, second],
      email,
      [
        { fields: { privacy: 0, email: 1, exclude_ips: ['192.0.2.1'] } },
        { fields: { privacy: 1, email: 1, exclude_ips: ['192.0.2.2'] } },
      ],
    ],
    [
      'the stored password, and none where the kind has none',
      [stored, matomo, umami],
      one,
      [{ fields: { privacy: 2 } }, { fields: {} }, { fields: { privacy: 1 } }],
    ],
    [
      'passwords that are made, and none where the kind has none',
      [first, matomo, umami],
      each,
      [{ fields: { privacy: 2 }, password: { way: 'each' } }, { fields: {} }, { fields: { privacy: 1 } }],
    ],
    ['nothing, where one has no password', [second, stored], one, []],
  ])('%s', async (_what, list, change, expected) => {
    fakeBrowser.reset();
    await set(defaults, defaults.fallback);
    worker.answers['jobs.start'] = () => ok({});
    const { presets, add } = await sending(list[0] as ConnectionAddress);
    const value = presets().value as Value;
    await act(() => presets().change({ ...value, ...change(value) }));
    const batches = list.map((connection) => ({ connection, items: [{ key: `${connection.id}.example` }] }));
    await act(() => add().start(batches, true));
    await settled();
    const sent = asked('jobs.start') as { fields: object; password?: object }[];
    expect(sent).toMatchObject(expected);
    expect(sent.map(({ password }) => password)).toEqual(
      expected.map((job) => ('password' in job ? job.password : undefined)),
    );
    expect(add().passwordError !== undefined).toBe(!expected.length);
  });

  test.each<[string, ConnectionAddress, (value: Value) => Partial<Value>, own: 0 | 2, privacy: 0 | 1 | 2]>([
    ['that had a password is private where none is given', first, () => ({}), 2, 1],
    ['that had a password is private where the others are public', at('public', { privacy: 0 }), () => ({}), 2, 1],
    ['that had a password has the one that is given', first, each, 2, 2],
    ['that had a password is private where the kind has none', umami, each, 2, 1],
    ['that was public stays so', second, () => ({}), 0, 0],
  ])('a copied site %s', async (_what, to, change, own, privacy) => {
    fakeBrowser.reset();
    await set(defaults, defaults.fallback);
    worker.answers['jobs.start'] = () => ok({});
    const { presets, add } = await sending(to);
    const value = presets().value as Value;
    await act(() => presets().change({ ...value, ...change(value) }));
    const items = [{ key: 'a.example', fields: { privacy: own } }];
    await act(() => add().start([{ connection: to, items }], true));
    expect(asked('jobs.start')).toMatchObject([{ items: [{ fields: { privacy } }] }]);
  });

  test.each<[string, isAll: boolean, failing: string, told: string[], left: string]>([
    ['all that was chosen is added: the password is not kept', true, '', ['first', 'second', 'all'], ''],
    ['more was chosen: it is needed again', false, '', ['first', 'second'], 'made up'],
    ['one fails: the others wait, with the password', true, 'first', [], 'made up'],
    ['a later one fails', true, 'second', ['first'], 'made up'],
  ])('with one password, and %s', async (_what, isAll, failing, told, left) => {
    fakeBrowser.reset();
    await set(defaults, defaults.fallback);
    worker.answers['jobs.start'] = ({ items }) =>
      (items as { key: string }[])[0]?.key === failing ? failed('server') : ok({});
    const { presets, add } = await sending(first);
    const value = presets().value as Value;
    const fields = { ...value.fields, privacy: 2 as const, password: 'made up' };
    await act(() => presets().change({ ...value, fields, way: 'common', fast: told.length > 2 }));
    const batches = [first, second].map((connection) => ({ connection, items: [{ key: connection.id }] }));
    await act(() => add().start(batches, isAll));
    expect([started, presets().value?.fields.password ?? '', add().problem?.kind]).toEqual([
      told,
      left,
      failing ? 'server' : undefined,
    ]);
    const speed = told.length > 2 ? 'fast' : 'careful';
    const password = { way: 'common', password: 'made up' };
    expect(asked('jobs.start')[0]).toMatchObject({ kind: 'create', speed, password, fields: { privacy: 2 } });
    expect(JSON.stringify(asked('jobs.start').map(({ fields: sent }) => sent))).not.toContain('made up');
  });

  test('what lacks a password is said, until it is given', async () => {
    fakeBrowser.reset();
    await set(defaults, defaults.fallback);
    const answer = later();
    worker.answers['jobs.start'] = () => answer.promise;
    const { presets, add } = await sending(second);
    const value = presets().value as Value;
    await act(() => presets().change({ ...value, ...one(value) }));
    const batches = [{ connection: second, items: [{ key: 'a.example' }] }];
    await act(() => add().start(batches, true));
    expect([add().passwordError, add().busy, asked('jobs.start')]).toEqual(['password_needed', false, []]);
    await act(() => presets().change({ ...value, ...each(value) }));
    for (const _ of ['pressed', 'pressed again']) await act(() => void add().start(batches, true));
    await settled();
    expect([add().passwordError, add().busy, asked('jobs.start').length]).toEqual([undefined, true, 1]);
    await act(() => answer.answer(ok({})));
    await settled();
    expect([started, add().busy]).toEqual([['second', 'all'], false]);
  });
});
