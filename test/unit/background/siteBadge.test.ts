import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type HostChoice, wwwVariant } from '@/lib/hosts/variants.ts';
import type { Website } from '@/lib/services/index.ts';

const base = 'https://stats.example.net';
const main = { id: 'main', analyticsUrl: base, account: base };

/** By account and host; of the first account by the host alone. */
const known = new Map<string, Partial<Website>>();
const stored = (account: string, host: string) => {
  const website = known.get(account === base ? host : `${account} ${host}`);
  return website && { account, host, website: { id: host, domain: host, ...website } };
};
const empty = {
  /** Holds back look-ups until the test lets them go. */
  gate: Promise.resolve(),
  looks: 0,
  /** Whether the outcome of a create is not known. */
  isUnknown: false,
  /** The whole list was read, of all accounts or of one. */
  whole: true as boolean | string,
  outcome: false,
  /** The outcome is of another site than the tab's. */
  isOfAnother: false,
};
const world = { ...empty };
vi.mock('@/lib/background/records/records.ts', async (original) => ({
  ...(await original<object>()),
  knownSites: async (accounts: string[], hosts: string[]) =>
    hosts.flatMap((host) => accounts.flatMap((account) => stored(account, host) ?? [])),
  siteStatus: async (account: string, host: string) => {
    const [site, variant] = [host, wwwVariant(host)].map((one) => stored(account, one));
    world.looks += 1;
    await world.gate;
    return { site, variant, isWhole: world.whole === true || world.whole === account };
  },
}));
vi.mock('@/lib/jobs/openCreates.ts', () => ({ hasOpenCreate: async () => world.isUnknown }));

/** What each tab's toolbar button says: the badge and its title. */
const shown = new Map<number, [look: string, title: string]>();
vi.mock('@/lib/background/badge.ts', () => ({
  showBadge: async (id: number, look: string, title: string) => void shown.set(id, [look, title]),
  clearBadge: async (id: number) => void shown.delete(id),
  outcomeShown: async (_id: number, isNewer = false) => world.isOfAnother || (world.outcome && !isNewer),
}));
vi.mock('@/lib/text/i18n.ts', () => import('./keyTexts.ts'));

const tabs = new Map<number, { id: number; url?: string; incognito: boolean; active: boolean }>();
const open = (id: number, url?: string, incognito = false) => tabs.set(id, { id, url, incognito, active: true });

async function listen({
  badge = true,
  isWhole = true as boolean | string,
  more = [] as object[],
  hostChoice = 'seen' as HostChoice,
} = {}) {
  world.whole = isWhole;
  await fakeBrowser.storage.local.set({
    preferences: { version: 1, value: { badge, hostChoice } },
    connections: { version: 1, value: { list: [main, ...more] } },
  });
  vi.resetModules();
  const { listenForBadges } = await import('@/lib/background/siteBadge.ts');
  listenForBadges();
  return (id: number, change: object = { status: 'complete' }) =>
    fakeBrowser.tabs.onUpdated.trigger(id, change, tabs.get(id) as never);
}

type Tell = Awaited<ReturnType<typeof listen>>;
const host = 'shop.example.com';
const shop = `https://${host}/`;

/** What the badge says of a tab with an address. */
async function badgeOf(url: string | undefined, how: Parameters<typeof listen>[0] = {}): Promise<string | undefined> {
  const tell = await listen(how);
  open(1, url);
  await tell(1);
  return shown.get(1)?.join(' ');
}
/** A tab with the shop's site, of which nothing was told yet. */
async function openShop(isPrivate = false): Promise<Tell> {
  const tell = await listen();
  open(1, shop, isPrivate);
  return tell;
}
const look = () => shown.get(1)?.[0];

beforeEach(() => {
  vi.clearAllMocks();
  shown.clear();
  tabs.clear();
  known.clear();
  Object.assign(world, empty);
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
  test.each<[name: string, url: string | undefined, expected: string | undefined]>([
    ['registered', 'https://shop.example.com/a?b#c', 'registered tracking.badge_registered shop.example.com'],
    ['public', 'http://public.example.com:8080/', 'public tracking.badge_public public.example.com'],
    ['not registered', 'https://x.example.com/', 'absent tracking.badge_absent x.example.com'],
    ['related', `https://www.${host}/`, `absent tracking.badge_related www.${host} ${host}`],
    ['a child of one', `https://a.${host}/`, `absent tracking.badge_absent a.${host}`],
    ['a page of the browser', 'chrome://settings/', undefined],
  ])('%s', async (_name, url, expected) => {
    expect(await badgeOf(url)).toBe(expected);
  });

  test.each<[HostChoice, host: string, expected: string]>([
    ['bare', `www.${host}`, `registered tracking.badge_registered ${host}`],
    ['bare', 'www.x.example.com', 'absent tracking.badge_absent x.example.com'],
    ['registrable', 'blog.shop.co.uk', 'public tracking.badge_public shop.co.uk'],
    ['registrable', host, `registered tracking.badge_registered ${host}`],
  ])(
    'is about the spelling that is preferred, %s, unless the tab’s own is registered: %s',
    async (hostChoice, at, expected) => {
      known.set('shop.co.uk', { privacy: 0 });
      expect(await badgeOf(`https://${at}/`, { hostChoice })).toBe(expected);
    },
  );

  test('before the whole list was read, what is not known is not called unregistered', async () => {
    const badge = await badgeOf('https://x.example.com/', { isWhole: false });
    expect(badge).toBe('unknown tracking.badge_unknown x.example.com');
  });

  test.each([
    [true, 'unknown'],
    [false, 'absent'],
  ])('a site of which it is not known what became of its create, %j: %s', async (now, expected) => {
    world.isUnknown = now;
    expect(await badgeOf('https://x.example.com/')).toBe(`${expected} tracking.badge_${expected} x.example.com`);
  });

  test.each<[string, act: () => Promise<unknown>]>([
    ['in a private window', async () => (await openShop(true))(1)],
    ['after a change of something else', async () => (await openShop())(1, { title: 'x' })],
  ])('is not set %s', async (_when, act) => {
    await act();
    expect(shown.size).toBe(0);
  });

  test('an outcome just told stays', async () => {
    const tell = await openShop();
    world.outcome = true;
    await tell(1);
    expect(shown.size).toBe(0);
  });

  /** A look at the tab's site that goes on until its end is called. */
  const slowly = async (tell: Tell) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.gate = promise;
    const before = world.looks;
    const slow = tell(1);
    await vi.waitFor(() => expect(world.looks).toBe(before + 1));
    world.gate = Promise.resolve();
    return async () => {
      resolve();
      await slow;
    };
  };

  test('a slow answer for a tab that has moved on is dropped', async () => {
    const tell = await openShop();
    const end = await slowly(tell);
    open(1, 'https://other.example.com/');
    await end();
    expect(shown.size).toBe(0);
    await tell(1);
    expect(look()).toBe('absent');
  });

  test('a tab that is closed while it is looked at is no failure', async () => {
    const tell = await openShop();
    const end = await slowly(tell);
    tabs.delete(1);
    await end();
    expect(shown.size).toBe(0);
  });

  test('of two looks at one site the later one counts, whichever ends first', async () => {
    const tell = await openShop();
    const end = await slowly(tell);
    known.delete('shop.example.com');
    await tell(1);
    expect(look()).toBe('absent');
    await end();
    expect(look()).toBe('absent');
  });

  test('and is shown, though the earlier one ends before it', async () => {
    const tell = await openShop();
    const endFirst = await slowly(tell);
    known.delete('shop.example.com');
    const endSecond = await slowly(tell);
    await endFirst();
    expect(shown.size).toBe(0);
    await endSecond();
    expect(look()).toBe('absent');
  });

  test('a look at one tab takes nothing from that at another', async () => {
    const tell = await openShop();
    open(2, 'https://other.example.com/');
    const end = await slowly(tell);
    await tell(2);
    await end();
    expect([...shown].map(([id, [at]]) => `${id} ${at}`)).toEqual(['2 absent', '1 registered']);
  });

  test.each<[string, (tell: Tell) => unknown]>([
    ['goes to another address', (tell) => tell(1, { url: 'https://shop.example.com/' })],
    ['is brought to the front', () => fakeBrowser.tabs.onActivated.trigger({ tabId: 1, windowId: 1 })],
  ])('is shown as the tab %s', async (_what, event) => {
    const tell = await openShop();
    await event(tell);
    expect(look()).toBe('registered');
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
  const other = 'menu.of_connection stats.example.net';

  test.each<[string, host: string, expected: string]>([
    ['known at another', 'there.example.com', 'public tracking.badge_public'],
    ['known nowhere, and the list of the one used last was not read', 'x.example', 'unknown tracking.badge_unknown'],
    ['of a rule, whose whole list was read', 'new.client.example', 'absent tracking.badge_absent'],
    ['known elsewhere than a rule sends it', 'old.client.example', `registered ${other} tracking.badge_registered`],
  ])('a site %s', async (_what, at, expected) => {
    known.set('b there.example.com', { privacy: 0 });
    known.set('old.client.example', { privacy: 1 });
    expect(await badgeOf(`https://${at}/`, { more: [b], isWhole: b.account })).toBe(`${expected} ${at}`);
  });

  const relatedThere = 'tracking.badge_related there.example www.there.example';
  const related = `${other} tracking.badge_related old.client.example www.old.client.example`;
  test.each<[string, host: string, isWhole: boolean | string, expected: string]>([
    ['its www. variant is known elsewhere', 'there.example', true, `absent ${relatedThere}`],
    ['a rule sends it where the whole list was read, too', 'old.client.example', true, `absent ${related}`],
    ['a rule sends it where nobody has looked', 'old.client.example', base, `unknown ${related}`],
  ])('a site is told as related: %s', async (_what, at, isWhole, expected) => {
    known.set('b www.there.example', { privacy: 0 });
    known.set('www.old.client.example', { privacy: 1 });
    expect(await badgeOf(`https://${at}/`, { more: [b], isWhole })).toBe(expected);
  });

  test('a rule that changes shows at once', async () => {
    const how = { more: [{ ...b, rules: [] }], isWhole: b.account };
    expect(await badgeOf('https://new.client.example/', how)).toContain('unknown');
    await fakeBrowser.storage.local.set({ connections: { version: 2, value: { list: [main, b] } } });
    await vi.waitFor(() => expect(look()).toBe('absent'));
  });
});

describe('what changes while tabs are open', () => {
  const pass = async (time: number) => {
    await vi.advanceTimersByTimeAsync(time);
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  };
  const storeChanges = async () => (await import('@/lib/background/records/change.ts')).change(base, async () => {});
  const connectionsChange = () =>
    fakeBrowser.storage.local.set({ connections: { version: 2, value: { list: [{ ...main, name: 'now' }] } } });
  const begin = async (badge = true) => {
    await listen({ badge });
    open(1, shop);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  };

  test.each([
    ['the known sites: after a pause', storeChanges, 200],
    ['the connections: at once, since the worker may be stopped', connectionsChange, 0],
  ])('%s, the tabs in front show it, over an outcome, too', async (_what, change, pause) => {
    await begin();
    world.outcome = true;
    await change();
    if (pause) {
      await pass(pause - 1);
      expect(shown.size).toBe(0);
    }
    await pass(pause && 1);
    expect([look(), vi.mocked(fakeBrowser.tabs.query).mock.calls]).toEqual(['registered', [[{ active: true }]]]);
  });

  test.each([
    ['a failure over a site that is still not registered, or a request in progress', false],
    ['what became of another site', true],
  ])('the known sites: it leaves %s', async (_what, isAnothers) => {
    await begin();
    world.outcome = true;
    world.isOfAnother = isAnothers;
    if (!isAnothers) known.delete(host);
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
    open(1, shop, true);
    tabs.set(2, { url: shop, incognito: false, active: true } as never);
    await storeChanges();
    await pass(200);
    expect(shown.size).toBe(0);
  });
});

test('while it is off, a change of another preference leaves the outcome of a create', async () => {
  await listen({ badge: false });
  open(1, shop);
  shown.set(1, ['failed', 'not registered']);
  world.outcome = true;
  await fakeBrowser.storage.local.set({ preferences: { version: 1, value: { badge: false, hostChoice: 'bare' } } });
  await vi.waitFor(() => expect(fakeBrowser.tabs.query).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  expect([...shown.keys()]).toEqual([1]);
});

describe('turning it on and off', () => {
  const listened = () => [fakeBrowser.tabs.onUpdated.hasListeners(), fakeBrowser.tabs.onActivated.hasListeners()];

  test('off, the first event of a tab is the last that wakes the worker', async () => {
    const tell = await listen({ badge: false });
    open(1, 'https://shop.example.com/');
    await tell(1);
    expect(shown.size).toBe(0);
    expect(listened()).toEqual([false, false]);
  });

  test('on, open tabs show it at once; off again, none does', async () => {
    const tell = await listen({ badge: false });
    open(1, 'https://shop.example.com/');
    await tell(1);
    open(2, 'https://other.example.com/');
    await fakeBrowser.storage.local.set({ preferences: { version: 1, value: { badge: true } } });
    await vi.waitFor(() => expect([...shown.values()].map(([look]) => look)).toEqual(['registered', 'absent']));
    expect(listened()).toEqual([true, true]);
    await fakeBrowser.storage.local.set({ preferences: { version: 1, value: { badge: false } } });
    await vi.waitFor(() => expect(shown.size).toBe(0));
    expect(listened()).toEqual([false, false]);
    expect(vi.mocked(fakeBrowser.tabs.query).mock.calls).toEqual([[{ active: true }], [{}]]);
  });
});
