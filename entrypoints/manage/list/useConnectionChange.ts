import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { Route } from '../useRoute.ts';

/** The host of the service that was connected while this page was open, until the person dismisses the note. */
export function useConnectionChange(connection: ConnectionAddress | undefined, route: Route) {
  const [host, setHost] = useState<string>();
  const { account, seoAccount, analyticsUrl, seoUrl } = connection ?? {};
  const before = useRef({ account, seoAccount });
  const { tab } = route.query;
  useEffect(() => {
    const last = before.current;
    before.current = { account, seoAccount };
    const [was, now, url = ''] =
      tab === 'projects' ? [last.seoAccount, seoAccount, seoUrl] : [last.account, account, analyticsUrl];
    // A list of sites to add does not belong to a service yet.
    if (tab === 'add') return;
    if (!was || !now || was === now) return;
    setHost(new URL(url).host);
    // A cursor of the other service's list means nothing here.
    route.change({ cursor: undefined, from: 0 });
  }, [account, seoAccount, analyticsUrl, seoUrl, tab, route.change]);
  return { host, close: () => setHost(undefined) };
}
