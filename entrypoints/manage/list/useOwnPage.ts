import { useMemo, useState } from 'preact/hooks';
import { listInput } from '@/lib/websites/query.ts';
import type { Route, RouteStep } from '../useRoute.ts';

const firstPage: readonly RouteStep[] = [{ from: 0 }];

/** The page's route with pages of its own: one of several lists that are asked for the same. @param connection its id */
export function useOwnPage(route: Route, connection: string): Route {
  const { query } = route;
  const asked = JSON.stringify([listInput(query), query.filter]);
  const [turned, setTurned] = useState({ asked, steps: firstPage });
  // What is asked for anew begins at its first page.
  const steps = turned.asked === asked ? turned.steps : firstPage;
  const { cursor, from } = steps.at(-1) ?? { from: 0 };
  const own = useMemo(() => ({ ...query, cursor, from }), [query, cursor, from]);
  return {
    ...route,
    query: own,
    openTab: (tab) => route.openTab(tab, connection),
    next: (next, shown) => setTurned({ asked, steps: [...steps, { cursor: next, from: from + shown }] }),
    previous: () => setTurned({ asked, steps: steps.slice(0, -1) }),
  };
}
