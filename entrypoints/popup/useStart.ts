import { useEffect, useState } from 'preact/hooks';
import { activeConnection, connections, watch } from '@/lib/storage/settings.ts';
import { loadAgain, type PopupStart } from './load.ts';

/** What the popup began with, anew where it is connected to another service by now. */
export function useStart(first: PopupStart): PopupStart {
  const [start, setStart] = useState(first);
  const url = start.connection?.analyticsUrl;
  useEffect(
    () =>
      watch(connections, (stored) => {
        if (activeConnection(stored)?.analyticsUrl !== url) void loadAgain().then(setStart);
      }),
    [url],
  );
  return start;
}
