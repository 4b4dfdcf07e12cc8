import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { Route } from '../useRoute.ts';

/** The host of the service that was connected while this page was open, until the person dismisses the note. */
export function useConnectionChange(connection: ConnectionAddress | undefined, route: Route) {
  const [host, setHost] = useState<string>();
  const url = connection?.analyticsUrl;
  const seo = connection?.seoUrl;
  const before = useRef({ url, seo });
  const { tab } = route.query;
  useEffect(() => {
    const last = before.current;
    before.current = { url, seo };
    const [was, now] = tab === 'projects' ? [last.seo, seo] : [last.url, url];
    // A list of sites to add does not belong to a service yet.
    if (tab === 'add') return;
    if (!was || !now || was === now) return;
    setHost(new URL(now).host);
    // A cursor of the other service's list means nothing here.
    route.change({ cursor: undefined, from: 0 });
  }, [url, seo, tab, route.change]);
  return { host, close: () => setHost(undefined) };
}
