import { useCallback } from 'preact/hooks';
import type { Focus } from './state.ts';

/**
 * Returns a `ref` function. If `isWanted`, it focuses its control when the control appears, and again with each new
 * `turn`. At turn 0, it does not take the focus from another control, because the script that notes the person's
 * actions may not have loaded yet.
 */
export function useFocus<E extends HTMLElement>(isWanted = true, turn = 0): (control: E | null) => void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later wish comes with a new turn
  return useCallback(
    (control: E | null) => {
      if (isWanted && (turn || document.body === document.activeElement)) control?.focus();
    },
    [turn],
  );
}

/** Returns the `ref` of the main button of a view (see `useFocus`). */
export const useMain = <E extends HTMLElement>({ at, turn }: Focus) => useFocus<E>(at === 'main', turn);
