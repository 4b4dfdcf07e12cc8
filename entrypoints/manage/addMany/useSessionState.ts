import { useCallback } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import { listenTo } from '@/lib/util/listenTo.ts';

const kept = new Map<string, unknown>();
/** Dispatches an event at each change of a state. The type of the event is the state's name. */
const changes = new EventTarget();

/** Returns the length of a state that is a text or a list; 0 if no state has this name yet. */
export const sessionStateLength = (name: string): number =>
  (kept.get(name) as ArrayLike<unknown> | undefined)?.length ?? 0;

/** Changes the state with this name (see `useSessionState`), whether or not a component shows it. */
export function changeSessionState<T>(name: string, change: (before: T | undefined) => T): void {
  kept.set(name, change(kept.get(name) as T | undefined));
  changes.dispatchEvent(new Event(name));
}

/**
 * Returns a state, and a function that sets it. The state stays until the page is closed, so that switching tabs loses
 * neither typed text nor sources that are being read.
 */
export function useSessionState<T>(name: string, initial: () => T) {
  if (!kept.has(name)) kept.set(name, initial());
  useWatched<unknown>(
    (tell) => {
      const show = () => tell(() => kept.get(name));
      show();
      return listenTo(changes, name, show);
    },
    [name],
    kept.get(name),
  );
  const setValue = useCallback(
    (next: T | ((before: T) => T)) =>
      changeSessionState<T>(name, (before) =>
        typeof next === 'function' ? (next as (before: T) => T)(before as T) : next,
      ),
    [name],
  );
  return [kept.get(name) as T, setValue] as const;
}
