import { useCallback } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import { listenTo } from '@/lib/util/listenTo.ts';

const kept = new Map<string, unknown>();
/** Sends an event with the state's name as its type at each change. */
const changes = new EventTarget();

/** Returns the length of a text or list that `useSessionState` holds; 0 if there is none yet. */
export const keptLength = (name: string): number => (kept.get(name) as ArrayLike<unknown> | undefined)?.length ?? 0;

/** Changes the state of `useSessionState`, whether or not a component shows it. */
export function changeSessionState<T>(name: string, change: (before: T | undefined) => T): void {
  kept.set(name, change(kept.get(name) as T | undefined));
  changes.dispatchEvent(new Event(name));
}

/**
 * State that outlives its component until the page is closed. Switching tabs thus loses neither typed text nor sources
 * that are being read.
 */
export function useSessionState<T>(name: string, initial: () => T) {
  if (!kept.has(name)) kept.set(name, initial());
  const value = kept.get(name) as T;
  useWatched<unknown>(
    (tell) => {
      const show = () => tell(() => kept.get(name));
      show();
      return listenTo(changes, name, show);
    },
    [name],
    value,
  );
  const setValue = useCallback(
    (next: T | ((before: T) => T)) =>
      changeSessionState<T>(name, (before) =>
        typeof next === 'function' ? (next as (before: T) => T)(before as T) : next,
      ),
    [name],
  );
  return [value, setValue] as const;
}
