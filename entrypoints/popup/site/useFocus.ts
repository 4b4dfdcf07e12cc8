import { useCallback } from 'preact/hooks';
import type { Focus } from './state.ts';

/**
 * Gives a control the focus as it appears, where it is wanted there, and again with each turn. Before the first one, nothing takes it
 * from where a person has put it: what they do is not known until the script has come that changes the state.
 */
export function useFocus<E extends HTMLElement>(isWanted = true, turn = 0): (control: E | null) => void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it is wanted later, it is there with a turn
  return useCallback(
    (control: E | null) => {
      if (isWanted && (turn || document.body === document.activeElement)) control?.focus();
    },
    [turn],
  );
}

/** The same for the main button of a view. */
export const useMain = <E extends HTMLElement>({ at, turn }: Focus) => useFocus<E>(at === 'main', turn);
