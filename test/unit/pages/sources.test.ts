import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useCopy } from '@/entrypoints/manage/addMany/useCopy.ts';
import { useHostChoice, useParsedEntries } from '@/entrypoints/manage/addMany/useParsedEntries.ts';
import { usePresets } from '@/entrypoints/manage/addMany/usePresets.ts';
import { keepSource, lineCount, useSources } from '@/entrypoints/manage/addMany/useSources.ts';
import { rewritten } from '@/lib/addMany/lines.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import { presets } from '@/lib/storage/presets.ts';
import { type ConnectionAddress, defaults, get, preferences, set } from '@/lib/storage/settings.ts';
import { asked, does, failed, held, hooked, later, ok, openPage, settled, worker } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
const wholeList = vi.hoisted(() => vi.fn());
vi.mock('@/entrypoints/manage/list/wholeList.ts', () => ({ wholeList }));
/** The connections that there are. */
let connected: ConnectionAddress[] = [];
vi.mock('@/entrypoints/manage/useConnections.ts', () => ({ useConnections: () => connected }));

beforeEach(openPage);
const hostsOf = (entries: readonly Entry[]) => entries.flatMap(({ site }) => ('host' in site ? site.host : []));
const entryOf = (host: string, line = 1): Entry => ({ line, text: host, site: siteOf(`https://${host}/`) });

describe('the sites to add', () => {
  const open = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hook = await hooked(useSources);
    await act(() => hook.now().clear());
    return hook;
  };
  const pass = (time: number) => act(async () => void (await vi.advanceTimersByTimeAsync(time)));
  const pause = () => pass(200);
  const type = async (hook: Awaited<ReturnType<typeof open>>, text: string) => {
    await act(() => void hook.now().type(text));
    await pause();
  };
  const seen = ({ entries, sources, count, reading }: ReturnType<typeof useSources>) => ({
    entries: entries.map(({ text, source = '' }) => [text, source]),
    sources: sources.map(({ name }) => name),
    count,
    reading,
  });

  test('what is typed is read after a pause, and read anew when it changes', async () => {
    const hook = await open();
    await act(() => void hook.now().type('a.exam'));
    await pass(100);
    await act(() => void hook.now().type('a.example\nb.example\nhttps://a.example/'));
    await pass(100);
    expect(seen(hook.now())).toEqual({ entries: [], sources: [], count: 0, reading: true });
    await pause();
    const entries = ['a.example', 'b.example', 'https://a.example/'].map((text) => [text, '']);
    expect(seen(hook.now())).toEqual({ entries, sources: [], count: 2, reading: false });
  });

  test('what was read already is not read again: the entries stay the same', async () => {
    const hook = await open();
    await act(() => hook.now().add('one.csv', [entryOf('one.example')]));
    const { entries } = hook.now();
    await pause();
    expect(hook.now().entries).toBe(entries);
    await type(hook, 'typed.example');
    const typed = hook.now().entries;
    await act(() => void hook.now().type('typed.exa'));
    await act(() => void hook.now().type('typed.example'));
    await pause();
    expect(hook.now().entries).toBe(typed);
    expect(hook.now().reading).toBe(false);
  });

  test('files come before what is typed, are taken away one by one, and all at once', async () => {
    const hook = await open();
    await type(hook, 'typed.example\nnot a site');
    await act(() => hook.now().add('one.csv', [entryOf('one.example')]));
    await act(() => hook.now().add('x'.repeat(300), [entryOf('two.example')]));
    const long = 'x'.repeat(200);
    expect(seen(hook.now())).toEqual({
      entries: [
        ['one.example', 'one.csv'],
        ['two.example', long],
        ['typed.example', ''],
        ['not a site', ''],
      ],
      sources: ['one.csv', long],
      count: 3,
      reading: false,
    });
    await act(() => hook.now().remove(hook.now().sources[0]?.id ?? ''));
    expect(seen(hook.now()).sources).toEqual([long]);
    await act(() => hook.now().clear());
    await pause();
    expect([hook.now().text, seen(hook.now())]).toEqual(['', { entries: [], sources: [], count: 0, reading: false }]);
  });

  test('what was given since a list was shown stays when that list is cleared', async () => {
    const hook = await open();
    await type(hook, 'typed.example');
    await act(() => hook.now().add('one.csv', [entryOf('one.example')]));
    const { clear } = hook.now();
    await act(() => hook.now().add('two.csv', [entryOf('two.example')]));
    await type(hook, 'typed.example\nlater.example');
    await act(() => clear());
    await pause();
    expect(seen(hook.now())).toMatchObject({ sources: ['two.csv'], count: 3 });
    await act(() => hook.now().clear());
    expect(seen(hook.now())).toMatchObject({ sources: [], count: 0 });
  });

  test('an entry without a source’s name is of a source with one, where it can be changed', async () => {
    const hook = await open();
    await act(() => hook.now().add('', [entryOf('a.con')]));
    const [entry] = hook.now().entries as [Entry];
    await act(() => void hook.now().use({ entry, host: 'a.con', related: [], notes: [] }, 'a.com'));
    expect(seen(hook.now())).toMatchObject({
      sources: ['addmany_source_pasted'],
      entries: [['a.com', 'addmany_source_pasted']],
    });
    await act(() => hook.now().clear());
  });

  test.each<[string, number, string[]]>([
    ['stays in the box', 20_000, []],
    ['becomes a source, and the box is empty', 20_001, ['addmany_source_pasted']],
  ])('a text of some length %s', async (_what, length, sources) => {
    const hook = await open();
    await type(hook, 'before.example');
    const text = `a.example${'\n'.repeat(length - 9)}`;
    await act(() => void hook.now().type(text));
    if (sources.length) expect(hook.now().reading).toBe(true);
    await pass(2000);
    expect(hook.now().text).toBe(sources.length ? '' : text);
    expect(seen(hook.now())).toMatchObject({ sources, count: 1, reading: false });
  });

  test('while texts of files are read, the sites are not all there', async () => {
    const hook = await open();
    await pause();
    expect(hook.now().reading).toBe(false);
    // What takes long is read in slices, with time for others between them.
    vi.useRealTimers();
    const read: Promise<void>[] = [];
    // A header is read by what is loaded first.
    act(() => void read.push(hook.now().addText('one.csv', 'domain,note\na.example,x')));
    act(() => void read.push(hook.now().addText('two.csv', 'domain,note\nb.example,x')));
    expect(hook.now().reading).toBe(true);
    await act(async () => void (await Promise.all(read)));
    const { sources, ...rest } = seen(hook.now());
    // Whichever was read first.
    expect(sources.toSorted()).toEqual(['one.csv', 'two.csv']);
    expect(rest).toMatchObject({ count: 2, reading: false });
  });

  test('a quote that is not closed is told apart', async () => {
    const hook = await open();
    await type(hook, 'domain,note\na.example,"open\nb.example,x');
    await vi.waitFor(() => expect(hook.now().unclosed).toHaveLength(1));
    await type(hook, 'domain,note\na.example,x\nnot a site,y');
    await vi.waitFor(() => expect(hook.now().unclosed).toEqual([]));
    expect(hook.now().entries).toHaveLength(2);
  });

  test('of a source are told the lines, not the sites on them', async () => {
    const hook = await open();
    await type(hook, 'a.example b.example, c.example\nd.example');
    expect([hook.now().count, ...hook.now().parts.map(lineCount)]).toEqual([4, 2]);
  });

  test('an entry of a file is changed where it is: its place and settings stay', async () => {
    const hook = await open();
    vi.useRealTimers();
    await act(() => hook.now().addText('one.csv', 'domain,privacy\na.exmaple,private\nb.example,public'));
    const old = hook.now().entries.slice(0, 1);
    const by = old.flatMap((entry) => rewritten(entry, 'a.example c.example'));
    await act(() => hook.now().replace(old, by));
    const rows = () => hook.now().entries.map(({ text, line, own, source }) => [text, line, own?.privacy, source]);
    const b = ['b.example', 3, 0, 'one.csv'];
    expect(rows()).toEqual([['a.example', 2, 1, 'one.csv'], ['c.example', 2, 1, 'one.csv'], b]);
    await act(() => hook.now().replace(by, []));
    expect(rows()).toEqual([b]);
    await act(() => hook.now().clear());
  });

  test('the host that was meant is used in place of one, in the text or of a source, with the settings of its row', async () => {
    const hook = await open();
    const use = (at: number, host: string, meant: string) =>
      hook.now().use({ entry: hook.now().entries[at] as Entry, host, related: [], notes: [] }, meant);
    await type(hook, 'a.con\nb.con');
    // All three presses come before the text is read again.
    await act(() => {
      const used = [use(0, 'a.con', 'a.com'), use(0, 'a.con', 'a.com'), use(1, 'b.con', 'b.com')];
      expect(used).toEqual([true, true, true]);
    });
    expect(hook.now().text).toBe('a.com\nb.com');
    await type(hook, 'a.рф');
    expect(use(0, 'a.xn--p1ai', 'a.xn--p1acf')).toBe(false);
    await act(() => hook.now().clear());
    await act(() => hook.now().addText('one.csv', 'domain,privacy\na.con,private'));
    await act(() => void use(0, 'a.con', 'a.com'));
    expect(hook.now().entries).toMatchObject([
      { text: 'a.com', site: { host: 'a.com' }, own: { privacy: 1 }, line: 2 },
    ]);
    await act(() => hook.now().clear());
  });

  describe('a table of which no column is surely the one with the sites', () => {
    const table = 'x;y\na.example;abc.de\nb.example;xyz.de';
    const tables = ({ parts }: ReturnType<typeof useSources>) =>
      parts.flatMap(({ name, table }) => (table ? { name, ...table } : []));
    const names = (now: ReturnType<typeof useSources>) => [
      now.isOpen,
      ...tables(now).map(({ name, columns, chosen }) => [name, columns.map((one) => one.name), chosen]),
    ];
    const hosts = (hook: Awaited<ReturnType<typeof open>>) => hostsOf(hook.now().entries);

    test('typed: nothing of it is read until columns are chosen, and nothing once none is', async () => {
      const hook = await open();
      await type(hook, table);
      expect([names(hook.now()), hosts(hook)]).toEqual([[true, ['', ['x', 'y'], []]], []]);
      await act(() => hook.now().choose('', [0]));
      await pause();
      expect([names(hook.now()), hosts(hook)]).toEqual([
        [false, ['', ['x', 'y'], [0]]],
        ['a.example', 'b.example'],
      ]);
      await act(() => hook.now().choose('', [0, 1]));
      await act(() => hook.now().choose('', []));
      await pause();
      expect([names(hook.now()), hosts(hook)]).toEqual([[true, ['', ['x', 'y'], []]], []]);
    });

    const [bare, turned] = ['a.example;abc.de\nb.example;xyz.de', 'abc.de;a.example\nxyz.de;b.example'];
    test.each<[string, string, string, number[]]>([
      ['the same table, edited', table, `${table}\nc.example;c.de`, [0]],
      ['another table', table, `y;x\n${turned}`, []],
      ['a table without a header', table, bare, []],
      ['without a header, another first row', bare, turned, []],
    ])('typed: after a choice, %s', async (_what, first, text, chosen) => {
      const hook = await open();
      await type(hook, first);
      await act(() => hook.now().choose('', [0]));
      await pause();
      expect(hosts(hook)).toEqual(['a.example', 'b.example']);
      await type(hook, text);
      expect([tables(hook.now())[0]?.chosen, hook.now().isOpen]).toEqual([chosen, !chosen.length]);
    });

    test('typed: another text takes the question away', async () => {
      const hook = await open();
      await type(hook, table);
      await type(hook, 'a.example');
      expect([names(hook.now()), hosts(hook)]).toEqual([[false], ['a.example']]);
      await type(hook, table);
      await act(() => hook.now().clear());
      expect(names(hook.now())).toEqual([false]);
    });

    test('of a file: each is asked about by itself, and the last choice counts', async () => {
      const hook = await open();
      vi.useRealTimers();
      for (const name of ['one.csv', 'two.csv']) await act(() => hook.now().addText(name, table));
      const [one, two] = hook.now().sources;
      await act(() => hook.now().choose(one?.id ?? '', [0]));
      await vi.waitFor(() => expect(hook.now().reading).toBe(false));
      expect([names(hook.now()), hosts(hook)]).toEqual([
        [true, ['one.csv', ['x', 'y'], [0]], ['two.csv', ['x', 'y'], []]],
        ['a.example', 'b.example'],
      ]);
      await act(() => {
        hook.now().choose(two?.id ?? '', [1]);
        hook.now().choose(two?.id ?? '', []);
        hook.now().choose(one?.id ?? '', []);
        hook.now().choose(one?.id ?? '', [0]);
      });
      await vi.waitFor(() => expect(hook.now().reading).toBe(false));
      expect([hook.now().isOpen, hosts(hook)]).toEqual([true, ['a.example', 'b.example']]);
      await act(() => hook.now().remove(two?.id ?? ''));
      expect(hook.now().isOpen).toBe(false);
      await act(() => hook.now().clear());
    });
  });

  test('what was given before the page shows them is there, and outlives it', async () => {
    await (await open()).end();
    // What takes long is read in slices, with time for others between them.
    vi.useRealTimers();
    await act(() => keepSource('tabs', 'a.example'));
    await act(() => keepSource('more', 'b.example'));
    const again = await hooked(useSources);
    expect(seen(again.now())).toMatchObject({ sources: ['tabs', 'more'], count: 2 });
    await act(() => again.now().clear());
  });
});

describe('what the sites are registered as', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => entryOf(`s${at}.example`, at));
  const suffixes = ({ hosts }: { hosts?: unknown }) => ok((hosts as string[]).map(() => ({})));
  const counts = () => asked('site.suffixes').map(({ hosts }) => (hosts as string[]).length);
  const shop = entryOf('shop.example.co.uk');
  const open = (entries: Entry[]) => hooked((now: Entry[]) => useParsedEntries(now, 'registrable'), entries);

  test('each host is asked about once, by thousands, and what is no site not at all', async () => {
    worker.answers['site.suffixes'] = suffixes;
    const none: Entry = { line: 1, text: 'x', site: siteOf('about:blank') };
    const hook = await open([...many(5001), entryOf('s0.example'), none]);
    await vi.waitFor(() => expect(hook.now().parsed).toHaveLength(5003));
    expect(counts()).toEqual([2000, 2000, 1001]);
  });

  test('of very many, only some are asked about at once', async () => {
    const answer = later();
    worker.answers['site.suffixes'] = (input) => answer.promise.then(() => suffixes(input));
    const hook = await open(many(10_001));
    await settled();
    expect(counts()).toHaveLength(5);
    answer.answer(ok(null));
    await vi.waitFor(() => expect(hook.now().parsed).toHaveLength(10_001));
    expect(counts()).toEqual([...Array(5).fill(2000), 1]);
  });

  test('by what the worker says of each; until then nothing is said', async () => {
    const answer = held('site.suffixes');
    const hook = await open([entryOf('a.example'), shop]);
    expect(hook.now()).toMatchObject({ parsed: undefined, problem: undefined });
    await answer.settle(ok([{ registrable: 'a.example' }, { registrable: 'example.co.uk' }]));
    expect(hook.now().parsed?.map(({ host }) => host)).toEqual(['a.example', 'example.co.uk']);
  });

  test('a problem is told, and gone with the next try', async () => {
    worker.answers['site.suffixes'] = () => failed('server');
    const hook = await open([shop]);
    await settled();
    expect(hook.now()).toMatchObject({ parsed: undefined, problem: { kind: 'server' } });
    worker.answers['site.suffixes'] = () => ok([{}]);
    await does(() => hook.now().again());
    expect(hook.now()).toMatchObject({ problem: undefined, parsed: [{ host: 'shop.example.co.uk' }] });
  });

  test.each([
    ['an answer', ok([{}])],
    ['a problem', failed('server')],
  ])('%s for sites that were changed meanwhile is not shown', async (_what, late) => {
    const first = later();
    worker.answers['site.suffixes'] = ({ hosts }) =>
      (hosts as string[])[0] === 'late.example' ? first.promise : ok([{}]);
    const hook = await open([entryOf('late.example')]);
    await hook.load([shop]);
    await first.settle(late);
    expect(hook.now().parsed?.map(({ host }) => host)).toEqual(['shop.example.co.uk']);
    expect(hook.now().problem).toBeUndefined();
    expect(worker.asked[0]?.signal?.aborted).toBe(true);
  });

  test('the spelling is that of the preferences, until another is chosen here', async () => {
    await set(preferences, { ...preferences.fallback, hostChoice: 'bare' });
    const hook = await hooked(useHostChoice);
    expect(hook.now()[0]).toBe('seen');
    await settled();
    expect(hook.now()[0]).toBe('bare');
    await act(() => hook.now()[1]('registrable'));
    expect(hook.now()[0]).toBe('registrable');
    await act(() => hook.now()[1](undefined));
  });
});

describe('copying another connection’s websites', () => {
  const [a, b, c] = [connectionOf('a'), connectionOf('b'), connectionOf('c')];
  const site = { id: '1', domain: 'shop.example', privacy: 0, locked: undefined };
  const open = async (...list: ConnectionAddress[]) => {
    connected = list;
    const added: [string, string[], unknown][] = [];
    const said: string[] = [];
    const add = (name: string, entries: Entry[]) =>
      added.push([name, hostsOf(entries), entries.map(({ own, to }) => ({ own, to }))[0]]);
    const hook = await hooked(() => useCopy('a', add, (text) => said.push(text)));
    return { ...hook, added, said };
  };
  const copy = async ({ now }: Awaited<ReturnType<typeof open>>) => {
    await act(() => now().open?.());
    await does(() => now().from?.onCopy());
  };

  test('is not offered where there is no other', async () => {
    const { now } = await open(a);
    expect([now().open, now().from]).toEqual([undefined, undefined]);
  });

  test('from the first other one, or the one that is chosen, with their settings', async () => {
    wholeList.mockResolvedValue({ websites: [site], complete: true, at: 5 });
    const hook = await open(a, b, c);
    expect(hook.now().from).toBeUndefined();
    await act(() => hook.now().open?.());
    expect(hook.now().from).toMatchObject({ list: [b, c], chosen: 'b' });
    await act(() => hook.now().from?.onChoose('c'));
    expect(hook.now().from?.chosen).toBe('c');
    await copy(hook);
    expect(hook.added).toEqual([['c.example', ['shop.example'], { own: { privacy: 0 }, to: 'a' }]]);
    expect([hook.said, hook.now().from]).toEqual([['', ''], undefined]);
    expect(wholeList.mock.calls[0]?.[0]).toMatchObject({ connection: 'c', account: 'of c' });
  });

  test.each<[string, object, string[], number]>([
    ['it has none', { websites: [], complete: true, at: 5 }, ['', 'manage_no_websites'], 0],
    ['not all could be read', { websites: [site], complete: false, at: 5 }, ['', 'manage_read_incomplete'], 1],
  ])('where %s, that is said', async (_what, answer, said, count) => {
    wholeList.mockResolvedValue(answer);
    const hook = await open(a, b);
    await copy(hook);
    expect([hook.said, hook.added.length]).toEqual([said, count]);
  });

  test('where it fails, the box stays open and says why', async () => {
    wholeList.mockResolvedValue({ kind: 'missing' });
    const hook = await open(a, b);
    await copy(hook);
    expect(hook.added).toEqual([]);
    expect(hook.now().from).toMatchObject({ problem: { kind: 'missing' }, read: undefined });
  });

  test('one sees how far its reading is, and can stop it', async () => {
    const read = later();
    wholeList.mockReturnValue(read.promise);
    const hook = await open(a, b);
    await copy(hook);
    const [[{ onProgress, signal }]] = wholeList.mock.calls.slice(-1) as [
      [{ onProgress: unknown; signal: AbortSignal }],
    ];
    await act(() => (onProgress as (now: object) => void)({ read: 3, total: 9 }));
    expect(hook.now().from?.read).toBe(3);
    await does(() => hook.now().from?.onStop());
    expect(signal.aborted).toBe(true);
    await read.settle({ websites: [site], complete: true, at: 5 } as never);
    expect([hook.added, hook.now().from?.read]).toEqual([[], undefined]);
  });
});

describe('presets', () => {
  const connection: ConnectionAddress = { id: 'main', analyticsUrl: 'https://a.example', account: 'a' };
  const open = async () => {
    await set(defaults, { ...defaults.fallback, privacy: 0, hasPassword: true });
    const hook = await hooked(() => usePresets(connection));
    expect(hook.now()).toMatchObject({ value: undefined, hasPassword: false, names: [] });
    await settled();
    await act(() => hook.now().choose(''));
    const change = (part: object, fields: object = {}) => {
      const { value } = hook.now();
      if (value) hook.now().change({ ...value, ...part, fields: { ...value.fields, ...fields } });
    };
    return { ...hook, change };
  };

  test('saved, chosen by name, replaced and forgotten; never with a password', async () => {
    const hook = await open();
    expect(hook.now()).toMatchObject({ chosen: '', hasPassword: true });
    expect(hook.now().value).toMatchObject({ fast: false, way: 'common', fields: { privacy: 0, password: '' } });
    await act(() => hook.change({ way: 'each', fast: true }, { privacy: 2, password: 'made-up', email: true }));
    expect(hook.now()).toMatchObject({ chosen: undefined, value: { way: 'each', fast: true } });
    for (const name of ['Shops', 'Blogs', 'Shops']) await act(() => hook.now().save(name));
    await settled();
    const saved = await get(presets);
    expect(saved.map(({ name, password, privacy, email }) => [name, password, privacy, email])).toEqual([
      ['Blogs', 'each', 2, 1],
      ['Shops', 'each', 2, 1],
    ]);
    expect(JSON.stringify(saved)).not.toContain('made-up');
    expect(hook.now()).toMatchObject({ chosen: 'Shops', names: ['Blogs', 'Shops'] });
    await act(() => hook.now().choose(''));
    expect(hook.now().value).toMatchObject({ way: 'common', fast: true, fields: { privacy: 0, email: false } });
    await act(() => hook.now().choose('Blogs'));
    expect(hook.now()).toMatchObject({ chosen: 'Blogs', value: { way: 'each', fields: { privacy: 2, email: true } } });
    await does(() => hook.now().forget('Blogs'));
    expect(hook.now()).toMatchObject({ chosen: undefined, names: ['Shops'] });
  });

  test('speed and a typed password are no part of one: it stays chosen', async () => {
    const hook = await open();
    await act(() => hook.change({ fast: true }, { password: 'made-up' }));
    expect(hook.now()).toMatchObject({ chosen: '', value: { fast: true, fields: { password: 'made-up' } } });
    await act(() => hook.change({}, { privacy: 1 }));
    expect(hook.now().chosen).toBeUndefined();
  });
});
