import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { listenForNotices } from '@/lib/background/notices.ts';

const onClicked = { addListener: vi.fn() };
const permissions = { onAdded: { addListener: vi.fn() } };
/** Presses the notification with this id. */
const press = (id: string) => onClicked.addListener.mock.lastCall?.[0](id);
const query = '?connection=main&search=a.example';
const url = fakeBrowser.runtime.getURL(`/manage.html${query}`);

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(fakeBrowser, { permissions, notifications: { onClicked } });
});

test('a notification leads to what it is about, in a window that comes to the front', async () => {
  const create = vi.fn(async () => ({ windowId: 5 }));
  const update = vi.fn();
  Object.assign(fakeBrowser, { tabs: { ...fakeBrowser.tabs, create }, windows: { update } });
  listenForNotices();
  await press(query);
  expect([create.mock.calls, update.mock.calls]).toEqual([[[{ url }]], [[5, { focused: true }]]]);
});

test('a notification leads to a new window while none is open', async () => {
  const create = vi.fn();
  const none = async () => Promise.reject(new Error('No current window'));
  Object.assign(fakeBrowser, { tabs: { ...fakeBrowser.tabs, create: none }, windows: { create } });
  listenForNotices();
  await press(query);
  expect(create).toHaveBeenCalledWith({ url });
});

test('a notification of an earlier version leads to the same page', async () => {
  const create = vi.fn(async (_tab: { url: string }) => ({ windowId: 5 }));
  Object.assign(fakeBrowser, { tabs: { ...fakeBrowser.tabs, create }, windows: { update() {} } });
  listenForNotices();
  await press('audit 6f9a1c52');
  const opened = new URL(create.mock.lastCall?.[0].url ?? '');
  expect([opened.pathname, opened.searchParams.get('tab')]).toEqual(['/manage.html', null]);
});

test('presses are noticed once notifications are allowed, if the browser had none before', () => {
  Object.assign(fakeBrowser, { notifications: undefined });
  listenForNotices();
  Object.assign(fakeBrowser, { notifications: { onClicked } });
  permissions.onAdded.addListener.mock.lastCall?.[0]();
  expect(onClicked.addListener).toHaveBeenCalledOnce();
});
