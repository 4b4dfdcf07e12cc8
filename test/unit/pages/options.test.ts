import 'fake-indexeddb/auto';
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { PlaceButtons } from '@/entrypoints/options/ConnectionPanel.tsx';
import { FixedProvider } from '@/entrypoints/options/Fixed.tsx';
import type { ConnectionStart } from '@/entrypoints/options/load.ts';
import { useConnection } from '@/entrypoints/options/useConnection.ts';
import { firstShown, useConnectionTest } from '@/entrypoints/options/useConnectionTest.ts';
import { useFound } from '@/entrypoints/options/useFound.ts';
import { usePolicy } from '@/entrypoints/options/usePolicy.ts';
import { useStoredConnection } from '@/entrypoints/options/useStoredConnection.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import type { ConnectionReport, ConnectionStatus } from '@/lib/messages/commands.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import { connections, get, set } from '@/lib/storage/settings.ts';
import { accessEvents, asked, failed, held, hooked, later, loaded, ok, openPage, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

beforeEach(() => {
  openPage();
  vi.stubGlobal('history', { replaceState: () => {} });
  vi.stubGlobal('location', { pathname: '/options.html' });
  Object.assign(fakeBrowser, { permissions: { ...accessEvents, contains: async () => true } });
  worker.answers['connection.status'] = () => ok(key('none'));
});

const key = (kind: 'none' | 'stored'): ConnectionStatus =>
  ({ analytics: { key: kind }, seo: { key: 'none' } }) as never;
const start = { connection: undefined, draft: {}, status: key('none'), barred: [] } as unknown as ConnectionStart;
const noFinding = { page: undefined, found: undefined, last: undefined, onConnect: () => {} };
const asStatus = (answer: Promise<unknown>) => answer as Promise<Answer<ConnectionStatus>>;

describe('how the keys stand', () => {
  test.each([
    ['in turn', [0, 1]],
    ['the later question first', [1, 0]],
  ])('two answers, %s: the later question counts', async (_order, order) => {
    const hook = await hooked(() => useStoredConnection(start));
    const answers = [later(), later()];
    const values = [key('none'), key('stored')];
    for (const { promise } of answers) void hook.now().follow(asStatus(promise));
    for (const index of order) {
      await answers[index]?.settle(ok(values[index]));
    }
    expect(hook.now().status).toEqual(key('stored'));
  });

  test('a question that fails leaves what was known', async () => {
    const hook = await hooked(() => useStoredConnection(start));
    await act(async () => void (await hook.now().follow(asStatus(Promise.resolve(ok(key('stored')))))));
    await act(async () => void (await hook.now().follow(asStatus(Promise.resolve(failed('network'))))));
    expect(hook.now().status).toEqual(key('stored'));
  });
});

describe('a test of the connection', () => {
  const report = (count: number): Answer<unknown> => ok({ analytics: { ok: true, count, more: false } });
  const asReport = (answer: Promise<unknown>) => answer as Promise<Answer<ConnectionReport>>;

  test('that was given up for another is not shown, whenever its answer comes', async () => {
    const hook = await hooked(() => useConnectionTest(start));
    const [first, second] = [later(), later()];
    const runs = [first, second].map(({ promise }) => hook.now().run(['analytics'], () => asReport(promise)));
    await second.settle(report(2));
    await first.settle(report(1));
    expect(hook.now().shown.outcomes.analytics).toMatchObject({ count: 2 });
    expect(await runs[0]).toBeUndefined();
  });
});

describe('what the page opens with', () => {
  const url = 'https://a.example';
  const good = { ok: true, count: 3, more: false } as const;
  const refused = { ok: false, problem: { kind: 'auth' } } as const;
  const barred = { ok: false, problem: { kind: 'access', url } };
  const last = (report: object) => ({ last: { report, at: 5 } });
  const notSaved = { analytics: refused, unsaved: ['analytics'] };
  const shown = (outcomes: object, unsaved: string[] = []) => ({ outcomes, unsaved, at: 5 });
  test.each<[string, Partial<Record<keyof ConnectionStart, unknown>>, object]>([
    ['nothing', {}, { outcomes: {}, unsaved: [] }],
    ['the last test', last({ analytics: good }), shown({ analytics: good })],
    ['access that is gone since', { ...last({ analytics: good }), barred: [url] }, shown({ analytics: barred })],
    ['what was not saved, of which nothing is left', last({ ...notSaved, seo: good }), shown({ seo: good })],
  ])('%s', (_name, change, shown) => {
    const connection = { analyticsUrl: url };
    expect(firstShown({ ...start, connection, ...change } as ConnectionStart)).toEqual(shown);
  });
});

test.each([
  ['what was typed', [], 'https://typed.example'],
  ['what an organisation has fixed, whatever was typed', ['analyticsUrl'], 'https://fixed.example'],
])('an address shows %s', async (_what, fixed, shown) => {
  await set(connections, { list: [{ id: 'a', account: 'a', analyticsUrl: 'https://fixed.example' }] });
  const connection = (await get(connections)).list[0];
  const typed = { ...start, id: 'a', connection, draft: { analyticsUrl: 'https://typed.example' } };
  const hook = await hooked(
    () => useConnection(typed, '', noFinding),
    0,
    (child) => h(FixedProvider, { value: new Set(fixed), children: child }),
  );
  expect(hook.now().view.form.analyticsUrl).toBe(shown);
});

test.each([
  ['set by an organisation, although none of its fields is fixed', true],
  ['of the person', false],
])('whether a connection can be removed: %s', async (_name, isSet) => {
  const managed = Object.fromEntries(isSet ? [['p', { set: {}, own: {}, fixed: [], isAdded: true }]] : []);
  await set(policyInForce, { ...policyInForce.fallback, connections: managed });
  const policy = await loaded(usePolicy);
  const buttons = h(PlaceButtons, { name: 'P', onRemove: () => {} });
  await act(() => render(h(FixedProvider, { value: policy.now().fixedOf('p'), children: buttons }), document.body));
  const isSaid = document.body.textContent?.includes('options_policy_fixed');
  expect([document.querySelectorAll('button').length, isSaid]).toEqual(isSet ? [0, true] : [1, false]);
});

describe('the page over which the popup was opened', () => {
  const page = 'https://stats.example/umami/websites/7?tab=a';
  const service = 'https://stats.example/umami';
  const typed = 'https://typed.example';
  const url = service;
  test.each<[string, Answer<unknown>, string, string, object | undefined]>([
    ['answers above it', ok({ url, kind: 'umami' }), '', url, { url, kind: 'umami' }],
    ['is none that is known', ok(null), '', `${url}/websites/7`, { url: `${url}/websites/7` }],
    ['may not be asked', failed('network'), '', `${url}/websites/7`, undefined],
    ['is not meant any more', ok({ url, kind: 'umami' }), typed, typed, undefined],
  ])('its service %s', async (_what, told, other, address, found) => {
    const answer = held('connection.identify');
    const begun = { ...start, id: 'new', draft: { analyticsUrl: `${url}/websites/7` }, offered: page };
    const hook = await hooked(() => useConnection(begun, '', useFound(begun)), 0);
    expect(hook.now().view).toMatchObject({ found: 'asking', isOffered: true });
    if (other) await act(() => hook.now().actions.onInput('analyticsUrl', other));
    await answer.settle(told);
    expect(asked('connection.identify')).toEqual([{ page }]);
    expect([hook.now().view.form.analyticsUrl, hook.now().view.found]).toEqual([address, found]);
  });

  test('a new connection offers the page that was shown before, and Connect asks about it', async () => {
    vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([{ url: page }] as never);
    const { now, does } = await loaded(
      () => useConnection({ ...start, id: 'new' }, '', useFound({ ...start, id: 'new' })),
      0,
    );
    expect(now().view.page).toBe(page);
    await does(({ actions }) => actions.onConnect(page));
    expect(now().view).toMatchObject({ form: { analyticsUrl: `${url}/websites/7` }, page: undefined });
    expect(asked('connection.identify')).toEqual([{ page }]);
  });
});
