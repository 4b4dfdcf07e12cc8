import { useMemo, useRef, useState } from 'preact/hooks';

interface Forms<T> {
  /** What the open form is about. */
  key?: string | undefined;
  forms: ReadonlyMap<string, T>;
}

/**
 * Forms by what they are about, one of them open at most. What an answer changes is the form it was asked for: one that
 * is closed keeps it until it is opened again, and another that is open meanwhile is neither changed nor closed.
 */
export function useOpening<T extends object>(first?: { key: string; form: T }) {
  const [shown, setShown] = useState<Forms<T>>({ key: first?.key, forms: new Map(first && [[first.key, first.form]]) });
  const now = useRef(shown);
  const ways = useMemo(() => {
    const put = (next: Partial<Forms<T>>) => {
      now.current = { ...now.current, ...next };
      setShown(now.current);
    };
    const of = (key: string) => now.current.forms.get(key);
    const withForm = (key: string, form: T) => new Map(now.current.forms).set(key, form);
    const isOpen = (key: string) => now.current.key === key;
    /** Closes the open form, which is kept. */
    const close = () => put({ key: undefined });
    return {
      isOpen,
      /** The form as it is at this moment, also where it has not been shown yet. */
      of,
      open: (key: string, form: T) => put({ key, forms: withForm(key, form) }),
      part(key: string, change: Partial<T>) {
        const form = of(key);
        if (form) put({ forms: withForm(key, { ...form, ...change }) });
      },
      close,
      /** Forgets a form, and closes it where it is the open one. */
      drop(key: string) {
        put({ forms: new Map([...now.current.forms].filter(([name]) => name !== key)) });
        if (isOpen(key)) close();
      },
    };
  }, []);
  const { key } = shown;
  return { ...ways, key, form: key === undefined ? undefined : shown.forms.get(key) };
}
