import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isFocusLost } from './list/focus.ts';

/**
 * Returns a ref for a view. When the focused control of the view is removed, focuses the first element in the view that
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
