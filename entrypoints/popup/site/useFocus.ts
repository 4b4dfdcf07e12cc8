import { useCallback } from 'preact/hooks';
import type { Focus } from './state.ts';

/**
 * Focuses a control when it appears, if the state wants that, and again with each turn. Before the first turn the focus is left
 * where the person has put it, because the script that would note their actions has not loaded yet.
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

/** The same for the main button of a view. */
export const useMain = <E extends HTMLElement>({ at, turn }: Focus) => useFocus<E>(at === 'main', turn);
