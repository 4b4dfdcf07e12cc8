import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { useProject } from '@/entrypoints/popup/tracking/useProject.ts';
import { usePopupStart } from '@/entrypoints/popup/usePopupStart.ts';
import { useRules } from '@/entrypoints/popup/useRules.ts';
import { connections, set } from '@/lib/storage/settings.ts';
import { asked, does, failed, hooked, later, loaded, ok, openPage, settled, worker } from './hooked.ts';
import { popupStart } from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/later.tsx', () => ({ loadLater: () => import('@/entrypoints/popup/reload.ts') }));

const host = 'a.example';
const isWatched = () => fakeBrowser.storage.onChanged.hasListeners();

beforeEach(openPage);
afterEach(() => void vi.useRealTimers());

describe('the SEO project of a site', () => {
  interface Given {
    host: string;
    account?: string;
    private?: boolean;
  }
  const project = { id: '1', project: `https://${host}/` };
  const list = (...items: object[]) => ok({ items, more: false });
  const open = async (given: Given) => {
    const hook = await loaded((now: Given) => useProject(now.host, now.account, now.private ?? false), given);
    return hook;
  };

  test('is asked for by the name of the site, of its account, and as private as the window', async () => {
    worker.answers['projects.list'] = () => list({ project: `b.${host}` }, project);
    for (const isPrivate of [false, true]) {
      const hook = await open({ host, account: 'seo', private: isPrivate });
      expect(hook.now()).toEqual({ state: 'found', project });
      const [question] = worker.asked.splice(0);
      expect(question).toMatchObject({
        name: 'projects.list',
        input: { search: host, search_by: 'project', per_page: 100 },
        private: isPrivate,
        account: 'seo',
      });
    }
  });

  test('is not asked for without an account', async () => {
    const hook = await open({ host });
    expect([hook.now(), worker.asked]).toEqual([{ state: 'asking' }, []]);
  });

  test('that cannot be asked for says why', async () => {
    worker.answers['projects.list'] = () => failed('network');
    expect((await open({ host, account: 'seo' })).now()).toEqual({ state: 'failed', problem: { kind: 'network' } });
  });

  test.each<[string, Given]>([
    ['of another site', { host: 'b.example', account: 'seo' }],
    ['of another account', { host, account: 'another' }],
    ['in a private window', { host, account: 'seo', private: true }],
  ])('%s is asked for anew, and a late answer for the first says nothing of it', async (_what, next) => {
    const answers = [later(), later()] as const;
    let count = 0;
    worker.answers['projects.list'] = () => (answers[count++] ?? answers[1]).promise;
    const hook = await open({ host, account: 'seo' });
    await hook.show(next);
    expect([count, hook.now()]).toEqual([2, { state: 'asking' }]);
    await answers[0].settle(list(project));
    expect(hook.now()).toEqual({ state: 'asking' });
    await answers[1].settle(list());
    expect(hook.now()).toEqual({ state: 'none' });
    // What was told is taken back with the site that it was told of.
    worker.answers['projects.list'] = () => later().promise;
    await hook.show({ host: 'c.example', account: 'seo' });
    expect(hook.now()).toEqual({ state: 'asking' });
  });
});

describe('the rules', () => {
  const at = (id: string, ...rules: string[]) => ({ id, account: id, analyticsUrl: `https://${id}.example`, rules });

  test.each<[string, string[], string[], isByRule: boolean]>([
    ['none', [], [], false],
    ['one of this connection', ['*.example'], [], true],
    ['a closer one of another', ['*.example'], [host], false],
  ])('that decide: %s', async (_what, own, others, isByRule) => {
    const hook = await hooked(() => useRules({ list: [at('main', ...own), at('other', ...others)] }, host, 'main'), 0);
    expect(hook.now().isByRule).toBe(isByRule);
  });

  test('are followed, and one for this site is asked for', async () => {
    const hook = await hooked(() => useRules({ list: [at('main')] }, host, 'main'), undefined);
    worker.answers['connection.rule'] = () => ok(null);
    expect(await hook.now().always()).toBeUndefined();
    expect(asked('connection.rule')).toEqual([{ connection: 'main', host }]);
    expect(hook.now().isByRule).toBe(false);
    await act(() => set(connections, { list: [at('main', host)] }));
    expect([hook.now().isByRule, hook.now().all.list]).toEqual([true, [at('main', host)]]);
    await hook.end();
    expect(isWatched()).toBe(false);
  });
});

describe('the start of the popup', () => {
  const at = (id: string, account = `of ${id}`) => ({ id, analyticsUrl: `https://${id}.example`, account });
  const [a, b] = [at('a'), at('b')];
  const first: PopupStart = { ...popupStart(host), connections: { list: [a, b] }, connection: a };
  /** Each load gives these connections. */
  const stored = (...list: object[]) =>
    vi.stubGlobal('preload', () => ({
      tab: Promise.resolve({ id: 1, url: first.url, incognito: false }),
      stored: Promise.resolve({ connections: { version: 1, value: { list } } }),
      known: async () => [],
      hasJob: Promise.resolve(false),
    }));
  const open = () => hooked(() => usePopupStart(first), undefined);
  const shows = async ({ now }: Awaited<ReturnType<typeof open>>, account: string, of: string) => {
    const shown = () => [now().start.connection?.account, now().start.host];
    for (let turn = 0; turn < 500 && shown().join() !== `${account},${of}`; turn++) await settled();
    expect(shown()).toEqual([account, of]);
  };

  test('keeps what was picked as the account changes, and follows the account that it has by then', async () => {
    const hook = await open();
    stored(a, b);
    await act(() => void hook.now().pick({ host: 'www.a.example' }));
    await shows(hook, 'of a', 'www.a.example');
    const [moved, again] = [at('a', 'new'), at('a', 'newer')];
    stored(moved, b);
    await act(() => set(connections, { list: [moved, b] }));
    await shows(hook, 'new', 'www.a.example');
    expect(hook.now().start.said).toBe('popup_connection_changed');
    const before = hook.now().start;
    await does(() => set(connections, { list: [moved, { ...b, name: 'B' } as never] }));
    expect(hook.now().start).toBe(before);
    stored(again, b);
    await act(() => set(connections, { list: [again, b] }));
    await shows(hook, 'newer', 'www.a.example');
    await hook.end();
    expect(isWatched()).toBe(false);
  });

  test('stays at the connection that was picked', async () => {
    const hook = await open();
    stored(a, b);
    await act(() => void hook.now().pick({ connection: 'b' }));
    await shows(hook, 'of b', host);
    const moved = at('b', 'new');
    stored(a, moved);
    await act(() => set(connections, { list: [a, moved] }));
    await shows(hook, 'new', host);
  });
});
