import { useEffect, useRef, useState } from 'preact/hooks';
import { connections, watch } from '@/lib/storage/settings.ts';
import { loadLater } from './later.tsx';
import type { Picked, PopupStart } from './load.ts';

/** What the popup starts with, loaded again when another host or connection is picked, or another account is connected. */
export function usePopupStart(first: PopupStart) {
  const [start, setStart] = useState(first);
  const picked = useRef<Picked>({});
  const { id, account } = start.connection ?? {};
  const pick = async (more: Picked, isChanged = false) => {
    const now = { ...picked.current, ...more };
    picked.current = now;
    const { reloadPopup } = await loadLater();
    const next = await reloadPopup(now, isChanged);
    // Another host or connection may have been picked meanwhile.
    if (picked.current === now) setStart(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was picked is read as it is then
  useEffect(
    () =>
      watch(connections, ({ list }) => {
        if (!list.some((one) => one.account === account)) void pick({ connection: id }, true);
      }),
    [account],
  );
  return { start, pick };
}
