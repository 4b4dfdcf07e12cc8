import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { type Kind, traits, traitsOf } from '@/lib/services/traits.ts';
import { presets } from '@/lib/storage/presets.ts';
import {
  activeConnection,
  connections,
  defaults,
  defaultsFor,
  fromStored,
  get,
  NewerSettings,
  preferences,
  type Setting,
  set,
  update,
  watch,
  withTemplates,
} from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';

const parse = (value: unknown) => (typeof value === 'number' ? value : undefined);
const counted: Setting<number> = { key: 'counted', area: 'local', version: 3, fallback: 0, parse };

const reads: [string, unknown, number][] = [
  ['nothing stored', undefined, 0],
  ['the present version', { version: 3, value: 5 }, 5],
  ['an older version', { version: 1, value: 5 }, 5],
  ['a newer version', { version: 4, value: 5 }, 0],
  ['another type', { version: 3, value: 'five' }, 0],
  ['no version', { value: 5 }, 0],
  ['no record', 5, 0],
  ['null', null, 0],
];

describe('a setting', () => {
  test.each(reads)('%s', async (_name, stored, value) => {
    await browser.storage.local.set({ counted: stored });
    expect(await get(counted)).toBe(value);
  });

  test('is stored with its version', async () => {
    await set(counted, 7);
    expect(await browser.storage.local.get('counted')).toEqual({ counted: { version: 3, value: 7 } });
    expect(await get(counted)).toBe(7);
  });

  test('of a newer version is never overwritten', async () => {
    const newer = { counted: { version: 4, value: 'new' } };
    await browser.storage.local.set(newer);
    await expect(set(counted, 7)).rejects.toThrow(NewerSettings);
    expect(await browser.storage.local.get('counted')).toEqual(newer);
  });

  test('tells of its changes, and of no other, until stopped', async () => {
    const seen = vi.fn();
    const stop = watch(counted, seen);
    await set(counted, 1);
    await browser.storage.session.set({ counted: { version: 3, value: 2 } });
    await browser.storage.local.set({ other: 3 });
    stop();
    await set(counted, 4);
    expect(seen.mock.calls).toEqual([[1]]);
  });

  describe('was read before it is watched', () => {
    const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
    beforeEach(() => set(counted, 1));

    test.each<[string, known: number, then: (stop: () => void) => unknown, told: number[][]]>([
      ['and is the same: nothing is told', 1, () => turn(), []],
      ['and has changed since: that is told, once', 0, () => turn().then(() => set(counted, 2)), [[1], [2]]],
      ['nobody is told after the end', 0, (stop) => Promise.resolve(stop()).then(turn), []],
    ])('%s', async (_what, known, then, told) => {
      const seen = vi.fn();
      const stop = watchSince(counted, seen, known);
      await then(stop);
      stop();
      expect(seen.mock.calls).toEqual(told);
    });

    test('and changes at once: what it was is not told after that', async () => {
      const seen = vi.fn();
      const stop = watchSince(counted, seen, 0);
      await Promise.all([set(counted, 2), turn()]);
      stop();
      expect(seen.mock.calls.at(-1)).toEqual([2]);
    });
  });
});

describe('the connection in use', () => {
  const [a, b] = ['a', 'b'].map((id) => ({ id, analyticsUrl: `https://${id}.example` }));
  test.each([
    ['none', { list: [] }, undefined],
    ['the active one', { list: [a, b], active: 'b' }, b],
    ['the first, where none is active', { list: [a, b] }, a],
    ['the first, where the active one is gone', { list: [a, b], active: 'c' }, a],
  ])('%s', (_name, stored, found) => expect(activeConnection(stored as never)).toBe(found));
});

describe('what is stored may be corrupt, and is read leniently', () => {
  const [url, seoUrl] = ['https://a.example', 'https://b.example'];
  const a = { id: 'a', analyticsUrl: url, account: url };
  const lists = { exclude_params: ['a'], exclude_ips: [] };
  const preset = { name: 'shops', privacy: 2, email: 1, exclude_bots: 0, ...lists, password: 'common' };
  const { hasPassword: _, ...usual } = defaults.fallback;
  const templates = { statisticsUrl: '', trackingCode: '', accountUrl: '' };
  test.each<[string, Setting<unknown>, unknown, unknown]>([
    ['connections that are a text', connections, 'x', { list: [] }],
    ['connections without a list', connections, { active: 'a' }, { list: [] }],
    ['a connection without an address', connections, { list: [{ id: 'a' }] }, { list: [] }],
    ['one good of two', connections, { list: [null, { ...a, seoUrl: 5 }], active: 'a' }, { list: [a], active: 'a' }],
    [
      'a connection from before its accounts had names',
      connections,
      { list: [{ id: 'a', analyticsUrl: url, seoUrl }] },
      { list: [{ ...a, seoUrl, seoAccount: seoUrl }] },
    ],
    ['an SEO account without an address', connections, { list: [{ ...a, seoAccount: 's' }] }, { list: [a] }],
    ['an unknown privacy', defaults, { ...defaults.fallback, privacy: 3 }, defaults.fallback],
    ['lists that are texts', defaults, { ...defaults.fallback, exclude_ips: '1.2.3.4' }, defaults.fallback],
    ['defaults that are none', defaults, 5, defaults.fallback],
    ['an unknown choice of host', preferences, { hostChoice: 'all' }, preferences.fallback],
    ['empty templates', preferences, { ...preferences.fallback, ...templates }, preferences.fallback],
    ['preferences that are none', preferences, [], preferences.fallback],
    ['flags of other types', preferences, { badge: 1, notifications: 'yes', contextMenu: null }, preferences.fallback],
    ['presets', presets, [{ ...preset, exclude_params: ['a', 5] }], [preset]],
    ['a preset of which little is known', presets, [{ name: 'a' }], [{ ...usual, name: 'a', password: 'each' }]],
    ['presets without a name', presets, [{ privacy: 1 }, { name: '' }, null, 'x'], []],
    ['presets that are none', presets, { name: 'a' }, []],
  ])('%s', async (_name, setting, value, read) => {
    await browser.storage[setting.area].set({ [setting.key]: { version: 1, value } });
    expect(await get(setting)).toEqual(read);
    expect(fromStored({ [setting.key]: { version: 1, value } }, setting)).toEqual([read]);
  });

  test('a password never travels in a preset, whatever is stored', () => {
    const [read] = presets.parse?.([{ ...preset, hasPassword: true, secret: 'made up' }]) ?? [];
    expect(Object.keys(read ?? {}).sort()).toEqual(Object.keys(preset).sort());
  });
});

test('a change is made from what is stored at that moment, one at a time', async () => {
  let turn = Promise.resolve() as Promise<unknown>;
  const names: string[] = [];
  const request = (name: string, act: () => Promise<unknown>) => {
    names.push(name);
    turn = turn.then(act);
    return turn;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  await set(counted, 5);
  expect(await Promise.all([update(counted, (one) => one + 1), update(counted, (one) => one * 10)])).toEqual([6, 60]);
  expect([await get(counted), names]).toEqual([60, ['setting:counted', 'setting:counted']]);
});

describe('templates', () => {
  const own = { ...preferences.fallback, statisticsUrl: '{base_url}/mine' };
  const first = { ...preferences.fallback, ...traitsOf().templates };

  test('those of the first kind were stored without anybody having chosen them', () => {
    expect(preferences.parse?.(first)).toEqual(preferences.fallback);
    expect(preferences.parse?.({ ...first, statisticsUrl: own.statisticsUrl })).toEqual(own);
  });
  test.each(Object.keys(traits) as Kind[])('follow the kind (%s), but for those that are the person’s own', (kind) => {
    expect(withTemplates(preferences.fallback, { kind })).toMatchObject(traits[kind].templates);
    const { statisticsUrl, trackingCode } = withTemplates(own, { kind });
    expect([statisticsUrl, trackingCode]).toEqual([own.statisticsUrl, traits[kind].templates.trackingCode]);
  });
  test('of a connection’s own stand before the common ones, and an empty one for its kind’s', () => {
    const templates = { statisticsUrl: '', trackingCode: '<!-- own -->', accountUrl: '' };
    expect(withTemplates(own, { templates })).toMatchObject({ ...traitsOf().templates, trackingCode: '<!-- own -->' });
  });
});

test('a connection has the common defaults until it has its own', () => {
  const own = { ...defaults.fallback, privacy: 0 as const };
  expect(defaultsFor(defaults.fallback, {})).toBe(defaults.fallback);
  expect(defaultsFor(defaults.fallback, { defaults: own })).toBe(own);
});

describe('what is set up of a connection', () => {
  const templates = { statisticsUrl: '{base_url}/own', trackingCode: '', accountUrl: '' };
  const whole = { name: 'A', rules: ['*.a.example'], defaults: defaults.fallback, templates };
  test.each<[string, object, object]>([
    ['whole', whole, whole],
    ['empty', { name: '', rules: [] }, {}],
    ['of other kinds', { name: 7, rules: 'x', defaults: [], templates: 'y' }, {}],
    [
      'with gaps',
      { defaults: { privacy: 0 }, templates: { statisticsUrl: '{base_url}/own' } },
      { defaults: { ...defaults.fallback, privacy: 0 }, templates },
    ],
  ])('is read %s', (_name, stored, read) => {
    const one = { id: 'a', analyticsUrl: 'https://a.example', account: 'x' };
    expect(connections.parse?.({ list: [{ ...one, ...stored }] })).toEqual({ list: [{ ...one, ...read }] });
  });
});

test.each([
  ['umami', 'umami'],
  ['another', undefined],
  [7, undefined],
])('a connection of kind %s', (kind, read) => {
  const list = [{ id: 'main', analyticsUrl: 'https://stats.example', account: 'a', kind }];
  expect(connections.parse?.({ list })?.list[0]?.kind).toBe(read);
});
