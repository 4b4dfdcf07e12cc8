import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useCallback, useLayoutEffect, useMemo } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { listenTo } from '@/lib/util/listenTo.ts';
import { type Grid, useGridKeys } from './useGridKeys.ts';
import { useSight } from './useSight.ts';
import { allParts, offsetsOf, rowsInSight } from './window.ts';

export type RowLook = HTMLAttributes<HTMLTableRowElement>;

export interface Column {
  name: string;
  label: ComponentChildren;
  /** How this column sorts the rows: `none` if another column sorts them; undefined if this one never can. */
  sorted?: 'ascending' | 'descending' | 'none' | undefined;
}

/**
 * The height of a row on wide and on narrow pages, in CSS pixels at the default font size. It scales with the font
 * size.
 */
export type Heights = readonly [wide: number, narrow: number];

interface VirtualTableProps<R> {
  label: string;
  columns: readonly Column[];
  /** Returns the height of a row. Pass the same function until a height changes. */
  heights: (row: R, index: number) => Heights;
  row: (row: R, index: number) => ComponentChildren;
  /**
   * Returns the attributes of a row. With `tabIndex: undefined`, the row cannot have the focus, but its controls can:
   * in the head of a group, the button has the focus, because it says whether the group is open.
   */
  look?: (row: R, index: number) => RowLook;
  onWindow?: ((first: number, last: number) => void) | undefined;
  empty?: string;
  classes: string;
  /** The rows, and the focus that arrow keys move. Render all controls in the table with `tabIndex={-1}`. */
  grid: Grid<R>;
  /**
   * Identifies the query. When it changes, the page scrolls to the top. Left out for a table with its own scroll area.
   */
  asked?: string;
  isMany?: boolean;
}

const narrowQuery = (isPage: boolean) => `(width < ${isPage ? '57.5em' : '43.76em'})`;

function useNarrow(isPage: boolean): boolean {
  useWatched<object>((tell) => listenTo(matchMedia(narrowQuery(isPage)), 'change', () => tell({})), [isPage], {});
  // Read on every render, because a changed font size changes the result without any event.
  return matchMedia(narrowQuery(isPage)).matches;
}

const fontScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Returns the body of a table: the rows to render, and empty space in place of the others. */
function bodyRows<R>(
  { grid: { rows }, columns, look, row }: VirtualTableProps<R>,
  indexes: readonly number[],
  tops: Float64Array,
  heightOf: (index: number) => number,
): ComponentChildren[] {
  const space = (from: number, to: number) => (
    <Spacer key={`to ${to}`} height={(tops[to] ?? 0) - (tops[from] ?? 0)} columns={columns.length} />
  );
  const parts: ComponentChildren[] = [];
  let next = 0;
  for (const index of indexes) {
    const shown = rows[index];
    if (!shown) continue;
    if (index > next) parts.push(space(next, index));
    next = index + 1;
    parts.push(
      <tr
        key={`row ${shown.key}`}
        aria-rowindex={index + 2}
        data-key={shown.key}
        data-index={index}
        tabIndex={-1}
        style={{ '--height': `${heightOf(index)}px` }}
        {...look?.(shown, index)}
      >
        {row(shown, index)}
      </tr>,
    );
  }
  return next < rows.length ? [...parts, space(next, rows.length)] : parts;
}

/** Shows a table of any length. Renders only the visible rows, and the row that has the focus. */
export function VirtualTable<R>(props: VirtualTableProps<R>) {
  const { label, columns, heights, onWindow, empty, classes, grid, asked } = props;
  const { rows } = grid;
  const count = rows.length;
  const isPage = asked !== undefined;
  const isNarrow = useNarrow(isPage);
  const scale = fontScale();
  const heightOf = useCallback(
    (index: number) => {
      const row = rows[index];
      const [wide, narrow] = row ? heights(row, index) : [0, 0];
      return (isNarrow ? narrow : wide) * scale;
    },
    [rows, heights, isNarrow, scale],
  );
  const tops = useMemo(() => offsetsOf(count, heightOf), [count, heightOf]);
  const { scroller, body, top, sight, see, parts } = useSight(tops, { asked, rows });
  const { isWithin, key, index } = grid.focus;
  const focused = isWithin || key !== undefined ? index : undefined;
  const { first, last, rows: indexes } = rowsInSight(tops, top, sight.height, parts, focused);
  useLayoutEffect(() => {
    if (count && parts === allParts) onWindow?.(first, last - 1);
  }, [first, last, count, parts, onWindow]);

  const page = Math.max(1, Math.floor(sight.height / heightOf(first)) - 2);
  const keys = useGridKeys(grid, page);
  return (
    <section
      class={`${isPage ? 'virtual-page' : 'virtual'} ${classes}`}
      aria-label={isPage ? undefined : label}
      ref={scroller}
      onScroll={isPage ? undefined : see}
    >
      <table
        class={isPage ? `list ${classes}` : undefined}
        aria-label={label}
        aria-rowcount={count + 1}
        {...(props.isMany ? { 'aria-multiselectable': true } : {})}
        {...keys}
      >
        <thead>
          <tr aria-rowindex={1} data-key="" data-index={-1}>
            {columns.map(({ name, label, sorted }) => (
              <th key={name} scope="col" class={name} aria-sort={sorted}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>{bodyRows(props, indexes, tops, heightOf)}</tbody>
      </table>
      {isPage && indexes.length < count && (
        <p class="printed hint">
          {t('manage.print_note', { shown: numberText(indexes.length), count: numberText(count) })}
        </p>
      )}
      {count === 0 && empty && <p class="empty muted">{empty}</p>}
    </section>
  );
}

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it contains nothing to focus or read
  <tr class="room" aria-hidden="true" style={{ height: `${height}px` }}>
    <td colSpan={columns} />
  </tr>
);
