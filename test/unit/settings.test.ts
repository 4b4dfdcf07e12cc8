import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  activeConnection,
  connections,
  defaults,
  get,
  NewerSettings,
  preferences,
  type Setting,
  set,
  watch,
} from '@/lib/settings.ts';

const counted: Setting<number> = {
  key: 'counted',
  area: 'local',
  version: 3,
  fallback: 0,
  parse: (value) => (typeof value === 'number' ? value : undefined),
  migrations: { 2: (value) => Number(value) * 10, 3: (value) => Number(value) + 1 },
};

const reads: [string, unknown, number][] = [
  ['nothing stored', undefined, 0],
  ['the present version', { version: 3, value: 5 }, 5],
  ['one version older', { version: 2, value: 5 }, 6],
  ['two versions older', { version: 1, value: 5 }, 51],
  ['a newer version', { version: 4, value: 5 }, 0],
  ['another type', { version: 3, value: 'five' }, 0],
  ['no version', { value: 5 }, 0],
  ['no record', 5, 0],
  ['null', null, 0],
];

beforeEach(() => fakeBrowser.reset());

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
});

const corrupt: [string, Setting<unknown>, unknown, unknown][] = [
  ['connections that are a text', connections, 'x', { list: [] }],
  ['a connection without an address', connections, { list: [{ id: 'a' }] }, { list: [] }],
  [
    'one good connection of two',
    connections,
    { list: [null, { id: 'a', analyticsUrl: 'https://a.example', seoUrl: 5 }], active: 'a' },
    { list: [{ id: 'a', analyticsUrl: 'https://a.example' }], active: 'a' },
  ],
  ['an unknown privacy', defaults, { ...defaults.fallback, privacy: 3 }, defaults.fallback],
  ['lists that are texts', defaults, { ...defaults.fallback, exclude_ips: '1.2.3.4' }, defaults.fallback],
  ['an unknown choice of host', preferences, { ...preferences.fallback, hostChoice: 'all' }, preferences.fallback],
  ['an empty template', preferences, { ...preferences.fallback, trackingCode: '' }, preferences.fallback],
];

describe('what is stored may be corrupt', () => {
  test.each(corrupt)('%s', async (_name, setting, value, read) => {
    await browser.storage.local.set({ [setting.key]: { version: 1, value } });
    expect(await get(setting)).toEqual(read);
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
