import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Focuses a control when it appears or becomes wanted, or when `other` changes, which may hold the focus; but only if the focus
 * was lost, never away from another control.
 */
export function useLostFocus<E extends HTMLElement>(isWanted = true, other?: boolean): RefObject<E | null> {
  const control = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the other one comes or goes
  useEffect(() => {
    const { activeElement, body } = document;
    if (isWanted && (!activeElement || activeElement === body)) control.current?.focus();
  }, [isWanted, other]);
  return control;
}
