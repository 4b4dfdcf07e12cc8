import { h } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { reduce } from '@/entrypoints/popup/search/reduce.ts';
import { closed, type Event as SearchEvent, type State } from '@/entrypoints/popup/search/state.ts';
import { useSearch } from '@/entrypoints/popup/search/useSearch.ts';
import { connections, set } from '@/lib/storage/settings.ts';
import { draw, fire, texts } from './drawn.ts';
import { failed, loaded, ok, openPage, settled, showPlaces, worker } from './hooked.ts';
import { connectionOf } from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => false }));

const [a, b] = [connectionOf('a'), connectionOf('b', { name: 'Client B' })];
const sitesOf = (hosts: readonly string[]) =>
  hosts.map((host) => ({ host, shown: host, connection: a, at: undefined }));
const read = (...hosts: string[]): SearchEvent => ({ type: 'read', sites: sitesOf(hosts) });
const typed = (text: string): SearchEvent => ({ type: 'typed', text });
const down: SearchEvent = { type: 'moved', by: 1 };
const left: SearchEvent = { type: 'left' };
const problem = { kind: 'setup', code: 'no-database' } as const;

const hosts = ['my-harbour.example', 'harbour.example', 'www.harbour.example', 'hut.example'];
const many = (count: number) => Array.from({ length: count }, (_, at) => `many-${at}.example`);
const played = (events: readonly SearchEvent[]) => events.reduce<State>(reduce, closed);

test.each<[string, SearchEvent[], found: string[] | undefined, chosen?: string]>([
  ['names that begin with it come first', [read(...hosts), typed('harb')], [1, 2, 0].map((at) => hosts[at] ?? '')],
  ['what was typed before the sites were read is searched then', [typed('hut'), read(...hosts)], ['hut.example']],
  ['two are enough for few sites', [read(...hosts), typed(' hu ')], ['hut.example']],
  ['and too little for many', [read(...hosts, ...many(496)), typed('hu')], undefined],
  ['a letter outside the common ones counts once', [read('😀.example', ...many(500)), typed('😀.')], undefined],
  [
    'an address finds its site',
    [read(...hosts), typed('\u200ehttps://Harbour.example/a?b')],
    [1, 2, 0].map((at) => hosts[at] ?? ''),
  ],
  [
    'the address of a page at www. finds the site without it',
    [read(...hosts), typed('https://www.hut.example/a')],
    ['hut.example'],
  ],
  ['www. itself finds only what has it', [read(...hosts), typed('www.')], ['www.harbour.example']],
  ['an address in full width, too', [read(...hosts), typed('ｈｕｔ．example')], ['hut.example']],
  ['an accent as a letter of its own is found', [read('bücher.example'), typed('bu\u0308ch')], ['bücher.example']],
  ['the dotted capital I of Turkish is an i', [read('izmir.example'), typed('İZMİR')], ['izmir.example']],
  ['nothing is found', [read(...hosts), typed('nowhere')], []],
  ['nothing can be read', [typed('har'), { type: 'unread', problem }], undefined],
  ['Escape ends it', [read(...hosts), typed('har'), down, left], undefined],
  ['the first is chosen', [read(...hosts), typed('hut')], ['hut.example'], 'hut.example'],
])('%s', (_what, events, found, chosen) => {
  const state = played(events);
  expect(state.found?.map(({ host }) => host)).toEqual(found);
  if (chosen) expect(state.found?.[state.chosen]?.host).toBe(chosen);
});

test.each<[string, SearchEvent[], chosen: number]>([
  ['the first', [], 0],
  ['after the last, the first', [down, down, down], 0],
  ['the first of what is found for another text', [down, typed('harbo')], 0],
])('%s is chosen', (_what, events, chosen) => {
  expect(played([read(...hosts), typed('har'), ...events]).chosen).toBe(chosen);
});

describe('what is shown', () => {
  const rows = () => [...document.querySelectorAll('[role=option]')];
  const created = vi.fn(async (_: object) => ({}));

  beforeEach(async () => {
    openPage();
    vi.stubGlobal('preloaded', { tab: Promise.resolve({ incognito: false }) });
    vi.stubGlobal('close', vi.fn());
    Object.assign(window, { close: vi.fn() });
    Object.assign(window.HTMLElement.prototype, { scrollIntoView() {} });
    created.mockClear();
    vi.spyOn(fakeBrowser.tabs, 'create').mockImplementation(created as never);
    await set(connections, { list: [a, b] });
    worker.answers.stored = ({ read: what, args }) => {
      const [account, of] = args as [string, string[]];
      if (what === 'hostBatch') return ok({ hosts: account === 'a' ? hosts : ['harbour.example'] });
      const known = { account: 'b', host: 'harbour.example', website: { id: '7', domain: 'harbour.example' } };
      return ok(of.includes(known.host) ? [known] : []);
    };
  });

  /** The field's props and what is shown below it, once a text is typed. */
  async function search(text: string, onManage = (_: string) => {}) {
    // Loaded before, so that no test waits for it by chance.
    await import('@/entrypoints/popup/search/parts.ts');
    const hook = await loaded(() => useSearch());
    await hook.does(({ begin }) => begin());
    await hook.does(({ send }) => send(typed(text)));
    const show = () => {
      const { loaded: parts, state } = hook.now();
      return draw(parts ? h(parts.Search, { state, onManage }) : null);
    };
    await show();
    const press = async (key: string, more: object = {}) => {
      const event = Object.assign(new window.Event('keydown', { cancelable: true }), { key, ...more });
      const { loaded: parts, state, send } = hook.now();
      await act(() => parts?.fieldProps(state, send).onKeyDown(event as never));
      await settled();
      await show();
      return event.defaultPrevented;
    };
    return { hook, press };
  }

  test('a text is in the state at once, before the script of the search has come', async () => {
    const hook = await loaded(() => useSearch());
    act(() => hook.now().send(typed('harb')));
    expect(hook.now().state.typed).toBe('harb');
    await settled();
    expect(hook.now().state.typed).toBe('harb');
  });

  test.each([
    ['', true],
    ['a', false],
  ])('with “%s” in the field, a slash there is the shortcut: %s', async (value, isShortcut) => {
    const listen = vi.fn();
    vi.stubGlobal('addEventListener', listen);
    vi.stubGlobal('HTMLSelectElement', class {});
    const hook = await loaded(() => useSearch());
    const target = Object.assign(hook.now().field, { current: { value, focus() {} } }).current;
    const preventDefault = vi.fn();
    listen.mock.calls.find(([type]) => type === 'keydown')?.[1]({ key: '/', target, preventDefault });
    expect(preventDefault).toHaveBeenCalledTimes(Number(isShortcut));
  });

  test('of several connections each row says which one, the one it belongs to first; no service is asked', async () => {
    await set(connections, { list: [a, { ...b, rules: ['harbour.example'] }] });
    await search('harb');
    expect(texts('[role=option]')).toEqual([
      'harbour.exampleClient B↵',
      'harbour.examplea.example↵',
      'www.harbour.examplea.example↵',
      'my-harbour.examplea.example↵',
    ]);
    expect(document.querySelector('mark')?.textContent).toBe('harb');
    expect(new Set(worker.asked.map(({ name }) => name))).toEqual(new Set(['stored']));
  });

  test('a site with two records has one row', async () => {
    worker.answers.stored = ({ args }) => ok({ hosts: (args as string[])[0] === 'a' ? ['hut.example', ...hosts] : [] });
    await search('hut');
    expect(texts('[role=option]')).toEqual(['hut.examplea.example↵']);
  });

  test.each<[string, string, object, url: string]>([
    ['Enter', 'the statistics at its connection', {}, 'https://b.example/harbour.example'],
    ['Ctrl and Enter', 'the site', { ctrlKey: true }, 'https://harbour.example/'],
    ['Cmd and Enter', 'the site', { metaKey: true }, 'https://harbour.example/'],
  ])('%s opens %s', async (_key, _what, held, url) => {
    const { press } = await search('harb');
    await press('ArrowDown');
    expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false', 'false']);
    expect(await press('Enter', held)).toBe(true);
    expect(created.mock.calls).toEqual([[{ url }]]);
  });

  test.each([
    [false, /&search=hut\.example$/],
    [true, /\?connection=a$/],
  ])('a click does the same, over a private window: %j', async (incognito, url) => {
    vi.stubGlobal('preloaded', { tab: Promise.resolve({ incognito }) });
    await search('hut');
    await fire(rows()[0], 'click');
    await settled();
    // Nothing is known of it by now, so the list is searched, or opened.
    expect(created.mock.calls).toEqual([[{ url: expect.stringMatching(url) }]]);
  });

  test('what ends a composition, or finds nothing, opens nothing; with nothing typed Escape is the browser’s', async () => {
    const { press, hook } = await search('harb');
    expect(await press('Enter', { isComposing: true })).toBe(false);
    expect(await press('x')).toBe(false);
    expect(await press('Escape')).toBe(true);
    expect(hook.now().state.typed).toBe('');
    expect(await press('Escape')).toBe(false);
    await hook.does(({ send }) => send(typed('nowhere')));
    expect(await press('Enter')).toBe(false);
    expect(created).not.toHaveBeenCalled();
  });

  test.each<[string, string, isRead: boolean, said: string]>([
    ['too little', 'h', true, 'popup_type_more {search} {count} {total}'],
    ['nothing', 'nowhere', true, 'popup_nothing_found nowhere {count} {total}'],
    ['some', 'harb', true, 'popup_found_of {search} 4 5'],
    ['no store', 'harb', false, 'problem_shape'],
  ])('says what is found: %s', async (_what, text, isRead, said) => {
    showPlaces('{search} {count} {total}');
    if (!isRead) worker.answers.stored = () => failed('shape');
    await search(text);
    expect(document.querySelector('[role=status]')?.textContent).toContain(said);
  });

  test.each<[string, string, string[], query?: string, incognito?: true]>([
    ['nothing is found', ' now here ', [], '?search=now+here'],
    ['there are more than rows', 'many', many(60), '?search=many'],
    ['each has a row', 'many', many(50)],
    ['nothing is found, over a private window', 'nowhere', [], '?', true],
  ])('the list is offered: %s', async (_what, text, all, query, incognito) => {
    vi.stubGlobal('preloaded', { tab: Promise.resolve({ incognito }) });
    worker.answers.stored = ({ args }) => ok({ hosts: (args as string[])[0] === 'a' ? all : [] });
    const onManage = vi.fn();
    await search(text, onManage);
    expect(rows().length).toBe(Math.min(all.length, 50));
    await fire(document.querySelector('button'), 'click');
    await settled();
    expect(onManage.mock.calls).toEqual(query ? [[query]] : []);
  });
});
