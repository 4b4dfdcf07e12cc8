import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { preloadPopup } from '@/lib/storage/popupPreload.ts';
import { openPage } from './hooked.ts';

beforeEach(() => {
  openPage();
  document.body.innerHTML = '<div id="app"></div>';
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValue(new Error('An unexpected error occurred'));
});

test.each<[string, () => Promise<unknown>]>([
  ['popup', () => import('@/entrypoints/popup/main.tsx')],
  ['options', () => import('@/entrypoints/options/main.tsx')],
  ['manage', () => import('@/entrypoints/manage/main.tsx')],
])('the page %s is not blank where the settings cannot be read', async (_page, open) => {
  globalThis.preloaded = preloadPopup();
  await open().catch(() => {});
  await vi.waitFor(() => expect(document.getElementById('app')?.textContent).toBe('problem_storage'));
});
