import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { saveHeader } from '@/lib/background/headers.ts';
import { forgetSecrets, saveDefaultPassword, saveDraft, saveKey } from '@/lib/background/keys.ts';
import { followPolicy } from '@/lib/background/policy/follow.ts';
import { keepReport } from '@/lib/storage/lastReport.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import { connections, draftOf, get, NewerSettings, preferences, set } from '@/lib/storage/settings.ts';
import { askAsPage } from './ask.ts';

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
const list = async () => (await get(connections)).list;
const firstId = async () => (await list())[0]?.id ?? '';

beforeEach(async () => {
  fakeBrowser.reset();
  Object.assign(fakeBrowser.storage, { managed: { get: async () => managed } });
  Object.assign(fakeBrowser, { permissions: { contains: async () => true } });
  await set(preferences, mine);
});

describe('what was the person’s comes back', () => {
  test('after the policy', async () => {
    await follow(ours);
    expect((await get(preferences)).statisticsUrl).toBe(ours.preferences.statisticsUrl);
    await follow({});
    expect(await get(preferences)).toEqual(mine);
    expect(await list()).toEqual([]);
  });

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
    expect(await get(preferences)).toEqual(mine);
    expect(await list()).toEqual([]);
  });

  test('what a newer Waymark wrote is left alone with all the rest', async () => {
    await browser.storage.local.set({ connections: { version: 99, value: {} } });
    const before = await browser.storage.local.get();
    await expect(follow(ours)).rejects.toThrow(NewerSettings);
    expect(await browser.storage.local.get()).toEqual(before);
  });
});

test('what is followed again writes nothing', async () => {
  await follow(ours);
  const write = vi.spyOn(browser.storage.local, 'set');
  await follow(ours);
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
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

describe('a connection that goes with the policy', () => {
  const key = { url, key: 'made-up-key-0001', keep: 'always' as const };

  test('leaves nothing behind', async () => {
    await follow(ours);
    const id = await firstId();
    await saveDefaultPassword(id, 'made-up-password');
    await saveDraft(id, 'analytics', 'typed-made-up-key-0002');
    await set(draftOf(id), { analyticsUrl: 'https://typed.example' });
    await keepReport(id, { analytics: { ok: true, count: 1, more: false } });
    await follow({});
    const kept = JSON.stringify([await browser.storage.local.get(), await browser.storage.session.get()]);
    expect(await list()).toEqual([]);
    for (const trace of ['made-up', 'typed.example', '"count"', url]) expect(kept).not.toContain(trace);
  });

  test.each<[string, (id: string) => Promise<void>]>([
    ['a key', (id) => saveKey(id, 'analytics', key)],
    ['an SEO key', (id) => saveKey(id, 'seo', key)],
    ['a header', (id) => saveHeader(id, { name: 'X-Proxy', value: 'made-up', url, keep: 'always' })],
  ])('stays where the person has given it %s', async (_what, give) => {
    await follow(ours);
    await give(await firstId());
    await follow({});
    expect(await list()).toMatchObject([{ name: 'Ours' }]);
  });

  test('stays where its key was kept only until the browser closed', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ data: [], links: { next: null } }));
    await follow(ours);
    const id = await firstId();
    await askAsPage('connection.save', {
      connection: id,
      analyticsUrl: url,
      apiKey: 'made-up-key-0001',
      keep: 'session',
    });
    await forgetSecrets(id);
    await follow(ours);
    await follow({});
    expect(await list()).toMatchObject([{ name: 'Ours' }]);
    vi.unstubAllGlobals();
  });
});
