import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Focuses a control when it appears or becomes wanted, but only if the focus was lost, never away from another control. */
export function useLostFocus<E extends HTMLElement>(isWanted = true): RefObject<E | null> {
  const control = useRef<E>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (isWanted && (!activeElement || activeElement === body)) control.current?.focus();
  }, [isWanted]);
  return control;
}
