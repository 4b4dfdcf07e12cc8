import type { TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { keepFocus } from '../focus.ts';
import { type GridEvent, type GridFocus, gridReduce, keptFocus, leadsToRow, noFocus, type Rows } from './grid.ts';
import { useLatest } from './useLatest.ts';

type Target = HTMLTableElement;

/** The rows of a table, its focus, and the function that handles the events that change the focus. */
export interface Grid<R = unknown> {
  rows: Rows<R>;
  focus: GridFocus;
  send: (event: GridEvent) => void;
}

/** Returns the controls of a row in order, beginning with the row itself if it can have the focus. */
const controls = (row: HTMLElement): HTMLElement[] => [
  ...(row.hasAttribute('tabindex') ? [row] : []),
  ...row.querySelectorAll<HTMLElement>('input:not(:disabled), a[href], button:not(:disabled), select'),
];

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;

/** Whether a key combination is a command of the browser, such as Alt with an arrow for Back. */
export const isCommand = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

/**
 * Returns how an arrow key moves between controls: 1 to the next, -1 to the previous one, 0 for other keys. In
 * right-to-left pages, the left arrow moves to the next.
 */
export function stepOf(key: string): number {
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === forward) return 1;
  return key === 'ArrowLeft' || key === 'ArrowRight' ? -1 : 0;
}

/**
 * Returns the control that a key activates. Enter on a row or its check box activates the control that opens the row.
 * Space on a row activates its check box.
 */
function pressed(row: HTMLElement, focused: HTMLElement, key: string): HTMLElement | null {
  const onRow = focused === row;
  if (key === 'Enter' && (onRow || focused instanceof HTMLInputElement)) return row.querySelector('[data-open]');
  return key === ' ' && onRow ? row.querySelector('input[type=checkbox]:enabled') : null;
}

/** Clicks a control as the person would: with Shift held, the check box of a row selects all rows up to that row. */
const click = (control: HTMLElement, { shiftKey }: KeyboardEvent) =>
  control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));

/** Matches the keys that a `select` uses itself. */
const choosing = /^(Arrow(Up|Down)|Home|End|Page(Up|Down))$/;

function askedBy(key: string, row: HTMLElement, focused: HTMLElement, page: number): GridEvent | undefined {
  if (leadsToRow(key)) return { type: 'moved', by: key, page };
  const by = stepOf(key);
  const mine = controls(row);
  const at = Math.max(0, mine.indexOf(focused)) + by;
  return by && mine[at] ? { type: 'turned', at } : undefined;
}

/**
 * Returns the control at the position of the focus. If the row now has a different number of controls, returns its
 * first control. If it has no controls (the row of column heads may have none), returns the first control of the first
 * row.
 */
function wanted(table: Element | null, { index, at, of }: GridFocus): HTMLElement | undefined {
  const theirs =
    [`tr[data-index="${index}"]`, 'tbody tr[data-index]']
      .map((place) => table?.querySelector<HTMLElement>(place))
      .map((row) => (row ? controls(row) : []))
      .find((all) => all.length) ?? [];
  return (theirs.length === of && theirs[at]) || theirs[0];
}

function stopAt(table: Element, control: HTMLElement | undefined): void {
  for (const other of table.querySelectorAll<HTMLElement>('[tabindex="0"]')) if (other !== control) other.tabIndex = -1;
  if (control) control.tabIndex = 0;
}

function onKeyDown(event: TargetedKeyboardEvent<Target>, page: number, send: (event: GridEvent) => void): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || isCommand(event)) return;
  const row = target.matches('select') && choosing.test(key) ? null : rowOf(target);
  if (!row) return;
  // A key that is still held was meant for the control that had the focus before.
  const press = event.repeat ? null : pressed(row, target, key);
  const asked = press ? undefined : askedBy(key, row, target, page);
  if (!press && !asked) return;
  event.preventDefault();
  if (press) click(press, event);
  if (asked) send(asked);
}

/**
 * Makes a table a single tab stop: the control that had the focus last, or the first row. The up and down arrows, Home,
 * End and the Page keys move between all rows, rendered or not. The other arrows move between the controls of a row.
 * Enter opens a row, Space selects it. `page`: how many rows make a page. Returns the attributes of the table.
 */
export function useGridKeys({ focus, send }: Pick<Grid, 'focus' | 'send'>, page: number) {
  const table = useRef<Target>(null);
  const { wish } = focus;
  // Runs after each render, because rows come and go.
  useLayoutEffect(() => {
    if (table.current) stopAt(table.current, wanted(table.current, focus));
  });
  const goThere = useLatest(() => {
    const to = wanted(table.current, focus);
    to?.focus({ preventScroll: true });
    // A scroll margin keeps the control clear of the column heads, which stay visible.
    to?.scrollIntoView({ block: 'nearest' });
  });
  useLayoutEffect(() => {
    if (wish) goThere();
  }, [wish, goThere]);
  const leave = useLatest(() => send({ type: 'left' }));
  // If the table has the focus when it is removed, the next list or the search box receives the focus.
  useLayoutEffect(() => {
    const { current } = table;
    return () => {
      if (current?.contains(document.activeElement)) keepFocus();
      leave();
    };
  }, [leave]);
  return {
    ref: table,
    role: 'grid' as const,
    onKeyDown: (event: TargetedKeyboardEvent<Target>) => onKeyDown(event, page, send),
    onFocusIn({ target }: TargetedFocusEvent<Target>) {
      const row = rowOf(target);
      if (!row) return;
      const all = controls(row);
      const index = Number(row.dataset.index);
      const at = Math.max(0, all.indexOf(target as HTMLElement));
      send({ type: 'focused', key: row.dataset.key ?? '', index, at, of: all.length });
    },
    onFocusOut({ currentTarget, relatedTarget }: TargetedFocusEvent<Target>) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) send({ type: 'left' });
    },
  };
}

/** Holds the focus of a table with these rows, outside the table, which may be removed and come back. */
export function useGrid<R>(rows: Rows<R>): Grid<R> {
  const [last, send] = useReducer(
    (before: GridFocus, event: GridEvent) => gridReduce(keptFocus(before, rows), event, rows),
    noFocus,
  );
  return { rows, focus: keptFocus(last, rows), send };
}
