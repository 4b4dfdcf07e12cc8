/** The element of an account's list: the whole page, or its section if there are several lists. */
const listOf = (account: string): Element | null =>
  document.querySelector(`[data-account="${CSS.escape(account)}"]`) ?? document.querySelector('.panel');

const searchBox = () => document.querySelector<HTMLElement>('input[type=search]');
export const focusSearch = () => searchBox()?.focus();

const isOn = (controls: string) => !!document.activeElement?.matches(controls);

/** Focuses a row, or the search box if there is no such row, unless the person has moved on to something else. */
export function focusRow(account: string, key: string | undefined): void {
  if (isOn('input, select, textarea, tr, tr *')) return;
  const row = key === undefined ? null : listOf(account)?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (row) row.focus();
  else focusSearch();
}

/** Focuses the first row of all lists, or the search box if there is none. */
export function focusFirst(): void {
  const row = document.querySelector<HTMLElement>('.panel [data-key]');
  if (row) row.focus();
  else focusSearch();
}

/**
 * Focuses the tab stop of a list, or the search box if the list has no row. Scrolls to it only for people who use the keyboard.
 */
export function focusStop(account = ''): void {
  const stop = listOf(account)?.querySelector<HTMLElement>('.list [tabindex="0"]');
  if (!stop) focusSearch();
  stop?.focus({ preventScroll: true });
  if (stop?.matches(':focus-visible')) stop.scrollIntoView({ block: 'nearest' });
}

/**
 * After an element was removed: if the focus was lost with it, focuses its replacement in the list around it. Does nothing if
 * the list with its search box is gone as well, because the person has left it.
 */
export function keepFocus(gone: Element): void {
  const { account } = gone.closest<HTMLElement>('[data-account]')?.dataset ?? {};
  const search = searchBox();
  requestAnimationFrame(() => {
    if (search?.isConnected && document.activeElement === document.body) focusStop(account);
  });
}

/** The row to focus when this one is removed. */
export function neighbourOf(rows: readonly { key: string }[], key: string): string | undefined {
  const at = rows.findIndex((row) => row.key === key);
  return (rows[at + 1] ?? rows[at - 1])?.key;
}

/** Focuses the first row, and scrolls to the list's head if it is out of view, unless the person is typing. */
export function focusHead(account: string): void {
  if (isOn('input, select, textarea')) return;
  const list = listOf(account);
  list?.querySelector<HTMLElement>('tbody tr')?.focus({ preventScroll: true });
  list?.querySelector('.pager')?.scrollIntoView({ block: 'nearest' });
}
