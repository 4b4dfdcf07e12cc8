import { useMemo, useRef, useState } from 'preact/hooks';

interface Forms<T> {
  /** The key of the open form; undefined if none is open. */
  key?: string | undefined;
  forms: ReadonlyMap<string, T>;
}

/**
 * Holds the state of several forms, each under a key. At most one form is open. `patch` changes the form with the given
 * key, even if another form is open by then, so that a late answer never changes the wrong form.
 */
export function useForms<T extends object>() {
  const [shown, setShown] = useState<Forms<T>>({ forms: new Map() });
  const now = useRef(shown);
  const ways = useMemo(() => {
    const put = (next: Partial<Forms<T>>) => {
      now.current = { ...now.current, ...next };
      setShown(now.current);
    };
    const of = (key: string) => now.current.forms.get(key);
    const withForm = (key: string, form: T) => new Map(now.current.forms).set(key, form);
    const isOpen = (key: string) => now.current.key === key;
    const close = () => put({ key: undefined });
    return {
      isOpen,
      /** Returns a form's latest state, including changes that have not been rendered yet. */
      of,
      all: () => [...now.current.forms.values()],
      open: (key: string, form: T) => put({ key, forms: withForm(key, form) }),
      patch(key: string, change: Partial<T>) {
        const form = of(key);
        if (form) put({ forms: withForm(key, { ...form, ...change }) });
      },
      close,
      drop(key: string) {
        put({ forms: new Map([...now.current.forms].filter(([name]) => name !== key)) });
        if (isOpen(key)) close();
      },
    };
  }, []);
  const { key } = shown;
  return { ...ways, form: key === undefined ? undefined : shown.forms.get(key) };
}
