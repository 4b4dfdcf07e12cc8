import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { Route } from '../useRoute.ts';

/** To which service the connection was changed under this page, until the person has taken note. */
export function useMoved(connection: ConnectionAddress | undefined, route: Route) {
  const [host, setHost] = useState<string>();
  const url = connection?.analyticsUrl;
  const seo = connection?.seoUrl;
  const before = useRef({ url, seo });
  const { tab } = route.query;
  useEffect(() => {
    const last = before.current;
    before.current = { url, seo };
    const [was, now] = tab === 'projects' ? [last.seo, seo] : [last.url, url];
    // What is gathered to be added is no service's yet.
    if (tab === 'add') return;
    if (!was || !now || was === now) return;
    setHost(new URL(now).host);
    // Where a page of the list before began says nothing here.
    route.change({ cursor: undefined, from: 0 });
  }, [url, seo, tab, route.change]);
  return { host, close: () => setHost(undefined) };
}
