import { useLayoutEffect, useRef } from 'preact/hooks';

const controls = () => [
  ...document.querySelectorAll<HTMLInputElement>('main :is(input, textarea, button, summary, a[href])'),
];

/** What a person calls it. */
const nameOf = (control: HTMLInputElement) =>
  control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.textContent;

/** What is typed into a secret's box is not in the new one. */
const isEmptied = (box: HTMLInputElement, before: string) => box.type === 'password' && box.value !== before;

/** The control that had the focus, in a form that is made anew in another place. */
interface Kept {
  name: string | null;
  value: string;
  /** In a text: from where to where it is selected. */
  selected: [from: number | null | undefined, to: number | null | undefined];
  /** Whether the fold that it was in was open: not where that is its own summary. */
  wasOpen: boolean | undefined;
  /** What was in the page then: only what is new can be the same control. */
  before: readonly Element[];
}

/** Once the form is in its other place, the control that had the focus gets it back, or `onGone` is called. Call the result just before. */
export function useKeptControl(place: unknown, onGone: () => void): () => void {
  const kept = useRef<Kept>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has moved
  useLayoutEffect(() => {
    const { current } = kept;
    kept.current = undefined;
    if (!current || document.activeElement !== document.body) return;
    const same = controls().find((one) => !current.before.includes(one) && nameOf(one) === current.name);
    if (!same || isEmptied(same, current.value)) return onGone();
    const fold = same.closest('details');
    if (fold) fold.open = current.wasOpen ?? true;
    same.focus();
    const [from, to] = current.selected;
    if (typeof from === 'number') same.setSelectionRange(from, to ?? from);
  }, [place]);
  return () => {
    const before = controls();
    const focused = before.find((one) => one === document.activeElement);
    kept.current = focused && {
      name: nameOf(focused),
      value: focused.value,
      selected: [focused.selectionStart, focused.selectionEnd],
      wasOpen: focused.closest('details')?.open,
      before,
    };
  };
}
