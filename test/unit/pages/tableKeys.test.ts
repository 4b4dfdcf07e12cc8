import { type ComponentChild, h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTableKeys } from '@/entrypoints/manage/list/useTableKeys.ts';
import { openPage } from './hooked.ts';

/** What has the focus, and what was pressed, by its id. */
let focused = '';
let pressed = '';
let keys: ReturnType<typeof useTableKeys>;

function Table({ isStill = false }) {
  keys = useTableKeys();
  const row = (id: string, ...cells: ComponentChild[]) =>
    h('tr', { id, key: id, tabindex: -1 }, ...cells.map((cell) => h('td', null, cell)));
  const box = (id: string, more = {}) => h('input', { id, type: 'checkbox', tabindex: -1, ...more });
  const link = (id: string) => h('a', { id, href: '#', 'data-open': '', tabindex: -1 });
  const button = (id: string, more = {}) => h('button', { id, type: 'button', tabindex: -1, ...more });
  /** Stands for rows that are not rendered. */
  const room = (key: string) => h('tr', { key, 'aria-hidden': 'true' });
  return h(
    'table',
    { ref: keys.ref } as never,
    h('thead', null, h('tr', { id: 'head' }, h('td', null, box('all')))),
    h(
      'tbody',
      null,
      room('before'),
      isStill ? null : row('a', box('a-box'), link('a-link'), button('a-off', { disabled: true }), button('a-end')),
      row('b', box('b-box'), link('b-link'), button('b-end')),
      // A read-only row.
      row('c', link('c-link'), h('select', { id: 'c-select', tabindex: -1 })),
      room('after'),
    ),
  );
}
const show = (isStill = false) => act(() => render(h(Table, { isStill }), document.body));
const at = (id: string) => document.getElementById(id) as HTMLElement;
const stops = () => [...document.querySelectorAll('[id]')].filter((one) => (one as HTMLElement).tabIndex === 0);

/** What elements do in a browser and not in linkedom, whose tables do not know their rows either. */
const added: PropertyDescriptorMap & ThisType<HTMLElement> = {
  tabIndex: {
    configurable: true,
    get() {
      return Number(this.getAttribute('tabindex') ?? -1);
    },
    set(to: number) {
      this.setAttribute('tabindex', String(to));
    },
  },
  rows: {
    configurable: true,
    get() {
      return this.querySelectorAll('tr');
    },
  },
  focus: {
    configurable: true,
    value() {
      focused = this.id;
      keys.onFocusIn({ target: this } as never);
    },
  },
  click: {
    configurable: true,
    value() {
      pressed = this.id;
    },
  },
  scrollIntoView: { configurable: true, value() {} },
};
let putBack = () => {};
afterEach(() => putBack());

beforeEach(async () => {
  openPage();
  [focused, pressed] = ['', ''];
  const { HTMLElement: Element, HTMLInputElement: Input } = window as never as typeof globalThis;
  vi.stubGlobal('HTMLElement', Element);
  vi.stubGlobal('HTMLInputElement', Input);
  const { prototype } = Element;
  const before = Object.getOwnPropertyDescriptors(prototype);
  // Files of tests may share these elements.
  putBack = () => {
    for (const name of Object.keys(added)) Reflect.deleteProperty(prototype, name);
    Object.defineProperties(prototype, before);
  };
  Object.defineProperties(prototype, added);
  await show();
});

/** Whether the key was taken. */
function press(id: string, key: string, more = {}): boolean {
  const preventDefault = vi.fn();
  keys.onKeyDown({ target: at(id), key, preventDefault, ...more } as never);
  return preventDefault.mock.calls.length > 0;
}

test.each<[from: string, key: string, to: string]>([
  ['a', 'ArrowDown', 'b'],
  ['b', 'ArrowUp', 'a'],
  ['a-link', 'ArrowDown', 'b-link'],
  ['b-end', 'ArrowUp', 'a-end'],
  ['b-end', 'ArrowDown', 'c'],
  ['a-box', 'ArrowUp', 'all'],
  ['all', 'ArrowDown', 'a'],
  ['c', 'ArrowDown', ''],
  ['c', 'Home', 'a'],
  ['b-link', 'Home', 'a-link'],
  ['a', 'End', 'c'],
  ['a', 'ArrowRight', 'a-box'],
  ['a-link', 'ArrowRight', 'a-end'],
  ['a-end', 'ArrowRight', ''],
  ['a-end', 'ArrowLeft', 'a-link'],
  ['a', 'ArrowLeft', ''],
  ['a', 'x', ''],
  ['c-link', 'ArrowRight', 'c-select'],
  ['c-select', 'ArrowLeft', 'c-link'],
  ['c-select', 'ArrowUp', ''],
  ['c-select', 'Home', ''],
])('from %s, %s leads to %s', (from, key, to) => {
  const isTaken = press(from, key);
  expect([focused, pressed, isTaken]).toEqual([to, '', to !== '']);
});

test.each([
  ['ArrowLeft', 'a-link'],
  ['ArrowRight', 'a'],
])('from right to left, %s leads to %s', (key, to) => {
  document.documentElement.dir = 'rtl';
  press('a-box', key);
  expect(focused).toBe(to);
});

test.each<[from: string, key: string, what: string]>([
  ['a', 'Enter', 'a-link'],
  ['a-box', 'Enter', 'a-link'],
  ['a', ' ', 'a-box'],
  ['a-box', ' ', ''],
  ['a-end', 'Enter', ''],
  ['c', ' ', ''],
])('on %s, %j presses %s', (from, key, what) => {
  const isTaken = press(from, key);
  expect([pressed, focused, isTaken]).toEqual([what, '', what !== '']);
});

test.each(['Enter', ' '])('%j that is still held presses nothing', (key) => {
  press('a', key, { repeat: true });
  expect(pressed).toBe('');
});

test.each(['ctrlKey', 'metaKey', 'altKey'])('a key with %s is the browser’s', (modifier) => {
  expect([press('a', 'ArrowDown', { [modifier]: true }), focused]).toEqual([false, '']);
});

test('the table is one tab stop: the first row, then what had the focus last, as long as it is there', async () => {
  const ids = () => stops().map(({ id }) => id);
  expect(ids()).toEqual(['a']);
  press('a', 'ArrowRight');
  expect(ids()).toEqual(['a-box']);
  await show();
  expect(ids()).toEqual(['a-box']);
  await show(true);
  expect(ids()).toEqual(['b']);
});
