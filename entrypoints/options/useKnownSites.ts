import { useEffect, useState } from 'preact/hooks';
import { dropTabs, requestTabs } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import { isRefreshActive, refreshNow } from '@/lib/storage/refresh.ts';
import { activeConnection, connections, get, type Preferences, watch } from '@/lib/storage/settings.ts';
import { cachedSiteCount, listReadAt } from '@/lib/storage/siteCache.ts';
import { problemText } from '@/lib/text/problems.ts';
import { usePermitted } from './usePermitted.ts';
import { type Tell, useSaid } from './useSetting.ts';

/** While the list is read, the count is asked for anew this often (milliseconds). */
const countDelay = 1000;

interface Known {
  count: number;
  /** When the whole list was read last. */
  walkedAt: number | undefined;
}
const nothing: Known = { count: 0, walkedAt: undefined };

/** What is known of the connected service's sites, and how far the reading of its list is; follows the connection. */
function useRefresh(start: string | undefined) {
  const [base, setBase] = useState(start);
  const [refresh, setRefresh] = useState(refreshNow.fallback);
  const [known, setKnown] = useState<Known>(nothing);
  useEffect(() => {
    void get(refreshNow).then(setRefresh);
    const stops = [
      watch(refreshNow, setRefresh),
      watch(connections, (all) => setBase(activeConnection(all)?.analyticsUrl)),
    ];
    return () => stops.forEach((stop) => void stop());
  }, []);

  const busy = isRefreshActive(refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew at every turn of the reading
  useEffect(() => {
    setKnown(nothing);
    if (!base) return;
    let isShown = true;
    const look = async () => {
      const [count, at] = await Promise.all([cachedSiteCount('sites', base), listReadAt(base)]);
      if (isShown) setKnown({ count, walkedAt: at });
    };
    void look();
    const timer = busy ? setInterval(() => void look(), countDelay) : undefined;
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, [base, busy, refresh.state, refresh.started]);

  return {
    base,
    ...known,
    refresh: refresh.base === base ? refresh : refreshNow.fallback,
  };
}

/** The sites that are known on this computer, the reading of the whole list, and the badge that is made of them. */
export function useKnownSites(
  start: string | undefined,
  change: (part: Partial<Preferences>, tell: Tell) => Promise<void>,
) {
  const [said, tell] = useSaid();
  const { base, ...known } = useRefresh(start);
  const onRefresh = async () => {
    const answer = await ask('siteCache.refresh', {});
    if (!answer.ok) tell({ failed: problemText(answer.problem) });
  };
  const { isDenied, onSwitch } = usePermitted({ request: requestTabs, drop: dropTabs }, async (badge) => {
    await change({ badge }, tell);
    // Without the whole list the badge could not tell what is not registered.
    if (badge && base && !known.walkedAt) await onRefresh();
  });
  return {
    said,
    isConnected: base !== undefined,
    panel: { ...known, onRefresh: () => void onRefresh(), onStop: () => void ask('siteCache.stop', {}) },
    badge: { isDenied, onChange: onSwitch },
  };
}
