import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { set } from '@/lib/storage/settings.ts';
import { changeQuery, defaultQuery, formatQuery, parseQuery, type Query, type TabName } from '@/lib/websites/query.ts';
import { lastConnection } from './useStart.ts';

const here = (): Query => parseQuery(location.search);

/** What the page shows, according to its URL. */
export function useRoute() {
  const [query, setQuery] = useState(here);
  const current = useRef(query);
  current.current = query;
  /** While a search is being typed, it replaces its own history entry. */
  const typing = useRef(false);
  const left = useRef<Partial<Record<TabName, Query>>>({});

  useEffect(() => {
    const back = () => {
      typing.current = false;
      const before = here();
      if (before.connection !== current.current.connection) left.current = {};
      setQuery(before);
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);

  const go = useCallback((next: Query, replace = false) => {
    const url = formatQuery(next) || location.pathname;
    history[replace ? 'replaceState' : 'pushState']({}, '', url);
    current.current = next;
    setQuery(next);
  }, []);

  const change = useCallback(
    (part: Partial<Query>) => {
      typing.current = false;
      const before = current.current;
      // Searches left on other tabs belong to the previous connection.
      if (part.connection) left.current = {};
      const next = changeQuery(before, part);
      if (formatQuery(next) === formatQuery(before)) return;
      go(next);
      if (part.connection) void set(lastConnection, part.connection).catch(() => {});
    },
    [go],
  );
  const search = useCallback(
    (text: string) => {
      go(changeQuery(current.current, { search: text }), typing.current);
      typing.current = true;
    },
    [go],
  );
  const searchDone = useCallback(() => {
    typing.current = false;
  }, []);
  const openTab = useCallback(
    (tab: TabName, chosen?: string) => {
      const before = current.current;
      if (tab === before.tab) return;
      typing.current = false;
      left.current[before.tab] = before;
      const there = left.current[tab];
      const connection = chosen ?? (there ?? before).connection;
      go({ ...(there ?? defaultQuery(tab)), ...(connection ? { connection } : {}) });
    },
    [go],
  );
  return { query, change, search, searchDone, openTab };
}

export type Route = ReturnType<typeof useRoute>;
