import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { useAdd } from '@/entrypoints/manage/addMany/useAdd.ts';
import { type Place, usePlaces } from '@/entrypoints/manage/addMany/usePlaces.ts';
import { usePresets } from '@/entrypoints/manage/addMany/usePresets.ts';
import { tabEntries } from '@/entrypoints/manage/addMany/useTaking.ts';
import { nothingKnown, type ParsedEntry } from '@/lib/addMany/preview.ts';
import { rowOf } from '@/lib/addMany/rows.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import { type ConnectionAddress, type Defaults, defaults } from '@/lib/storage/settings.ts';
import { asked, does, failed, held, hooked, loaded, ok, openPage, settled, worker } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
/** By account, the hosts that are known there. */
const known: Record<string, string[]> = {};
vi.mock('@/lib/messages/records.ts', () => ({ knownHosts: async (account: string) => [...(known[account] ?? [])] }));
/** The connections that there are. */
let connected: ConnectionAddress[] = [];
vi.mock('@/entrypoints/manage/useConnections.ts', () => ({ useConnections: () => connected }));

const base = 'https://stats.example';

beforeEach(() => {
  openPage();
  worker.answers['jobs.start'] = () => ok({});
});

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
    Object.assign(fakeBrowser, { permissions: { remove: async () => true } });
    const entries = await tabEntries(where);
    expect(entries.map(({ site }) => ('host' in site ? site.host : ''))).toEqual(['a.example']);
    expect(query).toHaveBeenCalledWith(wanted);
  });
});

const reads = (...hosts: (string | undefined)[]): ParsedEntry[] =>
  hosts.map((host, line) => ({
    entry: { line, text: host ?? '', site: siteOf(`https://${host}/`), source: '' },
    ...(host ? { host } : {}),
    related: [],
    notes: [],
  }));

describe('where entries go', () => {
  const [a, b, c] = [connectionOf('a'), connectionOf('b', { rules: ['*.client.example'] }), connectionOf('c')];
  const all = reads('shop.client.example', 'known.example', 'any.example', undefined);
  const open = async (list: ConnectionAddress[], shown: ConnectionAddress, parsed = all) => {
    connected = list;
    Object.assign(known, { [c.account]: ['known.example', 'shop.client.example'] });
    const hook = await loaded((now: ConnectionAddress) => usePlaces(parsed, now), shown);
    const gone = ({ connection: { id }, parsed }: Place) => [id, parsed.map(({ host }) => host ?? '-')];
    const went = () => Object.fromEntries((hook.now().places ?? []).map(gone));
    return { ...hook, went };
  };

  test('by the rules, else where it is known, else to the one that is shown', async () => {
    const { went, show } = await open([a, b, c], a);
    expect(went()).toEqual({ b: ['shop.client.example'], c: ['known.example'], a: ['any.example', '-'] });
    await show(c);
    expect(went()).toEqual({ b: ['shop.client.example'], c: ['known.example', 'any.example', '-'] });
  });

  test('as the person says, until that is taken back or the connection is gone', async () => {
    const { went, now, load } = await open([a, b, c], a);
    await act(() => now().move?.(['shop.client.example', 'any.example'], 'c'));
    expect(went()).toEqual({ c: ['shop.client.example', 'known.example', 'any.example'], a: ['-'] });
    await act(() => now().move?.(['shop.client.example'], ''));
    expect(went()).toEqual({ b: ['shop.client.example'], c: ['known.example', 'any.example'], a: ['-'] });
    connected = [a, b];
    await load(a);
    expect(went()).toEqual({ b: ['shop.client.example'], a: ['known.example', 'any.example', '-'] });
    await act(() => now().reset());
  });

  test('what was copied goes to where it was copied, and where the person says, also by the rules', async () => {
    const copied = reads('shop.client.example').map((read) => ({ ...read, to: 'a' }));
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
  const typed = ({ fields }: Value) => ({ fields: { ...fields, privacy: 2 as const, password: 'typed' } });
  const privacy2 = ({ fields }: Value) => ({ fields: { ...fields, privacy: 2 as const } });
  const one = (value: Value) => ({ ...privacy2(value), way: 'common' as const });
  const each = (value: Value) => ({ ...privacy2(value), way: 'each' as const });
  const email = ({ fields }: Value) => ({ fields: { ...fields, email: true } });
  /** A connection, and one site that goes to it. */
  const batchOf = (connection: ConnectionAddress, more: Partial<ParsedEntry> = {}) => {
    const [read] = reads(`${connection.id}.example`);
    return [connection, [rowOf({ ...(read as ParsedEntry), ...more }, connection, nothingKnown, 0)]] as const;
  };
  const started: string[] = [];
  const sending = async (shown: ConnectionAddress) => {
    started.length = 0;
    const hook = await hooked(() => {
      const presets = usePresets(shown);
      const add = useAdd(
        presets,
        (rows) => void started.push(...rows.map(({ connection }) => connection.id)),
        () => void started.push('all'),
      );
      return { presets, add };
    });
    await settled();
    await act(() => hook.now().presets.choose(''));
    const choose = (change: (value: Value) => Partial<Value>) =>
      hook.does(({ presets }) => {
        const value = presets.value as Value;
        presets.change({ ...value, ...change(value) });
      });
    return { presets: () => hook.now().presets, add: () => hook.now().add, choose };
  };

  const emailed = [
    { fields: { privacy: 0, email: 1, exclude_ips: ['192.0.2.1'] } },
    { fields: { privacy: 1, email: 1, exclude_ips: ['192.0.2.2'] } },
  ];
  const [password, privately, none] = [{ fields: { privacy: 2 } }, { fields: { privacy: 1 } }, { fields: {} }];
  const made = { ...password, password: { way: 'each' } };
  const common = { ...password, password: { way: 'common', password: 'typed' } };
  test.each<[string, ConnectionAddress[], (value: Value) => Partial<Value>, object[]]>([
    ['its own defaults with what was changed', [first, second], email, emailed],
    ['the stored password, where the kind has one', [stored, matomo, umami], one, [password, none, privately]],
    ['the typed password, also where no other is stored', [stored, second], typed, [common, common]],
    ['passwords that are made, where the kind has one', [first, matomo, umami], each, [made, none, privately]],
    ['nothing, where one has no password', [second, stored], one, []],
  ])('%s', async (_what, list, change, expected) => {
    const { add, choose } = await sending(list[0] as ConnectionAddress);
    await choose(change);
    const batches = list.map((connection) => batchOf(connection));
    await does(() => add().start(batches, true));
    const sent = asked('jobs.start') as { fields: object; password?: object }[];
    expect(sent).toMatchObject(expected);
    const passwords = expected.map((job) => ('password' in job ? job.password : undefined));
    expect(sent.map((job) => job.password)).toEqual(passwords);
    expect(add().passwordError !== undefined).toBe(!expected.length);
  });

  const guests = { id: 't2', name: 'Guests' };
  const crew = { team: 't1', teamName: 'Crew' };
  test.each<[what: string, to: ConnectionAddress, chosen: typeof guests | null | undefined, team: string | undefined]>([
    ['none', at('own', {}, 'umami'), undefined, undefined],
    ['its connection’s', { ...at('crew', {}, 'umami'), ...crew }, undefined, 't1'],
    ['the chosen one', at('chosen', {}, 'umami'), guests, 't2'],
    ['the chosen one, not its connection’s', { ...at('other', {}, 'umami'), ...crew }, guests, 't2'],
    ['none, not its connection’s', { ...at('mine', {}, 'umami'), ...crew }, null, undefined],
    ['none, where the service has no teams any more', { ...at('moved', {}, 'matomo'), ...crew }, undefined, undefined],
  ])('the team: %s', async (_what, to, chosen, team) => {
    const { add, presets } = await sending(to);
    if (chosen !== undefined) await act(() => presets().chooseTeam(to, chosen ?? undefined));
    const batches = [to, umami].map((connection) => batchOf(connection));
    await does(() => add().start(batches, true));
    const sent = asked('jobs.start') as { fields: { team?: string } }[];
    expect(sent.map(({ fields }) => fields.team)).toEqual([team, undefined]);
  });

  test.each<[string, ConnectionAddress, (value: Value) => Partial<Value>, own: 0 | 2, privacy: 0 | 1 | 2]>([
    ['that had a password is private where none is given', first, () => ({}), 2, 1],
    ['that had a password is private where the others are public', at('public', { privacy: 0 }), () => ({}), 2, 1],
    ['that had a password has the one that is given', first, each, 2, 2],
    ['that had a password is private where the kind has none', umami, each, 2, 1],
    ['that was public stays so', second, () => ({}), 0, 0],
  ])('a copied site %s', async (_what, to, change, own, privacy) => {
    const { add, choose } = await sending(to);
    await choose(change);
    await does(() => add().start([batchOf(to, { own: { privacy: own } })], true));
    expect(asked('jobs.start')).toMatchObject([{ items: [{ fields: { privacy } }] }]);
  });

  test.each<[string, isAll: boolean, failing: string, told: string[], left: string]>([
    ['all that was chosen is added: the password is not kept', true, '', ['first', 'second', 'all'], ''],
    ['more was chosen: it is needed again', false, '', ['first', 'second'], 'made up'],
    ['one fails: the others wait, with the password', true, 'first', [], 'made up'],
    ['a later one fails', true, 'second', ['first'], 'made up'],
  ])('with one password, and %s', async (_what, isAll, failing, told, left) => {
    worker.answers['jobs.start'] = ({ items }) =>
      (items as { key: string }[])[0]?.key === `${failing}.example` ? failed('server') : ok({});
    const { presets, add, choose } = await sending(first);
    const fast = told.length > 2;
    await choose(({ fields }) => ({ fields: { ...fields, privacy: 2, password: 'made up' }, way: 'common', fast }));
    const batches = [first, second].map((connection) => batchOf(connection));
    await does(() => add().start(batches, isAll));
    const typed = presets().value?.fields.password ?? '';
    expect([started, typed, add().problem?.kind]).toEqual([told, left, failing ? 'server' : undefined]);
    const sent = { kind: 'create', speed: fast ? 'fast' : 'careful', fields: { privacy: 2 } };
    expect(asked('jobs.start')[0]).toMatchObject({ ...sent, password: { way: 'common', password: 'made up' } });
    expect(JSON.stringify(asked('jobs.start').map(({ fields }) => fields))).not.toContain('made up');
  });

  test('what is chosen while a job is being started stays', async () => {
    const answer = held('jobs.start');
    const { presets, add, choose } = await sending(at('open', { privacy: 0 }));
    await choose(({ fields }) => ({ fields: { ...fields, privacy: 2, password: 'made up' }, way: 'common' }));
    await does(() => add().start([batchOf(first)], true));
    await choose(({ fields }) => ({ fields: { ...fields, privacy: 1, email: true }, fast: true }));
    await answer.settle(ok({}));
    expect(presets().value).toMatchObject({ fast: true, fields: { privacy: 1, email: true, password: '' } });
  });

  test('what lacks a password is said, until it is given', async () => {
    const answer = held('jobs.start');
    const { add, choose } = await sending(second);
    await choose(one);
    const batches = [batchOf(second)];
    await does(() => add().start(batches, true));
    expect([add().passwordError, add().busy, asked('jobs.start')]).toEqual(['password_needed', false, []]);
    await choose(each);
    for (const _ of ['pressed', 'pressed again']) await does(() => add().start(batches, true));
    expect([add().passwordError, add().busy, asked('jobs.start').length]).toEqual([undefined, true, 1]);
    await answer.settle(ok({}));
    expect([started, add().busy]).toEqual([['second', 'all'], false]);
  });
});
