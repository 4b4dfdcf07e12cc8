/** The focusable elements of a row in order, the row itself first. */
const controls = (row: HTMLTableRowElement): HTMLElement[] => [
  row,
  ...row.querySelectorAll<HTMLElement>('input:not(:disabled), a[href], button:not(:disabled)'),
];

const isRow = (element: Element | null | undefined): element is HTMLTableRowElement =>
  element instanceof HTMLTableRowElement;

function neighbour(row: HTMLTableRowElement, key: string): Element | null | undefined {
  if (key === 'ArrowDown') return row.nextElementSibling;
  if (key === 'ArrowUp') return row.previousElementSibling;
  if (key === 'Home') return row.parentElement?.firstElementChild;
  return key === 'End' ? row.parentElement?.lastElementChild : undefined;
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
  if (isRow(to)) {
    // A read-only row has fewer controls: focus the row itself.
    const theirs = controls(to);
    return theirs.length === mine.length ? theirs[at] : to;
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

/** Arrows, Home and End move between rows; Enter opens a row, Space selects it. */
export function onRowKey(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = target.closest('tr');
  const press = row && pressed(row, target, key);
  const to = row && !press ? destination(row, target, key) : undefined;
  if (!press && !to) return;
  event.preventDefault();
  press?.click();
  to?.focus();
  // Focusing scrolls the row into view, but under the sticky header.
  to?.scrollIntoView({ block: 'nearest' });
}
