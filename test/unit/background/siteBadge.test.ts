import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { wwwVariant } from '@/lib/hosts/parse.ts';
import type { PendingCreate } from '@/lib/records/database.ts';
import type { Website } from '@/lib/services/index.ts';

const base = 'https://stats.example.net';

/** By account and host; of the first account by the host alone. */
const known = new Map<string, Partial<Website>>();
const stored = (account: string, host: string) => {
  const website = known.get(account === base ? host : `${account} ${host}`);
  return website && { account, host, website: { id: host, domain: host, ...website } };
};
/** Holds back look-ups until the test lets them go. */
let gate = Promise.resolve();
let looks = 0;
vi.mock('@/lib/background/records/records.ts', async (original) => ({
  ...(await original<object>()),
  knownSites: async (accounts: string[], hosts: string[]) =>
    hosts.flatMap((host) => accounts.flatMap((account) => stored(account, host) ?? [])),
  siteStatus: async (account: string, host: string) => {
    const [site, variant] = [host, wwwVariant(host)].map((one) => stored(account, one));
    looks += 1;
    await gate;
    return { site, variant, isWhole: whole === true || whole === account };
  },
}));
vi.mock('@/lib/records/database.ts', async (original) => ({
  ...(await original<object>()),
  openRecords: async () => ({ delete: async () => {}, get: async () => create }),
}));
/** The create of a host whose outcome is not known. */
let create: Partial<PendingCreate> | undefined;

/** The whole list was read, of all accounts or of one. */
let whole: boolean | string = true;
/** What each tab's toolbar button says: the badge and its title. */
const shown = new Map<number, [look: string, title: string]>();
let outcome = false;
/** The outcome is of another site than the tab's. */
let isOfAnother = false;
vi.mock('@/lib/background/badge.ts', () => ({
  showBadge: async (id: number, look: string, title: string) => void shown.set(id, [look, title]),
  clearBadge: async (id: number) => void shown.delete(id),
  outcomeShown: async (_id: number, isNewer = false) => isOfAnother || (outcome && !isNewer),
}));
vi.mock('@/lib/text/i18n.ts', () => ({
  t: (key: string, values: Record<string, string>) => [key, ...Object.values(values)].join(' '),
}));

const tabs = new Map<number, { id: number; url?: string; incognito: boolean; active: boolean }>();
const open = (id: number, url?: string, incognito = false) => tabs.set(id, { id, url, incognito, active: true });

async function listen({ badge = true, isWhole = true as boolean | string, more = [] as object[] } = {}) {
  whole = isWhole;
  await fakeBrowser.storage.local.set({
    preferences: { version: 1, value: { badge } },
    connections: { version: 1, value: { list: [{ id: 'main', analyticsUrl: base, account: base }, ...more] } },
  });
  vi.resetModules();
  const { listenForBadges } = await import('@/lib/background/siteBadge.ts');
  listenForBadges();
  return (id: number, change: object = { status: 'complete' }) =>
    fakeBrowser.tabs.onUpdated.trigger(id, change, tabs.get(id) as never);
}

beforeEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  fakeBrowser.reset();
  shown.clear();
  tabs.clear();
  known.clear();
  create = undefined;
  gate = Promise.resolve();
  looks = 0;
  outcome = false;
  isOfAnother = false;
  vi.spyOn(fakeBrowser.tabs, 'get').mockImplementation(async (id: number) => {
    const tab = tabs.get(id);
    if (!tab) throw new Error('No tab');
    return { ...tab } as never;
  });
  vi.spyOn(fakeBrowser.tabs, 'query').mockImplementation(async () => [...tabs.values()] as never);
  known.set('shop.example.com', { privacy: 1 });
  known.set('public.example.com', { privacy: 0 });
});

describe('the badge of a tab', () => {
  test.each<[name: string, url: string | undefined, expected: [string, string] | undefined]>([
    ['registered', 'https://shop.example.com/a?b#c', ['registered', 'tracking.badge_registered shop.example.com']],
    [
      'registered and public',
      'http://public.example.com:8080/',
      ['public', 'tracking.badge_public public.example.com'],
    ],
    ['not registered', 'https://other.example.com/', ['absent', 'tracking.badge_absent other.example.com']],
    [
      'only its variant is',
      'https://www.shop.example.com/',
      ['absent', 'tracking.badge_related www.shop.example.com shop.example.com'],
    ],
    [
      'a child of a registered one',
      'https://a.shop.example.com/',
      ['absent', 'tracking.badge_absent a.shop.example.com'],
    ],
    ['a page of the browser', 'chrome://settings/', undefined],
    ['an address that is not told', undefined, undefined],
  ])('%s', async (_name, url, expected) => {
    const tell = await listen();
    open(1, url);
    await tell(1);
    expect(shown.get(1)).toEqual(expected);
  });

  test('before the whole list was read, what is not known is not called unregistered', async () => {
    const tell = await listen({ isWhole: false });
    open(1, 'https://other.example.com/');
    await tell(1);
    expect(shown.get(1)).toEqual(['unknown', 'tracking.badge_unknown other.example.com']);
  });

  test.each<[string, Partial<PendingCreate>, look: string]>([
    ['may still be carried out', {}, 'unknown'],
    ['was looked for until now', { isOver: true }, 'absent'],
    ['was pressed in a private window', { private: true }, 'absent'],
  ])('a site whose create %s: %j %s', async (_name, sent, look) => {
    create = sent;
    const tell = await listen();
    open(1, 'https://other.example.com/');
    await tell(1);
    expect(shown.get(1)).toEqual([look, `tracking.badge_${look} other.example.com`]);
  });

  test('private windows show nothing', async () => {
    const tell = await listen();
    open(1, 'https://shop.example.com/', true);
    await tell(1);
    expect(shown.size).toBe(0);
  });

  test('an outcome just told stays; a change of something else is nothing to look at', async () => {
    const tell = await listen();
    open(1, 'https://shop.example.com/');
    await tell(1, { title: 'x' });
    outcome = true;
    await tell(1);
    expect(shown.size).toBe(0);
  });

  test('a slow answer for a tab that has moved on is dropped', async () => {
    const tell = await listen();
    let release = () => {};
    gate = new Promise((resolve) => {
      release = resolve;
    });
    open(1, 'https://shop.example.com/');
    const slow = tell(1);
    await vi.waitFor(() => expect(fakeBrowser.tabs.get).toHaveBeenCalled());
    open(1, 'https://other.example.com/');
    release();
    await slow;
    expect(shown.size).toBe(0);
    gate = Promise.resolve();
    await tell(1);
    expect(shown.get(1)?.[0]).toBe('absent');
  });

  test('a tab that was closed meanwhile is no failure', async () => {
    const tell = await listen();
    await tell(7);
    expect(shown.size).toBe(0);
  });

  /** A look at the tab's site that goes on until its end is called. */
  const slowly = async (tell: Awaited<ReturnType<typeof listen>>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const before = looks;
    const slow = tell(1);
    await vi.waitFor(() => expect(looks).toBe(before + 1));
    gate = Promise.resolve();
    return async () => {
      resolve();
      await slow;
    };
  };

  test('nor is one that is closed while it is looked at', async () => {
    const tell = await listen();
    open(1, 'https://shop.example.com/');
    const end = await slowly(tell);
    tabs.delete(1);
    await end();
    expect(shown.size).toBe(0);
  });

  test('of two looks at one site the later one counts, whichever ends first', async () => {
    const tell = await listen();
    open(1, 'https://shop.example.com/');
    const end = await slowly(tell);
    known.delete('shop.example.com');
    await tell(1);
    expect(shown.get(1)?.[0]).toBe('absent');
    await end();
    expect(shown.get(1)?.[0]).toBe('absent');
  });

  test('and is shown, though the earlier one ends before it', async () => {
    const tell = await listen();
    open(1, 'https://shop.example.com/');
    const endFirst = await slowly(tell);
    known.delete('shop.example.com');
    const endSecond = await slowly(tell);
    await endFirst();
    expect(shown.size).toBe(0);
    await endSecond();
    expect(shown.get(1)?.[0]).toBe('absent');
  });

  test('a look at one tab takes nothing from that at another', async () => {
    const tell = await listen();
    open(1, 'https://shop.example.com/');
    open(2, 'https://other.example.com/');
    const end = await slowly(tell);
    await tell(2);
    await end();
    expect([...shown].map(([id, [look]]) => [id, look])).toEqual([
      [2, 'absent'],
      [1, 'registered'],
    ]);
  });

  test.each<[string, (tell: Awaited<ReturnType<typeof listen>>) => unknown]>([
    ['goes to another address', (tell) => tell(1, { url: 'https://shop.example.com/' })],
    ['is loaded', (tell) => tell(1, { status: 'loading' })],
    ['is brought to the front', () => fakeBrowser.tabs.onActivated.trigger({ tabId: 1, windowId: 1 })],
  ])('is shown as the tab %s', async (_what, event) => {
    const tell = await listen();
    open(1, 'https://shop.example.com/');
    await event(tell);
    expect(shown.get(1)?.[0]).toBe('registered');
  });

  test('is taken back over a page that is no site', async () => {
    const tell = await listen();
    shown.set(1, ['registered', 'of the page before']);
    open(1, 'chrome://settings/');
    await tell(1);
    expect(shown.size).toBe(0);
  });

  test('says nothing while nothing is connected', async () => {
    const tell = await listen();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await fakeBrowser.storage.local.set({ connections: { version: 2, value: { list: [] } } });
    shown.set(1, ['registered', 'before']);
    open(1, 'https://shop.example.com/');
    await tell(1);
    expect(shown.size).toBe(0);
  });
});

describe('with several connections', () => {
  const b = { id: 'b', analyticsUrl: 'https://b.example', account: 'b', rules: ['*.client.example'] };

  test.each<[string, string, [look: string, text: string]]>([
    ['known at the one used last', 'shop.example.com', ['registered', 'tracking.badge_registered']],
    ['known at another', 'there.example.com', ['public', 'tracking.badge_public']],
    [
      'known nowhere, and the list of the one used last was not read',
      'new.example',
      ['unknown', 'tracking.badge_unknown'],
    ],
    ['of a rule, whose whole list was read', 'new.client.example', ['absent', 'tracking.badge_absent']],
    [
      'known elsewhere than where a rule sends it',
      'old.client.example',
      ['registered', 'menu.of_connection stats.example.net tracking.badge_registered'],
    ],
  ])('a site %s', async (_what, host, [look, text]) => {
    known.set('b there.example.com', { privacy: 0 });
    known.set('old.client.example', { privacy: 1 });
    const tell = await listen({ more: [b], isWhole: b.account });
    open(1, `https://${host}/`);
    await tell(1);
    expect(shown.get(1)).toEqual([look, `${text} ${host}`]);
  });

  const elsewhere =
    'menu.of_connection stats.example.net tracking.badge_related old.client.example www.old.client.example';
  test.each([
    [
      'its www. variant is known at another',
      'there.example',
      'absent',
      'tracking.badge_related there.example www.there.example',
    ],
    ['a rule sends it elsewhere, where the whole list was read too', 'old.client.example', 'absent', elsewhere],
    ['a rule sends it elsewhere, where nobody has looked', 'old.client.example', 'unknown', elsewhere, base],
  ])('a site is told as related: %s', async (_what, host, look, title, isWhole: boolean | string = true) => {
    known.set('b www.there.example', { privacy: 0 });
    known.set('www.old.client.example', { privacy: 1 });
    const tell = await listen({ more: [b], isWhole });
    open(1, `https://${host}/`);
    await tell(1);
    expect(shown.get(1)).toEqual([look, title]);
  });

  test('a rule that changes shows at once', async () => {
    const tell = await listen({ more: [{ ...b, rules: [] }], isWhole: b.account });
    open(1, 'https://new.client.example/');
    await tell(1);
    expect(shown.get(1)?.[0]).toBe('unknown');
    const list = [{ id: 'main', analyticsUrl: base, account: base }, b];
    await fakeBrowser.storage.local.set({ connections: { version: 2, value: { list } } });
    await vi.waitFor(() => expect(shown.get(1)?.[0]).toBe('absent'));
  });
});

describe('what changes while tabs are open', () => {
  const url = 'https://shop.example.com/';
  const pass = async (time: number) => {
    await vi.advanceTimersByTimeAsync(time);
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  };
  const storeChanges = async () => (await import('@/lib/background/records/change.ts')).change(base, async () => {});
  const connectionsChange = () =>
    fakeBrowser.storage.local.set({
      connections: { version: 2, value: { list: [{ id: 'main', analyticsUrl: base, account: base, name: 'now' }] } },
    });
  const begin = async (badge = true) => {
    await listen({ badge });
    open(1, url);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  };

  test.each([
    ['the known sites', storeChanges],
    ['the connections', connectionsChange],
  ])('%s: the tabs in front show it after a pause, over an outcome, too', async (_what, change) => {
    await begin();
    outcome = true;
    await change();
    await pass(199);
    expect(shown.size).toBe(0);
    await pass(1);
    expect([shown.get(1)?.[0], vi.mocked(fakeBrowser.tabs.query).mock.calls]).toEqual([
      'registered',
      [[{ active: true }]],
    ]);
  });

  test('the known sites: what became of another site stays', async () => {
    await begin();
    isOfAnother = true;
    await storeChanges();
    await pass(200);
    expect(fakeBrowser.tabs.query).toHaveBeenCalledOnce();
    expect(shown.size).toBe(0);
  });

  test('many at once are one', async () => {
    await begin();
    for (let change = 0; change < 5; change++) {
      await storeChanges();
      await pass(150);
    }
    expect(fakeBrowser.tabs.query).not.toHaveBeenCalled();
    await pass(50);
    expect(fakeBrowser.tabs.query).toHaveBeenCalledOnce();
  });

  test('while it is off, nobody looks at the tabs', async () => {
    await begin(false);
    await storeChanges();
    await pass(200);
    expect([vi.mocked(fakeBrowser.tabs.query).mock.calls, shown.size]).toEqual([[], 0]);
  });

  test('a private window in front shows nothing, nor does a tab that is none', async () => {
    await begin();
    open(1, url, true);
    tabs.set(2, { url, incognito: false, active: true } as never);
    await storeChanges();
    await pass(200);
    expect(shown.size).toBe(0);
  });
});

describe('turning it on and off', () => {
  test('off, the first event of a tab is the last that wakes the worker', async () => {
    const tell = await listen({ badge: false });
    open(1, 'https://shop.example.com/');
    await tell(1);
    expect(shown.size).toBe(0);
    expect([fakeBrowser.tabs.onUpdated.hasListeners(), fakeBrowser.tabs.onActivated.hasListeners()]).toEqual([
      false,
      false,
    ]);
  });

  test('on, open tabs show it at once; off again, none does', async () => {
    const tell = await listen({ badge: false });
    open(1, 'https://shop.example.com/');
    await tell(1);
    open(2, 'https://other.example.com/');
    await fakeBrowser.storage.local.set({ preferences: { version: 1, value: { badge: true } } });
    await vi.waitFor(() => expect([...shown.values()].map(([look]) => look)).toEqual(['registered', 'absent']));
    const listened = () => [fakeBrowser.tabs.onUpdated.hasListeners(), fakeBrowser.tabs.onActivated.hasListeners()];
    expect(listened()).toEqual([true, true]);
    await fakeBrowser.storage.local.set({ preferences: { version: 1, value: { badge: false } } });
    await vi.waitFor(() => expect(shown.size).toBe(0));
    expect(listened()).toEqual([false, false]);
    expect(vi.mocked(fakeBrowser.tabs.query).mock.calls).toEqual([[{ active: true }], [{}]]);
  });

  test('off, a change of another preference takes nothing from the badge of all tabs, which shows a job', async () => {
    vi.doUnmock('@/lib/background/badge.ts');
    const texts: unknown[] = [];
    const setBadgeText = async (given: object) => void texts.push(given);
    Object.assign(fakeBrowser, { action: { setBadgeText, setTitle: async () => {}, getTitle: async () => '' } });
    await listen({ badge: false });
    for (const id of [1, 2]) open(id, 'https://shop.example.com/');
    await fakeBrowser.storage.local.set({ preferences: { version: 1, value: { badge: false, contextMenu: false } } });
    await vi.waitFor(() => expect(texts).toHaveLength(2));
    expect(texts).toEqual([1, 2].map((tabId) => ({ tabId, text: null })));
  });
});
