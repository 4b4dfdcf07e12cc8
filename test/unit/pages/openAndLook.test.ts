import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ReportRow } from '@/entrypoints/manage/audit/report.ts';
import { useOpenAndLook } from '@/entrypoints/manage/audit/useOpenAndLook.ts';
import { asked, hooked, openPage, settled, tell } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
const clock = vi.hoisted(() => ({ now: 0 }));
vi.mock('@/lib/util/sleep.ts', () => ({
  sleep: async (time: number) => {
    clock.now += time;
  },
}));
vi.mock('@/lib/storage/lentAccess.ts', () => ({ withLentAccess: (_: string[], work: () => Promise<void>) => work() }));

const page = vi.hoisted(() => ({ facts: undefined as object | undefined, stored: [] as object[] }));
vi.mock('@/lib/tracking/scan.ts', async (original) => {
  const scanning = await original<typeof import('@/lib/tracking/scan.ts')>();
  return { ...scanning, scan: async (...given: never[]) => page.facts ?? Reflect.apply(scanning.scan, null, given) };
});
vi.mock('@/lib/messages/records.ts', () => ({ rowsAt: async () => page.stored }));

const home = 'https://shop.example/';
const fresh = () => ({
  opened: 0,
  created: [] as object[],
  removed: [] as number[],
  asked: [] as string[][],
  isGranted: true,
  onOpen: async () => {},
  url: home as string | undefined,
  status: 'complete',
  isClosed: false,
  hasAccess: true,
  isOnline: true,
});
const window = fresh();
const answer = { type: (): unknown => Promise.reject(new Error('Frame with ID 0 is showing error page')) };

beforeEach(() => {
  openPage();
  vi.stubGlobal('navigator', {
    get onLine() {
      return window.isOnline;
    },
  });
  vi.spyOn(Date, 'now').mockImplementation(() => clock.now);
  Object.assign(window, fresh());
  Object.assign(page, { facts: undefined, stored: [] });
  answer.type = () => Promise.reject(new Error('Frame with ID 0 is showing error page'));
  Object.assign(fakeBrowser, {
    extension: { inIncognitoContext: false },
    windows: {
      create: async (wanted: object) => {
        window.created.push(wanted);
        window.opened++;
        await window.onOpen();
        return { id: 9 };
      },
      remove: async (id: number) => void window.removed.push(id),
    },
    tabs: {
      // In no order that could be relied on.
      query: async ({ windowId }: { windowId: number }) =>
        windowId === 9 ? [5, 4, 3, 2, 1].map((id) => ({ id, index: id - 1 })) : [],
      get: async () => {
        if (window.isClosed) throw new Error('No tab with id');
        return { url: window.url, status: window.status };
      },
    },
    permissions: {
      request: async ({ origins }: { origins: string[] }) => {
        window.asked.push(origins);
        return window.isGranted;
      },
      contains: async () => window.hasAccess,
    },
    // Nothing can be read but, at most, what kind of document it is.
    scripting: {
      executeScript: async ({ args }: { args?: unknown }) => [{ result: args ? null : await answer.type() }],
    },
  });
});

const template = '<script src="{base_url}/s.js" data-website-id="{id}"></script>';
const subject = { serviceUrl: 'https://stats.example', account: 'one', template, jobId: 'j' };
const look = { state: 'unsure' as const, trackers: [] };
const unsure = { host: 'shop.example', id: '1', look, checked: 0, isEarlier: false, line: [] };
const rowsOf = (count: number): ReportRow[] => Array.from({ length: count }, (_, at) => ({ at, ...unsure }));

const open = () => hooked(() => useOpenAndLook(subject));
const lookAt = ({ now }: Awaited<ReturnType<typeof open>>, count: number) => act(() => now().run?.(rowsOf(count)));

test.each([
  ['a usual window', false, true],
  ['a private window', true, false],
])('whether opening sites to look at them is offered: %s', async (_window, inIncognitoContext, isOffered) => {
  Object.assign(fakeBrowser, { extension: { inIncognitoContext } });
  const hook = await open();
  expect(hook.now().run !== undefined).toBe(isOffered);
});

/** Gives these answers of a page, one after another. */
const answers = (...all: unknown[]) => {
  let next = 0;
  return () => all[next++];
};

test.each<[string, Partial<typeof window>, (() => unknown) | undefined, object | undefined]>([
  ['the browser’s own error page', {}, undefined, { state: 'silent', why: 'unreachable' }],
  ['another site’s page', { url: undefined }, undefined, { state: 'elsewhere', why: 'redirect' }],
  ['a file', {}, () => 'application/pdf', { state: 'file', about: 'application/pdf' }],
  ['a tab that the person closed', { isClosed: true }, undefined, undefined],
  ['no access any more', { url: undefined, hasAccess: false }, undefined, undefined],
  ['a refusal that is a file', {}, answers('text/plain', 403), undefined],
  ['what the browser shows itself', {}, () => Promise.reject(new Error('Missing host permission')), undefined],
])('what is noted of %s', async (_name, shown, type, look) => {
  Object.assign(window, shown);
  if (type) answer.type = type;
  const hook = await open();
  await lookAt(hook, 1);
  expect(asked('audits.looked')).toEqual(
    look ? [{ id: 'j', at: 0, look: { ...look, trackers: [] }, record: '1' }] : [],
  );
});

test.each<[string, id: string, hosts: string[], look: object, record: string]>([
  ['of its record', '1', [], { state: 'tracking' }, '1'],
  ['of another record of the same host', '2', ['shop.example'], { state: 'tracking' }, '2'],
  ['of another site', '2', ['other.example'], { state: 'other', why: 'site', about: '2' }, '1'],
])('what is noted of a page with the code %s', async (_whose, id, hosts, look, record) => {
  const script = { src: 'https://stats.example/s.js', id: '', type: '', text: '', place: 'page', nomodule: false };
  const facts = { page: 'https://shop.example', doNotTrack: false, refused: [] };
  Object.assign(page, { facts: { ...facts, scripts: [{ ...script, data: [['data-website-id', id]] }] } });
  page.stored = [{ hosts }];
  await lookAt(await open(), 1);
  expect(asked('audits.looked')).toEqual([{ id: 'j', at: 0, look: { ...look, trackers: [] }, record }]);
});

test.each([
  ['that the server refuses here, too', 403, 0],
  ['that the server sends here', 200, 1],
])('a page without code %s', async (_what, status, noted) => {
  page.facts = { page: 'https://shop.example', doNotTrack: false, refused: [], scripts: [] };
  answer.type = () => status;
  await lookAt(await open(), 1);
  expect(asked('audits.looked')).toHaveLength(noted);
});

test('two presses at once open every site once', async () => {
  const hook = await open();
  await act(async () => void (await Promise.all([hook.now().run?.(rowsOf(3)), hook.now().run?.(rowsOf(3))])));
  expect(window.opened).toBe(1);
});

test('opens no more once the report is left', async () => {
  const hook = await open();
  window.onOpen = hook.end;
  await hook.now().run?.(rowsOf(20));
  expect(window.opened).toBe(1);
});

test.each<[string, object, object]>([
  ['behind the page', {}, { focused: false }],
  ['as Firefox can', { getBrowserInfo: async () => ({}) }, {}],
])('five at a time are opened %s, and closed, and one sees how far it is', async (_how, runtime, focused) => {
  Object.assign(fakeBrowser, { runtime });
  const hook = await open();
  const seen: unknown[] = [hook.now().progress];
  window.onOpen = () => act(async () => void seen.push(hook.now().progress));
  const rows = rowsOf(7).map((row, at) => ({ ...row, host: `s${at}.example` }));
  await act(() => hook.now().run?.(rows));
  const urls = rows.map(({ host }) => `https://${host}/`);
  expect(window.created).toEqual([
    { url: urls.slice(0, 5), ...focused },
    { url: urls.slice(5), ...focused },
  ]);
  expect(window.removed).toEqual([9, 9]);
  expect([seen[0], hook.now().progress, hook.now().denied]).toEqual([undefined, undefined, false]);
  expect(window.asked[0]?.slice(0, 2)).toEqual(['https://s0.example/*', 'https://www.s0.example/*']);
});

test('each tab is that of its row, whatever order the browser tells them in', async () => {
  const gets: number[] = [];
  const { tabs } = fakeBrowser as unknown as { tabs: { get: (id: number) => Promise<unknown> } };
  const { get } = tabs;
  tabs.get = (id) => {
    gets.push(id);
    return get(id);
  };
  answer.type = () => 'application/pdf';
  const hook = await open();
  await lookAt(hook, 2);
  expect([...new Set(gets)]).toEqual([1, 2]);
  expect(asked('audits.looked').map(({ at }) => at)).toEqual([0, 1]);
});

test('without access nothing is opened, and that is said until it is given', async () => {
  window.isGranted = false;
  const hook = await open();
  await lookAt(hook, 1);
  expect([hook.now().denied, window.opened]).toEqual([true, 0]);
  window.isGranted = true;
  await lookAt(hook, 1);
  expect([hook.now().denied, window.opened]).toEqual([false, 1]);
});

test('a page is waited for no longer than 15 seconds, and its late scripts are', async () => {
  window.status = 'loading';
  clock.now = 0;
  const hook = await open();
  await lookAt(hook, 1);
  expect(clock.now).toBe(17_500);
  window.status = 'complete';
  clock.now = 0;
  await lookAt(hook, 1);
  expect(clock.now).toBe(2500);
});

test.each(['the page is closed', 'another tab is shown'])('its window goes when %s', async (how) => {
  const hook = await open();
  await tell('pagehide');
  expect(window.removed).toEqual([]);
  const type = Promise.withResolvers<void>();
  answer.type = () => type.promise;
  const run = hook.now().run?.(rowsOf(1));
  await vi.waitFor(() => expect(window.opened).toBe(1));
  await settled();
  await (how === 'the page is closed' ? tell('pagehide') : hook.end());
  expect(window.removed).toEqual([9]);
  type.resolve();
  await act(() => run);
});
