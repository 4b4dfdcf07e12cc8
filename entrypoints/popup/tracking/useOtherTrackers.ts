import { useEffect, useState } from 'preact/hooks';
import type { Tracker } from '@/lib/trackers/find.ts';
import { scanTrackers } from '@/lib/trackers/scan.ts';

/** Asks again once what tag managers bring has come (milliseconds). */
const scanTimes = [0, 2500];

/** The trackers of a tab's page beside the connected service's code; none before it was looked at. */
export function useOtherTrackers(tabId: number | undefined, host: string, serviceUrl: string): readonly Tracker[] {
  const [trackers, setTrackers] = useState<readonly Tracker[]>([]);
  useEffect(() => {
    if (tabId === undefined) return;
    let isWanted = true;
    const look = async () => {
      const found = await scanTrackers(tabId, host, serviceUrl);
      // A page that was navigated away from shows none.
      if (isWanted && found.length) setTrackers(found);
    };
    const timers = scanTimes.map((moment) => setTimeout(() => void look(), moment));
    return () => {
      isWanted = false;
      timers.forEach(clearTimeout);
    };
  }, [tabId, host, serviceUrl]);
  return trackers;
}
