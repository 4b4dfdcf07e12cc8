import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { loadManage } from '@/entrypoints/manage/useStart.ts';
import { keepStorage } from '@/lib/storage/persist.ts';
import { connections, set } from '@/lib/storage/settings.ts';

test.each<[string, runtime: object, asked: number]>([
  ['Chromium is asked to keep what is stored', {}, 1],
  ['Firefox, which would ask the person, is not', { getBrowserInfo: () => {} }, 0],
])('%s', (_name, runtime, asked) => {
  const persist = vi.fn(async () => false);
  vi.stubGlobal('navigator', { storage: { persist } });
  Object.assign(fakeBrowser.runtime, runtime);
  onTestFinished(() => void Reflect.deleteProperty(fakeBrowser.runtime, 'getBrowserInfo'));
  keepStorage();
  expect(persist).toHaveBeenCalledTimes(asked);
});

test.each([
  ['no way to ask', {}],
  ['a refusal', { persist: () => Promise.reject(new Error('no')) }],
])('%s is no fault', async (_name, storage) => {
  vi.stubGlobal('navigator', { storage });
  expect(() => keepStorage()).not.toThrow();
});

test.each([
  [0, 'without a connection'],
  [1, 'with one'],
])('the manage page asks %i times %s', async (asked, _what) => {
  const persist = vi.fn(async () => false);
  vi.stubGlobal('navigator', { storage: { persist } });
  if (asked) await set(connections, { list: [{ id: 'a', analyticsUrl: 'https://a.example', account: 'A' }] });
  await loadManage();
  expect(persist).toHaveBeenCalledTimes(asked);
});
