import { useEffect, useState } from 'preact/hooks';
import { isActive, refreshNow, walked } from '@/lib/storage/refresh.ts';
import { activeConnection, connections, get, watch } from '@/lib/storage/settings.ts';
import { knownCount } from '@/lib/storage/siteCache.ts';

/** While the list is read, the count is asked for anew this often (milliseconds). */
const pause = 1000;

/** What is known of the connected service's sites, and how far the reading of its list is; follows the connection. */
export function useRefresh(start: string | undefined) {
  const [base, setBase] = useState(start);
  const [refresh, setRefresh] = useState(refreshNow.fallback);
  const [walk, setWalk] = useState(walked.fallback);
  const [count, setCount] = useState(0);
  useEffect(() => {
    void get(refreshNow).then(setRefresh);
    void get(walked).then(setWalk);
    const stops = [
      watch(refreshNow, setRefresh),
      watch(walked, setWalk),
      watch(connections, (all) => setBase(activeConnection(all)?.analyticsUrl)),
    ];
    return () => stops.forEach((stop) => void stop());
  }, []);

  const busy = isActive(refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew at every turn of the reading
  useEffect(() => {
    if (!base) return setCount(0);
    const look = () => void knownCount('sites', base).then(setCount);
    look();
    const timer = busy ? setInterval(look, pause) : undefined;
    return () => clearInterval(timer);
  }, [base, busy, refresh.state, walk.at]);

  return {
    base,
    count,
    refresh: refresh.base === base ? refresh : refreshNow.fallback,
    walkedAt: walk.base === base && walk.at ? walk.at : undefined,
  };
}
