import { expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { openNotice } from '@/lib/background/outcome.ts';

const query = '?connection=main&search=a.example';
const url = fakeBrowser.runtime.getURL(`/manage.html${query}`);

test('a notification leads to what it is about, in a window that comes to the front', async () => {
  const create = vi.fn(async () => ({ windowId: 5 }));
  const update = vi.fn();
  Object.assign(fakeBrowser, { tabs: { ...fakeBrowser.tabs, create }, windows: { update } });
  await openNotice(query);
  expect([create.mock.calls, update.mock.calls]).toEqual([[[{ url }]], [[5, { focused: true }]]]);
});

test('a notification leads to a new window while none is open', async () => {
  const create = vi.fn();
  const none = async () => Promise.reject(new Error('No current window'));
  Object.assign(fakeBrowser, { tabs: { ...fakeBrowser.tabs, create: none }, windows: { create } });
  await openNotice(query);
  expect(create).toHaveBeenCalledWith({ url });
});
