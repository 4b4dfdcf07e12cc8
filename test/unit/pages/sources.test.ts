import { beforeEach, describe, expect, test, vi } from 'vitest';
import { reduce } from '@/entrypoints/manage/addMany/reduce.ts';
import {
  choiceOf,
  copyOf,
  hasOpenTable,
  hostCount,
  isReading,
  lineCount,
  readOf as outcomeOf,
  partsOf,
  unclosedQuotes,
} from '@/entrypoints/manage/addMany/select.ts';
import { type AddMany, firstState } from '@/entrypoints/manage/addMany/state.ts';
import { now, presetsOf, send, takeBack, type } from '@/entrypoints/manage/addMany/store.ts';
import { rewritten } from '@/lib/addMany/lines.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { presets } from '@/lib/storage/presets.ts';
import { type ConnectionAddress, defaults, get } from '@/lib/storage/settings.ts';
import { asked, failed, held, later, ok, openPage, settled, worker } from './hooked.ts';
import { answerNothing, entryOf, played, readOf } from './played.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
const wholeList = vi.hoisted(() => vi.fn());
vi.mock('@/entrypoints/manage/list/wholeList.ts', () => ({ wholeList }));

beforeEach(() => {
  openPage();
  answerNothing();
});
const hostsOf = (entries: readonly Entry[]) => entries.flatMap(({ site }) => ('host' in site ? site.host : []));

describe('the sites to add', () => {
  const open = (first: Partial<AddMany> = {}) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { now, send } = played(first);
    const type = async (text: string) => {
      send('typed', text);
      await pause();
    };
    const add = (name: string, ...hosts: string[]) =>
      send('source-added', name, { entries: hosts.map((host) => entryOf(host)) });
    const addText = async (name: string, text: string) => {
      vi.useRealTimers();
      send('source-added', name, { text });
      await settled();
    };
    return { now, send, type, add, addText };
  };
  const pass = (time: number) => vi.advanceTimersByTimeAsync(time);
  const pause = () => pass(200);
  const seen = (state: AddMany) => ({
    entries: state.entries.map(({ text, source = '' }) => [text, source]),
    sources: partsOf(state).flatMap(({ id, name }) => (id ? name : [])),
    count: hostCount(state),
    reading: isReading(state),
  });

  test('what is typed is read after a pause, and read anew when it changes', async () => {
    const { now, send } = open();
    send('typed', 'a.exam');
    await pass(100);
    send('typed', 'a.example\nb.example\nhttps://a.example/');
    await pass(100);
    expect(seen(now())).toEqual({ entries: [], sources: [], count: 0, reading: true });
    await pause();
    const entries = ['a.example', 'b.example', 'https://a.example/'].map((text) => [text, '']);
    expect(seen(now())).toEqual({ entries, sources: [], count: 2, reading: false });
  });

  test('what was read already is not read again: the entries stay the same', async () => {
    const { now, send, type, add } = open();
    add('one.csv', 'one.example');
    const { entries } = now();
    await pause();
    expect(now().entries).toBe(entries);
    await type('typed.example');
    const typed = now().entries;
    send('typed', 'typed.exa');
    send('typed', 'typed.example');
    await pause();
    expect([now().entries === typed, isReading(now())]).toEqual([true, false]);
  });

  test('files come before what is typed, and are taken away one by one', async () => {
    const { now, send, type, add } = open();
    await type('typed.example\nnot a site');
    add('one.csv', 'one.example');
    add('x'.repeat(300), 'two.example');
    const long = 'x'.repeat(200);
    expect(seen(now())).toEqual({
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
    send('source-removed', now().sources[0]?.id ?? '');
    await type('');
    expect(seen(now())).toMatchObject({ sources: [long], count: 1, reading: false });
  });

  test.each<[string, number, string[]]>([
    ['stays in the box', 20_000, []],
    ['becomes a source, and the box is empty', 20_001, ['addmany_source_pasted']],
  ])('a text of some length %s', async (_what, length, sources) => {
    send('typed', 'before.example');
    const text = `a.example${'\n'.repeat(length - 9)}`;
    expect(type(text)).toBe(sources.length ? '' : text);
    expect(isReading(now())).toBe(true);
    await vi.waitFor(() => expect(isReading(now())).toBe(false));
    expect(seen(now())).toMatchObject({ sources, count: 1 });
    send('typed', '');
    for (const { id } of now().sources) send('source-removed', id);
  });

  test('what a job could not add is in the box again, or a source with its settings where it goes', async () => {
    const site = { state: 'failed', outcome: 'failed', tries: 1 } as const;
    const items = [
      { ...site, key: 'a.example' },
      { ...site, key: 'b.con', fields: { privacy: 1 }, from: { line: 3 } },
    ] as unknown as Item[];
    takeBack(items, { connection: 'main' } as Job);
    expect([now().box.text, now().moved.get('a.example'), now().wish, now().isMore]).toEqual([
      'a.example',
      'main',
      {},
      true,
    ]);
    expect(seen(now())).toMatchObject({ sources: ['addmany_source_pasted'] });
    // Where its name can be changed.
    const [entry] = now().entries as [Entry];
    send('host-replaced', readOf('b.con', { entry }), 'b.com');
    expect(now().entries[0]).toMatchObject({ text: 'b.com', own: { privacy: 1 }, to: 'main' });
    send('typed', '');
    send('source-removed', now().sources[0]?.id ?? '');
  });

  test.each<[string, given: File, sources: string[], problem: string]>([
    ['is read', new File(['domain,note\na.example,x'], 'one.csv'), ['one.csv'], ''],
    ['is no text', new File(['spreadsheet\0'], 'one.xls'), [], 'addmany_file_failed'],
  ])('a file that %s', async (_what, file, sources, problem) => {
    const { now, send } = open();
    vi.useRealTimers();
    send('source-added', file.name, { file });
    expect(seen(now())).toEqual({ entries: [], sources: [], count: 0, reading: true });
    await vi.waitFor(() => expect(isReading(now())).toBe(false));
    expect([seen(now()).sources, now().problem]).toEqual([sources, problem]);
  });

  test('while texts are read, the sites are not all there', async () => {
    const { now, send } = open();
    vi.useRealTimers();
    for (const name of ['one', 'two']) send('source-added', `${name}.csv`, { text: `domain,note\n${name}.example,x` });
    expect(seen(now())).toEqual({ entries: [], sources: [], count: 0, reading: true });
    await vi.waitFor(() => expect(isReading(now())).toBe(false));
    expect(seen(now())).toMatchObject({ sources: ['one.csv', 'two.csv'], count: 2 });
  });

  test('a quote that is not closed is told apart', async () => {
    const { now, type } = open();
    await type('domain,note\na.example,"open\nb.example,x');
    await vi.waitFor(() => expect(unclosedQuotes(now())).toHaveLength(1));
    await type('domain,note\na.example,x\nnot a site,y');
    await vi.waitFor(() => expect(unclosedQuotes(now())).toEqual([]));
    expect(now().entries).toHaveLength(2);
  });

  test('of a source are told the lines, not the sites on them', async () => {
    const { now, type } = open();
    await type('a.example b.example, c.example\nd.example');
    expect([hostCount(now()), ...partsOf(now()).map(lineCount)]).toEqual([4, 2]);
  });

  test('an entry of a file is changed where it is: its place and settings stay', async () => {
    const { now, send, addText } = open();
    await addText('one.csv', 'domain,privacy\na.exmaple,private\nb.example,public');
    const old = now().entries.slice(0, 1);
    const by = old.flatMap((entry) => rewritten(entry, 'a.example c.example'));
    send('entries-replaced', old, by);
    const rows = () => now().entries.map(({ text, line, own, source }) => [text, line, own?.privacy, source]);
    const b = ['b.example', 3, 0, 'one.csv'];
    expect(rows()).toEqual([['a.example', 2, 1, 'one.csv'], ['c.example', 2, 1, 'one.csv'], b]);
    send('entries-replaced', by, []);
    expect(rows()).toEqual([b]);
  });

  test('the host that was meant is used in place of one, in the text or of a source, with the settings of its row', async () => {
    const { now, send, type, addText } = open({ step: 'preview' });
    const use = (at: number, host: string, meant: string) =>
      send('host-replaced', readOf(host, { entry: now().entries[at] as Entry }), meant);
    await type('a.con\nb.con');
    // All three presses come before the text is read again.
    for (const [at, host] of [
      [0, 'a.con'],
      [0, 'a.con'],
      [1, 'b.con'],
    ] as const)
      use(at, host, host.replace('con', 'com'));
    expect([now().box.text, now().step]).toEqual(['a.com\nb.com', 'preview']);
    await type('a.рф');
    use(0, 'a.xn--p1ai', 'a.xn--p1acf');
    // It cannot be found there, so the person is led to its line.
    expect([now().box.text, now().step, now().wish]).toEqual(['a.рф', 'sources', { entry: now().entries[0] }]);
    await type('');
    await addText('one.csv', 'domain,privacy\na.con,private');
    use(0, 'a.con', 'a.com');
    expect(now().entries).toMatchObject([{ text: 'a.com', site: { host: 'a.com' }, own: { privacy: 1 }, line: 2 }]);
  });

  describe('Check, pressed while sources are read,', () => {
    const reading = async (text: string, meanwhile: (list: ReturnType<typeof open>) => unknown = () => {}) => {
      const list = open();
      list.send('typed', text);
      list.send('check');
      expect([list.now().step, list.now().isChecking]).toEqual(['sources', true]);
      await meanwhile(list);
      await pass(2000);
      return [list.now().step, list.now().isChecking];
    };

    test.each<[string, text: string, meanwhile: (list: ReturnType<typeof open>) => unknown, step: string]>([
      ['begins once they are', 'a.example', () => {}, 'preview'],
      ['is given up if the person writes on', 'a.example', ({ send }) => send('typed', 'a.example\nb'), 'sources'],
      ['is given up if one could not be read', 'a.example', ({ send }) => send('set', { problem: 'x' }), 'sources'],
      ['is given up if there is nothing', '-', () => {}, 'sources'],
      [
        'is given up if columns have to be chosen',
        'x;y\na.example;abc.de\nb.example;xyz.de',
        ({ add }) => add('one.csv', 'one.example'),
        'sources',
      ],
      ['is given up if the tab is left', 'a.example', ({ send }) => send('closed'), 'sources'],
    ])('%s', async (_what, text, meanwhile, step) => {
      expect(await reading(text, meanwhile)).toEqual([step, false]);
    });
  });

  describe('a table of which no column is surely the one with the sites', () => {
    const table = 'x;y\na.example;abc.de\nb.example;xyz.de';
    const tables = (state: AddMany) =>
      partsOf(state).flatMap(({ name, chosen, list }) => (list?.choice ? { name, chosen, columns: list.choice } : []));
    const names = (state: AddMany) => [
      hasOpenTable(state),
      ...tables(state).map(({ name, columns, chosen }) => [name, columns.map((one) => one.name), chosen]),
    ];
    const hosts = ({ entries }: AddMany) => hostsOf(entries);

    test('typed: nothing of it is read until columns are chosen, and nothing once none is', async () => {
      const { now, send, type } = open();
      await type(table);
      expect([names(now()), hosts(now())]).toEqual([[true, ['', ['x', 'y'], []]], []]);
      send('columns-chosen', '', [0]);
      await pause();
      expect([names(now()), hosts(now())]).toEqual([
        [false, ['', ['x', 'y'], [0]]],
        ['a.example', 'b.example'],
      ]);
      send('columns-chosen', '', [0, 1]);
      send('columns-chosen', '', []);
      await pause();
      expect([names(now()), hosts(now())]).toEqual([[true, ['', ['x', 'y'], []]], []]);
    });

    const [bare, turned] = ['a.example;abc.de\nb.example;xyz.de', 'abc.de;a.example\nxyz.de;b.example'];
    test.each<[string, string, string, number[]]>([
      ['the same table, edited', table, `${table}\nc.example;c.de`, [0]],
      ['another table', table, `y;x\n${turned}`, []],
      ['a table without a header', table, bare, []],
      ['without a header, another first row', bare, turned, []],
    ])('typed: after a choice, %s', async (_what, first, text, chosen) => {
      const { now, send, type } = open();
      await type(first);
      send('columns-chosen', '', [0]);
      await pause();
      expect(hosts(now())).toEqual(['a.example', 'b.example']);
      await type(text);
      expect([tables(now())[0]?.chosen, hasOpenTable(now())]).toEqual([chosen, !chosen.length]);
    });

    test('typed: another text takes the question away', async () => {
      const { now, type } = open();
      await type(table);
      await type('a.example');
      expect([names(now()), hosts(now())]).toEqual([[false], ['a.example']]);
      await type(table);
      await type('');
      expect(names(now())).toEqual([false]);
    });

    test('of a file: each is asked about by itself, and the last choice counts', async () => {
      const { now, send, addText } = open();
      for (const name of ['one.csv', 'two.csv']) await addText(name, table);
      const [one = '', two = ''] = now().sources.map(({ id }) => id);
      send('columns-chosen', one, [0]);
      await vi.waitFor(() => expect(isReading(now())).toBe(false));
      expect([names(now()), hosts(now())]).toEqual([
        [true, ['one.csv', ['x', 'y'], [0]], ['two.csv', ['x', 'y'], []]],
        ['a.example', 'b.example'],
      ]);
      for (const [id, chosen] of [
        [two, [1]],
        [two, []],
        [one, []],
        [one, [0]],
      ] as const)
        send('columns-chosen', id, chosen);
      await vi.waitFor(() => expect(isReading(now())).toBe(false));
      expect([hasOpenTable(now()), hosts(now())]).toEqual([true, ['a.example', 'b.example']]);
      send('source-removed', two);
      expect(hasOpenTable(now())).toBe(false);
    });
  });
});

describe('what the sites are registered as', () => {
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => entryOf(`${name}${at}.example`, at));
  const suffixes = ({ hosts }: { hosts?: unknown }) => ok((hosts as string[]).map(() => ({})));
  const counts = () => asked('site.suffixes').map(({ hosts }) => (hosts as string[]).length);
  const shown = connectionOf('a');
  const open = (entries: readonly Entry[], more: Partial<AddMany> = {}) => {
    const { send, now } = played({ choice: 'registrable', ...more });
    const show = (entries: readonly Entry[]) => {
      for (const { id } of now().sources) send('source-removed', id);
      send('source-added', 'one.csv', { entries });
    };
    show(entries);
    send('opened', shown, [shown]);
    return { now, send, show, read: () => outcomeOf(now()) };
  };

  test('each host is asked about once, by thousands, and what is no site not at all', async () => {
    const none: Entry = { line: 1, text: 'x', site: siteOf('about:blank') };
    const { read } = open([...many('s', 5001), entryOf('s0.example'), none]);
    await vi.waitFor(() => expect(read().parsed).toHaveLength(5003));
    expect(counts()).toEqual([2000, 2000, 1001]);
  });

  test('of very many, only some are asked about at once', async () => {
    const answer = later();
    worker.answers['site.suffixes'] = (input) => answer.promise.then(() => suffixes(input));
    const { read } = open(many('t', 10_001));
    await settled();
    expect(counts()).toHaveLength(5);
    answer.answer(ok(null));
    await vi.waitFor(() => expect(read().parsed).toHaveLength(10_001));
    expect(counts()).toEqual([...Array(5).fill(2000), 1]);
  });

  test('a list of very many is read only once Check is pressed', async () => {
    const { now, send, read } = open(many('u', 20_001));
    await settled();
    expect([counts(), now().read.parsed]).toEqual([[], []]);
    send('check');
    // It does not show what was read before.
    expect([read(), now().read]).toEqual([{}, {}]);
    await vi.waitFor(() => expect(read().parsed).toHaveLength(20_001));
  });

  test('by what the worker says of each; until then nothing is said', async () => {
    const answer = held('site.suffixes');
    const { read } = open([entryOf('a.example'), entryOf('shop.example.co.uk')]);
    expect(read()).toEqual({});
    await answer.settle(ok([{ registrable: 'a.example' }, { registrable: 'example.co.uk' }]));
    expect(read().parsed?.map(({ host }) => host)).toEqual(['a.example', 'example.co.uk']);
  });

  test.each(['check', 'parse-again'] as const)('a problem is told, and gone with the next try: %s', async (again) => {
    worker.answers['site.suffixes'] = () => failed('server');
    const host = `${again}.example`;
    const { send, read } = open([entryOf(host)]);
    await settled();
    expect(read()).toEqual({ problem: { kind: 'server' } });
    answerNothing();
    send(again);
    expect(read()).toEqual({});
    await settled();
    expect(read()).toMatchObject({ parsed: [{ host }] });
  });

  test.each([
    ['an answer', ok([{}])],
    ['a problem', failed('server')],
  ])('%s for sites that were changed meanwhile is not shown', async (_what, answered) => {
    const first = later();
    const late = `late-${answered.ok}.example`;
    worker.answers['site.suffixes'] = ({ hosts }) => ((hosts as string[])[0] === late ? first.promise : ok([{}]));
    const { show, read } = open([entryOf(late)]);
    show([entryOf('www.example.org')]);
    await settled();
    await first.settle(answered);
    expect(read()).toMatchObject({ parsed: [{ host: 'www.example.org' }] });
    expect(worker.asked[0]?.signal?.aborted).toBe(true);
  });

  test('while a changed list is read, the entries of the one before are still shown', async () => {
    const { now, show, read } = open([entryOf('b.example')]);
    await settled();
    const { parsed } = now().read;
    held('site.suffixes');
    show([entryOf('c.example')]);
    expect([now().read.parsed === parsed, read()]).toEqual([true, {}]);
  });

  test('the spelling is that of the preferences, until another is chosen here', () => {
    let state = firstState;
    const seen = [choiceOf(state)];
    for (const part of [{ preferred: 'bare' }, { choice: 'registrable' }] as const) {
      state = reduce(state, ['set', part]);
      seen.push(choiceOf(state));
    }
    expect(seen).toEqual(['seen', 'bare', 'registrable']);
  });
});

describe('copying another connection’s websites', () => {
  const [a, b, c] = [connectionOf('a'), connectionOf('b'), connectionOf('c')];
  const site = { id: '1', domain: 'shop.example', privacy: 0, locked: undefined };
  const open = (...list: ConnectionAddress[]) => {
    const { now, send, does } = played();
    send('opened', a, list);
    const copy = (from?: string) =>
      does('set', {
        problem: '',
        copy: { ...(from ? { from } : {}), last: { account: `of ${from ?? 'b'}`, read: 0 } },
      });
    const added = () => now().sources.map(({ name }) => name);
    return { now, send, does, copy, added };
  };

  test('is offered from the first other one, or the one that is chosen, if there is one', () => {
    const from = (list: readonly ConnectionAddress[], copy: AddMany['copy'] = {}) =>
      copyOf({ ...firstState, shown: a, list, copy }).from;
    expect([from([a]), from([a, b, c]), from([a, b, c], { from: 'c' }), from([a, b], { from: 'c' })]).toEqual([
      undefined,
      b,
      c,
      b,
    ]);
  });

  test('they are added with their settings, for the connection that is shown', async () => {
    wholeList.mockResolvedValue({ websites: [site], complete: true, at: 5 });
    const { now, copy, added } = open(a, b, c);
    await copy('c');
    expect([added(), hostsOf(now().entries)]).toEqual([['c.example'], ['shop.example']]);
    expect(now().entries[0]).toMatchObject({ own: { privacy: 0 }, to: 'a' });
    expect([now().problem, now().copy]).toEqual(['', undefined]);
    expect(wholeList.mock.calls[0]?.[0]).toMatchObject({ connection: 'c', account: 'of c' });
  });

  test.each<[string, object, problem: string, number]>([
    ['it has none', { websites: [], complete: true, at: 5 }, 'manage_no_websites', 0],
    ['not all could be read', { websites: [site], complete: false, at: 5 }, 'manage_read_incomplete', 1],
  ])('where %s, that is said', async (_what, answer, problem, count) => {
    wholeList.mockResolvedValue(answer);
    const { now, copy, added } = open(a, b);
    await copy();
    expect([now().problem, added().length]).toEqual([problem, count]);
  });

  test.each<[string, object, problem: object | undefined]>([
    ['fails: the form stays open and says why', { kind: 'missing' }, { kind: 'missing' }],
    ['was stopped elsewhere: the form stays open', { kind: 'cancelled' }, undefined],
  ])('what %s', async (_what, answer, problem) => {
    wholeList.mockResolvedValue(answer);
    const { now, copy, added } = open(a, b);
    await copy();
    expect([added(), now().copy?.last?.problem, now().copy?.last?.read]).toEqual([[], problem, undefined]);
  });

  test.each<[string, (list: ReturnType<typeof open>) => unknown]>([
    ['is stopped', ({ send }) => send('set', { copy: { from: 'b' } })],
    ['is left behind by the check', ({ send }) => send('check')],
    ['is of a connection that is gone', ({ send }) => send('opened', a, [a, c])],
    ['is left with the tab', ({ send }) => send('closed')],
  ])('one sees how far its reading is; nothing comes of one that %s', async (_what, end) => {
    const read = later();
    wholeList.mockReturnValue(read.promise);
    const list = open(a, b);
    await list.copy();
    const [{ onProgress, signal }] = wholeList.mock.lastCall as [
      { onProgress: (now: object) => void; signal: AbortSignal },
    ];
    onProgress({ read: 3, total: 9 });
    expect(list.now().copy?.last?.read).toBe(3);
    end(list);
    expect(signal.aborted).toBe(true);
    await read.settle({ websites: [site], complete: true, at: 5 } as never);
    expect(list.added()).toEqual([]);
  });
});

describe('presets', () => {
  const connection: ConnectionAddress = { id: 'main', analyticsUrl: 'https://a.example', account: 'a' };
  const open = async () => {
    send('set', { defaults: { ...defaults.fallback, privacy: 0, hasPassword: true }, presets: [] });
    send('preset-chosen', '');
    const shown = () => presetsOf(now(), connection);
    const change = (part: object, fields: object = {}) => {
      const { value } = shown();
      if (value) shown().change({ ...value, ...part, fields: { ...value.fields, ...fields } });
    };
    /** Lets what was written be read again. */
    const written = async () => {
      await settled();
      send('set', { presets: await get(presets) });
    };
    return { shown, change, written };
  };

  test('saved, chosen by name, replaced and forgotten; never with a password', async () => {
    const { shown, change, written } = await open();
    expect(shown()).toMatchObject({ chosen: '', hasPassword: true, names: [] });
    expect(shown().value).toMatchObject({ fast: false, way: 'common', fields: { privacy: 0, password: '' } });
    change({ way: 'each', fast: true }, { privacy: 2, password: 'made-up', email: true });
    expect(shown()).toMatchObject({ chosen: undefined, value: { way: 'each', fast: true } });
    for (const name of ['Shops', 'Blogs', 'Shops']) shown().save(name);
    await written();
    const saved = await get(presets);
    expect(saved.map(({ name, password, privacy, email }) => [name, password, privacy, email])).toEqual([
      ['Blogs', 'each', 2, 1],
      ['Shops', 'each', 2, 1],
    ]);
    expect(JSON.stringify(saved)).not.toContain('made-up');
    expect(shown()).toMatchObject({ chosen: 'Shops', names: ['Blogs', 'Shops'] });
    shown().choose('');
    expect(shown().value).toMatchObject({ way: 'common', fast: true, fields: { privacy: 0, email: false } });
    shown().choose('Blogs');
    expect(shown()).toMatchObject({ chosen: 'Blogs', value: { way: 'each', fields: { privacy: 2, email: true } } });
    shown().forget('Blogs');
    await written();
    expect(shown()).toMatchObject({ chosen: undefined, names: ['Shops'] });
  });

  test('speed and a typed password are no part of one: it stays chosen', async () => {
    const { shown, change } = await open();
    change({ fast: true }, { password: 'made-up' });
    expect(shown()).toMatchObject({ chosen: '', value: { fast: true, fields: { password: 'made-up' } } });
    change({}, { privacy: 1 });
    expect(shown().chosen).toBeUndefined();
  });
});
