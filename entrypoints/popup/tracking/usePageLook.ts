import { useEffect, useMemo, useState } from 'preact/hooks';
import { loadLater } from '../later.tsx';
import type { PopupStart } from '../load.ts';
import type { PageLook } from './look.ts';

/** The longest that the service's answer waits for the first scan of the page (milliseconds). */
const patience = 300;

/** What was seen on the tab's page; `look` is undefined until the first scan, after which `looked` resolves. */
export function usePageLook(start: PopupStart, baseUrl: string) {
  const [look, setLook] = useState<PageLook>();
  const first = useMemo(() => Promise.withResolvers<void>(), []);
  const host = 'host' in start.site ? start.site.host : undefined;
  useEffect(() => {
    const { tabId } = start;
    if (tabId === undefined || !host) return first.resolve();
    let stop: (() => void) | undefined;
    let isWanted = true;
    const timer = setTimeout(first.resolve, patience);
    loadLater().then(
      ({ lookAtPage }) => {
        if (!isWanted) return;
        stop = lookAtPage(tabId, host, start, baseUrl, (seen) => {
          setLook(seen);
          first.resolve();
        });
      },
      () => first.resolve(),
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
      stop?.();
    };
  }, [first, start, host, baseUrl]);
  return { look, looked: first.promise };
}
