import type { RefObject, TargetedEvent, TargetedFocusEvent, TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusSearch } from './focus.ts';

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-key]') : null;
const keyOf = (target: EventTarget | null) => rowOf(target)?.dataset.key;

/** A click counts only if its row still shows what was pressed: elements are reused for the rows of another answer. */
function usePress() {
  const began = useRef<{ row: HTMLElement; key: string | undefined }>(undefined);
  return {
    onPointerDownCapture: ({ target }: TargetedEvent<HTMLElement>) => {
      const row = rowOf(target);
      began.current = row ? { row, key: row.dataset.key } : undefined;
    },
    onClickCapture: (event: TargetedMouseEvent<HTMLElement>) => {
      const { row, key } = began.current ?? {};
      // Neither a key nor a screen reader presses a pointer down.
      if (!event.detail || !row || rowOf(event.target) !== row || row.dataset.key === key) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/**
 * Keeps focus and clicks with the row they were meant for, whatever its element shows by now. The focus follows its row, or
 * goes to the search box if all rows are there and it is not among them.
 * @param load changes with every answer
 */
export function useRowIdentity(table: RefObject<HTMLElement | null>, load: string, isBusy: boolean) {
  const shown = useRef(load);
  /** The row that is looked for. */
  const lost = useRef<string>(undefined);
  /** What a dialog gives the focus back to, and the row that it was of. */
  const left = useRef<{ element: EventTarget | null; key: string | undefined }>(undefined);
  const focusedKey = () =>
    table.current?.contains(document.activeElement) ? keyOf(document.activeElement) : undefined;
  // Asked while the page is still as it was.
  const before = focusedKey();
  const seek = () => {
    if (lost.current === undefined) return;
    const to = table.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(lost.current)}"]`);
    if (!to && isBusy) return;
    lost.current = undefined;
    if (to) to.focus({ preventScroll: true });
    else focusSearch();
  };
  useLayoutEffect(() => {
    const isReplacing = isBusy || shown.current !== load;
    if (!isBusy) shown.current = load;
    if (isReplacing && before !== undefined && focusedKey() !== before) {
      lost.current = before;
      (document.activeElement as HTMLElement).blur();
    } else if (document.activeElement !== document.body) lost.current = undefined;
    seek();
  });
  return {
    onFocusOut: ({ target, relatedTarget }: TargetedFocusEvent<HTMLElement>) => {
      const isToDialog = relatedTarget instanceof Element && relatedTarget.closest('dialog');
      left.current = isToDialog ? { element: target, key: keyOf(target) } : undefined;
    },
    onFocusIn: ({ target }: TargetedFocusEvent<HTMLElement>) => {
      const { element, key } = left.current ?? {};
      left.current = undefined;
      if (element !== target || key === undefined || keyOf(target) === key) return;
      lost.current = key;
      // Until its row is there, a key must not reach another one.
      (target as HTMLElement).blur();
      seek();
    },
    ...usePress(),
  };
}
