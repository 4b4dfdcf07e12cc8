import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ReportRow } from '@/entrypoints/manage/audit/report.ts';
import { useOpenAndLook } from '@/entrypoints/manage/audit/useOpenAndLook.ts';
import { asked, hooked, openPage } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
const clock = vi.hoisted(() => ({ now: 0 }));
vi.mock('@/lib/util/sleep.ts', () => ({
  sleep: async (time: number) => {
    clock.now += time;
  },
}));
vi.mock('@/lib/storage/lentAccess.ts', () => ({
  withLentAccess: (_urls: string[], work: () => Promise<void>) => work(),
}));

const home = 'https://shop.example/';
const window = {
  opened: 0,
  onOpen: async () => {},
  url: home as string | undefined,
  status: 'complete',
  isClosed: false,
  hasAccess: true,
  isOnline: true,
};
const answer = { type: (): unknown => Promise.reject(new Error('Frame with ID 0 is showing error page')) };

beforeEach(() => {
  openPage();
  vi.stubGlobal('navigator', {
    get onLine() {
      return window.isOnline;
    },
  });
  vi.spyOn(Date, 'now').mockImplementation(() => clock.now);
  Object.assign(window, {
    opened: 0,
    onOpen: async () => {},
    url: home,
    status: 'complete',
    isClosed: false,
    hasAccess: true,
    isOnline: true,
  });
  answer.type = () => Promise.reject(new Error('Frame with ID 0 is showing error page'));
  Object.assign(fakeBrowser as never as object, {
    extension: { inIncognitoContext: false },
    windows: {
      create: async () => {
        window.opened++;
        await window.onOpen();
        return { id: 9 };
      },
      remove: async () => undefined,
    },
    tabs: {
      query: async () => [1, 2, 3, 4, 5].map((id, index) => ({ id, index })),
      get: async () => {
        if (window.isClosed) throw new Error('No tab with id');
        return { url: window.url, status: window.status };
      },
    },
    permissions: { request: async () => true, contains: async () => window.hasAccess },
    // Nothing can be read but, at most, what kind of document it is.
    scripting: {
      executeScript: async ({ args }: { args?: unknown }) => [{ result: args ? null : await answer.type() }],
    },
  });
});

const subject = { serviceUrl: 'https://stats.example', template: '', jobId: 'j' };
const rowsOf = (count: number): ReportRow[] =>
  Array.from({ length: count }, (_, at) => ({
    at,
    host: 'shop.example',
    id: '1',
    look: { state: 'unsure', trackers: [] },
    checked: 0,
    isEarlier: false,
    line: [],
  }));

test.each([
  ['a usual window', false, true],
  ['a private window', true, false],
])('whether opening sites to look at them is offered: %s', async (_window, inIncognitoContext, isOffered) => {
  Object.assign(fakeBrowser, { extension: { inIncognitoContext } });
  const hook = await hooked(() => useOpenAndLook(subject), undefined);
  expect(hook.now().run !== undefined).toBe(isOffered);
});

test.each<[string, Partial<typeof window>, (() => unknown) | undefined, object | undefined]>([
  ['the browser’s own error page', {}, undefined, { state: 'silent', why: 'unreachable' }],
  ['an error page of a computer that is offline', { isOnline: false }, undefined, undefined],
  ['another site’s page', { url: undefined }, undefined, { state: 'elsewhere', why: 'redirect' }],
  ['a file', {}, () => 'application/pdf', { state: 'file', about: 'application/pdf' }],
  ['a tab that the person closed', { isClosed: true }, undefined, undefined],
  ['a page that has not come yet', { url: '', status: 'loading' }, undefined, undefined],
  ['no access any more', { url: undefined, hasAccess: false }, undefined, undefined],
  ['what the browser shows itself', {}, () => Promise.reject(new Error('Missing host permission')), undefined],
])('what is noted of %s', async (_name, shown, type, look) => {
  Object.assign(window, shown);
  if (type) answer.type = type;
  const hook = await hooked(() => useOpenAndLook(subject), undefined);
  await act(() => hook.now().run?.(rowsOf(1)));
  expect(asked('audits.looked')).toEqual(look ? [{ id: 'j', at: 0, look: { ...look, trackers: [] } }] : []);
});

test('two presses at once open every site once', async () => {
  const hook = await hooked(() => useOpenAndLook(subject), undefined);
  await act(async () => void (await Promise.all([hook.now().run?.(rowsOf(3)), hook.now().run?.(rowsOf(3))])));
  expect(window.opened).toBe(1);
});

test('opens no more once the report is left', async () => {
  const hook = await hooked(() => useOpenAndLook(subject), undefined);
  window.onOpen = hook.end;
  await hook.now().run?.(rowsOf(20));
  expect(window.opened).toBe(1);
});
