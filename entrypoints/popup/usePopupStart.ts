import { useEffect, useState } from 'preact/hooks';
import { activeConnection, connections, watch } from '@/lib/storage/settings.ts';
import { type PopupStart, reloadPopup } from './load.ts';

/** What the popup starts with, reloaded when another service is connected meanwhile. */
export function usePopupStart(first: PopupStart): PopupStart {
  const [start, setStart] = useState(first);
  const url = start.connection?.analyticsUrl;
  useEffect(
    () =>
      watch(connections, (stored) => {
        if (activeConnection(stored)?.analyticsUrl !== url) void reloadPopup().then(setStart);
      }),
    [url],
  );
  return start;
}
