import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Where the focused control of a view is taken away, focuses what the selector `next` finds there, or else the view itself,
 * if it has a `tabIndex`; or calls `next`.
 */
export function useFocusWithin<E extends HTMLElement>(next: string | (() => void)): RefObject<E | null> {
  const view = useRef<E>(null);
  // Asked while the page is still as it was.
  const isWithin = view.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (!isWithin || document.activeElement !== document.body) return;
    if (typeof next === 'string') (view.current?.querySelector<E>(next) ?? view.current)?.focus();
    else next();
  });
  return view;
}
