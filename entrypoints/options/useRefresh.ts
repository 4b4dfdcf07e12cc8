import { useEffect, useState } from 'preact/hooks';
import { isRefreshActive, readAllMark, refreshNow } from '@/lib/storage/refresh.ts';
import { activeConnection, connections, get, watch } from '@/lib/storage/settings.ts';
import { cachedSiteCount } from '@/lib/storage/siteCache.ts';

/** While the list is read, the count is asked for anew this often (milliseconds). */
const countDelay = 1000;

/** What is known of the connected service's sites, and how far the reading of its list is; follows the connection. */
export function useRefresh(start: string | undefined) {
  const [base, setBase] = useState(start);
  const [refresh, setRefresh] = useState(refreshNow.fallback);
  const [walk, setWalk] = useState(readAllMark.fallback);
  const [count, setCount] = useState(0);
  useEffect(() => {
    void get(refreshNow).then(setRefresh);
    void get(readAllMark).then(setWalk);
    const stops = [
      watch(refreshNow, setRefresh),
      watch(readAllMark, setWalk),
      watch(connections, (all) => setBase(activeConnection(all)?.analyticsUrl)),
    ];
    return () => stops.forEach((stop) => void stop());
  }, []);

  const busy = isRefreshActive(refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew at every turn of the reading
  useEffect(() => {
    if (!base) return setCount(0);
    const look = () => void cachedSiteCount('sites', base).then(setCount);
    look();
    const timer = busy ? setInterval(look, countDelay) : undefined;
    return () => clearInterval(timer);
  }, [base, busy, refresh.state, walk.at]);

  return {
    base,
    count,
    refresh: refresh.base === base ? refresh : refreshNow.fallback,
    walkedAt: walk.base === base && walk.at ? walk.at : undefined,
  };
}
