import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isTyping } from '../untilLeft.ts';
import { closed, type Event } from './state.ts';

type Parts = typeof import('./parts.ts');

let parts: Promise<Parts> | undefined;

/** A letter or a digit is the first of a name; `/` only leads to the field. */
const startsSearch = /^[\p{L}\p{N}/]$/u;

/** Holds the state of the search. Its script and the known sites are loaded as the field gets the focus. */
export function useSearch() {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState(closed);
  const [loaded, setLoaded] = useState<Parts>();
  const load = (then: (all: Parts) => void) => {
    parts ??= import('./parts.ts');
    // It is missing if the extension was updated under this page.
    void parts.then(then, () => undefined);
  };
  const send = (event: Event) => {
    // At once: the field shows the state, and would lose the text if it was rendered before the script has come.
    if (event.type === 'typed') setState((now) => ({ ...now, typed: event.text }));
    load(({ reduce }) => setState((now) => reduce(now, event)));
  };
  const begin = () =>
    load((all) => {
      setLoaded(all);
      if (!loaded) void all.readSites().then(send);
    });
  // As soon as the field is there.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const box = field.current;
      const isElsewhere = event.ctrlKey || event.altKey || event.metaKey || isTyping() || event.target === box;
      if (!box || isElsewhere || !startsSearch.test(event.key) || event.target instanceof HTMLSelectElement) return;
      // A letter comes into the field, which has the focus before it is typed.
      if (event.key === '/') event.preventDefault();
      box.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return { field, state, loaded, send, begin };
}
