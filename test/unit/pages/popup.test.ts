import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { lookAtPage, type PageLook } from '@/entrypoints/popup/tracking/look.ts';
import { usePageLook } from '@/entrypoints/popup/tracking/usePageLook.ts';
import { useProject } from '@/entrypoints/popup/tracking/useProject.ts';
import { nothingTyped } from '@/entrypoints/popup/typed.ts';
import { usePopupStart } from '@/entrypoints/popup/usePopupStart.ts';
import { useRules } from '@/entrypoints/popup/useRules.ts';
import { useServicePage } from '@/entrypoints/popup/useServicePage.ts';
import { useSite } from '@/entrypoints/popup/useSite.ts';
import { servedFacts } from '@/lib/audit/servedFacts.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { connections, type Defaults, defaults, set } from '@/lib/storage/settings.ts';
import { buildSnippet } from '@/lib/tracking/build.ts';
import { attributesOf } from '@/lib/tracking/fingerprint.ts';
import { asked, failed, hooked, later, ok, openPage, settled, worker } from './hooked.ts';
import { popupStart } from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/afterPaint.ts', () => ({ afterPaint: Promise.resolve() }));
/** The script that is loaded after the paint. */
const script = vi.hoisted(() => ({ load: (): Promise<object> => import('@/entrypoints/popup/reload.ts') }));
vi.mock('@/entrypoints/popup/later.tsx', () => ({ loadLater: () => script.load() }));

const host = 'a.example';
const account = 'https://stats.example';
const website = { id: '7', domain: host, privacy: 1 as const };
const connection = { id: 'main', analyticsUrl: account, account };
const start: PopupStart = { ...popupStart(host), connections: { list: [connection] }, connection };

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
  const typed = nothingTyped();
  const hook = await hooked(() => useSite({ ...start, ...change }, host, connection, typed), undefined);
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
    const typed = nothingTyped();
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

describe('what the popup shows when another is picked', () => {
  const at = (id: string) => ({ id, analyticsUrl: `https://${id}.example`, account: `of ${id}` });
  const [a, b] = [at('a'), at('b')];
  const load = (all: object[]) => {
    const loads: (() => void)[] = [];
    vi.stubGlobal('preload', () => ({
      tab: Promise.resolve({ id: 1, url: start.url, incognito: false }),
      // Each load ends when the test says so.
      stored: new Promise((resolve) => {
        loads.push(() => resolve({ connections: { version: 1, value: { list: all } } }));
      }),
      known: async () => [],
      hasJob: Promise.resolve(false),
    }));
    return loads;
  };
  const open = () => hooked(() => usePopupStart({ ...start, connections: { list: [a, b] }, connection: a }), undefined);
  const shown = ({ now }: Awaited<ReturnType<typeof open>>) => [now().start.connection?.id, now().start.host];

  test('a host, then a connection: both, and the first keeps the last word on nothing', async () => {
    const loads = load([a, b]);
    const hook = await open();
    await act(() => void hook.now().pick({ host: 'www.a.example' }));
    await act(() => void hook.now().pick({ connection: 'b' }));
    await vi.waitFor(() => expect(loads).toHaveLength(2));
    await act(() => loads[1]?.());
    await vi.waitFor(() => expect(shown(hook)).toEqual(['b', 'www.a.example']));
    expect(hook.now().start.said).toBe('');
    await act(() => loads[0]?.());
    await settled();
    expect(shown(hook)).toEqual(['b', 'www.a.example']);
  });

  test.each([
    ['its account is gone', [{ ...a, account: 'new' }, b], 1],
    ['another is added', [b, a], 0],
  ])('while it is open, %s', async (_what, list, times) => {
    const loads = load(list);
    const hook = await open();
    await act(() => set(connections, { list }));
    await vi.waitFor(() => expect(loads).toHaveLength(times));
    await act(() => {
      for (const done of loads) done();
    });
    await settled();
    await vi.waitFor(() => expect(hook.now().start.said).toBe(times ? 'popup_connection_changed' : ''));
    expect(loads).toHaveLength(times);
  });
});

test.each<[string, page: string | undefined, offered: boolean]>([
  ['a page that may be a service’s', 'https://new.example/umami', true],
  ['the same on this machine', 'http://localhost:3000/', true],
  ['a page that no key may be sent to', 'http://new.example/', false],
  ['a page of a service that is connected', `${account}/websites`, false],
  ['a page of the browser', undefined, false],
])('connecting is offered over %s: %s', async (_what, page, isOffered) => {
  await set(connections, { list: [connection] });
  const query = vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([{ url: page }] as never);
  const hook = await hooked(useServicePage, undefined);
  await settled();
  expect(hook.now()).toBe(isOffered ? page : undefined);
  expect(query).toHaveBeenCalledWith({ active: true, currentWindow: true });
});

describe('code on a host of which only the www. variant is registered', () => {
  test.each<[kind: 'umami' | 'matomo' | 'analyticsV1', id: string, state: string]>([
    ['umami', '69', 'tracking'],
    ['umami', '70', 'untracked'],
    ['matomo', '69', 'tracking'],
    ['analyticsV1', '69', 'unsure'],
  ])('%s, of site %s: %s', async (kind, id, state) => {
    const template = traitsOf(kind).templates.trackingCode;
    const html = (buildSnippet(template, { base_url: account, domain: host, id }) ?? '').trim();
    const facts = servedFacts(
      { url: `https://${host}/`, html, policies: [] },
      { serviceUrl: account, attributes: attributesOf(template), calls: '(?!)', trackerAttributes: [] },
    ).facts;
    vi.spyOn(fakeBrowser.scripting, 'executeScript').mockResolvedValue([{ result: facts }] as never);
    const preferences = { ...start.preferences, trackingCode: template };
    const look = await new Promise<PageLook>((seen) => {
      const stop = lookAtPage(1, host, { ...start, preferences }, account, (one) => {
        stop();
        seen(one);
      });
    });
    const covering = { ...website, id: '69', domain: `www.${host}` };
    const site = { host, website: undefined, covering, check: { state: 'done' } };
    expect(look.tracking(site as never).state).toBe(state);
  });
});

describe('a look at the page', () => {
  type See = (look: object) => void;
  const looks = { began: [] as unknown[][], see: (() => {}) as See, stopped: 0, fails: false };
  beforeEach(() => {
    Object.assign(looks, { began: [], stopped: 0, fails: false });
    script.load = async () => {
      if (looks.fails) throw new Error('updated');
      return {
        lookAtPage: (...given: [...unknown[], See]) => {
          looks.began.push(given.slice(0, 4));
          looks.see = given[4] as See;
          return () => void looks.stopped++;
        },
      };
    };
  });
  afterEach(() => void vi.useRealTimers());
  const look = async (of: PopupStart = start) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isLooked = false;
    const hook = await hooked((now: PopupStart) => usePageLook(now, account), of);
    void hook.now().looked.then(() => {
      isLooked = true;
    });
    const pass = (time: number) => act(async () => void (await vi.advanceTimersByTimeAsync(time)));
    await pass(0);
    return { ...hook, pass, isLooked: () => isLooked };
  };

  test('shows what was seen, from the first time on, and ends with the popup', async () => {
    const hook = await look();
    expect([hook.isLooked(), hook.now().look]).toEqual([false, undefined]);
    expect(looks.began).toEqual([[1, host, start, account]]);
    const seen = { trackers: [] };
    await act(() => looks.see(seen));
    await hook.pass(0);
    expect([hook.isLooked(), hook.now().look]).toEqual([true, seen]);
    await hook.end();
    expect([looks.stopped, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test('is waited for no longer than a moment', async () => {
    const hook = await look();
    await hook.pass(299);
    expect(hook.isLooked()).toBe(false);
    await hook.pass(1);
    expect(hook.isLooked()).toBe(true);
  });

  test.each<[string, PopupStart, fails: boolean]>([
    ['over no tab', { ...start, tabId: undefined }, false],
    ['over a page that is no site', { ...start, site: { refused: 'browser-page' } as never }, false],
    ['where its script cannot be loaded', start, true],
  ])('is not waited for %s', async (_what, of, fails) => {
    looks.fails = fails;
    expect((await look(of)).isLooked()).toBe(true);
    expect(looks.began).toEqual([]);
  });

  test('does not begin for a popup that was closed meanwhile', async () => {
    let loaded = (_views: object) => {};
    const views = await script.load();
    script.load = () =>
      new Promise((resolve) => {
        loaded = resolve as never;
      });
    const hook = await look();
    await hook.end();
    loaded(views);
    await hook.pass(0);
    expect(looks.began).toEqual([]);
  });
});

describe('what the popup shows of a site', () => {
  const created = ok({ outcome: 'created', website });
  const track = async (hook: Awaited<ReturnType<typeof opened>>) => {
    await act(() => hook.now().track());
    await settled();
  };

  test.each<[string, object, string[], boolean, string | undefined]>([
    ['a usual name', {}, [], false, undefined],
    ['a public suffix', { publicSuffix: 'icann' }, ['refusal_public_suffix'], true, undefined],
    ['a host of others', { publicSuffix: 'private' }, ['note_private_suffix'], false, undefined],
    ['a subdomain', { registrable: 'example' }, [], false, 'example'],
  ])('notes of %s', async (_what, suffix, notes, isRefused, registrable) => {
    worker.answers['site.suffixes'] = () => ok([suffix]);
    const hook = await opened();
    expect(hook.now()).toMatchObject({ notes, notRegistrable: isRefused });
    expect(hook.now().names).toEqual({ seen: host, registrable, related: [] });
    expect(asked('site.suffixes')).toEqual([{ hosts: [host] }]);
    await act(() => hook.now().setHost('b.example'));
    expect([hook.now().notes, hook.now().notRegistrable]).toEqual([[], false]);
  });

  test('nothing is noted of one that is registered, nor asked of its suffix', async () => {
    worker.answers['site.check'] = () => ok({ host, matches: [website], related: [] });
    const known = [{ account, host, website: { id: '7', domain: host } }] as never;
    const hook = await opened({ known, site: { host, notes: ['port'] as never } });
    expect([hook.now().notes, asked('site.suffixes')]).toEqual([[], []]);
  });

  test('what is known here is shown at once, and read once the service has shown it', async () => {
    const answer = later();
    worker.answers['site.check'] = () => answer.promise;
    const known = [
      { account: 'another', host, website: { id: '9', domain: host } },
      { account, host, website: { id: '7', domain: host } },
    ] as never;
    const hook = await opened({ known });
    expect([hook.now().website?.id, hook.now().isRead, hook.now().check.state]).toEqual(['7', false, 'checking']);
    await act(() => answer.answer(ok({ host, matches: [website], related: [], complete: true })));
    await settled();
    expect([hook.now().website, hook.now().isRead, hook.now().several]).toEqual([website, true, false]);
  });

  test('what is gone by now is shown no longer, and what covers it is named', async () => {
    const cover = { id: '8', domain: 'www.a.example' };
    worker.answers['site.check'] = () => ok({ host, matches: [], related: [cover], complete: false });
    const hook = await opened({ known: [{ account, host, website: { id: '7', domain: host } }] as never });
    expect([hook.now().website, hook.now().covering, hook.now().check.state]).toEqual([undefined, cover, 'unsure']);
  });

  test('an answer that was under way leaves what was written meanwhile', async () => {
    const answer = later();
    worker.answers['site.check'] = () => answer.promise;
    worker.answers['websites.create'] = () => created;
    const hook = await opened();
    await track(hook);
    await act(() => answer.answer(ok({ host, matches: [{ ...website, id: '1' }], related: [], complete: true })));
    await settled();
    expect(hook.now().website?.id).toBe('7');
  });

  test.each<[string, object, boolean, object | undefined]>([
    [
      'made, with what was sent',
      { outcome: 'created', website: { id: '7', domain: host } },
      true,
      { id: '7', privacy: 1, email: 0 },
    ],
    [
      'there already, as it is',
      { outcome: 'already', website: { id: '7', domain: host } },
      false,
      { id: '7', domain: host },
    ],
    ['made, and not shown', { outcome: 'created' }, false, undefined],
    ['made, and read-only', { outcome: 'created', website: { ...website, locked: 'inexact-id' } }, false, { id: '7' }],
  ])('a site that is %s', async (_what, answer, isOwn, record) => {
    worker.answers['websites.create'] = () => ok(answer);
    const hook = await opened();
    await track(hook);
    if (record) expect(hook.now().website).toMatchObject(record);
    else expect(hook.now().website).toBeUndefined();
    expect([
      hook.now().website !== undefined && 'email' in (hook.now().website ?? {}),
      hook.now().undo !== undefined,
    ]).toEqual(['outcome' in answer && answer.outcome === 'created' && !!record, isOwn]);
  });

  test('what was made is taken back only as it was made', async () => {
    worker.answers['websites.create'] = () => created;
    worker.answers['websites.delete'] = () => ok({ outcome: 'deleted' });
    const hook = await opened();
    await track(hook);
    await act(() => hook.now().undo?.());
    await settled();
    expect(asked('websites.delete')).toMatchObject([{ id: '7', domain: host, still: website, sent: { privacy: 1 } }]);
    expect([hook.now().website, hook.now().status, hook.now().undo]).toEqual([
      undefined,
      'popup_unregistered',
      undefined,
    ]);
  });

  test('what was changed elsewhere since is not taken back, but shown as it is now', async () => {
    worker.answers['websites.create'] = () => created;
    const problem = { kind: 'conflict', code: 'changed-since' } as const;
    worker.answers['websites.delete'] = () => ({ ok: false, problem });
    const hook = await opened();
    await track(hook);
    const changed = { ...website, privacy: 0 };
    worker.answers['site.check'] = () => ok({ host, matches: [changed], related: [], complete: true });
    await act(() => hook.now().undo?.());
    await settled();
    const now = hook.now();
    expect([now.website?.privacy, now.problem, now.undo]).toEqual([0, problem, undefined]);
  });

  describe('what was made can be taken back for as long as the popup is open', () => {
    type Hook = Awaited<ReturnType<typeof opened>>;
    const known = [{ account, host, website: { id: '7', domain: host } }] as never;
    const typed = nothingTyped();
    const at = async (more: Partial<typeof connection> = {}) => {
      const hook = await hooked(() => useSite({ ...start, known }, host, { ...connection, ...more }, typed), undefined);
      await settled();
      return hook;
    };
    const save = async (hook: Hook, answer: Answer<unknown>) => {
      worker.answers['websites.update'] = () => answer;
      await act(async () => void (await hook.now().save({ privacy: 0 })));
    };
    test.each<[string, (hook: Hook) => Promise<unknown>, isOffered: boolean]>([
      ['something else was begun', (hook) => act(() => hook.now().hush()), true],
      [
        'another name was looked at',
        async (hook) => {
          await act(() => hook.now().setHost('www.a.example'));
          expect(hook.now().undo).toBeUndefined();
          await act(() => hook.now().setHost(host));
        },
        true,
      ],
      [
        'another connection was looked at',
        async (hook) => {
          await hook.end();
          const other = await at({ account: 'another' });
          expect(other.now().undo).toBeUndefined();
          await other.end();
          return at();
        },
        true,
      ],
      ['a change of it failed', (hook) => save(hook, failed('network')), true],
      [
        'it was changed, and something else begun',
        async (hook) => {
          await save(hook, ok({ ...website, privacy: 0 }));
          await act(() => hook.now().hush());
        },
        false,
      ],
      ['it was deleted', (hook) => act(() => hook.now().remove()), false],
    ])('%s', async (_what, next, isOffered) => {
      Object.assign(typed, { host: undefined, made: {} });
      worker.answers['site.check'] = () => ok({ host, matches: [], related: [], complete: true });
      worker.answers['websites.create'] = () => created;
      worker.answers['websites.delete'] = () => ok({ outcome: 'deleted' });
      const hook = await at();
      await track(hook);
      worker.answers['site.check'] = () => ok({ host, matches: [website], related: [], complete: true });
      const shown = ((await next(hook)) as Hook | undefined) ?? hook;
      await settled();
      expect(shown.now().undo !== undefined).toBe(isOffered);
      if (!isOffered) return;
      await act(() => shown.now().undo?.());
      await settled();
      expect(asked('websites.delete')).toMatchObject([{ id: '7', still: website, sent: { privacy: 1 } }]);
      expect([shown.now().website, shown.now().undo]).toEqual([undefined, undefined]);
    });
  });

  test.each([
    ['deleted', 'popup_deleted'],
    ['gone', 'popup_already_deleted'],
  ])('one that is %s: said, and shown no longer', async (outcome, status) => {
    worker.answers['websites.delete'] = () => ok({ outcome });
    const hook = await registered();
    worker.answers['site.check'] = () => ok({ host, matches: [], related: [], complete: true });
    await act(() => hook.now().remove());
    await settled();
    expect([hook.now().website, hook.now().status, hook.now().busy]).toEqual([undefined, status, false]);
    expect(asked('websites.delete')).toEqual([{ id: '7', domain: host }]);
  });

  test('one of two that is deleted: the other is shown, and no word that there is none', async () => {
    const both = [website, { ...website, id: '8' }];
    worker.answers['site.check'] = () => ok({ host, matches: both, related: [], complete: true });
    worker.answers['websites.delete'] = () => {
      both.shift();
      return ok({ outcome: 'deleted' });
    };
    const hook = await opened();
    await act(() => hook.now().remove());
    await settled();
    const { website: shown, several, status } = hook.now();
    expect([shown?.id, several, status]).toEqual(['8', false, 'popup_deleted']);
  });

  test.each<[string, object, object | null, status: string, privacy: number | undefined, back: object[]]>([
    ['its privacy', { privacy: 0 }, { ...website, privacy: 0 }, 'popup_privacy_saved', 0, [{ id: '7', privacy: 1 }]],
    [
      'the same, of which the service shows nothing',
      { privacy: 0 },
      null,
      'popup_privacy_saved',
      0,
      [{ id: '7', privacy: 1 }],
    ],
    ['a privacy that is not taken', { privacy: 0 }, website, 'popup_privacy_unapplied', 1, []],
    [
      'a password, which cannot be taken back',
      { privacy: 2, password: 'made up' },
      { ...website, privacy: 2 },
      'popup_privacy_saved',
      2,
      [],
    ],
    ['something else', { email: 1 }, website, 'popup_saved', 1, []],
  ])('a change of %s', async (_what, sent, answer, status, privacy, back) => {
    worker.answers['websites.update'] = () => ok(answer ?? undefined);
    const hook = await registered();
    await act(async () => expect(await hook.now().save(sent)).toBe(true));
    await settled();
    expect([hook.now().status, hook.now().website?.privacy]).toEqual([status, privacy]);
    const before = asked('websites.update').length;
    await act(() => hook.now().undo?.());
    await settled();
    expect(asked('websites.update').slice(before)).toMatchObject(back);
  });

  test('a site that is not there cannot be changed', async () => {
    const hook = await opened();
    await act(async () => expect(await hook.now().save({ privacy: 0 })).toBe(false));
    expect(asked('websites.update')).toEqual([]);
  });

  test('a password that is missing is asked for, and nothing is sent', async () => {
    const hook = await opened();
    await act(() => hook.now().setFields({ ...hook.now().fields, privacy: 2 }));
    await track(hook);
    expect([hook.now().passwordError, asked('websites.create')]).toEqual(['password_needed', []]);
    await act(() => hook.now().setFields({ ...hook.now().fields, password: 'made up' }));
    await track(hook);
    expect([hook.now().passwordError, asked('websites.create').length]).toEqual([undefined, 1]);
  });

  test.each([
    ['the service may have it', (site: ReturnType<typeof useSite>) => site.trackAnyway(), true],
    ['else', (site: ReturnType<typeof useSite>) => site.track(), undefined],
  ])('where %s, that is sent with it: %s', async (_what, press, despite) => {
    const hook = await opened();
    await act(() => press(hook.now()));
    await settled();
    expect(asked('websites.create').map(({ despiteUnknown }) => despiteUnknown)).toEqual([despite]);
  });

  test('where an earlier create of it may still be carried out, "Register anyway" says when that was wanted', async () => {
    const problem = { kind: 'timeout', code: 'still-unconfirmed' } as const;
    worker.answers['websites.create'] = () => ({ ok: false, problem });
    const hook = await opened();
    await track(hook);
    expect(hook.now().problem).toEqual(problem);
    await act(() => hook.now().trackAnyway());
    await settled();
    const [first, second] = asked('websites.create');
    expect([first?.again, second?.again, second?.despiteUnknown]).toEqual([undefined, expect.any(Number), undefined]);
  });

  test('a tab that has gone elsewhere is told of until its site is registered', async () => {
    worker.answers['websites.create'] = () => created;
    const hook = await opened();
    expect(hook.now().staleHost).toBeUndefined();
    tabUrl = 'https://b.example/';
    await track(hook);
    expect(hook.now().staleHost).toBe(host);
    await track(hook);
    expect([hook.now().staleHost, hook.now().website?.id]).toEqual([undefined, '7']);
  });

  test('an outcome is told until something else is done', async () => {
    for (const next of ['setFields', 'setHost', 'hush'] as const) {
      worker.answers['websites.create'] = () => created;
      const hook = await opened();
      await track(hook);
      expect(hook.now().status).toMatch(/^registration/);
      const does = {
        setFields: () => hook.now().setFields(hook.now().fields),
        setHost: () => hook.now().setHost(host),
        hush: () => hook.now().hush(),
      };
      await act(() => does[next]());
      expect(hook.now().status).toBe('');
      await hook.end();
    }
  });

  test.each([
    ['umami', 1],
    [undefined, 2],
  ] as const)('a privacy that the kind (%s) does not have is none of its own', async (kind, privacy) => {
    const given = { ...start, defaults: { ...defaults.fallback, privacy: 2 as const } };
    const hook = await hooked(() => useSite(given, host, { account, kind } as never, nothingTyped()), undefined);
    expect(hook.now().fields.privacy).toBe(privacy);
  });
});
