import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type ListRead, useLinks } from '@/entrypoints/manage/list/useLinks.ts';
import { openAsPage } from '@/lib/records/database.ts';
import type { RecordKind } from '@/lib/websites/query.ts';
import { clearRecords, putHosts, putProjects } from '../records/seed.ts';
import { failed, held, later, loaded, openPage, questions, settled, worker } from './hooked.ts';
import { base, other, page } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
// The page is in the worker's own store.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));
/** What is answered when the records are counted, in the place of the truth. */
let counting: (() => Promise<number>) | undefined;
vi.mock('@/lib/messages/records.ts', async (original) => {
  const real = await original<typeof import('@/lib/messages/records.ts')>();
  return {
    ...real,
    recordCount: (...given: Parameters<typeof real.recordCount>) => counting?.() ?? real.recordCount(...given),
  };
});

beforeEach(async () => {
  openPage();
  counting = undefined;
  await clearRecords();
});

const keep = (account: string, ...hosts: string[]) => putProjects(account, hosts);

interface Given {
  kind?: RecordKind;
  account?: string | undefined;
  hosts?: string[];
  read?: ListRead;
}
const noted: ListRead[] = [];
const note = (read: ListRead) => void noted.push(read);
const unread = { complete: false };
const open = async (first: Given = {}) => {
  noted.length = 0;
  const hook = await loaded(
    ({ kind = 'projects', account = base, hosts = ['a.example', 'b.example'], read = unread, ...given }: Given) =>
      useLinks(kind, 'account' in given ? undefined : account, hosts, read, note),
    first,
  );
  const linked = (...hosts: (string | undefined)[]) => hosts.map((host) => hook.now().linked(host));
  return { ...hook, linked };
};

describe('whether a site has a record in the other list', () => {
  test.each<[string, boolean, (boolean | undefined)[]]>([
    ['unknown as long as that was not read', false, [true, true, true, undefined, undefined]],
    ['no once all of it was read', true, [true, true, true, false, undefined]],
  ])('with and without www; where none is kept here, %s', async (_what, complete, expected) => {
    await keep(base, 'a.example', 'www.b.example', 'c.example');
    await keep(other, 'd.example');
    const hosts = ['a.example', 'b.example', 'www.c.example', 'd.example'];
    const { linked, now } = await open({ hosts, read: { complete, total: 9 } });
    expect(linked(...hosts, undefined)).toEqual(expected);
    expect(now()).toMatchObject({ account: base });
    expect(now().coverage).toEqual({ checked: 3, busy: false, complete, total: 9, problem: undefined });
  });

  test('websites are looked for among the websites that are kept', async () => {
    await putHosts(base, ['a.example']);
    await keep(base, 'b.example');
    expect((await open({ kind: 'websites' })).linked('a.example', 'b.example')).toEqual([true, undefined]);
    expect((await open()).linked('a.example', 'b.example')).toEqual([undefined, true]);
  });

  test('other sites are looked for when they are shown, and what is new when that is said', async () => {
    await keep(base, 'a.example', 'c.example');
    const { linked, load, now } = await open({ hosts: ['a.example'] });
    expect(linked('a.example', 'c.example')).toEqual([true, undefined]);
    const before = now().linked;
    await act(() => now().look());
    expect(now().linked).toBe(before);
    // As many as before, and others.
    await load({ hosts: ['c.example'] });
    expect(linked('a.example', 'c.example')).toEqual([undefined, true]);
    await keep(base, 'www.c.example');
    await act(() => now().look());
    expect(now().coverage.checked).toBe(3);
  });

  test.each<[string, Given, boolean[]]>([
    ['on the next page', { hosts: ['c.example'] }, [true]],
    ['of another account', { account: other, hosts: ['a.example'], read: { complete: true } }, [false]],
  ])('what was looked for before sites %s were shown says nothing of these', async (_what, given, expected) => {
    await keep(base, 'a.example', 'c.example');
    const { load, linked, now } = await open({ hosts: ['a.example'] });
    const { promise, resolve } = Promise.withResolvers<number>();
    const counts = [promise];
    counting = () => counts.shift() ?? Promise.resolve(2);
    const late = now().look();
    await load(given);
    resolve(9);
    await act(() => late);
    expect([linked(...(given.hosts ?? [])), now().coverage.checked]).toEqual([expected, 2]);
  });

  test('another account whose store cannot be read has none of the first one’s', async () => {
    await keep(base, 'a.example');
    const { load, linked, now } = await open({ hosts: ['a.example'] });
    held('projects.list');
    void now().check();
    await settled();
    const broken = vi.spyOn(await openAsPage(), 'transaction').mockImplementation(() => {
      throw new Error('broken');
    });
    await load({ account: other, hosts: ['a.example'] });
    broken.mockRestore();
    expect(linked('a.example')).toEqual([undefined]);
    expect(worker.asked[0]?.signal?.aborted).toBe(true);
  });

  test('without another service nothing is looked for, nor asked', async () => {
    await keep(base, 'a.example');
    const hook = await loaded(() => useLinks('projects', undefined, ['a.example'], unread, note));
    await act(() => hook.now().check());
    expect([hook.now().linked('a.example'), hook.now().coverage.checked, worker.asked]).toEqual([undefined, 0, []]);
    expect(hook.now().coverage.busy).toBe(false);
  });
});

describe('reading the other list', () => {
  test('rows that came while it was read are looked for before they are said to have none', async () => {
    const list = held('projects.list');
    const hook = await open({ hosts: ['a.example'] });
    const check = hook.now().check();
    await hook.load({ hosts: ['b.example'] });
    await keep(base, 'b.example');
    list.answer(page([{ project: 'b.example' }], { total: 1 }));
    await act(() => check);
    expect(noted.at(-1)).toEqual({ complete: true });
    await hook.show({ hosts: ['b.example'], read: { complete: true } });
    expect(hook.linked('b.example', 'c.example')).toEqual([true, undefined]);
  });

  test('page by page; what it has is shown while it goes on', async () => {
    const rest = later();
    worker.answers['projects.list'] = ({ cursor }) =>
      cursor ? rest.promise : page([{ project: 'a.example' }], { more: true, next: '2', total: 2 });
    const hook = await open();
    await keep(base, 'a.example');
    const check = hook.now().check();
    await settled();
    expect(hook.now().coverage).toMatchObject({ busy: true, checked: 1 });
    expect([hook.linked('a.example'), noted]).toEqual([[true], [{ total: 2, complete: false }]]);
    await keep(base, 'b.example');
    rest.answer(page([{ project: 'b.example' }], { total: 2 }));
    await act(() => check);
    expect(hook.now().coverage).toMatchObject({ busy: false, checked: 2 });
    expect([hook.linked('b.example'), noted.at(-1)]).toEqual([[true], { complete: true }]);
    expect(questions()).toEqual([
      ['projects.list', { per_page: 100 }, base],
      ['projects.list', { per_page: 100, cursor: '2' }, base],
    ]);
  });

  test('of the account that is shown by then', async () => {
    worker.answers['projects.list'] = () => page([]);
    const hook = await open();
    await hook.show({ account: other });
    await act(() => hook.now().check());
    expect(worker.asked.map(({ account }) => account)).toEqual([other]);
  });

  test('a list that does not go on is not called read to its end', async () => {
    worker.answers['projects.list'] = () => page([{ project: 'a.example' }], { more: true });
    const hook = await open();
    await act(() => hook.now().check());
    expect(noted.map(({ complete }) => complete)).toEqual([false]);
  });

  test('a failure is told, until it is tried again', async () => {
    worker.answers['projects.list'] = () => failed('server');
    const hook = await open();
    await act(() => hook.now().check());
    expect([hook.now().coverage, noted]).toMatchObject([{ busy: false, problem: { kind: 'server' } }, []]);
    const again = held('projects.list');
    const check = hook.now().check();
    await settled();
    expect(hook.now().coverage).toMatchObject({ busy: true, problem: undefined });
    again.answer(page([]));
    await act(() => check);
    expect(noted.at(-1)).toEqual({ complete: true });
  });

  test.each(['stopped', 'left'] as const)('%s, it ends, and nothing is said of it', async (how) => {
    const answer = held('projects.list');
    const hook = await open();
    // Nothing is under way yet.
    hook.now().stop();
    const check = hook.now().check();
    await settled();
    expect(worker.asked[0]?.signal?.aborted).toBe(false);
    await (how === 'left' ? hook.end() : act(() => hook.now().stop()));
    expect(worker.asked[0]?.signal?.aborted).toBe(true);
    answer.answer(failed('server'));
    await act(() => check);
    expect([hook.now().coverage.problem, noted]).toEqual([undefined, []]);
    if (how === 'stopped') expect(hook.now().coverage.busy).toBe(false);
  });
});
