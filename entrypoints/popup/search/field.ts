import type { RegisteredSite } from '@/lib/connections/registered.ts';
import { most } from './reduce.ts';
import { openFound } from './run.ts';
import type { Send, State } from './state.ts';

/** The HTML ids of the list of results and of its rows. The search field refers to them. */
export const listId = 'found';
export const rowId = (index: number): string => `${listId}-${index}`;

export const rowsOf = ({ found = [] }: State): readonly RegisteredSite[] => found.slice(0, most);

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Whether Ctrl or Cmd is held. A click or Enter then opens the site itself instead of its statistics. */
export const wantsSite = ({ ctrlKey, metaKey }: MouseEvent | KeyboardEvent): boolean => ctrlKey || metaKey;

/**
 * Returns the properties of the search field: the ARIA attributes of a combo box, and a handler for keys that select or
 * open a result.
 */
export function fieldProps(state: State, send: Send) {
  const rows = rowsOf(state);
  const chosen = rows[state.chosen];
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const by = steps[key];
    // Leaves two keys to the browser: Escape in an empty field, which closes the popup, and Enter in an input method,
    // which only ends the composition of a text.
    if (!state.typed || event.isComposing) return;
    if (key === 'Escape') send({ type: 'left' });
    else if (by) send({ type: 'moved', by });
    else if (key === 'Enter' && chosen) void openFound(chosen, wantsSite(event));
    else return;
    event.preventDefault();
  };
  return {
    'aria-expanded': rows.length > 0,
    ...(chosen && { 'aria-controls': listId, 'aria-activedescendant': rowId(state.chosen) }),
    onKeyDown,
  };
}
