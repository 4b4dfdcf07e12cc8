import type { RefObject, TargetedEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusSearch } from './focus.ts';

type Press = TargetedEvent<HTMLElement, Event>;

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-key]') : null;

/** A click counts only if its row still shows what was pressed: elements are reused for the rows of another answer. */
function usePress() {
  const began = useRef<{ row: HTMLElement; key: string | undefined }>(undefined);
  return {
    onPointerDownCapture: ({ target }: Press) => {
      const row = rowOf(target);
      began.current = row ? { row, key: row.dataset.key } : undefined;
    },
    onClickCapture: (event: Press) => {
      const { row, key } = began.current ?? {};
      began.current = undefined;
      if (!row || rowOf(event.target) !== row || row.dataset.key === key) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/**
 * Keeps focus and clicks with the row they were meant for, whatever its element shows by now. The focus follows its row, or
 * goes to the search box if all rows are there and it is not among them.
 */
export function useRowIdentity(table: RefObject<HTMLElement | null>, isBusy: boolean) {
  const focused = useRef<string>(undefined);
  /** The row that is looked for. */
  const lost = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const row = table.current?.contains(activeElement) ? rowOf(activeElement) : null;
    if (row && row.dataset.key !== focused.current) {
      lost.current = focused.current;
      (activeElement as HTMLElement).blur();
    } else if (activeElement !== document.body) lost.current = undefined;
    if (lost.current === undefined) return;
    const to = table.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(lost.current)}"]`);
    if (!to && isBusy) return;
    lost.current = undefined;
    if (to) to.focus({ preventScroll: true });
    else focusSearch();
  });
  return {
    onFocusIn: ({ target }: Press) => {
      focused.current = rowOf(target)?.dataset.key;
    },
    ...usePress(),
  };
}
