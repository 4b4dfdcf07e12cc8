import { h } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { Tabs } from '@/entrypoints/manage/Header.tsx';
import { noFocus } from '@/entrypoints/manage/list/grid.ts';
import { PickBox } from '@/entrypoints/manage/list/PickBox.tsx';
import { Toolbar } from '@/entrypoints/manage/list/Toolbar.tsx';
import { useGridKeys } from '@/entrypoints/manage/list/useGridKeys.ts';
import { draw, fire } from './drawn.ts';
import { hooked, openPage } from './hooked.ts';
import { inList } from './tabProps.ts';

const acts = { openTab: vi.fn(), search: vi.fn(), searchDone: vi.fn(), send: vi.fn() };

beforeEach(() => {
  openPage();
  vi.clearAllMocks();
});

const done = () => Object.entries(acts).flatMap(([name, { mock }]) => (mock.calls.length ? name : []));

test.each<[key: string, more: object, does: string[]]>([
  ['ArrowRight', {}, ['openTab']],
  ['End', {}, ['openTab']],
  // Back, Forward and similar commands of the browser.
  ['ArrowRight', { altKey: true }, []],
  ['ArrowLeft', { metaKey: true }, []],
  ['End', { ctrlKey: true }, []],
])('%s %o on a tab', async (key, more, does) => {
  await draw(h(Tabs, { current: 'websites', onChange: acts.openTab, work: {} }));
  await fire(document.querySelector('[role=tablist]'), 'keydown', { key, ...more });
  expect(done()).toEqual(does);
});

test.each<[key: string, more: object, does: string[]]>([
  ['ArrowDown', {}, ['send']],
  ['Escape', {}, ['search']],
  ['Enter', {}, ['searchDone']],
  // Keys of an input method, which chooses among its suggestions.
  ['ArrowDown', { isComposing: true }, []],
  ['Escape', { isComposing: true }, []],
  ['Enter', { isComposing: true }, []],
])('%s %o in the search box', async (key, more, does) => {
  const route = { query: { search: 'a' }, search: acts.search, searchDone: acts.searchDone };
  const list = { state: { rows: [] } };
  const grid = { send: acts.send };
  const tab = { kind: 'websites', route, list, grid, rows: [], sums: {}, exporting: {} };
  await draw(inList(tab, h(Toolbar, { children: null })));
  await fire(document.querySelector('input'), 'keydown', { key, ...more });
  expect(done()).toEqual(does);
});

test.each<[keys: string, shiftKey: boolean, disabled: boolean, picked: boolean[][]]>([
  ['Space', false, false, [[false]]],
  ['Shift and Space', true, false, [[true]]],
  ['Space, where it cannot be selected', false, true, []],
])('%s on a row of the list selects it, with Shift all up to it', async (_keys, shiftKey, disabled, picked) => {
  const { Element, HTMLElement, HTMLInputElement, Event } = window;
  const MouseEvent = class extends Event {
    shiftKey: boolean;
    constructor(name: string, given: MouseEventInit) {
      super(name, given);
      this.shiftKey = !!given.shiftKey;
    }
  };
  for (const [name, one] of Object.entries({ Element, HTMLElement, HTMLInputElement, MouseEvent }))
    vi.stubGlobal(name, one);
  const onPick = vi.fn();
  const box = h(PickBox, { label: 'Select', checked: false, disabled, onPick: (_, isShift) => onPick(isShift) });
  await draw(h('table', null, h('tr', { 'data-index': 0, tabIndex: -1 }, box)));
  const { now } = await hooked(() => useGridKeys({ focus: noFocus, send: acts.send }, 10));
  const target = document.querySelector('tr');
  await act(() => now().onKeyDown({ target, key: ' ', shiftKey, preventDefault() {} } as never));
  expect(onPick.mock.calls).toEqual(picked);
});
