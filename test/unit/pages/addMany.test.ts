import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { fieldsAt, placesOf, rowsOf, tickedRows } from '@/entrypoints/manage/addMany/select.ts';
import type { ManyFields } from '@/entrypoints/manage/addMany/state.ts';
import { tabEntries } from '@/entrypoints/manage/addMany/store.ts';
import type { ParsedEntry } from '@/lib/addMany/preview.ts';
import { type ConnectionAddress, type Defaults, defaults } from '@/lib/storage/settings.ts';
import { asked, failed, held, ok, openPage, worker } from './hooked.ts';
import { answerNothing, entryOf, played, preview, readOf, readsOf, shows } from './played.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
/** By account, the hosts that are known there. */
const known: Record<string, string[]> = {};
vi.mock('@/lib/messages/records.ts', () => ({
  knownHosts: async (account: string) => [...(known[account] ?? [])],
  // The check has only what is stored.
  listedHosts: async () => [],
}));

const base = 'https://stats.example';

beforeEach(() => {
  openPage();
  answerNothing();
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

describe('where entries go', () => {
  const [a, b, c] = [connectionOf('a'), connectionOf('b', { rules: ['*.client.example'] }), connectionOf('c')];
  const refused: ParsedEntry = { entry: { line: 4, text: '-', site: { refused: 'nothing' } }, related: [], notes: [] };
  const all = [...['shop.client.example', 'known.example', 'any.example'].map((host) => readOf(host)), refused];
  const open = async (shown: ConnectionAddress, parsed = all) => {
    Object.assign(known, { [c.account]: ['known.example', 'shop.client.example'] });
    const { now, send, ...list } = played({ ...preview([shown]), list: [a, b, c] });
    await list.does(...shows(now(), parsed));
    const went = () =>
      Object.fromEntries(
        (placesOf(now()) ?? []).map(({ connection, parsed }) => [connection.id, parsed.map(({ host }) => host ?? '-')]),
      );
    return { ...list, send, went };
  };

  test('by the rules, else where it is known, else to the one that is shown', async () => {
    const { went, does } = await open(a);
    expect(went()).toEqual({ b: ['shop.client.example'], c: ['known.example'], a: ['any.example', '-'] });
    await does('opened', c, [a, b, c]);
    expect(went()).toEqual({ b: ['shop.client.example'], c: ['known.example', 'any.example', '-'] });
  });

  test('as the person says, until that is taken back or the connection is gone', async () => {
    const { went, send, does } = await open(a);
    send('moved', ['shop.client.example', 'any.example'], 'c');
    expect(went()).toEqual({ c: ['shop.client.example', 'known.example', 'any.example'], a: ['-'] });
    send('moved', ['shop.client.example'], '');
    expect(went()).toEqual({ b: ['shop.client.example'], c: ['known.example', 'any.example'], a: ['-'] });
    await does('opened', a, [a, b]);
    expect(went()).toEqual({ b: ['shop.client.example'], a: ['known.example', 'any.example', '-'] });
  });

  test('what was copied goes to where it was copied, and where the person says, also by the rules', async () => {
    const { went, send } = await open(c, [readOf('shop.client.example', { to: 'a' })]);
    const gone: object[] = [went()];
    for (const id of ['c', '']) {
      send('moved', ['shop.client.example'], id);
      gone.push(went());
    }
    const hosts = ['shop.client.example'];
    expect(gone).toEqual([{ a: hosts }, { c: hosts }, { b: hosts }]);
  });
});

test('what was unticked stays so while another connection is shown', async () => {
  const [a, b] = [connectionOf('a'), connectionOf('b')];
  const { now, send, does } = played(preview([a]));
  await does(...shows(now(), readsOf('x.com\ny.com')));
  const ticked = () => [...tickedRows(now())].map(({ read }) => read.host);
  send('ticked', rowsOf(now()).slice(0, 1), false);
  expect(ticked()).toEqual(['y.com']);
  await does('opened', b, [b]);
  expect(ticked()).toEqual(['y.com']);
});

describe('Add, pressed while the check asks,', () => {
  const open = async () => {
    const answer = held('websites.list');
    const list = played({ ...preview([connectionOf('a')]), defaults: defaults.fallback });
    const related = readsOf('z.com\nshop.y.com').map((read) =>
      read.host === 'shop.y.com' ? { ...read, related: ['y.com'] } : read,
    );
    await list.does(...shows(list.now(), related));
    await list.does('add');
    expect([asked('jobs.start'), list.now().preview.wanted !== undefined]).toEqual([[], true]);
    return {
      ...list,
      found: (...domains: string[]) =>
        answer.settle(
          ok({ items: domains.map((domain) => ({ id: domain, domain })), more: false, total: domains.length }),
        ),
    };
  };

  test('starts nothing if a site then turns out to need a decision', async () => {
    const { now, does, found } = await open();
    await found('y.com');
    expect([asked('jobs.start'), now().step]).toEqual([[], 'preview']);
    expect(rowsOf(now()).flatMap(({ read, group }) => (group === 'check' ? read.host : []))).toEqual(['shop.y.com']);
    // The person has seen it and does not want it.
    await does('add');
    expect(asked('jobs.start')).toMatchObject([{ items: [{ key: 'z.com' }] }]);
    expect(now().step).toBe('sources');
  });

  test.each<[string, (list: Awaited<ReturnType<typeof open>>) => unknown]>([
    ['the check is stopped', ({ send }) => send('check-stopped')],
    ['the list is another', ({ now, send }) => send(...shows(now(), readsOf('z.com')))],
    ['the list is left', ({ send }) => send('sources-shown')],
  ])('starts nothing if %s', async (_what, end) => {
    const list = await open();
    end(list);
    await list.found();
    expect([asked('jobs.start'), list.now().preview.wanted]).toEqual([[], undefined]);
  });

  test('starts when the check has ended', async () => {
    const { found } = await open();
    await found();
    expect(asked('jobs.start')).toMatchObject([{ items: [{ key: 'z.com' }, { key: 'shop.y.com' }] }]);
  });

  test('leads to why if no service could be asked', async () => {
    const { now, send } = await open();
    send('checking', 'of a', { phase: 'ended', problem: { kind: 'missing' } });
    const { blocked } = now().preview;
    send('add');
    expect([asked('jobs.start'), blocked !== undefined, now().preview.blocked === blocked]).toEqual([[], true, false]);
  });
});

test('nothing is added while the list is read: a replaced host would come too late', async () => {
  const { now, send, does } = played({ ...preview([connectionOf('a')]), defaults: defaults.fallback });
  const parsed = readsOf('a.com\nb.con');
  await does(...shows(now(), parsed));
  send('typed', 'a.com\nb.com');
  await does('add');
  expect([asked('jobs.start'), now().preview.wanted, now().box.text]).toEqual([[], undefined, 'a.com\nb.com']);
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
  type Value = ManyFields;
  const typed = ({ fields }: Value) => ({ fields: { ...fields, privacy: 2 as const, password: 'typed' } });
  const privacy2 = ({ fields }: Value) => ({ fields: { ...fields, privacy: 2 as const } });
  const one = (value: Value) => ({ ...privacy2(value), way: 'common' as const });
  const each = (value: Value) => ({ ...privacy2(value), way: 'each' as const });
  const email = ({ fields }: Value) => ({ fields: { ...fields, email: true } });
  /** One site for each connection, ready to be added, and how the first is shown. */
  const open = async (list: readonly ConnectionAddress[], own: Partial<ParsedEntry> = {}) => {
    const { now, send, does } = played({ ...preview(list), defaults: defaults.fallback });
    await does(
      ...shows(
        now(),
        list.map(({ id }) => readOf(`${id}.example`, { to: id, ...own })),
      ),
    );
    const value = () => fieldsAt(now(), defaults.fallback, list[0] as ConnectionAddress);
    const choose = (change: (value: Value) => Partial<Value>) =>
      send('fields-changed', value(), { ...value(), ...change(value()) });
    return { now, send, does, value, choose, add: () => does('add') };
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
    const { now, add, choose } = await open(list);
    choose(change);
    await add();
    const sent = asked('jobs.start') as { fields: object; password?: object }[];
    expect(sent).toMatchObject(expected);
    const passwords = expected.map((job) => ('password' in job ? job.password : undefined));
    expect(sent.map((job) => job.password)).toEqual(passwords);
    expect(now().preview.lacksPassword ?? false).toBe(!expected.length);
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
    const { send, add } = await open([to, umami]);
    if (chosen !== undefined) send('team-chosen', to.account, chosen ?? undefined);
    await add();
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
    const { add, choose } = await open([to], { own: { privacy: own } });
    choose(change);
    await add();
    expect(asked('jobs.start')).toMatchObject([{ items: [{ fields: { privacy } }] }]);
  });

  test.each<[string, unchecked: string, failing: string, left: string[], step: string, password: string]>([
    ['all that was chosen is added: the password is not kept', '', '', [], 'sources', ''],
    ['one service could not be asked: its sites stay', 'third', '', ['third'], 'preview', 'made up'],
    ['one fails: the others wait, with the password', '', 'first', ['first', 'second'], 'preview', 'made up'],
    ['a later one fails', '', 'second', ['second'], 'preview', 'made up'],
  ])('with one password, and %s', async (_what, unchecked, failing, left, step, password) => {
    worker.answers['jobs.start'] = ({ items }) =>
      (items as { key: string }[])[0]?.key === `${failing}.example` ? failed('server') : ok({});
    const third = at('third');
    const found = worker.answers['websites.list'] as () => ReturnType<typeof ok>;
    worker.answers['websites.list'] = () => (asked('websites.list').length > 2 ? failed('missing') : found());
    const { now, add, value, choose } = await open(unchecked ? [first, second, third] : [first, second]);
    const fast = !failing;
    choose(({ fields }) => ({ fields: { ...fields, privacy: 2, password: 'made up' }, way: 'common', fast }));
    await add();
    const ticked = now().step === 'sources' ? [] : [...tickedRows(now())].map(({ connection }) => connection.id);
    expect([ticked, now().step, value().fields.password]).toEqual([left, step, password]);
    expect([now().preview.problem?.kind, now().starting]).toEqual([failing ? 'server' : undefined, undefined]);
    const sent = { kind: 'create', speed: fast ? 'fast' : 'careful', fields: { privacy: 2 } };
    expect(asked('jobs.start')[0]).toMatchObject({ ...sent, password: { way: 'common', password: 'made up' } });
    expect(JSON.stringify(asked('jobs.start').map(({ fields }) => fields))).not.toContain('made up');
  });

  test('what is chosen or added while a job is being started stays', async () => {
    const answer = held('jobs.start');
    const { now, send, add, value, choose } = await open([at('open', { privacy: 0 })]);
    send('source-added', 'one.csv', { entries: [entryOf('one.example')] });
    send(...shows(now(), [readOf('open.example')]));
    choose(({ fields }) => ({ fields: { ...fields, privacy: 2, password: 'made up' }, way: 'common' }));
    await add();
    choose(({ fields }) => ({ fields: { ...fields, privacy: 1, email: true }, fast: true }));
    send('typed', 'later.example');
    send('source-added', 'two.csv', { entries: [entryOf('two.example')] });
    await answer.settle(ok({}));
    expect(value()).toMatchObject({ fast: true, fields: { privacy: 1, email: true, password: '' } });
    expect([now().box.text, now().sources.map(({ name }) => name)]).toEqual(['later.example', ['two.csv']]);
  });

  test('a job that is being started is not started again where another connection is shown meanwhile', async () => {
    const answer = held('jobs.start');
    const { now, does, add } = await open([first, second]);
    await add();
    await does('opened', second, [first, second]);
    await add();
    expect([asked('jobs.start').length, now().starting !== undefined]).toEqual([1, true]);
    await answer.settle(ok({}));
    expect([asked('jobs.start').length, now().step]).toEqual([2, 'sources']);
  });

  test('what lacks a password is said, until it is given', async () => {
    const answer = held('jobs.start');
    const { now, add, choose } = await open([second]);
    const isBusy = () => now().starting !== undefined;
    choose(one);
    await add();
    expect([now().preview.lacksPassword, isBusy(), asked('jobs.start')]).toEqual([true, false, []]);
    choose(each);
    for (const _ of ['pressed', 'pressed again']) await add();
    expect([now().preview.lacksPassword, isBusy(), asked('jobs.start').length]).toEqual([false, true, 1]);
    await answer.settle(ok({}));
    expect([now().step, isBusy()]).toEqual(['sources', false]);
  });
});
