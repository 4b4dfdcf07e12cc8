import { matches } from '@/lib/hosts/search.ts';
import type { Event, State } from './state.ts';

/** The maximum number of rows. Nobody would find a site in a longer list. */
export const most = 50;

/** With fewer known sites than this, the search starts at two letters, otherwise at three. */
const fewSites = 500;

const lengthOf = (typed: string): number => [...typed.trim()].length;

/** Returns the state with the results for the typed text. The first result becomes the chosen one. */
function searched(state: State): State {
  const { typed, sites } = state;
  const isEnough = sites && lengthOf(typed) >= (sites.length < fewSites ? 2 : 3);
  return { ...state, found: isEnough ? matches(typed, sites) : undefined, chosen: 0 };
}

export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'typed':
      return searched({ ...state, typed: event.text });
    case 'left':
      return searched({ ...state, typed: '' });
    case 'read':
      return searched({ ...state, sites: event.sites });
    case 'unread':
      return { ...state, problem: event.problem };
    case 'moved': {
      const count = Math.min(state.found?.length ?? 0, most);
      return count ? { ...state, chosen: (state.chosen + event.by + count) % count } : state;
    }
  }
}
