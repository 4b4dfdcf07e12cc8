export const searchBox = () => document.querySelector<HTMLElement>('input[type=search]');

/** Whether nothing has the focus, because the element that had it was removed. */
export const isFocusLost = () => document.activeElement === document.body;

/**
 * Focuses the tab stop of the list, or the search box if the list has no row. Scrolls there only if the browser shows
 * the focus, as it does for people who use the keyboard.
 */
export function focusStop(): void {
  const stop = document.querySelector<HTMLElement>('.panel .list [tabindex="0"]') ?? searchBox();
  stop?.focus({ preventScroll: true });
  if (stop?.matches(':focus-visible')) stop.scrollIntoView({ block: 'nearest' });
}

/**
 * Call this while an element is being removed. If nothing has the focus afterwards, focuses the list (see `focusStop`).
 * Does nothing if the person is leaving the list.
 */
export function keepFocus(): void {
  const search = searchBox();
  requestAnimationFrame(() => {
    if (search?.isConnected && isFocusLost()) focusStop();
  });
}
