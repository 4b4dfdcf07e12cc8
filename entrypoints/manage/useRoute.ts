import { useState } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import { set } from '@/lib/storage/settings.ts';
import { listenTo } from '@/lib/util/listenTo.ts';
import { changeQuery, defaultQuery, formatQuery, parseQuery, type Query, type TabName } from '@/lib/websites/query.ts';
import { lastConnection } from './useStart.ts';

const here = (): Query => parseQuery(location.search);

function hold() {
  const first = here();
  let query = first;
  /** Whether the person is typing a search. All its keystrokes share one history entry. */
  let isTyping = false;
  /** The last query of each tab. Cleared when a connection is chosen, because a search belongs to one connection. */
  let left: Partial<Record<TabName, Query>> = {};
  let show = (_: Query) => {};

  const go = (next: Query, replace = false) => {
    history[replace ? 'replaceState' : 'pushState']({}, '', formatQuery(next) || location.pathname);
    query = next;
    show(query);
  };
  return {
    first,
    showIn(draw: typeof show) {
      show = draw;
      draw(query);
      return listenTo(globalThis, 'popstate', () => {
        isTyping = false;
        const before = here();
        if (before.connection !== query.connection) left = {};
        query = before;
        show(query);
      });
    },
    ways: {
      change(part: Partial<Query>) {
        isTyping = false;
        if (part.connection) left = {};
        const next = changeQuery(query, part);
        if (formatQuery(next) === formatQuery(query)) return;
        go(next);
        if (part.connection) void set(lastConnection, part.connection).catch(() => {});
      },
      search(text: string) {
        go(changeQuery(query, { search: text }), isTyping);
        isTyping = true;
      },
      searchDone() {
        isTyping = false;
      },
      openTab(tab: TabName, chosen?: string) {
        if (tab === query.tab) return;
        isTyping = false;
        left[query.tab] = query;
        const there = left[tab];
        const connection = chosen ?? (there ?? query).connection;
        go({ ...(there ?? defaultQuery(tab)), ...(connection ? { connection } : {}) });
      },
    },
  };
}

/** Returns the query in the page's URL, which determines what the page shows, and the functions that change it. */
export function useRoute() {
  const [{ first, showIn, ways }] = useState(hold);
  return { query: useWatched(showIn, [showIn], first), ...ways };
}

export type Route = ReturnType<typeof useRoute>;
