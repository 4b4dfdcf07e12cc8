import { act } from 'preact/test-utils';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { useSettingsFile } from '@/entrypoints/options/useSettingsFile.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import { connections, get, preferences, set } from '@/lib/storage/settings.ts';
import { does, hooked, ok, openPage, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

beforeEach(openPage);

const fileOf = (contents: object) =>
  new File([JSON.stringify({ waymark: 'settings', version: 1, ...contents })], 'settings.json');

test('what is fixed while the plan is shown is left alone, too', async () => {
  const hook = await hooked(useSettingsFile);
  await act(() => hook.now().onFile(fileOf({ preferences: { hostChoice: 'bare', contextMenu: false } })));
  await vi.waitFor(() => expect(hook.now().step.is).toBe('planned'));
  await set(policyInForce, { ...policyInForce.fallback, fixed: ['hostChoice'] });
  await does(() => hook.now().onImport());
  await vi.waitFor(() => expect(hook.now().step.is).toBe('imported'));
  expect(await get(preferences)).toEqual({ ...preferences.fallback, contextMenu: false });
});

test('where one part cannot be stored, nothing is', async () => {
  const hook = await hooked(useSettingsFile);
  const connection = { analyticsUrl: 'https://stats.client.example' };
  await act(() => hook.now().onFile(fileOf({ connections: [connection], preferences: { contextMenu: false } })));
  await vi.waitFor(() => expect(hook.now().step.is).toBe('planned'));
  const write = fakeBrowser.storage.local.set;
  vi.spyOn(fakeBrowser.storage.local, 'set').mockImplementation((values) =>
    'preferences' in values ? Promise.reject(new Error('full')) : write(values),
  );
  await act(() => hook.now().onImport());
  await vi.waitFor(() => expect(hook.now().step.is).toBe('failed'));
  expect([await get(connections), await get(preferences)]).toEqual([connections.fallback, preferences.fallback]);
});

test('what is stored is said to be, also where a permission cannot be given back', async () => {
  await fakeBrowser.storage.local.set({ auditRepeats: { version: 99, value: [] } });
  await set(preferences, { ...preferences.fallback, notifications: true });
  const hook = await hooked(useSettingsFile);
  await act(() => hook.now().onFile(fileOf({ preferences: { notifications: false } })));
  await vi.waitFor(() => expect(hook.now().step.is).toBe('planned'));
  await does(() => hook.now().onImport());
  await vi.waitFor(() => expect(hook.now().step.is).not.toBe('planned'));
  expect([hook.now().step.is, await get(preferences)]).toEqual(['imported', preferences.fallback]);
});

test('a file has the settings, and is named by the day it is there', async () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 5, 0, 30) });
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue({ version: '1' } as never);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  const hook = await hooked(useSettingsFile);
  await act(() => hook.now().onExport());
  await vi.waitFor(() => expect(hook.now().step).toMatchObject({ name: 'waymark-settings-2026-01-05.json' }));
  const [[file] = []] = saved.mock.calls as [Blob][];
  expect(JSON.parse((await file?.text()) ?? '')).toMatchObject({ waymark: 'settings', version: 1 });
});

const gone = async () => Promise.reject(new Error('gone'));
test.each<[string, () => Partial<File> & object, object]>([
  ['is too large', () => ({ size: 5_000_001 }), { is: 'refused', refused: 'too-large' }],
  ['cannot be read', () => ({ size: 5_000_000, text: gone }), { is: 'refused', refused: 'unreadable' }],
  ['is no JSON', () => new File(['{'], 'a.json'), { is: 'refused', refused: 'not-json' }],
  ['is of a newer Waymark', () => fileOf({ version: 99 }), { is: 'refused', refused: 'newer' }],
  ['is good', () => fileOf({ preferences: { contextMenu: false } }), { is: 'planned', name: 'settings.json' }],
])('a file that %s', async (_what, file, step) => {
  const hook = await hooked(useSettingsFile);
  await act(() => hook.now().onFile(file() as File));
  await vi.waitFor(() => expect(hook.now().step).toMatchObject(step));
  await act(() => hook.now().onCancel());
  expect(hook.now().step).toEqual({ is: 'idle' });
  await act(() => hook.now().onImport());
  expect(hook.now().step).toEqual({ is: 'idle' });
});

test('connections of the file that have no key here are named', async () => {
  const url = (name: string) => `https://${name}.example`;
  const key = (kind: string) => ({ key: kind });
  worker.answers['connection.status'] = async ({ connection }) => {
    const one = (await get(connections)).list.find(({ id }) => id === connection);
    const [name = ''] = new URL(one?.analyticsUrl ?? '').hostname.split('.');
    const keys = { none: ['none'], keyed: ['stored'], moved: ['other-origin'], seo: ['stored', 'none'] }[name] ?? [
      'none',
    ];
    return ok({ analytics: key(keys[0] ?? ''), seo: key(keys[1] ?? 'none') });
  };
  await set(connections, { list: [{ id: 'here', account: 'here', analyticsUrl: url('here') }] });
  const hook = await hooked(useSettingsFile);
  const list = ['none', 'keyed', 'moved'].map((name) => ({ analyticsUrl: url(name) }));
  const file = fileOf({ connections: [...list, { analyticsUrl: url('seo'), seoUrl: url('other') }] });
  await act(() => hook.now().onFile(file));
  await vi.waitFor(() => expect(hook.now().step.is).toBe('planned'));
  await act(() => hook.now().onImport());
  await vi.waitFor(() => expect(hook.now().step.is).toBe('imported'));
  const { keyless } = hook.now().step as unknown as { keyless: { analyticsUrl: string }[] };
  expect(keyless.map(({ analyticsUrl }) => analyticsUrl)).toEqual(['none', 'moved', 'seo'].map(url));
});
