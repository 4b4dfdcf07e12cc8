import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isTyping } from '../isTyping.ts';
import { closed, type Event } from './state.ts';

type Parts = typeof import('./parts.ts');

let parts: Promise<Parts> | undefined;

/** The keys that begin a search. A letter or digit is also typed into the field; `/` only moves the focus there. */
const startsSearch = /^[\p{L}\p{N}/]$/u;

/** Provides the search field. Loads the known sites and the rest of the search when the field gets the focus. */
export function useSearch() {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState(closed);
  const [loaded, setLoaded] = useState<Parts>();
  const load = (then: (all: Parts) => void) => {
    parts ??= import('./parts.ts');
    // The script is missing if the extension was updated while this page is open.
    void parts.then(then, () => undefined);
  };
  const send = (event: Event) => {
    // The text is set at once, because the field shows the state: a render before the script has loaded would otherwise
    // empty it.
    if (event.type === 'typed') setState((now) => ({ ...now, typed: event.text }));
    load(({ reduce }) => setState((now) => reduce(now, event)));
  };
  const begin = () =>
    load((all) => {
      setLoaded(all);
      if (!loaded) void all.readSites().then(send);
    });
  // A layout effect listens as soon as the field exists, so that no key is missed.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const box = field.current;
      // In the empty field, a slash counts as the shortcut and not as text, because no name begins with a slash.
      const isTyped = isTyping() || (event.target === box && box?.value);
      const isElsewhere = event.ctrlKey || event.altKey || event.metaKey || isTyped;
      if (!box || isElsewhere || !startsSearch.test(event.key) || event.target instanceof HTMLSelectElement) return;
      // The browser types a letter or digit into the field, which has the focus by then. It must not type the slash.
      if (event.key === '/') event.preventDefault();
      box.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return { field, state, loaded, send, begin };
}
