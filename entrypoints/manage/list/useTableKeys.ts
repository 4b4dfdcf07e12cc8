import { useLayoutEffect, useRef } from 'preact/hooks';
import { keepFocus } from './focus.ts';

/** The controls of a row in order, starting with the row itself if it can have the focus. */
const controls = (row: HTMLTableRowElement): HTMLElement[] => [
  ...(row.hasAttribute('tabindex') ? [row] : []),
  ...row.querySelectorAll<HTMLElement>('input:not(:disabled), a[href], button:not(:disabled), select'),
];

/** The row that a key leads to; in a table that renders only some rows, one of these. */
function neighbour(row: HTMLTableRowElement, key: string): HTMLTableRowElement | undefined {
  const rows = [...(row.closest('table')?.rows ?? [])].filter((one) => one.getAttribute('aria-hidden') !== 'true');
  if (key === 'ArrowDown') return rows[rows.indexOf(row) + 1];
  if (key === 'ArrowUp') return rows[rows.indexOf(row) - 1];
  // The head is not a record.
  if (key === 'Home') return rows[1];
  return key === 'End' ? rows.at(-1) : undefined;
}

function sideways(key: string): number {
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === forward) return 1;
  return key === 'ArrowLeft' || key === 'ArrowRight' ? -1 : 0;
}

/** The control that a key moves the focus to: the same one of the next row, or the next one of this row. */
function destination(row: HTMLTableRowElement, focused: HTMLElement, key: string): HTMLElement | undefined {
  const mine = controls(row);
  const at = Math.max(0, mine.indexOf(focused));
  const to = neighbour(row, key);
  if (to) {
    // The head and read-only rows have other controls, so begin at the first.
    const theirs = controls(to);
    return theirs[theirs.length === mine.length ? at : 0];
  }
  const by = sideways(key);
  return by ? mine[at + by] : undefined;
}

/** The control that Enter or Space activates from the row itself, or Enter from its check box. */
function pressed(row: HTMLTableRowElement, focused: HTMLElement, key: string): HTMLElement | null {
  const onRow = focused === row;
  if (key === 'Enter' && (onRow || focused instanceof HTMLInputElement)) return row.querySelector('[data-open]');
  return key === ' ' && onRow ? row.querySelector('input[type=checkbox]') : null;
}

/** Keys with which a select chooses. */
const choosing = /^(Arrow(Up|Down)|Home|End)$/;

/** Arrows, Home and End move between rows; Enter opens a row, Space selects it. */
function onKeyDown(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches('select') && choosing.test(key)) return;
  const row = target.closest('tr');
  // A key that is still held was meant for what had the focus before.
  const press = row && !event.repeat ? pressed(row, target, key) : null;
  const to = row && !press ? destination(row, target, key) : undefined;
  if (!press && !to) return;
  event.preventDefault();
  press?.click();
  to?.focus();
  // Focusing scrolls the row into view, but below the sticky header.
  to?.scrollIntoView({ block: 'nearest' });
}

/**
 * Makes a table a single tab stop: the control that had the focus last, or the first row; the keys above move within.
 * Every control in it is rendered with `tabIndex={-1}`. `keepsFocus`: the row in the place of one that is removed takes its
 * focus, and what comes in place of the table, with its last row.
 */
export function useTableKeys({ keepsFocus = false } = {}) {
  const table = useRef<HTMLTableElement>(null);
  const stop = useRef<HTMLElement>(undefined);
  const rows = () => [...(table.current?.querySelectorAll<HTMLElement>('tbody tr[tabindex]') ?? [])];
  // Asked while the page is still as it was.
  const hasFocus = keepsFocus && table.current?.contains(document.activeElement);
  const place = keepsFocus ? rows().findIndex((row) => row.contains(stop.current ?? null)) : 0;
  const stopAt = (element: HTMLElement) => {
    if (stop.current) stop.current.tabIndex = -1;
    element.tabIndex = 0;
    stop.current = element;
  };
  useLayoutEffect(() => {
    if (!stop.current?.isConnected || stop.current.matches(':disabled')) {
      const all = rows();
      const next = all[Math.max(0, place)] ?? all.at(-1);
      if (next) stopAt(next);
    }
    if (hasFocus && document.activeElement === document.body) stop.current?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const { current } = table;
    return () => {
      if (keepsFocus && current?.contains(document.activeElement)) keepFocus(current);
    };
  }, [keepsFocus]);
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) stopAt(target);
  };
  return { ref: table, onKeyDown, onFocusIn };
}
