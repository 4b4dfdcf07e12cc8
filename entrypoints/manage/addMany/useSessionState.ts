import { useEffect, useState } from 'preact/hooks';

const kept = new Map<string, unknown>();

/** State that outlives its component: another tab of the page may be opened in between and nothing typed is lost. */
export function useSessionState<T>(name: string, initial: () => T) {
  const [value, setValue] = useState<T>(() => (kept.has(name) ? (kept.get(name) as T) : initial()));
  useEffect(() => {
    kept.set(name, value);
  }, [name, value]);
  return [value, setValue] as const;
}
