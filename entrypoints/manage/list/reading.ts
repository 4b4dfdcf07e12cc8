import { type ListState, partOf, rowsByAccount, shownRows } from './state.ts';

/** Whether the stored rows of any account on the page are being read for the first time. */
export const isReading = (state: ListState): boolean =>
  state.accounts.some((account) => {
    const { isRead, unread } = partOf(state, account);
    return !isRead && !unread;
  });

/**
 * Whether newly read rows wait, so that the shown rows stay as they are. They wait while stored rows are being read,
 * until the number of rows has doubled: sorting and drawing the rows with each batch would take longer than reading
 * them. They do not wait while no row is shown, because the next batch may have the first match.
 */
export function isHeld(state: ListState): boolean {
  const count = rowsByAccount(state).reduce((sum, rows) => sum + rows.length, 0);
  const isSeen = state.view?.query === state.query && shownRows(state).length > 0;
  return isReading(state) && isSeen && count < 2 * state.rows.length;
}
