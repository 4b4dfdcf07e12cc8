import type { Rows } from './grid.ts';

/** How many extra rows are rendered above and below the visible ones, so that scrolling shows no gap. */
const beyond = 8;

/**
 * The first rows of a query are drawn in three steps, each in its own browser task: the upper half of the visible rows,
 * all visible rows, and the extra rows.
 */
export const allParts = 3;

/**
 * Returns roughly the visible rows: the rendered rows, from `first` to `last`, without the extra rows at either end.
 */
export const inSight = <T>(rows: readonly T[], first: number, last: number): readonly T[] =>
  rows.slice(first && first + beyond, last + 1 < rows.length ? last + 1 - beyond : rows.length);

/** Returns the top of each row and, as the last value, the bottom of the table (pixels). */
export function offsetsOf(count: number, heightOf: (index: number) => number): Float64Array {
  const tops = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) tops[index + 1] = (tops[index] ?? 0) + heightOf(index);
  return tops;
}

/** Returns the index of the last row whose top is at or above this place (pixels from the top of the first row). */
function rowAt(tops: Float64Array, place: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns which rows to render. `first`: the index of the first row. `last`: the index after the last row. `rows`: the
 * indexes from `first` up to `last` (excluded), and that of the focused row, in order. If `height` is 0, `first` is the
 * row at `top`. `parts`: how many steps of drawing (see `allParts`).
 */
export function rowsInSight(tops: Float64Array, top: number, height: number, parts = allParts, focused?: number) {
  const count = tops.length - 1;
  const more = height && parts === allParts ? beyond : 0;
  const least = Math.max(0, count - 1);
  const [from, to] = [Math.max(0, top), Math.max(0, top + height)];
  const first = Math.max(0, Math.min(rowAt(tops, from) - more, least));
  const last = Math.min(count, rowAt(tops, parts === 1 ? (from + to) / 2 : to) + 1 + more);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  if (focused !== undefined && focused >= 0 && focused < count) {
    if (focused < first) rows.unshift(focused);
    else if (focused >= last) rows.push(focused);
  }
  return { first, last, rows };
}

/** The visible part of a table, in pixels from the top of the first row. */
export interface Sight {
  top: number;
  height: number;
}

/**
 * Where the visible part begins. `key`: the first visible row. `by`: how many pixels of it are hidden. `asked`: the
 * query that was shown.
 */
export type SightStart = { key: string; by: number; asked: string | undefined } | undefined;

/**
 * Returns the scroll position after rows were added or removed. The first visible row stays in place; a new query
 * starts at the top.
 */
export function keptTop(
  { top }: Sight,
  at: SightStart,
  asked: string | undefined,
  rows: Rows,
  tops: Float64Array,
): number {
  if (!at || top <= 0) return top;
  if (at.asked !== asked) return 0;
  // The row has not moved.
  if (rows[rowAt(tops, top)]?.key === at.key) return top;
  const index = rows.findIndex(({ key }) => key === at.key);
  return index < 0 ? top : (tops[index] ?? 0) + at.by;
}
