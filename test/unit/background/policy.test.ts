import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { forgetSecrets, saveDefaultPassword, saveKey } from '@/lib/background/keys.ts';
import { followPolicy } from '@/lib/background/policy/follow.ts';
import { connectionFor, withRule } from '@/lib/connections/rules.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { keepReport } from '@/lib/storage/lastReport.ts';
import { noTemplates } from '@/lib/storage/policy.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import {
  type ConnectionAddress,
  connections,
  defaults,
  get,
  NewerSettings,
  preferences,
  set,
  update,
  withTemplates,
} from '@/lib/storage/settings.ts';
import { isRecord } from '@/lib/util/isRecord.ts';
import { askAsPage } from './ask.ts';

/** The lists of connections that the rest was kept to. */
const keptTo = vi.hoisted(() => [] as object[]);
vi.mock('@/lib/background/keepToConnections.ts', async (original) => {
  const real = await original<typeof import('@/lib/background/keepToConnections.ts')>();
  const keepToConnections: typeof real.keepToConnections = (all) => {
    keptTo.push(all);
    return real.keepToConnections(all);
  };
  return { ...real, keepToConnections };
});

const url = 'https://stats.example';
const mine = { ...preferences.fallback, statisticsUrl: 'https://mine.example/{domain}' };
const ours = {
  preferences: { statisticsUrl: 'https://ours.example/{domain}' },
  fixed: ['statisticsUrl'],
  connections: [{ analyticsUrl: url, name: 'Ours' }],
};
let managed: object = {};

const follow = (policy: object) => {
  managed = policy;
  return followPolicy(true);
};
/** All that is stored. */
const stored = async () => JSON.stringify([await browser.storage.local.get(), await browser.storage.session.get()]);
/** What the policy does is over, and the person's settings are back. */
const isOver = async () => expect([await get(preferences), await list()]).toEqual([mine, []]);
const key = { url, key: 'made-up-key-0001', keep: 'always' } as const;
const person = (analyticsUrl: string, more: object = {}) => ({ id: 'mine', account: 'mine', analyticsUrl, ...more });
const list = async () => (await get(connections)).list;
const firstId = async () => (await list())[0]?.id ?? '';

/** A value as Chromium gives it back from its storage: the fields of each object in alphabetical order. */
const asChromium = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asChromium);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([name, one]) => [name, asChromium(one)]),
  );
};

beforeEach(async () => {
  keptTo.length = 0;
  const read = fakeBrowser.storage.local.get;
  vi.spyOn(fakeBrowser.storage.local, 'get').mockImplementation(
    async (...given: []) => asChromium(await read(...given)) as object,
  );
  Object.assign(fakeBrowser.storage, { managed: { get: async () => managed } });
  await set(preferences, mine);
});

describe('what was the person’s comes back', () => {
  test.each(['preferences', 'connections', 'policy'])('where the worker ended at the write of %s', async (key) => {
    const write = browser.storage.local.set.bind(browser.storage.local);
    const spy = vi.spyOn(browser.storage.local, 'set').mockImplementation(async (items) => {
      if (key in items) throw new Error('ended');
      await write(items);
    });
    await expect(follow(ours)).rejects.toThrow('ended');
    spy.mockRestore();
    await follow(ours);
    expect((await get(policyInForce)).fixed).toEqual(['statisticsUrl']);
    await follow({});
    await isOver();
  });

  test('where it had set the page that is set anyway', async () => {
    await follow({ preferences: { statisticsUrl: traitsOf().templates.statisticsUrl } });
    expect((await get(preferences)).statisticsUrl).toBe('');
    await follow({});
    await isOver();
  });

  test('what a newer Waymark wrote is left alone with all the rest', async () => {
    await browser.storage.local.set({ connections: { version: 99, value: {} } });
    const before = await browser.storage.local.get();
    await expect(follow(ours)).rejects.toThrow(NewerSettings);
    expect(await browser.storage.local.get()).toEqual(before);
  });
});

test.each([
  ['fixed holds for', ['statisticsUrl'], ours.preferences.statisticsUrl],
  ['not fixed leaves', [], 'https://own.example/{domain}'],
])('a page that is %s a connection with pages of its own', async (_what, fixed, inForce) => {
  const templates = { statisticsUrl: 'https://own.example/{domain}', trackingCode: '', accountUrl: '' };
  await set(connections, { list: [{ id: 'own', analyticsUrl: 'https://own.example', account: 'own', templates }] });
  const page = async () => withTemplates(await get(preferences), (await list())[0]).statisticsUrl;
  await follow({ ...ours, fixed });
  expect(await page()).toBe(inForce);
  await follow({});
  expect([await page(), await get(preferences)]).toEqual([templates.statisticsUrl, mine]);
});

test('what the person chose before it was fixed comes back', async () => {
  const own = (privacy: 0 | 1) => ({ ...defaults.fallback, privacy });
  await set(connections, { list: [person(url, { defaults: own(0) })] });
  const given = (hostChoice: string, ...fixed: string[]) => ({
    connections: [{ analyticsUrl: url, defaults: { privacy: 2 }, fixed: fixed.length ? ['defaults'] : [] }],
    preferences: { hostChoice },
    fixed,
  });
  await follow(given('bare'));
  await set(connections, { list: [{ ...((await list())[0] as ConnectionAddress), defaults: own(1) }] });
  await update(preferences, (all) => ({ ...all, hostChoice: 'registrable' as const }));
  for (const policy of [given('bare', 'hostChoice'), given('bare', 'hostChoice'), {}]) await follow(policy);
  expect([(await list())[0]?.defaults?.privacy, (await get(preferences)).hostChoice]).toEqual([1, 'registrable']);
});

test('what the person chose instead of what is not fixed stays at each start', async () => {
  await set(connections, { list: [person(url)] });
  const given = { connections: [{ analyticsUrl: url, defaults: { privacy: 0 }, templates: { accountUrl: '' } }] };
  await follow(given);
  const own = {
    defaults: { ...defaults.fallback, privacy: 1 as const },
    templates: { ...noTemplates, accountUrl: '{base_url}' },
  };
  await set(connections, { list: [{ ...((await list())[0] as ConnectionAddress), ...own }] });
  for (let start = 0; start < 2; start++) await follow(given);
  expect(await list()).toMatchObject([own]);
});

test('what is followed again writes nothing', async () => {
  await follow(ours);
  const write = vi.spyOn(browser.storage.local, 'set');
  await follow(ours);
  expect(write).not.toHaveBeenCalled();
});

test('what it turns off has its permission no more, and stays off for the person to turn on', async () => {
  const remove = vi.fn(async () => true);
  Object.assign(fakeBrowser, { permissions: { remove } });
  await set(preferences, { ...mine, badge: true });
  await follow({ preferences: { badge: false, notifications: false }, fixed: ['badge'] });
  expect(remove.mock.calls).toEqual([[{ permissions: ['tabs'] }]]);
  await follow({});
  expect(await get(preferences)).toEqual(mine);
});

describe('an answer of the browser that cannot be trusted yet', () => {
  const before: Record<string, object> = {
    connections: { connections: [{ analyticsUrl: url }] },
    preferences: { preferences: { contextMenu: false } },
    faults: { preferences: { contextMenu: 'no' } },
  };
  test.each(Object.keys(before))('nothing, where there were %s before: nothing is changed', async (part) => {
    await follow(before[part] ?? {});
    const stored = await browser.storage.local.get();
    managed = {};
    expect(await followPolicy(false)).toBe(false);
    expect(await browser.storage.local.get()).toEqual(stored);
    expect(await followPolicy(true)).toBe(true);
    expect(await get(policyInForce)).toEqual(policyInForce.fallback);
  });

  test('nothing, where there was none before: there may be none', async () => {
    managed = {};
    expect([await followPolicy(false), await followPolicy(true)]).toEqual([undefined, true]);
    expect(await browser.storage.local.get('policy')).toEqual({});
  });

  test.each([
    ['fails, as Firefox does', { get: async () => Promise.reject(new Error('no policy')) }],
    ['has none, as Safari', undefined],
  ])('a storage of policies that %s is no policy', async (_how, storage) => {
    Object.assign(fakeBrowser.storage, { managed: storage });
    expect(await followPolicy(false)).toBe(true);
    Object.assign(fakeBrowser.storage, { managed: { get: async () => managed } });
    await follow(ours);
    Object.assign(fakeBrowser.storage, { managed: storage });
    expect(await followPolicy(false)).toBe(true);
    await isOver();
  });
});

describe('what it leaves alone', () => {
  test('a badge and notifications that the person has turned on', async () => {
    await set(preferences, { ...mine, badge: true, notifications: true });
    await follow(ours);
    expect(await get(preferences)).toMatchObject({ badge: true, notifications: true });
  });

  test('what it fixes without a value is fixed no more than anything else', async () => {
    await follow({ preferences: { contextMenu: false }, fixed: ['contextMenu', 'badge'] });
    expect((await get(policyInForce)).fixed).toEqual(['contextMenu']);
  });

  test('a permission that the browser does not take back', async () => {
    Object.assign(fakeBrowser, { permissions: { remove: async () => Promise.reject(new Error('no')) } });
    await set(preferences, { ...mine, badge: true });
    await follow({ preferences: { badge: false }, fixed: ['badge'] });
    expect((await get(preferences)).badge).toBe(false);
  });

  test('a connection of the person, with all that belongs to it', async () => {
    await set(connections, { list: [person('https://mine.example')] });
    await saveKey('mine', 'analytics', { url: 'https://mine.example', key: 'made-up-key-0003', keep: 'session' });
    await follow(ours);
    await follow({});
    expect(await list()).toMatchObject([{ id: 'mine' }]);
    expect(await stored()).toContain('made-up-key-0003');
  });

  test('what is known of connections, as long as these stay as they are', async () => {
    await follow(ours);
    expect(keptTo).toEqual([await get(connections)]);
    await follow({ ...ours, preferences: { contextMenu: false } });
    expect(keptTo).toHaveLength(1);
    await follow({});
    expect(keptTo[1]).toEqual({ list: [] });
  });
});

/** As earlier releases stored it: without `policyRules`. */
const asBefore = async () => {
  const bare = (await list()).map(({ policyRules: _, ...one }) => one);
  await set(connections, { ...(await get(connections)), list: bare });
};
describe.each([
  ['today', async () => {}],
  ['before an update of Waymark', asBefore],
])('a service that moves to another address, first followed %s', (_when, then) => {
  const rules = ['*.ours.example'];
  const at = (analyticsUrl: string) => ({ connections: [{ analyticsUrl, name: 'Ours', rules, fixed: ['rules'] }] });
  test('has the sites there: the connection with the key of the old one is the person’s', async () => {
    await follow(at(url));
    const id = await firstId();
    await saveKey(id, 'analytics', key);
    await then();
    await follow(at('https://moved.example'));
    expect(await list()).toMatchObject([
      { id, analyticsUrl: url },
      { analyticsUrl: 'https://moved.example', rules },
    ]);
    expect((await list())[0]).not.toHaveProperty('name');
    expect(connectionFor('shop.ours.example', await get(connections))?.analyticsUrl).toBe('https://moved.example');
  });

  test('has the sites there, also where the person has the same rule and comes first', async () => {
    await set(connections, { list: [person(url, { rules })] });
    await follow(at('https://moved.example'));
    await then();
    await follow(at('https://moved.example'));
    expect(connectionFor('shop.ours.example', await get(connections))?.analyticsUrl).toBe('https://moved.example');
    await follow({});
    expect(connectionFor('shop.ours.example', await get(connections))?.id).toBe('mine');
  });
});

test.each<[string, to: string, host: string, rules: string[] | undefined]>([
  ['added one here', 'old', 'mine.example', ['mine.example']],
  ['gave a host below one of them to another connection', 'mine', 'a.ours.example', undefined],
])('of a connection whose rules the person changed, only the person’s stay: %s', async (_what, to, host, rules) => {
  await set(connections, { list: [person('https://mine.example')] });
  await follow({ connections: [{ analyticsUrl: url, rules: ['shop.example', '*.ours.example'] }] });
  const old = (await list())[1]?.id ?? '';
  await saveKey(old, 'analytics', key);
  await update(connections, (all) => withRule(all, to === 'old' ? old : to, host));
  await follow({ connections: [{ analyticsUrl: 'https://moved.example', rules: ['*.example'] }] });
  expect((await list()).find(({ id }) => id === old)?.rules).toEqual(rules);
  expect(connectionFor('b.ours.example', await get(connections))?.analyticsUrl).toBe('https://moved.example');
});

describe('the default password of a connection that gets defaults from the policy', () => {
  const given = { connections: [{ analyticsUrl: url, defaults: { privacy: 2 } }] };
  const others = { connections: [{ analyticsUrl: url, defaults: { privacy: 1 } }] };
  const theirs = { list: [person(url)] };
  const shown = async () => (await list())[0]?.defaults?.hasPassword;

  test('the common one is seen, and goes as it came', async () => {
    await set(connections, theirs);
    await saveDefaultPassword(undefined, 'made-up-password');
    for (const policy of [given, others, others]) {
      await follow(policy);
      expect(await shown()).toBe(true);
    }
    await saveDefaultPassword(undefined, '');
    expect(await shown()).toBe(false);
    await saveDefaultPassword(undefined, 'made-up-password');
    await follow({});
    expect(await get(connections)).toEqual(theirs);
  });

  test.each([
    ['its own', 'made-up-password', '', true],
    ['none, whatever the common one is', '', 'made-up-password', false],
  ])('%s is kept, with the defaults after the policy', async (_what, own, common, has) => {
    await set(connections, theirs);
    await saveDefaultPassword(undefined, common);
    await saveDefaultPassword('mine', own);
    for (const policy of [given, others, {}]) {
      await follow(policy);
      expect(await shown()).toBe(has);
    }
  });
});

test('a person who has no key for its SEO service connects without one', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: [], links: { next: null } }));
  const seoUrl = 'https://seo.example';
  await follow({ connections: [{ analyticsUrl: url, seoUrl }] });
  const given = { connection: await firstId(), services: { analytics: { url, key: key.key }, seo: { url: seoUrl } } };
  expect(await askAsPage('connection.save', { ...given, keep: 'always' })).toMatchObject({ ok: true });
  expect(await list()).toMatchObject([{ analyticsUrl: url, seoUrl }]);
});

describe('a connection that goes with the policy', () => {
  test('leaves nothing behind', async () => {
    await follow(ours);
    const id = await firstId();
    await saveDefaultPassword(id, 'made-up-password');
    await keepReport(id, { analytics: { ok: true, count: 1, more: false } });
    await follow({});
    await isOver();
    for (const trace of ['made-up', '"count"', url]) expect(await stored()).not.toContain(trace);
    expect(await stored()).not.toMatch(/"(lastReport|draft)/);
  });

  test.each<[string, (id: string) => Promise<void>]>([
    ['a key', (id) => saveKey(id, 'analytics', key)],
    ['a header', (id) => saveKey(id, 'header-X-Proxy', key)],
  ])('stays where the person has given it %s', async (_what, give) => {
    await follow(ours);
    await give(await firstId());
    await follow({});
    expect(await list()).toEqual([{ id: expect.any(String), account: expect.any(String), analyticsUrl: url }]);
  });

  test('stays where its key was kept only until the browser closed', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ data: [], links: { next: null } }));
    await follow(ours);
    const id = await firstId();
    const saved = { connection: id, services: { analytics: { url: url, key: key.key } }, keep: 'session' };
    await askAsPage('connection.save', saved);
    await forgetSecrets(id);
    await follow(ours);
    await follow({});
    expect(await list()).toMatchObject([{ id, analyticsUrl: url }]);
  });
});
