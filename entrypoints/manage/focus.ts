import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

export const searchBox = () => document.querySelector<HTMLElement>('input[type=search]');

/** Whether nothing has the focus, because the element that had it was removed. */
export const isFocusLost = () => document.activeElement === document.body;

/**
 * Focuses the list's tab stop, or the search box if the list has no row. Scrolls there only if the browser shows the
 * focus, as it does for people who use the keyboard.
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

/**
 * Returns a ref for a view. When the view's focused control is removed, focuses the first element in the view that
 * matches the selector `next`. If none matches, focuses the view itself, which then needs a `tabIndex`. If `next` is a
 * function, calls it instead.
 */
export function useFocusWithin<E extends HTMLElement>(next: string | (() => void)): RefObject<E | null> {
  const view = useRef<E>(null);
  // Read while rendering, before the page changes.
  const isWithin = view.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (!isWithin || !isFocusLost()) return;
    if (typeof next === 'string') (view.current?.querySelector<E>(next) ?? view.current)?.focus();
    else next();
  });
  return view;
}

/**
 * Matches the controls that may receive the lost focus. These are only links and buttons: in a text box or a select,
 * the person's next key would change something.
 */
const controls = 'a[href], button:enabled';

function pathOf(element: Element, view: Element): Element[] {
  const { parentElement } = element;
  return parentElement && element !== view ? [element, ...pathOf(parentElement, view)] : [];
}

/**
 * Returns a ref for a view. When the focused control is removed and nothing else receives the focus, focuses the last
 * control of the nearest remaining ancestor, or else the list (see `focusStop`). Ignores tables, whose rows come and go
 * while scrolling, and dialogs, which restore the focus themselves.
 */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const view = ref.current;
    if (!view) return;
    let path: Element[] = [];
    const keep = ({ target }: FocusEvent) => {
      path = (target as Element).closest('table, dialog') ? [] : pathOf(target as Element, view);
    };
    /** Forgets the control if the focus has left the view while the control is still there. */
    const drop = () =>
      setTimeout(() => {
        if (path[0]?.isConnected && !view.contains(document.activeElement)) path = [];
      });
    const controlsIn = (place: Element) =>
      [...place.querySelectorAll<HTMLElement>(controls)].filter((control) => !control.closest('table'));
    const mend = () => {
      if (!path[0] || path[0].isConnected || !isFocusLost()) return;
      const near = path.filter(({ isConnected }) => isConnected).flatMap((place) => controlsIn(place).slice(-1))[0];
      path = [];
      if (near) near.focus();
      else focusStop();
      // The list may not be loaded yet, because the person has just opened its tab. Then focuses the first control of
      // the view or, if there is none, the tab.
      if (isFocusLost())
        (controlsIn(view)[0] ?? document.querySelector<HTMLElement>('[role=tab][tabindex="0"]'))?.focus();
    };
    const changes = new MutationObserver(mend);
    changes.observe(view, { childList: true, subtree: true });
    view.addEventListener('focusin', keep);
    view.addEventListener('focusout', drop);
    return () => changes.disconnect();
  }, []);
  return ref;
}
