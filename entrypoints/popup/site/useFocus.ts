import { useCallback } from 'preact/hooks';
import type { Focus } from './state.ts';

/**
 * Returns a `ref` function for a control. If `isWanted`, the control gets the focus when it appears, and again with
 * each new `turn`. At turn 0, any other control that has the focus keeps it, because the person may have chosen it
 * while the popup was loading.
 */
export function useFocus<E extends HTMLElement>(isWanted = true, turn = 0): (control: E | null) => void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: later, only a new `turn` moves the focus
  return useCallback(
    (control: E | null) => {
      if (isWanted && (turn || document.body === document.activeElement)) control?.focus();
    },
    [turn],
  );
}

/** Returns the `ref` of the main button of a view (see `useFocus`). */
export const useMain = <E extends HTMLElement>({ at, turn }: Focus) => useFocus<E>(at === 'main', turn);
