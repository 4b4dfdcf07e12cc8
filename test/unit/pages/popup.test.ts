import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { useProject } from '@/entrypoints/popup/tracking/useProject.ts';
import { useRules } from '@/entrypoints/popup/useRules.ts';
import { useSite } from '@/entrypoints/popup/useSite.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import { type Defaults, defaults, preferences } from '@/lib/storage/settings.ts';
import { asked, failed, hooked, later, ok, openPage, settled, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/afterPaint.ts', () => ({ afterPaint: Promise.resolve() }));

const host = 'a.example';
const account = 'https://stats.example';
const website = { id: '7', domain: host, privacy: 1 as const };
const connection = { id: 'main', analyticsUrl: account, account };
const start: PopupStart = {
  url: `https://${host}/`,
  tabId: 1,
  site: { host, notes: [] },
  host,
  private: false,
  hasJob: false,
  connections: { list: [connection] },
  connection,
  known: [],
  defaults: defaults.fallback,
  preferences: preferences.fallback,
  said: '',
};

/** Where the tab is by now. */
let tabUrl: string | undefined = start.url;

beforeEach(() => {
  openPage();
  tabUrl = start.url;
  vi.spyOn(fakeBrowser.tabs, 'get').mockImplementation((async () => {
    if (!tabUrl) throw new Error('No tab');
    return { url: tabUrl };
  }) as never);
  worker.answers['site.suffixes'] = () => ok([{}]);
  worker.answers['site.check'] = () => ok({ host, matches: [], related: [] });
});

async function opened(change: Partial<PopupStart> = {}) {
  const hook = await hooked(() => useSite({ ...start, ...change }, host, connection), undefined);
  await settled();
  return hook;
}
const registered = async () => {
  worker.answers['site.check'] = () => ok({ host, matches: [website], related: [] });
  return opened();
};

test.each([
  ['a usual window is asked about at once', false, 1],
  ['a private window is asked about only when that is pressed', true, 0],
])('the site of %s', async (_window, isPrivate, times) => {
  const hook = await opened({ private: isPrivate });
  expect(asked('site.check')).toHaveLength(times);
  await act(() => hook.now().recheck());
  await settled();
  expect(asked('site.check')).toHaveLength(times + 1);
  expect(worker.asked.filter(({ name }) => name === 'site.check').map((one) => one.private ?? false)).not.toContain(
    !isPrivate,
  );
});

describe('tracking', () => {
  test.each([
    ['is still there', start.url, 1],
    ['shows another page of the site', `https://${host}/other`, 1],
    ['has gone to another site', 'https://b.example/', 0],
    ['is closed', undefined, 0],
  ])('the tab %s', async (_tab, url, times) => {
    const hook = await opened();
    tabUrl = url;
    await act(() => hook.now().track());
    await settled();
    expect(asked('websites.create')).toHaveLength(times);
    await act(() => hook.now().track());
    await settled();
    expect(asked('websites.create').every(({ domain }) => domain === host)).toBe(true);
    expect(asked('websites.create').length).toBeGreaterThan(times - 1);
  });

  test.each([
    ['created', true],
    ['confirmed', false],
    ['already', false],
  ])('a record that is %s can be taken back: %j', async (outcome, isOwn) => {
    worker.answers['websites.create'] = () => ok({ outcome, website });
    const hook = await opened();
    await act(() => hook.now().track());
    await settled();
    expect(hook.now().undo !== undefined).toBe(isOwn);
  });

  test('what was changed goes to another connection, and the defaults of the first do not', async () => {
    const typed = {};
    const at = async (account: string, stored: Partial<Defaults>) => {
      const given = { ...start, defaults: { ...defaults.fallback, ...stored } };
      const hook = await hooked(() => useSite(given, host, { account }, typed), undefined);
      await settled();
      return hook;
    };
    const first = await at('first', { privacy: 0, exclude_ips: ['192.0.2.1'] });
    await act(() => first.now().setFields({ ...first.now().fields, email: true }));
    await first.end();
    const second = await at('second', { privacy: 1, exclude_ips: ['192.0.2.2'] });
    await act(() => second.now().track());
    await settled();
    expect(asked('websites.create')).toMatchObject([{ privacy: 1, email: 1, exclude_ips: ['192.0.2.2'] }]);
  });

  test('what is tried again is what the form holds by then', async () => {
    worker.answers['websites.create'] = () => failed('network');
    const hook = await opened();
    await act(() => hook.now().track());
    await settled();
    await act(() => hook.now().setFields({ ...hook.now().fields, privacy: 0 }));
    await act(() => hook.now().retry?.());
    await settled();
    expect(asked('websites.create').map(({ privacy }) => privacy)).toEqual([1, 0]);
  });
});

describe('another name is picked: what was told of the first says nothing of it', () => {
  const other = 'www.a.example';
  const check = (more: object) => ({ matches: [], related: [], complete: true, ...more });
  const two = [website, { ...website, id: '8' }];
  test.each<[string, first: object, picks: string[], shown: { state: string; id?: string; several?: true }]>([
    ['the first is not registered', {}, [other], { state: 'idle' }],
    ['the service did not show its whole list', { complete: false }, [other], { state: 'idle' }],
    ['the first is registered', { matches: [website] }, [other], { state: 'idle' }],
    ['and the first again', {}, [other, host], { state: 'done' }],
    [
      'it is registered, too',
      { related: [{ ...website, id: '9', domain: other }] },
      [other],
      { state: 'idle', id: '9' },
    ],
    ['the first is registered twice', { matches: two }, [other, host], { state: 'done', id: '7', several: true }],
    ['and another one then', { matches: two }, [other], { state: 'idle' }],
  ])('%s', async (_name, first, picks, { state, id, several = false }) => {
    worker.answers['site.check'] = ({ host }) => ok({ host, ...check(first) });
    const hook = await opened();
    for (const name of picks) await act(() => hook.now().setHost(name));
    expect(hook.now()).toMatchObject({ check: { state }, several });
    expect(hook.now().website?.id).toBe(id);
    expect(asked('site.check')).toEqual([{ host }]);
  });

  test('it is asked about as it is looked up again, and both stay known', async () => {
    worker.answers['site.check'] = ({ host: name }) =>
      ok({ host: name, ...check(name === host ? { matches: [website] } : {}) });
    const hook = await opened();
    await act(() => hook.now().setHost(other));
    await act(() => hook.now().recheck());
    await settled();
    expect([asked('site.check').at(-1), hook.now().check.state, hook.now().website]).toEqual([
      { host: other },
      'done',
      undefined,
    ]);
    await act(() => hook.now().setHost(host));
    expect(hook.now().website?.id).toBe('7');
  });

  test('both are registered at once, and the first fails: that is told of it', async () => {
    const answers: Record<string, ReturnType<typeof later>> = { [host]: later(), [other]: later() };
    worker.answers['websites.create'] = ({ domain }) => (answers[String(domain)] ?? later()).promise;
    const hook = await opened();
    await act(() => hook.now().track());
    await act(() => hook.now().setHost(other));
    await act(() => hook.now().track());
    await act(() => answers[host]?.answer(failed('network')));
    await settled();
    expect(hook.now().problem).toBe(undefined);
    await act(() => hook.now().setHost(host));
    expect(hook.now().problem?.kind).toBe('network');
  });
});

describe('what is tried again after it failed is sent again', () => {
  test.each<[string, string, (site: ReturnType<typeof useSite>) => unknown]>([
    ['a save', 'websites.update', (site) => site.save({ privacy: 0 })],
    ['a delete', 'websites.delete', (site) => site.remove()],
    ['a look-up', 'site.check', (site) => site.recheck()],
  ])('%s', async (_what, name, act_) => {
    const hook = await registered();
    const before = asked(name).length;
    worker.answers[name] = () => failed('network');
    await act(async () => void (await act_(hook.now())));
    await settled();
    expect(hook.now().problem?.kind).toBe('network');
    await act(() => hook.now().retry?.());
    await settled();
    const sent = asked(name).slice(before);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });
});

test.each<
  [string, first: Answer<unknown>, second: Answer<unknown>, says: string | undefined, problem: string | undefined]
>([
  ['what it came to', ok({ ...website, privacy: 0 }), ok({ ...website, privacy: 0 }), 'popup_privacy_saved', undefined],
  ['why it failed', failed('busy'), failed('network'), undefined, 'network'],
])('of two choices the last one is told of: %s', async (_what, first, second, says, problem) => {
  const answers = [later(), later()] as const;
  worker.answers['websites.update'] = ({ privacy }) => answers[privacy === 0 ? 1 : 0].promise;
  const hook = await registered();
  await act(() => void hook.now().save({ privacy: 2, password: 'made up' }));
  await act(() => void hook.now().save({ privacy: 0 }));
  await act(() => answers[1].answer(second));
  await act(() => answers[0].answer(first));
  await settled();
  expect(hook.now().status.split(' ')[0] || undefined).toBe(says);
  expect(hook.now().problem?.kind).toBe(problem);
});

test.each<[string, object, string]>([
  ['the whole list', { items: [], more: false }, 'none'],
  ['a part of it', { items: [], more: true }, 'unsure'],
  ['a row that cannot be read', { items: [], more: false, unread: 1 }, 'unsure'],
  ['a row without a name', { items: [{ project: '', id: '7' }], more: false }, 'unsure'],
  ['the project beside such a row', { items: [{ project: host }], more: false, unread: 1 }, 'found'],
])('whether there is an SEO project, by %s', async (_what, list, state) => {
  worker.answers['projects.list'] = () => ok(list);
  const hook = await hooked(() => useProject(host, account, false), undefined);
  await settled();
  expect(hook.now().state).toBe(state);
});

test('a rule that may not be changed says why', async () => {
  const hook = await hooked(() => useRules(start.connections, host, connection.id), undefined);
  worker.answers['connection.rule'] = () => ({ ok: false, problem: { kind: 'setup', code: 'fixed' } });
  expect(await hook.now().always()).toBe('problem_fixed');
  worker.answers['connection.rule'] = () => ok(null);
  expect(await hook.now().always()).toBeUndefined();
});
