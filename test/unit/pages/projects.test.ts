import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useProjects } from '@/entrypoints/manage/projects/useProjects.ts';
import type { TabProps } from '@/entrypoints/manage/tab.ts';
import { lastChange } from '@/lib/messages/changes.ts';
import type { Project } from '@/lib/services/index.ts';
import { set } from '@/lib/storage/settings.ts';
import { defaultQuery, type Query } from '@/lib/websites/query.ts';
import { clearRecords, putHosts } from '../records/seed.ts';
import { asked, does, failed, held, loaded, ok, settled, worker } from './hooked.ts';
import { base, openList, other, page, paint, route, say, tabProps } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
// The page is in the worker's own store.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));
const focus = vi.hoisted(() => ({ focusRow: vi.fn(), focusHead: vi.fn(), focusFirst: vi.fn() }));
vi.mock('@/entrypoints/manage/list/focus.ts', async (original) => ({ ...(await original<object>()), ...focus }));

const onListRead = vi.fn();

beforeEach(async () => {
  openList();
  await clearRecords();
});

const seo = 'seo';
const projects: Project[] = ['a', 'b', 'c'].map((name) => ({ project: `${name}.example/x` }));
const propsOf = (change: Partial<Query> = {}): TabProps => {
  const given = tabProps();
  const connection = { id: 'main', analyticsUrl: base, account: base, seoUrl: other, seoAccount: seo };
  return {
    ...given,
    account: seo,
    serviceUrl: other,
    route: { ...route, query: { ...defaultQuery('projects'), ...change } } as never,
    start: { ...given.start, connection },
    drafts: {} as never,
    onListRead,
    say,
  };
};
const open = async (items: Project[] = projects, more = {}, change: Partial<Query> = {}) => {
  worker.answers['projects.list'] = () => page(items, more);
  const hook = await loaded(useProjects, propsOf(change));
  const keys = () => hook.now().shown.map(({ key }) => key);
  return { ...hook, keys };
};
const [a, b, c] = projects.map(({ project }) => project) as [string, string, string];

test('they are listed from their own service', async () => {
  const { keys, now } = await open(projects, { total: 3 });
  expect([keys(), now().kind, now().rows.length]).toEqual([[a, b, c], 'projects', 3]);
  expect(worker.asked.map(({ name, account }) => [name, account])).toEqual([['projects.list', seo]]);
  expect(onListRead.mock.calls).toEqual([['projects', { total: 3, complete: true }]]);
  expect([now().every, now().isKept, now().isPart]).toEqual([undefined, false, false]);
  now().enter();
  expect(focus.focusFirst).toHaveBeenCalledOnce();
});

test('an error page is read again when the person asks for that', async () => {
  const { now } = await open();
  await act(() => now().refresh());
  expect(asked('projects.list')).toHaveLength(2);
});

describe('pages', () => {
  test.each<[string, object, Partial<Query>, paged: boolean, hasPrevious: boolean, hasNext: boolean]>([
    ['the only one', {}, {}, false, false, false],
    ['the first of several', { more: true, next: '2' }, {}, true, false, true],
    ['one between others', { more: true, next: '3' }, { cursor: '2', from: 50 }, true, true, true],
    ['the last', {}, { cursor: '2', from: 50 }, true, true, false],
    ['one that is called the last though there are more', { more: true }, {}, false, false, false],
  ])('%s', async (_what, more, change, paged, hasPrevious, hasNext) => {
    expect((await open(projects, more, change)).now().pager).toMatchObject({ paged, hasPrevious, hasNext });
  });

  test('are turned by what the service said, and read from their head once they are there', async () => {
    const hook = await open(projects, { more: true, next: '2' });
    expect(focus.focusHead).not.toHaveBeenCalled();
    hook.now().pager.onNext();
    expect(route.next.mock.calls).toEqual([['2', 3]]);
    const answer = held('projects.list');
    await hook.show(propsOf({ cursor: '2', from: 3 }));
    // What is there is the page before: its next one is this one.
    expect([hook.now().pager.hasNext, hook.now().pager.paged]).toEqual([false, true]);
    expect(focus.focusHead).not.toHaveBeenCalled();
    await answer.settle(page([projects[0] as Project]));
    expect(focus.focusHead.mock.calls).toEqual([[seo]]);
    await does(() => hook.now().refresh());
    expect(focus.focusHead).toHaveBeenCalledOnce();
    hook.now().pager.onPrevious();
    expect(route.previous).toHaveBeenCalledOnce();
    await hook.load(propsOf());
    expect(focus.focusHead).toHaveBeenCalledTimes(2);
  });

  test('where turning fails, nothing is focused, nor later on', async () => {
    const hook = await open(projects, { more: true, next: '2' });
    hook.now().pager.onNext();
    worker.answers['projects.list'] = () => failed('server');
    await hook.load(propsOf({ cursor: '2' }));
    worker.answers['projects.list'] = () => page(projects);
    await does(() => hook.now().refresh());
    expect(focus.focusHead).not.toHaveBeenCalled();
  });
});

describe('deleting', () => {
  const remove = async (hook: Awaited<ReturnType<typeof open>>, key: string) => {
    await act(() => hook.now().onDelete(key));
    await act(() => hook.now().deletion.run());
    paint();
  };

  test.each<[string, at: string, outcome: string, said: string, next: string | undefined]>([
    ['one', a, 'deleted', 'popup_deleted', b],
    ['the last one', c, 'deleted', 'popup_deleted', b],
    ['one that is gone', b, 'gone', 'popup_already_deleted', c],
  ])('%s: it is taken off, that is said, and the next one is focused', async (_what, at, outcome, said, next) => {
    worker.answers['projects.delete'] = () => ok({ outcome });
    const hook = await open(projects, { total: 3 });
    await act(() => hook.now().onDelete(at));
    expect(hook.now().deletion.deleting).toMatchObject({ row: { key: at }, busy: false });
    await act(() => hook.now().deletion.run());
    expect(focus.focusRow).not.toHaveBeenCalled();
    paint();
    expect(focus.focusRow.mock.calls).toEqual([[seo, next]]);
    expect([hook.keys(), hook.now().list.total]).toEqual([[a, b, c].filter((key) => key !== at), 2]);
    expect(say.mock.calls).toEqual([[`${said} ${at}{name}`]]);
    const sent = worker.asked.filter(({ name }) => name === 'projects.delete');
    expect(sent.map(({ input, account }) => [input, account])).toEqual([[{ project: at }, seo]]);
    expect(hook.now().deletion.deleting).toBeUndefined();
  });

  test('the only one: nothing is left to focus', async () => {
    worker.answers['projects.delete'] = () => ok({ outcome: 'deleted' });
    await remove(await open([projects[0] as Project]), a);
    expect(focus.focusRow.mock.calls).toEqual([[seo, undefined]]);
  });

  test('a failure is told in the dialog, and gone with the next try', async () => {
    const hook = await open();
    worker.answers['projects.delete'] = () => failed('server');
    await remove(hook, a);
    const problem = { kind: 'server' };
    expect(hook.now().deletion.deleting).toMatchObject({ busy: false, problem });
    expect([hook.keys(), say.mock.calls]).toEqual([[a, b, c], []]);
    const answer = held('projects.delete');
    void hook.now().deletion.run();
    await settled();
    expect(hook.now().deletion.deleting).toMatchObject({ busy: true, problem: undefined });
    await answer.settle(ok({ outcome: 'deleted' }));
    expect(hook.keys()).toEqual([b, c]);
  });

  test('a failure is told beside the list where the dialog is closed, with the name', async () => {
    const hook = await open();
    const answer = held('projects.delete');
    await act(() => hook.now().onDelete(a));
    void hook.now().deletion.run();
    await settled();
    await act(() => hook.now().deletion.close());
    // Opened again, it is still at work.
    await act(() => hook.now().onDelete(a));
    expect(hook.now().deletion.deleting).toMatchObject({ busy: true });
    await act(() => hook.now().deletion.close());
    await answer.settle(failed('server'));
    expect(say.mock.calls).toEqual([[`manage_not_deleted {domain}${a} problem_server_plain {domain}{name}`]]);
    await act(() => hook.now().onDelete(a));
    expect(hook.now().deletion.deleting).toEqual({ row: expect.objectContaining({ key: a }), busy: false });
  });

  test('without a dialog nothing is sent', async () => {
    const hook = await open();
    await act(() => hook.now().deletion.run());
    expect(asked('projects.delete')).toEqual([]);
  });

  test.each<[string, Project, string]>([
    ['what is read-only', { project: 'd.example', locked: 'unsafe-id' }, 'd.example'],
    ['what is not listed', { project: 'd.example' }, 'e.example'],
  ])('%s cannot be chosen for it', async (_what, project, key) => {
    const hook = await open([project]);
    await act(() => hook.now().onDelete(key));
    expect([hook.now().deletion.deleting, hook.now().rowOf(key)]).toEqual([undefined, undefined]);
  });

  test('elsewhere: it is taken off without a word', async () => {
    const { keys } = await open(projects);
    await does(() => set(lastChange, { account: seo, at: 1, kind: 'project-gone', project: a }));
    expect([keys(), say.mock.calls, asked('projects.list').length]).toEqual([[b, c], [], 1]);
  });

  test.each<[string, object, Partial<Query>, read: number, turned: number]>([
    ['the first of several is read again', { more: true, next: '2' }, {}, 2, 0],
    ['the last of several is left for that before', {}, { cursor: '2', from: 50 }, 1, 1],
    ['the only one stays', {}, {}, 1, 0],
  ])('of a page of which nothing is left, %s', async (_what, more, change, read, turned) => {
    await open([projects[0] as Project], more, change);
    await does(() => set(lastChange, { account: seo, at: 1, kind: 'project-gone', project: a }));
    expect([asked('projects.list').length, route.previous.mock.calls.length]).toEqual([read, turned]);
  });
});

describe('beside the websites', () => {
  const keep = (...hosts: string[]) => putHosts(base, hosts);
  const hosts: Project[] = [{ project: 'a.example' }, { project: 'b.example' }];

  test('what becomes a website elsewhere is shown as one', async () => {
    const { now } = await open(hosts);
    expect(now().links?.linked('a.example')).toBeUndefined();
    await keep('a.example');
    await does(() => set(lastChange, { account: base, at: 1, kind: 'website', website: { id: '1' } }));
    expect([now().links?.linked('a.example'), now().links?.account]).toEqual([true, base]);
  });

  test('a filter by them covers only the page that is shown', async () => {
    await keep('a.example');
    const { keys, now } = await open(hosts, { more: true, next: '2' }, { link: 'linked' });
    await settled();
    expect([keys(), now().isPart, now().rows.length]).toEqual([['a.example'], true, 2]);
    now().onLink('unlinked');
    expect(route.change.mock.calls).toEqual([[{ link: 'unlinked' }]]);
  });
});
