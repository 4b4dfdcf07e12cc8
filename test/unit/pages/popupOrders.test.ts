import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { newSite } from '@/entrypoints/popup/site/state.ts';
import { asked, does, settled, worker } from './hooked.ts';
import { account, check, host, openSite, overSite, website } from './popupStart.ts';

/** Until then, the popup's reducer is not loaded. */
const gate = vi.hoisted(() => ({ open: Promise.resolve() as Promise<unknown> }));
vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/afterPaint.ts', () => ({ afterPaint: Promise.resolve() }));
vi.mock('@/entrypoints/popup/later.tsx', () => ({
  loadLater: async () => {
    await gate.open;
    return (await import('./laterScript.ts')).loadLater();
  },
}));
beforeEach(() => {
  overSite();
  gate.open = Promise.resolve();
});

test('what comes from an earlier popup after Track was pressed, before the reducer is loaded, is not sent', async () => {
  await fakeBrowser.storage.session.set({
    [`site:${account}:${host}`]: [{ of: newSite, fields: { exclude_ips: '::1' } }],
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.open = promise;
  const hook = await openSite();
  await hook.does((site) => site.press('track'));
  await does(() => resolve());
  await settled();
  expect(asked('websites.create')).toHaveLength(1);
  expect(asked('websites.create')[0]).not.toHaveProperty('exclude_ips');
});

test.each<[string, unknown]>([
  ['nothing', []],
  ['a text', 'abc'],
  ['no fields', [{ of: newSite }]],
  ['a field of null', [{ of: newSite, fields: { exclude_ips: null } }]],
])('what cannot be read of an earlier popup is nothing: %s', async (_what, value) => {
  await fakeBrowser.storage.session.set({ [`site:${account}:${host}`]: value });
  worker.answers['site.check'] = () => check({ matches: [website] });
  const hook = await openSite();
  await settled();
  expect([hook.now().check.state, hook.now().website?.id, hook.now().hasOffer]).toEqual(['done', '7', false]);
});
