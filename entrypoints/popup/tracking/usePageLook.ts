import { useWatched } from '@/components/useWatched.ts';
import { loadLater } from '../later.tsx';
import type { PopupStart } from '../load.ts';
import type { PageLook } from './look.ts';

/** The longest time that the service's answer is held back for the first scan of the page (milliseconds). */
const patience = 300;

/**
 * Returns the latest findings on the tab's page; undefined until the first scan. Calls `onLooked` after each scan, when
 * `patience` is over, when there is no page to scan, and when the script that scans cannot be loaded.
 */
export function usePageLook(start: PopupStart, baseUrl: string, onLooked: () => void): PageLook | undefined {
  const host = 'host' in start.site ? start.site.host : undefined;
  const look = useWatched<{ of: PopupStart; seen: PageLook } | undefined>(
    (tell) => {
      const { tabId } = start;
      if (tabId === undefined || !host) return void onLooked();
      let stop: (() => void) | undefined;
      let isWanted = true;
      const timer = setTimeout(onLooked, patience);
      loadLater().then(({ lookAtPage }) => {
        if (!isWanted) return;
        stop = lookAtPage(tabId, host, start, baseUrl, (seen) => {
          tell({ of: start, seen });
          onLooked();
        });
      }, onLooked);
      return () => {
        isWanted = false;
        clearTimeout(timer);
        stop?.();
      };
    },
    [start, host, baseUrl],
  );
  return look?.of === start ? look.seen : undefined;
}
