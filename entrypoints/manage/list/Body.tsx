import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { memo } from './memo.ts';
import { onRowKey } from './rowKeys.ts';
import { useGrowing } from './useGrowing.ts';

interface Keyed {
  key: string;
}

export type RenderRow<R> = (row: R, index: number, slot: string) => VNode;

interface BodyProps<R> {
  rows: readonly R[];
  /** Counts the answers. */
  load: number;
  /** The same function as long as it would render the same. */
  renderRow: RenderRow<R>;
}

/**
 * Names the place of each row on the screen. The rows of a new answer take over the places of the one before, whose
 * elements are kept and rewritten: that costs far less than new ones. Within one answer a row keeps its place.
 */
function useSlots<R extends Keyed>(rows: readonly R[], load: number): (row: R) => string {
  const slots = useRef({ load: -1, of: new Map<string, string>(), added: 0 });
  if (slots.current.load !== load)
    slots.current = { load, of: new Map(rows.map(({ key }, index) => [key, String(index)])), added: 0 };
  return ({ key }) => {
    const { current } = slots;
    const slot = current.of.get(key) ?? `+${current.added++}`;
    current.of.set(key, slot);
    return slot;
  };
}

/** Rows of the answer before stand in for those that are not rendered yet. */
function useStandIns<R>(rows: readonly R[], load: number): readonly R[] {
  const kept = useRef({ load, rows, before: [] as readonly R[] });
  const { current } = kept;
  if (current.load !== load) kept.current = { load, rows, before: current.rows };
  else current.rows = rows;
  return kept.current.before;
}

/** The rows of a list, a few at a time, so that nobody's typing waits for 100 of them. */
export const Body = memo(function Body<R extends Keyed>({ rows, load, renderRow }: BodyProps<R>) {
  const shown = useGrowing(rows.length, load);
  const slotOf = useSlots(rows, load);
  const before = useStandIns(rows, load);
  // One array: a row that moved from one to another would be made anew.
  const rendered = rows.slice(0, shown).map((row, index) => renderRow(row, index, slotOf(row)));
  for (let index = shown; index < rows.length; index++) {
    const standIn = before[index];
    if (standIn) rendered.push(renderRow(standIn, index, String(index)));
  }
  return (
    <tbody onKeyDown={onRowKey} aria-busy={shown < rows.length}>
      {rendered}
    </tbody>
  );
}) as unknown as <R extends Keyed>(props: BodyProps<R>) => VNode;
