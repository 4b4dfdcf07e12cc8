import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** How long what knows better where the focus goes has for that (milliseconds). */
const patience = 300;

/** An element and all that it is in. */
const pathOf = (element: Element): Element[] => [
  element,
  ...(element.parentElement ? pathOf(element.parentElement) : []),
];

const isUsable = (control: Element) => control.isConnected && !control.matches(':disabled');

/** The heading that names a part of the page. Firefox complains of an empty id. */
function headingOf(part: Element): HTMLElement | null | undefined {
  const id = part.getAttribute('aria-labelledby');
  return id ? document.getElementById(id)?.closest<HTMLElement>('h2, h3') : undefined;
}

/**
 * Where the control that has the focus is taken out of the page or disabled, and nothing else takes the focus, gives it to the
 * heading of the nearest part of the page that is left, or of the page: a screen reader reads that, and no key presses it.
 */
export function useFocusNet(): RefObject<HTMLElement | null> {
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    const view = page.current;
    if (!view) return;
    /** The control that has the focus, and what it is in. */
    let path: Element[] = [];
    const isLost = () => {
      const [control] = path;
      const { activeElement, body } = document;
      return control && !isUsable(control) && (activeElement === body || activeElement === control);
    };
    const mend = () => {
      if (!isLost()) return;
      const named = path.filter(({ isConnected }) => isConnected).map(headingOf);
      const heading = named.find(Boolean) ?? view.querySelector('h1');
      path = [];
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      // It may be far above; only who uses the keyboard has to see it.
      if (heading.matches(':focus-visible')) heading.scrollIntoView({ block: 'nearest' });
    };
    // Also looked at with each change: a window in the background is not told of what gets the focus.
    const look = () => {
      const { activeElement } = document;
      if (isLost()) requestAnimationFrame(() => setTimeout(mend, patience));
      else if (activeElement && view.contains(activeElement)) path = pathOf(activeElement);
    };
    /** The person, not a change of the page, took the focus away. */
    const drop = () =>
      setTimeout(() => {
        if (path[0] && isUsable(path[0]) && !view.contains(document.activeElement)) path = [];
      });
    const changes = new MutationObserver(look);
    changes.observe(view, { attributeFilter: ['disabled'], childList: true, subtree: true });
    view.addEventListener('focusin', look);
    view.addEventListener('focusout', drop);
    return () => changes.disconnect();
  }, []);
  return page;
}
