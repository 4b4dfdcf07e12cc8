import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type SettingName, type SettingRow, settingRows } from '@/entrypoints/options/settingsTable.ts';
import { anyTraits } from '@/entrypoints/options/useHome.ts';
import { initialTemplates, readTyped, useSettings } from '@/entrypoints/options/useSettings.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';
import { type Connections, connections, defaults, get, preferences, set } from '@/lib/storage/settings.ts';
import { accessEvents, asked, hooked, ok, openPage, tell, worker } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const row = (name: SettingName) => settingRows.find((one) => one.name === name) as SettingRow;
const allowed = { badge: true, notifications: true };
const common = { preferences: preferences.fallback, defaults: defaults.fallback, typed: {}, allowed };
const one = connectionOf('one');
const own = { ...defaults.fallback, privacy: 2, email: 1 } as const;

beforeEach(openPage);

async function open(list: Connections['list'] = [one], start: Partial<typeof common> = {}) {
  await set(connections, { list });
  const hook = await hooked((all: Connections) => useSettings({ ...common, ...start }, all), { list });
  return hook;
}
const storedList = async () => (await get(connections)).list;

describe('a setting', () => {
  test('is stored by itself, onto what is stored by then', async () => {
    const { now, does } = await open();
    await set(preferences, { ...preferences.fallback, hostChoice: 'bare' });
    await does((page) => page.turn(row('contextMenu'), false));
    await does((page) => page.turn(row('email'), true));
    expect(await get(preferences)).toEqual({ ...preferences.fallback, hostChoice: 'bare', contextMenu: false });
    expect(await get(defaults)).toEqual({ ...defaults.fallback, email: 1 });
    expect(now().values).toMatchObject({ hostChoice: 'bare', contextMenu: false, email: 1 });
    expect(now().said).toEqual({ preferences: { count: 1 }, newSites: { count: 1 } });
  });

  test('of a newer Waymark is not overwritten', async () => {
    await fakeBrowser.storage.local.set({ defaults: { version: 9, value: {} } });
    const { now, does } = await open();
    await does((page) => page.set(row('privacy'), { privacy: 0 }));
    expect(now().said.newSites?.failed).toBe('problem_newer');
  });

  test.each([
    ['badge', 'tabs'],
    ['notifications', 'notifications'],
  ] as const)(
    'is off where the browser does not give the permission that it needs (%s), whatever is stored, until it does',
    async (name, permission) => {
      const start = { preferences: { ...preferences.fallback, [name]: true }, allowed: { ...allowed, [name]: false } };
      await set(preferences, start.preferences);
      const { now, does } = await open([one], start);
      expect(now().values[name]).toBe(false);
      await does((page) => page.turn(row('contextMenu'), false));
      expect(now().values[name]).toBe(false);
      const contains = async ({ permissions }: { permissions: string[] }) => permissions.includes(permission);
      Object.assign(fakeBrowser.permissions, { contains });
      await does(() => tell('access'));
      expect(now().values[name]).toBe(true);
    },
  );
});

describe('what is typed', () => {
  const typed = { exclude_ips: { base: '', text: '10.0' } };
  test('is there after a reload', async () => {
    expect((await open([one], { typed })).now().typed).toEqual(typed);
  });

  test('in one window leaves what is typed in another', async () => {
    const windows = [await open(), await open()] as const;
    const other = { base: '', text: 'https://x.example' };
    await windows[0].does((page) => page.type('exclude_ips', typed.exclude_ips));
    await windows[1].does((page) => page.type('accountUrl', other));
    expect(await readTyped()).toEqual({ ...typed, accountUrl: other });
  });

  test('is in no storage where it is a password, or in a private window', async () => {
    const { does } = await open();
    await does((page) => page.type('hasPassword', { base: '', text: 'made-up' }));
    expect(await readTyped()).toEqual({});
    Object.assign(fakeBrowser.extension, { inIncognitoContext: true });
    const hidden = await open();
    await hidden.does((page) => page.type('exclude_ips', { base: '', text: '10.0' }));
    Object.assign(fakeBrowser.extension, { inIncognitoContext: false });
    expect(await readTyped()).toEqual({});
  });
});

describe('the settings of the only connection', () => {
  const templates = { statisticsUrl: 'https://own.example', trackingCode: '', accountUrl: '' };
  test('are shown and changed in place of the common ones, where it has its own', async () => {
    const { now, does } = await open([{ ...one, defaults: own, templates }]);
    expect([now().values.email, now().textOf('statisticsUrl')]).toEqual([1, 'https://own.example']);
    await does((page) => page.set(row('privacy'), { privacy: 0 }));
    await does((page) => page.save(row('accountUrl'), 'https://me.example'));
    expect(await storedList()).toMatchObject([
      { defaults: { ...own, privacy: 0 }, templates: { ...templates, accountUrl: 'https://me.example' } },
    ]);
    expect([await get(defaults), await get(preferences)]).toEqual([defaults.fallback, preferences.fallback]);
  });

  test('give way to a template that an organisation has fixed', async () => {
    const fixed = { statisticsUrl: 'https://fixed.example', fixedTemplates: ['statisticsUrl'] };
    const { now } = await open([{ ...one, templates }], { preferences: { ...preferences.fallback, ...fixed } });
    expect(now().textOf('statisticsUrl')).toBe('https://fixed.example');
  });

  test('are not shown as the common ones once there are several connections', async () => {
    const { now, does, load } = await open([{ ...one, defaults: own }]);
    await does((page) => page.set(row('privacy'), { privacy: 0 }));
    await load({ list: [{ ...one, defaults: { ...own, privacy: 0 } }, connectionOf('two')] });
    expect([now().values.privacy, (await get(defaults)).privacy]).toEqual([1, 1]);
  });

  test('of one that was removed in another window are not said to be saved', async () => {
    const { now, does } = await open([{ ...one, defaults: own }]);
    await set(connections, { list: [] });
    await does((page) => page.set(row('privacy'), { privacy: 0 }));
    expect(now().said.newSites?.failed).toBe('options_connection_gone');
  });

  test('of several are their own: the common ones are shown', async () => {
    const { now, does } = await open([{ ...one, defaults: own }, connectionOf('two')]);
    expect(now().values.email).toBe(0);
    await does((page) => page.turn(row('exclude_bots'), false));
    expect([(await get(defaults)).exclude_bots, (await storedList())[0]?.defaults]).toEqual([0, own]);
  });
});

describe('the default password', () => {
  test.each<[string, Connections['list'], connection: string | undefined]>([
    ['for all', [one], undefined],
    ['for the only connection, which has its own settings', [{ ...one, defaults: own }], 'one'],
  ])('is stored %s, and removed', async (_what, list, connection) => {
    worker.answers['keys.defaultPassword'] = () => ok(null);
    const { now, does } = await open(list);
    await does((page) => page.type('hasPassword', { base: '', text: 'made-up' }));
    await does((page) => page.save(row('hasPassword'), 'made-up'));
    await does((page) => page.removePassword(row('hasPassword')));
    expect(asked('keys.defaultPassword')).toEqual([
      { connection, password: 'made-up' },
      { connection, password: '' },
    ]);
    expect([now().typed, now().said.newSites]).toEqual([{}, { count: 2 }]);
  });
});

describe('a switch that needs a permission', () => {
  const browserWith = (isGranted: boolean | Error) => {
    const calls: [string, ...unknown[]][] = [];
    const request = async ({ permissions }: { permissions: string[] }) => {
      calls.push(['request', ...permissions]);
      if (isGranted instanceof Error) throw isGranted;
      return isGranted;
    };
    const remove = async ({ permissions }: { permissions: string[] }) => {
      calls.push(['remove', ...permissions]);
      if (isGranted instanceof Error) throw isGranted;
      return true;
    };
    Object.assign(fakeBrowser, { permissions: { ...accessEvents, request, remove } });
    return calls;
  };
  test.each<[string, SettingName, isGranted: boolean | Error, permission: string]>([
    ['grants', 'badge', true, 'tabs'],
    ['refuses to ask for', 'badge', new Error('no gesture'), 'tabs'],
    ['grants', 'notifications', true, 'notifications'],
    ['refuses', 'notifications', false, 'notifications'],
  ])('which the browser %s: %s', async (_does, name, isGranted, permission) => {
    const calls = browserWith(isGranted);
    const { now, does } = await open();
    await does((page) => page.turn(row(name), true));
    const isOn = isGranted === true;
    expect([calls, now().isDenied(name), now().values[name]]).toEqual([[['request', permission]], !isOn, isOn]);
    // What was refused is not said to be saved.
    expect(now().said.preferences).toEqual(isOn ? { count: 1 } : undefined);
    expect((await get(preferences))[name as 'badge']).toBe(isOn);
    await does((page) => page.turn(row(name), false));
    expect([calls.at(-1), now().isDenied(name)]).toEqual([['remove', permission], false]);
  });

  const repeat = { account: 'a', every: 'week', sites: [], job: 'j', next: 0 } as const;
  test('keeps its permission as long as a repeated audit needs it', async () => {
    const calls = browserWith(true);
    await set(auditRepeats, [repeat]);
    const { now, does } = await open();
    await does((page) => page.turn(row('notifications'), false));
    expect([calls, now().values.notifications]).toEqual([[], false]);
  });
});

describe('several kinds of service', () => {
  const kinds = (...names: ('umami' | undefined)[]) => ({
    list: names.map((kind, at) => connectionOf(String(at), kind ? { kind } : {})),
  });
  test('have what any of them has', () => {
    expect(anyTraits(kinds('umami', undefined))).toMatchObject({
      privacy: [0, 1, 2],
      settings: expect.arrayContaining([...traitsOf().settings]),
    });
    expect(anyTraits(kinds('umami')).privacy).toEqual(traitsOf('umami').privacy);
  });

  test('have no address in common', () => {
    expect([initialTemplates(kinds('umami', 'umami')), initialTemplates(kinds('umami', undefined))]).toEqual([
      traitsOf('umami').templates,
      { statisticsUrl: '', accountUrl: '', trackingCode: '' },
    ]);
  });
});
