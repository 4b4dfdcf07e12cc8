import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { focusStop } from './list/focus.ts';

const controls = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** An element and what it is in, up to the view. */
function pathOf(element: Element, view: Element): Element[] {
  const { parentElement } = element;
  return parentElement && element !== view ? [element, ...pathOf(parentElement, view)] : [];
}

/**
 * Where the focused control of a view is taken away and nothing else takes the focus, gives it to the last control of the place
 * where it was, or to the list if that has none.
 */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const view = ref.current;
    if (!view) return;
    let path: Element[] = [];
    const keep = ({ target }: FocusEvent) => {
      path = pathOf(target as Element, view);
    };
    /** The person, not a change of the page, took the focus away. */
    const drop = () =>
      setTimeout(() => {
        if (path[0]?.isConnected && !view.contains(document.activeElement)) path = [];
      });
    const mend = () => {
      if (!path[0] || path[0].isConnected || document.activeElement !== document.body) return;
      const place = path.find((element) => element.isConnected && !element.querySelector('table'));
      path = [];
      const near = [...(place?.querySelectorAll<HTMLElement>(controls) ?? [])].at(-1);
      if (near) near.focus();
      else focusStop();
    };
    const changes = new MutationObserver(mend);
    changes.observe(view, { childList: true, subtree: true });
    view.addEventListener('focusin', keep);
    view.addEventListener('focusout', drop);
    return () => changes.disconnect();
  }, []);
  return ref;
}
