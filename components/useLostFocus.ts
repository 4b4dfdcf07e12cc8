import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A control that takes the focus as it appears or comes to be wanted, if what had it before is gone: never from where the person is. */
export function useLostFocus<E extends HTMLElement>(isWanted = true): RefObject<E | null> {
  const control = useRef<E>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (isWanted && (!activeElement || activeElement === body)) control.current?.focus();
  }, [isWanted]);
  return control;
}
