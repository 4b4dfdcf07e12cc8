import { type ListState, partOf, rowsByAccount, shownRows } from './state.ts';

/** Whether the stored rows of an account are being read for the first time. */
export const isReading = (state: ListState): boolean =>
  state.accounts.some((account) => {
    const { isRead, unread } = partOf(state, account);
    return !isRead && !unread;
  });

/**
 * Whether the visible rows stay as they are although others have arrived: while stored rows are being read and there are
 * fewer than twice as many rows as before. To order and draw the rows with each batch would take longer than to read them.
 * Never held if no row is visible: the next one may be the sought one.
 */
export function isHeld(state: ListState): boolean {
  const count = rowsByAccount(state).reduce((sum, rows) => sum + rows.length, 0);
  const isSeen = state.view?.query === state.query && shownRows(state).length > 0;
  return isReading(state) && isSeen && count < 2 * state.rows.length;
}
