import { type ListState, partOf, rowsByAccount, shownRows } from './state.ts';

/** Whether the stored rows of an account are being read for the first time. */
export const isReading = (state: ListState): boolean =>
  state.accounts.some((account) => {
    const { isRead, unread } = partOf(state, account);
    return !isRead && !unread;
  });

/** As many rows as a tall screen shows. */
const screenful = 100;

/**
 * Whether the visible rows stay as they are although others have arrived, so that they move once only: while stored rows
 * are being read and either the screen is full, or there are fewer than twice as many rows as before. To order and draw
 * the rows with each batch would take longer than to read them.
 */
export function isHeld(state: ListState): boolean {
  const count = rowsByAccount(state).reduce((sum, rows) => sum + rows.length, 0);
  const seen = state.view?.query === state.query ? shownRows(state).length : 0;
  return isReading(state) && seen > 0 && (seen >= screenful || count < 2 * state.rows.length);
}
