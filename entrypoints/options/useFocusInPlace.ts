import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useFocusWithin } from '@/components/useFocusWithin.ts';

/**
 * Where a view's control that has the focus is taken away, focuses what the selector `next` finds in its place. The function is
 * for a press that takes it away: not every browser has given the button the focus.
 */
export function useFocusInPlace<E extends HTMLElement>(next: string): [RefObject<E | null>, () => void] {
  const view = useFocusWithin<E>(next);
  const isAsked = useRef(false);
  useLayoutEffect(() => {
    if (isAsked.current) view.current?.querySelector<HTMLElement>(next)?.focus();
    isAsked.current = false;
  });
  return [
    view,
    () => {
      isAsked.current = true;
    },
  ];
}
