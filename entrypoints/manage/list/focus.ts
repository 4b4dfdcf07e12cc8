/** Focuses a row, or the search box if there is no such row. */
export function focusRow(key: string | undefined): void {
  const row = key === undefined ? null : document.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"]`);
  (row ?? document.querySelector<HTMLElement>('input[type=search]'))?.focus();
}

/** The row to focus when this one is removed. */
export function neighbourOf(rows: readonly { key: string }[], key: string): string | undefined {
  const at = rows.findIndex((row) => row.key === key);
  return (rows[at + 1] ?? rows[at - 1])?.key;
}

/** Focuses the first row and shows the list from its head, where that has been scrolled away. */
export function focusHead(): void {
  document.querySelector<HTMLElement>('.panel tbody tr')?.focus({ preventScroll: true });
  document.querySelector('.panel .pager')?.scrollIntoView({ block: 'nearest' });
}
