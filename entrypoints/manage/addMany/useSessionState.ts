import { useEffect, useState } from 'preact/hooks';

const kept = new Map<string, unknown>();

/** Changes such state while no component shows it. */
export const changeSessionState = <T>(name: string, change: (before: T | undefined) => T): void =>
  void kept.set(name, change(kept.get(name) as T | undefined));

/** State that outlives its component until the page is closed, so that switching tabs loses nothing that was typed. */
export function useSessionState<T>(name: string, initial: () => T) {
  const [value, setValue] = useState<T>(() => (kept.has(name) ? (kept.get(name) as T) : initial()));
  useEffect(() => {
    kept.set(name, value);
  }, [name, value]);
  return [value, setValue] as const;
}
