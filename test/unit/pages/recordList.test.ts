import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { followRows } from '@/entrypoints/manage/list/followRows.ts';
import { beginList } from '@/entrypoints/manage/list/listStore.ts';
import type { ListEvent } from '@/entrypoints/manage/list/state.ts';
import { useExport } from '@/entrypoints/manage/list/useExport.ts';
import { useListTab } from '@/entrypoints/manage/list/useListTab.ts';
import { wholeList } from '@/entrypoints/manage/list/wholeList.ts';
import type { SiteState } from '@/lib/audit/look.ts';
import { openJobStore } from '@/lib/jobs/database.ts';
import { allJobs } from '@/lib/jobs/store.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { jobsNow } from '@/lib/jobs/watch.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import { type Change, lastChange } from '@/lib/messages/changes.ts';
import { recordChanges } from '@/lib/records/changes.ts';
import type { SlimRow } from '@/lib/records/slim.ts';
import type { ListName } from '@/lib/records/types.ts';
import { type Refresh, refreshesNow } from '@/lib/storage/refresh.ts';
import { type ConnectionAddress, set } from '@/lib/storage/settings.ts';
import { defaultQuery, type Query, viewQuery } from '@/lib/websites/query.ts';
import { lookIn } from '../audit/looks.ts';
import { clearRecords, putProjects, putWebsites, wasRead } from '../records/seed.ts';
import { asked, does, failed, held, loaded, ok, questions, settled, tell, worker } from './hooked.ts';
import { connectionOf, openList, page, say, tabProps, website } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
const isOwn = vi.hoisted(() => ({ is: true }));
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => isOwn.is }));
const saveFile = vi.hoisted(() => vi.fn());
vi.mock('@/lib/util/saveFile.ts', () => ({ saveFile }));
/** Where a row is not about the pause in typing, it does not wait for that. */
const typing = vi.hoisted(() => ({ pauses: false }));
vi.mock('@/lib/util/sleep.ts', async (original) => {
  const { sleep } = await original<typeof import('@/lib/util/sleep.ts')>();
  return { sleep: (ms: number, signal?: AbortSignal) => sleep(ms === 300 && !typing.pauses ? 0 : ms, signal) };
});

const a = connectionOf('a');
const account = 'of a';
const b = connectionOf('b', { name: 'B' });
const seo = connectionOf('a', { seoUrl: 'https://seo.example', seoAccount: 'seo' });

beforeEach(async () => {
  openList();
  await clearRecords();
  saveFile.mockReset();
  worker.answers['websites.list'] = () => page([]);
});

interface Given {
  connections?: ConnectionAddress[];
  query?: Partial<Query>;
  kind?: ListName;
}
async function open(first: Given = {}) {
  const hook = await loaded((now: Given) => {
    const props = tabProps(now.connections ?? [a], now.query, now.kind);
    return useListTab(now.kind ?? 'websites', { ...props, drafts: {} as never });
  }, first);
  const names = () => hook.now().rows.map(({ name }) => name);
  const part = () => hook.now().list.state.parts.get(account);
  return { ...hook, names, part };
}
const changed = (change: Partial<Change>, of = account) =>
  set(lastChange, { account: of, at: 1, ...change } as Change).then(settled);
/** The worker tells that something is stored. */
const stored = (count: number, of = account) => set(recordChanges, { [of]: count }).then(settled);
const reading = (state: Refresh['state'], more: Partial<Refresh> = {}) => ({
  state,
  serviceUrl: a.analyticsUrl,
  account,
  started: 1,
  pass: 1,
  read: 0,
  pages: 0,
  edge: [],
  ...more,
});
const progressed = (...given: Parameters<typeof reading>) =>
  set(refreshesNow, { [account]: reading(...given) } as never).then(settled);

describe('what is stored', () => {
  test('is shown before its service answers, which is asked for one page, newest first', async () => {
    await putWebsites(account, [website('1'), website('2')]);
    const answer = held('websites.list');
    const { names, part } = await open();
    expect([names(), part()?.isAsked]).toEqual([['2.example', '1.example'], true]);
    expect(questions()).toEqual([['websites.list', { sort_by: 'id', sort: 'desc', per_page: 100 }, account]]);
    await putWebsites(account, [website('3')]);
    await answer.settle(page([website('3')]));
    expect(names()).toEqual(['3.example', '2.example', '1.example']);
  });

  const made = (at: number) => `2026-01-01T${10 + Math.floor(at / 60)}:${10 + (at % 60)}`;
  const many = Array.from({ length: 150 }, (_, at) => String(at));
  test.each([
    ['the newest on, so that the first rows are the first ones of the list', made, many.slice(50)],
    ['the first on where no service says when they were created', () => undefined, many.toSorted().slice(0, 100)],
  ])('is read from %s', async (_what, createdAt, first) => {
    await putWebsites(
      account,
      many.map((id, at) => website(id, { created_at: createdAt(at) })),
    );
    const told: ListEvent[] = [];
    onTestFinished(followRows('websites', account, (event) => told.push(event)).stop);
    await vi.waitFor(() => expect(told.at(-1)?.type).toBe('read'));
    const rows = told.map((event) => ('rows' in event ? (event.rows ?? []).map(({ slot }) => slot) : []));
    expect(rows[0]).toEqual(first);
    expect(new Set(rows.at(-1)).size).toBe(150);
  });

  test('stays where its service cannot be reached', async () => {
    await putWebsites(account, [website('1')], 5);
    worker.answers['websites.list'] = () => failed('network');
    const { names, part } = await open();
    expect(names()).toEqual(['1.example']);
    expect(part()).toMatchObject({ problem: { kind: 'network' }, at: 5 });
    worker.answers['websites.list'] = () => page([]);
    await tell('online');
    await settled();
    expect([asked('websites.list').length, part()?.problem]).toEqual([2, undefined]);
  });

  test('gives way to a later answer that is not stored, as in a private window, which can be exported', async () => {
    await putWebsites(account, [website('1', { privacy: 0 })], 5);
    worker.answers['websites.list'] = () => page(['1', '2'].map((id) => website(id, { privacy: 1 })));
    const { now, does } = await open();
    expect(now().rows.map(({ id, privacy }) => [id, privacy])).toEqual([
      ['2', 'private'],
      ['1', 'private'],
    ]);
    await does(({ exporting }) => exporting.run('json'));
    expect(saveFile.mock.calls[0]?.[2].match(/"privacy": 1/g)).toHaveLength(2);
  });

  test('changes all the time while the whole list is read, which holds back no answer of its service', async () => {
    await putWebsites(account, [website('1')]);
    worker.answers['websites.list'] = () => failed('network');
    const { now, part } = await open();
    expect(part()?.problem).toBeDefined();
    worker.answers['websites.list'] = () => page([]);
    let count = 1;
    let isRead = false;
    onTestFinished(() => {
      isRead = true;
    });
    void (async () => {
      for (; !isRead; count++) {
        await set(recordChanges, { [account]: count });
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await act(() => now().list.send({ type: 'retried', account }));
    await vi.waitFor(() => expect(part()?.problem).toBeUndefined());
  });

  test('of several connections is one list, and each is asked', async () => {
    await putWebsites(account, [website('1')]);
    await putWebsites('of b', [website('2')]);
    const { names } = await open({ connections: [a, b] });
    expect(names()).toEqual(['2.example', '1.example']);
    expect(worker.asked.map((one) => one.account)).toEqual([account, 'of b']);
  });

  test('is read again when the worker says that it has changed, in this account', async () => {
    const { names } = await open();
    await putWebsites(account, [website('1')]);
    await stored(1, 'of b');
    expect(names()).toEqual([]);
    await stored(1);
    expect(names()).toEqual(['1.example']);
  });

  test.each<[string, Partial<Change>, of: string, string[]]>([
    ['one was changed', { kind: 'website', website: { id: '2' } }, account, ['2.example', '1.example']],
    ['one is gone', { kind: 'website-gone', id: '1' }, account, []],
    ['one of another account', { kind: 'website', website: { id: '2' } }, 'of b', ['1.example']],
    ['a project', { kind: 'project-gone', project: '1' }, account, ['1.example']],
  ])('is read at once where the worker has changed one record: %s', async (_what, change, of, shown) => {
    await putWebsites(account, [website('1')]);
    const { names } = await open();
    if (change.kind === 'website') await putWebsites(account, [website('2')]);
    else if (change.kind === 'website-gone') await clearRecords();
    await changed(change, of);
    expect(names()).toEqual(shown);
  });

  test.each<[string, more: object]>([
    ['it is seen to tell visits', { kind: 'umami' }],
    ['it has an SEO service now', { seoUrl: seo.seoUrl, seoAccount: seo.seoAccount }],
  ])('its service answers just as its connection changes: %s', async (_what, more) => {
    const answer = held('websites.list');
    worker.answers['projects.list'] = () => page([]);
    const { now, show, part } = await open();
    // What is stored is being read when the answer comes, and is read once more because of it.
    await set(recordChanges, { [account]: 1 });
    answer.answer(failed('network'));
    await new Promise((resolve) => setImmediate(resolve));
    await show({ connections: [{ ...a, ...more } as ConnectionAddress] });
    await settled();
    expect([now().list.state.accounts, part()?.isAsked, part()?.problem?.kind]).toEqual([[account], false, 'network']);
  });

  test('is heard of no longer once the list is left', async () => {
    const { names, end } = await open();
    await end();
    await putWebsites(account, [website('1')]);
    await stored(1);
    expect(names()).toEqual([]);
  });

  test.each([
    ['websites', ['1.example'], true],
    ['projects', ['1.example/x'], undefined],
  ] as const)('says whether the other list has a record, too: %s', async (kind, names, linked) => {
    await putWebsites(account, [website('1')]);
    await putProjects('seo', [...(kind === 'websites' ? ['www.1.example'] : names)]);
    worker.answers['projects.list'] = () => page([]);
    const list = await open({ connections: [seo], kind });
    expect([list.names(), list.now().rows[0]?.linked]).toEqual([names, linked]);
  });
});

describe('what the last audit has found', () => {
  const audit = (more: Partial<Job> = {}) =>
    ({
      id: 'one',
      kind: 'audit',
      account,
      serviceUrl: a.analyticsUrl,
      state: 'done',
      started: 1,
      ended: 9,
      total: 1,
      fields: {},
      counts: {},
      outcomes: {},
      run: { from: 1, ended: 0 },
      ...more,
    }) as Job;
  /** The worker has stored what was found of these sites, by id. */
  async function found(job: Job, states: Record<string, SiteState>): Promise<void> {
    const db = await openJobStore();
    const change = db.transaction(['jobs', 'items'], 'readwrite');
    void change.objectStore('jobs').put(job);
    for (const [at, [id, state]] of Object.entries(states).entries())
      void change
        .objectStore('items')
        .put({ job: job.id, at, key: `${id}.example`, state: 'done', sent: 8, look: lookIn(state) });
    await change.done;
    await set(jobsNow, await allJobs()).then(settled);
  }
  beforeEach(async () => {
    const db = await openJobStore();
    await Promise.all([db.clear('jobs'), db.clear('items')]);
    await set(jobsNow, []);
  });

  test('is told of each row, and again when a site was looked at again or another audit has ended', async () => {
    await putWebsites(account, [website('1'), website('2')]);
    await found(audit(), { 1: 'missing' });
    const { now } = await open();
    const states = () => now().rows.map(({ check }) => check?.state);
    expect(states()).toEqual([undefined, 'missing']);
    await found(audit({ run: { from: 1, ended: 1 } }), { 1: 'tracking' });
    expect(states()).toEqual([undefined, 'tracking']);
    await found(audit({ id: 'two', ended: undefined as never }), { 2: 'silent' });
    expect(states()).toEqual([undefined, 'tracking']);
    await found(audit({ id: 'two' }), { 1: 'tracking', 2: 'silent' });
    expect(states()).toEqual(['silent', 'tracking']);
  });

  test('is not told of another account, nor once the list is left', async () => {
    await putWebsites(account, [website('1')]);
    const { now, end } = await open();
    await found(audit({ account: 'of b' }), { 1: 'missing' });
    expect(now().rows[0]).not.toHaveProperty('check');
    await end();
    await found(audit({ id: 'two' }), { 1: 'missing' });
    expect(now().rows[0]).not.toHaveProperty('check');
  });

  test('of many thousands is read a batch at a time', async () => {
    await putWebsites(account, [website('2000')]);
    await found(audit(), Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [at, 'missing' as const])));
    const { now } = await open();
    await vi.waitFor(() => expect(now().rows[0]?.check).toEqual({ state: 'missing', at: 8 }));
  });
});

test('searched, filtered and sorted without a request', async () => {
  const items = ['ab', 'b', 'abc'].map((id, index) => website(id, { privacy: index === 1 ? 0 : 1 }));
  await putWebsites(account, items);
  await wasRead(account);
  const { names, load } = await open();
  worker.asked = [];
  await load({ query: { search: 'ab' } });
  expect(names()).toEqual(['abc.example', 'ab.example']);
  await load({ query: { filter: 'public' } });
  expect(names()).toEqual(['b.example']);
  await load({ query: { sort_by: 'domain', sort: 'asc' } });
  expect(names()).toEqual(['ab.example', 'abc.example', 'b.example']);
  expect(worker.asked).toEqual([]);
});

test('of a list that was not read to its end, the service is asked for what is searched, once nothing more is typed', async () => {
  const { show } = await open();
  typing.pauses = true;
  for (const search of ['b', 'bü', 'bücher.example']) await show({ query: { search } });
  await vi.waitFor(() => expect(asked('websites.list')).toHaveLength(2));
  typing.pauses = false;
  expect(asked('websites.list')[1]).toMatchObject({ search: 'xn--bcher-kva.example', search_by: 'domain' });
});

test.each([
  ['all that it finds', 'shop', {}, true],
  ['all that it finds at an address', 'https://shop.example/', {}, true],
  ['what it finds for words that are not together', 'shop example', {}, false],
  ['what it finds for a part of an international name', 'büch', {}, false],
  ['a part of its records, as if nothing were searched', 'shop', { more: true }, false],
  ['records that cannot be read', 'shop', { unread: 1 }, false],
])('that nothing is found is known where the service lists %s (%s, %j): %s', async (_what, search, more, isProved) => {
  await putWebsites(account, [website('1')]);
  worker.answers['websites.list'] = () => page([website('2')], more);
  const { names, now } = await open({ query: { search } });
  await vi.waitFor(() => expect(now().sums.isSearched).toBe(true));
  expect([names(), now().sums.isProved]).toEqual([[], isProved]);
});

test.each<[string, () => Answer<unknown>, names: string[], problem: object | undefined]>([
  ['finds what cannot be stored', () => page([website('shop')]), ['shop.example'], undefined],
  ['cannot be asked', () => failed('network'), [], { kind: 'network' }],
])('a service %s', async (_what, answer, found, problem) => {
  await putWebsites(account, [website('1')]);
  const { load, names, part } = await open();
  const { settle } = held('websites.list');
  await load({ query: { search: 'shop' } });
  expect(part()?.search).toMatchObject({ isAsked: true });
  await vi.waitFor(() => expect(asked('websites.list')).toHaveLength(2));
  await settle(answer());
  expect([names(), part()?.search?.problem]).toEqual([found, problem]);
});

test('that the other list has no record of a site is not known once the service says that it has more', async () => {
  await putWebsites(account, [website('1')]);
  const { records } = await import('@/lib/background/records/records.ts');
  const facts = { account: 'seo', list: 'projects', whole: 5, counted: 1 } as const;
  await records.change(async (store) => store.putFacts({ ...facts, total: 1 }));
  const { now } = await open({ connections: [seo] });
  expect(now().rows[0]?.linked).toBe(false);
  await records.change(async (store) => store.putFacts({ ...facts, total: 3 }));
  await stored(1, 'seo');
  expect(now().rows[0]?.linked).toBeUndefined();
});

test('where nobody can read what is stored, it is what the service has answered', async () => {
  isOwn.is = false;
  vi.resetModules();
  worker.answers.stored = () => failed('server');
  worker.answers['websites.list'] = () => page([website('1'), { id: '', domain: 'x.example' }]);
  const { useListTab: useIt } = await import('@/entrypoints/manage/list/useListTab.ts');
  const hook = await loaded(() => useIt('websites', { ...tabProps([a]), drafts: {} as never }));
  isOwn.is = true;
  expect(hook.now().rows.map(({ name }) => name)).toEqual(['1.example', 'x.example']);
  expect(hook.now().list.state.parts.get(account)?.unread).toEqual({ kind: 'server' });
  await changed({ kind: 'website-gone', id: '1' });
  expect(hook.now().rows.map(({ name }) => name)).toEqual(['x.example']);
});

describe('begun before the page is drawn', () => {
  const { parts } = tabProps([a]);
  const query = viewQuery(defaultQuery('websites'));

  test('it is first drawn with its rows, and asks its service once', async () => {
    await putWebsites(account, [website('1')]);
    // However long this machine takes to read them: for the page no time passes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    await beginList('websites', parts, query);
    vi.useRealTimers();
    const drawn: string[][] = [];
    const hook = await loaded(() => {
      const tab = useListTab('websites', { ...tabProps([a]), drafts: {} as never });
      drawn.push(tab.rows.map(({ name }) => name));
      return tab;
    });
    expect([drawn[0], asked('websites.list').length]).toEqual([['1.example'], 1]);
    await putWebsites(account, [website('2')]);
    await stored(1);
    expect(hook.now().rows.map(({ name }) => name)).toEqual(['2.example', '1.example']);
  });

  test('the page does not wait for long', async () => {
    isOwn.is = false;
    vi.resetModules();
    const { beginList: begin } = await import('@/entrypoints/manage/list/listStore.ts');
    held('stored');
    const begins = performance.now();
    await begin('websites', parts, query);
    isOwn.is = true;
    expect(performance.now() - begins).toBeGreaterThanOrEqual(99);
  });
});

describe('the reading of the whole list', () => {
  test('is asked for by its connection, seen, and stopped', async () => {
    await putWebsites(account, [website('1')]);
    const { now, part } = await open();
    await does(() => now().list.send({ type: 'refreshed' }));
    expect(asked('records.refresh')).toEqual([{ connection: 'a' }]);
    await progressed('running', { read: 3, total: 9 });
    expect(part()?.refresh).toMatchObject({ read: 3, total: 9 });
    await does(() => now().list.send({ type: 'stopped' }));
    expect(asked('records.stop')).toEqual([{ connection: 'a' }]);
  });

  test('that cannot begin says why', async () => {
    worker.answers['records.refresh'] = () => failed('access');
    const { now, part } = await open();
    await does(() => now().list.send({ type: 'refreshed' }));
    expect(part()?.problem).toEqual({ kind: 'access' });
  });
});

describe('deleting', () => {
  const rowAt = ({ now }: Awaited<ReturnType<typeof open>>, slot: string) =>
    now().rows.find((row) => row.slot === slot) as SlimRow;
  const remove = async (answer: () => unknown) => {
    await putWebsites(account, [website('1'), website('2', { locked: 'not-allowed' })]);
    worker.answers['websites.delete'] = answer as never;
    const hook = await open();
    await act(() => hook.now().deletion.open(rowAt(hook, '1')));
    await hook.does((now) => now.deletion.run());
    return hook;
  };

  test.each([
    ['deleted', 'popup_deleted 1.example{name}'],
    ['gone', 'popup_already_deleted 1.example{name}'],
  ])('%s: that is said, and the worker knows which one was meant', async (outcome, said) => {
    const hook = await remove(() => ok({ outcome }));
    expect(asked('websites.delete')).toEqual([{ id: '1', domain: '1.example' }]);
    expect([say.mock.calls, hook.now().deletion.deleting]).toEqual([[[said]], undefined]);
  });

  test('refused: why is said in its dialog; pressed twice, one is sent', async () => {
    const hook = await remove(() => failed('server'));
    expect(hook.now().deletion.deleting).toMatchObject({ busy: false, problem: { kind: 'server' } });
    const answer = held('websites.delete');
    await hook.does((now) => [void now.deletion.run(), void now.deletion.run()]);
    await hook.does((now) => void now.deletion.run());
    expect(asked('websites.delete')).toHaveLength(2);
    // Closed meanwhile, it is said outside.
    await act(() => hook.now().deletion.close());
    await answer.settle(failed('server'));
    expect(say.mock.calls).toEqual([[expect.stringMatching(/^manage_not_deleted/)]]);
  });

  test('a record that can only be read is not asked about', async () => {
    await putWebsites(account, [website('2', { locked: 'not-allowed' })]);
    const hook = await open();
    await act(() => hook.now().deletion.open(rowAt(hook, '2')));
    expect(hook.now().deletion.deleting).toBeUndefined();
  });
});

describe('exporting', () => {
  const rowOf = ({ id }: { id: string }) => ({ key: `${account} ${id}`, account, slot: id }) as SlimRow;
  test.each([
    ['csv', 'text/csv', /^\ufeffdomain,.*\r\n2\.example,.*\r\n1\.example,/],
    ['json', 'application/json', /"email": 1/],
  ] as const)('as %s: what is shown, in its order, from what is stored', async (format, type, text) => {
    await putWebsites(account, [website('1', { email: 1 }), website('2'), website('3')]);
    const hook = await loaded(() => useExport('websites', [website('2'), website('1')].map(rowOf)));
    await act(() => hook.now().open());
    await hook.does((now) => now.run(format));
    expect(saveFile.mock.calls).toEqual([
      [expect.stringMatching(`websites-.*\\.${format}$`), type, expect.any(String)],
    ]);
    expect(saveFile.mock.calls[0]?.[2]).toMatch(text);
    expect(saveFile.mock.calls[0]?.[2]).not.toContain('3.example');
    expect([hook.now().exporting, worker.asked]).toEqual([undefined, []]);
  });

  test('is refused where something that is shown is not stored any more, which another try mends', async () => {
    await putWebsites(account, [website('1')]);
    const hook = await open();
    await clearRecords();
    await act(() => hook.now().exporting.open());
    await hook.does((now) => now.exporting.run('csv'));
    expect(saveFile).not.toHaveBeenCalled();
    expect(hook.now().exporting.exporting?.problem).toEqual({ kind: 'cancelled' });
  });

  test('takes what the search finds, and no more', async () => {
    await putWebsites(account, [website('ab'), website('b')]);
    const hook = await open({ query: { search: 'ab' } });
    await hook.does((now) => now.exporting.run('csv'));
    expect(saveFile.mock.calls[0]?.[2].match(/\w+\.example/g)).toEqual(['ab.example']);
  });

  test('of several connections says of each record whose it is', async () => {
    await putWebsites(account, [website('1')]);
    await putWebsites('of b', [website('2')]);
    const hook = await open({ connections: [a, b] });
    await hook.does((now) => now.exporting.run('json'));
    const records = JSON.parse(saveFile.mock.calls[0]?.[2]) as object[];
    expect(records).toEqual([
      { ...website('2'), connection: 'B' },
      { ...website('1'), connection: 'a' },
    ]);
  });

  test('says since when a record is not listed any more', async () => {
    await putWebsites(account, [website('1')], 86_400_000);
    await wasRead(account, 5, { pass: 9, ended: 9, why: 'changed' });
    await putWebsites(account, [website('2')]);
    const hook = await open();
    await hook.does((now) => now.exporting.run('json'));
    const records = JSON.parse(saveFile.mock.calls[0]?.[2]) as object[];
    expect(records).toEqual([website('2'), { ...website('1'), not_listed_since: '1970-01-02T00:00:00.000Z' }]);
  });

  test('many are read a batch at a time', async () => {
    const all = Array.from({ length: 2001 }, (_, index) => website(String(index)));
    await putWebsites(account, all);
    const hook = await loaded(() => useExport('websites', all.map(rowOf)));
    await hook.does((now) => now.run('csv'));
    await vi.waitFor(() => expect(saveFile).toHaveBeenCalled());
    expect(saveFile.mock.calls[0]?.[2].split('\r\n')).toHaveLength(2001 + 2);
  });
});

describe('all websites of a connection', () => {
  const read = (more = {}) => wholeList({ connection: 'a', account, signal: new AbortController().signal, ...more });

  test.each<[string, Partial<Refresh>, object]>([
    ['was read to its end', { state: 'done' }, { websites: [website('1')], complete: true }],
    ['was not all', { state: 'done', why: 'changed' } as never, { complete: false }],
    ['failed', { state: 'failed', problem: { kind: 'server' } }, { kind: 'server' }],
    ['was stopped', { state: 'stopped' }, { kind: 'cancelled' }],
  ])('else are read first; the list %s', async (_what, end, expected) => {
    await putWebsites(account, [website('1')]);
    const begun = reading('running');
    await set(refreshesNow, { [account]: begun } as never);
    worker.answers['records.refresh'] = () => ok(begun);
    const seen = vi.fn();
    const found = read({ onProgress: seen });
    await settled();
    await progressed('running', { read: 1, total: 2 });
    await progressed('running', end);
    expect(await found).toMatchObject(expected);
    expect(seen.mock.calls.map(([now]) => now.total)).toContain(2);
    expect(asked('records.refresh')).toEqual([{ connection: 'a' }]);
  });

  test('are not waited for any longer once nobody wants them, and why they cannot be read is told', async () => {
    worker.answers['records.refresh'] = () => ok(reading('running'));
    await set(refreshesNow, { [account]: reading('running') } as never);
    const stop = new AbortController();
    const found = read({ signal: stop.signal });
    await settled();
    stop.abort();
    expect(await found).toEqual({ kind: 'cancelled' });
    worker.answers['records.refresh'] = () => failed('access');
    expect(await read()).toEqual({ kind: 'access' });
  });
});
