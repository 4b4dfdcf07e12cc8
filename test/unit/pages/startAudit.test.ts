import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { CheckTracking } from '@/entrypoints/manage/audit/CheckTracking.tsx';
import { checkAgain } from '@/entrypoints/manage/audit/siteAccess.ts';
import { isPrivate, useStartAudit } from '@/entrypoints/manage/audit/useStartAudit.ts';
import { newJob } from '@/lib/jobs/state.ts';
import { jobsNow } from '@/lib/jobs/watch.ts';
import { lastChange } from '@/lib/messages/changes.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';
import { preferences, set } from '@/lib/storage/settings.ts';
import { asked, does, failed, held, hooked, later, ok, openPage, settled, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
const back = vi.hoisted(() => vi.fn(async (_lent: { urls: string[] }) => undefined));
const wholeList = vi.hoisted(() => vi.fn());
vi.mock('@/entrypoints/manage/list/wholeList.ts', () => ({ wholeList }));
vi.mock('@/lib/storage/lentAccess.ts', () => ({
  lendToAudit: async (urls: string[], start: () => Promise<boolean>) => {
    const isStarted = await start();
    if (!isStarted) await back({ urls });
    return isStarted;
  },
}));

const dropped = vi.hoisted(() => vi.fn(async () => true));
vi.mock('@/lib/connections/permissions.ts', async (original) => ({
  ...(await original<object>()),
  dropPermission: dropped,
}));

const site = (id: string, domain: string) => ({ id, domain, name: domain });
const selected = [site('1', 'shop.example')];

beforeEach(() => {
  openPage();
  Object.assign(fakeBrowser, { permissions: { request: async () => true, contains: async () => true } });
  back.mockClear();
  wholeList.mockReset();
});

describe('which sites', () => {
  interface Given {
    selected?: typeof selected;
  }
  const started = vi.fn();
  const request = vi.fn(async (_wanted: { origins: string[] }) => true);
  beforeEach(() => {
    started.mockClear();
    request.mockReset();
    request.mockResolvedValue(true);
    Object.assign(fakeBrowser, { permissions: { request, contains: async () => true } });
    worker.answers['jobs.start'] = () => ok({});
  });
  const audit = async (given: Given = {}, scope?: 'all') => {
    const sources = { account: 'one', connection: 'c', selected, ...given, onStarted: started };
    const hook = await hooked(() => useStartAudit(sources));
    if (scope) await does(() => hook.now().choose(scope));
    await settled();
    return hook;
  };
  const run = (hook: Awaited<ReturnType<typeof audit>>) => act(() => hook.now().run());
  const lists = (...websites: object[]) => ({ websites, complete: true, at: 5 });
  const [a, b] = [site('a', 'a.example'), site('b', 'b.example')];
  const jobs = () => asked('jobs.start').map(({ id: _, ...job }) => job);
  const common = { kind: 'audit', fields: {}, speed: 'fast' };

  test.each([
    ['is given again', true, 1, 0],
    ['is refused', false, 0, 1],
  ])('access that another audit’s end takes away is asked for again: it %s', async (_how, again, starts, givenBack) => {
    request.mockResolvedValueOnce(true).mockResolvedValueOnce(again);
    Object.assign(fakeBrowser.permissions, { contains: async () => false });
    await run(await audit());
    expect([request.mock.calls.length, jobs().length, back.mock.calls.length]).toEqual([2, starts, givenBack]);
  });

  test.each<[string, notifications: boolean, repeats: object[], times: number]>([
    ['given back', false, [], 1],
    ['kept where the preferences need it', true, [], 0],
    ['kept where another is repeated', false, [{ account: 'two', every: 'week', sites: [], job: 'j', next: 1 }], 0],
  ])(
    'leave to notify of a repeated check that could not be started is %s',
    async (_what, notifications, repeats, times) => {
      dropped.mockClear();
      await set(preferences, { ...preferences.fallback, notifications });
      await set(auditRepeats, repeats as never);
      worker.answers['jobs.start'] = () => failed('busy');
      const hook = await audit();
      await act(() => hook.now().setRepeat('week'));
      await run(hook);
      await settled();
      expect(dropped).toHaveBeenCalledTimes(times);
    },
  );

  test.each<[string, Given, scope: string, counts: object, read: number]>([
    ['what is selected', { selected: [a] }, 'selected', { selected: 1, all: undefined }, 0],
    ['all, where nothing is', { selected: [] }, 'all', { selected: 0, all: 2 }, 1],
  ])('%s', async (_what, given, scope, counts, read) => {
    wholeList.mockResolvedValue(lists(a, b));
    const hook = await audit(given);
    expect([hook.now().scope, hook.now().counts, wholeList.mock.calls.length]).toEqual([scope, counts, read]);
    expect(hook.now().count).toBe((counts as Record<string, number>)[scope]);
  });

  test('every host is one site, with the first record that has it', async () => {
    const hook = await audit({
      selected: [site('', 'a.example'), site('2', 'A.example'), b, site('3', 'b.example/x')],
    });
    expect([hook.now().counts.selected, hook.now().leftOut]).toEqual([2, ['b.example/x']]);
    await run(hook);
    expect(jobs()).toEqual([{ ...common, items: [{ key: 'a.example' }, { key: 'b.example', id: 'b' }] }]);
    expect(worker.asked.at(-1)?.account).toBe('one');
  });

  test('access is asked for to them and their www, and notifications only for what is repeated', async () => {
    const hook = await audit({ selected: [a] });
    await run(hook);
    expect(request.mock.calls).toEqual([[{ origins: ['https://a.example/*', 'https://www.a.example/*'] }]]);
    expect([started.mock.calls.length, back.mock.calls]).toEqual([1, []]);
    await act(() => hook.now().setRepeat('week' as never));
    expect(hook.now().repeat).toBe('week');
    await run(hook);
    expect(request.mock.calls[1]?.[0]).toMatchObject({ permissions: ['notifications'] });
    expect(jobs()[1]).toEqual({ ...common, items: [{ key: 'a.example', id: 'a' }], repeat: 'week' });
  });

  test.each<[string, () => Promise<boolean>]>([
    ['refused', async () => false],
    ['not asked for', () => Promise.reject(new Error('must be called in a gesture'))],
  ])('where access is %s, nothing is started, that is said, and it is given back', async (_what, answer) => {
    request.mockImplementation(answer);
    const hook = await audit({ selected: [a] });
    await run(hook);
    expect([hook.now().denied, jobs(), started.mock.calls.length, hook.now().scope]).toEqual([true, [], 0, 'selected']);
    expect(back.mock.calls[0]?.[0].urls).toEqual(['https://a.example/', 'https://www.a.example/']);
    wholeList.mockResolvedValue(lists());
    await does(() => hook.now().choose('all'));
    expect([hook.now().denied, hook.now().scope]).toEqual([false, 'all']);
    // There is none.
    await run(hook);
    expect(request).toHaveBeenCalledOnce();
  });

  test('while it is being started, a press does nothing', async () => {
    held('jobs.start');
    const hook = await audit({ selected: [a] });
    await does(() => [hook.now().run(), hook.now().run()]);
    const presses = request.mock.calls.length;
    expect(hook.now().busy).toBe(true);
    await run(hook);
    expect([request.mock.calls.length, asked('jobs.start').length]).toEqual([presses, 1]);
  });

  describe('all', () => {
    test('are those of the connection, and said to be all', async () => {
      wholeList.mockResolvedValue(lists(a, b));
      const hook = await audit({ selected: [] });
      expect(wholeList.mock.calls[0]?.[0]).toMatchObject({ connection: 'c', account: 'one' });
      expect(hook.now().partAt).toBeUndefined();
      await run(hook);
      const items = [a, b].map(({ id, domain }) => ({ key: domain, id }));
      expect(jobs()).toEqual([{ ...common, items, isWhole: true }]);
    });

    test.each([
      ['this connection', 'one', 2],
      ['another', 'two', 1],
    ])('are read again once something of %s has changed', async (_what, of, times) => {
      wholeList.mockResolvedValue(lists(a, b));
      const hook = await audit({ selected: [] });
      wholeList.mockResolvedValue(lists(a));
      await set(lastChange, { account: of, at: 1, kind: 'website-gone', id: 'b' }).then(settled);
      expect([hook.now().count, wholeList.mock.calls.length]).toEqual([3 - times, times]);
    });

    test('that may not be all are not said to be, and since when', async () => {
      wholeList.mockResolvedValue({ ...lists(a), complete: false, at: 7 });
      const hook = await audit({}, 'all');
      expect([hook.now().partAt, hook.now().problem]).toEqual([7, undefined]);
      await run(hook);
      expect(jobs()).toEqual([{ ...common, items: [{ key: 'a.example', id: 'a' }] }]);
    });

    test('that may not be all are counted as such, and only there it says since when', async () => {
      worker.answers.stored = () => ok([]);
      wholeList.mockResolvedValue({ ...lists(a), complete: false, at: 7 });
      const given = { account: 'one', connection: 'c', selected: [b], label: 'check' };
      await does(() => render(h(CheckTracking, { ...given, onStarted: started }), document.body));
      await does(() => void document.querySelector('.check-tracking')?.dispatchEvent(new window.Event('click')));
      const [selected, all] = document.querySelectorAll('input[name=scope]');
      const choose = (scope?: Element) => does(() => void scope?.dispatchEvent(new window.Event('change')));
      const said = () => [all?.parentElement?.textContent, document.querySelector('.note.warn')?.textContent];
      await choose(all);
      expect(said()).toEqual(['audit_scope_all (1+)', 'manage_read_incomplete']);
      await choose(selected);
      expect(said()).toEqual(['audit_scope_all (1+)', undefined]);
    });

    test('that are beside the list say of no audit that its end was seen', async () => {
      const audit = newJob(
        { id: 'j', kind: 'audit', items: [], fields: {}, speed: 'fast' },
        { url: 'https://stats.example', account: 'one' },
        1,
      );
      worker.answers.stored = () => Promise.resolve(ok([audit.job]));
      const given = { account: 'one', connection: 'c', selected: [b], label: 'check' };
      await does(() => render(h(CheckTracking, { ...given, onStarted: started }), document.body));
      await does(() => set(jobsNow, [{ ...audit.job, ended: 5 }]));
      expect(asked('jobs.ping')).toEqual([]);
    });

    test('which cannot be read: one sees why, only there, until it is tried again', async () => {
      wholeList.mockResolvedValue({ kind: 'server' });
      const hook = await audit({}, 'all');
      expect([hook.now().problem, hook.now().counts.all]).toEqual([{ kind: 'server' }, undefined]);
      await run(hook);
      expect(request).not.toHaveBeenCalled();
      await act(() => hook.now().choose('selected'));
      expect(hook.now().problem).toBeUndefined();
      wholeList.mockResolvedValue(lists(a, b));
      await does(() => hook.now().choose('all'));
      expect([hook.now().problem, hook.now().count]).toEqual([undefined, 2]);
      // Read once.
      await act(() => hook.now().choose('selected'));
      await act(() => hook.now().choose('all'));
      expect(wholeList).toHaveBeenCalledTimes(2);
      wholeList.mockReturnValue(later().promise);
      void hook.now().readAll();
      await settled();
      expect(hook.now().count).toBeUndefined();
    });

    test('chosen again while they are read, or after it was closed: only the last answer counts', async () => {
      const answers = [later(), later()];
      for (const { promise } of answers) wholeList.mockReturnValueOnce(promise);
      const signals = () => wholeList.mock.calls.map(([{ signal }]) => signal.aborted);
      const hook = await audit({ selected: [] });
      await does(() => hook.now().choose('selected'));
      await does(() => hook.now().choose('all'));
      expect(signals()).toEqual([true, false]);
      await answers[0]?.settle(lists(a, b) as never);
      expect(hook.now().count).toBeUndefined();
      await answers[1]?.settle(lists(a) as never);
      expect(hook.now().count).toBe(1);
      await hook.end();
      expect(signals()).toEqual([true, true]);
    });
  });
});

test.each<[string, object | undefined, boolean]>([
  ['a usual window', { inIncognitoContext: false }, false],
  ['a browser that does not say', undefined, false],
])('whether a window is private: %s', (_what, extension, expected) => {
  Object.assign(fakeBrowser, { extension });
  expect(isPrivate()).toBe(expected);
});

describe('checked again', () => {
  const say = vi.fn();
  const again = (domain = 'shop.example') => checkAgain('one', [{ id: '1', domain }], say);
  beforeEach(() => say.mockReset());

  test.each<[string, boolean, ReturnType<typeof ok>, starts: number, givenBack: number, said: string]>([
    ['it has begun', true, ok({}), 1, 0, 'audit_job'],
    ['access is refused', false, ok({}), 0, 1, 'audit_denied'],
  ])('one site, at once: %s', async (_what, isGranted, answer, starts, givenBack, said) => {
    Object.assign(fakeBrowser, { permissions: { request: async () => isGranted, contains: async () => isGranted } });
    worker.answers['jobs.start'] = () => answer;
    await again();
    expect([asked('jobs.start').length, back.mock.calls.length, say.mock.calls]).toEqual([starts, givenBack, [[said]]]);
    if (starts)
      expect(worker.asked.at(-1)).toMatchObject({
        account: 'one',
        input: { items: [{ key: 'shop.example', id: '1' }] },
      });
  });
});
