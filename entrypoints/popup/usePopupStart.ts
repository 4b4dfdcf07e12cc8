import { useEffect, useState } from 'preact/hooks';
import { activeConnection, connections, watch } from '@/lib/storage/settings.ts';
import { type PopupStart, reloadPopup } from './load.ts';

/** What the popup starts with, reloaded when another account is connected meanwhile. */
export function usePopupStart(first: PopupStart): PopupStart {
  const [start, setStart] = useState(first);
  const account = start.connection?.account;
  useEffect(
    () =>
      watch(connections, (stored) => {
        if (activeConnection(stored)?.account !== account) void reloadPopup().then(setStart);
      }),
    [account],
  );
  return start;
}
