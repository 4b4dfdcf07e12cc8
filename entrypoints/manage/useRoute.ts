import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { set } from '@/lib/storage/settings.ts';
import {
  changeQuery,
  defaultQuery,
  formatQuery,
  listInput,
  type PerPage,
  parseQuery,
  type Query,
  type TabName,
} from '@/lib/websites/query.ts';
import { lastConnection, perPage as lastPerPage } from './useStart.ts';

/** A page of the list that the person left with Next. */
export interface RouteStep {
  cursor?: string;
  from: number;
}

interface HistoryPlace {
  query: Query;
  /** The pages before this one; kept in the browser's history so that Previous works after a reload. */
  trail: RouteStep[];
}

const isTrail = (value: unknown): value is RouteStep[] =>
  Array.isArray(value) && value.every((step) => typeof (step as RouteStep | null)?.from === 'number');

/** @param perPage the page size if the address names none. */
const here = (perPage: PerPage): HistoryPlace => {
  const { trail, from } = (history.state ?? {}) as { trail?: unknown; from?: unknown };
  const query = parseQuery(location.search, perPage);
  // A list that was read before is paged by position.
  const place = query.cursor || typeof from !== 'number' ? query : { ...query, from };
  return { query: place, trail: isTrail(trail) ? trail : [] };
};

/** What the page shows, according to its URL. @param chosen the page size that was chosen last. */
export function useRoute(chosen: PerPage) {
  // The same for the life of this page, so that its addresses keep their meaning.
  const [perPage] = useState(chosen);
  const [place, setPlace] = useState(() => here(perPage));
  const current = useRef(place);
  current.current = place;
  /** While a search is being typed, it replaces its own history entry. */
  const typing = useRef(false);
  const left = useRef<Partial<Record<TabName, Query>>>({});

  useEffect(() => {
    const back = () => {
      typing.current = false;
      const before = here(perPage);
      if (before.query.connection !== current.current.query.connection) left.current = {};
      setPlace(before);
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [perPage]);

  const go = useCallback(
    (query: Query, trail: RouteStep[] = [], replace = false) => {
      const url = formatQuery(query, perPage) || location.pathname;
      history[replace ? 'replaceState' : 'pushState']({ trail, from: query.from }, '', url);
      setPlace({ query, trail });
    },
    [perPage],
  );

  const change = useCallback(
    (part: Partial<Query>) => {
      typing.current = false;
      const { query, trail } = current.current;
      // Searches left on other tabs belong to the previous connection.
      if (part.connection) left.current = {};
      const next = changeQuery(query, part);
      if (formatQuery(next) === formatQuery(query)) return;
      go(next, next.cursor === query.cursor && next.from === query.from ? trail : []);
      if (part.connection) void set(lastConnection, part.connection).catch(() => {});
      if (part.per_page) void set(lastPerPage, part.per_page).catch(() => {});
    },
    [go],
  );
  const search = useCallback(
    (text: string) => {
      go(changeQuery(current.current.query, { search: text }), [], typing.current);
      typing.current = true;
    },
    [go],
  );
  const searchDone = useCallback(() => {
    typing.current = false;
  }, []);
  const openTab = useCallback(
    (tab: TabName, chosen?: string) => {
      const { query } = current.current;
      if (tab === query.tab) return;
      typing.current = false;
      left.current[query.tab] = { ...query, cursor: undefined, from: 0 };
      const before = left.current[tab];
      const connection = chosen ?? (before ?? query).connection;
      go({ ...(before ?? defaultQuery(tab, query.per_page)), ...(connection ? { connection } : {}) });
    },
    [go],
  );
  const next = useCallback(
    (cursor: string | undefined, shown: number) => {
      const { query, trail } = current.current;
      go({ ...query, cursor, from: query.from + shown }, [...trail, { cursor: query.cursor, from: query.from }]);
    },
    [go],
  );
  const previous = useCallback(() => {
    const { query, trail } = current.current;
    // A bookmarked page does not know the ones before it: go to the first.
    const { cursor, from } = trail.at(-1) ?? { from: 0 };
    go({ ...query, cursor, from }, trail.slice(0, -1));
  }, [go]);

  return { query: place.query, change, search, searchDone, openTab, next, previous };
}

export type Route = ReturnType<typeof useRoute>;

const firstPage: readonly RouteStep[] = [{ from: 0 }];

/** The page's route for one of several lists with the same query, each with pages of its own. @param connection its id */
export function useOwnPage(route: Route, connection: string): Route {
  const { query } = route;
  const asked = JSON.stringify([listInput(query), query.filter]);
  const [turned, setTurned] = useState({ asked, steps: firstPage });
  // A new query begins at the first page.
  const steps = turned.asked === asked ? turned.steps : firstPage;
  const { cursor, from } = steps.at(-1) ?? { from: 0 };
  const own = useMemo(() => ({ ...query, cursor, from }), [query, cursor, from]);
  return {
    ...route,
    query: own,
    change: (part) => {
      if (part.from === 0) setTurned({ asked, steps: firstPage });
      route.change(part);
    },
    openTab: (tab) => route.openTab(tab, connection),
    next: (next, shown) => setTurned({ asked, steps: [...steps, { cursor: next, from: from + shown }] }),
    previous: () => setTurned({ asked, steps: steps.slice(0, -1) }),
  };
}
