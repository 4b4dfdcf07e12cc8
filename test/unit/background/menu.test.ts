import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { clearBadge, outcomeShown, showBadge } from '@/lib/background/badge.ts';
import { makeMenu, onCommand, onMenuClick, track as trackTyped } from '@/lib/background/menu.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import { ApiError } from '@/lib/services/index.ts';
import { putWebsites } from '../records/seed.ts';

const registered: [input: { domain?: string }, context: object][] = [];
const domains = () => registered.map(([{ domain }]) => domain);
let end: () => unknown = () => ({ outcome: 'created' });
vi.mock('@/lib/background/jobs/press.ts', () => ({
  registerByHand: async (input: object, context: object) => {
    registered.push([input, context]);
    return end();
  },
}));
let found: object = {};
vi.mock('@/lib/background/websites/checkHost.ts', () => ({
  checkHost: async () => ({ matches: [], related: [], ...found }),
}));
vi.mock('@/lib/text/i18n.ts', () => import('./keyTexts.ts'));

const calls: unknown[][] = [];
const note =
  (name: string) =>
  async (...given: unknown[]) =>
    void calls.push([name, ...given]);
const called = (name: string) => calls.filter(([one]) => one === name).map(([, ...given]) => given[0]);
/** What the toolbar button says at the end: of which tab, its sign and its title. */
function button(): unknown[] {
  const [text, title] = ['text', 'title'].map((name) => called(name).at(-1) as Record<string, unknown> | undefined);
  return [text?.tabId === title?.tabId && text?.tabId, text?.text, title?.title];
}

/** The ids of the menu's items. */
const made = () => called('create').map((item) => (item as { id: string }).id);

const store = (key: string, value: object) => fakeBrowser.storage.local.set({ [key]: { version: 1, value } });
const account = 'https://stats.example.net';
const connect = async () => store('connections', { list: [{ id: 'main', analyticsUrl: account }] });
const a = { id: 'a', analyticsUrl: 'https://a.example.net/stats', account: 'account-a', rules: ['*.a.example'] };
const b = { id: 'b', name: 'Fish & Chips', analyticsUrl: 'https://b.example.net', account: 'account-b' };
const connectBoth = () => store('connections', { active: 'a', list: [a, b] });

beforeEach(() => {
  calls.splice(0);
  registered.splice(0);
  end = () => ({ outcome: 'created' });
  found = {};
  Object.assign(fakeBrowser, {
    action: { setBadgeBackgroundColor: note('color'), setBadgeText: note('text'), setTitle: note('title') },
    contextMenus: { removeAll: note('removeAll'), create: note('create') },
    notifications: { create: note('notify') },
  });
  vi.spyOn(fakeBrowser.runtime, 'openOptionsPage').mockImplementation(note('options') as never);
  vi.spyOn(fakeBrowser.tabs, 'create').mockImplementation(note('tab') as never);
  shownNow = undefined;
  vi.spyOn(fakeBrowser.tabs, 'get').mockImplementation(async () => ({ id: 7, url: shownNow }) as never);
  inFront = undefined;
  vi.spyOn(fakeBrowser.tabs, 'query').mockImplementation(async () => [inFront ?? []].flat() as never);
});

const tabAt = (url: string, incognito = false) => ({ id: 7, url, incognito }) as never;
const tab = tabAt('https://tab.example/');
/** The active tab of the window that had the focus last. */
let inFront: object | undefined;
/** What tab 7 shows by the time of an outcome; undefined: the browser does not tell. */
let shownNow: string | undefined;
/** Presses "Track" in the menu of a page. */
const track = (pageUrl: string, over?: never) => onMenuClick({ menuItemId: 'track', pageUrl } as never, over);
/** Presses "Track" over a page, which stays. */
const trackOver = (url: string, incognito?: boolean) => {
  shownNow = url;
  return track(url, tabAt(url, incognito));
};

describe('the menu', () => {
  test.each([
    [true, ['track', 'track-selected', 'track-link', 'statistics', 'copy-code', 'manage']],
    [false, ['statistics', 'copy-code', 'manage']],
  ])('wanted on pages: %s', async (contextMenu, ids) => {
    await store('preferences', { contextMenu });
    await makeMenu();
    expect(made()).toEqual(ids);
  });

  const onButton = [
    { id: 'statistics', title: 'popup.open_statistics', contexts: ['action'] },
    { id: 'copy-code', title: 'commands.copy_code', contexts: ['action'] },
    { id: 'manage', title: 'commands.manage', contexts: ['action'] },
  ];
  const contexts = ['page', 'frame', 'image', 'link', 'action'];
  /** Each named, whatever is in a name. */
  const named = [
    { id: 'track-at', title: 'commands.track_at', contexts },
    { id: 'track-at:a', parentId: 'track-at', title: 'a.example.net', contexts },
    { id: 'track-at:b', parentId: 'track-at', title: 'Fish && Chips', contexts },
  ];
  test.each<[string, object[], object[]]>([
    ['one connection', [a], []],
    ['several', [a, b], named],
  ])('says on what each item stands: %s', async (_what, list, more) => {
    await store('connections', { list });
    await makeMenu();
    expect(called('create')).toEqual([
      { id: 'track', title: 'commands.track', contexts: ['page', 'frame', 'selection', 'image', 'action'] },
      { id: 'track-selected', title: 'popup.track %s', contexts: ['selection'] },
      { id: 'track-link', title: 'commands.track_link', contexts: ['link'] },
      ...more,
      ...onButton,
    ]);
  });

  test('made twice at once, each item is there once at the end', async () => {
    await Promise.all([makeMenu(), makeMenu()]);
    const once = ['removeAll', ...Array.from({ length: 6 }, () => 'create')];
    expect(calls.map(([name]) => name)).toEqual([...once, ...once]);
  });

  test('after a making that failed, the next succeeds', async () => {
    const { contextMenus } = fakeBrowser as unknown as { contextMenus: { removeAll: unknown } };
    contextMenus.removeAll = async () => Promise.reject(new Error('no'));
    await expect(makeMenu()).rejects.toThrow('no');
    contextMenus.removeAll = note('removeAll');
    await makeMenu();
    expect(called('create')).toHaveLength(6);
  });

  test('stays as it is while the settings cannot be read', async () => {
    vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValue(new Error('no'));
    await expect(makeMenu()).rejects.toThrow('no');
    expect(calls).toEqual([]);
  });

  test('a browser without menus has none', async () => {
    Object.assign(fakeBrowser, { contextMenus: undefined });
    await makeMenu();
    expect(calls).toEqual([]);
  });

  const pageUrl = 'https://page.example/';
  const linkUrl = 'https://link.example/x';
  const onPicture = { mediaType: 'image', srcUrl: 'https://cdn.example/a.png', linkUrl, pageUrl };
  test.each<[string, string, object, string]>([
    ['a page', 'track', { pageUrl }, 'page.example'],
    ['the toolbar button', 'track', {}, 'tab.example'],
    ['a linked picture', 'track-link', onPicture, 'link.example'],
    ['a linked picture', 'track-at:main', onPicture, 'page.example'],
    ['text selected within a link', 'track-at:main', { linkUrl, selectionText: 'link', pageUrl }, 'page.example'],
    ['a link', 'track-at:main', { linkUrl, pageUrl }, 'link.example'],
  ])('on %s: %s', async (_name, menuItemId, info, domain) => {
    await connect();
    await onMenuClick({ menuItemId, ...info } as never, tab);
    expect(domains()).toEqual([domain]);
  });

  test.each<[string, string[], string?]>([
    ['Clinic.example.org', ['clinic.example.org']],
    ['some words', [], 'refusal.bad_host'],
    ['', [], 'refusal.empty'],
    ['3.5', [], 'refusal.bad_host'],
    ['hello', [], 'note.single_label'],
    ['invoice.pdf', [], 'refusal.bad_host'],
    ['co.uk', [], 'refusal.public_suffix'],
    ['github.io', [], 'note.private_suffix'],
    ['see clinic.example.org', [], 'refusal.bad_host'],
    ['St.Gallen', [], 'refusal.bad_host'],
    ['anna.bell@mail.example.org', [], 'refusal.email'],
  ])('on the selected text “%s”', async (selectionText, expected, refusal) => {
    await connect();
    await onMenuClick({ menuItemId: 'track-selected', selectionText, pageUrl: 'https://page.example/' } as never, tab);
    expect(domains()).toEqual(expected);
    if (refusal) expect(button()).toEqual([7, '!', refusal]);
  });

  test.each(['track', 'track-selected', 'statistics', 'copy-code'])(
    '%s, while the settings cannot be read: said',
    async (menuItemId) => {
      vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValue(new Error('no'));
      await onMenuClick({ menuItemId, selectionText: 'page.example', pageUrl } as never, tab);
      expect([button(), domains()]).toEqual([[7, '!', 'problem.storage'], []]);
    },
  );

  test('what was registered is said, although the settings cannot be read any more', async () => {
    await connect();
    end = () => {
      vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValue(new Error('no'));
      return { outcome: 'created' };
    };
    await trackOver('https://page.example/');
    expect(button()).toEqual([7, '✓', 'registration.created page.example']);
    expect(await fakeBrowser.storage.session.get('registering')).toMatchObject({ registering: { value: {} } });
  });

  test('leads to the list', async () => {
    await onMenuClick({ menuItemId: 'manage' } as never, tab);
    expect(called('tab')).toEqual([{ url: fakeBrowser.runtime.getURL('/manage.html') }]);
  });

  test('on nothing that has an address', async () => {
    await connect();
    await onMenuClick({ menuItemId: 'track' } as never, tabAt(''));
    expect(registered).toEqual([]);
    expect(button()).toEqual([7, '!', 'refusal.empty']);
  });
});

describe('with several connections', () => {
  beforeEach(async () => {
    await connectBoth();
    await putWebsites(b.account, [{ id: '7', domain: 'known.example' }]);
  });

  test.each<[string, string, string, object]>([
    ['by a rule', 'https://shop.a.example/', 'track', a],
    ['where it is known', 'https://known.example/', 'track', b],
    ['else to the one used last', 'https://new.example/', 'track', a],
    ['where the item says', 'https://shop.a.example/', 'track-at:b', b],
  ])('a site goes %s', async (_where, pageUrl, menuItemId, { account: expected }: { account?: string }) => {
    await onMenuClick({ menuItemId, pageUrl } as never, tab);
    expect(registered.map(([, context]) => context)).toEqual([{ private: false, account: expected }]);
  });

  test('an item of one that is gone: nothing is registered elsewhere', async () => {
    await onMenuClick({ menuItemId: 'track-at:c', pageUrl: 'https://known.example/' } as never, tab);
    expect(registered).toEqual([]);
    expect(button()).toEqual([7, '!', 'problem.other_service']);
  });

  test.each<[string, () => unknown, string]>([
    ['how it ended', () => ({ outcome: 'created' }), 'registration.created known.example'],
    ['what went wrong', () => Promise.reject(new ApiError({ kind: 'auth' })), 'problem.auth'],
  ])('%s names the connection', async (_what, ends, text) => {
    end = ends;
    await track('https://known.example/', tab);
    const titles = ['popup.tracking known.example', text].map((one) => `menu.of_connection Fish & Chips ${one}`);
    expect(called('title')).toEqual(titles.map((title) => ({ tabId: 7, title })));
  });
});

describe('a known site, from the menu of the toolbar button', () => {
  const press = (menuItemId: string, url = 'https://known.example/x', incognito = false) =>
    onMenuClick({ menuItemId } as never, tabAt(url, incognito));
  /** What the page says to the attempt to copy there: true, and the text is copied. */
  let page: () => unknown;
  const copied: string[] = [];

  beforeEach(async () => {
    copied.splice(0);
    page = () => true;
    shownNow = 'https://known.example/x';
    await connectBoth();
    await putWebsites(b.account, [{ id: '7', domain: 'known.example' }]);
    const executeScript = async ({ args: [text = ''] }: { args: string[] }) => {
      const result = page();
      if (result === true) copied.push(text);
      return [{ result }];
    };
    Object.assign(fakeBrowser, { scripting: { executeScript } });
  });

  test('the statistics open where it is registered', async () => {
    await press('statistics');
    expect(called('tab')).toEqual([{ url: 'https://b.example.net/known.example' }]);
  });

  test('the tracking code is copied on its page', async () => {
    await press('copy-code');
    expect(copied).toEqual([expect.stringContaining('https://b.example.net')]);
    expect(button()).toEqual([7, '✓', 'menu.copied known.example']);
  });

  describe('copies in the page', () => {
    type Script = { target: object; func: (text: string) => unknown; args: string[] };
    /** A page's own copying: what it was given, and what else heard of it. */
    const copies = { given: '', prevented: 0, stopped: 0, left: 0 };
    const inPage = async (clipboard: object | undefined, isAllowed = true, isHeard = isAllowed) => {
      Object.assign(copies, { given: '', prevented: 0, stopped: 0, left: 0 });
      const heard = new Map<string, (event: object) => void>();
      type Listening = [name: string, put: (event: object) => void, options: AddEventListenerOptions];
      vi.stubGlobal('navigator', { ...(clipboard ? { clipboard } : {}), locks: navigator.locks });
      vi.stubGlobal('addEventListener', (...[name, put, { capture }]: Listening) =>
        heard.set(`${name} ${capture}`, put),
      );
      vi.stubGlobal('removeEventListener', (...[name, , { capture }]: Listening) => heard.delete(`${name} ${capture}`));
      const event = {
        clipboardData: { setData: (...given: string[]) => Object.assign(copies, { given: given.join(' ') }) },
        preventDefault: () => copies.prevented++,
        stopImmediatePropagation: () => copies.stopped++,
      };
      const execCommand = (name: string) => {
        if (isHeard) heard.get(`${name} true`)?.(event);
        return isAllowed;
      };
      vi.stubGlobal('document', { execCommand });
      let result: unknown;
      const ran: object[] = [];
      const executeScript = async ({ target, func, args }: Script) => {
        ran.push(target);
        result = await func(args[0] ?? '');
        return [{ result }];
      };
      Object.assign(fakeBrowser, { scripting: { executeScript } });
      await press('copy-code');
      expect([ran, heard.size]).toEqual([[{ tabId: 7 }], 0]);
      return { result, said: called('title').at(-1) };
    };
    const done = { result: true, said: { tabId: 7, title: 'menu.copied known.example' } };

    test('by the Clipboard API, where that lets it', async () => {
      const texts: string[] = [];
      expect(await inPage({ writeText: async (text: string) => void texts.push(text) })).toEqual(done);
      expect([texts.length, copies.given]).toEqual([1, '']);
    });

    test.each([
      ['there is none', undefined],
      ['it refuses', { writeText: async () => Promise.reject(new Error('no focus')) }],
    ])('by an event where %s, of which the page hears nothing', async (_what, clipboard) => {
      expect(await inPage(clipboard)).toEqual(done);
      const given = expect.stringMatching(/^text\/plain .*b\.example\.net/s);
      expect(copies).toMatchObject({ given, prevented: 1, stopped: 1 });
    });

    test.each([
      ['the browser refuses', false],
      ['the page copies its own text first', true],
    ])('or not at all, which is said: %s', async (_why, isAllowed) => {
      const said = { tabId: 7, title: 'menu.copy_failed' };
      expect(await inPage(undefined, isAllowed, false)).toEqual({ result: false, said });
    });
  });

  test('a page that may not be reached: said', async () => {
    page = () => {
      throw new Error('Cannot access a chrome:// URL');
    };
    await press('copy-code');
    expect(button()).toEqual([7, '!', 'menu.copy_failed']);
  });

  test.each<[HostChoice, url: string, domain: string, opened: string]>([
    ['bare', 'https://www.there.example.com/', 'there.example.com', 'there.example.com'],
    ['registrable', 'https://blog.example.co.uk/', 'example.co.uk', 'example.co.uk'],
    ['registrable', 'https://known.example/', 'example', 'known.example'],
    ['registrable', 'https://a.known.co.uk/', 'a.known.co.uk', 'a.known.co.uk'],
  ])('by the spelling that is preferred, %s, as it is registered: %s', async (hostChoice, url, domain, opened) => {
    await store('preferences', { hostChoice });
    await putWebsites(a.account, [{ id: '8', domain }]);
    await press('statistics', url);
    expect(called('tab')).toEqual([{ url: expect.stringMatching(new RegExp(`/${opened}$`)) }]);
    shownNow = url;
    await press('copy-code', url);
    expect(button()).toEqual([7, '✓', `menu.copied ${opened}`]);
  });

  test.each([
    ['statistics', 'https://new.example/', 'tracking.badge_unknown new.example'],
    ['copy-code', 'https://new.example/', 'tracking.badge_unknown new.example'],
    ['statistics', 'chrome://settings/', 'refusal.browser_page'],
  ])('%s of %s: what is missing is said', async (item, url, title) => {
    shownNow = url;
    await press(item, url);
    expect(button()).toEqual([7, '!', title]);
    expect([...called('tab'), ...copied]).toEqual([]);
  });

  test.each([
    [false, 'connection=b&search=known.example'],
    [true, 'connection=b'],
  ])('where the template yields no address, the list opens at it, in a private window without: %j', async (...row) => {
    const [incognito, query] = row;
    await store('preferences', { statisticsUrl: '{nothing}', trackingCode: '', accountUrl: '' });
    await press('statistics', undefined, incognito);
    expect(called('tab')).toEqual([{ url: fakeBrowser.runtime.getURL(`/manage.html?${query}` as '/manage.html') }]);
  });

  test('while not set up: the settings open', async () => {
    await store('connections', { list: [] });
    await press('statistics');
    expect(calls).toEqual([['options']]);
  });
});

describe('tracking a site', () => {
  beforeEach(connect);

  test('registers it with the defaults, and tells on its tab', async () => {
    await store('defaults', { privacy: 2, email: 1, exclude_bots: 0, hasPassword: true });
    await trackOver('https://shop.example.com/a');
    const fields = { privacy: 2, email: 1, exclude_bots: 0, exclude_params: [], exclude_ips: [] };
    const context = { private: false, account };
    expect(registered).toEqual([[{ domain: 'shop.example.com', ...fields }, context]]);
    expect(called('text')).toEqual(['…', '✓'].map((text) => ({ tabId: 7, text })));
    const titles = ['popup.tracking shop.example.com', 'registration.created shop.example.com'];
    expect(called('title')).toEqual(titles.map((title) => ({ tabId: 7, title })));
    expect(called('notify')).toEqual([]);
  });

  test.each(['created', 'already'])('%s: by a sign of its own', async (outcome) => {
    end = () => ({ outcome });
    await trackOver('https://a.example/');
    expect(button()).toEqual([7, outcome === 'already' ? '=' : '✓', `registration.${outcome} a.example`]);
  });

  test.each([
    ['bare', 'shop.example.com'],
    ['registrable', 'example.com'],
  ])('by the host that is preferred: %s', async (hostChoice, domain) => {
    await store('preferences', { hostChoice });
    await trackOver('https://www.shop.example.com/');
    expect(registered[0]?.[0]).toMatchObject({ domain });
    expect(called('text').at(-1)).toEqual({ tabId: 7, text: '✓' });
  });

  test.each<[HostChoice, known: string]>([
    ['bare', 'www.shop.example.com'],
    ['registrable', 'shop.example.com'],
  ])('as it is, where it is registered so, whatever is preferred: %s', async (hostChoice, domain) => {
    await store('preferences', { hostChoice });
    await putWebsites(account, [{ id: '8', domain }]);
    await trackOver(`https://${domain}/`);
    expect(domains()).toEqual([domain]);
  });

  test.each<[made: object, sign: string, more: string]>([
    [{ privacy: 0 }, '◉!', ' popup.privacy_unapplied privacy.public'],
    [{ privacy: 2 }, '!', ' popup.privacy_unapplied privacy.password'],
    [{ privacy: 1 }, '✓', ''],
    [{}, '✓', ''],
  ])('made by the service with %j, where Private was sent', async (made, sign, more) => {
    end = () => ({ outcome: 'created', website: { id: '1', domain: 'a.example', ...made } });
    await trackOver('https://a.example/');
    expect(button()).toEqual([7, sign, `registration.created a.example${more}`]);
  });

  const [bare, www, parent] = ['shop.example.com', 'www.shop.example.com', 'example.com'].map((domain) => ({ domain }));
  test.each<[string, seen: string, object, created: string[]]>([
    ['with', 'shop.example.com', { related: [www] }, []],
    ['without', 'www.shop.example.com', { related: [parent, bare] }, []],
    ['with, beside its own', 'shop.example.com', { matches: [bare], related: [www] }, ['shop.example.com']],
    ['neither, but its parent', 'shop.example.com', { related: [parent] }, ['shop.example.com']],
  ])('not twice, with and without www.: registered %s', async (_which, seen, answer, created) => {
    found = answer;
    await trackOver(`https://${seen}/`);
    expect(domains()).toEqual(created);
    const [variant] = seen.startsWith('www.') ? [bare] : [www];
    if (!created.length) expect(button()).toEqual([7, '!', `tracking.find_related ${variant?.domain}`]);
  });

  const [shop, other] = ['https://shop.example/a', 'https://other.example/'];
  test.each<[string, over: string | undefined, later: string | undefined, outcome: string, sign: string]>([
    ['over its own page', shop, shop, 'created', '✓'],
    ['over another page, as from the address bar', other, other, 'created', '+'],
    ['over a page that the browser does not tell', undefined, undefined, 'created', '+'],
    ['over another page, while it is registered already', other, other, 'already', '=+'],
  ])('a tick is shown on tabs of that host only: %s', async (_where, over, later, outcome, sign) => {
    shownNow = later;
    end = () => ({ outcome });
    await track(shop, { id: 7, url: over, incognito: false } as never);
    expect(button()).toEqual([7, sign, `registration.${outcome} shop.example`]);
  });

  const refused = () => Promise.reject(new ApiError({ kind: 'rejected' }));
  const asPublic = () => ({ outcome: 'created', website: { id: '1', domain: 'shop.example', privacy: 0 } });
  test.each<[string, typeof end, sign: string]>([
    ['registered, no tick', end, '+'],
    ['refused', refused, '!+'],
    ['made public', asPublic, '◉!+'],
  ])('on the tab of a linked site, its sign is not that of the tab’s own: %s', async (_how, ends, sign) => {
    [shownNow, end] = [other, ends];
    await onMenuClick({ menuItemId: 'track-link', linkUrl: shop, pageUrl: other } as never, tabAt(other));
    expect(button().slice(0, 2)).toEqual([7, sign]);
  });

  test.each<[string, object | undefined]>([
    ['no tab', undefined],
    ['a tab that is none', { id: -1, incognito: false }],
  ])(
    'in a popup or a side bar, for which the browser gives %s: told on the tab in front, and as its window is',
    async (_what, given) => {
      inFront = { id: 3, url: other, incognito: true };
      shownNow = other;
      await onMenuClick(
        { menuItemId: 'track-link', linkUrl: shop, pageUrl: 'moz-extension://x/' } as never,
        given as never,
      );
      expect(registered[0]?.[1]).toEqual({ private: true, account });
      expect(button()).toEqual([3, '+', 'registration.created shop.example']);
    },
  );

  test('from the address bar: told on the tab in front, and as its window is', async () => {
    inFront = { id: 3, incognito: true };
    await trackTyped(shop);
    expect(fakeBrowser.tabs.query).toHaveBeenCalledWith({ active: true, lastFocusedWindow: true });
    const said = [3, '+', 'registration.created shop.example'];
    expect([registered[0]?.[1], button()]).toEqual([{ private: true, account }, said]);
  });

  test('while no window is open, no tab’s button says anything', async () => {
    await trackTyped(shop);
    expect([domains(), called('text')]).toEqual([['shop.example'], []]);
  });

  test('from a private window, so that nothing of it is kept', async () => {
    await track('https://a.example/', { id: 7, incognito: true } as never);
    expect(registered[0]?.[1]).toEqual({ private: true, account });
  });

  test('while not set up: the settings open', async () => {
    await store('connections', { list: [] });
    await track('https://a.example/', tab);
    expect(calls).toEqual([['options']]);
    expect(registered).toEqual([]);
  });

  test.each<[string, Error, string]>([
    ['unconfirmed', new ApiError({ kind: 'network', code: 'unconfirmed' }), 'problem.unconfirmed a.example'],
    ['failed in a way of our own', new TypeError('its text stays here'), 'problem.storage'],
  ])('%s: says so', async (_name, error, title) => {
    end = () => Promise.reject(error);
    await track('https://a.example/', tab);
    expect(button()).toEqual([7, '!', title]);
  });

  const created = { title: 'a.example', message: 'registration.created a.example' };
  const refusal = { title: 'extension.name', message: 'refusal.browser_page' };
  test.each<[string, string, opens: string, object]>([
    ['an outcome', 'https://a.example/', '?connection=main&search=a.example', created],
    ['what is no site', 'chrome://settings/', '?search=', refusal],
  ])('notifies of %s where it may, and says where a press leads', async (_name, url, opens, notice) => {
    await store('preferences', { notifications: true });
    await track(url);
    expect(calls.filter(([name]) => name === 'notify')).toMatchObject([['notify', opens, notice]]);
    for (const [, context] of registered) expect(context).toEqual({ private: false, account });
    Object.assign(fakeBrowser, { notifications: undefined });
    await track(url);
    expect(called('notify')).toHaveLength(1);
  });

  test('where the system shows no notification, the button says how it ended all the same', async () => {
    await store('preferences', { notifications: true });
    Object.assign(fakeBrowser, { notifications: { create: async () => Promise.reject(new Error('no')) } });
    await trackOver('https://a.example/');
    expect(button()).toEqual([7, '✓', 'registration.created a.example']);
  });

  test('notifies in no private window, since the system keeps what it was told', async () => {
    await store('preferences', { notifications: true });
    await trackOver('https://a.example/', true);
    expect([called('notify'), called('text').at(-1)]).toEqual([[], { tabId: 7, text: '✓' }]);
  });
});

describe('a shortcut', () => {
  beforeEach(connect);

  test.each<[string, string, unknown, string[]]>([
    ['of ours, with its tab', 'track-site', tab, ['tab.example']],
    ['of ours, without: the active tab', 'track-site', undefined, ['active.example']],
    ['of another', 'other', tab, []],
  ])('%s', async (_name, command, given, expected) => {
    inFront = { id: 3, url: 'https://active.example/' };
    await onCommand(command, given as never);
    expect(domains()).toEqual(expected);
  });
});

describe('the toolbar button', () => {
  test('a tab that was closed meanwhile is no failure', async () => {
    const closed = async () => Promise.reject(new Error('No tab'));
    Object.assign(fakeBrowser, {
      action: { setBadgeBackgroundColor: closed, setBadgeText: closed, setTitle: closed, getBadgeText: closed },
    });
    await expect(Promise.all([showBadge(7, 'done', 'x'), clearBadge(7)])).resolves.toBeDefined();
    expect(await outcomeShown(7)).toBe(false);
  });

  const noNull = async (given: { title: string | null }) => {
    if (given.title === null) throw new TypeError('Error at property title');
    await note('title')(given);
  };
  test.each<[browser: string, title: (given: { title: string | null }) => Promise<void>, title: string | null]>([
    ['Firefox', note('title'), null],
    ['Chromium, which takes no null for a title: none, rather than how far a job was then', noNull, ''],
  ])('is taken back, so that how far a job is shows through: %s', async (_name, setTitle, title) => {
    Object.assign(fakeBrowser, { action: { ...fakeBrowser.action, setTitle, getTitle: async () => '50 of 100 done' } });
    await clearBadge(7);
    expect(button()).toEqual([7, null, title]);
  });

  test.each([
    ['!', true, false, false],
    ['…', true, false, false],
    ['+', true, true, true],
    ['!+', true, true, true],
    ['◉!+', true, true, true],
    ['◉!', true, true, false],
    ['✓', false, false, false],
  ])(
    '"%s" is an outcome of its own: %s, after a change: %s, of a site that is not public: %s',
    async (text, ...expected) => {
      Object.assign(fakeBrowser, { action: { getBadgeText: async () => text } });
      const shown = [await outcomeShown(7), await outcomeShown(7, true), await outcomeShown(7, true, true)];
      expect(shown).toEqual(expected);
    },
  );
});
