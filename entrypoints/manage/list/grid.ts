/** Where the focus is in a table. If the focus is elsewhere, where Tab would move it. */
export interface GridFocus {
  /** The key of the focused row. Undefined in the column heads, and before any row has had the focus. */
  key?: string | undefined;
  /** The index of the focused row, or `head` for the row of column heads. */
  index: number;
  /** `at`: the index of the focused control in the row (0 is the row itself). `of`: how many controls the row has. */
  at: number;
  of: number;
  /** Whether the table has the focus. */
  isWithin: boolean;
  /**
   * Grows by 1 to make the browser focus the control at this position. Reset to 0 when the focus leaves the table, so
   * that the table does not take the focus back.
   */
  wish: number;
  /** The key of the row that receives the focus once it is among the rows. */
  sought?: string | undefined;
}

export const head = -1;
export const noFocus: GridFocus = { index: 0, at: 0, of: 0, isWithin: false, wish: 0 };

export type GridEvent =
  /** The person has pressed a key that moves to another row. `by`: the key. `page`: how many rows make a page. */
  | { type: 'moved'; by: string; page: number }
  | { type: 'turned'; at: number }
  | { type: 'focused'; key: string; index: number; at: number; of: number }
  | { type: 'left' }
  /** The person has pressed Arrow Down in the search box to get to the first row. */
  | { type: 'entered' }
  /** The row with this key receives the focus once it exists. Without a key, no row is awaited any more. */
  | { type: 'sought'; key?: string };

/** The rows that a table has now, each with its own key. */
export type Rows<R = unknown> = readonly (R & { key: string })[];

const within = (index: number, least: number, { length }: Rows) => Math.max(least, Math.min(index, length - 1));

function destination(from: number, by: string, page: number, rows: Rows): number | undefined {
  const to: Record<string, number> = {
    ArrowDown: within(from + 1, head, rows),
    // Also moves to the column heads, which are above all rows.
    ArrowUp: within(from - 1, head, rows),
    PageDown: within(from + page, 0, rows),
    PageUp: within(from - page, 0, rows),
    // Moves to the first record, not to the column heads.
    Home: within(0, 0, rows),
    End: within(rows.length - 1, 0, rows),
  };
  return Object.hasOwn(to, by) ? to[by] : undefined;
}

export const leadsToRow = (key: string): boolean => destination(0, key, 1, []) !== undefined;

const goTo = (focus: GridFocus, index: number, rows: Rows, at = focus.at): GridFocus => ({
  ...focus,
  key: rows[index]?.key,
  index,
  at,
  wish: focus.wish + 1,
  sought: undefined,
});

export function gridReduce(focus: GridFocus, event: GridEvent, rows: Rows): GridFocus {
  switch (event.type) {
    case 'moved': {
      const to = rows.length ? destination(focus.index, event.by, event.page, rows) : undefined;
      return to === undefined || to === focus.index ? focus : goTo(focus, to, rows);
    }
    case 'turned':
      return { ...focus, at: event.at, wish: focus.wish + 1, sought: undefined };
    case 'focused': {
      const { key, index, at, of } = event;
      return { ...focus, key: index === head ? undefined : key, index, at, of, isWithin: true, sought: undefined };
    }
    case 'left':
      return { ...focus, isWithin: false, wish: 0 };
    case 'entered':
      return rows.length ? goTo(focus, 0, rows, 0) : focus;
    case 'sought':
      return focus.sought === event.key ? focus : { ...focus, sought: event.key };
  }
}

/**
 * Returns the table's focus after the rows have changed: on the awaited row (`sought`) if it exists now, otherwise on
 * the same row as before. If that row is gone, the focus moves to the row that now has its index. The browser's own
 * focus always follows to an awaited row, and to another row only if it was in the table.
 */
export function keptFocus(focus: GridFocus, rows: Rows): GridFocus {
  const { key, sought } = focus;
  const found = sought === undefined ? -1 : rows.findIndex((row) => row.key === sought);
  if (found >= 0) return goTo(focus, found, rows, 0);
  // No row was focused, or the row has not moved.
  if (key === undefined || rows[focus.index]?.key === key) return focus;
  const index = rows.findIndex((row) => row.key === key);
  if (index >= 0) return { ...focus, index };
  if (!rows.length) return { ...focus, key: undefined, index: 0, at: 0, of: 0 };
  const next = goTo(focus, within(focus.index, 0, rows), rows, 0);
  return focus.isWithin ? next : { ...next, wish: focus.wish, sought };
}
