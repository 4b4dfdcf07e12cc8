import { h } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keepPrivateLinks } from '@/entrypoints/popup/links.ts';
import { loadPopup, type Picked, type PopupStart } from '@/entrypoints/popup/load.ts';
import { Notes, notesFor } from '@/entrypoints/popup/site/Notes.tsx';
import { openConnect } from '@/entrypoints/popup/site/openSettings.ts';
import { Problem } from '@/entrypoints/popup/site/Problem.tsx';
import { connectable, connectingTo, showsService, showsStatistics } from '@/entrypoints/popup/site/servicePages.ts';
import { useOwnSite } from '@/entrypoints/popup/site/useOwnSite.ts';
import { useRules } from '@/entrypoints/popup/site/useRules.ts';
import { useSite } from '@/entrypoints/popup/site/useSite.ts';
import { useSuffix } from '@/entrypoints/popup/site/useSuffix.ts';
import { SeoProject } from '@/entrypoints/popup/tracking/SeoProject.tsx';
import { useProject } from '@/entrypoints/popup/tracking/useProject.ts';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import { connections, set } from '@/lib/storage/settings.ts';
import type { ScriptFact } from '@/lib/tracking/facts.ts';
import { draw, texts } from './drawn.ts';
import { asked, does, failed, hooked, later, loaded, ok, openPage, settled, worker } from './hooked.ts';
import { connectionOf, host, other, popupStart } from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/afterPaint.ts', () => ({ afterPaint: Promise.resolve() }));
vi.mock('@/entrypoints/popup/later.tsx', async () => await import('./laterScript.ts'));

/** Tabs are opened, and the popup closes. */
function opensTabs(close = () => {}) {
  Object.assign(window, { close });
  return vi.spyOn(fakeBrowser.tabs, 'create').mockResolvedValue({} as never);
}
const isWatched = () => fakeBrowser.storage.onChanged.hasListeners();

beforeEach(openPage);
describe('of several connections the popup begins with that of a site', () => {
  const site = { account: 'b', host, website: { id: '7', domain: host } };
  const list = ['a', 'b'].map((id) => connectionOf(id));
  const unread = () => Promise.reject(new Error('no database'));
  const never = new Promise(() => {});
  test.each<[string, known: () => Promise<object[]>, answer: object, connection: string, known: object[], ms?: number]>(
    [
      ['which the page reads itself', async () => [site], failed('missing'), 'b', [site]],
      // As in a private window of Firefox.
      ['which the worker alone can read', unread, ok([site]), 'b', [site]],
      ['or with the one used last, where nobody can', unread, failed('missing'), 'a', []],
      ['or with that, where the worker does not answer', unread, never, 'a', [], 2000],
      ['or with that at once, where the window is not private', unread, never, 'a', [], 0],
    ],
  )('%s', async (_what, known, answer, connection, shown, ms = 2000) => {
    worker.answers.stored = () => answer as never;
    const stored = Promise.resolve({ connections: { version: 2, value: { active: 'a', list } } });
    const tab = Promise.resolve({ id: 1, url: `https://${host}/`, incognito: ms > 0 });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const opens = loadPopup({ tab, stored, hasJob: Promise.resolve(false), known } as never);
    await vi.advanceTimersByTimeAsync(ms);
    vi.useRealTimers();
    const start = await opens;
    expect([start.connection?.id, start.known]).toEqual([connection, shown]);
    if (!ms) expect(asked('stored')).toEqual([]);
  });
});

test.each<[string, HostChoice, known: string[], shown: string, isAsked?: true]>([
  ['of its own', 'registrable', [`blog.${host}`], `blog.${host}`],
  ['of the whole domain', 'registrable', [host], host, true],
  ['of nothing', 'registrable', [], host, true],
  ['of nothing, as it is seen', 'seen', [], `blog.${host}`],
  ['of nothing, without www., which it does not have', 'bare', [], `blog.${host}`],
])('the popup begins with the host that new sites get, but not over a host that has a record: %s', async (...row) => {
  const [_what, hostChoice, known, shown, isAsked = false] = row;
  worker.answers['site.suffixes'] = () => ok([{ registrable: host }]);
  const value = { list: [connectionOf('a')] };
  const stored = { connections: { version: 2, value }, preferences: { version: 1, value: { hostChoice } } };
  const start = await loadPopup({
    tab: Promise.resolve({ id: 1, url: `https://blog.${host}/` }),
    stored: Promise.resolve(stored),
    hasJob: Promise.resolve(false),
    known: async (_accounts: unknown, name: string) =>
      known.filter((one) => one === name).map((one) => ({ host: one })),
  } as never);
  expect([start.host, start.known]).toEqual([shown, known.map((one) => ({ host: one }))]);
  // The popup is not painted before the worker has answered, which may have to be started first.
  expect(asked('site.suffixes').length > 0).toBe(isAsked);
});

describe('a click in the popup', () => {
  const url = 'https://stats.example/a.example';
  test.each<[string, incognito: boolean, on: string, event: string, button: number, opened: object[][]]>([
    ['on a link opens it in its private window', true, 'a', 'click', 0, [[{ url }]]],
    ['on what is in a link does so, too', true, 'b', 'click', 0, [[{ url }]]],
    ['with the middle button does so, too', true, 'a', 'auxclick', 1, [[{ url }]]],
    ['with the right one is for the browser’s menu', true, 'a', 'auxclick', 2, []],
    ['beside a link opens nothing', true, 'i', 'click', 0, []],
    ['over a normal window is left to the browser', false, 'a', 'click', 0, []],
  ])('%s', async (_what, incognito, on, event, button, opened) => {
    const close = vi.fn();
    const create = opensTabs(close);
    document.body.innerHTML = `<a href="${url}"><b></b></a><i></i>`;
    await keepPrivateLinks(Promise.resolve({ incognito } as never));
    const click = Object.assign(new window.Event(event, { bubbles: true, cancelable: true }), { button });
    document.querySelector(on)?.dispatchEvent(click);
    await settled();
    expect(create.mock.calls).toEqual(opened);
    expect([click.defaultPrevented, close.mock.calls.length]).toEqual([opened.length > 0, opened.length]);
  });
});

test('the settings open with the address of the page to connect, but with no secret that it may hold', async () => {
  const create = opensTabs();
  openConnect('https://me:made-up@stats.example/app/sites?token=made-up#made-up');
  await settled();
  const connect = encodeURIComponent('https://stats.example/app/sites');
  const url = expect.stringMatching(new RegExp(`/options.html\\?connect=${connect}$`));
  expect(create.mock.calls).toEqual([[{ url }]]);
});

test('what the settings can mend is mended in the view of the site’s connection', async () => {
  const create = opensTabs();
  const problem = { kind: 'setup', code: 'no-key' };
  const site = { host, isUnknown: true, focus: {}, check: { state: 'failed' } };
  await draw(h(Problem, { problem, site, connection: 'b', onPress: () => {} } as never));
  document.querySelector('button')?.click();
  await settled();
  expect(create.mock.calls).toEqual([[{ url: fakeBrowser.runtime.getURL('/options.html#connection/b' as never) }]]);
});

test.each([
  ['new', undefined],
  ['registered', { id: '7', domain: host }],
])('what failed at a %s site is announced', async (_what, website) => {
  const site = { host, website, isUnknown: false, focus: {}, check: { state: 'done' } };
  await draw(h(Problem, { problem: { kind: 'rejected' }, site, connection: 'b', onPress: () => {} } as never));
  expect(texts('[role=alert] p')).toEqual(['problem_rejected_plain']);
});

test.each<[string, isPrivate: boolean, query: string]>([
  ['with the site', false, `?connection=main&search=${host}`],
  ['over a private window without it, which Chromium would note in its history', true, '?connection=main'],
])('where a site is registered twice, the lists open %s', async (_what, isPrivate, query) => {
  const create = opensTabs();
  const start = { ...popupStart(host), private: isPrivate };
  const site = { host, website: { id: '7', domain: host }, several: true, check: { state: 'done' }, typed: {} };
  const props = { connection: 'main', isService: false, start, site, send: () => {}, onPress: () => {} };
  await draw(h(Notes, props as never));
  document.querySelector<HTMLButtonElement>('.warn button')?.click();
  await settled();
  expect(create.mock.calls).toEqual([[{ url: fakeBrowser.runtime.getURL(`/manage.html${query}` as never) }]]);
});

describe('the SEO project of a site', () => {
  interface Given {
    host: string;
    account?: string;
    private?: boolean;
  }
  const project = { id: '1', project: `https://${host}/` };
  const list = (...items: object[]) => ok({ items, more: false });
  const open = (given: Given) => loaded((now: Given) => useProject(now.host, now.account, now.private ?? false), given);

  test('is asked for by the name of the site, of its account, and as private as the window', async () => {
    worker.answers['projects.list'] = () => list({ project: `b.${host}` }, project);
    for (const isPrivate of [false, true]) {
      const hook = await open({ host, account: 'seo', private: isPrivate });
      expect(hook.now()).toEqual({ state: 'found', project });
      const [question] = worker.asked.splice(0);
      const input = { search: host, search_by: 'project', per_page: 100 };
      expect(question).toMatchObject({ name: 'projects.list', input, private: isPrivate, account: 'seo' });
    }
  });

  test('has its score in the language of the popup, as in the list of projects', async () => {
    worker.answers['projects.list'] = () => list({ ...project, result: 87.5 });
    const words: Record<string, string> = { language: 'de', tracking_seo_result: '{result}' };
    vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(((name: string) => words[name] ?? '') as never);
    await draw(h(SeoProject, { url: '', host, account: 'seo', isPrivate: false }));
    await settled();
    expect(document.querySelector('.seo .hint')?.textContent).toBe('87,5');
  });

  test('is not asked for without an account', async () => {
    const hook = await open({ host });
    expect([hook.now(), worker.asked]).toEqual([{ state: 'asking' }, []]);
  });

  test.each<[string, ReturnType<typeof failed> | ReturnType<typeof ok>, shown: object]>([
    ['the whole list', list(), { state: 'none' }],
    ['a part of it', ok({ items: [], more: true }), { state: 'unsure' }],
    ['a row without a name', list({ project: '', id: '7' }), { state: 'unsure' }],
    ['the project beside such a row', ok({ items: [project], more: false, unread: 1 }), { state: 'found', project }],
    ['nobody', failed('network'), { state: 'failed', problem: { kind: 'network' } }],
  ])('whether there is one, by %s', async (_what, answer, shown) => {
    worker.answers['projects.list'] = () => answer;
    expect((await open({ host, account: 'seo' })).now()).toEqual(shown);
  });

  test.each([
    [`www.${host}`, host, [host]],
    [host, `www.${host}`, [`www.${host}`, host]],
    [`www.${host}`, `www.${host}`, [`www.${host}`]],
  ])('%s is found for %s, as in the list of projects', async (name, of, searched) => {
    worker.answers['projects.list'] = (input) =>
      list(...[name, `shop.${host}`].flatMap((one) => (one.includes(String(input.search)) ? { project: one } : [])));
    const hook = await open({ host: of, account: 'seo' });
    expect(hook.now()).toEqual({ state: 'found', project: { project: name } });
    expect(asked('projects.list').map(({ search }) => search)).toEqual(searched);
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

describe('what is noted of a site before it is registered', () => {
  test.each<[string, PopupStart['site'], subject: string, notes: string[]]>([
    ['the tab’s own', { host, notes: ['port', 'unusual'] }, host, ['note_port', 'note_unusual']],
    ['another name than the tab’s', { host, notes: ['port'] }, other, []],
  ])('%s', (_what, site, subject, notes) => {
    expect(notesFor(site, subject, undefined)).toEqual(notes);
  });

  test.each<[string, ReturnType<typeof ok> | ReturnType<typeof failed>, suffix: Suffix, notes: string[]]>([
    ['a public suffix', ok([{ publicSuffix: 'icann' }]), { publicSuffix: 'icann' }, ['refusal_public_suffix']],
    ['a host of others', ok([{ publicSuffix: 'private' }]), { publicSuffix: 'private' }, ['note_private_suffix']],
    ['a name of which nothing is told', ok([]), {}, []],
    ['a name that nobody could ask about', failed('network'), {}, []],
  ])('its suffix, of %s', async (_what, answer, suffix, notes) => {
    worker.answers['site.suffixes'] = () => answer;
    const hook = await loaded((wanted: boolean) => useSuffix(host, wanted), false as boolean);
    expect([hook.now(), asked('site.suffixes')]).toEqual([{}, []]);
    await hook.load(true);
    expect([hook.now(), asked('site.suffixes')]).toEqual([suffix, [{ hosts: [host] }]]);
    expect(notesFor({ host, notes: [] }, host, hook.now().publicSuffix)).toEqual(notes);
  });
});

describe('the rules', () => {
  const at = (id: string, ...rules: string[]) => ({ id, account: id, analyticsUrl: `https://${id}.example`, rules });

  test('are followed, and one for this site is asked for', async () => {
    const hook = await hooked(() => useRules({ list: [at('main')] }, host, 'main'));
    worker.answers['connection.rule'] = () => ({ ok: false, problem: { kind: 'setup', code: 'fixed' } });
    expect(await hook.now().always()).toBe('problem_fixed');
    worker.answers['connection.rule'] = () => ok(null);
    expect(await hook.now().always()).toBeUndefined();
    expect(asked('connection.rule')).toEqual(Array(2).fill({ connection: 'main', host }));
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
  /** From now on each load gives these connections, and ends when the test says so, or at once. */
  const stored = (list: object[], isHeld = false) => {
    const loads: (() => void)[] = [];
    const read = { connections: { version: 1, value: { list } } };
    vi.stubGlobal('preload', () => ({
      tab: Promise.resolve({ id: 1, url: first.url, incognito: false }),
      stored: isHeld ? new Promise((resolve) => loads.push(() => resolve(read))) : Promise.resolve(read),
      known: async () => [],
      hasJob: Promise.resolve(false),
    }));
    return loads;
  };
  beforeEach(() => {
    worker.answers['site.check'] = () => later().promise;
  });
  const open = () =>
    hooked(() => {
      const { state, send } = useSite(first);
      return { start: state.start, pick: (to: Picked) => send({ type: 'switched', to }) };
    });
  const shows = async ({ now }: Awaited<ReturnType<typeof open>>, account: string, of: string) => {
    const shown = () => [now().start.connection?.account, now().start.host];
    for (let turn = 0; turn < 500 && shown().join() !== `${account},${of}`; turn++) await settled();
    expect(shown()).toEqual([account, of]);
  };

  test('is of the host and then the connection that were picked, and the first keeps the last word on nothing', async () => {
    const loads = stored([a, b], true);
    const hook = await open();
    await act(() => void hook.now().pick({ host: other }));
    await act(() => void hook.now().pick({ connection: 'b' }));
    await vi.waitFor(() => expect(loads).toHaveLength(2));
    loads[1]?.();
    await shows(hook, 'of b', other);
    expect(hook.now().start.said).toBe('');
    await does(() => loads[0]?.());
    await shows(hook, 'of b', other);
  });

  test('keeps what was picked as the account changes, and follows the account that it has by then', async () => {
    const hook = await open();
    stored([a, b]);
    await act(() => void hook.now().pick({ host: other }));
    await shows(hook, 'of a', other);
    const [moved, again] = [at('a', 'new'), at('a', 'newer')];
    stored([moved, b]);
    await act(() => set(connections, { list: [moved, b] }));
    await shows(hook, 'new', other);
    expect(hook.now().start.said).toBe('popup_connection_changed');
    const before = hook.now().start;
    await does(() => set(connections, { list: [moved, { ...b, name: 'B' } as never] }));
    expect(hook.now().start).toBe(before);
    stored([again, b]);
    await act(() => set(connections, { list: [again, b] }));
    await shows(hook, 'newer', other);
    await hook.end();
    expect(isWatched()).toBe(false);
  });

  test('stays at the connection that was picked', async () => {
    const hook = await open();
    stored([a, b]);
    await act(() => void hook.now().pick({ connection: 'b' }));
    await shows(hook, 'of b', host);
    const moved = at('b', 'new');
    stored([a, moved]);
    await act(() => set(connections, { list: [a, moved] }));
    await shows(hook, 'new', host);
  });
});

test.each<[string, page: string, isOffered: boolean]>([
  ['a page that may be a service’s', 'https://new.example/umami', true],
  ['a page that no key may be sent to', 'http://new.example/', false],
  ['a page of a service that is connected', 'https://stats.example/websites', false],
  ['such a page with a user in its address', 'https://me:made-up@stats.example/websites', false],
  ['a page of the browser', '', false],
])('connecting is offered over %s: %s', (_what, page, isOffered) => {
  const list = [{ id: 'main', account: 'a', analyticsUrl: 'https://stats.example' }];
  expect(connectable({ url: page, connections: { list } })).toBe(isOffered ? page : undefined);
});

const noScript = { src: '', id: '', type: '', data: [], text: '', place: 'page', nomodule: false } as const;
const script = (given: Partial<ScriptFact>): ScriptFact => ({ ...noScript, ...given });
const own = { src: 'https://stats.example/a/js/script.js', id: 'ZwSg9rf6GA' };
test.each<[string, page: string, ScriptFact[], isService: boolean]>([
  ['a page below its own code', 'https://stats.example/a/list?x=1', [script(own)], true],
  ['a shop that is counted there', 'https://shop.example/', [script(own)], false],
  ['a shop with a script of the same name', 'https://stats.example/a/', [script({ ...own, id: 'x' })], false],
  ['Matomo', 'https://m.example/', [script({ text: 'var piwik = {}; piwik.token_auth = ""' })], true],
  ['nothing', 'https://stats.example/', [], false],
])('a page shows a service by its own scripts: %s', (_what, page, scripts, isService) => {
  expect(showsService(page, { scripts })).toBe(isService);
});

const site = { base_url: 'https://stats.example/a', domain: 'shop.example', id: '5' };
test.each<[template: string, page: string, isShown: boolean]>([
  ['{base_url}/{domain}', 'https://stats.example/a/shop.example/pages?day=1', true],
  ['{base_url}/{domain}', 'https://stats.example/a/shop.example.net', false],
  ['{base_url}/websites/{id}', 'https://stats.example/a/websites/5', true],
  ['{base_url}/websites/{id}', 'https://stats.example/a/websites/51', false],
  ['{base_url}/websites/{id}', 'https://stats.example/a/teams/7-f/websites/5/events', true],
  ['{base_url}/websites/{id}', 'https://stats.example/a/teams/5/websites/6', false],
  ['https://cloud.example/websites/{id}', 'https://cloud.example/analytics/eu/teams/7-f/websites/5', true],
  ['{base_url}/teams/7-f/websites/{id}', 'https://stats.example/a/teams/7-f/websites/5', true],
  ['https://host.example/analytics/u/websites/{id}', 'https://host.example/analytics/u/teams/7/websites/5', true],
  ['https://host.example/analytics/u/websites/{id}', 'https://host.example/analytics/u/websites/6', false],
  ['{base_url}/index.php?module=X&idSite={id}', 'https://stats.example/a/index.php#?idSite=5', true],
  ['{base_url}/index.php?module=X&idSite={id}', 'https://stats.example/a/index.php?idSite=55', false],
  ['{base_url}/index.php?module=X&idSite={id}', 'https://stats.example/index.php?idSite=5', false],
  ['{base_url}/{domain}', '', false],
  ['{base_url}/dashboard', 'https://stats.example/a/dashboard', false],
])('the statistics by %s are shown at %s: %s', (template, page, isShown) => {
  expect(showsStatistics(page, template, site)).toBe(isShown);
});

test.each<[string, page: string, own: Picked | undefined]>([
  ['statistics', `https://stats.example/${host}`, { host, connection: 'main' }],
  ['those of a site that is not known', 'https://stats.example/other.example', undefined],
])('over %s of one’s own service, that site is offered, at that connection', async (_what, url, expected) => {
  const list = [connectionOf('b'), { id: 'main', account: 'a', analyticsUrl: 'https://stats.example' }];
  const known: Record<string, unknown> = {
    hostBatch: { hosts: [host], next: undefined },
    knownSites: [{ account: 'a', host, website: { id: '7', domain: host } }],
  };
  worker.answers.stored = ({ read }) => ok(known[String(read)]);
  const all = { list };
  const hook = await loaded(() => useOwnSite({ url, connections: all }));
  await vi.waitFor(() => expect(hook.now()).toEqual(expected));
});

test.each<[typed: string, page: string, to: object]>([
  ['stats.example/umami', 'https://shop.example/', { address: 'https://stats.example/umami' }],
  ['https://stats.example', 'https://stats.example/websites?a=b', { address: 'https://stats.example/websites?a=b' }],
  ['ftp://stats.example', '', { text: 'popup_address_refused', isSecret: false }],
  ['https://a:b@stats.example', '', { text: 'popup_address_user_info', isSecret: true }],
  ['eyJhbGciOiJIUzI1NiJ9.made.up', '', { text: 'popup_address_key', isSecret: true }],
])('an address that is typed before anything is connected: %s, over %s', (typed, page, to) => {
  expect(connectingTo(typed, page)).toEqual(to);
});
