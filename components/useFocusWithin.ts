import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Where the focused control of a view is taken away, focuses what `selector` finds there. */
export function useFocusWithin<E extends HTMLElement>(selector: string): RefObject<E | null> {
  const view = useRef<E>(null);
  // Asked while the page is still as it was.
  const isWithin = view.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (isWithin && document.activeElement === document.body) view.current?.querySelector<E>(selector)?.focus();
  });
  return view;
}
